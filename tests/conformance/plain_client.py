"""A client of the plain way, `Listen` and `Act`, without the library: right, unless it is started with a fault.

`python plain_client.py [FAULT]`. Each fault is a class of its own, named after the case that must find it.
"""

import os
import sys
import time
from pathlib import Path

import grpc
from paiju.v1 import game_pb2
from paiju.v1 import referee_pb2 as pb
from paiju.v1.referee_pb2_grpc import RefereeServiceStub

Code = grpc.StatusCode
RETURN = (Code.UNAVAILABLE, Code.INTERNAL, Code.CANCELLED, Code.UNKNOWN, Code.DEADLINE_EXCEEDED)
CODES = {Code.UNAVAILABLE: 3, Code.INTERNAL: 3, Code.UNAUTHENTICATED: 4, Code.FAILED_PRECONDITION: 4, Code.ABORTED: 4}
LONGEST_PAUSE_S = 3.0


class Plain:
    """What a client must do, in pieces that can be done wrong."""

    act_seconds = 5.0
    listen_seconds: float | None = None
    pause = next_pause = 0.2
    growth = 2.0
    deadline = 0.0
    window = 30.0
    versions = (1, 1)
    message: str | None = "plain client: {}"

    def __init__(self, address: str, token: str) -> None:
        self.address = address
        self.me = (("authorization", f"Bearer {token}"),)
        self.settings = pb.StreamSettings(without_events=True)
        self.open: dict[str, pb.Seated] = {}

    def run(self) -> int:
        """Play until the end, and return the exit code."""
        while True:
            options = (("grpc.enable_retries", 0),)
            with grpc.insecure_channel(self.address, options=options) as channel:
                referee = RefereeServiceStub(channel)
                try:
                    self.hello(referee)
                    self.listen(referee)
                    return self.end()
                except grpc.RpcError as error:
                    if not self.returns(error.code()) or (not self.open and error.code() is Code.UNAVAILABLE):
                        return self.give_up(error)
                    self.deadline = self.deadline or time.monotonic() + self.window
                    if time.monotonic() > self.deadline:
                        return self.give_up(error)
            time.sleep(self.next_pause)
            self.next_pause = min(self.growth * self.next_pause, LONGEST_PAUSE_S)

    def served(self) -> None:
        """Begin anew with pauses and window."""
        self.deadline, self.next_pause = 0.0, self.pause

    def hello(self, referee: RefereeServiceStub) -> None:
        first, last = self.versions
        hello = pb.HelloRequest(client="plain", protocol_min=first, protocol_max=last)
        referee.Hello(hello, metadata=self.me, timeout=10)
        self.open.setdefault("", pb.Seated())

    def listen(self, referee: RefereeServiceStub) -> None:
        request = pb.ListenRequest(settings=self.settings, seen=self.seen())
        began = time.monotonic()
        try:
            for frame in referee.Listen(request, metadata=self.me, timeout=self.listen_seconds):
                self.served()
                self.frame(referee, frame)
        finally:
            if time.monotonic() - began >= LONGEST_PAUSE_S:
                self.served()

    def frame(self, referee: RefereeServiceStub, frame: pb.ListenResponse) -> None:
        for item in frame.items:
            self.item(referee, item)

    def item(self, referee: RefereeServiceStub, item: pb.Item) -> None:
        match item.WhichOneof("item"):
            case "seated":
                self.seated(item.seated)
            case "decision":
                self.decision(referee, item.decision)
            case "verdict":
                self.told(item.verdict)
            case "ended":
                self.ended(item.ended)
            case "draining":
                self.draining()
            case "superseded":
                self.superseded()

    def decision(self, referee: RefereeServiceStub, decision: game_pb2.Decision) -> None:
        verdict = self.act(referee, self.answer(decision))
        if verdict.HasField("refused"):
            self.refused(referee, decision, verdict.refused)
        else:
            self.told(verdict)

    def answer(self, decision: game_pb2.Decision) -> pb.Answer:
        return pb.Answer(table=decision.table, decision_id=decision.decision_id, action=self.choose(decision))

    def choose(self, decision: game_pb2.Decision) -> game_pb2.Action:
        return decision.legal[-1]

    def act(self, referee: RefereeServiceStub, answer: pb.Answer) -> pb.Verdict:
        return referee.Act(pb.ActRequest(answer=answer), metadata=self.me, timeout=self.act_seconds).verdict

    def refused(self, referee: RefereeServiceStub, decision: game_pb2.Decision, refusal: pb.Refused) -> None:
        self.act(referee, pb.Answer(table=decision.table, decision_id=decision.decision_id, action=refusal.example))

    def told(self, verdict: pb.Verdict) -> None:
        """Take a verdict that needs no answer."""

    def seated(self, seated: pb.Seated) -> None:
        self.open[seated.table] = seated
        self.window = seated.clocks.reconnect_ms / 1000

    def ended(self, ended: pb.MatchEnded) -> None:
        self.open.pop(ended.table, None)

    def draining(self) -> None:
        """The end of the stream will say when."""

    def superseded(self) -> None:
        sys.exit(self.say("another process has this token", 5))

    def seen(self) -> list[pb.Seen]:
        return []

    def returns(self, code: grpc.StatusCode) -> bool:
        return code in RETURN

    def end(self) -> int:
        return 0

    def give_up(self, error: grpc.RpcError) -> int:
        return self.say(f"{error.code().name}: {error.details()}", CODES.get(error.code(), 1))

    def say(self, text: str, code: int) -> int:
        if self.message is not None:
            sys.stderr.write(f"{self.message.format(text)}\n")
        return code


if __name__ == "__main__":
    from tests.conformance.faults import FAULTS

    kind = FAULTS[sys.argv[1]] if len(sys.argv) > 1 else Plain
    token = Path(os.environ["PAIJU_TOKEN_FILE"]).read_text(encoding="ascii").strip()
    sys.exit(kind(os.environ["PAIJU_ADDRESS"], token).run())
