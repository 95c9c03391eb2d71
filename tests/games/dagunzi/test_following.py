"""Leads and follows: by example, against a slow checker, and what is offered against brute force."""

import random
from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

import pytest

from referee.cards import CARD_TEXT, SUITS, BySeat, Card, Cards, Rank, Seat, cards, points, text
from referee.game import Action, Ask, Claim, RuleError, TableError, Verb
from referee.games.shengji.dagunzi.following import Lead
from referee.games.shengji.dagunzi.phases.tricks import Terms, Trick, Tricks
from referee.games.shengji.dagunzi.progress import Progress
from referee.games.shengji.dagunzi.rules import parse
from referee.games.shengji.order import TRUMPS, Group, order_of
from tests.games.dagunzi import slow_following
from tests.games.dagunzi.playing import PACK, following, hands, terms

MODES = [("live", "false"), ("dead", "false"), ("dead", "true")]


class Case(NamedTuple):
    setting: slow_following.Setting
    position: Tricks
    lead: Cards
    hand: Cards


def refusal(position: Tricks, play: Cards) -> str:
    """Return the rule that a follow breaks, or nothing."""
    try:
        position.act(Seat.NORTH, Action(Verb.PLAY, play))
    except RuleError as refused:
        return refused.rule
    return ""


def random_case(chance: random.Random, mode: str, shelter: str, most: int = 9) -> Case:
    """Lead from a few faces of one group to a hand of the same faces and of others."""
    level, trump = chance.choice(list(Rank)[1:9]), chance.choice(SUITS)
    order = order_of(level, trump, two_trump=True)
    group = chance.choice([*(Group(suit) for suit in SUITS if suit != trump), TRUMPS])
    few = chance.sample(sorted(order.members[group]), chance.randint(1, 4))
    led = chance.choice(few)
    size = chance.randint(1, 3)
    pool = [face for face in few for _ in range(3 - size * (face == led))]
    chance.shuffle(pool)
    held = pool[: chance.randint(0, min(len(pool), most))]
    others = [face for face in PACK if face not in order.members[group]]
    hand = tuple(sorted(held + chance.sample(others, chance.randint(max(0, 3 - len(held)), 4))))
    given = Terms(
        parse({"follow_mode": mode, "gunzi_shelter": shelter}), progress(level), order, Seat.EAST, (), public=False
    )
    lead = (led,) * size
    trick = Trick(Lead(group, size), (lead,), 0, (group == TRUMPS, order.height[led]))
    position = Tricks(given, BySeat(((), hand, (), ())), Seat.NORTH, 0, trick)
    return Case(slow_following.Setting(str(level), str(trump), mode, shelter == "true"), position, lead, hand)


def progress(level: Rank) -> Progress:
    return Progress((level, level), Seat.EAST)


def said(faces: Sequence[Card]) -> list[str]:
    return [CARD_TEXT[face] for face in faces]


def is_legal_slowly(case: Case, play: Cards) -> bool:
    return slow_following.legal(said(case.hand), said(case.lead), said(play), case.setting)


@pytest.mark.parametrize(("mode", "shelter"), MODES)
def test_following_agrees_with_the_slow_checker(mode: str, shelter: str) -> None:
    chance, legal = random.Random(f"{mode} {shelter}"), 0
    for _ in range(7000):
        case = random_case(chance, mode, shelter)
        size = len(case.lead) if chance.random() < 0.95 else chance.randint(1, 4)
        play = tuple(sorted(chance.sample(case.hand, min(size, len(case.hand)))))
        expected = is_legal_slowly(case, play)
        legal += expected
        assert (refusal(case.position, play) == "") is expected, (case, text(play))
    assert 2000 < legal < 6000


@pytest.mark.parametrize(("mode", "shelter"), MODES)
def test_every_legal_follow_is_offered_once_and_the_first_gives_least(mode: str, shelter: str) -> None:
    chance = random.Random(f"offers {mode} {shelter}")
    for _ in range(600):
        case = random_case(chance, mode, shelter)
        offered = [action.cards for action in case.position.moves(Seat.NORTH)]
        plays = {tuple(sorted(play)) for play in combinations(case.hand, len(case.lead))}
        assert sorted(offered) == sorted(play for play in plays if is_legal_slowly(case, play))
        assert least(case, offered[0]) == min(least(case, play) for play in offered)


def least(case: Case, play: Cards) -> tuple[int, int]:
    groups = [slow_following.group(card, case.setting) for card in said(play)]
    return points(play), groups.count("trump")


