"""What `referee conformance` does."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from shutil import which
from typing import NamedTuple, TypeAlias

from referee.conformance import verdict
from referee.conformance.case import Case
from referee.conformance.cases import CASES
from referee.conformance.program import StartError
from referee.conformance.run import Outcome, Plan
from referee.conformance.run import run as play
from referee.server.serve import ServeError

Tell: TypeAlias = Callable[[str], None]


class ConformanceError(Exception):
    """Why nothing can be tried, and what would do."""


class Wishes(NamedTuple):
    """The options of the command."""

    command: Sequence[str]
    by_hand: bool
    cases: Sequence[str]
    patience: float
    jobs: int
    unix: bool
    verbose: bool
    as_json: bool


def listed(wishes: Wishes, tell: Tell) -> None:
    """Raise ConformanceError."""
    for case in chosen(wishes.cases, CASES):
        tell(f"{case.name}: {case.says}")


def run(wishes: Wishes, tell: Tell) -> bool:
    """Return whether the client has passed. Raise ConformanceError."""
    if bool(wishes.command) == wishes.by_hand:
        raise ConformanceError("give what starts the client after `--`, or --by-hand")
    if wishes.command and wishes.command[0] != "python" and which(wishes.command[0]) is None:
        raise ConformanceError(f"there is no program {wishes.command[0]}")
    cases = chosen(wishes.cases, CASES)
    outcomes: list[Outcome] = []

    def report(outcome: Outcome) -> None:
        outcomes.append(outcome)
        tell(verdict.as_json(outcome) if wishes.as_json else "\n".join(verdict.lines(outcome)))

    def show(name: str, line: str) -> None:
        if wishes.verbose or wishes.by_hand:
            tell(f"{name} | {line}")

    plan = Plan(wishes.command, wishes.patience, wishes.jobs, wishes.unix, show)
    try:
        passed = asyncio.run(play(cases, plan, report))
    except (StartError, ServeError) as error:
        raise ConformanceError(str(error)) from None
    if not wishes.as_json:
        tell(verdict.summary(outcomes))
    return passed


def chosen(names: Sequence[str], cases: Mapping[str, Case]) -> list[Case]:
    """Return the cases of these names, or all. Raise ConformanceError."""
    for name in names:
        if name not in cases:
            raise ConformanceError(f"there is no case {name}; --list tells them")
    return [case for case in cases.values() if not names or case.name in names]
