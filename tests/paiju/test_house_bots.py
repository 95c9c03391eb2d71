"""The bots of the house: legal, repeatable, and as strong as they should be."""

from collections import Counter

import pytest
from paiju import Action, Bot, Decision, View, play
from paiju.bots.bold import Bold
from paiju.bots.greedy import Greedy
from paiju.bots.lowest import Lowest
from paiju.bots.random import Random
from paiju.cards import FACES
from paiju.v1.game_pb2 import PHASE_PLAY

from referee.cards import SEATS
from tests.paiju.playout import Deal, play_board, play_deal, seated, tractor

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
    game = tractor(options)
    player, other = seated(bot({}), game), seated(Random({}), game)
    for number in range(13):
        play_deal(game, number, (player, other, player, other))
        play_deal(game, number, (other, player, other, other))


@pytest.mark.parametrize("bot", BOTS.values(), ids=BOTS)
def test_a_bot_is_a_function_of_its_options_and_what_it_sees(bot: type[Bot]) -> None:
    game = tractor()
    one, two = seated(bot({"seed": 1}), game), seated(bot({"seed": 1}), game)
    deal = Deal(game, 0, seed=1)
    while deal.position.result is None:
        for seat in SEATS:
            if seat in deal.position.to_act:
                asked = deal.question(seat)
                action = one.act(asked.view, asked)
                assert isinstance(action, Action)
                assert two.act(asked.view, Decision.FromString(asked.SerializeToString())) == action
                deal.act(seat, action)


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
    game = tractor()
    greedy, other = seated(Greedy({}), game), seated(Random({}), game)
    scores = [play_board(game, number, greedy, other) for number in range(200)]
    assert sum(score > 0 for score in scores) + sum(score == 0 for score in scores) / 2 >= 190


def test_bold_throws_and_no_throw_of_it_fails() -> None:
    game = tractor()
    bold = seated(Bold({}), game)
    throws = 0
    for number in range(20):
        deal = Deal(game, number, seed=2)
        while deal.position.result is None:
            (seat,) = deal.position.to_act
            asked = deal.question(seat)
            action = bold.act(asked.view, asked)
            assert isinstance(action, Action)
            throws += asked.view.phase == PHASE_PLAY and not asked.view.trick.plays and action not in asked.legal
            assert not any(event.attempt for event in deal.act(seat, action))
    assert throws > 10
