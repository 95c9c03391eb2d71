"""Following: by example, against a slow checker, and what is offered against brute force."""

import random
from collections import Counter
from collections.abc import Sequence
from itertools import combinations, islice
from operator import ge
from typing import NamedTuple

import pytest

from referee.cards import CARD_TEXT, FACES, SUITS, BySeat, Card, Cards, Rank, Seat, Suit, cards, points, text
from referee.game import Action, RuleError, Verb
from referee.games.shengji.choices import Choices
from referee.games.shengji.following import choose, ladder, lead_of, of_group, reach
from referee.games.shengji.order import TRUMPS, Group, Order, order_of
from referee.games.shengji.phases.tricks import Terms, Trick, Tricks
from referee.games.shengji.progress import Progress
from referee.games.shengji.rules import parse
from referee.games.shengji.serving import Supply, courses
from referee.games.shengji.shapes import cut, stock
from tests.games.shengji import slow_following, slow_three_decks
from tests.games.shengji.playing import following, order_for


class Case(NamedTuple):
    setting: slow_following.Setting
    position: Tricks
    lead: Cards
    hand: Cards


def is_legal(position: Tricks, play: Cards) -> bool:
    try:
        position.act(Seat.NORTH, Action(Verb.PLAY, play))
    except RuleError:
        return False
    return True


def neighbours(chance: random.Random, faces: list[Card], decks: int, most: int) -> tuple[list[Card], list[Card]]:
    """Split a few neighbouring faces into a lead and what a hand holds of the group."""
    start, width = chance.randrange(len(faces)), chance.randint(2, 7)
    pool = [face for face in faces[start : start + width] for _ in range(decks)]
    chance.shuffle(pool)
    size = chance.randint(1, min(len(pool), most))
    return pool[:size], pool[size : size + chance.randint(0, most + 3)]


def two_tractors(chance: random.Random, faces: list[Card]) -> tuple[list[Card], list[Card]]:
    """Lead two tractors to a hand of pairs."""
    first = chance.randrange(len(faces) - 4)
    second = chance.randrange(first + 2, len(faces) - 1)
    led = [face for start in (first, second) for face in faces[start : start + 2]]
    others = [face for face in faces if face not in led]
    pairs = chance.sample(others, min(len(others), chance.randint(4, 6)))
    return led * 2, pairs * 2 + [face for face in others if face not in pairs][:1]


def two_units(chance: random.Random, faces: list[Card]) -> tuple[list[Card], list[Card]]:
    """Lead a tractor and a triple to a hand of pairs and triples."""
    first = chance.randrange(len(faces) - 1)
    run = faces[first : first + 2]
    triple, *others = chance.sample([face for face in faces if face not in run], min(6, len(faces) - 2))
    held = [face for face in others for _ in range(chance.choice((2, 3)))]
    return [*run * 2, *[triple] * 3], held


def random_case(chance: random.Random, decks: int, most: int, *, large: bool = False, **options: str) -> Case:
    """Lead and hand share faces of one group, so that shapes are common."""
    two_trump = chance.random() < 0.4
    level, trump = chance.choice(list(Rank)), chance.choice([*SUITS, Suit.NO_TRUMP])
    order = order_of(level, trump, two_trump=two_trump)
    group = Group(chance.choice([suit for suit in range(5) if suit != trump or trump == Suit.NO_TRUMP] + [TRUMPS] * 2))
    faces = sorted(order.members[group], key=lambda face: order.height[face])
    led, held = (two_tractors, two_units)[decks - 2](chance, faces) if large else neighbours(chance, faces, decks, most)
    others = [face for face in map(Card, range(FACES)) if face not in order.members[group]]
    lead, hand = tuple(sorted(led)), tuple(sorted(held + chance.sample(others, len(led))))
    opened = lead_of(order, cut(order, lead))
    progress = Progress((level, level), Seat.EAST)
    given = Terms(parse({"decks": str(decks)} | options), progress, order, Seat.EAST, ())
    position = Tricks(given, BySeat(((), hand, (), ())), Seat.NORTH, 0, Trick(opened, (lead,), 0, (0,)))
    return Case(slow_following.Setting(str(level), str(trump), two_trump), position, lead, hand)


def random_play(chance: random.Random, case: Case) -> Cards:
    """Choose some cards of the led group, any cards, or something legal with one card exchanged."""
    size, order = len(case.lead), case.position.terms.order
    members = order.members[order.group[case.lead[0]]]
    held = [face for face in case.hand if face in members]
    way = chance.random()
    if way < 0.5 and len(held) >= size:
        return tuple(sorted(chance.sample(held, size)))
    if way < 0.6:
        return tuple(sorted(chance.sample(case.hand, size)))
    offered = [action.cards for action in islice(case.position.moves(Seat.NORTH), 20)]
    play = list(chance.choice(offered))
    if way < 0.8:
        spare = list((Counter(case.hand) - Counter(play)).elements())
        play[chance.randrange(size)] = chance.choice(spare or play)
    return tuple(sorted(play))


