"""The game a configuration asks for, held against the games a referee plays."""

import difflib
from collections.abc import AsyncIterator, Iterable

from tournament.client import Referee
from tournament.config import Config, ConfigError
from tournament.config_lines import Location, Problem, lines


async def check_game(config: Config, referee: Referee) -> None:
    """Raise ConfigError unless the referee plays this game with these options."""
    found = [problem async for problem in problems(config, referee)]
    if found:
        text = config.path.read_text(encoding="utf-8")
        raise ConfigError(lines(str(config.path), text, found))


async def problems(config: Config, referee: Referee) -> AsyncIterator[Problem]:
    """Yield what the referee has against a game, until the options left are ones it plays."""
    name = config.game.name
    if name not in referee.games:
        text = f"the referee plays {', '.join(referee.games)}{_hint(name, referee.games)}, got {name}"
        yield Problem(("game", "name"), text)
        return
    known = [option.name for option in referee.games[name]]
    options = {key: value for key, value in config.game.options.items() if key in known}
    for key in config.game.options.keys() - options.keys():
        hint = _hint(key, known) or f"; it has {', '.join(known)}"
        yield Problem(_place(config, key), f"{name} has no such option{hint}")
    while fault := await referee.option_fault(name, options):
        yield Problem(_place(config, fault.option), fault.text)
        if options.pop(fault.option, None) is None:
            return  # it is a default that does not fit


def _place(config: Config, option: str) -> Location:
    return ("game", "rules", option) if option in config.game.rules else ("game", option)


def _hint(word: str, known: Iterable[str]) -> str:
    near = difflib.get_close_matches(word, known, n=1)
    return f", did you mean {near[0]}?" if near else ""
