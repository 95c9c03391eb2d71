"""Golden files: one JSON object a line, a question about the rules and its answer.

Families use some kinds for different questions. A line is of the family that alone has its kind, or else whose members
it has, or else that names its lines like that.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from referee.cards import NotationError
from referee.game import RefereeError
from referee.games.guandan.vectors import CHECKS as GUANDAN
from referee.games.shengji.dagunzi.vectors import CHECKS as DAGUNZI
from referee.games.shengji.vectors import CHECKS as SHENGJI
from referee.games.vector import Finding, Json, Vector

Checks = Mapping[str, Callable[[Vector], Finding]]


class Family(NamedTuple):
    """A family of rules, as its lines show it."""

    checks: Checks
    name: re.Pattern[str]
    """How it names its lines."""
    marks: Mapping[str, str]
    """By a kind that others have too, a member that only its own lines have."""


FAMILIES = (
    Family(GUANDAN, re.compile(r"[A-Z]\d+"), {"order": "ascending", "tribute": "finish"}),
    Family(
        DAGUNZI,
        re.compile(r"[a-z]\d+"),
        {
            "order": "basis",
            "follow": "mode",
            "trick": "leader",
            "kitty": "action",
            "tribute": "action",
            "score": "attacker_tricks",
        },
    ),
    Family(
        SHENGJI,
        re.compile(r"[a-z_]+-\d+"),
        {"order": "decks", "follow": "decks", "trick": "lead", "kitty": "decks", "score": "rules"},
    ),
)


class Outcome(NamedTuple):
    """What became of one line. `fault` is empty if it passed."""

    name: str
    fault: str = ""


def golden(paths: Sequence[Path]) -> int:
    """Check golden files; print what failed and a count. Return the exit code. Raise OSError."""
    outcomes = list(run(paths))
    failed = [outcome for outcome in outcomes if outcome.fault]
    for outcome in failed:
        print(f"{outcome.name}: {outcome.fault}")  # noqa: T201 - this is the command's answer
    print(f"{len(outcomes) - len(failed)} passed, {len(failed)} failed")  # noqa: T201
    return 1 if failed else 0


def run(paths: Sequence[Path]) -> Iterator[Outcome]:
    """Check each line that is not blank. Raise OSError."""
    for path in paths:
        try:
            lines = path.read_text(encoding="utf-8").split("\n")
        except UnicodeDecodeError:
            yield Outcome(str(path), "is not UTF-8")
            continue
        for number, line in enumerate(lines, 1):
            if line.strip():
                yield checked(f"{path}:{number}", line)


def checked(place: str, line: str) -> Outcome:
    name = place
    try:
        members: Json = json.loads(line)
        if not isinstance(members, dict):
            return Outcome(place, "is no JSON object")
        vector = Vector(members)
        name = vector.text("id")
        expected, given = check_of(name, vector)(vector)
    except Exception as fault:  # noqa: BLE001 - whatever a broken line breaks, it fails and the others are checked
        kind = "" if isinstance(fault, NotationError | RefereeError) else f"{type(fault).__name__}: "
        return Outcome(place, f"{'' if name == place else f'{name}: '}{kind}{fault}")
    return Outcome(name, "" if expected == given else f"expected {json.dumps(expected)}, given {json.dumps(given)}")


def check_of(name: str, vector: Vector) -> Callable[[Vector], Finding]:
    """Return how the family of a line answers it. Raise NotationError if it is of none."""
    kind = vector.text("kind")
    having = [family for family in FAMILIES if kind in family.checks]
    if not having:
        raise NotationError(f"unknown kind {kind!r}")
    marked = [family for family in having if kind in family.marks and family.marks[kind] in vector]
    named = [family for family in having if family.name.fullmatch(name)]
    for families in (having, marked, named):
        if len(families) == 1:
            return families[0].checks[kind]
    marks = " or ".join(repr(family.marks[kind]) for family in having)
    raise NotationError(f"lines of the kind {kind!r} have {marks}")
