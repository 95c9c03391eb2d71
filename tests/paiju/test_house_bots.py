"""The bots of the house: legal, repeatable, and as strong as they should be."""

from collections import Counter

import pytest
from paiju import Bot, Decision, View, play
from paiju.bots.bold import Bold
from paiju.bots.greedy import Greedy
from paiju.bots.lowest import Lowest
from paiju.bots.random import Random
from paiju.cards import FACES
from paiju.v1.game_pb2 import PHASE_PLAY

from referee import practice

BOTS = {"random": Random, "lowest": Lowest, "greedy": Greedy, "bold": Bold}
OPTIONS = {
    "plain": {},
    "twos are trumps": {"two_trump": "true"},
    "no trump when nobody declares": {"nobody_bids": "no_trump"},
    "large kitty": {"kitty_size": "12"},
}


@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)
@pytest.mark.parametrize("bot", BOTS.values(), ids=BOTS)
def test_a_bot_answers_legally_wherever_it_comes(bot: type[Bot], options: dict[str, str]) -> None:
    for number in range(13):
        practice.play([bot, Random, bot, Random], "tractor", options, board=number)
        practice.play([Random, bot, Random, Random], "tractor", options, board=number)


@pytest.mark.parametrize("bot", BOTS.values(), ids=BOTS)
def test_a_bot_is_a_function_of_its_options_and_what_it_sees(bot: type[Bot]) -> None:
    one, two = bot({"seed": 1}), bot({"seed": 1})
    for turn in practice.Sitting([one] * 4, practice.match("tractor")).turns():
        two.tables = one.tables
        assert two.act(turn.decision.view, Decision.FromString(turn.decision.SerializeToString())) == turn.action


def test_random_takes_each_legal_action_as_often_as_the_others() -> None:
    bot = Random({})
    decision = Decision(legal=[play([face]) for face in FACES[:4]])
    taken = Counter(bot.act(View(last_seq=number), decision).cards[0] for number in range(4000))
    assert sorted(taken) == list(FACES[:4])
    assert min(taken.values()) > 900


def test_another_seed_makes_another_random() -> None:
    decision = Decision(legal=[play([face]) for face in FACES])
    views = [View(last_seq=number) for number in range(20)]
    games = [[Random({"seed": seed}).act(view, decision) for view in views] for seed in (1, 1, 2)]
    assert games[0] == games[1]
    assert games[0] != games[2]


def test_greedy_beats_random_on_nineteen_boards_of_twenty() -> None:
    scores = practice.duel(Greedy, Random, boards=200)
    assert sum(score > 0 for score in scores) + sum(score == 0 for score in scores) / 2 >= 190


def test_bold_throws_and_no_throw_of_it_fails() -> None:
    throws = 0
    for number in range(20):
        for turn in practice.Sitting([Bold] * 4, practice.match("tractor", board=number, seed=2)).turns():
            view = turn.decision.view
            throws += view.phase == PHASE_PLAY and not view.trick.plays and turn.action not in turn.decision.legal
            assert not any(event.attempt for event in turn.events)
    assert throws > 10
