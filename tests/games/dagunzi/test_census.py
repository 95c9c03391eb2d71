"""The census in small: random play reaches everything there is, whatever the options, and all of it verifies."""

from collections import Counter

import pytest

from tests.games.dagunzi.away import away, label
from tests.games.dagunzi.census import Job, census, table_of
from tests.games.dagunzi.reached import BEGINNINGS, ENDS, KITTIES, PHASES

MATCHES = 40
RARE = {"forgiven", "in vain"}
"""What the defaults hardly ever let happen."""


def test_random_matches_end_and_reach_every_case_ending_and_phase() -> None:
    counts = Job({}, matches=MATCHES).run()
    assert counts["won"] == MATCHES
    assert {*ENDS, *BEGINNINGS, *KITTIES, *PHASES} - RARE <= set(counts)
    assert counts["deals"] == sum(counts[case] for case in "ABCD") == counts["OVER"]
    assert counts["added"] == counts["picked"]


@pytest.mark.parametrize("options", [*away()], ids=label)
def test_boards_and_matches_verify_under_every_option(options: dict[str, str]) -> None:
    counts = Job(options, deals=4).run()
    assert counts["deals"] == counts["DEAL"] == counts["PLAY"] == counts["OVER"] == 4


@pytest.mark.parametrize(
    ("options", "reached", "never"),
    [
        pytest.param({"blood_step": "1"}, {"tribute", "forgiven"}, set(), id="blood that cannot be paid"),
        pytest.param({"others_bury_block": "any_point"}, {"added", "in vain"}, set(), id="points close a kitty"),
        pytest.param({"others_bury": "false"}, {"jokers buried"}, {"ADD", "added", "picked"}, id="nobody adds"),
        pytest.param({"first_seize": "auto"}, {"seized"}, {"flipped"}, id="somebody always seizes"),
        pytest.param({"dry_pot": "false"}, {"public"}, {"dry"}, id="no pot is dry"),
        pytest.param({"zero_ends": "false"}, {"S = 0"}, {"none"}, id="no point and no end"),
        pytest.param({"full_ends": "false"}, {"S >= 300"}, {"all"}, id="all points and no end"),
    ],
)
def test_options_open_and_close_ways(options: dict[str, str], reached: set[str], never: set[str]) -> None:
    counts = Job(options, first=50, deals=40).run()
    assert reached <= set(counts)
    assert not never & set(counts)


def test_a_census_has_a_row_for_each_set_of_options() -> None:
    found = census(11, 1, lambda jobs: [Counter(deals=job.deals, won=job.matches) for job in jobs])
    assert found["defaults"]["won"] == 11
    assert list(found)[1:] == [label(options) for options in away()]
    assert all(found[label(options)]["deals"] == 1 for options in away())


def test_a_table_has_a_column_for_each_name() -> None:
    counts = {"defaults": Counter(A=1200), "dry_pot=false": Counter(A=3, seized=4)}
    assert list(table_of(counts, ("A", "seized"))) == [
        "                    A  seized",
        "defaults        1,200       0",
        "dry_pot=false       3       4",
    ]
