"""Matches that end at once, by cards stacked for it; what random ones reach is in test_census."""

import random
from itertools import islice

import pytest

from referee.cards import SEATS, Rank, Seat, Side, cards
from referee.game import Action, Verb
from referee.games.shengji.dagunzi.progress import Progress
from tests.games.dagunzi.playing import PACK, Stacked, game


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
