"""The client under test as a case sees it: what it is told, what it does, and what it should have done."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import NamedTuple, TypeAlias, TypeVar

from paiju.v1 import referee_pb2

from referee.conformance.program import Program
from referee.conformance.server import Port, ScriptedReferee, Status, Stream, messages
from referee.conformance.sitting import Choice, Sitting
from referee.server.item import Item, Told
from referee.server.settings import LIST_MOVES
from referee.server.wire import game as wire_game
from referee.server.wire import player as wire_player
from referee.table.table import Stale
from referee.table.transcript import action_text

T = TypeVar("T")
Start: TypeAlias = Callable[[str], Coroutine[None, None, Program | None]]
Script: TypeAlias = Callable[[referee_pb2.Answer], referee_pb2.Verdict | None]

QUIET_S = 5.0
"""A client that nobody sees, being started by hand, has ended when it has not called for so long."""


class Failed(Exception):  # noqa: N818  # a verdict about the client, no error
    """What the client did wrong."""


class Skipped(Exception):  # noqa: N818
    """Why a case cannot be tried."""


class Heard(NamedTuple):
    """An answer and what was said to it; nothing if it got lost."""

    answer: referee_pb2.Answer
    verdict: referee_pb2.Verdict | None


class Client:
    """Starts when a case first waits for it."""

    def __init__(self, token: str, address: str, start: Start, patience: float) -> None:
        self.referee = ScriptedReferee(token, self._judge, self._moves)
        self.port = Port(self.referee, address)
        self.patience = patience
        self.remarks: list[str] = []
        self.program: Program | None = None
        self.started = False
        self.stream: Stream | None = None
        self.script: Script | None = None
        """Says what becomes of an answer in place of the rules; None from it leaves that to them."""
        self.loses_answers = False
        self.verdict_delay = 0.0
        self._start = start
        self._sittings: dict[str, Sitting] = {}
        self._told: set[str] = set()
        """Tables it has heard of on any stream."""
        self._open: set[str] = set()
        """Tables it has heard of on this stream."""
        self._asked: dict[str, int] = {}
        self._heard: asyncio.Queue[Heard] = asyncio.Queue()

    @property
    def by_hand(self) -> bool:
        """Nobody sees its process."""
        return self.started and self.program is None

    async def hello(self) -> referee_pb2.HelloRequest:
        return await self.expect(self.referee.hellos.get(), "said hello")

    async def attached(self, within: float | None = None) -> Stream:
        """Wait for its next stream."""
        self.stream = await self.expect(self.referee.streams.get(), "opened a stream with Listen or Play", within)
        self._open.clear()
        return self.stream

    def send(self, *items: referee_pb2.Item) -> None:
        assert self.stream
        self.stream.send(items)

    def say(self, *items: Item) -> None:
        self.send(*messages(items))

    async def ask(self, *sittings: Sitting, choice: Choice | None = None) -> None:
        """Put the open decisions of some tables into one frame, after all it has not been told of them."""
        self.send(*messages([item for sitting in sittings for item in await self.asking(sitting, choice)]))

    async def asking(self, sitting: Sitting, choice: Choice | None = None) -> list[Item]:
        """Return what leads to an open decision, and the decision."""
        items = await self.telling(sitting)
        assert self.stream
        self._asked[sitting.name] = sitting.decision
        return [*items, sitting.asked(self.stream.manners, choice)]

    async def telling(self, sitting: Sitting) -> list[Item]:
        """Return what it has not been told of a table; on a new stream that begins with who sits there."""
        stream = self.stream or await self.attached()
        self._sittings[sitting.name] = sitting
        news = sitting.news()
        items: list[Item] = []
        if sitting.name not in self._open:
            items.append(sitting.seated())
            if sitting.decision > 1 or sitting.name in self._told:
                items.append(sitting.view())
            news = news._replace(events=sitting.sight.since(stream.seen.get(sitting.name, 0)))
        self._open.add(sitting.name)
        self._told.add(sitting.name)
        return [*items, news] if news.events and stream.manners.events else items

    async def answers(self, *sittings: Sitting) -> dict[str, Heard]:
        """Wait for a legal answer to the open decision of each table, in any order."""
        found: dict[str, Heard] = {}
        missing = {sitting.name: self._asked[sitting.name] for sitting in sittings}
        while missing:
            name, decision = next(iter(missing.items()))
            heard = await self.heard(f"answered decision {decision} of table {name}")
            if heard.verdict is None or not heard.verdict.duplicate:
                self._check(heard, missing)
                found[heard.answer.table] = heard
                del missing[heard.answer.table]
        return found

    async def answer(self, sitting: Sitting) -> Heard:
        return (await self.answers(sitting))[sitting.name]

    async def heard(self, what: str, within: float | None = None) -> Heard:
        """Wait for the next answer, dry runs apart."""
        while (heard := await self.expect(self._heard.get(), what, within)).answer.dry_run:
            pass
        return heard

    async def play(self, *sittings: Sitting) -> None:
        """Play matches to their ends."""
        going = [sitting for sitting in sittings if not sitting.over]
        while going:
            await self.ask(*going)
            await self.answers(*going)
            for sitting in going:
                sitting.go_on()
            for sitting in [sitting for sitting in going if sitting.over]:
                self.say(*await self.telling(sitting), sitting.ended())
            going = [sitting for sitting in going if not sitting.over]

    def end(self, status: Status | None = None) -> None:
        """End its stream, in good order or with a status."""
        assert self.stream
        self.stream.end(status)
        self.stream = None

    async def leaves(self) -> None:
        """Wait for it to end well."""
        code = await self.exit()
        if code:
            raise Failed(f"ended with exit code {code}, expected 0")

    async def gives_up(self, usual: int, within: float | None = None) -> None:
        """Wait for it to end with a message and an exit code that is not 0."""
        code = await self.exit(within)
        if code == 0:
            raise Failed("ended with exit code 0, expected another: a script could not tell that it failed")
        if self.program and not self.program.errors:
            raise Failed(f"ended with exit code {code} and said nothing on standard error")
        if code not in (None, usual):
            self.remarks.append(f"exit code {code}; the clients of this project say {usual}")

    async def exit(self, within: float | None = None) -> int | None:
        """Wait for its end and return the exit code, which nobody knows of a client started by hand."""
        await self._be_started()
        if self.program is None:
            await self._quiet()
            return None
        seconds = self.patience if within is None else within
        done, _ = await asyncio.wait((self.program.ended,), timeout=seconds)
        if not done:
            raise Failed(f"had not ended after {seconds:g} s")
        return self.program.code

    async def expect(self, coming: Awaitable[T], what: str, within: float | None = None) -> T:
        """Wait for something it is to have done. Raise Failed."""
        await self._be_started()
        task = asyncio.ensure_future(coming)
        ended = {self.program.ended} if self.program else set()
        seconds = self.patience if within is None else within
        await asyncio.wait({task, *ended}, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            return task.result()
        task.cancel()
        if self.program and self.program.code is not None:
            raise Failed(f"ended with exit code {self.program.code} before it had {what}")
        raise Failed(f"had not {what} after {seconds:g} s")

    async def stays_away(self, seconds: float) -> None:
        """Fail if it opens another stream within so many seconds. It may end meanwhile."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self.referee.streams.get(), seconds)
            raise Failed("opened a stream again")

    async def stays(self, seconds: float, what: str) -> None:
        """Fail if it ends within so many seconds."""
        await self._be_started()
        if self.program and (await asyncio.wait((self.program.ended,), timeout=seconds))[0]:
            raise Failed(f"ended with exit code {self.program.code} {what}")

    async def _be_started(self) -> None:
        if not self.started:
            self.started = True
            self.program = await self._start(self.port.address)

    async def _quiet(self) -> None:
        calls = -1
        while calls != len(self.referee.calls) or not calls:
            calls = len(self.referee.calls)
            await asyncio.sleep(QUIET_S)

    async def _judge(self, answer: referee_pb2.Answer) -> referee_pb2.Verdict | None:
        verdict = None if self.loses_answers else self._verdict(answer)
        self._heard.put_nowait(Heard(answer, verdict))
        await asyncio.sleep(self.verdict_delay)
        return verdict

    def _verdict(self, answer: referee_pb2.Answer) -> referee_pb2.Verdict:
        if self.script and (scripted := self.script(answer)) is not None:
            return scripted
        said = wire_player.read_answer(answer)
        sitting = self._sittings.get(answer.table)
        told = sitting.judge(said) if sitting else Told(answer.table, said.id, Stale("there is no such table", 0))
        verdict = referee_pb2.Verdict()
        wire_player.fill_verdict(verdict, told)
        return verdict

    def _moves(self, request: referee_pb2.ListMovesRequest) -> referee_pb2.ListMovesResponse:
        sitting = self._sittings.get(request.table)
        if sitting is None or sitting.decision != request.decision_id:
            return referee_pb2.ListMovesResponse()
        limit = request.limit or LIST_MOVES
        actions = sitting.actions(lambda _: True, limit)
        return referee_pb2.ListMovesResponse(actions=map(wire_game.action, actions))

    @staticmethod
    def _check(heard: Heard, missing: dict[str, int]) -> None:
        """Raise Failed unless it is a legal answer to one of these."""
        answer = heard.answer
        if answer.table not in missing:
            raise Failed(f"sent an answer for table {answer.table}, expected {' or '.join(missing)}")
        expected = missing[answer.table]
        if answer.decision_id != expected:
            raise Failed(f"sent decision_id {answer.decision_id} of table {answer.table}, expected {expected}")
        if heard.verdict is not None and not heard.verdict.HasField("accepted"):
            raise Failed(f"answered decision {expected} of table {answer.table} with {said(heard)}")


def said(heard: Heard) -> str:
    """Say what an answer was and why it did not do."""
    action = wire_player.read_answer(heard.answer).action
    what = "a message that makes no sense" if action is None else action_text(action)
    assert heard.verdict
    if heard.verdict.HasField("refused"):
        return f"{what}: {heard.verdict.refused.rule}: {heard.verdict.refused.text}"
    return f"{what}: {heard.verdict.WhichOneof('verdict')}"


def now() -> float:
    return time.monotonic()
