"""The deal: 27 cards each, and who leads the first of a match."""

import pytest

from referee.cards import JOKERS, SEATS, Cards, Rank, Suit, card, pack
from referee.game import Event, EventKind
from referee.games.guandan.phases.climbing import Climbing
from tests.games.guandan.playing import guandan


class Given:
    """A luck that starts at seat 1, and draws a given number for whatever else."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.asked: dict[str, int] = {}

    def pack(self, attempt: int) -> Cards:
        assert attempt == 0
        return pack(2)

    def draw(self, purpose: str, k: int) -> int:
        self.asked[purpose] = k
        return 1 if purpose == "start-seat" else self.number


def first_deal(number: int, **options: str) -> tuple[int, list[Event], dict[str, int]]:
    luck, game = Given(number), guandan(**options)
    step = game.deal(game.start(), luck)
    assert isinstance(step.position, Climbing)
    shown = [event for event in step.events if event.kind is EventKind.SHOWN]
    return step.position.turn, shown, luck.asked


@pytest.mark.parametrize(("place", "leader"), [(0, 1), (1, 2), (54, 3), (107, 0)])
def test_the_owner_of_the_revealed_card_leads(place: int, leader: int) -> None:
    turn, shown, asked = first_deal(place)
    assert turn == leader
    assert shown[0].seat == leader
    assert shown[0].cards == (pack(2)[place],)
    assert asked == {"start-seat": 4, "revealed-card": 108}


@pytest.mark.parametrize(("redraw", "number"), [("none", 108), ("jokers", 104), ("jokers_and_wilds", 102)])
def test_cards_that_cannot_be_revealed_are_not_drawn(redraw: str, number: int) -> None:
    revealed = {first_deal(place, revealed_redraw=redraw)[1][0].cards[0] for place in range(number)}
    assert first_deal(0, revealed_redraw=redraw)[2]["revealed-card"] == number
    never = {*JOKERS, card(Suit.HEARTS, Rank.TWO)}
    assert revealed & never == {"none": never, "jokers": never - {*JOKERS}, "jokers_and_wilds": set()}[redraw]


@pytest.mark.parametrize(("first_lead", "leader"), [("random_seat", 3), ("fixed_seat", 0)])
def test_without_a_revealed_card_a_seat_leads(first_lead: str, leader: int) -> None:
    turn, shown, _ = first_deal(3, first_lead=first_lead)
    assert (turn, shown) == (leader, [])


def test_every_seat_gets_its_cards_and_learns_how_many_the_others_have() -> None:
    luck, game = Given(0), guandan()
    step = game.deal(game.start(), luck)
    for seat in SEATS:
        told = [event for event in (each.seen_by(seat) for each in step.events) if event is not None]
        dealt = {event.seat: event for event in told if event.kind is EventKind.DEALT}
        assert dealt[seat].cards == tuple(sorted(pack(2)[(seat - 1) % 4 :: 4]))
        assert {dealt[other].number for other in SEATS if other != seat} == {27}
