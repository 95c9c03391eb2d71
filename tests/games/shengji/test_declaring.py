"""Declaring: who is asked when, what may be shown, what comes of it."""

from dataclasses import replace

import pytest

from referee.cards import SEATS, BySeat, Card, Cards, Rank, Seat, Suit, cards, pack
from referee.game import Action, Ask, Claim, Event, EventKind, Position, RuleError, Step, TableError, Verb
from referee.games.shengji.declarations import turned
from referee.games.shengji.phases.burying import Burying
from referee.games.shengji.phases.declaring import Declaring, auction, begin
from referee.games.shengji.phases.polling import Polling, piles
from referee.games.shengji.progress import Progress
from referee.games.shengji.rules import parse
from tests.games.shengji.playing import Stacked

AT_TEN = Progress((Rank.TEN, Rank.TEN))
PLAIN = [Card(face) for face in pack(2) if face < 52 and face % 13 != 8]
"""All cards that declare nothing at level T."""


def stacked(*telling: tuple[int, str]) -> Stacked:
    """Put cards that declare at places of the pack; the others of them lie in the kitty as far as it goes."""
    spare = iter(PLAIN)
    at = {place: cards(name)[0] for place, name in telling}
    return Stacked(tuple(at[place] if place in at else next(spare) for place in range(96)) + (Card(0),) * 12)


def start(*telling: tuple[int, str], progress: Progress = AT_TEN, **options: str) -> Step:
    return begin(parse(options), progress, stacked(*telling))


def closing(*hands: str, **options: str) -> Polling:
    """All cards are dealt, and seat 0 is asked; the hands are what matters of them."""
    rules, luck = parse(options), stacked()
    dealt = piles(luck.pack(0), Seat.EAST, rules.hand_size)
    shown = replace(dealt, cards=BySeat(tuple(cards(hand)) for hand in hands))
    declaring = auction(rules, AT_TEN, luck, 0)
    legal = declaring.legal(Seat.EAST, shown.cards[0])
    position = Polling(shown, declaring, dealt.total, legal=legal, queue=SEATS[1:], unasked=frozenset(SEATS[1:]))
    return replace(position, told=BySeat.all(25))


def declaring_at(position: Position) -> Declaring:
    assert isinstance(position, Polling)
    assert isinstance(position.auction, Declaring)
    return position.auction


def declare(position: Position, shown: str) -> Step:
    assert isinstance(position, Polling)
    return position.act(position.turn, Action(Verb.DECLARE, cards(shown)))


def answer(position: Position, verb: Verb = Verb.PASS) -> Step:
    assert isinstance(position, Polling)
    return position.act(position.turn, Action(verb))


def at(position: Position) -> tuple[int, int]:
    """Say how many cards are dealt, and who is asked."""
    assert isinstance(position, Polling)
    return position.dealt, position.turn


def passed_through(step: Step) -> list[tuple[int, int]]:
    """Let everybody pass to the end; return when each was asked."""
    asked = []
    while isinstance(step.position, Polling):
        asked.append(at(step.position))
        step = answer(step.position)
    return asked


def test_a_seat_is_asked_when_it_has_something_new_to_declare_and_all_after_the_last_card() -> None:
    asked = passed_through(start((2, "Ts"), (6, "HJ"), (9, "LJ"), (10, "Ts"), (13, "LJ")))
    assert asked == [(3, 2), (11, 2), (14, 1), (100, 3), (100, 0), (100, 1), (100, 2)]


def test_who_waits_is_asked_again_after_its_next_card() -> None:
    position = start((2, "Ts")).position
    asked = [at(position)]
    for verb in (Verb.WAIT, Verb.WAIT, Verb.PASS):
        position = answer(position, verb).position
        asked.append(at(position))
    assert asked == [(3, 2), (7, 2), (11, 2), (100, 3)]


def test_a_declaration_gives_the_others_a_say_from_the_next_seat_on() -> None:
    position = start((1, "Tc"), (5, "Tc"), (2, "Ts"), (6, "Ts"), (7, "Td")).position
    asked = []
    while at(position) != (7, 2):
        asked.append(at(position))
        position = answer(position).position
    assert asked == [(2, 1), (3, 2), (6, 1)]
    step = declare(position, "Ts")
    assert at(step.position) == (7, 1)
    assert list(step.position.moves(Seat.NORTH))[1:-1] == [Action(Verb.DECLARE, cards("Tc Tc"))]
    assert at(answer(step.position).position) == (7, 2)


