"""What every deal keeps, whatever the options: it ends, loses no card, offers only what it accepts."""

import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import chain, islice

import pytest

from referee.cards import SEATS, Card, Cards, Seat, pack, points
from referee.game import Action, Claim, Event, EventKind, Game, Position, RefereeError, Result, Verb
from referee.games import GAMES as FAMILIES
from referee.games.over import Over
from referee.games.shengji.phases.burying import Burying, Countering
from referee.games.shengji.phases.polling import Polling
from referee.games.shengji.phases.tricks import Tricks
from tests.games.shengji.playing import Shuffled, Turn, chaodi, tractor, turns

TRACTOR: list[dict[str, str]] = [
    {},
    {"decks": "1"},
    {"decks": "1", "nobody_bids": "redeal", "kitty_point_limit": "10"},
    {"decks": "3"},
    {"decks": "3", "protect_triples": "true", "kitty_size": "10"},
    {"decks": "3", "two_trump": "true", "no_trump_bid": "four_jokers"},
    {"two_trump": "true"},
    {"start_level": "A"},
    {"kitty_size": "4"},
    {"kitty_size": "12", "kitty_point_limit": "0"},
    {"decks": "1", "kitty_size": "14", "kitty_point_limit": "10"},
    {"decks": "3", "kitty_size": "2"},
    {"bid_policy": "ladder"},
    {"bid_policy": "reveal_only"},
    {"allow_self_counter": "false", "allow_partner_protect": "false"},
    {"no_trump_bid": "four_jokers"},
    {"no_trump_bid": "off", "nobody_bids": "redeal"},
    {"nobody_bids": "no_trump", "first_declarer": "final_bid"},
    {"deal_mode": "fast"},
    {"throw_allowed": "false"},
    {"throw_penalty": "10", "throw_forced": "shortest_first"},
    {"throw_forced": "largest_type_first", "ruff_tiebreak": "next_unit"},
    {"kitty_multiplier": "pow2_cards", "kitty_multiplier_basis": "winner", "attacker_level_cap": "none"},
    {"kitty_multiplier": "times2", "mandatory_levels": "5,T,K"},
    {"kitty_multiplier": "fixed2"},
    {"decks": "1", "coins": "true", "mandatory_levels": "J", "two_trump": "true"},
    {"decks": "3", "coins": "true", "coin_win_rate": "0.5", "room_factor": "50", "throw_penalty": "5"},
    {"decks": "3", "kitty_point_limit": "0", "mandatory_levels": "5,T,K", "nobody_bids": "no_trump"},
]
CHAODI: list[dict[str, str]] = [
    {},
    {"decks": "3"},
    {"two_trump": "true", "coins": "true"},
    {"decks": "3", "two_trump": "true", "protect_triples": "true"},
    {"fandi_allow_self": "true", "allow_partner_protect": "true"},
    {"fandi_changes_first_declarer": "true", "coins": "true", "coin_attacker_offset": "1"},
    {"no_trump_bid": "off", "kitty_point_limit": "0"},
    {"no_trump_bid": "four_jokers", "nobody_bids": "third_kitty_card"},
    {"decks": "3", "nobody_bids": "redeal", "bid_policy": "reveal_only", "fan_doubles": "false"},
    {"fandi": "false"},
    {"kitty_size": "20", "kitty_point_limit": "10"},
    {"deal_mode": "fast", "mandatory_levels": "5,T,K"},
]


def named(name: str, options: Mapping[str, str]) -> str:
    return " ".join([name, *(f"{option}={value}" for option, value in options.items())])


GAMES = [
    pytest.param(FAMILIES[name].make(options), id=named(name, options))
    for name, away in (("tractor", TRACTOR), ("chaodi", CHAODI))
    for options in away
]


def thrown(position: Position, chance: random.Random) -> Action | None:
    """Throw a handful of one group, where a seat is to lead."""
    if not isinstance(position, Tricks) or position.trick is not None:
        return None
    hand, order = position.hands[position.turn], position.terms.order
    group = order.group[chance.choice(hand)]
    held = [face for face in hand if order.group[face] == group]
    return Action(Verb.PLAY, tuple(sorted(chance.sample(held, chance.randint(1, min(4, len(held)))))))


def throwing_turns(game: Game, seed: int) -> Iterator[Turn]:
    """Play a deal in which one lead of three is a throw."""
    chance = random.Random(f"throwing {seed}")
    step = game.deal(game.board(seed), Shuffled(seed, game.pack()))
    yield Turn(None, None, None, step)
    allowed = game.options["throw_allowed"] == "true"
    while step.position.to_act:
        position, seat = step.position, min(step.position.to_act)
        throw = thrown(position, chance) if allowed and chance.random() < 1 / 3 else None
        action = throw or chance.choice(list(islice(position.moves(seat), 24)))
        step = position.act(seat, action)
        yield Turn(position, seat, action, step)


def all_cards(position: Polling | Burying | Countering | Tricks) -> Cards:
    if isinstance(position, Polling):
        return sum(position.piles.cards, position.piles.kitty)
    in_hands = sum(position.hands, ())
    if isinstance(position, Burying):
        return in_hands
    trick = position.trick.plays if isinstance(position, Tricks) and position.trick else ()
    return in_hands + position.terms.kitty + sum(trick, ())


def counted(events: list[Event]) -> Cards:
    return tuple(face for event in events if event.kind is EventKind.PLAYED for face in event.cards)


