"""From what the referee says to what the bot answers, without any network."""

import logging
from collections.abc import Awaitable, Coroutine
from dataclasses import dataclass
from inspect import isawaitable
from typing import TypeAlias

from paiju.bot import Bot
from paiju.cards import text
from paiju.errors import BotError
from paiju.v1 import referee_pb2 as pb
from paiju.v1.game_pb2 import Action, Decision

log = logging.getLogger("paiju")

Reply: TypeAlias = pb.Answer | Coroutine[None, None, pb.Answer]


@dataclass(slots=True)
class Asked:
    """A decision the bot has been given, until its verdict; `action` is absent while it thinks."""

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

    def answer(self, item: pb.Item) -> pb.Answer | None:
        """Take one item in for a bot with a plain `act`. Raise what `take` raises."""
        reply = self.take(item)
        if reply is None or isinstance(reply, pb.Answer):
            return reply
        reply.close()
        raise TypeError("act gave something to await: here it must be a plain function, elsewhere an async one")

    def take(self, item: pb.Item) -> Reply | None:
        """Take one item in. Raise BotError from whatever the bot raised."""
        match item.WhichOneof("item"):
            case "decision":
                return self._ask(item.decision)
            case "verdict":
                return self._judge(item.verdict)
            case "events":
                self._tell(item.events)
            case "seated":
                self.bot.tables[item.seated.table] = item.seated
            case "ended":
                self._clear(item.ended.table)
        return None

    def _ask(self, decision: Decision) -> Reply | None:
        key = decision.table, decision.decision_id
        if (known := self.asked.get(key)) is not None:
            # Asked again after a lost connection: the bot still thinks, or the answer was lost.
            return _answer(known.decision, known.action) if known.action is not None else None
        asked = self.asked[key] = Asked(decision)
        try:
            action = self.bot.act(decision.view, decision)
            return self._later(asked, action) if isawaitable(action) else self._settle(asked, action)
        except Exception as error:
            raise _failed(decision) from error

    async def _later(self, asked: Asked, action: Awaitable[Action]) -> pb.Answer:
        try:
            return self._settle(asked, await action)
        except Exception as error:
            raise _failed(asked.decision) from error

    def _settle(self, asked: Asked, action: Action) -> pb.Answer:
        if not isinstance(action, Action):
            raise TypeError(f"act gave {action!r}, which is no Action")
        asked.action = action
        return _answer(asked.decision, action)

    def _judge(self, verdict: pb.Verdict) -> pb.Answer | None:
        key = verdict.table, verdict.decision_id
        if (asked := self.asked.get(key)) is None:
            return None
        if (refusal := _refusal(verdict, asked.decision)) is None:
            del self.asked[key]
            return None
        _report(asked, refusal)
        try:
            action = self.bot.refused(asked.decision, refusal)
            return None if action is None else self._settle(asked, action)
        except Exception as error:
            raise _failed(asked.decision) from error

    def _tell(self, events: pb.TableEvents) -> None:
        try:
            self.bot.events(events.table, events.events)
        except Exception as error:
            raise BotError(f"table {events.table}: the bot failed on its events") from error

    def _clear(self, table: str) -> None:
        self.bot.tables.pop(table, None)
        for key in [key for key in self.asked if key[0] == table]:
            del self.asked[key]


def _answer(decision: Decision, action: Action) -> pb.Answer:
    return pb.Answer(table=decision.table, decision_id=decision.decision_id, action=action)


def _failed(decision: Decision) -> BotError:
    return BotError(f"table {decision.table}, decision {decision.decision_id}: the bot failed")


def _refusal(verdict: pb.Verdict, decision: Decision) -> pb.Refused | None:
    """Return why an answer did not do, if its decision is still open: refused, or a verb of another phase."""
    if verdict.HasField("refused"):
        return verdict.refused
    if verdict.HasField("stale") and verdict.stale.open_decision_id == decision.decision_id:
        return pb.Refused(rule="stale", text=verdict.stale.text, example=decision.default)
    return None


def _report(asked: Asked, refusal: pb.Refused) -> None:
    log.warning(
        "table %s, decision %d: refused %s: %s: %s; for example %s (%d tries left)",
        asked.decision.table,
        asked.decision.decision_id,
        text(asked.action.cards) if asked.action else "",
        refusal.rule,
        refusal.text,
        text(refusal.example.cards),
        refusal.tries_left,
    )
