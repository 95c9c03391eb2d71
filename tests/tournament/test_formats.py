from collections import Counter
from itertools import combinations

import pytest

from tournament.formats import FORMATS
from tournament.formats.round_robin import Pairing, round_robin

FIELDS = [pytest.param(n, id=f"{n} teams") for n in range(2, 18)]


def teams(count: int) -> list[str]:
    return [str(number) for number in range(1, count + 1)]


def text(rounds: list[list[Pairing]]) -> list[str]:
    return [" ".join(f"{home}-{away}" for home, away in pairings) for pairings in rounds]


BERGER = {
    4: ["1-4 2-3", "4-3 1-2", "2-4 3-1"],
    6: ["1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"],
    8: [
        "1-8 2-7 3-6 4-5",
        "8-5 6-4 7-3 1-2",
        "2-8 3-1 4-7 5-6",
        "8-6 7-5 1-4 2-3",
        "3-8 4-2 5-1 6-7",
        "8-7 1-6 2-5 3-4",
        "4-8 5-3 6-2 7-1",
    ],
}


@pytest.mark.parametrize("count", BERGER)
def test_pairings_are_those_of_the_published_tables(count: int) -> None:
    """FIDE Handbook C.05, annex 1."""
    assert text(round_robin(teams(count), 1)) == BERGER[count]


@pytest.mark.parametrize("count", FIELDS)
def test_each_two_teams_meet_once_a_cycle(count: int) -> None:
    met = Counter(frozenset(pairing) for pairings in round_robin(teams(count), 1) for pairing in pairings)
    assert met == Counter(map(frozenset, combinations(teams(count), 2)))


@pytest.mark.parametrize("count", FIELDS)
def test_a_team_plays_once_a_round_or_has_a_bye(count: int) -> None:
    rounds = round_robin(teams(count), 1)
    byes: Counter[str] = Counter()
    for pairings in rounds:
        playing = Counter(team for pairing in pairings for team in pairing)
        assert set(playing.values()) <= {1}
        byes.update(set(teams(count)) - set(playing))
    assert byes == (Counter(teams(count)) if count % 2 else Counter())
    assert len(rounds) == (count if count % 2 else count - 1)


@pytest.mark.parametrize("count", FIELDS)
def test_home_and_away_are_balanced(count: int) -> None:
    homes = Counter(pairing.home for pairings in round_robin(teams(count), 1) for pairing in pairings)
    games = count - 1
    assert {homes[team] for team in teams(count)} <= {games // 2, (games + 1) // 2}


@pytest.mark.parametrize("count", FIELDS)
def test_the_second_cycle_exchanges_home_and_away(count: int) -> None:
    first, second = (FORMATS["round-robin"](teams(count), cycle) for cycle in (1, 2))
    assert [[Pairing(away, home) for home, away in pairings] for pairings in first] == second
