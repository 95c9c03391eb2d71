"""What the scripted referee asks is true: the rules have dealt it, and all it lists is legal."""

import pytest

from referee.conformance.cases.playing import CLAIMS, nothing_but_pass, offers, only
from referee.conformance.sitting import Sitting, sit, sit_at
from referee.game import Action, Verb
from referee.games import GAMES
from referee.server.item import Answer, Manners
from referee.server.legal import Choice
from referee.table.table import Accepted, Defaulted, Stale

WHERE = {
    Verb.PASS: ("tractor", 0),
    Verb.WAIT: ("tractor", 0),
    Verb.DECLARE: ("chaodi", 1),
    Verb.BURY: ("tractor", 0),
    Verb.ADD: ("dagunzi", 0),
    Verb.PICK: ("dagunzi", 0),
    Verb.PAY: ("guandan", 1),
    Verb.RETURN: ("guandan", 1),
    Verb.RESIST: ("guandan", 41),
    Verb.DECLINE: ("guandan", 41),
    Verb.PLAY: ("guandan", 0),
}


def all_legal(sitting: Sitting, choice: Choice) -> list[Action]:
    asked = sitting.asked(Manners(), choice)
    assert asked.legal
    for action in asked.legal:
        sitting.table.position.act(sitting.seat, action)
    return asked.legal


@pytest.mark.parametrize("verb", Verb)
def test_every_verb_is_asked_for_where_it_is_legal(verb: Verb) -> None:
    sitting = sit_at("t1", *WHERE[verb], offers(only(verb)))
    assert {action.verb for action in all_legal(sitting, only(verb))} == {verb}


@pytest.mark.parametrize(("game", "choice"), [claim[1:] for claim in CLAIMS], ids=[claim[0] for claim in CLAIMS])
def test_claims_are_legal(game: str, choice: Choice) -> None:
    sitting = sit_at("t1", game, 0, offers(choice))
    assert all(action.claim for action in all_legal(sitting, choice))


def test_a_seat_may_have_nothing_but_pass() -> None:
    sitting = sit_at("t1", "guandan", 0, nothing_but_pass)
    assert all_legal(sitting, iter) == [Action(Verb.PASS)]
    assert sitting.asked(Manners()).complete


def test_a_list_that_was_chosen_is_not_complete() -> None:
    sitting = sit_at("t1", "tractor", 0, offers(only(Verb.WAIT)))
    assert sitting.asked(Manners()).complete
    assert not sitting.asked(Manners(), only(Verb.WAIT)).complete


@pytest.mark.parametrize("game", GAMES)
def test_events_reach_the_client_once_and_without_gaps(game: str) -> None:
    sitting = sit("t1", game)
    numbers = []
    while not sitting.over:
        numbers += [number for number, _ in sitting.news().events]
        action = sitting.actions(1)[0]
        told = sitting.judge(Answer("t1", sitting.decision, action, dry_run=False, debug=""))
        assert isinstance(told.verdict, Accepted)
        sitting.go_on()
    numbers += [number for number, _ in sitting.news().events]
    assert numbers == list(range(1, sitting.sight.seq + 1))


def test_an_answer_is_judged_as_a_referee_does() -> None:
    sitting = sit("t1", "tractor")
    answer = Answer("t1", 1, sitting.actions(1)[0], dry_run=False, debug="")
    assert isinstance(sitting.judge(answer._replace(dry_run=True)).verdict, Accepted)
    assert sitting.decision == 1
    assert not sitting.judge(answer).duplicate
    assert sitting.judge(answer).duplicate
    assert isinstance(sitting.judge(answer._replace(id=7)).verdict, Stale)


def test_time_that_is_up_takes_the_default() -> None:
    sitting = sit("t1", "tractor")
    told = sitting.time_up()
    assert isinstance(told.verdict, Defaulted)
    assert (told.id, sitting.decision) == (1, 2)


def test_a_moment_that_never_comes_is_an_error() -> None:
    with pytest.raises(LookupError, match="board 0 of tractor has no such moment"):
        sit_at("t1", "tractor", 0, offers(only(Verb.PICK)))
