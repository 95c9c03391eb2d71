"""What a desk keeps: only what is open."""

import pytest
from paiju import Action, Bot, Decision, View, cards
from paiju.bots.lowest import Lowest
from paiju.desk import Desk
from paiju.v1 import referee_pb2 as pb
from paiju.v1.game_pb2 import Claim, Verb

from tests.paiju.fake_referee import accepted, decision, refusal, seated


def test_a_decision_is_forgotten_with_its_verdict() -> None:
    desk = Desk(Lowest({}))
    desk.take(decision("a", 1))
    desk.take(decision("a", 2))
    desk.take(accepted("a", 1))
    assert list(desk.asked) == [("a", 2)]


def test_a_table_is_forgotten_with_its_match() -> None:
    desk = Desk(Lowest({}))
    for item in (seated("a"), decision("a"), seated("b"), decision("b"), pb.Item(ended=pb.MatchEnded(table="a"))):
        desk.take(item)
    assert (list(desk.asked), list(desk.bot.tables)) == ([("b", 1)], ["b"])


def stale(text: str, open_id: int) -> pb.Item:
    """Return a verdict on decision 4 of table a."""
    found = pb.Stale(text=text, open_decision_id=open_id)
    return pb.Item(verdict=pb.Verdict(table="a", decision_id=4, stale=found))


def test_a_verb_of_another_phase_is_answered_like_a_refusal() -> None:
    desk = Desk(Lowest({}))
    asked = decision("a", 4)
    desk.take(asked)
    again = desk.take(stale("not now", 4))
    assert isinstance(again, pb.Answer)
    assert again.action == asked.decision.default
    assert desk.take(stale("decision 4 is closed", 5)) is None
    assert not desk.asked


def test_a_refused_answer_without_another_is_not_given_again_after_a_loss() -> None:
    class Resigned(Lowest):
        def refused(self, decision: Decision, refusal: pb.Refused) -> Action | None:
            return None

    desk = Desk(Resigned({}))
    assert desk.take(decision("a", 1)) is not None
    assert desk.take(refusal("a", 1)) is None
    assert desk.take(decision("a", 1)) is None
    assert list(desk.asked) == [("a", 1)]


def test_another_answer_after_a_refusal_is_given_again_after_a_loss() -> None:
    desk = Desk(Lowest({}))
    desk.take(decision("a", 1))
    other = desk.take(refusal("a", 1))
    assert isinstance(other, pb.Answer)
    assert desk.take(decision("a", 1)) == other


class Nonsense(Bot):
    def __init__(self, action: Action) -> None:
        super().__init__({})
        self.action = action

    def act(self, view: View, decision: Decision) -> Action:
        return self.action


def test_a_verb_of_another_phase_is_logged_as_stale(caplog: pytest.LogCaptureFixture) -> None:
    desk = Desk(Nonsense(Action(verb=Verb.VERB_DECLARE, cards=cards("2c"))))
    desk.take(decision("a", 4))
    desk.take(stale("DECLARE is not for now", 4))
    assert caplog.messages == ["table a, decision 4: stale declare 2c: DECLARE is not for now; for example play 5c"]


@pytest.mark.parametrize(
    ("action", "said"),
    [
        pytest.param(Action(verb=Verb.VERB_PLAY, cards=[99]), "play card 99", id="no card"),  # type: ignore[list-item]
        pytest.param(Action(cards=[0, -1]), "unspecified card 0 card -1", id="numbers below"),  # type: ignore[list-item]
        pytest.param(Action(verb=-7, claim=Claim(kind=99)), "-7", id="names"),  # type: ignore[arg-type]
    ],
)
def test_nonsense_is_logged_and_answered_with_the_default(
    action: Action, said: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG", logger="paiju")
    desk = Desk(Nonsense(action))
    asked = decision("a", 1)
    desk.take(asked)
    again = desk.take(refusal("a", 1))
    assert isinstance(again, pb.Answer)
    assert again.action == asked.decision.default
    assert f"refused {said}: follow.suit" in caplog.text
