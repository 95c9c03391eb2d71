"""What every deal keeps, whatever the options: it ends, loses no card, offers only what it accepts."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import islice

import pytest

from referee.cards import SEATS, BySeat, Card, Cards, Seat, points
from referee.game import Action, Claim, EventKind, Phase, Position, RefereeError, Verb
from referee.games.over import Over
from referee.games.shengji.dagunzi.phases.adding import Adding, Picking
from referee.games.shengji.dagunzi.phases.burying import Burying
from referee.games.shengji.dagunzi.phases.tribute import Paying, Returning
from referee.games.shengji.dagunzi.phases.tricks import Tricks
from referee.games.shengji.phases.polling import Polling
from referee.table.view import View
from tests.games.dagunzi.playing import PACK, Turn, WithHands, game, in_blood, of_kind, turns

AWAY = [
    {"follow_mode": "dead"},
    {"follow_mode": "dead", "gunzi_shelter": "true"},
    {"start_level": "5", "end_level": "A", "obligatory_levels": "5,J"},
    {"obligatory_levels": "", "obligatory_mode": "no_skip"},
    {"obligatory_mode": "defend", "rotation": "stay_on_lost_kitty"},
    {"threshold": "100", "kitty_multiplier": "4"},
    {"blood_low": "100", "blood_high": "130", "blood_step": "5"},
    {"big_joker_blood": "4", "small_joker_blood": "3", "big_joker_levels": "0", "small_joker_levels": "0"},
    {"tribute_level_points": "false", "tribute_return": "lowest_non_joker"},
    {"first_seize": "auto", "first_flip": "largest"},
    {"dry_pot": "false"},
    {"dry_pot_test": "trump_suit"},
    {"dry_pot_test": "merged", "dry_pot_first_hand": "false"},
    {"others_bury": "false"},
    {"others_bury_block": "any_point", "triple_joker_end": "big_only"},
    {"zero_ends": "false", "full_ends": "false", "triple_joker_end": "off"},
]
OPTIONS = [pytest.param({}, id="defaults")] + [
    pytest.param(options, id=" ".join(f"{name}={value}" for name, value in options.items())) for options in AWAY
]


def all_cards(position: Polling | WithHands) -> Cards:
    """Return the cards that are not yet won."""
    if isinstance(position, Polling):
        return sum(position.piles.cards, position.piles.kitty)
    in_hands = sum(position.hands, ())
    if isinstance(position, Burying):
        return in_hands
    trick = position.trick.plays if isinstance(position, Tricks) and position.trick else ()
    return in_hands + position.terms.kitty + sum(trick, ())


@pytest.mark.parametrize("options", OPTIONS)
def test_cards_and_points_are_conserved_to_the_end(options: dict[str, str]) -> None:
    rules = game(**options)
    for seed in range(9):
        won: Cards = ()
        trick: Cards = ()
        for turn in turns(rules, in_blood(rules, seed), seed):
            position = turn.step.position
            trick += tuple(face for event in of_kind(turn.step.events, EventKind.PLAYED) for face in event.cards)
            if of_kind(turn.step.events, EventKind.TRICK_WON):
                won, trick = won + trick, ()
            if isinstance(position, Over):
                [ended] = of_kind(turn.step.events, EventKind.DEAL_ENDED)
                assert Counter(won + ended.cards) == Counter(PACK)
                check_end(position, won, ended.cards)
            else:
                assert isinstance(position, Polling | WithHands)
                assert Counter(all_cards(position) + won) == Counter(PACK)
                assert points(all_cards(position) + won) == 300


def check_end(position: Over, won: Cards, kitty: Cards) -> None:
    result = position.result
    assert len(kitty) == 6
    assert result.kitty_points == points(kitty) == 300 - points(won)
    assert 0 < abs(result.score) <= 8
    assert abs(result.points) == result.attackers_points
    assert game().parse(str(result.progress)) == result.progress
    assert position.to_act == frozenset()
    with pytest.raises(RefereeError):
        position.act(Seat.EAST, Action(Verb.PASS))


@pytest.mark.parametrize("options", OPTIONS)
def test_everybody_holds_39_cards_and_the_kitty_6_when_the_play_begins(options: dict[str, str]) -> None:
    rules, begun = game(**options), 0
    for seed in range(9):
        for turn in turns(rules, in_blood(rules, seed), seed):
            position = turn.step.position
            if isinstance(position, Tricks) and not isinstance(turn.position, Tricks):
                begun += 1
                assert [len(hand) for hand in position.hands] == [39] * 4
                assert len(position.terms.kitty) == 6
                assert position.to_act == {position.terms.declarer}
    assert begun == 9


@pytest.mark.parametrize("options", OPTIONS)
def test_everything_offered_is_accepted_and_offered_once(options: dict[str, str]) -> None:
    rules = game(**options)
    for seed in (7, 8):
        for turn in turns(rules, in_blood(rules, seed), seed):
            if turn.position is None or turn.seat is None:
                continue
            asked = turn.position.ask(turn.seat)
            offered = list(islice(turn.position.moves(turn.seat), 40))
            assert offered
            assert len(set(offered)) == len(offered)
            for action in offered:
                assert action.cards == tuple(sorted(action.cards))
                assert action.verb in asked.verbs
                if action.verb not in (Verb.PASS, Verb.WAIT):
                    assert asked.min_cards <= len(action.cards) <= asked.max_cards
                turn.position.act(turn.seat, action)


def bad_actions(turn: Turn, chance: random.Random) -> Iterator[tuple[Seat, Action]]:
    assert turn.seat is not None
    some = tuple(map(Card, sorted(chance.choices(range(54), k=chance.randint(0, 5)))))
    mine = tuple(sorted(chance.sample(held_by(turn.position, turn.seat), chance.randint(1, 3)))) or some
    yield turn.seat.after(), Action(Verb.PLAY, some)
    for verb in Verb:
        yield turn.seat, Action(verb, some)
        yield turn.seat, Action(verb, mine)
        yield turn.seat, Action(verb, mine, Claim(units=(some, ())))


def held_by(position: Position | None, seat: Seat) -> Cards:
    assert isinstance(position, Polling | WithHands)
    hand = position.hand(seat) if isinstance(position, Polling) else position.hands[seat]
    return hand * 3


@pytest.mark.parametrize("options", OPTIONS)
def test_a_refusal_changes_nothing(options: dict[str, str]) -> None:
    rules, chance = game(**options), random.Random("refusals")
    refused: Counter[type[Position]] = Counter()
    for seed in (2, 3):
        for turn in turns(rules, in_blood(rules, seed), seed):
            if turn.position is None or turn.seat is None or turn.action is None:
                continue
            before = repr(turn.position)
            for seat, action in bad_actions(turn, chance):
                try:
                    turn.position.act(seat, action)
                except RefereeError:
                    refused[type(turn.position)] += 1
            assert repr(turn.position) == before
            assert turn.position.act(turn.seat, turn.action) == turn.step
    assert {Paying, Returning, Tricks} <= set(refused)


NEXT: dict[type[Position] | None, tuple[type[Position], ...]] = {
    None: (Polling, Paying, Burying, Tricks),
    Polling: (Polling, Paying, Burying, Tricks),
    Paying: (Returning,),
    Returning: (Burying, Tricks),
    Burying: (Adding, Tricks),
    Adding: (Adding, Picking, Tricks),
    Picking: (Adding, Tricks),
    Tricks: (Tricks, Over),
}
IN_ORDER = (Phase.DEAL, Phase.TRIBUTE, Phase.BURY, Phase.ADD, Phase.PLAY, Phase.OVER)


@pytest.mark.parametrize("options", OPTIONS)
def test_phases_follow_each_other_as_drawn(options: dict[str, str]) -> None:
    rules = game(**options)
    for seed in range(12):
        phases = []
        for turn in turns(rules, in_blood(rules, seed), seed):
            before = None if turn.position is None else type(turn.position)
            assert type(turn.step.position) in NEXT[before]
            phases += [event.phase for event in turn.step.events if event.phase is not None]
        assert phases == sorted(phases, key=IN_ORDER.index)
        assert {Phase.DEAL, Phase.PLAY, Phase.OVER} <= set(phases)


@pytest.mark.parametrize("options", OPTIONS)
def test_the_options_of_a_game_make_an_equal_game(options: dict[str, str]) -> None:
    rules = game(**options)
    assert game(**rules.options) == rules
    assert (rules == game()) == (options == {})


def hands_of(position: Position) -> BySeat[Cards] | None:
    return position.hands if isinstance(position, WithHands) else None


@pytest.mark.parametrize("options", OPTIONS)
def test_views_agree_with_positions(options: dict[str, str]) -> None:
    """Each seat knows its hand and the size of the others', and what it believes shown is there."""
    rules = game(**options)
    for seed in range(6):
        views = [View(seat) for seat in SEATS]
        for turn in turns(rules, in_blood(rules, seed), seed):
            for view in views:
                for event in turn.step.events:
                    seen = event.seen_by(view.seat)
                    if seen is not None:
                        view.see(seen)
            held = hands_of(turn.step.position)
            if held is not None:
                for view in views:
                    check_view(view, turn.step.position, held)


def check_view(view: View, position: Position, held: BySeat[Cards]) -> None:
    assert view.seat is not None
    assert tuple(view.hand) == held[view.seat]
    for seat in SEATS:
        assert view.seats[seat].count == len(held[seat])
        assert not Counter(view.seats[seat].shown) - Counter(held[seat])
    if isinstance(position, Adding | Picking | Tricks):
        assert view.kitty is not None
        terms = position.terms
        knows = terms.public or view.seat == terms.declarer
        assert view.kitty.cards == (terms.kitty if knows else ())
        assert (view.kitty.count, view.kitty.dry) == (len(terms.kitty), terms.dry)
        assert view.kitty.public == terms.public
