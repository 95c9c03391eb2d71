"""Between a referee's messages and a bot's lines, without any process or network.

An answer need not say which decision it is for: then it is for the oldest that the bot has been told and has not
answered, even if its time is up by now, so that an answer which comes late is not taken for one to the next decision.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from typing import TypeAlias

from paiju.thinking import Send
from paiju.v1 import referee_pb2 as pb

from tournament.adapter.errors import BotEndedError
from tournament.adapter.lines import LineError, answer_of, error_line, item_line

Tell: TypeAlias = Callable[[bytes], None]
Key: TypeAlias = tuple[str, int]

SHOWN_BYTES = 100
"""Of a line that could not be read, in the log."""
MOST_UNREADABLE = 200
"""Lines in a row that are no answers: a bot that answers what it is told of them would go on forever."""

log = logging.getLogger("tournament.adapter")


class State(Enum):
    """Of a decision the bot has been told."""

    NEW = auto()
    """It has not answered."""
    ANSWERED = auto()
    """The verdict is awaited."""
    AGAIN = auto()
    """It may answer again: the answer was refused, or could not be read."""
    LATE = auto()
    """Closed, and it has not answered."""


@dataclass(slots=True)
class Told:
    state: State = State.NEW
    answer: pb.Answer | None = None
    """The last one sent."""


class Interpreter:
    def __init__(self, tell: Tell, send: Send) -> None:
        self.tell = tell
        self.send = send
        self.told: dict[Key, Told] = {}
        self.lines = 0
        self.unreadable = 0
        """In a row."""

    def hear(self, item: pb.Item) -> None:
        """Pass on what the referee says. A decision that it asks again after a lost connection is not told again."""
        match item.WhichOneof("item"):
            case "decision":
                key = item.decision.table, item.decision.decision_id
                if key in self.told:
                    self._repeat(self.told[key])
                    return
                self.told[key] = Told()
            case "verdict":
                self._judge(item.verdict)
            case "ended":
                for key in [key for key in self.told if key[0] == item.ended.table]:
                    self._close(key)
            case None:  # of a later version
                return
        self.tell(item_line(item))

    def read(self, line: bytes) -> None:
        """Pass on what the bot says; tell it if that is no answer. Raise BotEndedError if nothing has been for long."""
        self.lines += 1
        if not line.strip():
            return
        try:
            answer = answer_of(line)
            key = self._meant(answer)
        except LineError as fault:
            self._complain(str(fault), line)
            return
        self.unreadable = 0
        answer.table, answer.decision_id = key
        if key in self.told and not answer.dry_run:
            self._answered(key, answer)
        self.send([answer])

    def _meant(self, answer: pb.Answer) -> Key:
        """Return which decision an answer is for. Raise LineError."""
        if answer.table:
            # This bot says what it means, so nothing late will be taken for something else.
            for late in [key for key, told in self.told.items() if told.state is State.LATE]:
                del self.told[late]
            return answer.table, answer.decision_id
        key = self._due()
        if key is None:
            raise LineError("no decision is open")
        return key

    def _due(self) -> Key | None:
        """Return the oldest decision without an answer, or else the oldest that may be answered again."""
        for states in ((State.NEW, State.LATE), (State.AGAIN,)):
            for key, told in self.told.items():
                if told.state in states:
                    return key
        return None

    def _answered(self, key: Key, answer: pb.Answer) -> None:
        if self.told[key].state is State.LATE:
            del self.told[key]
        else:
            self.told[key] = Told(State.ANSWERED, answer)

    def _complain(self, text: str, line: bytes) -> None:
        """Tell the bot what was wrong; the decision it seems to have meant may be answered again."""
        log.warning("line %d: %s: %s", self.lines, text, ascii(line[:SHOWN_BYTES].decode(errors="replace")))
        self.unreadable += 1
        if self.unreadable == MOST_UNREADABLE:
            raise BotEndedError(f"the bot wrote {MOST_UNREADABLE} lines in a row that are no answers; the last: {text}")
        key = self._due()
        if key is not None and self.told[key].state is State.LATE:
            del self.told[key]
        elif key is not None:
            self.told[key].state = State.AGAIN
        self.tell(error_line(text, self.lines, *(key or ("", 0))))

    def _repeat(self, told: Told) -> None:
        if told.state is State.ANSWERED and told.answer is not None:
            self.send([told.answer])

    def _judge(self, verdict: pb.Verdict) -> None:
        key = verdict.table, verdict.decision_id
        if verdict.dry_run or key not in self.told:
            return
        if verdict.HasField("refused"):
            refused = verdict.refused
            log.warning("table %s, decision %d: refused: %s: %s", *key, refused.rule, refused.text)
        if verdict.HasField("refused") or verdict.stale.open_decision_id == verdict.decision_id:
            self.told[key].state = State.AGAIN
        else:
            self._close(key)

    def _close(self, key: Key) -> None:
        if self.told[key].state is State.NEW:
            self.told[key].state = State.LATE
        else:
            del self.told[key]