def test_everybody_is_asked_again_after_a_late_declaration_if_something_changed() -> None:
    position: Position = closing("2c", "Tc Tc", "Ts", "3c")
    asked = [at(position)]
    position = answer(position).position
    asked.append(at(position))
    position = answer(position).position
    asked.append(at(position))
    position = declare(position, "Ts").position
    asked.append(at(position))
    position = answer(position).position
    asked.append(at(position))
    assert asked == [(100, 0), (100, 1), (100, 2), (100, 3), (100, 1)]
    assert isinstance(answer(position).position, Burying)


def test_waiting_is_for_as_long_as_cards_are_dealt() -> None:
    position = closing("Ts", "3c", "4c", "5c")
    assert position.ask(Seat.EAST) == Ask((Verb.DECLARE, Verb.PASS), 1, 2, complete=True)
    assert start((0, "Ts")).position.ask(Seat.EAST).verbs == (Verb.DECLARE, Verb.PASS, Verb.WAIT)
    with pytest.raises(RuleError, match=r"^declare\.no_wait: "):
        answer(position, Verb.WAIT)


def test_the_first_offer_is_to_pass() -> None:
    offered = list(start((0, "Ts")).position.moves(Seat.EAST))
    assert offered == [Action(Verb.PASS), Action(Verb.DECLARE, cards("Ts")), Action(Verb.WAIT)]


@pytest.mark.parametrize(
    ("hand", "history", "shown", "options", "rule"),
    [
        pytest.param("3c", [], "Ts", {}, "declare.not_in_hand", id="not held"),
        pytest.param("Ts", [], "Ts Ts", {}, "declare.not_in_hand", id="a copy too many"),
        pytest.param("3c", [], "3c", {}, "declare.cards", id="no level card"),
        pytest.param("3c", [], "", {}, "declare.cards", id="nothing"),
        pytest.param("LJ", [], "LJ", {}, "declare.cards", id="one joker"),
        pytest.param("LJ HJ", [], "LJ HJ", {}, "declare.cards", id="two different jokers"),
        pytest.param("Ts Tc", [], "Ts Tc", {}, "declare.cards", id="two suits"),
        pytest.param(
            "LJ LJ LJ", [], "LJ LJ LJ", {"decks": "3", "bid_policy": "first_event"}, "declare.cards", id="three jokers"
        ),
        pytest.param("LJ LJ", [], "LJ LJ", {"no_trump_bid": "off"}, "declare.cards", id="no-trump is off"),
        pytest.param("Ts", [(1, "Tc")], "Ts", {}, "declare.standing", id="a single over a single"),
        pytest.param("Tc", [(1, "Tc")], "Tc", {}, "declare.standing", id="an opponent's second copy"),
        pytest.param("Ts", [(0, "Ts")], "Ts", {}, "declare.not_in_hand", id="protecting without a second copy"),
        pytest.param("Td Td", [(1, "Tc"), (2, "Ts Ts")], "Td Td", {}, "declare.locked", id="after a counter"),
        pytest.param("Td Td", [(1, "LJ LJ")], "Td Td", {}, "declare.no_trump", id="over no-trump"),
        pytest.param("HJ HJ", [(1, "LJ LJ")], "HJ HJ", {}, "declare.no_trump", id="no-trump over no-trump"),
        pytest.param(
            "Ts Td Td", [(0, "Ts")], "Td Td", {"allow_self_counter": "false"}, "declare.self_counter", id="self-counter"
        ),
        pytest.param(
            "Ts Td Td",
            [(0, "Ts")],
            "Td Td",
            {"bid_policy": "ladder", "allow_self_counter": "false"},
            "declare.self_counter",
            id="ladder: self-counter",
        ),
        pytest.param(
            "Tc", [(2, "Tc")], "Tc", {"allow_partner_protect": "false"}, "declare.partner_protect", id="partner-protect"
        ),
        pytest.param(
            "Tc Tc",
            [(2, "Tc")],
            "Tc Tc",
            {"decks": "3", "bid_policy": "first_event"},
            "declare.standing",
            id="a pair of the partner's suit",
        ),
        pytest.param("Td", [(1, "Tc")], "Td", {"bid_policy": "ladder"}, "declare.standing", id="ladder: not stronger"),
        pytest.param(
            "Td", [(1, "Tc")], "Td", {"bid_policy": "reveal_only"}, "declare.standing", id="reveal only: one single"
        ),
        pytest.param(
            "HJ HJ", [(1, "LJ LJ")], "HJ HJ", {"bid_policy": "reveal_only"}, "declare.no_trump", id="reveal only: once"
        ),
    ],
)
def test_a_declaration_that_breaks_a_rule_is_refused(
    hand: str, history: list[tuple[int, str]], shown: str, options: dict[str, str], rule: str
) -> None:
    hands = [hand, *(" ".join(some for other, some in history if other == seat) for seat in (1, 2, 3))]
    position = closing(*hands, **options)
    for seat, some in history:
        asked = replace(position, turn=Seat(seat), unasked=frozenset(SEATS))
        after = declare(asked, some).position
        assert isinstance(after, Polling)
        position = after
    position = replace(position, turn=Seat.EAST)
    before = repr(position)
    with pytest.raises(RuleError) as refused:
        declare(position, shown)
    assert refused.value.rule == rule
    assert repr(position) == before


