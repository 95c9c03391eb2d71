"""From what the referee says to what the bot answers, without any network."""

import logging
from collections.abc import Awaitable, Coroutine, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from inspect import isawaitable
from typing import TypeAlias, TypeVar

from google.protobuf.descriptor import EnumDescriptor

from paiju.bot import BatchBot, Bot
from paiju.cards import text
from paiju.errors import BotError
from paiju.v1 import referee_pb2 as pb
from paiju.v1.game_pb2 import Action, Decision, Verb

log = logging.getLogger("paiju")

STALE = "stale"
"""In place of a rule, for an answer that is none to this decision."""

T = TypeVar("T")
Reply: TypeAlias = T | Coroutine[None, None, T]
"""Something, or from an `async` bot what is awaited to have it."""


@dataclass(slots=True, eq=False)
class Asked:
    """A decision the bot has been given, until it is closed.

    `action` is absent while the bot thinks, and when it was refused and the bot has no other.
    """

    decision: Decision
    action: Action | None = None


class Desk:
    """One player's desk: what lies open there, and the bot that sits at it."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.settings = pb.StreamSettings(
            views=pb.VIEWS_ON_DECISION,
            legal_limit=bot.legal_limit,
            without_events=type(bot).events is Bot.events,
        )
        self.asked: dict[tuple[str, int], Asked] = {}
        bot.tables = {}

    def answers(self, items: Iterable[pb.Item]) -> Iterator[pb.Answer]:
        """Take items in for a bot with plain methods, and yield each answer as soon as there is one.

        A BatchBot is given all of them at once. Raise what `take` raises.
        """
        if isinstance(self.bot, BatchBot):
            ready, asked = self.sort(items)
            yield from ready
            yield from _plain(self.think_many(asked))
        else:
            for item in items:
                if (reply := self.take(item)) is not None:
                    yield _plain(reply)

    def take(self, item: pb.Item) -> Reply[pb.Answer] | None:
        """Take one item in. Raise BotError from whatever the bot raised."""
        found = self.look(item)
        return self.think(found) if isinstance(found, Asked) else found

    def sort(self, items: Iterable[pb.Item]) -> tuple[list[pb.Answer], list[Asked]]:
        """Take items in; return answers that are ready, and the batch to think about: what is still open after them."""
        found = [self.look(item) for item in items]
        ready = [answer for answer in found if isinstance(answer, pb.Answer)]
        return ready, [asked for asked in found if isinstance(asked, Asked) and self.asked.get(_key(asked)) is asked]

    def look(self, item: pb.Item) -> Asked | pb.Answer | None:
        """Take one item in; return what is to be thought about, or an answer that is ready."""
        match item.WhichOneof("item"):
            case "decision":
                return self._ask(item.decision)
            case "verdict":
                return self._judge(item.verdict)
            case "events":
                self._tell(item.events)
            case "seated":
                log.info("table %s: seat %d, %s", item.seated.table, item.seated.seat, item.seated.game)
                self.bot.tables[item.seated.table] = item.seated
            case "ended":
                log.info("table %s: %s", item.ended.table, _end(item.ended))
                self._clear(item.ended.table)
        return None

    def think(self, asked: Asked) -> Reply[pb.Answer]:
        with _blaming(asked):
            action = self.bot.act(asked.decision.view, asked.decision)
            return self._later(asked, action) if isawaitable(action) else self._settle(asked, action)

    def think_many(self, asked: Sequence[Asked]) -> Reply[list[pb.Answer]]:
        """Give a batch to a BatchBot, unless it is empty."""
        assert isinstance(self.bot, BatchBot)
        if not asked:
            return []
        decisions = [each.decision for each in asked]
        with _blaming(*asked):
            actions = self.bot.act_many([decision.view for decision in decisions], decisions)
            return self._later_all(asked, actions) if isawaitable(actions) else self._settle_all(asked, actions)

    async def _later(self, asked: Asked, action: Awaitable[Action]) -> pb.Answer:
        with _blaming(asked):
            return self._settle(asked, await action)

    async def _later_all(self, asked: Sequence[Asked], actions: Awaitable[Sequence[Action]]) -> list[pb.Answer]:
        with _blaming(*asked):
            return self._settle_all(asked, await actions)

    def _settle_all(self, asked: Sequence[Asked], actions: Sequence[Action]) -> list[pb.Answer]:
        if len(actions) != len(asked):
            raise TypeError(f"act_many gave {len(actions)} actions for {len(asked)} decisions")
        return [self._settle(each, action) for each, action in zip(asked, actions, strict=True)]

    def _settle(self, asked: Asked, action: Action) -> pb.Answer:
        if not isinstance(action, Action):
            raise TypeError(f"act gave {action!r}, which is no Action")
        asked.action = action
        if log.isEnabledFor(logging.DEBUG):
            log.debug("%s: %s", _name(asked.decision), action_text(action))
        return _answer(asked.decision, action)

    def _ask(self, decision: Decision) -> Asked | pb.Answer | None:
        key = decision.table, decision.decision_id
        if (known := self.asked.get(key)) is not None:
            # Asked again after a lost connection: the bot still thinks, or the answer was lost.
            return _answer(known.decision, known.action) if known.action is not None else None
        asked = self.asked[key] = Asked(decision)
        return asked

    def _judge(self, verdict: pb.Verdict) -> pb.Answer | None:
        key = verdict.table, verdict.decision_id
        if (asked := self.asked.get(key)) is None:
            return None
        if (refusal := _refusal(verdict, asked.decision)) is None:
            del self.asked[key]
            _note(verdict)
            return None
        _report(asked, refusal)
        asked.action = None  # not to be sent again after a loss
        with _blaming(asked):
            action = self.bot.refused(asked.decision, refusal)
            return None if action is None else self._settle(asked, action)

    def _tell(self, events: pb.TableEvents) -> None:
        try:
            self.bot.events(events.table, events.events)
        except Exception as error:
            raise BotError(f"table {events.table}: the bot failed on its events") from error

    def _clear(self, table: str) -> None:
        self.bot.tables.pop(table, None)
        for key in [key for key in self.asked if key[0] == table]:
            del self.asked[key]


def _plain(reply: Reply[T]) -> T:
    if isinstance(reply, Coroutine):
        reply.close()
        raise TypeError("act gave something to await: here it must be a plain function, elsewhere an async one")
    return reply


def _key(asked: Asked) -> tuple[str, int]:
    return asked.decision.table, asked.decision.decision_id


def _answer(decision: Decision, action: Action) -> pb.Answer:
    return pb.Answer(table=decision.table, decision_id=decision.decision_id, action=action)


@contextmanager
def _blaming(*asked: Asked) -> Iterator[None]:
    """Say which decisions the bot failed on."""
    try:
        yield
    except Exception as error:
        others = f" and {len(asked) - 1} others" if len(asked) > 1 else ""
        raise BotError(f"{_name(asked[0].decision)}{others}: the bot failed") from error


def _refusal(verdict: pb.Verdict, decision: Decision) -> pb.Refused | None:
    """Return why an answer did not do, if its decision is still open: refused, or a verb of another phase."""
    if verdict.HasField("refused"):
        return verdict.refused
    if verdict.HasField("stale") and verdict.stale.open_decision_id == decision.decision_id:
        return pb.Refused(rule=STALE, text=verdict.stale.text, example=decision.default)
    return None


def action_text(action: Action) -> str:
    """Return an action as logs show it: `play 5h 5h`."""
    return f"{verb_text(action.verb)} {text(action.cards)}".rstrip()


def verb_text(verb: int) -> str:
    return _word(Verb.DESCRIPTOR, verb)


def _word(enum: EnumDescriptor, number: int) -> str:
    """Return the name of a value as people say it; a newer referee may have some that are not known here."""
    value = enum.values_by_number.get(number)
    prefix = enum.values[0].name.removesuffix("UNSPECIFIED")
    return str(number) if value is None else value.name.removeprefix(prefix).lower().replace("_", " ")


def _name(decision: Decision) -> str:
    return f"table {decision.table}, decision {decision.decision_id}"


def _end(ended: pb.MatchEnded) -> str:
    return f"{_word(pb.EndReason.DESCRIPTOR, ended.reason)}, score {ended.score:+}"


def _note(verdict: pb.Verdict) -> None:
    """Log what became of a decision, if it was not simply done."""
    if verdict.HasField("defaulted"):
        log.warning(
            "table %s, decision %d: %s was played for you: strike %d of %d",
            verdict.table,
            verdict.decision_id,
            action_text(verdict.defaulted.action),
            verdict.defaulted.strikes,
            verdict.defaulted.max_strikes,
        )


def _report(asked: Asked, refusal: pb.Refused) -> None:
    action = action_text(asked.action) if asked.action else "an answer"
    advice = f"{refusal.text}; for example {action_text(refusal.example)}"
    if refusal.rule == STALE:  # costs no try
        told = f"stale {action}: {advice}"
    else:
        told = f"refused {action}: {refusal.rule}: {advice} (tries left: {refusal.tries_left})"
    log.warning("%s: %s", _name(asked.decision), told)
