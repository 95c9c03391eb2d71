"""Plays what is missing. One task decides everything; whatever happens elsewhere comes to it through one inbox."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NamedTuple, Protocol, TypeAlias, TypeVar

from tournament.archive import Archive, Kept, digest, transcript_name
from tournament.client import Outcome, Referee, RefereeLostError
from tournament.config import Config
from tournament.crew import Crew, Death
from tournament.errors import TourneyError
from tournament.identity import Lineup
from tournament.ledger import Culprit, Reason, Result
from tournament.pending import Pending
from tournament.schedule import Match
from tournament.seeds import Seeds
from tournament.tables import table

T = TypeVar("T")
News: TypeAlias = Outcome | Death | Exception | None
"""None: look again at what may start."""


BACKLOG = 256
"""Results to be written at which nothing more is started."""


class Observer(Protocol):
    """Is told what happens."""

    def started(self, match: Match) -> None: ...
    def ended(self, result: Result) -> None: ...
    def note(self, text: str) -> None: ...


class Ending(NamedTuple):
    """What is left when a run stops."""

    given_up: int
    """Matches of retired bots and halted pairings, and those void too often."""
    interrupted: int
    """Matches not begun or not ended when somebody stopped the run."""


class Open(NamedTuple):
    match: Match
    players: tuple[str, ...]


@dataclass(eq=False)
class Runner:
    config: Config
    seeds: Seeds
    run: str
    inbox: "asyncio.Queue[News]"
    referee: Referee
    crew: Crew
    archive: Archive
    pending: Pending
    attempts: Counter[str]
    """Void attempts so far, by match."""
    lineups: Mapping[str, Lineup]
    """By team."""
    observers: Sequence[Observer] = ()

    def __post_init__(self) -> None:
        self._coming: dict[str, Open] = {}
        """Matches whose players are being gathered."""
        self._open: dict[str, Open] = {}
        self._ended: asyncio.Queue[Kept | None] = asyncio.Queue()
        """What is to be written; None is the end."""
        self._voids: Counter[str] = Counter()
        """Of this run of the program, by match."""
        self._voids_in_a_row: Counter[tuple[str, str]] = Counter()
        self._given_up = 0
        self._retired = 0
        """Bots retired so far, in the archive too."""
        self._is_draining = False
        self._is_abandoned = False
        self._writer = ThreadPoolExecutor(1, "writer")

    def drain(self) -> None:
        """Start nothing more; `play` returns when what is open has ended."""
        self._is_draining = True
        self.inbox.put_nowait(None)

    def abandon(self) -> None:
        """Have `play` return now; what is open has no result."""
        self._is_abandoned = True
        self.drain()

    async def play(self) -> Ending:
        """Raise TourneyError when the run cannot go on; what has ended is stored."""
        await self.referee.open_run(self.run)
        writing = asyncio.create_task(self._keep())
        writing.add_done_callback(lambda _: self.inbox.put_nowait(None))
        watches = [asyncio.create_task(self._watch(work)) for work in (self._listen, self.crew.look)]
        try:
            await self._write(self.archive.retire, ())  # a run that goes on gives everybody another chance
            await self.crew.admit_remote()
            while await self._start() and not writing.done():
                await self._heed(await self.inbox.get())
                while not self.inbox.empty():
                    await self._heed(self.inbox.get_nowait())
        finally:
            for watch in watches:
                watch.cancel()
            await asyncio.gather(*watches, return_exceptions=True)
            self._ended.put_nowait(None)
            try:
                await writing
            finally:
                self._writer.shutdown()
                await self.crew.disband()
                with suppress(TourneyError):  # it may be gone, and we are leaving
                    await self.referee.close_run(self.run)
        return Ending(self._given_up, len(self.pending) + len(self._coming) + len(self._open))

    async def _watch(self, work: Callable[[], Awaitable[None]]) -> None:
        """Whatever goes wrong elsewhere ends the run: a match whose end nobody hears of would be waited for forever."""
        try:
            await work()
        except Exception as fault:  # noqa: BLE001  # `play` raises it
            self.inbox.put_nowait(fault)

    async def _listen(self) -> None:
        async for outcome in self.referee.results(self.run):
            self.inbox.put_nowait(outcome)
        raise RefereeLostError(f"the referee at {self.referee.address} sends no more results")

    async def _start(self) -> bool:
        """Gather players, and open what they are gathered for. Return whether there is anything to wait for."""
        while self._may_start() and (match := self.pending.take(self.crew.has_room)) is not None:
            self._coming[match.id] = Open(match, await self.crew.seat(match))
        if not self._is_draining:
            await self._open_tables([seated for seated in self._coming.values() if self.crew.is_gathered(seated.match)])
        waits = bool(self._open) or (bool(self._coming or self.pending) and not self._is_draining)
        return waits and not self._is_abandoned

    def _may_start(self) -> bool:
        busy = len(self._coming) + len(self._open)
        has_room = busy < self.config.tournament.concurrency and self._ended.qsize() < BACKLOG
        return has_room and not self._is_draining

    async def _open_tables(self, gathered: Sequence[Open]) -> None:
        if not gathered:
            return
        tables = [table(self.config, self.seeds, match, players) for match, players in gathered]
        await self.referee.open_tables(self.run, tables)
        for seated in gathered:
            self._open[seated.match.id] = self._coming.pop(seated.match.id)
            for observer in self.observers:
                observer.started(seated.match)
            await self.crew.opened(seated.match)

    async def _heed(self, news: News) -> None:
        match news:
            case Outcome():
                await self._end(news)
            case Death():
                await self.crew.bury(news)
            case Exception():
                raise news

    async def _end(self, outcome: Outcome) -> None:
        seated = self._open.pop(outcome.match)
        match = seated.match
        culprit, fault = await self.crew.release(match, outcome)
        result = self._result(outcome, seated, culprit, fault)
        self._ended.put_nowait(Kept(match, result, outcome.transcript, outcome.times))
        if result.is_void:
            self._play_again(match)
        else:
            self._voids_in_a_row[match.a, match.b] = 0
        if culprit is not None or result.is_void:
            await self._give_up()

    def _result(self, outcome: Outcome, seated: Open, culprit: Culprit | None, fault: str) -> Result:
        match = seated.match
        sign = -1 if match.a_side else 1
        is_void = outcome.reason is Reason.VOID
        first, second, third, fourth = seated.players
        return Result(
            match=match.id,
            attempt=self.attempts[match.id],
            round=match.round,
            group=match.group,
            board=match.board,
            sitting=match.sitting,
            a=match.a,
            b=match.b,
            seats=(first, second, third, fourth),
            bots=(*self.lineups[match.a], *self.lineups[match.b]),
            reason=outcome.reason,
            score=sign * outcome.score,
            points=sign * outcome.points,
            deals=outcome.deals,
            finished_at=datetime.now(UTC),
            culprit=culprit,
            fault=fault,
            transcript="" if is_void else transcript_name(match),
            transcript_sha256="" if is_void else digest(outcome.transcript),
            times=outcome.seats,
        )

    def _play_again(self, match: Match) -> None:
        self.attempts[match.id] += 1
        self._voids[match.id] += 1
        self._voids_in_a_row[match.a, match.b] += 1
        if self._voids[match.id] <= self.config.recover.void_retries:
            self.pending.put_back(match)
        else:
            self._given_up += 1

    async def _give_up(self) -> None:
        """Forget what cannot be played any more."""
        if len(self.crew.retired) > self._retired:
            self._retired = len(self.crew.retired)
            await self._write(self.archive.retire, sorted(self.crew.retired))
        removed = self.pending.remove(self._is_off)
        self._given_up += removed
        if removed:
            bots = ", ".join(sorted(self.crew.retired)) or "none"
            self._note(f"{removed} matches stay unplayed; retired bots: {bots}")

    def _is_off(self, match: Match) -> bool:
        is_halted = self._voids_in_a_row[match.a, match.b] >= self.config.recover.halt_after_voids
        return is_halted or self.crew.is_off(match)

    async def _keep(self) -> None:
        """Have the archive keep what has ended, all there is at a time, until the end."""
        batch: list[Kept | None] = []
        while None not in batch:
            batch = [await self._ended.get()]
            while not self._ended.empty():
                batch.append(self._ended.get_nowait())
            whole = [kept for kept in batch if kept is not None]
            await self._write(self.archive.keep, whole)
            for kept in whole:
                self._tell_ended(kept.result)
            self.inbox.put_nowait(None)

    async def _write(self, work: Callable[[T], None], what: T) -> None:
        await asyncio.get_running_loop().run_in_executor(self._writer, work, what)

    def _tell_ended(self, result: Result) -> None:
        for observer in self.observers:
            observer.ended(result)

    def _note(self, text: str) -> None:
        for observer in self.observers:
            observer.note(text)
