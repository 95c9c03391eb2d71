"""The game a configuration asks for, held against the games a referee plays."""

import difflib
from collections.abc import Iterator, Mapping, Sequence

from tournament.client import Option
from tournament.config import Config, ConfigError
from tournament.config_lines import Problem, lines


def check_game(config: Config, games: Mapping[str, Sequence[Option]]) -> None:
    """Raise ConfigError unless the referee plays this game with these options."""
    found = list(problems(config, games))
    if found:
        text = config.path.read_text(encoding="utf-8")
        raise ConfigError(lines(str(config.path), text, found))


def problems(config: Config, games: Mapping[str, Sequence[Option]]) -> Iterator[Problem]:
    name = config.game.name
    if name not in games:
        yield Problem(("game", "name"), f"the referee plays {', '.join(games)}{_hint(name, games)}, got {name}")
        return
    known = {option.name: option for option in games[name]}
    for key, value in config.game.options.items():
        where = ("game", "rules", key) if key in config.game.rules else ("game", key)
        if key not in known:
            yield Problem(where, f"{name} has no such option{_hint(key, known)}; it has {', '.join(known)}")
        elif not _fits(value, known[key]):
            yield Problem(where, f"{_wanted(known[key])}, got {value}")


def _hint(word: str, known: Mapping[str, object]) -> str:
    near = difflib.get_close_matches(word, known, n=1)
    return f", did you mean {near[0]}?" if near else ""


def _fits(value: str, option: Option) -> bool:
    if option.values:
        words = value.split(",") if option.type == "words" else [value]
        return all(word in option.values for word in words) or value == option.default
    return option.type != "int" or value.removeprefix("-").isdecimal() or value == option.default


def _wanted(option: Option) -> str:
    kind = {"words": "a list of", "word": "one of"}.get(option.type, "one of")
    return f"{kind} {', '.join(option.values)}" if option.values else f"a value of type {option.type}"
