"""Whole matches: they end, and everything that can happen does."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import islice

import pytest

from referee.cards import HJ, LJ, SEATS, Rank, Seat, Side, cards
from referee.game import Action, Event, EventKind, Position, Verb
from referee.games import GAMES
from referee.games.shengji.dagunzi.outcome import Case, case_of
from referee.games.shengji.dagunzi.progress import Progress
from referee.table.transcript import seal, verify, write
from tests.deals import board_seed, match, play, whole_match
from tests.games.dagunzi.playing import PACK, Stacked, game, of_kind, turns

MATCHES = 30


def happened(events: list[Event], positions: list[Position]) -> Iterator[str]:
    """Name what was seen of a deal."""
    yield from {type(position).__name__ for position in positions}
    [ended] = of_kind(events, EventKind.DEAL_ENDED)
    result = ended.result
    assert result is not None
    yield case_of(game().rules, result.attackers_points, taken=result.kitty_multiplier > 0).name
    for kitty in of_kind(events, EventKind.KITTY):
        yield "dry" if kitty.dry else "public" if kitty.public and kitty.seat is not None else "secret"
    if of_kind(events, EventKind.TURNED):
        yield "turned"
    if result.blood:
        yield "blood"
    if abs(result.score) == 8 and 3 in (ended.cards.count(HJ), ended.cards.count(LJ)):
        yield "ended by jokers"


def play_match(number: int) -> Iterator[str]:
    progress, deals = game().start(), 0
    while progress.winner is None:
        log = list(turns(game(), progress, seed=1000 * number + deals))
        events = [event for turn in log for event in turn.step.events]
        result = log[-1].step.position.result
        assert result is not None
        assert isinstance(result.progress, Progress)
        yield from happened(events, [turn.step.position for turn in log])
        progress, deals = result.progress, deals + 1
        yield "deal"
        assert deals < 200
    yield "match"


def test_random_matches_end_and_reach_every_phase_and_case() -> None:
    counts = Counter(name for number in range(MATCHES) for name in play_match(number))
    assert counts["match"] == MATCHES
    phases = {"Polling", "Paying", "Returning", "Burying", "Adding", "Picking", "Tricks", "Over"}
    facts = {"dry", "public", "secret", "turned", "blood", "ended by jokers"}
    assert phases | facts | {case.name for case in Case} <= set(counts)


def with_all_trumps(holder: Seat) -> Stacked:
    """Give a seat the 39 highest trumps at level 6 and hearts, its partner the others; none lies in the kitty."""
    high = [*cards("LJ HJ 6c 6d 6h 6s 2c 2d 2h 2s Ah Kh Qh") * 3]
    low = [*cards("Jh Th 9h 8h 7h 5h 4h 3h") * 3]
    rest = [face for face in PACK if face not in (*high, *low)]
    random.Random(5).shuffle(rest)
    piles = {holder: high, holder.partner: low + [rest.pop() for _ in range(15)]}
    for seat in (holder.after(), holder.after(3)):
        piles[seat] = [rest.pop() for _ in range(39)]
    return Stacked(((*(piles[SEATS[number % 4]][number // 4] for number in range(156)), *rest),))


@pytest.mark.parametrize(
    ("holder", "score", "winner"),
    [pytest.param(Seat.EAST, 8, Side.EVEN, id="no point"), pytest.param(Seat.NORTH, -8, Side.ODD, id="all points")],
)
def test_who_holds_all_trumps_ends_the_match_at_once(holder: Seat, score: int, winner: Side) -> None:
    """Seat 0 declares; the holder shows a heart, and all play their lowest."""
    levels = (Rank.SIX, Rank.SIX)
    step = game().deal(Progress(levels, Seat.EAST), with_all_trumps(holder))
    heart = Action(Verb.DECLARE, cards("6h"))
    while step.position.to_act:
        (seat,) = step.position.to_act
        offered = list(islice(step.position.moves(seat), 12))
        step = step.position.act(seat, heart if heart in offered else offered[0])
    result = step.position.result
    assert result is not None
    assert result.score == score
    assert (result.attackers_points == 0) == (holder == Seat.EAST)
    assert result.attackers_points in (0, 300 + result.kitty_points)
    assert result.progress.winner == winner
    assert result.progress.levels == levels


@pytest.mark.parametrize("options", [{}, {"follow_mode": "dead", "first_seize": "auto"}], ids=str)
def test_transcripts_of_boards_and_matches_verify(options: dict[str, str]) -> None:
    rules = game(**options)
    for number in range(6):
        for given in (match(rules, board=number, seed=number), whole_match(rules, seed=number)):
            table, _ = play(given, random.Random(number), most=64)
            assert table.ended is not None
            written = seal(write(given, table.deals, table.ended), board_seed(number))
            read = verify(written.encode(), GAMES).deals
            assert [deal.entries for deal in read] == [deal.entries for deal in table.deals]
