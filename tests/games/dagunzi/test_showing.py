"""Who declares in which suit: seizing, shows, flips and draws."""

import random
from collections.abc import Iterator
from typing import TypeAlias

import pytest

from referee.cards import SEATS, SUITS, Cards, Rank, Seat, Suit, cards, text
from referee.game import Action, Ask, Claim, Event, EventKind, Position, RuleError, Step, Verb
from referee.games.shengji.dagunzi.phases.burying import Burying
from referee.games.shengji.dagunzi.phases.showing import Ground, Showing
from referee.games.shengji.dagunzi.progress import Progress
from referee.games.shengji.dagunzi.rules import parse
from referee.games.shengji.dagunzi.shows import Show
from referee.games.shengji.phases.polling import Polling
from tests.games.dagunzi.playing import Shuffled, Stacked, dealt, game, of_kind

PASS, WAIT, SEIZE = Action(Verb.PASS), Action(Verb.WAIT), Action(Verb.DECLARE, cards("HJ"))
LATER = Progress((Rank.SIX, Rank.FOUR), Seat.EAST)
Options: TypeAlias = dict[str, str] | None
ALL_JOKERS = "LJ LJ LJ HJ HJ HJ"


def shows(listed: str, suit: str = "") -> Action:
    return Action(Verb.DECLARE, cards(listed), Claim(Suit.parse(suit)) if suit else None)


def deal(pack: Cards, *more: Cards, progress: Progress | None = None, options: Options = None) -> Step:
    rules = game(**(options or {}))
    return rules.deal(rules.start() if progress is None else progress, Stacked((pack, *more)))


def answer(step: Step, *, seat: int, action: Action) -> Step:
    """Let a seat act when it is first asked, and the others pass before it; keep all events."""
    events = list(step.events)
    while seat not in step.position.to_act:
        step = step.position.act(asked(step), PASS)
        events += step.events
    done = step.position.act(SEATS[seat], action)
    return Step(done.position, (*events, *done.events))


def asked(step: Step) -> Seat:
    (seat,) = step.position.to_act
    return seat


def all_pass(step: Step) -> Step:
    events = list(step.events)
    while isinstance(step.position, Polling):
        step = step.position.act(asked(step), PASS)
        events += step.events
    return Step(step.position, tuple(events))


def trump_of(step: Step) -> tuple[Seat | None, str]:
    [fixed] = of_kind(step.events, EventKind.TRUMP_SET)
    return fixed.seat, str(fixed.trump)


def test_whoever_seizes_declares_and_his_next_suited_card_is_trump() -> None:
    pack = dealt("3c 4c 5d 6d 7s 8s", first=("", "", "9c HJ LJ HJ Kd 9s", ""))
    step = answer(deal(pack), seat=2, action=SEIZE)
    [shown] = of_kind(step.events, EventKind.DECLARED)
    assert (shown.seat, text(shown.cards), shown.trump) == (Seat.WEST, "HJ", None)
    assert trump_of(step) == (Seat.WEST, "d")
    [kitty] = of_kind(step.events, EventKind.KITTY)
    assert kitty.public


def test_the_offers_of_the_first_deal_are_one_big_joker() -> None:
    pack = dealt("3c 4c 5d 6d 7s 8s", first=("", "HJ HJ HJ LJ LJ LJ", "", ""))
    position = deal(pack).position
    assert position.to_act == {Seat.NORTH}
    assert list(position.moves(Seat.NORTH)) == [PASS, SEIZE, WAIT]
    assert position.ask(Seat.NORTH) == Ask((Verb.DECLARE, Verb.PASS, Verb.WAIT), 1, 1, complete=True)


def test_who_waits_is_asked_after_his_next_card_and_who_passes_only_after_the_last() -> None:
    pack = dealt("3c 4c 5d 6d 7s 8s", first=("", "HJ 9d", "", ""))
    first = deal(pack).position
    assert isinstance(first, Polling)
    waited, passed = (first.act(Seat.NORTH, action).position for action in (WAIT, PASS))
    assert isinstance(waited, Polling)
    assert isinstance(passed, Polling)
    assert [(each.turn, len(each.hand(Seat.NORTH))) for each in (first, waited)] == [(1, 1), (1, 2)]
    assert trump_of(waited.act(Seat.NORTH, SEIZE)) != trump_of(first.act(Seat.NORTH, SEIZE))
    while passed.turn != Seat.NORTH:
        passed = passed.act(passed.turn, PASS).position
        assert isinstance(passed, Polling)
    assert passed.closing or len(passed.hand(Seat.NORTH)) > 2