@pytest.mark.parametrize("game", GAMES)
def test_cards_and_points_are_conserved_to_the_end(game: Game) -> None:
    whole = Counter(pack(int(game.options["decks"])))
    for seed in range(6):
        won: Cards = ()
        trick: Cards = ()
        for turn in throwing_turns(game, seed):
            position = turn.step.position
            trick += counted(list(turn.step.events))
            if any(event.kind is EventKind.TRICK_WON for event in turn.step.events):
                won, trick = won + trick, ()
            if isinstance(position, Over):
                [ended] = [event for event in turn.step.events if event.kind is EventKind.DEAL_ENDED]
                assert Counter(won + ended.cards) == whole
                check_result(game, position)
            else:
                assert isinstance(position, Polling | Burying | Countering | Tricks)
                assert Counter(all_cards(position) + won) == whole
                assert points(all_cards(position) + won) == 100 * int(game.options["decks"])


def check_result(game: Game, position: Over) -> None:
    result = position.result
    assert 0 < abs(result.score) <= game.max_score
    assert abs(result.points) == result.attackers_points
    assert game.parse(str(result.progress)) == result.progress
    check_coins(game, result)
    assert position.to_act == frozenset()
    for attempt in (position.ask, position.moves):
        with pytest.raises(RefereeError):
            attempt(Seat.EAST)
    with pytest.raises(RefereeError):
        position.act(Seat.EAST, Action(Verb.PASS))


def check_coins(game: Game, result: Result) -> None:
    """Both of a side win or both pay; what the losers pay is a whole number of units."""
    if game.options["coins"] == "false":
        assert result.coins == ()
        return
    assert result.coins[:2] == result.coins[2:]
    paid, won = sorted(result.coins[:2])
    assert -paid % int(game.options["room_factor"]) == 0
    assert won == int(-paid * Fraction(game.options["coin_win_rate"])) > 0
    assert (result.coins[0] > 0) == (result.score > 0)


@pytest.mark.parametrize("game", GAMES)
def test_everything_offered_is_accepted_and_offered_once(game: Game) -> None:
    for turn in turns(game, seed=7):
        if turn.position is None or turn.seat is None:
            continue
        assert turn.position.result is None
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
    faces = sorted(chance.choices(range(54), k=chance.randint(0, 5)))
    some = tuple(map(Card, faces))
    yield turn.seat.after(), Action(Verb.PLAY, some)
    for verb in Verb:
        yield turn.seat, Action(verb, some)
    yield turn.seat, Action(Verb.PLAY, some, Claim(units=(some, ())))
    hand = held_by(turn.position, turn.seat)
    mine = tuple(sorted(chance.sample(hand, min(len(hand), chance.randint(1, 9)))))
    yield from ((turn.seat, Action(verb, mine)) for verb in (Verb.DECLARE, Verb.BURY, Verb.PLAY))
    yield turn.seat, Action(Verb.DECLARE, mine[:1] * 2)


def held_by(position: Position | None, seat: Seat) -> Cards:
    assert isinstance(position, Polling | Burying | Countering | Tricks)
    if isinstance(position, Polling):
        return position.hand(seat)
    return position.hands[seat]


@pytest.mark.parametrize("game", GAMES)
def test_a_refusal_changes_nothing(game: Game) -> None:
    chance = random.Random("refusals")
    refused: Counter[type[Position]] = Counter()
    for turn in chain(turns(game, seed=3), turns(game, seed=4)):
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
    assert set(refused) >= {Polling, Burying, Tricks}
    assert (Countering in refused) == (game.options["fandi"] == "true")


NEXT: dict[type[Position] | None, tuple[type[Position], ...]] = {
    None: (Polling, Burying),
    Polling: (Polling, Burying),
    Burying: (Countering, Tricks),
    Countering: (Countering, Burying, Tricks),
    Tricks: (Tricks, Over),
}


@pytest.mark.parametrize("game", GAMES)
def test_phases_follow_each_other_as_drawn(game: Game) -> None:
    phases = []
    for turn in turns(game, seed=11):
        before = None if turn.position is None else type(turn.position)
        assert type(turn.step.position) in NEXT[before]
        phases += [event.phase for event in turn.step.events if event.phase is not None]
    letters = "".join(phase.name[0] for phase in phases)
    rounds = "B(CB)*C?" if game.options["fandi"] == "true" else "B"
    assert re.fullmatch(f"D+{rounds}PO", letters)


def test_about_eleven_questions_are_asked_while_a_deal_is_dealt() -> None:
    """Bots that pass until the deal is over are asked this often in the first deal of a match."""
    game, asked, deals = tractor(), 0, 300
    for seed in range(deals):
        position = game.deal(game.start(), Shuffled(seed, game.pack())).position
        while isinstance(position, Polling):
            asked += 1
            position = position.act(position.turn, Action(Verb.PASS)).position
    assert 10 < asked / deals < 14


@pytest.mark.parametrize("game", GAMES)
def test_the_options_of_a_game_make_an_equal_game(game: Game) -> None:
    assert FAMILIES[game.name].make(game.options) == game


def test_every_seat_learns_its_hand_and_the_size_of_the_others() -> None:
    for game in (tractor(), tractor(deal_mode="fast"), tractor(decks="1"), tractor(decks="3"), chaodi()):
        for seed in range(10):
            log = [event for turn in turns(game, seed) for event in turn.step.events]
            for seat in SEATS:
                seen = [event for event in (each.seen_by(seat) for each in log) if event is not None]
                dealt = [event for event in seen if event.kind is EventKind.DEALT]
                own = [face for event in dealt if event.seat == seat for face in event.cards]
                sizes = {event.seat: event.number for event in dealt if event.seat != seat}
                size = (len(game.pack()) - int(game.options["kitty_size"])) // 4
                assert len(own) == size
                assert sizes == {other: size for other in SEATS if other != seat}
                assert sum(event.seat != seat for event in dealt) == 3
