"""What a bot is: one method. It speaks the messages of `paiju/v1/game.proto`, whose comments are the reference."""

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Iterable, Mapping, Sequence
from typing import ClassVar

from paiju.cards import Card
from paiju.v1 import game_pb2 as pb
from paiju.v1 import referee_pb2


class Bot(ABC):
    """A player. One object plays all tables of its player, so what it remembers it keeps by `decision.table`."""

    legal_limit: ClassVar[int] = 0
    """How many legal actions to be shown in a decision; 0 is the referee's usual number. Few are cheaper."""
    tables: dict[str, referee_pb2.Seated]
    """The open tables: game, options, seat, clocks. Filled in before the first decision of a table."""

    def __init__(self, options: Mapping[str, object]) -> None:
        """Keep the bot's own options, as `brackets.toml` gives them."""
        self.options = options

    @abstractmethod
    def act(self, view: pb.View, decision: pb.Decision) -> pb.Action | Awaitable[pb.Action]:
        """Answer a decision. May be `async`; then decisions of several tables are thought about at once."""

    def refused(self, decision: pb.Decision, refusal: referee_pb2.Refused) -> pb.Action | None:  # noqa: ARG002
        """Answer again after a refusal; None lets the clock run out."""
        return decision.default

    def events(self, table: str, events: Sequence[pb.Event]) -> None:  # noqa: B027  # a bot may leave it out
        """Take what happened since the last call. Events are asked of the referee only if a bot overrides this."""


class BatchBot(Bot):
    """A player that answers many decisions at once, as a neural net does best.

    A batch is whatever is open when the one before is done. Nothing waits to fill it, so at one table it holds one.
    """

    @abstractmethod
    def act_many(
        self, views: Sequence[pb.View], decisions: Sequence[pb.Decision]
    ) -> Sequence[pb.Action] | Awaitable[Sequence[pb.Action]]:
        """Answer decisions of any tables, an action each, in their order. May be `async`."""

    def act(self, view: pb.View, decision: pb.Decision) -> pb.Action | Awaitable[pb.Action]:
        """Answer a batch of one, where decisions come one by one."""
        actions = self.act_many([view], [decision])
        return _only(actions) if isinstance(actions, Awaitable) else actions[0]


async def _only(actions: Awaitable[Sequence[pb.Action]]) -> pb.Action:
    return (await actions)[0]


def play(cards: Iterable[Card]) -> pb.Action:
    return pb.Action(verb=pb.VERB_PLAY, cards=cards)


def passing() -> pb.Action:
    return pb.Action(verb=pb.VERB_PASS)
