"""What a client must bear: messages of a later version, odd frames, long waits."""

from google.protobuf.message import Message
from paiju.v1 import game_pb2, referee_pb2

from referee.conformance.client import Client, Failed
from referee.conformance.sitting import sit
from referee.server.listener import message

UNKNOWN_FIELDS = b"\xc2\x3e\x01x\xc8\x3e\x01"
"""Field 1000, a text, and field 1001, a number."""
UNKNOWN_VALUE = 99
LONG_NAME = "第一轮 " + "long " * 40
SLOW_S = 2.0
SILENCE_S = 6.0
DAY_S = 86_400


async def unknown_fields(client: Client) -> None:
    """Ignores fields it does not know in every message."""
    client.referee.dress = add_fields
    sitting = sit("t1", "tractor")
    for _ in range(2):
        await client.ask(sitting)
        await client.answer(sitting)
        sitting.go_on()


async def unknown_values(client: Client) -> None:
    """Ignores values of enums it does not know: kinds of events, phases, verbs, reasons."""
    client.referee.dress = add_values
    sitting, other = sit("t1", "tractor"), sit("t2", "guandan")
    await client.ask(sitting)
    await client.answer(sitting)
    strange = game_pb2.Event.FromString(bytes([0x08, 1, 0x10, UNKNOWN_VALUE, 0x90, 0x01, UNKNOWN_VALUE]))
    client.say(other.seated())
    if client.wants_events:
        client.send(referee_pb2.Item(events=referee_pb2.TableEvents(table="t2", events=[strange])))
    ended = referee_pb2.MatchEnded.FromString(bytes([0x0A, 2]) + b"t2" + bytes([0x10, UNKNOWN_VALUE]))
    client.send(referee_pb2.Item(ended=ended))
    sitting.go_on()
    await client.ask(sitting)
    await client.answer(sitting)


async def unknown_items(client: Client) -> None:
    """Ignores items of a kind it does not know, items that hold nothing, and frames without items."""
    await client.attached()
    unknown = referee_pb2.Item.FromString(UNKNOWN_FIELDS)
    client.send(unknown)
    client.send()
    sitting = sit("t1", "tractor")
    client.send(unknown, referee_pb2.Item(), *map(message, client.asking(sitting)), unknown)
    await client.answer(sitting)


async def long_names(client: Client) -> None:
    """Gives back the name of a table as it is, long and not in ASCII."""
    sitting = sit(LONG_NAME, "tractor")
    await client.ask(sitting)
    await client.answer(sitting)


async def slow_verdicts(client: Client) -> None:
    """Waits 2 s for a verdict."""
    client.judge.delay = SLOW_S
    sitting = sit("t1", "tractor")
    for _ in range(2):
        await client.ask(sitting)
        await client.answer(sitting)
        sitting.go_on()
    await client.stays(SLOW_S, "while it waited for a verdict")


async def silence(client: Client) -> None:
    """Stays on its stream when nothing happens for 6 s, and sets it no deadline."""
    stream = await client.attached()
    if stream.seconds is not None and stream.seconds < DAY_S:
        raise Failed(f"opened {stream.way} with a deadline of {stream.seconds:.0f} s, expected none")
    await client.stays(SILENCE_S, "while nothing happened")
    if stream.closed.is_set():
        raise Failed("left its stream while nothing happened")
    if stream.way == "Play":
        client.remarks.append("sends heartbeats" if stream.beats else f"sent no heartbeat in {SILENCE_S:g} s")
    sitting = sit("t1", "tractor")
    await client.ask(sitting)
    await client.answer(sitting)


def add_fields(message: Message) -> None:
    """Give a message and all in it fields that no version has yet."""
    for field, value in message.ListFields():
        if field.message_type is not None and not field.message_type.GetOptions().map_entry:
            for inner in value if field.is_repeated else (value,):
                add_fields(inner)
    message.MergeFromString(UNKNOWN_FIELDS)


def add_values(message: Message) -> None:
    """Let decisions offer a verb that no version has yet, beside those they list actions of."""
    for item in message.items if isinstance(message, referee_pb2.ListenResponse | referee_pb2.PlayResponse) else ():
        if item.HasField("decision"):
            item.decision.MergeFromString(bytes([0x1A, 1, UNKNOWN_VALUE]))
            item.decision.legal_complete = False


CASES = (unknown_fields, unknown_values, unknown_items, long_names, slow_verdicts, silence)
