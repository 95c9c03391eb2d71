"""Golden files: one JSON object a line, a question about the rules and its answer.

Families use the same kinds for different questions, so each claims its lines by how they are named.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from referee.cards import NotationError
from referee.games.guandan.vectors import CHECKS as GUANDAN
from referee.games.shengji.dagunzi.vectors import CHECKS as DAGUNZI
from referee.games.shengji.vectors import CHECKS as SHENGJI
from referee.games.vector import Finding, Json, Vector

Checks = Mapping[str, Callable[[Vector], Finding]]

FAMILIES: tuple[tuple[re.Pattern[str], Checks], ...] = (
    (re.compile(r"[a-z_]+-\d+"), SHENGJI),
    (re.compile(r"[A-Z]\d+"), GUANDAN),
    (re.compile(r"[a-z]\d+"), DAGUNZI),
)
"""How the lines of each family are named, and its checks by kind."""


class Outcome(NamedTuple):
    """What became of one line. `fault` is empty if it passed."""

    name: str
    fault: str = ""


def golden(paths: Sequence[Path]) -> int:
    """Check golden files; print what failed and a count. Return the exit code."""
    outcomes = list(run(paths))
    failed = [outcome for outcome in outcomes if outcome.fault]
    for outcome in failed:
        print(f"{outcome.name}: {outcome.fault}")  # noqa: T201 - this is the command's answer
    print(f"{len(outcomes) - len(failed)} passed, {len(failed)} failed")  # noqa: T201
    return 1 if failed else 0


def run(paths: Sequence[Path]) -> Iterator[Outcome]:
    """Check each line that is not blank."""
    for path in paths:
        try:
            lines = path.read_text(encoding="utf-8").split("\n")
        except (OSError, UnicodeDecodeError) as fault:
            yield Outcome(str(path), f"cannot be read: {fault}")
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
        expected, given = find(name, vector)
    except Exception as fault:  # noqa: BLE001 - whatever a broken line breaks, it fails and the others are checked
        return Outcome(name, f"{type(fault).__name__}: {fault}")
    return Outcome(name, "" if expected == given else f"expected {json.dumps(expected)}, given {json.dumps(given)}")


def find(name: str, vector: Vector) -> Finding:
    """Let the family that claims a line answer it. Raise NotationError if none does."""
    kind = vector.text("kind")
    for pattern, checks in FAMILIES:
        if pattern.fullmatch(name):
            if kind not in checks:
                raise NotationError(f"unknown kind {kind!r}")
            return checks[kind](vector)
    raise NotationError("no family names its lines like that")