@pytest.mark.parametrize(
    ("hand", "lead", "options", "first"),
    [
        pytest.param("3s 7s Ks 4c", "9s", {}, "3s", id="the lowest"),
        pytest.param("Ks Ts Qs 4c", "9s", {}, "Qs", id="no points"),
        pytest.param("9c 4d 4h", "9s", {}, "4d", id="lowest side card when void"),
        pytest.param("4d 4c 4h", "9s", {}, "4c", id="clubs before diamonds"),
        pytest.param("5c 4h", "9s", {}, "4h", id="a trump rather than points"),
        pytest.param("Ts Ts 8s 8s As", "9s 9s", {"follow_mode": "dead"}, "8s 8s", id="the cheaper pair"),
        pytest.param(
            "5s 4c 4d 8s 8s 8s", "9s 9s", {"follow_mode": "dead", "gunzi_shelter": "true"}, "8s 8s", id="no points"
        ),
        pytest.param(
            "Ks Ks Ks 3c 4d", "9s 9s", {"follow_mode": "dead", "gunzi_shelter": "true"}, "3c 4d", id="a kept triple"
        ),
    ],
)
def test_the_default_follow_gives_least(hand: str, lead: str, options: dict[str, str], first: str) -> None:
    assert text(next(following(lead, hand, **options).moves(Seat.NORTH)).cards) == text(cards(first))


@pytest.mark.parametrize(
    ("hand", "lead", "play", "options", "rule", "told"),
    [
        pytest.param("3s 4c", "9s", "5s", {}, "play.not_in_hand", "do not hold 5s", id="not held"),
        pytest.param("3s 4c 5c", "9s", "3s 4c", {}, "follow.count", "1 card, not 2", id="too many"),
        pytest.param("3s 4s 5c", "9s 9s", "3s 5c", {}, "follow.suit", "still have 1 spade", id="suit"),
        pytest.param("6s 2c HJ 5c", "9h 9h", "6s 5c", {}, "follow.suit", "still have 2 trumps", id="trumps"),
        pytest.param("3s 3s 4s", "9s 9s", "3s 4s", {"follow_mode": "dead"}, "follow.shape", "a pair", id="pair"),
        pytest.param(
            "3s 3s 3s 4s", "9s 9s 9s", "3s 3s 4s", {"follow_mode": "dead"}, "follow.shape", "a triple", id="triple"
        ),
        pytest.param(
            "3s 3s 7s 8s 4s", "9s 9s 9s", "7s 8s 4s", {"follow_mode": "dead"}, "follow.shape", "a pair", id="pair first"
        ),
    ],
)
def test_follows_that_break_a_rule_are_refused(
    hand: str, lead: str, play: str, *, options: dict[str, str], rule: str, told: str
) -> None:
    position = following(lead, hand, **options)
    with pytest.raises(RuleError) as refused:
        position.act(Seat.NORTH, Action(Verb.PLAY, cards(play)))
    assert (refused.value.rule, told in refused.value.text) == (rule, True)
    assert position == following(lead, hand, **options)


@pytest.mark.parametrize(
    ("led", "rule"),
    [
        pytest.param("", "lead.empty", id="nothing"),
        pytest.param("6c 6d", "lead.unit", id="equal, not identical"),
        pytest.param("As Ks", "lead.unit", id="a throw"),
        pytest.param("3s 3s 4s 4s", "lead.unit", id="a tractor"),
        pytest.param("3s 3s 3s 3s", "play.not_in_hand", id="four of three"),
    ],
)
def test_leads_are_one_two_or_three_equal_cards(led: str, rule: str) -> None:
    position = Tricks(terms(), hands("6c 6d As Ks 3s 3s 3s 4s 4s", "", "", ""), Seat.EAST)
    before = repr(position)
    with pytest.raises(RuleError) as refused:
        position.act(Seat.EAST, Action(Verb.PLAY, cards(led)))
    assert refused.value.rule == rule
    assert repr(position) == before


def test_every_lead_is_offered_from_the_lowest_single() -> None:
    position = Tricks(terms(), hands("3c 3c 5d 5d 5d 4h HJ", "", "", ""), Seat.EAST)
    offered = [text(action.cards) for action in position.moves(Seat.EAST)]
    assert offered == ["3c", "5d", "4h", "HJ", "3c 3c", "5d 5d", "5d 5d 5d"]
    assert position.ask(Seat.EAST) == Ask((Verb.PLAY,), 1, 3, complete=True)
    assert following("9s 9s", "3s 4s 5s").ask(Seat.NORTH) == Ask((Verb.PLAY,), 2, 2, complete=True)


def test_the_last_lead_cannot_be_wider_than_the_hand() -> None:
    assert Tricks(terms(), hands("3c", "", "", ""), Seat.EAST).ask(Seat.EAST).max_cards == 1


def test_nothing_is_claimed_in_play() -> None:
    position = Tricks(terms(), hands("3c", "", "", ""), Seat.EAST)
    with pytest.raises(RuleError, match=r"^claim\.none"):
        position.act(Seat.EAST, Action(Verb.PLAY, cards("3c"), Claim(SUITS[0])))


def test_only_who_is_on_turn_plays() -> None:
    position = Tricks(terms(), hands("3c", "4c", "", ""), Seat.EAST)
    for seat, verb, played in ((Seat.NORTH, Verb.PLAY, "4c"), (Seat.EAST, Verb.BURY, "3c")):
        with pytest.raises(TableError):
            position.act(seat, Action(verb, cards(played)))
