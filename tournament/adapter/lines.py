"""Messages as lines of JSON, and back."""

import json
from math import isfinite

from google.protobuf.json_format import MessageToDict, ParseDict, ParseError
from paiju.v1 import game_pb2
from paiju.v1 import referee_pb2 as pb

MOST_BYTES = 65_536
"""Of a line a bot writes: as much as the referee reads in one message."""


class LineError(ValueError):
    """A line is no answer. The text says why and where."""


class Splitter:
    """Cuts what a bot writes into lines, and keeps no more than the beginning of one that is too long."""

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, data: bytes) -> list[bytes]:
        """Return the lines that end in these bytes."""
        *lines, rest = (self._rest + data).split(b"\n")
        self._rest = rest[: MOST_BYTES + 1]
        return lines

    def end(self) -> bytes:
        """Return what was begun when the bot ended."""
        return self._rest


def item_line(item: pb.Item) -> bytes:
    """Return an item without blanks and with its members in the order of their numbers, so that a shell can cut it."""
    return _line(MessageToDict(item))


def error_line(text: str, line: int, table: str, decision_id: int) -> bytes:
    """Return what a bot is told of a line of its own, and which decision it did not answer by it, if any."""
    where = {"table": table, "decisionId": decision_id} if table else {}
    return _line({"error": {"text": text, "line": line, **where}})


def _line(value: object) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode() + b"\n"


def answer_of(line: bytes) -> pb.Answer:
    """Return the answer in a line; one that is only an action, or names no table, has none. Raise LineError."""
    value = _object(line)
    try:
        if "action" in value:
            return ParseDict(value, pb.Answer())
        if "verb" in value:
            return pb.Answer(action=ParseDict(value, game_pb2.Action()))
    # For values it has not thought of, protobuf raises whatever comes up.
    except (ParseError, ValueError, OverflowError, SystemError, RecursionError) as fault:
        raise LineError(str(fault).partition("\n")[0] or "no value of this member") from None
    raise LineError("neither an answer, which has an action, nor an action, which has a verb")


def _object(line: bytes) -> dict[str, object]:
    if len(line) > MOST_BYTES:
        raise LineError(f"longer than {MOST_BYTES} bytes")
    try:
        value = json.loads(line.decode(), parse_constant=_number, parse_float=_number)
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeDecodeError as fault:
        raise LineError(f"not UTF-8 at byte {fault.start + 1}") from None
    except json.JSONDecodeError as fault:
        raise LineError(f"no JSON at character {fault.pos + 1}: {fault.msg}") from None
    except (ValueError, RecursionError):
        raise LineError("no JSON of any message: too large a number, half a character, or too many brackets") from None
    if not isinstance(value, dict):
        raise LineError("no JSON object")
    return value


def _number(text: str) -> float:
    """Return what no integer is. Raise ValueError for what is no number of JSON: NaN, Infinity, and 1e400."""
    if not isfinite(number := float(text)):
        raise ValueError(text)
    return number
