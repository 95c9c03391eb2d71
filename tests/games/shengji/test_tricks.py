"""Leads, follows, throws, tricks and the end of the play."""

from dataclasses import replace

import pytest

from referee.cards import HJ, BySeat, Seat, Suit, cards, text
from referee.game import Action, Ask, Claim, Event, EventKind, Phase, RuleError, Step, TableError, Verb
from referee.games.over import Over
from referee.games.shengji.phases.tricks import Tricks
from tests.games.shengji.playing import following, leading


def play(position: Tricks, shown: str, seat: int = 0, units: str | None = None) -> Step:
    """`units` are announced, with commas between."""
    claim = None if units is None else Claim(units=tuple(map(cards, units.split(","))))
    return position.act(Seat(seat), Action(Verb.PLAY, cards(shown), claim))


def playing(position: Tricks, shown: str, seat: int = 0) -> Tricks:
    after = play(position, shown, seat).position
    assert isinstance(after, Tricks)
    return after


HANDS = ("As Ks Ks 5s 5s 4s 4s Td Td 2c", "9s 9s 2s 3c", "Js Qs Qs 3c", "6s 7s 7s 3c")


@pytest.mark.parametrize(
    ("shown", "units", "rule", "said"),
    [
        pytest.param("Ah", None, "play.not_in_hand", "you do not hold Ah", id="a card not held"),
        pytest.param("As As", None, "play.not_in_hand", "you do not hold As As", id="a second copy not held"),
        pytest.param("", None, "lead.empty", "lead at least one card", id="nothing"),
        pytest.param("As 2c", None, "lead.suit", "lead cards of one suit", id="two suits"),
        pytest.param("As Td", None, "lead.suit", "lead cards of one suit", id="side and trump"),
        pytest.param("5s 5s 4s 4s", "5s 5s,4s 4s", "lead.claim", "all these cards, as 1 unit", id="too many units"),
        pytest.param("5s 5s", "4s 4s", "lead.claim", "all these cards, as 1 unit", id="other cards announced"),
    ],
)
def test_a_lead_that_breaks_a_rule_is_refused(shown: str, units: str | None, rule: str, said: str) -> None:
    position = leading(*HANDS)
    with pytest.raises(RuleError) as refused:
        play(position, shown, units=units)
    assert (refused.value.rule, said in refused.value.text) == (rule, True)
    assert position == leading(*HANDS)


def test_a_lead_claims_nothing_but_its_cut() -> None:
    claim = Claim(suit=Suit.SPADES, units=(cards("As"),))
    with pytest.raises(RuleError, match=r"^lead\.claim: "):
        leading(*HANDS).act(Seat.EAST, Action(Verb.PLAY, cards("As"), claim))


def test_throws_can_be_forbidden() -> None:
    position = leading(*HANDS, throw_allowed="false")
    with pytest.raises(RuleError, match=r"^lead\.throw: "):
        play(position, "As 5s")
    assert play(position, "5s 5s 4s 4s").events[0].attempt == ()


@pytest.mark.parametrize(
    ("lead", "hand", "shown", "rule", "said"),
    [
        pytest.param("Ks", "9s 2s 3c", "As", "play.not_in_hand", "you do not hold As", id="not held"),
        pytest.param("Ks", "9s 2s 3c", "9s 2s", "follow.count", "follow with 1 card, not 2", id="two for one"),
        pytest.param("Ks", "9s 2s 3c", "", "follow.count", "follow with 1 card, not 0", id="nothing"),
        pytest.param("Ks", "9s 2s 3c", "3c", "follow.suit", "you still have 2 spades", id="another suit"),
        pytest.param("Ks Ks", "9s 3c 3c", "3c 3c", "follow.suit", "you still have 1 spade", id="the last of the suit"),
        pytest.param("Ks Ks", "9s 8s 7s 3c", "9s 3c", "follow.suit", "you still have 2 spades", id="one of two"),
        pytest.param("3h", "LJ Td 3c", "3c", "follow.suit", "you still have 2 trumps", id="trumps of any suit"),
        pytest.param("Ks Ks", "9s 9s 8s", "9s 8s", "follow.shape", "you can answer with a pair", id="a pair owed"),
        pytest.param(
            "Ks Ks Qs Qs", "9s 9s 8s 8s 7s", "9s 9s 8s 7s", "follow.shape", "a run of 2 pairs", id="a tractor owed"
        ),
        pytest.param(
            "Ks Ks Qs Qs Js Js",
            "9s 9s 8s 8s 6s 6s 2s",
            "9s 9s 8s 8s 6s 2s",
            "follow.shape",
            "a run of 2 pairs and a pair",
            id="a shorter tractor and a pair owed",
        ),
    ],
)
def test_a_follow_that_breaks_a_rule_is_refused(lead: str, hand: str, shown: str, rule: str, said: str) -> None:
    position = following(lead, hand)
    with pytest.raises(RuleError) as refused:
        play(position, shown, seat=1)
    assert (refused.value.rule, said in refused.value.text) == (rule, True)
    assert position == following(lead, hand)