def listed(faces: Sequence[Card]) -> list[str]:
    return [CARD_TEXT[face] for face in faces]


def test_a_slow_checker_agrees_on_twenty_thousand_plays() -> None:
    chance = random.Random("following")
    seen: Counter[tuple[str, bool]] = Counter()
    for _ in range(20_000):
        case = random_case(chance, decks=2, most=7, large=chance.random() < 0.08)
        play = random_play(chance, case)
        told = slow_following.legal(listed(case.hand), listed(case.lead), listed(play), case.setting)
        said = f"{case.setting}: led {text(case.lead)}, hand {text(case.hand)}, play {text(play)}"
        assert is_legal(case.position, play) == told, said
        assert case.position.trick is not None
        slots = case.position.trick.lead.slots
        runs = sum(length > 1 for _, length in slots)
        shape = "tractor" if runs == 1 else "tractors" if runs else "pairs" if slots else "singles"
        seen[shape + (" throw" if len(case.position.trick.lead.cut) > 1 else ""), told] += 1
    common = {"tractors throw", "tractor", "tractor throw", "pairs", "pairs throw", "singles", "singles throw"}
    assert {shape for shape, _ in seen} == common
    assert min(seen[shape, told] for shape in common for told in (True, False)) > 200, seen


def kind_of_lead(case: Case) -> str:
    assert case.position.trick is not None
    lead = case.position.trick.lead
    names = {(2, 1): "pair", (3, 1): "triple"}
    widest = max(lead.shapes)
    run = "titanic" if widest[0] == 3 else "tractor"
    return names.get(widest, run if widest[0] > 1 else "single") + (" throw" if len(lead.cut) > 1 else "")


def test_a_slow_checker_agrees_on_twenty_thousand_plays_with_three_decks() -> None:
    chance = random.Random("three decks")
    seen: Counter[tuple[str, bool, bool]] = Counter()
    for number in range(20_000):
        protect = number % 4 == 0
        large = protect and chance.random() < 0.3
        case = random_case(chance, decks=3, most=8, large=large, protect_triples=str(protect).lower())
        play = random_play(chance, case)
        told = slow_three_decks.legal(listed(case.hand), listed(case.lead), listed(play), case.setting, protect=protect)
        said = f"{case.setting}: led {text(case.lead)}, hand {text(case.hand)}, play {text(play)}, {protect}"
        assert is_legal(case.position, play) == told, said
        seen[kind_of_lead(case), protect, told] += 1
    common = {f"{kind}{throw}" for kind in ("pair", "triple", "tractor", "titanic") for throw in ("", " throw")}
    assert min(seen[kind, protect, told] for kind in common for protect in (True, False) for told in (True, False)) > 5
    assert sum(seen[kind, False, told] for kind in common for told in (True, False)) > 10_000, seen


def given_away(order: Order, play: Cards) -> tuple[int, int, list[int]]:
    """Order plays by points, then by trumps, then by how low they are."""
    trumps = sum(order.group[face] == TRUMPS for face in play)
    return points(play), trumps, sorted(order.low[face] for face in play)


@pytest.mark.parametrize(
    ("decks", "options"),
    [
        pytest.param(1, {}, id="one deck"),
        pytest.param(2, {}, id="two decks"),
        pytest.param(3, {}, id="three decks"),
        pytest.param(3, {"protect_triples": "true"}, id="three decks, triples protected"),
    ],
)
def test_what_is_offered_is_all_that_is_legal(decks: int, options: dict[str, str]) -> None:
    chance = random.Random(f"offers {decks} {options}")
    for _ in range(400):
        case = random_case(chance, decks, 6, large=False, **options)
        if len(case.hand) > 13:
            continue
        offered = [action.cards for action in case.position.moves(Seat.NORTH)]
        subsets = set(combinations(case.hand, len(case.lead)))
        said = f"{case.setting}: led {text(case.lead)}, hand {text(case.hand)}"
        assert len(set(offered)) == len(offered), said
        assert set(offered) == {play for play in subsets if is_legal(case.position, play)}, said
        order = case.position.terms.order
        assert offered[0] == min(offered, key=lambda play: given_away(order, play)), said
        lead = lead_of(order, cut(order, case.lead))
        held = of_group(order, case.hand, lead.group)
        if lead.slots and len(held) > lead.size:
            low_first = sorted(set(held), key=lambda face: (order.height[face], face))
            assert offered[1:] == sorted(offered[1:], key=lambda play: [-play.count(face) for face in low_first]), said


