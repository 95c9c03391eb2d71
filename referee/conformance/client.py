"""The client under test as a case sees it: what it is told, what it does, and what it should have done."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from signal import Signals
from typing import TypeAlias, TypeVar

from paiju.v1 import referee_pb2

from referee.conformance.judge import Heard, Judge
from referee.conformance.program import Program
from referee.conformance.server import Port, ScriptedReferee, Status, Stream
from referee.conformance.sitting import Sitting
from referee.server.item import Item, Over, TableEvents
from referee.server.legal import Choice
from referee.server.listener import message
from referee.table.match import Ended

T = TypeVar("T")
Start: TypeAlias = Callable[[str], Coroutine[None, None, Program]]


class Failed(Exception):  # noqa: N818  # a verdict about the client, no error
    """What the client did wrong."""


class Skipped(Exception):  # noqa: N818
    """Why a case cannot be tried."""


class Client:
    """Starts when a case first waits for it; by hand, if nothing is given to start it."""

    def __init__(self, token: str, address: str, start: Start | None, patience: float) -> None:
        self.judge = Judge()
        self.referee = ScriptedReferee(token, self.judge)
        self.port = Port(self.referee, address)
        self.patience = patience
        self.remarks: list[str] = []
        self.by_hand = start is None
        """Nobody sees its process."""
        self.program: Program | None = None
        self.stream: Stream | None = None
        self._start = start
        self._open: set[str] = set()
        """Tables it has heard of on this stream."""
        self._asked: dict[str, int] = {}

    @property
    def wants_events(self) -> bool:
        return self.stream is not None and self.stream.manners.events

    async def hello(self) -> referee_pb2.HelloRequest:
        return await self.expect(self.referee.hellos.get, "said hello")

    async def attached(self) -> Stream:
        """Wait for its next stream."""
        opened = "opened a stream with Listen or Play"
        while (stream := await self.expect(self.referee.streams.get, opened)).closed.is_set():
            pass
        self.stream = stream
        self._open.clear()
        return stream

    def send(self, *items: referee_pb2.Item) -> None:
        assert self.stream
        self.stream.send(items)

    def say(self, *items: Item) -> None:
        self.send(*map(message, items))

    async def ask(self, *sittings: Sitting, choice: Choice = iter) -> None:
        """Put the open decisions of some tables into one frame, after all it has not been told of them."""
        if self.stream is None:
            await self.attached()
        self.say(*[item for sitting in sittings for item in self.asking(sitting, choice)])

    def asking(self, sitting: Sitting, choice: Choice = iter) -> list[Item]:
        """Return what leads to an open decision, and the decision."""
        assert self.stream
        self._asked[sitting.name] = sitting.decision
        return [*self.telling(sitting), sitting.asked(self.stream.manners, choice)]

    def telling(self, sitting: Sitting) -> list[Item]:
        """Return what it has not been told of a table; on a new stream that begins with who sits there."""
        assert self.stream
        name = sitting.name
        is_known = name in self.judge.sittings
        self.judge.sittings[name] = sitting
        news = sitting.news()
        items: list[Item] = []
        if name not in self._open:
            items.append(sitting.seated())
            if sitting.decision > 1 or is_known:
                items.append(sitting.view())
            news = TableEvents(name, sitting.sight.since(self.stream.seen.get(name, 0)))
        self._open.add(name)
        return [*items, news] if news.events and self.stream.manners.events else items

    async def answers(self, *sittings: Sitting) -> dict[str, Heard]:
        """Wait for a legal answer to the open decision of each table, in any order."""
        found: dict[str, Heard] = {}
        missing = {sitting.name: self._asked[sitting.name] for sitting in sittings}
        while missing:
            name, decision = next(iter(missing.items()))
            heard = await self.heard(f"answered decision {decision} of table {name}")
            if heard.answer.table not in self.judge.closed and not (heard.verdict and heard.verdict.duplicate):
                self._check(heard, missing)
                found[heard.answer.table] = heard
                del missing[heard.answer.table]
        return found

    async def answer(self, sitting: Sitting) -> Heard:
        return (await self.answers(sitting))[sitting.name]

    async def heard(self, what: str) -> Heard:
        """Wait for the next answer."""
        return await self.expect(self.judge.heard.get, what)

    async def may_answer(self, within: float) -> Heard | None:
        """Wait whether it answers within so many seconds. Raise Failed if it ends."""
        heard = asyncio.ensure_future(self.judge.heard.get())
        if await self._sees(heard, within):
            return heard.result()
        heard.cancel()
        await self.stays(0, "after a refusal")
        return None

    def close(self, sitting: Sitting, ended: Ended) -> None:
        """End a match; an answer may be on its way."""
        self.judge.closed.add(sitting.name)
        self.say(Over(sitting.name, ended, sitting.seat))

    async def play(self, *sittings: Sitting) -> None:
        """Play matches to their ends."""
        going = [sitting for sitting in sittings if not sitting.over]
        while going:
            await self.ask(*going)
            await self.answers(*going)
            for sitting in going:
                sitting.go_on()
            for sitting in [sitting for sitting in going if sitting.over]:
                self.say(*self.telling(sitting), sitting.ended())
            going = [sitting for sitting in going if not sitting.over]

    def end(self, status: Status | None = None) -> None:
        """End its stream, in good order or with a status."""
        assert self.stream
        self.stream.end(status)
        self.stream = None

    async def break_off(self) -> None:
        """Go away without a word: all its connections break, and nobody is at the address."""
        await self.port.close()
        self.stream = None

    async def leaves(self) -> None:
        """Wait for it to end well."""
        code = await self.exit()
        if code:
            raise Failed(f"{how(code)}, expected 0")

    async def gives_up(self, usual: int, within: float | None = None) -> None:
        """Wait for it to end with a message and an exit code that is not 0."""
        code = await self.exit(within)
        if code == 0:
            raise Failed(f"{how(code)}, expected another: a script could not tell that it failed")
        assert self.program
        if self.port.is_open and not self.referee.calls:
            raise Failed(f"{how(code)} before it had called the referee")
        if not self.program.errors:
            raise Failed(f"{how(code)} and said nothing on standard error")
        if code != usual:
            self.remarks.append(f"exit code {code}; the clients of this project say {usual}")

    async def exit(self, within: float | None = None) -> int:
        """Wait for its end and return the exit code. Raise Skipped if it was started by hand."""
        if self.by_hand:
            raise Skipped("nobody sees how a client ends that was started by hand")
        await self._be_started()
        assert self.program
        seconds = self.patience if within is None else within
        if not (await asyncio.wait((self.program.ended,), timeout=seconds))[0]:
            raise Failed(f"had not ended after {seconds:g} s")
        code = self.program.ended.result()
        if code < 0:
            raise Failed(how(code))
        return code

    async def expect(self, coming: Callable[[], Awaitable[T]], what: str) -> T:
        """Wait for something it is to have done. Raise Failed."""
        await self._be_started()
        task = asyncio.ensure_future(coming())
        if await self._sees(task, self.patience):
            return task.result()
        task.cancel()
        if self.program and self.program.code is not None:
            raise Failed(f"{how(self.program.code)} before it had {what}")
        left = "left its stream and " if self.stream and self.stream.closed.is_set() else ""
        raise Failed(f"{left}had not {what} after {self.patience:g} s")

    async def stays_away(self, seconds: float) -> None:
        """Fail if it opens another stream within so many seconds. It may end meanwhile."""
        if self.by_hand:
            raise Skipped("a client that was started by hand may be started again")
        stream = asyncio.ensure_future(self.referee.streams.get())
        if await self._sees(stream, seconds):
            raise Failed("opened a stream again")
        stream.cancel()

    async def stays(self, seconds: float, what: str) -> None:
        """Fail if it ends within so many seconds."""
        await self._be_started()
        await self._sees(asyncio.get_running_loop().create_future(), seconds)
        if self.program and self.program.code is not None:
            raise Failed(f"{how(self.program.code)} {what}")

    async def _sees(self, coming: asyncio.Future[T], seconds: float) -> bool:
        """Wait for something; return whether it came before the client ended and time was up."""
        awaited: set[asyncio.Future[T] | asyncio.Future[int]] = {coming}
        if self.program:
            awaited.add(self.program.ended)
        await asyncio.wait(awaited, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        return coming.done()

    async def _be_started(self) -> None:
        if self._start is None:
            await self.referee.called.wait()
        elif self.program is None:
            self.program = await self._start(self.port.address)

    @staticmethod
    def _check(heard: Heard, missing: dict[str, int]) -> None:
        """Raise Failed unless it is a legal answer to one of these."""
        answer = heard.answer
        if answer.table not in missing:
            raise Failed(f"sent an answer for table {answer.table}, expected {' or '.join(missing)}")
        expected = missing[answer.table]
        if answer.decision_id != expected:
            raise Failed(f"sent decision_id {answer.decision_id} of table {answer.table}, expected {expected}")
        if not heard.will_do:
            raise Failed(f"answered decision {expected} of table {answer.table} with {heard}")


def how(code: int) -> str:
    """Say how a process ended."""
    return f"ended with exit code {code}" if code >= 0 else f"was ended by {Signals(-code).name}"
