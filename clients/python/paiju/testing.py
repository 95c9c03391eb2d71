"""Try a bot without a referee: ask it one decision, or all that a recording holds.

What it answers is held against the decision itself, which is all that can be known here: whether a throw stands, or
cards follow suit where `legal` is cut short, is for the rules. Whole deals by the rules are `referee.practice`, in the
distribution `paiju`.

A recording is a file with one `Item` of the protocol a line, in JSON; `referee.practice` makes them of transcripts.
"""

import asyncio
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypeVar

from google.protobuf import json_format

from paiju.bot import Bot
from paiju.cards import text as text_of
from paiju.desk import Desk, action_text, verb_text
from paiju.v1 import game_pb2 as game
from paiju.v1 import referee_pb2 as pb
from paiju.v1.game_pb2 import Action, Decision

M = TypeVar("M", pb.Seated, Decision, pb.Item)


class RefusedError(AssertionError):
    """A bot's action is not allowed.

    `rule` is the name a referee gives, as `follow.suit`; where no referee is, the field of the decision that forbids
    it, as `decision.verbs`.
    """

    def __init__(self, decision: Decision, action: Action, rule: str, text: str) -> None:
        super().__init__(
            f"table {decision.table}, decision {decision.decision_id}: {action_text(action)}: {rule}: {text}; "
            f"for example {action_text(decision.default)} (hand {text_of(decision.view.hand)})"
        )
        self.decision = decision
        self.action = action
        self.rule = rule
        self.text = text


def ask(bot: Bot, decision: Decision | str, seated: pb.Seated | str | None = None) -> Action:
    """Return what a bot answers. Raise RefusedError, and BotError if it fails.

    Text is read as protobuf's JSON. `seated` is what the bot is to find in `tables`; without it, only its seat.
    """
    asked = _message(Decision, decision)
    place = pb.Seated(seat=asked.view.seat)
    if seated is not None:
        place.CopyFrom(_message(pb.Seated, seated))
    place.table = asked.table
    (action,) = play_recording(bot, (pb.Item(seated=place), pb.Item(decision=asked)))
    return action


def play_recording(bot: Bot, recording: Path | str | Iterable[pb.Item]) -> list[Action]:
    """Tell a bot all that a recording holds, and return what it answers. Raise RefusedError, BotError.

    The recording goes on as it was played, whatever the bot answers.
    """
    actions = []
    with asyncio.Runner() as loop:
        player = Player(bot, loop)
        for item in read(recording) if isinstance(recording, Path | str) else recording:
            if item.HasField("decision"):
                actions.append(player.ask(item.decision))
                check(item.decision, actions[-1])
            else:
                player.tell(item)
    return actions


def check(decision: Decision, action: Action) -> None:
    """Raise RefusedError if the decision itself shows that an action is not legal."""
    for rule, problem in _problems(decision, action):
        raise RefusedError(decision, action, rule, problem)


def read(recording: Path | str) -> Iterator[pb.Item]:
    with Path(recording).open(encoding="utf-8") as lines:
        for line in lines:
            yield json_format.Parse(line, pb.Item())


def write(recording: Path | str, items: Iterable[pb.Item]) -> None:
    with Path(recording).open("w", encoding="utf-8") as file:
        file.writelines(json_format.MessageToJson(item, indent=None) + "\n" for item in items)


class Player:
    """A bot in this process, and a loop for those with `async` methods: what it is asked, it answers at once."""

    def __init__(self, bot: Bot, loop: asyncio.Runner) -> None:
        self.desk = Desk(bot)
        self._loop = loop

    def tell(self, item: pb.Item) -> pb.Answer | None:
        """Raise BotError."""
        reply = self.desk.take(item)
        return reply if reply is None or isinstance(reply, pb.Answer) else self._loop.run(reply)

    def ask(self, decision: Decision) -> Action:
        """Raise BotError."""
        answer = self.tell(pb.Item(decision=decision))
        assert answer is not None, "the same decision is still open"
        return answer.action


def _message(kind: type[M], given: M | str) -> M:
    return json_format.Parse(given, kind()) if isinstance(given, str) else given


def _problems(decision: Decision, action: Action) -> Iterator[tuple[str, str]]:
    if action.verb not in decision.verbs:
        yield "decision.verbs", f"the verbs are {', '.join(map(verb_text, decision.verbs))}"
    number = len(action.cards)
    if action.verb in {game.VERB_PASS, game.VERB_WAIT}:
        if number:
            yield "decision.verbs", f"{verb_text(action.verb)} takes no cards"
        return
    if not decision.min_cards <= number <= decision.max_cards:
        yield "decision.max_cards", f"{decision.min_cards} to {decision.max_cards} cards, got {number}"
    missing = Counter(action.cards) - Counter(decision.pool or decision.view.hand)
    if missing:
        yield "decision.pool" if decision.pool else "view.hand", f"there is no {text_of(missing.elements())} in it"
    if decision.legal_complete and not any(_same(action, legal) for legal in decision.legal):
        yield "decision.legal", "it is not listed, and the list is complete"


def _same(one: Action, two: Action) -> bool:
    """Compare without claims: the referee reads what is not said where there is one reading."""
    return one.verb == two.verb and sorted(one.cards) == sorted(two.cards)