def test_passing_takes_no_cards_and_nothing_is_claimed() -> None:
    position = closing("Ts", "3c", "4c", "5c")
    with pytest.raises(RuleError, match=r"^declare\.cards: "):
        position.act(Seat.EAST, Action(Verb.PASS, cards("Ts")))
    for action in (Action(Verb.PASS, (), Claim()), Action(Verb.DECLARE, cards("Ts"), Claim(suit=Suit.SPADES))):
        with pytest.raises(RuleError, match=r"^claim\.none: "):
            position.act(Seat.EAST, action)
    with pytest.raises(TableError):
        position.act(Seat.EAST, Action(Verb.PLAY, cards("Ts")))
    with pytest.raises(TableError):
        position.act(Seat.NORTH, Action(Verb.PASS))


def told(seat: int, shown: str, to: int | None = None, fans: int = 0) -> Event:
    """What is told of a declaration; all but a lone single are locked."""
    trump = Suit.NO_TRUMP if shown == "LJ LJ" else Suit.parse(shown[1])
    owner = None if to is None else SEATS[to]
    locked = len(cards(shown)) > 1 or to is not None
    return Event(
        EventKind.DECLARED, seat=SEATS[seat], to=owner, cards=cards(shown), trump=trump, locked=locked, fans=fans
    )


@pytest.mark.parametrize(
    ("acts", "event"),
    [
        pytest.param([(0, "Ts")], told(0, "Ts"), id="a single"),
        pytest.param([(0, "Ts Ts")], told(0, "Ts Ts"), id="a pair"),
        pytest.param([(0, "Ts"), (0, "Ts")], told(0, "Ts Ts"), id="protected by the second copy"),
        pytest.param([(0, "Ts"), (0, "Ts Ts")], told(0, "Ts Ts"), id="protected by the pair"),
        pytest.param([(0, "Ts"), (2, "Ts")], told(2, "Ts", to=0), id="protected by the partner"),
        pytest.param([(0, "Ts"), (1, "Tc Tc")], told(1, "Tc Tc", fans=1), id="countered"),
        pytest.param([(0, "Ts"), (1, "Tc Tc"), (3, "LJ LJ")], told(3, "LJ LJ", fans=2), id="no-trump over it"),
    ],
)
def test_a_declaration_is_told_to_all(acts: list[tuple[int, str]], event: Event) -> None:
    position: Position = closing("Ts Ts", "Tc Tc", "Ts", "LJ LJ")
    events: tuple[Event, ...] = ()
    for acting, some in acts:
        assert isinstance(position, Polling)
        position, events = declare(replace(position, turn=SEATS[acting], unasked=frozenset(SEATS)), some)
    assert [each for each in events if each.kind is EventKind.DECLARED] == [event]


def test_on_the_ladder_nothing_is_locked_and_raising_ones_own_adds_no_fan() -> None:
    position = closing("Ts Ts", "LJ LJ LJ", "3c", "4c", decks="3")
    told_of = []
    for seat, some in ((0, "Ts"), (0, "Ts Ts"), (1, "LJ LJ"), (1, "LJ LJ LJ")):
        asked = replace(position, turn=SEATS[seat], unasked=frozenset(SEATS))
        after, events = declare(asked, some)
        assert isinstance(after, Polling)
        position = after
        told_of += [(each.locked, each.fans) for each in events if each.kind is EventKind.DECLARED]
    assert told_of == [(False, 0), (False, 0), (False, 1), (False, 1)]


