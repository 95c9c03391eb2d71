"""What others know of a hand and of the kitty, from the events they see."""

from collections.abc import Iterable

from referee.cards import Seat, cards
from referee.game import Action, Event, EventKind, Verb
from referee.games.shengji.dagunzi.phases.adding import Adding
from referee.games.shengji.dagunzi.phases.burying import open_kitty
from referee.table.view import View
from tests.games.dagunzi.playing import hands, terms

KITTY = "3c 4c 7c 8c 9c 7h"


def shown_to(seat: Seat, events: Iterable[Event]) -> View:
    view = View(seat)
    for event in events:
        seen = event.seen_by(seat)
        if seen is not None:
            view.see(seen)
    return view


def turned(seat: int, face: str) -> Event:
    return Event(EventKind.TURNED, seat=Seat(seat), cards=cards(face))


def test_cards_turned_up_one_by_one_are_known_to_go_into_the_declarers_hand() -> None:
    flips = [turned(0, "7c"), turned(1, "3c"), turned(2, "4c"), turned(3, "9c")]
    view = shown_to(Seat.NORTH, flips)
    assert view.kitty is not None
    assert view.kitty.cards == cards("3c 4c 7c 9c")
    view = shown_to(Seat.NORTH, (*flips, *open_kitty(terms(KITTY), hands("", "", "", "")).events))
    assert sorted(view.seats[Seat.EAST].shown) == list(cards("3c 4c 7c 9c"))
    assert (view.kitty and view.kitty.count, view.kitty and view.kitty.cards) == (6, ())


def test_a_public_kitty_is_known_to_be_in_the_declarers_hand_until_he_buries() -> None:
    step = open_kitty(terms(KITTY, public=True), hands("3d 4d 8d 9d Jd Qd", "", "", ""))
    view = shown_to(Seat.NORTH, step.events)
    assert sorted(view.seats[Seat.EAST].shown) == list(cards(KITTY))
    buried = step.position.act(Seat.EAST, Action(Verb.BURY, cards("3d 4d 8d 9d Jd 3c")))
    view = shown_to(Seat.NORTH, (*step.events, *buried.events))
    assert view.seats[Seat.EAST].shown == []


def test_whoever_has_buried_stays_known_when_the_kitty_is_shown_and_picked_cards_are_seen() -> None:
    buried = Event(EventKind.BURIED, seat=Seat.EAST, cards=cards(KITTY), sees=frozenset({Seat.EAST}))
    position = Adding(terms(KITTY), hands("", "LJ 3d", "", ""), Seat.NORTH)
    added = position.act(Seat.NORTH, Action(Verb.ADD, cards("LJ")))
    picked = added.position.act(Seat.NORTH, Action(Verb.PICK, cards("3c")))
    view = shown_to(Seat.WEST, (buried, *added.events, *picked.events))
    assert view.kitty is not None
    assert (view.kitty.burier, view.kitty.count, view.kitty.cards) == (Seat.EAST, 6, cards("4c 7c 8c 9c 7h LJ"))
    assert view.kitty.public
    assert view.seats[Seat.NORTH].shown == list(cards("3c"))


def test_a_dry_kitty_lies_open_and_is_nobodys() -> None:
    dry = terms("3c 4c 7c 8c 9c Jc", public=True)
    view = shown_to(Seat.NORTH, open_kitty(dry, hands("", "", "", "")).events)
    assert view.kitty is not None
    assert (view.kitty.burier, view.kitty.dry, view.kitty.public) == (None, True, True)
    assert view.kitty.cards == cards("3c 4c 7c 8c 9c Jc")
