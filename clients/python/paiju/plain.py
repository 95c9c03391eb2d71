"""The plain way in, `Listen` and `Act`, as a client in any language might begin: one call after the other."""

import time
from collections.abc import Iterable

import grpc

from paiju.bot import Bot
from paiju.desk import Desk
from paiju.line import ACT_S, CHANNEL, TIMING, Line, Timing
from paiju.v1 import referee_pb2 as pb
from paiju.v1.referee_pb2_grpc import RefereeServiceStub


def serve_plainly(bot: Bot, address: str, token: str, timing: Timing = TIMING) -> None:
    """Play until the referee ends the stream. Raise PaijuError."""
    desk, line = Desk(bot), Line(type(bot).__name__, address, token, timing)
    with grpc.insecure_channel(address, options=CHANNEL) as channel:
        player = Plain(RefereeServiceStub(channel), desk, line)
        pause: float | None = 0.0
        while pause is not None:
            time.sleep(pause)
            pause = player.stay()


class Plain:
    def __init__(self, referee: RefereeServiceStub, desk: Desk, line: Line) -> None:
        self.referee = referee
        self.desk = desk
        self.line = line

    def stay(self) -> float | None:
        """Play until the stream ends. Return how long to pause before the next try, or nothing if that was all."""
        line = self.line
        try:
            hello = self.referee.Hello(line.hello, metadata=line.metadata, timeout=line.patience, wait_for_ready=True)
            line.admitted(hello)
            self.listen()
        except grpc.RpcError as error:
            assert isinstance(error, grpc.Call)  # noqa: PT017  # so it is, though its type does not say so
            return line.lost(error.code(), error.details())
        return None

    def listen(self) -> None:
        request = pb.ListenRequest(settings=self.desk.settings, seen=self.line.seen)
        stream = self.referee.Listen(request, metadata=self.line.metadata)
        try:
            for frame in stream:
                self.answer(self.line.noted(frame.items))
        finally:
            stream.cancel()

    def answer(self, items: Iterable[pb.Item]) -> None:
        """Answer what is asked, and again as long as the answer is refused and the bot has another."""
        for answer in self.desk.answers(items):
            request = pb.ActRequest(answer=answer)
            response = self.referee.Act(request, metadata=self.line.metadata, timeout=ACT_S)
            self.answer([pb.Item(verdict=response.verdict)])