def test_a_follow_claims_nothing() -> None:
    with pytest.raises(RuleError, match=r"^claim\.none: "):
        play(following("Ks", "9s 3c"), "9s", seat=1, units="9s")


@pytest.mark.parametrize(
    ("seat", "verb"),
    [pytest.param(1, Verb.PLAY, id="another seat"), pytest.param(0, Verb.PASS, id="another verb")],
)
def test_turn_and_verb_are_matters_of_the_table(seat: int, verb: Verb) -> None:
    position = leading(*HANDS)
    with pytest.raises(TableError):
        position.act(Seat(seat), Action(verb, cards("As")))
    with pytest.raises(TableError):
        position.ask(Seat(seat + 1))


def test_leads_are_listed_unit_by_unit_the_lowest_card_first() -> None:
    listed = [text(action.cards) for action in leading(*HANDS).moves(Seat.EAST)]
    assert listed == ["2c", "4s", "5s", "Ks", "As", "Td", "4s 4s", "5s 5s", "Ks Ks", "Td Td", "4s 4s 5s 5s"]
    assert leading(*HANDS).ask(Seat.EAST) == Ask((Verb.PLAY,), 1, 10, complete=False)


def test_a_follow_takes_as_many_cards_as_the_lead() -> None:
    assert following("Ks Ks", "9s 2s 3c").ask(Seat.NORTH) == Ask((Verb.PLAY,), 2, 2, complete=True)


@pytest.mark.parametrize(
    ("options", "shown", "forced"),
    [
        pytest.param({}, "As 5s 5s 4s 4s", "", id="nobody holds a tractor"),
        pytest.param({}, "Ks Ks 5s 5s", "5s 5s", id="the lowest of what is beaten"),
        pytest.param({}, "As Ks Ks 4s", "4s", id="a single beaten by any hand"),
        pytest.param({"throw_forced": "shortest_first"}, "Ks 4s 4s", "4s 4s", id="shortest: of one that is beaten"),
        pytest.param({"throw_forced": "shortest_first"}, "5s 4s 4s", "5s", id="shortest: a single"),
        pytest.param({"throw_forced": "largest_type_first"}, "5s 4s 4s", "4s 4s", id="largest: a pair"),
        pytest.param({"throw_forced": "lowest_rank"}, "5s 4s 4s", "4s 4s", id="lowest: fours"),
    ],
)
def test_of_a_throw_that_fails_one_unit_is_played(options: dict[str, str], shown: str, forced: str) -> None:
    position, events = play(leading(*HANDS, points=0, kitty="", **options), shown)
    [event] = events
    attempt = cards(shown) if forced else ()
    assert event == Event(EventKind.PLAYED, seat=Seat.EAST, cards=cards(forced or shown), attempt=attempt, best=True)
    assert isinstance(position, Tricks)
    assert len(position.hands[0]) == 10 - len(event.cards)


@pytest.mark.parametrize(
    ("declarer", "before", "after"),
    [
        pytest.param(0, 15, 25, id="declarers throwing"),
        pytest.param(1, 15, 5, id="attackers throwing"),
        pytest.param(1, 5, 0, id="attackers with little to lose"),
        pytest.param(1, 0, None, id="attackers with nothing to lose"),
    ],
)
def test_a_failed_throw_can_cost_points(declarer: int, before: int, after: int | None) -> None:
    start = leading(*HANDS, points=before, throw_penalty="10")
    position = replace(start, terms=replace(start.terms, declarer=Seat(declarer)))
    step = play(position, "As 4s")
    assert step.events[0].points == after
    assert isinstance(step.position, Tricks)
    assert step.position.points == (before if after is None else after)


def test_an_announced_cut_is_what_must_be_followed() -> None:
    lead, hand = "Th Th Ts Ts Tc Tc Ah Ah", "4h 4h 3h 3h 2h 2h 9h 9h 6h 6h 7h"
    usual = playing(leading(lead, hand, "2c", "2c"), lead)
    step = play(leading(lead, hand, "2c", "2c"), lead, units="Th Th Ts Ts,Tc Tc Ah Ah")
    announced = step.position
    assert step.events[0].claim == Claim(units=(cards("Th Th Ts Ts"), cards("Tc Tc Ah Ah")))
    assert isinstance(announced, Tricks)
    two_runs = "4h 4h 3h 3h 6h 6h 2h 7h"
    with pytest.raises(RuleError, match="a run of 3 pairs and a pair"):
        play(usual, two_runs, seat=1)
    assert play(announced, "4h 4h 3h 3h 9h 9h 6h 6h", seat=1)


