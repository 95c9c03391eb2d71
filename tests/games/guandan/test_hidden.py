"""Cards hidden from a seat change nothing it sees, is asked, is offered, or is told of its own mistakes."""

import random
from dataclasses import replace
from itertools import islice

import pytest

from referee.cards import SEATS, BySeat, Card, Seat
from referee.game import Action, Claim, Combination, Event, EventKind, Position, RefereeError, Verb
from referee.games.guandan.order import Key
from referee.games.guandan.phases.climbing import Climbing
from referee.games.guandan.phases.paying import Paying
from referee.games.guandan.phases.resisting import Resisting
from referee.games.guandan.phases.returning import Returning
from referee.table.view import View
from tests.games.guandan.playing import guandan, turns

Asking = Resisting | Paying | Returning | Climbing


def disguised(position: Asking, seat: Seat, chance: random.Random) -> Asking:
    """Deal the cards of the other hands anew, as many to each."""
    others = [other for other in SEATS if other != seat]
    faces = [face for other in others for face in position.hands[other]]
    chance.shuffle(faces)
    hands = {other: tuple(sorted(faces.pop() for _ in position.hands[other])) for other in others}
    return replace(position, hands=BySeat(hands.get(each, position.hands[seat]) for each in SEATS))


def refusal(position: Position, seat: Seat, action: Action) -> str:
    try:
        position.act(seat, action)
    except RefereeError as fault:
        return str(fault)
    return "accepted"


def test_hidden_cards_do_not_change_questions_offers_or_refusals() -> None:
    chance, refused = random.Random("hidden"), 0
    for seed in range(12):
        for turn in turns(guandan(), seed):
            position, seat = turn.position, turn.seat
            if not isinstance(position, Asking) or seat is None:
                continue
            other = disguised(position, seat, chance)
            assert other.ask(seat) == position.ask(seat)
            assert list(islice(other.moves(seat), 60)) == list(islice(position.moves(seat), 60))
            hand = position.hands[seat]
            for verb in Verb:
                mine = tuple(sorted(chance.sample(hand, min(len(hand), chance.choice([1, 1, 2, 5])))))
                some = tuple(sorted(map(Card, chance.choices(range(54), k=2))))
                for action in (Action(verb, mine), Action(verb, some), Action(verb, mine, wrong_claim(chance))):
                    told = refusal(position, seat, action)
                    refused += told != "accepted"
                    assert refusal(other, seat, action) == told
    assert refused > 1000


def wrong_claim(chance: random.Random) -> Claim:
    return Claim(kind=chance.choice(list(Combination)), key=Key(chance.randint(0, 17)))


def views(events: list[Event]) -> list[View]:
    seen = [View(seat) for seat in (*SEATS, None)]
    for event in events:
        for view in seen:
            if (told := event.seen_by(view.seat)) is not None:
                view.see(told)
    return seen


@pytest.mark.parametrize("options", [{}, {"tribute_visibility": "parties"}, {"card_counts": "le10"}], ids=str)
def test_each_seat_sees_its_own_hand_and_what_lies_open(options: dict[str, str]) -> None:
    for seed in range(9):
        log: list[Event] = []
        for turn in turns(guandan(**options), seed):
            log += turn.step.events
            position = turn.step.position
            if not isinstance(position, Asking) or len(log) % 5:
                continue
            for view in views(log):
                check_view(view, position, hidden="card_counts" in options)


def check_view(view: View, position: Asking, *, hidden: bool) -> None:
    if view.seat is not None:
        assert tuple(view.hand) == position.hands[view.seat]
    for seat in SEATS:
        number, told = len(position.hands[seat]), view.seats[seat].count
        assert told == (None if hidden and number > 10 and seat != view.seat else number)
        assert not (set(view.seats[seat].shown) - set(position.hands[seat]))
    if isinstance(position, Climbing) and position.top is not None:
        assert view.trick is not None
        assert view.trick.best is not None
        best = view.trick.plays[view.trick.best]
        assert (best.seat, best.claim) == (position.top.owner, position.top.reading.claim)


def test_tribute_is_seen_by_all_or_by_its_parties_alone() -> None:
    for options in ({}, {"tribute_visibility": "parties"}):
        log = [event for seed in (1, 5, 7) for turn in turns(guandan(**options), seed) for event in turn.step.events]
        moved = [event for event in log if event.kind in {EventKind.PAID, EventKind.RETURNED}]
        assert moved
        for event in moved:
            for seat in (*SEATS, None):
                told = event.seen_by(seat)
                assert told is not None
                assert (told.cards == event.cards) == (not options or seat in {event.seat, event.to})


def test_only_those_asked_know_that_tribute_can_be_resisted() -> None:
    asked = 0
    for seed in range(1, 120):
        first = next(turns(guandan(), seed))
        if isinstance(first.step.position, Resisting):
            asked += 1
            kinds = [event.kind for event in first.step.events]
            assert EventKind.RESISTED not in kinds
            assert kinds[-1] is EventKind.TRIBUTE_DUE
            seat = min(first.step.position.to_act)
            step = first.step.position.act(seat, Action(Verb.DECLINE))
            assert step.events == ()
    assert asked > 5


def test_who_receives_is_unknown_as_long_as_the_cards_decide_it() -> None:
    log: list[Event] = []
    due = 0
    for turn in turns(guandan(double_pairing="card_rank", resist_mode="automatic"), seed=2):
        log += turn.step.events
        [*_, spectator] = views(log)
        if isinstance(turn.step.position, Paying):
            due += 1
            assert [transfer.payee for transfer in spectator.tribute] == [None, None]
            assert sum(transfer.committed for transfer in spectator.tribute) == len(turn.step.position.cards)
        elif isinstance(turn.step.position, Climbing):
            break
    assert due == 2
    assert {transfer.payee for transfer in spectator.tribute} == {0, 2}
    assert all(transfer.done and transfer.paid and transfer.returned for transfer in spectator.tribute)
