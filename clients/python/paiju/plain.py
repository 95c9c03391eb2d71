"""The plain way in, `Listen` and `Act`, as a client in any language might begin: one call after the other."""

from collections.abc import Iterable

import grpc

from paiju.bot import Bot
from paiju.desk import Desk
from paiju.v1 import referee_pb2 as pb
from paiju.v1.referee_pb2_grpc import RefereeServiceStub


def serve_plainly(bot: Bot, address: str, token: str) -> None:
    """Play until the referee ends the stream. Raise BotError, and grpc.RpcError when the line is lost or refused."""
    desk = Desk(bot)
    metadata = (("authorization", f"Bearer {token}"),)
    with grpc.insecure_channel(address) as channel:
        referee = RefereeServiceStub(channel)
        for frame in referee.Listen(pb.ListenRequest(settings=desk.settings), metadata=metadata):
            for item in frame.items:
                _answer(referee, desk, item, metadata)


def _answer(referee: RefereeServiceStub, desk: Desk, item: pb.Item, metadata: Iterable[tuple[str, str]]) -> None:
    """Answer one item, and again as long as the answer is refused and the bot has another."""
    while (answer := desk.answer(item)) is not None:
        verdict = referee.Act(pb.ActRequest(answer=answer), metadata=tuple(metadata), timeout=5).verdict
        item = pb.Item(verdict=verdict)