def test_a_joker_shown_after_the_last_card_turns_the_kitty_up_to_a_suit() -> None:
    pack = dealt("LJ 8c 9d Kd 5s 4h", last=("", "", "", "HJ HJ HJ"))
    step = deal(pack)
    while not (isinstance(step.position, Polling) and step.position.closing):
        step = step.position.act(asked(step), PASS)
    done = answer(step, seat=3, action=SEIZE)
    [turned] = of_kind(done.events, EventKind.TURNED)
    assert text(turned.cards) == "8c LJ"
    assert trump_of(done) == (Seat.SOUTH, "c")


def test_with_auto_the_first_big_joker_dealt_is_shown_by_itself() -> None:
    pack = dealt("3c 4c 5d 6d 7s 8s", first=("", "", "9c HJ Kd", "9c 9c HJ"))
    step = deal(pack, options={"first_seize": "auto"})
    assert trump_of(step) == (Seat.WEST, "d")
    kinds = [event.kind for event in step.events if event.seen_by(Seat.EAST)]
    assert kinds[:3] == [EventKind.DEAL_STARTED, EventKind.DEALT, EventKind.DECLARED]
    assert isinstance(step.position, Burying)


def test_with_auto_cards_are_flipped_if_all_big_jokers_lie_in_the_kitty() -> None:
    step = deal(dealt("HJ HJ HJ 9c 4d Ks"), options={"first_seize": "auto"})
    assert not of_kind(step.events, EventKind.DECLARED)
    assert trump_of(step) == (Seat.SOUTH, "c")


@pytest.mark.parametrize(
    ("kitty", "options", "declarer", "trump"),
    [
        pytest.param("9d 7s Kc 7h 3c 3d", {}, 1, "s", id="the smallest, of equals the earlier"),
        pytest.param("HJ Jd Qc LJ 3c 3d", {}, 1, "d", id="no joker"),
        pytest.param("2c Ad Ah LJ 3c 3d", {}, 1, "d", id="a 2 is above an ace"),
        pytest.param("9d 7s Kc 7h 3c 3d", {"first_flip": "largest"}, 2, "c", id="the largest"),
        pytest.param("9d Ks Kc HJ 3c 3d", {"first_flip": "largest"}, 1, "s", id="the largest with a suit"),
    ],
)
def test_a_flip_makes_the_declarer_if_nobody_seizes(
    kitty: str, options: dict[str, str], declarer: int, trump: str
) -> None:
    step = all_pass(deal(dealt(kitty), options=options))
    assert trump_of(step) == (declarer, trump)
    turned = [(event.seat, text(event.cards)) for event in of_kind(step.events, EventKind.TURNED)]
    assert turned == list(zip(SEATS, kitty.split(), strict=False))
    [taken] = of_kind(step.events, EventKind.KITTY)
    assert not taken.public
    assert taken.sees == frozenset({SEATS[declarer]})


def test_four_jokers_flipped_are_dealt_again() -> None:
    again = dealt("9d 7s Kc 7h 3c 3d")
    step = all_pass(deal(dealt("LJ LJ HJ HJ 3c 3d"), again))
    assert len(of_kind(step.events, EventKind.DEAL_STARTED)) == 2
    assert trump_of(step) == (Seat.NORTH, "s")


def test_a_draw_names_the_trump_if_nobody_shows() -> None:
    step = all_pass(deal(dealt("LJ HJ 9c Kd 4s 4d"), progress=LATER))
    assert trump_of(step) == (LATER.declarer, "c")
    [turned] = of_kind(step.events, EventKind.TURNED)
    assert text(turned.cards) == "9c LJ HJ"
    [taken] = of_kind(step.events, EventKind.KITTY)
    assert not taken.public


def test_six_jokers_drawn_are_dealt_again_with_the_same_debt() -> None:
    progress = Progress(LATER.levels, LATER.declarer, blood=2)
    again = dealt("9c Kd 4s 4d 7h 8h")
    step = all_pass(deal(dealt(ALL_JOKERS), again, progress=progress))
    headers = [event.header for event in of_kind(step.events, EventKind.DEAL_STARTED)]
    assert headers[0] == headers[1]
    assert of_kind(step.events, EventKind.TRIBUTE_DUE)[0].number == 2


