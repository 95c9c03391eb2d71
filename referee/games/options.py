"""Options of a game as text: checked against what the game declares."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NoReturn

from referee.cards import NotationError
from referee.game import Option

DIGITS = 5
"""Of the largest number."""


def check(declared: Sequence[Option], given: Mapping[str, str]) -> None:
    """Raise NotationError for an unknown option or value, naming it."""
    by_name = {option.name: option for option in declared}
    for name, value in given.items():
        if name not in by_name:
            raise NotationError(f"there is no option {name}; there are {', '.join(by_name)}")
        option = by_name[name]
        if option.values and value not in option.values:
            refuse(name, value, option.values)
        if option.type == "int" and not (value.isascii() and value.isdigit() and len(value) <= DIGITS):
            refuse(name, value, ("a number from 0 to 99999",))


def refuse(name: str, value: str, allowed: Iterable[object]) -> NoReturn:
    raise NotationError(f"{name}: {value!r} is not allowed; allowed: {', '.join(map(str, allowed))}")


def text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
