"""Clients that are wrong in one way each, by the name of the case that must find it."""

import sys
from queue import SimpleQueue

import grpc
from google.protobuf.unknown_fields import UnknownFieldSet
from paiju.v1 import game_pb2
from paiju.v1 import referee_pb2 as pb
from paiju.v1.referee_pb2_grpc import RefereeServiceStub

from tests.conformance.plain_client import Code, Plain


class ActsWithoutToken(Plain):
    def act(self, referee: RefereeServiceStub, answer: pb.Answer) -> pb.Verdict:
        return referee.Act(pb.ActRequest(answer=answer), timeout=5).verdict


class SpeaksVersionTwo(Plain):
    versions = (2, 3)


class EndsWell(Plain):
    """Whatever happened."""

    def give_up(self, error: grpc.RpcError) -> int:
        return self.say("over", 0)


class EndsWithoutWord(Plain):
    message = None


class EndsBadly(Plain):
    def end(self) -> int:
        return 1


class LeavesWhenDraining(Plain):
    def draining(self) -> None:
        sys.exit(0)


class ReturnsAlways(Plain):
    def superseded(self) -> None:
        """It has not heard of that."""

    def returns(self, code: grpc.StatusCode) -> bool:
        return True


class NeverReturns(Plain):
    def returns(self, code: grpc.StatusCode) -> bool:
        return False


class HasNoPatience(Plain):
    def seated(self, seated: pb.Seated) -> None:
        self.window = 1.0


class DoesNotPause(Plain):
    pause = next_pause = 0.0


class ReturnsForEver(Plain):
    """Believes that a hello brings everything back."""

    def hello(self, referee: RefereeServiceStub) -> None:
        super().hello(referee)
        self.served()


class EndsWellSoon(EndsWell):
    window = 1.0


class IsAskedOnce(Plain):
    """Does not believe that the same decision is asked again."""

    answered: frozenset[tuple[str, int]] = frozenset()

    def decision(self, referee: RefereeServiceStub, decision: game_pb2.Decision) -> None:
        key = decision.table, decision.decision_id
        if key in self.answered:
            sys.exit(1)
        self.answered |= {key}
        super().decision(referee, decision)


class RepeatsWithoutVerdict(Plain):
    """Believes that a decision without a verdict is still open."""

    last = 0

    def answer(self, decision: game_pb2.Decision) -> pb.Answer:
        self.last = self.last or decision.decision_id
        return pb.Answer(table=decision.table, decision_id=self.last, action=self.choose(decision))

    def told(self, verdict: pb.Verdict) -> None:
        self.last = 0


class HasSeenTooMuch(Plain):
    def hello(self, referee: RefereeServiceStub) -> None:
        super().hello(referee)
        self.settings.without_events = False

    def seen(self) -> list[pb.Seen]:
        return [pb.Seen(table=table, last_seq=9_999) for table in self.open]


class MissesTables(Plain):
    """Wants all its tables before it plays at any."""

    missing: frozenset[str] = frozenset()

    def hello(self, referee: RefereeServiceStub) -> None:
        super().hello(referee)
        self.missing = frozenset(self.open) - {""}

    def seated(self, seated: pb.Seated) -> None:
        super().seated(seated)
        self.missing -= {seated.table}

    def decision(self, referee: RefereeServiceStub, decision: game_pb2.Decision) -> None:
        if self.missing:
            sys.exit(1)
        super().decision(referee, decision)


class NeverWaits(Plain):
    def choose(self, decision: game_pb2.Decision) -> game_pb2.Action:
        action = super().choose(decision)
        return game_pb2.Action(verb=game_pb2.VERB_PLAY) if action.verb == game_pb2.VERB_WAIT else action


class BuriesTooFew(Plain):
    def choose(self, decision: game_pb2.Decision) -> game_pb2.Action:
        action = super().choose(decision)
        return game_pb2.Action(verb=action.verb, cards=action.cards[1:])


class NeverDeclines(Plain):
    def choose(self, decision: game_pb2.Decision) -> game_pb2.Action:
        action = super().choose(decision)
        verb = game_pb2.VERB_PLAY if action.verb == game_pb2.VERB_DECLINE else action.verb
        return game_pb2.Action(verb=verb, cards=action.cards)


class PlaysItsFirstCard(Plain):
    def choose(self, decision: game_pb2.Decision) -> game_pb2.Action:
        return game_pb2.Action(verb=game_pb2.VERB_PLAY, cards=decision.view.hand[:1])


class ClaimsNothing(Plain):
    def choose(self, decision: game_pb2.Decision) -> game_pb2.Action:
        action = super().choose(decision)
        return game_pb2.Action(verb=action.verb, cards=action.cards)


