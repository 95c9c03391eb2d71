"""What the keys of `brackets.toml` must mean together. Each check yields what it finds; none stops the others."""

import os
import shutil
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from tournament.brackets import Bot, Brackets, Program, TeamTable
from tournament.config_lines import Location, Problem, shown
from tournament.names import LONGEST, LONGEST_EVENT, fault_of, folded

WRITABLE_BY_ALL = 0o002


def problems(file: Brackets, base: Path) -> Iterator[Problem]:
    yield from _names(file)
    yield from _output(file)
    yield from _rules(file)
    yield from _bots(file)
    yield from _teams(file)
    yield from _programs(file, base)
    yield from _restarts(file)
    yield from _references(file)
    yield from _sprt(file)


def _output(file: Brackets) -> Iterator[Problem]:
    directory = file.output.directory
    if directory is not None and "\0" in directory:
        yield Problem(("output", "directory"), f"it holds a NUL, got {shown(directory)}")


def _rules(file: Brackets) -> Iterator[Problem]:
    for key in file.game.rules.keys() & file.game.model_fields_set:
        yield Problem(("game", "rules", key), f"stands beside game.{key}; leave one of them out")


def _names(file: Brackets) -> Iterator[Problem]:
    named: list[tuple[Location, str]] = [(("event", "name"), file.event.name)]
    named += [(("bot", i, "name"), bot.name) for i, bot in enumerate(file.bot)]
    named += [(("team", i, "name"), team.name) for i, team in enumerate(file.team)]
    for location, name in named:
        fault = fault_of(name, LONGEST_EVENT if location[0] == "event" else LONGEST)
        if fault:
            yield Problem(location, f"{fault}, got {shown(name)}")
    yield from _twice("bot", [bot.name for bot in file.bot])
    yield from _twice("team", [team.name for team in file.team])
    own = {folded(team.name): team.name for team in file.team if team.bots is None}
    for i, bot in enumerate(file.bot):
        if folded(bot.name) in own:
            yield Problem(("bot", i, "name"), f"team {shown(own[folded(bot.name)])} has a bot of this name of its own")


def _twice(key: str, names: Sequence[str]) -> Iterator[Problem]:
    first: dict[str, str] = {}
    for i, name in enumerate(names):
        if folded(name) in first:
            yield Problem((key, i, "name"), f"{shown(name)} is taken by an earlier {key} {shown(first[folded(name)])}")
        first.setdefault(folded(name), name)


def _bots(file: Brackets) -> Iterator[Problem]:
    for i, bot in enumerate(file.bot):
        ways = [key for key, given in (("cmd", bot.cmd), ("python", bot.python), ("remote", bot.remote)) if given]
        if len(ways) != 1:
            yield Problem(("bot", i), f"one of cmd, python and remote = true, got {' and '.join(ways) or 'none'}")
        yield from _protocol(("bot", i), bot)


def _teams(file: Brackets) -> Iterator[Problem]:
    if len(file.team) < 2:
        yield Problem(("team",), f"at least 2 teams, got {len(file.team)}")
    for i, team in enumerate(file.team):
        ways = [key for key, given in (("cmd", team.cmd), ("python", team.python), ("bots", team.bots)) if given]
        if len(ways) != 1:
            yield Problem(("team", i), f"one of cmd, python and bots, got {' and '.join(ways) or 'none'}")
        elif team.bots:
            yield from _members(file, i, team)
        else:
            yield from _protocol(("team", i), team)


def _protocol(location: Location, program: Program) -> Iterator[Problem]:
    if program.protocol != "grpc" and program.cmd is None:
        yield Problem((*location, "protocol"), f"of a bot with cmd, got {shown(program.protocol)}")


def _members(file: Brackets, i: int, team: TeamTable) -> Iterator[Problem]:
    known = [bot.name for bot in file.bot]
    for name in dict.fromkeys(team.bots or ()):
        if name not in known:
            yield Problem(
                ("team", i, "bots"), f"no [[bot]] is named {shown(name)}, known: {', '.join(known) or 'none'}"
            )
    for key in Program.model_fields:
        if key in team.model_fields_set:
            yield Problem(("team", i, key), "belongs to the [[bot]] tables of a team that has bots")