def test_a_protected_single_stays_its_owners() -> None:
    position = declare(closing("Ts", "3c", "Ts", "4c"), "Ts").position
    assert isinstance(position, Polling)
    standing = declaring_at(declare(replace(position, turn=Seat.WEST), "Ts").position).standing
    assert standing is not None
    assert (standing.seat, standing.cards) == (Seat.EAST, cards("Ts Ts"))


def settled(step: Step) -> tuple[Seat | None, Suit | None]:
    """Let everybody pass; return who declares, and the trump."""
    while isinstance(step.position, Polling):
        step = answer(step.position)
    [event] = [event for event in step.events if event.kind is EventKind.TRUMP_SET]
    return event.seat, event.trump


@pytest.mark.parametrize(
    ("progress", "options", "declarer"),
    [
        pytest.param(AT_TEN, {}, 0, id="first deal: whoever declared first"),
        pytest.param(AT_TEN, {"first_declarer": "final_bid"}, 1, id="first deal: whoever declared last"),
        pytest.param(replace(AT_TEN, declarer=Seat.WEST), {}, 2, id="later: settled before"),
    ],
)
def test_the_declarer(progress: Progress, options: dict[str, str], declarer: int) -> None:
    start_ = closing("Ts", "Tc Tc", "3c", "4c", **options)
    position = replace(start_, auction=replace(declaring_at(start_), progress=progress))
    step = declare(position, "Ts")
    assert settled(declare(step.position, "Tc Tc")) == (declarer, Suit.CLUBS)


@pytest.mark.parametrize(
    ("options", "kitty", "trump", "seen"),
    [
        pytest.param({}, "2d 9s 7c Kh 5h 6d 8s 3c", Suit.CLUBS, "7c", id="the third card"),
        pytest.param({}, "2d 9s LJ HJ 5h 6d 8s 3c", Suit.HEARTS, "5h LJ HJ", id="past jokers"),
        pytest.param({"nobody_bids": "no_trump"}, "2d 9s 7c Kh 5h 6d 8s 3c", Suit.NO_TRUMP, None, id="no-trump"),
    ],
)
def test_nobody_declares(options: dict[str, str], kitty: str, trump: Suit, seen: str | None) -> None:
    start_ = closing("2c", "3c", "4c", "5c", **options)
    in_order: Cards = tuple(cards(name)[0] for name in kitty.split())
    step: Step = Step(replace(start_, piles=replace(start_.piles, kitty=in_order)), ())
    while isinstance(step.position, Polling):
        step = answer(step.position)
    turned_up = [event.cards for event in step.events if event.kind is EventKind.TURNED]
    assert turned_up == ([] if seen is None else [cards(seen)])
    assert settled(step) == (Seat.EAST, trump)


def test_a_kitty_of_jokers_is_no_trump() -> None:
    assert turned(cards("LJ LJ LJ HJ HJ HJ"))[1] is Suit.NO_TRUMP


def test_a_deal_nobody_declares_in_can_be_dealt_again() -> None:
    step = start(nobody_bids="redeal")
    for _ in range(4):
        step = answer(step.position)
    kinds = [event.kind for event in step.events]
    assert kinds[0] is EventKind.DEAL_STARTED
    assert isinstance(step.position, Polling)
    assert declaring_at(step.position).attempt == 1
    assert step.position.piles.cards[0][0] == stacked().pack(0)[::-1][0]


def test_in_fast_mode_everybody_is_asked_once_from_the_first_receiver() -> None:
    assert passed_through(start((2, "Ts"), deal_mode="fast")) == [(100, 0), (100, 1), (100, 2), (100, 3)]


def test_cards_are_told_only_to_whom_they_are_dealt_and_only_before_a_question() -> None:
    step = start((2, "Ts"), (7, "Td"))
    assert [event.kind for event in step.events] == [EventKind.DEAL_STARTED, EventKind.DEALT]
    dealt = step.events[1]
    assert (dealt.seat, dealt.secret, len(dealt.cards)) == (Seat.WEST, True, 1)
    step = declare(step.position, "Ts")
    sizes = [(event.seat, len(event.cards), event.secret) for event in step.events if event.kind is EventKind.DEALT]
    assert sizes[:2] == [(Seat.EAST, 1, True), (Seat.NORTH, 1, True)]
    assert sizes[2:] == [(seat, 24 if seat != Seat.SOUTH else 25, False) for seat in SEATS]
    assert all(event.number == 25 for event in step.events if event.kind is EventKind.DEALT and not event.secret)
