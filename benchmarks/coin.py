"""A game of one decision, served: `python -m benchmarks.coin FOLDER`."""

import asyncio
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from referee.cards import SEATS, Cards, Rank, Seat, pack
from referee.game import Action, Ask, Event, EventKind, Family, Header, Luck, Phase, Progress, Result, Step, Verb
from referee.server.serve import announce, serve
from referee.server.settings import Settings


@dataclass(frozen=True)
class Start:
    declarer: Seat | None
    levels: tuple[Rank, Rank] = (Rank.TWO, Rank.TWO)
    winner: int | None = None


@dataclass(frozen=True)
class Toss:
    """The first seat may pass; then the coin of its board falls."""

    seat: Seat
    result: Result | None = None

    @property
    def to_act(self) -> frozenset[Seat]:
        return frozenset() if self.result else frozenset({self.seat})

    def ask(self, seat: Seat) -> Ask:  # noqa: ARG002 - only one is asked
        return Ask((Verb.PASS,), 0, 0, complete=True)

    def moves(self, seat: Seat) -> Iterator[Action]:  # noqa: ARG002
        yield Action(Verb.PASS)

    def act(self, seat: Seat, action: Action) -> Step:  # noqa: ARG002
        score = 1 if seat % 2 else -1
        result = Result(score, score, Start(seat))
        return Step(Toss(seat, result), (Event(EventKind.DEAL_ENDED, result=result, phase=Phase.OVER),))


@dataclass(frozen=True)
class Coin:
    name: str = "coin"
    max_score: int = 1

    @property
    def options(self) -> Mapping[str, str]:
        return {}

    def pack(self) -> Cards:
        return pack(1)

    def start(self) -> Start:
        return Start(None)

    def board(self, number: int) -> Start:
        return Start(SEATS[number % 4])

    def parse(self, text: str) -> Start:  # noqa: ARG002 - nobody reads it back
        return Start(None)

    def deal(self, progress: Progress, luck: Luck) -> Step:  # noqa: ARG002 - there are no cards
        seat = progress.declarer or SEATS[0]
        header = Header(progress.levels, Rank.TWO, seat)
        return Step(Toss(seat), (Event(EventKind.DEAL_STARTED, header=header, phase=Phase.DEAL),))


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    settings = Settings(f"unix:{folder}/players.sock", f"unix:{folder}/admin.sock", (folder / "secret").read_text())
    asyncio.run(serve({"coin": Family("coin", 1, (), lambda _: Coin())}, settings, announce))
