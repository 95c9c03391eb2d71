"""`make interop`: a team of each language plays all the others, and a plain one in Python, in every game.

A language whose tools are missing or too old is named and left out. Exits 1 if a client does not build or fails its own
checks, a match is forfeited, or an action is refused.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TypedDict

from tests.interop.languages import LANGUAGES, PLAIN, BuildError, Language

GAMES = ("tractor", "chaodi", "dagunzi", "guandan")


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.interop", description=__doc__)
    parser.add_argument("--boards", type=int, default=1, help="boards a pairing")
    parser.add_argument("--require-all", action="store_true", help="fail if a language is left out")
    chosen = parser.parse_args(arguments)
    ready = [language for language in LANGUAGES if made(language)]
    if chosen.require_all and len(ready) < len(LANGUAGES):
        sys.exit("a language was left out")
    faults = [fault for game in GAMES for fault in tournament(game, [*ready, PLAIN], chosen.boards)]
    if faults:
        sys.exit("\n".join(faults))
    names = ", ".join(language.name for language in ready)
    print(f"{names} played {len(GAMES)} games: no forfeits, no refusals")


def made(language: Language) -> bool:
    """Build and check a client; say so and leave it out if the language is not installed, or too old."""
    if lack := language.lack():
        print(f"left out: {language.name} ({lack})", flush=True)
        return False
    print(f"building: {language.name}", flush=True)
    try:
        language.make()
    except BuildError as error:
        sys.exit(str(error))
    return True


def tournament(game: str, teams: Sequence[Language], boards: int) -> list[str]:
    """Play one game and print its report. Return what should not have been."""
    with tempfile.TemporaryDirectory() as folder:
        brackets = Path(folder, "brackets.toml")
        brackets.write_text(text(game, teams, boards))
        tourney = [sys.executable, "-m", "tournament"]
        played = subprocess.run([*tourney, "run", brackets, "--out", f"{folder}/out"], check=False)
        if played.returncode:
            return [f"{game}: tourney run gave {played.returncode}"]
        report = subprocess.run([*tourney, "report", f"{folder}/out", "--json"], check=True, stdout=subprocess.PIPE)
        logs = sorted(Path(folder, "out", "logs").glob("*.log"))
        return faults(game, json.loads(report.stdout)) + [f"{game}: {log.read_text()}" for log in logs]


def text(game: str, teams: Sequence[Language], boards: int) -> str:
    """Return the file of a tournament."""
    lines = [
        f'[event]\nname = "Interop {game}"\n[tournament]\nboards = {boards}\nsrand = 1\nconcurrency = 16',
        f'[game]\nname = "{game}"\n[each]\ntables = 8\n[time_control]\nstartup_ms = 60000',
        *(f'[[team]]\nname = "{team.name}"\ncmd = {json.dumps(team.command())}' for team in teams),
    ]
    return "\n".join(lines) + "\n"


class Seat(TypedDict):
    """A row of the report's health table, as far as it is looked at."""

    bot: str
    timeouts: int
    refusals: int


class Report(TypedDict):
    health: list[Seat]
    forfeits: list[object]


def faults(game: str, report: Report) -> list[str]:
    return [f"{game}: a forfeit: {forfeit}" for forfeit in report["forfeits"]] + [
        f"{game}: {row['bot']}: {row['refusals']} refusals, {row['timeouts']} time-outs"
        for row in report["health"]
        if row["refusals"] or row["timeouts"]
    ]


if __name__ == "__main__":
    main(sys.argv[1:])
