"""The published numbers of openskill, Plackett-Luce, two against two, first win; and what does not count."""

from pathlib import Path

import pytest

from tests.tournament import sample
from tournament.ledger import Reason
from tournament.live_rating import Estimates
from tournament.schedule import matches


def test_a_first_win(tmp_path: Path) -> None:
    match = matches(sample.config(tmp_path))[0]
    estimates = Estimates()
    assert estimates.of(match.a) is None
    estimates.add(sample.ended(match, 0, Reason.VOID))
    assert estimates.of(match.a) is None
    estimates.add(sample.ended(match, 3))
    assert estimates.of(match.a) == pytest.approx((26.964295, 8.177963), abs=5e-7)
    assert estimates.of(match.b) == pytest.approx((23.035705, 8.177963), abs=5e-7)
