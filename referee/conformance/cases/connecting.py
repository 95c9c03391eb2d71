"""How a client comes in, and how it goes when it is told to."""

import grpc

from referee.conformance.client import Client, Failed
from referee.conformance.server import Status
from referee.conformance.sitting import Sitting, sit
from referee.server import wire
from referee.server.item import Draining, Superseded

UNKNOWN = Status(grpc.StatusCode.UNAUTHENTICATED, "this token is not known here")
OTHER_VERSION = Status(grpc.StatusCode.FAILED_PRECONDITION, "this referee speaks protocol 2, the client 1 to 1")
SUPERSEDED = Status(grpc.StatusCode.ABORTED, "superseded by a newer stream of this player")
DROPPED = Status(grpc.StatusCode.ABORTED, "this player has been dropped from its run")
WRONG_ADDRESS_S = 20.0
"""Fifteen seconds to look for a referee, and some to start."""
SETTLED_S = 4.0
"""A client that comes back does so within the longest pause between two tries."""


async def token_in_every_call(client: Client) -> None:
    """Sends the metadata `authorization: Bearer TOKEN` with every call."""
    client.referee.checks_token = False
    sitting = sit("t1", "tractor")
    await client.ask(sitting)
    await client.answer(sitting)
    for call in client.referee.calls:
        if call.token != client.referee.token:
            sent = "another token" if call.token else "no `authorization: Bearer TOKEN`"
            raise Failed(f"{call.method} came with {sent}")


async def hello_first(client: Client) -> None:
    """Says hello before it opens a stream, with a range of versions that includes 1."""
    await client.attached()
    first = client.referee.calls[0].method
    if first != "Hello":
        raise Failed(f"its first call was {first}, expected Hello")
    hello = await client.hello()
    if not hello.protocol_min <= wire.PROTOCOL <= hello.protocol_max:
        raise Failed(f"said it speaks protocol {hello.protocol_min} to {hello.protocol_max}, expected 1 among them")
    if len(hello.client) > 64:
        raise Failed(f"its name has {len(hello.client)} characters, expected 64 at most")
    client.remarks.append(f"calls itself {hello.client!r}" if hello.client else "does not say what it is")


async def unknown_token(client: Client) -> None:
    """Ends with a message and a code that is not 0 when its token is not known."""
    client.referee.refusal = UNKNOWN
    await client.gives_up(4)


async def other_version(client: Client) -> None:
    """Ends with a message and a code that is not 0 when no version of the protocol fits."""
    client.referee.refusal = OTHER_VERSION
    await client.gives_up(4)


async def nobody_there(client: Client) -> None:
    """Ends with a message and a code that is not 0 within 15 s when there is no referee at its address."""
    await client.port.close()
    await client.gives_up(3, max(WRONG_ADDRESS_S, client.patience))


async def in_play(client: Client) -> Sitting:
    """Have it answer a decision: if a stream ends while it sends, gRPC may tell it of a fault and not of the status."""
    sitting = sit("t1", "tractor")
    await client.ask(sitting)
    await client.answer(sitting)
    return sitting


async def end_of_stream(client: Client) -> None:
    """Ends with exit code 0 when the referee ends the stream in good order."""
    await in_play(client)
    client.end()
    await client.leaves()


async def draining(client: Client) -> None:
    """Plays on when the referee is about to stop, and ends with exit code 0 when it has."""
    sitting = await in_play(client)
    client.say(Draining(10_000))
    sitting.go_on()
    await client.ask(sitting)
    await client.answer(sitting)
    client.end()
    await client.leaves()


async def superseded(client: Client) -> None:
    """Ends with a message and a code that is not 0, and does not return, when a newer stream has taken over."""
    await in_play(client)
    client.say(Superseded())
    client.end(SUPERSEDED)
    await client.stays_away(SETTLED_S)
    await client.gives_up(5)


async def dropped(client: Client) -> None:
    """Ends with a message and a code that is not 0, and does not return, when its player has been dropped."""
    await in_play(client)
    client.end(DROPPED)
    await client.stays_away(SETTLED_S)
    await client.gives_up(4)


CASES = (
    token_in_every_call,
    hello_first,
    unknown_token,
    other_version,
    nobody_there,
    end_of_stream,
    draining,
    superseded,
    dropped,
)
