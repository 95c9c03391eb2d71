"""What becomes of the client's answers: the rules say it, unless a case has it otherwise."""

import asyncio
from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from paiju.v1 import referee_pb2

from referee.conformance.sitting import Sitting
from referee.server.item import Told
from referee.server.legal import legal
from referee.server.settings import LIST_MOVES
from referee.server.wire import game as wire_game
from referee.server.wire import player as wire_player
from referee.table.table import Stale
from referee.table.transcript import action_text

Script: TypeAlias = Callable[[referee_pb2.Answer], referee_pb2.Verdict | None]


class Heard(NamedTuple):
    """An answer and what was said to it; nothing if it got lost."""

    answer: referee_pb2.Answer
    verdict: referee_pb2.Verdict | None

    @property
    def will_do(self) -> bool:
        return self.verdict is None or self.verdict.HasField("accepted")

    def __str__(self) -> str:
        """Say what it was and why it did not do."""
        action = wire_player.read_answer(self.answer).action
        what = "a message that makes no sense" if action is None else action_text(action)
        assert self.verdict
        if self.verdict.HasField("refused"):
            return f"{what}: {self.verdict.refused.rule}: {self.verdict.refused.text}"
        return f"{what}: {self.verdict.WhichOneof('verdict')}"


class Judge:
    def __init__(self) -> None:
        self.sittings: dict[str, Sitting] = {}
        """Those that the client has been told of."""
        self.closed: set[str] = set()
        """Tables whose match has ended: what the client still has to say of them is nothing wrong."""
        self.heard: asyncio.Queue[Heard] = asyncio.Queue()
        """Answers that have come, dry runs apart."""
        self.script: Script | None = None
        """Says what becomes of an answer in place of the rules; None from it leaves that to them."""
        self.loses_answers = False
        self.loses_verdicts = False
        self.delay = 0.0
        """Seconds to a verdict."""

    async def verdict(self, answer: referee_pb2.Answer) -> referee_pb2.Verdict | None:
        """Return what is said to an answer; nothing if that, or the answer, is to get lost. A dry run never is."""
        if answer.dry_run:
            return self._ruled(answer)
        verdict = None if self.loses_answers else self._scripted(answer) or self._ruled(answer)
        self.heard.put_nowait(Heard(answer, verdict))
        await asyncio.sleep(self.delay)
        return None if self.loses_verdicts else verdict

    def moves(self, request: referee_pb2.ListMovesRequest) -> referee_pb2.ListMovesResponse | None:
        """List actions of an open decision; nothing if it is not open."""
        sitting = self.sittings.get(request.table)
        if sitting is None or sitting.decision != request.decision_id:
            return None
        _, actions, complete = legal(sitting.table.position, sitting.seat, request.limit or LIST_MOVES)
        return referee_pb2.ListMovesResponse(actions=map(wire_game.action, actions), complete=complete)

    def _scripted(self, answer: referee_pb2.Answer) -> referee_pb2.Verdict | None:
        return self.script(answer) if self.script else None

    def _ruled(self, answer: referee_pb2.Answer) -> referee_pb2.Verdict:
        said = wire_player.read_answer(answer)
        sitting = None if answer.table in self.closed else self.sittings.get(answer.table)
        told = sitting.judge(said) if sitting else Told(answer.table, said.id, Stale("there is no such match", 0))
        verdict = referee_pb2.Verdict()
        wire_player.fill_verdict(verdict, told)
        return verdict
