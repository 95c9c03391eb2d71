"""Options of a game as text: checked against what the game declares."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NoReturn

from referee.cards import NotationError
from referee.game import Option

LARGEST = 99_999


class OptionError(NotationError):
    """A value, or an option itself, is not one of the game's."""

    def __init__(self, option: str, text: str) -> None:
        super().__init__(f"{option}: {text}")
        self.option = option
        self.text = text


def check(
    declared: Sequence[Option], given: Mapping[str, str], *, most: int = LARGEST, unlimited: Collection[str] = ()
) -> None:
    """Raise OptionError for an unknown option or value.

    Numbers go up to `most`; those `unlimited` may be `none`.
    """
    by_name = {option.name: option for option in declared}
    for name, value in given.items():
        if name not in by_name:
            raise OptionError(name, f"there is no such option; there are {', '.join(by_name)}")
        option = by_name[name]
        for word in words(value) if option.type == "words" else [value]:
            if option.values and word not in option.values:
                refuse(name, word, option.values)
        if option.type == "int" and not is_number(value, most) and not (value == "none" and name in unlimited):
            refuse(name, value, (f"a number from 0 to {most}", *(["none"] if name in unlimited else [])))


def is_number(value: str, most: int) -> bool:
    return value.isascii() and value.isdigit() and len(value) <= len(str(most)) and int(value) <= most


def refuse(name: str, value: str, allowed: Iterable[object]) -> NoReturn:
    raise OptionError(name, f"{value!r} is not allowed; allowed: {', '.join(map(str, allowed))}")


def words(value: str) -> list[str]:
    return [word.strip() for word in value.split(",") if word.strip()]


def text(value: object) -> str:
    if value is None:
        return "none"
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)
