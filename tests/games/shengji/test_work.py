"""How much work the dearest hands and leads of three decks make, counted in lines that are run."""

import pytest

from benchmarks.following import ASKED, Case, lines, worst
from referee.cards import Rank, Seat, Suit, cards
from referee.games.shengji.order import order_of
from referee.games.shengji.phases.tricks import Terms
from referee.games.shengji.progress import Progress
from referee.games.shengji.rules import parse

MANY = 40_000
"""About two and a half milliseconds."""


def case(level: str, trump: str, lead: str, hand: str, *, protect: str = "true") -> Case:
    rank = Rank.parse(level)
    order = order_of(rank, Suit.parse(trump), two_trump=True)
    rules = parse({"decks": "3", "two_trump": "true", "protect_triples": protect, "ruff_tiebreak": "next_unit"})
    return Case(Terms(rules, Progress((rank, rank), Seat.EAST), order, Seat.EAST, ()), cards(lead), (cards(hand), ()))


@pytest.mark.parametrize("asked", ASKED)
@pytest.mark.parametrize(
    "dear",
    [
        pytest.param(
            case(
                "5",
                "n",
                "2c 2c 2c 5c 5c 5c 2d 2d 2d 5d 5d 5d 2h 2h 2h 5h 5h 5h 2s 2s 2s 5s 5s 5s LJ LJ LJ HJ HJ HJ",
                "3c 4c 6c 7c 8c 9c Tc Jc Qc Kc Ac 3d 4d 6d 7d 8d 9d Td Jd Qd Kd Ad 3h 4h 6h 7h 8h 9h Th Jh",
            ),
            id="triples of three neighbouring classes, two of four faces",
        ),
        pytest.param(
            case(
                "J",
                "d",
                "2c 2c Jc Jc 2d 2d 4d 4d 4d 8d 8d 9d 9d 9d Td Td Jd Jd Jd Qd Qd Kd Kd Ad Ad LJ LJ HJ HJ",
                "2c Jc 2d 3d 3d 5d 5d 5d 6d 6d 7d 7d 8d Td Qd Kd Ad 2h 2h Jh Jh Jh 2s 2s 2s Js Js Js LJ HJ",
            ),
            id="a run of twelve",
        ),
        pytest.param(
            case(
                "A",
                "h",
                "2c 2d Ad 3h 3h 5h 5h 5h 7h 8h 8h 9h Jh Jh Qh Qh Qh 2s 2s LJ LJ LJ HJ HJ",
                "2c 2c Ac Ac Ac 2d 2d Ad Ad 2h 2h 7h 7h 9h 9h Th Th Th Kh Kh Kh Ah Ah Ah 2s As As As",
            ),
            id="runs, triple and pairs to many pairs and triples",
        ),
        pytest.param(
            case(
                "T",
                "h",
                "Tc Tc Td Td Td 3h 3h 3h 4h 7h 7h 8h 8h 8h 9h 9h Th Th Jh Jh Jh Qh Qh Qh Ts LJ HJ",
                "2c 2c 2c Tc 2d 2d 2d 2h 2h 2h 4h 4h 5h 5h 5h 6h 6h 6h 7h 9h Th Kh Kh Kh Ah Ah Ah 2s 2s 2s "
                "Ts Ts LJ LJ HJ HJ",
            ),
            id="triples and runs of both to twelve triples, level T",
        ),
        pytest.param(
            case(
                "T",
                "d",
                "2c 3d 3d 3d 4d 4d 4d 7d 7d 8d 8d 8d 9d Jd Jd Qd Qd Kd Kd 2s 2s 2s LJ",
                "2c 2c Tc Tc Tc 2d 2d 2d 5d 5d 5d 6d 6d 6d 7d 9d 9d Td Td Td Jd Qd Kd Ad Ad Ad 2h 2h 2h Th Th Th Ts Ts "
                "Ts LJ LJ HJ HJ",
            ),
            id="a run of three pairs to thirteen triples, level T",
        ),
        pytest.param(
            case(
                "5",
                "h",
                "2c 2c 5c 5c 5d 5d 7h 7h 8h 8h 9h 9h Jh Jh Qh Qh 2s 2s HJ HJ HJ",
                "2c 5c 2d 2d 5d 2h 2h 3h 3h 3h 4h 4h 4h 5h 5h 6h 6h 7h 8h 9h Th Th Th Jh Qh Kh Kh Kh Ah Ah Ah 2s "
                "5s 5s 5s LJ LJ LJ",
                protect="false",
            ),
            id="two runs, a triple and four pairs, without protection",
        ),
        pytest.param(
            case(
                "5",
                "h",
                "2c 5c 5d 5d 5d 4h 5h 5h 7h 8h 9h 9h Th Th Jh Jh Qh Qh 5s 5s 5s LJ LJ HJ HJ",
                "2c 2c 5c 5c 2d 2d 2d 2h 2h 2h 3h 3h 3h 4h 6h 6h 6h 7h 7h 8h 8h Th Kh Kh Ah Ah 2s 2s",
            ),
            id="a run of four pairs and one of two, with protection",
        ),
        pytest.param(
            case(
                "7",
                "h",
                "2d 2d 7d 7d 3h 3h 4h 8h 8h 9h 9h Jh Jh Qh Qh Kh Kh 2s 2s HJ HJ HJ",
                "2c 2c 2c 7c 7c 7c 2d 7d 2h 2h 3h 4h 4h 5h 5h 5h 6h 6h 6h 7h 7h 8h 9h Th Th Th Jh Qh Kh Ah Ah 2s "
                "7s 7s 7s LJ LJ LJ",
                protect="false",
            ),
            id="two runs, a triple and four pairs, and one card more",
        ),
        pytest.param(
            case(
                "T",
                "d",
                "2c Tc Tc Tc 3d 3d 3d 4d 4d 5d 5d 5d 8d 8d 9d 9d 9d Jd Jd Qd Qd 2s Ts LJ LJ LJ HJ HJ HJ",
                "2c 2c 2d 2d 2d 4d 6d 6d 6d 7d 7d 7d 8d Td Td Td Jd Qd Kd Kd Ad Ad 2h 2h 2h Th Th Th 2s 2s Ts Ts",
            ),
            id="four runs and a triple, of which one may be broken",
        ),
        pytest.param(
            case(
                "T",
                "s",
                "2c 2c 2c Tc 2h 2s 3s 3s 4s 4s 4s 5s 5s 6s 6s 6s 8s 8s 9s 9s 9s Js Js Qs Qs Ks As HJ",
                "Tc Tc 2d 2d 2d Td Td Td 2h 2h Th Th 2s 2s 7s 7s 7s 8s Ts Ts Ts Js Qs Ks Ks As As LJ LJ HJ HJ",
            ),
            id="two runs of four pairs and a triple to many level cards",
        ),
        pytest.param(
            case(
                "T",
                "h",
                "Tc Td 3h 3h 4h 4h 4h 5h 5h 6h 6h 7h 7h 8h 8h 9h 9h Th Jh Jh Qh Qh Kh Kh 2s Ts LJ",
                "2c 2c Tc Tc 2d 2d Td Td 2h 2h 2h 3h 5h 6h 8h 9h Th Th Jh Qh Ah Ah 2s 2s Ts Ts LJ LJ HJ HJ",
            ),
            id="a run of ten to many 2s and level cards",
        ),
    ],
)
def test_dear_hands_and_leads_are_no_dearer(asked: str, dear: Case) -> None:
    assert max(map(lines, ASKED[asked](dear))) < MANY


@pytest.mark.parametrize("asked", ASKED)
def test_no_dearer_ones_are_found_at_once(asked: str) -> None:
    lines_of_the_dearest, _ = worst(asked, examples=40)[0]
    assert lines_of_the_dearest < MANY