@pytest.mark.parametrize(
    ("lead", "hand", "play"),
    [
        pytest.param("Ks", "9s As 5c", "9s", id="the lowest of the suit"),
        pytest.param("Ks", "5s As 9s", "9s", id="no points for low cards"),
        pytest.param("Ks", "5c 3h 9d 4d", "4d", id="void: a low side card, not a trump"),
        pytest.param("Ks", "5c 3h", "3h", id="void: a trump rather than points"),
        pytest.param("Ks", "4d 4c 4h", "4c", id="void: c before d"),
        pytest.param("8s 8s", "Ks Ks 5s 5s 9s 2s", "5s 5s", id="the pair with fewer points"),
        pytest.param("8s 8s 7s 7s", "Qs Qs Js Js 5s 5s 3s 3s", "Js Js Qs Qs", id="the tractor it owes"),
        pytest.param("8s 8s 7s 7s", "Qs Qs 5s 3s 2s", "2s 3s Qs Qs", id="cheap cards beside the pair it owes"),
        pytest.param("8s 8s", "9s 4d 3h", "9s 4d", id="all of the suit, then what is cheap"),
    ],
)
def test_the_first_offer_gives_least_away(lead: str, hand: str, play: str) -> None:
    assert next(following(lead, hand).moves(Seat.NORTH)).cards == cards(play)


def test_the_first_offer_counts_what_lies_beside_the_shape_too() -> None:
    """Queens and kings are the lower tractor, but they leave only fives to go with it."""
    position = following("9h 9h 8h 8h 6h 3h", "Qh Qh Kh Kh 5c 5c 5h 5h", level="5")
    assert next(position.moves(Seat.NORTH)).cards == cards("Qh Qh 5c 5c 5h 5h")


def test_broken_triples_may_answer_better_than_what_is_owed() -> None:
    hand = "7s 7s 7s 8s 8s 8s 2s 2s 4s 4s Ts Ts"
    position = following("Ks Ks Qs Qs Js Js", hand, level="5", decks="3", protect_triples="true")
    offered = {action.cards for action in position.moves(Seat.NORTH)}
    assert cards("7s 7s 8s 8s 2s 4s") in offered
    assert offered == {play for play in combinations(cards(hand), 6) if is_legal(position, play)}


def test_a_broken_triple_may_serve_the_first_unit_better_and_fail_the_next() -> None:
    hand, play = "7s 7s 8s 8s 8s Js Js 2s 3s", cards("7s 7s 8s 8s Js Js 2s")
    position = following("Ks Ks Qs Qs 9s 9s 9s", hand, level="5", decks="3", protect_triples="true")
    offered = {action.cards for action in position.moves(Seat.NORTH)}
    assert play in offered
    assert offered == {play for play in combinations(cards(hand), 7) if is_legal(position, play)}


@pytest.mark.parametrize(
    ("hand", "runs"),
    [
        pytest.param("8s 8s 7s 7s 6s 6s 5s 5s", [3], id="a run as long"),
        pytest.param("Qs Qs Js Js 5s 5s 3s 3s", [2, 1], id="two and a pair"),
        pytest.param("Qs Qs Js Js 5s 3s", [2], id="two"),
        pytest.param("Qs Qs 8s 8s 5s 5s 3s 3s", [1, 1, 1], id="three pairs"),
        pytest.param("Qs Qs 8s 8s 5s", [1, 1], id="two pairs"),
        pytest.param("Qs Qs 8s", [1], id="a pair"),
        pytest.param("Qs 8s", [], id="nothing"),
    ],
)
def test_three_pairs_in_a_row_ask_for_the_longest_runs(hand: str, runs: list[int]) -> None:
    supply = Supply(stock(order_for(), cards(hand)), ge)
    assert reach(supply, [(2, 3)]) == (tuple((2, run) for run in runs),)


def test_a_ladder_of_two_triples_puts_two_triples_before_a_tractor() -> None:
    three, two = (3, 1), (2, 1)
    assert ladder(2) == (((3, 2),), (three, three), ((2, 2),), (three, two), (three,), (two, two), (two,), ())


def test_choices_come_once_and_cheapest_first() -> None:
    faces = list(map(Card, (4, 4, 7, 9)))
    assert list(choose(faces, 2)) == [(4, 4), (4, 7), (4, 9), (7, 9)]
    assert list(choose(faces, 0)) == [()]
    assert list(choose(faces, 5)) == []


def test_following_looks_at_few_states_however_many_ways_there_are() -> None:
    """Seven pairs come out of eleven triples in 330 ways; which face is next, and how many pairs are owed, is less."""
    order = order_of(Rank.QUEEN, Suit.HEARTS, two_trump=False)
    hand = cards("2s 4s 6s 8s Ts Ks 2c 4c 6c 8c Tc") * 3
    supply = Supply(stock(order, of_group(order, hand, Group(Suit.SPADES))), ge)
    assert supply.serves(((2, 1),) * 6)
    assert not supply.serves(((2, 1),) * 7)
    everything = Supply(tuple((2 * height, face, 3) for height, face in enumerate(sorted(set(hand)))), ge)
    choices = Choices(everything, [((2, 1),) * 7], 14, exact=False)
    assert sum(1 for _ in choices) == 330
    assert sum(map(len, choices.known)) < 11 * 8


def test_how_runs_go_on_is_worked_out_once() -> None:
    courses.cache_clear()
    chance = random.Random("ways")
    for _ in range(300):
        case = random_case(chance, 3, 6)
        for play in islice(case.position.moves(Seat.NORTH), 5):
            case.position.act(Seat.NORTH, play)
    seen = courses.cache_info()
    assert seen.hits > 5 * seen.misses
