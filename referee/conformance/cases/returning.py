"""How a client finds its way back."""

import grpc

from referee.conformance.client import Client
from referee.conformance.server import Status
from referee.conformance.sitting import sit

GONE = Status(grpc.StatusCode.UNAVAILABLE, "the call was cancelled")


async def comes_back(client: Client) -> None:
    """Returns on a new stream when its line is lost, and answers the open decision under its old id."""
    sitting = sit("t1", "tractor")
    await client.ask(sitting)
    await client.answer(sitting)
    sitting.go_on()
    client.say(*await client.telling(sitting))
    client.end(GONE)
    await client.attached()
    await client.ask(sitting)
    await client.answer(sitting)


CASES = (comes_back,)
