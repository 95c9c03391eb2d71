"""Plays cases against a client, several at once, and tells how each went in their order."""

import asyncio
import secrets
import tempfile
import time
import traceback
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TypeAlias

from referee.conformance import program
from referee.conformance.case import Case
from referee.conformance.client import Client, Failed, Skipped
from referee.conformance.program import Program, StartError
from referee.conformance.server import whole
from referee.server.wire.game import WireError

ANY_PORT = "127.0.0.1:0"
PARTING_S = 2.0
Show: TypeAlias = Callable[[str, str], None]


@dataclass(frozen=True, slots=True)
class Plan:
    """How to try a client."""

    command: Sequence[str]
    """What starts it; nothing if somebody does so by hand."""
    patience: float = 20.0
    """Seconds for a start, an answer, an end."""
    jobs: int = 4
    unix: bool = False
    show: Show = print
    """Takes the name of a case and a line: the client's output as it comes, or what is to be done by hand."""


class Mark(StrEnum):
    PASSED = "pass"
    FAILED = "fail"
    SKIPPED = "skip"


@dataclass(frozen=True, slots=True)
class Outcome:
    case: Case
    mark: Mark
    reason: str
    """Why it failed, or was not tried."""
    remarks: tuple[str, ...]
    seconds: float
    output: tuple[str, ...]
    """The last lines of the client."""

    @property
    def passed(self) -> bool:
        return self.mark is Mark.PASSED


async def run(cases: Iterable[Case], plan: Plan, report: Callable[[Outcome], None]) -> bool:
    """Return whether none has failed. Raise StartError, or ServeError without a port."""
    turns = asyncio.Semaphore(plan.jobs if plan.command else 1)
    with tempfile.TemporaryDirectory(prefix="paiju") as folder:
        trial = Trial(plan, Path(folder))

        async def in_turn(case: Case) -> Outcome:
            async with turns:
                return await trial.play(case)

        tasks = [asyncio.create_task(in_turn(case)) for case in cases]
        passed = True
        try:
            for task in tasks:
                outcome = await task
                report(outcome)
                passed = passed and outcome.mark is not Mark.FAILED
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
    return passed


class Trial:
    """One player for all cases; each has a process of its own, and a port unless somebody starts it by hand."""

    def __init__(self, plan: Plan, folder: Path) -> None:
        self.plan = plan
        self.folder = folder
        self.token = secrets.token_hex(32)
        self.token_file = folder / "token"
        self.token_file.touch(mode=0o600)
        self.token_file.write_text(f"{self.token}\n", encoding="ascii")
        self.address = f"unix:{folder}/referee" if plan.unix else ANY_PORT

    async def play(self, case: Case) -> Outcome:
        async def start(address: str) -> Program:
            return await program.start(plan.command, address, self.token_file, lambda line: plan.show(case.name, line))

        plan = self.plan
        client = Client(self.token, self._address(case), start if plan.command else None, plan.patience)
        try:
            await client.port.open()
            self.address = client.port.address
            if client.by_hand:
                plan.show(case.name, f"start it with PAIJU_ADDRESS={self.address} PAIJU_TOKEN_FILE={self.token_file}")
            return await judged(case, client)
        finally:
            await whole(self._part(client))

    @staticmethod
    async def _part(client: Client) -> None:
        """Kill the client; let one that was started by hand end well, to be started anew."""
        if client.program:
            await client.program.kill()
        elif client.stream:
            client.end()
        await client.port.close(PARTING_S if client.by_hand else None)
        client.port.free()

    def _address(self, case: Case) -> str:
        if self.plan.command:
            return f"unix:{self.folder}/{case.name}" if self.plan.unix else ANY_PORT
        return self.address


async def judged(case: Case, client: Client) -> Outcome:
    began = time.monotonic()
    mark, reason = Mark.FAILED, ""
    try:
        await case.play(client)
        mark = Mark.PASSED
    except Failed as failed:
        reason = str(failed)
    except Skipped as why:
        mark, reason = Mark.SKIPPED, str(why)
    except WireError as error:
        reason = f"sent what a referee refuses: {error}"
    except StartError:
        raise
    except Exception as fault:  # noqa: BLE001  # whatever it is, the other cases have nothing to do with it
        at = traceback.extract_tb(fault.__traceback__)[-1]
        reason = f"the case itself broke: {fault!r} at {Path(at.filename).name}:{at.lineno}"
    seconds = time.monotonic() - began
    output = tuple(client.program.lines) if client.program else ()
    return Outcome(case, mark, reason, tuple(client.remarks), seconds, output)