def test_draws_are_blind_and_differ_from_deal_to_deal() -> None:
    """Each place of the kitty is turned up first about as often as the others."""
    places = [0] * 6
    for seed in range(300):
        luck = Shuffled(seed)
        step = all_pass(game().deal(game().start(), luck))
        places[luck.pack(0)[156:].index(of_kind(step.events, EventKind.TURNED)[0].cards[0])] += 1
    assert min(places) > 25


VALUES = ["6c", "6d 6d", "6h 6h 6h", "LJ LJ LJ", "HJ HJ HJ"]


def standing(listed: str) -> Showing:
    shown = cards(listed)
    ground = Ground(parse({}), LATER, Stacked(()), 0)
    return Showing(ground, Show(Seat.EAST, shown, Suit.CLUBS) if listed else None)


@pytest.mark.parametrize("seat", [Seat.EAST, Seat.NORTH], ids=["oneself", "another"])
@pytest.mark.parametrize("before", ["", *VALUES], ids=lambda before: before or "nothing")
def test_a_show_goes_over_whatever_is_weaker(before: str, seat: Seat) -> None:
    above = VALUES.index(before) + 1 if before else 0
    held = tuple(sorted(cards(" ".join(VALUES))))
    offered = {text(action.cards) for action in standing(before).legal(seat, held)}
    assert offered == {"6c", "6d", "6h", "6d 6d", "6h 6h", "6h 6h 6h", "LJ LJ LJ", "HJ HJ HJ"} - {
        each for each in ("6c", "6d", "6h", "6d 6d", "6h 6h", "6h 6h 6h", "LJ LJ LJ") if rank_of(each) < above
    } - ({"HJ HJ HJ"} if above == 5 else set())


def rank_of(listed: str) -> int:
    return {"LJ LJ LJ": 3, "HJ HJ HJ": 4}.get(listed, len(listed.split()) - 1)


@pytest.mark.parametrize(
    ("action", "before", "rule"),
    [
        pytest.param(shows("7c"), "", "declare.not_in_hand", id="not held"),
        pytest.param(shows("9c"), "", "declare.cards", id="another rank"),
        pytest.param(shows("6c 6d"), "", "declare.cards", id="two suits"),
        pytest.param(shows(""), "", "declare.cards", id="nothing"),
        pytest.param(shows("HJ HJ", "c"), "", "declare.cards", id="two jokers"),
        pytest.param(shows("LJ LJ HJ", "c"), "", "declare.cards", id="jokers of two kinds"),
        pytest.param(shows("LJ LJ LJ"), "", "declare.suit", id="no suit"),
        pytest.param(shows("LJ LJ LJ", "n"), "", "declare.suit", id="no-trump"),
        pytest.param(shows("6d 6d", "c"), "", "declare.suit", id="a suit of one's own"),
        pytest.param(
            shows("6d")._replace(claim=Claim(Suit.DIAMONDS, key=3)), "", "declare.suit", id="more than a suit"
        ),
        pytest.param(shows("6c"), "6c", "declare.standing", id="equal"),
        pytest.param(shows("6d 6d"), "LJ LJ LJ", "declare.standing", id="weaker"),
    ],
)
def test_shows_that_break_a_rule_are_refused(action: Action, before: str, rule: str) -> None:
    auction = standing(before)
    with pytest.raises(RuleError) as refused:
        auction.show(Seat.NORTH, cards("6c 6c 6d 6d 9c LJ LJ LJ HJ HJ"), action)
    assert refused.value.rule == rule
    assert auction == standing(before)


@pytest.mark.parametrize(
    ("action", "rule"),
    [
        pytest.param(shows("HJ HJ"), "declare.cards", id="two big jokers"),
        pytest.param(shows("LJ"), "declare.cards", id="a small joker"),
        pytest.param(shows("3c"), "declare.cards", id="a level card"),
        pytest.param(shows("HJ", "c"), "claim.none", id="a suit"),
        pytest.param(shows("3d 3d 3d"), "declare.not_in_hand", id="not held"),
        pytest.param(Action(Verb.PASS, cards("HJ")), "declare.cards", id="a pass with cards"),
        pytest.param(Action(Verb.PASS, (), Claim(Suit.CLUBS)), "claim.none", id="a pass with a suit"),
    ],
)
def test_seizing_that_breaks_a_rule_is_refused(action: Action, rule: str) -> None:
    pack = dealt("3c 4c 5d 6d 7s 8s", first=("", "LJ 3c HJ HJ", "", ""))
    step = deal(pack)
    step = step.position.act(Seat.NORTH, WAIT)
    before = repr(step.position)
    with pytest.raises(RuleError) as refused:
        step.position.act(Seat.NORTH, action)
    assert refused.value.rule == rule
    assert repr(step.position) == before