def _programs(file: Brackets, base: Path) -> Iterator[Problem]:
    tables: list[tuple[str, Sequence[Program]]] = [("bot", file.bot), ("team", file.team)]
    for key, programs in tables:
        for i, program in enumerate(programs):
            directory = directory_of(program, base)
            if not os.path.isdir(directory):  # noqa: PTH112 - Path's own raises for a name too long
                yield Problem((key, i, "dir"), f"no such directory, got {shown(program.dir)}")
            elif program.cmd and argv(program, base) is None:
                yield Problem((key, i, "cmd"), unfit(program, base))


def directory_of(program: Program, base: Path) -> Path:
    """Return where a program runs: its `dir`, relative to the file, or the file's own directory."""
    return base / (program.dir or "")


def argv(program: Program, base: Path) -> tuple[str, ...] | None:
    """Return what to execute, or nothing if it is unfit. `python` is the interpreter that runs this."""
    first, *rest = program.cmd or ("",)
    if first == "python":
        return sys.executable, *rest
    found = shutil.which(directory_of(program, base) / first if os.sep in first else first)
    return (str(found), *rest) if found else None


def unfit(program: Program, base: Path) -> str:
    """Return why there is nothing to execute."""
    first = (program.cmd or ("",))[0]
    if os.sep in first and os.path.isfile(directory_of(program, base) / first):  # noqa: PTH113 - likewise
        return f'not executable (chmod +x it, or name its interpreter first, like "python"), got {shown(first)}'
    return f"no such program, got {shown(first)}"


def _restarts(file: Brackets) -> Iterator[Problem]:
    if not shares_boards(file):
        return
    text = f'"match" is needed where pairings share boards (boards_policy = {shown(file.tournament.boards_policy)})'
    bots = {bot.name: (i, bot) for i, bot in enumerate(file.bot)}
    for i, team in enumerate(file.team):
        if team.trusted:
            continue
        members: list[tuple[Location, Bot]] = [(("team", i), team.under(file.each).own_bot())]
        if team.bots:
            members = [(("bot", bots[name][0]), bots[name][1]) for name in team.bots if name in bots]
        for location, bot in members:
            if not bot.remote and bot.under(file.each).restart != "match":
                yield Problem((*location, "restart"), text)


def shares_boards(file: Brackets) -> bool:
    """Return whether a process would meet a board twice."""
    several = len(file.team) > 2
    rounds = file.tournament.rounds > 1
    return {"encounter": False, "round": several, "event": several or rounds}[file.tournament.boards_policy]


def _references(file: Brackets) -> Iterator[Problem]:
    teams = [team.name for team in file.team]
    if file.rating.anchor is not None and file.rating.anchor not in teams:
        yield Problem(("rating", "anchor"), f"one of the teams {', '.join(teams)}, got {shown(file.rating.anchor)}")
    served = file.referee.model_dump()
    missing = [key for key, value in served.items() if value is None]
    if 0 < len(missing) < len(served):
        yield Problem(("referee",), f"address, admin and admin_token_file go together, missing {' and '.join(missing)}")
    if file.referee.address is None and any(bot.remote for bot in file.bot):
        yield Problem(("referee", "address"), "a remote bot needs a served referee")


def _sprt(file: Brackets) -> Iterator[Problem]:
    rule = file.sprt
    if not rule.enabled:
        return
    if len(file.team) != 2:
        yield Problem(("sprt",), f"needs 2 teams, got {len(file.team)}")
    if rule.elo0 >= rule.elo1:
        yield Problem(("sprt", "elo1"), f"more than elo0 = {rule.elo0:g}, got {rule.elo1:g}")
    if rule.alpha + rule.beta >= 1:
        yield Problem(("sprt", "beta"), f"less than 1 together with alpha = {rule.alpha:g}, got {rule.beta:g}")
    if rule.score == "swing" and rule.model != "normalized":
        yield Problem(("sprt", "score"), '"swing" needs model = "normalized"')


def warnings(file: Brackets) -> Iterator[Problem]:
    mixed = any(team.bots and team.bots[0] != team.bots[1] for team in file.team)
    if file.tournament.seating in ("rotate4", "rotate8") and not mixed:
        text = f"{shown(file.tournament.seating)} would repeat each game where teams are two copies of one bot"
        yield Problem(("tournament", "seating"), f'{text}; "rotate2" is enough')