class KnowsOneTable(Plain):
    def answer(self, decision: game_pb2.Decision) -> pb.Answer:
        answer = super().answer(decision)
        answer.table = list(self.open)[-1]
        return answer


class PlaysOneDeal(Plain):
    def decision(self, referee: RefereeServiceStub, decision: game_pb2.Decision) -> None:
        if decision.view.header.deal_no:
            sys.exit(0)
        super().decision(referee, decision)


class AnswersOneAFrame(Plain):
    def frame(self, referee: RefereeServiceStub, frame: pb.ListenResponse) -> None:
        decisions = [item for item in frame.items if item.HasField("decision")]
        for item in frame.items:
            if item not in decisions[1:]:
                self.item(referee, item)


class AnswersInOneMessage(Plain):
    """On one stream both ways."""

    def listen(self, referee: RefereeServiceStub) -> None:
        requests = SimpleQueue[pb.PlayRequest]()
        requests.put(pb.PlayRequest(settings=self.settings))
        for frame in referee.Play(iter(requests.get, None), metadata=self.me):
            asked = [item.decision for item in frame.items if item.HasField("decision")]
            requests.put(pb.PlayRequest(answers=map(self.answer, asked)))


class Insists(Plain):
    def refused(self, referee: RefereeServiceStub, decision: game_pb2.Decision, refusal: pb.Refused) -> None:
        self.decision(referee, decision)


class FailsOn(Plain):
    """A verdict of this kind."""

    kind = ""

    def told(self, verdict: pb.Verdict) -> None:
        if verdict.WhichOneof("verdict") == self.kind:
            sys.exit(1)


class FailsOnStale(FailsOn):
    kind = "stale"


class FailsOnForfeit(FailsOn):
    kind = "forfeited"


class KnowsAllVerdicts(Plain):
    def told(self, verdict: pb.Verdict) -> None:
        self.open[verdict.table]


class PlaysOneMatch(Plain):
    def ended(self, ended: pb.MatchEnded) -> None:
        sys.exit(0)


class KnowsAllFields(Plain):
    def told(self, verdict: pb.Verdict) -> None:
        if len(UnknownFieldSet(verdict)):
            sys.exit(1)


class KnowsAllVerbs(Plain):
    def choose(self, decision: game_pb2.Decision) -> game_pb2.Action:
        for verb in decision.verbs:
            game_pb2.Verb.Name(verb)
        return super().choose(decision)


class KnowsAllItems(Plain):
    def item(self, referee: RefereeServiceStub, item: pb.Item) -> None:
        if item.WhichOneof("item") is None:
            sys.exit(1)
        super().item(referee, item)


class CutsNames(Plain):
    def answer(self, decision: game_pb2.Decision) -> pb.Answer:
        answer = super().answer(decision)
        answer.table = answer.table[:64]
        return answer


class WaitsOneSecond(Plain):
    act_seconds = 1.0

    def returns(self, code: grpc.StatusCode) -> bool:
        return code is not Code.DEADLINE_EXCEEDED


class ListensFiveSeconds(Plain):
    listen_seconds = 5.0


FAULTS: dict[str, type[Plain]] = {
    "token-in-every-call": ActsWithoutToken,
    "hello-first": SpeaksVersionTwo,
    "unknown-token": EndsWell,
    "other-version": EndsWithoutWord,
    "nobody-there": EndsWell,
    "end-of-stream": EndsBadly,
    "draining": LeavesWhenDraining,
    "superseded": ReturnsAlways,
    "dropped": ReturnsAlways,
    "comes-back": NeverReturns,
    "referee-away": HasNoPatience,
    "pauses": DoesNotPause,
    "lost-answer": IsAskedOnce,
    "lost-verdict": RepeatsWithoutVerdict,
    "what-it-has-seen": HasSeenTooMuch,
    "gone-for-good": EndsWell,
    "never-served": EndsWellSoon,
    "endless-loss": ReturnsForEver,
    "forgotten-table": MissesTables,
    "declaring": NeverWaits,
    "kitty": BuriesTooFew,
    "tribute": NeverDeclines,
    "tricks": PlaysItsFirstCard,
    "claims": ClaimsNothing,
    "whole-deals": KnowsOneTable,
    "next-deal": PlaysOneDeal,
    "many-decisions": AnswersOneAFrame,
    "many-answers": AnswersInOneMessage,
    "refused": Insists,
    "too-late": FailsOnStale,
    "forfeited": FailsOnForfeit,
    "odd-verdicts": KnowsAllVerdicts,
    "match-ended": PlaysOneMatch,
    "unknown-fields": KnowsAllFields,
    "unknown-values": KnowsAllVerbs,
    "unknown-items": KnowsAllItems,
    "long-names": CutsNames,
    "slow-verdicts": WaitsOneSecond,
    "silence": ListensFiveSeconds,
}