def test_after_the_last_card_nobody_waits() -> None:
    step = deal(dealt("LJ HJ 9c Kd 4s 4d"), progress=Progress((Rank.SIX, Rank.SIX), Seat.EAST))
    while not (isinstance(step.position, Polling) and step.position.closing):
        step = step.position.act(asked(step), PASS)
    assert WAIT not in list(step.position.moves(asked(step)))
    assert step.position.ask(asked(step)).verbs == (Verb.DECLARE, Verb.PASS)
    with pytest.raises(RuleError, match=r"^declare\.no_wait"):
        step.position.act(asked(step), WAIT)


def test_a_show_names_the_trump_and_not_the_declarer() -> None:
    pack = dealt("3c 4c 5d 7d 7s 8h", first=("", "", "LJ LJ LJ", ""))
    step = all_pass(answer(deal(pack, progress=LATER), seat=2, action=shows("LJ LJ LJ", "h")))
    [shown] = of_kind(step.events, EventKind.DECLARED)
    assert (shown.seat, shown.trump, shown.claim) == (Seat.WEST, Suit.HEARTS, Claim(Suit.HEARTS))
    assert trump_of(step) == (LATER.declarer, "h")


def test_a_level_card_shown_with_its_suit_is_told_without_a_claim() -> None:
    pack = dealt("3c 4c 5d 7d 7s 8h", first=("", "", "6s", ""))
    step = answer(deal(pack, progress=LATER), seat=2, action=shows("6s", "s"))
    [shown] = of_kind(step.events, EventKind.DECLARED)
    assert (shown.trump, shown.claim) == (Suit.SPADES, None)


def test_a_show_voids_earlier_passes() -> None:
    """Three jokers name the same suits before and after a level card is shown, but their owner is asked again."""
    sixes = ("", "6c 6c 6c 6d 6d 6d", "6h 6h 6h", "6s 6s")
    step = deal(dealt("3c 4c 5d 7d 7s 8h", first=sixes, last=("HJ HJ HJ", "6s", "", "")), progress=LATER)
    while not (isinstance(step.position, Polling) and step.position.closing):
        step = step.position.act(asked(step), PASS)
    while asked(step) != Seat.NORTH:
        step = step.position.act(asked(step), PASS)
    step = step.position.act(Seat.NORTH, shows("6s"))
    again = []
    while isinstance(step.position, Polling):
        again.append(asked(step))
        step = step.position.act(asked(step), PASS)
    assert Seat.EAST in again
    assert len(again) == len(set(again))


def test_the_shower_may_go_over_himself() -> None:
    pack = dealt("3c 4c 5d 7d 7s 8h", first=("6c 6s 6s", "", "", ""))
    step = answer(deal(pack, progress=LATER), seat=0, action=shows("6c"))
    step = answer(step, seat=0, action=shows("6s 6s"))
    assert trump_of(all_pass(step))[1] == "s"


def told(step: Step, seat: Seat) -> Iterator[Event]:
    return (seen for seen in (event.seen_by(seat) for event in step.events) if seen is not None)


def test_nobody_learns_who_was_asked() -> None:
    """Passes are no events, and cards are told in secret."""
    chance = random.Random("asked")
    for seed in range(20):
        progress = LATER if seed % 2 else game().start()
        step = game().deal(progress, Shuffled(seed))
        while isinstance(step.position, Polling):
            seat = asked(step)
            before: Position = step.position
            step = before.act(seat, chance.choice([PASS, WAIT] if WAIT in before.moves(seat) else [PASS]))
            if isinstance(step.position, Polling) and not step.position.closing:
                others = [other for other in SEATS if other != asked(step)]
                assert not [event for other in others for event in told(step, other)]


def test_the_header_tells_levels_blood_and_what_was_played() -> None:
    progress = Progress((Rank.TEN, Rank.FOUR), Seat.NORTH, None, 3, ((Rank.THREE, Rank.TEN), (Rank.THREE,)))
    header = game().deal(progress, Shuffled(1)).events[0].header
    assert header is not None
    assert (header.levels, header.level, header.declarer) == (progress.levels, Rank.FOUR, Seat.NORTH)
    assert (header.blood, header.played_levels) == (3, (3, 10, 16 + 3))


def test_every_suit_can_be_named_by_three_jokers() -> None:
    offered = standing("").legal(Seat.NORTH, cards("LJ LJ LJ"))
    assert [action.claim for action in offered] == [Claim(suit) for suit in SUITS]