def test_how_an_announcement_is_written_tells_nobody_anything() -> None:
    lead = "Th Th Ts Ts Tc Tc Ah Ah"
    for units in ("Th Th Ts Ts,Tc Tc Ah Ah", "Tc Tc Ah Ah,Ts Ts Th Th"):
        claim = play(leading(lead, "2c", "2c", "2c"), lead, units=units).events[0].claim
        assert claim == Claim(units=(cards("Ts Ts Th Th"), cards("Tc Tc Ah Ah")))
    usual = play(leading(lead, "2c", "2c", "2c"), lead, units="Ts Ts,Tc Tc Ah Ah Th Th")
    assert usual.events[0].claim is None


def test_the_winner_of_a_trick_leads_the_next_and_attackers_keep_its_points() -> None:
    position = leading("Ks 2c", "As 3c", "5s 4c", "Ts 6c", points=5)
    position = playing(position, "Ks")
    position = playing(position, "As", seat=1)
    position = playing(position, "5s", seat=2)
    after, events = play(position, "Ts", seat=3)
    assert [event.best for event in events] == [True, False]
    assert events[1] == Event(EventKind.TRICK_WON, seat=Seat.SOUTH, points=5 + 25, to=Seat.SOUTH)
    assert after == replace(leading("2c", "3c", "4c", "6c", points=30), turn=Seat.SOUTH)


def test_points_of_the_declarers_tricks_count_for_nobody() -> None:
    position = leading("As 2c", "Ks 3c", "5s 4c", "6s 6c")
    for seat, shown in enumerate(("As", "Ks", "5s")):
        position = playing(position, shown, seat)
    assert play(position, "6s", seat=3).events[1].points == 0


@pytest.mark.parametrize(
    ("hands", "points", "factor", "captured"),
    [
        pytest.param(("2s", "3s", "4s", "6s"), 60, 2, 60 + 15 * 2, id="attackers, a single"),
        pytest.param(("As", "3s", "4s", "6s"), 60, 0, 60, id="declarers"),
        pytest.param(("2s 2s", "3s 3s", "4s 6s", "6s 9s"), 60, 4, 60 + 15 * 4, id="attackers, a pair"),
        pytest.param(("2s 2s 3s 3s", "4h 4h 5h 5h", "2c 2c 3c 3c", "4c 4c 6c 6c"), 50, 8, 60 + 15 * 8, id="a tractor"),
    ],
)
def test_the_last_trick_decides_what_the_kitty_counts(
    hands: tuple[str, ...], points: int, factor: int, captured: int
) -> None:
    position = leading(*hands, points=points, kitty="5c Kc 2d 2d 3d 3d 4d 4d")
    for seat in range(3):
        position = playing(position, hands[seat], seat)
    over, (_, won, ended) = play(position, hands[3], seat=3)
    assert isinstance(over, Over)
    result = over.result
    assert won.to is None
    assert (ended.cards, ended.phase, ended.result) == (cards("5c Kc 2d 2d 3d 3d 4d 4d"), Phase.OVER, result)
    assert (result.kitty_points, result.kitty_multiplier, result.attackers_points) == (15, factor, captured)
    assert result.points == -captured


def test_the_multiplier_can_go_by_the_winning_play() -> None:
    hands = ("As Ks Qs", "2s 2s 7s", "9h 8h 8h", "3s 4s 6s")
    for basis, factor in (("lead", 2), ("winner", 4)):
        position = leading(*hands, kitty="5c", kitty_multiplier_basis=basis)
        position = replace(position, terms=replace(position.terms, declarer=Seat.NORTH))
        for seat in range(3):
            position = playing(position, hands[seat], seat)
        over = play(position, hands[3], seat=3).position
        assert isinstance(over, Over)
        assert over.result.kitty_multiplier == factor


@pytest.mark.parametrize(
    ("tiebreak", "winner"), [pytest.param("first", 1, id="first"), pytest.param("next_unit", 2, id="next unit")]
)
def test_equal_ruffs_can_be_compared_further(tiebreak: str, winner: int) -> None:
    hands = ("As Ks", "Kh 2h", "Kh 3h", "4c 6c")
    position = leading(*hands, ruff_tiebreak=tiebreak)
    for seat in range(3):
        position = playing(position, hands[seat], seat)
    assert play(position, hands[3], seat=3).events[1].seat == winner


def test_a_big_joker_cannot_be_beaten() -> None:
    position = leading("HJ 2c", "HJ 3c", "LJ 4c", "Th 6c")
    position = playing(position, "HJ")
    assert position.trick is not None
    assert playing(position, "HJ", seat=1).trick == position.trick._replace(plays=((HJ,), (HJ,)))
    assert BySeat(position.hands)[0] == cards("2c")
