from collections import Counter, defaultdict
from itertools import pairwise
from pathlib import Path

import pytest

from tests.tournament.sample import HEAD, config, team, write
from tournament.config import load
from tournament.schedule import SITTINGS, Match, Player, matches

ALWAYS = '[each]\nrestart = "match"\n'


def seats(match: Match) -> str:
    """Return team and partner by seat, as A0 B0 A1 B1."""
    letters = {match.a: "A", match.b: "B"}
    return " ".join(f"{letters[player.team]}{player.partner}" for player in match.players)


@pytest.mark.parametrize(
    ("seating", "expected"),
    [
        ("none", ["A0 B0 A1 B1"]),
        ("rotate2", ["A0 B0 A1 B1", "B1 A0 B0 A1"]),
        ("rotate4", ["A0 B0 A1 B1", "B1 A0 B0 A1", "A1 B1 A0 B0", "B0 A1 B1 A0"]),
        (
            "rotate8",
            [
                "A0 B0 A1 B1",
                "B1 A0 B0 A1",
                "A1 B1 A0 B0",
                "B0 A1 B1 A0",
                "A0 B1 A1 B0",
                "B0 A0 B1 A1",
                "A1 B0 A0 B1",
                "B1 A1 B0 A0",
            ],
        ),
    ],
)
def test_seatings_are_the_declared_ones(tmp_path: Path, seating: str, expected: list[str]) -> None:
    played = matches(config(tmp_path, "ab", f'boards = 1\nseating = "{seating}"\n'))
    assert [seats(match) for match in played] == expected
    assert [match.sitting for match in played] == list(range(SITTINGS[seating]))
    assert all(player.sitting == match.sitting for match in played for player in match.players)


def test_team_a_has_the_side_it_says(tmp_path: Path) -> None:
    for match in matches(config(tmp_path, "ab", 'boards = 1\nseating = "rotate8"\n')):
        assert {seat % 2 for seat, player in enumerate(match.players) if player.team == match.a} == {match.a_side}


def test_team_a_is_first_in_byte_order_whatever_the_order_of_the_file(tmp_path: Path) -> None:
    file = HEAD + "".join(map(team, ("é", "b", "Z")))
    assert {(match.a, match.b) for match in matches(load(write(tmp_path, file)))} == {
        ("Z", "b"),
        ("Z", "é"),
        ("b", "é"),
    }


@pytest.mark.parametrize("teams", ["ab", "abc", "abcdefgh"])
def test_every_board_of_every_pairing_has_all_its_sittings(tmp_path: Path, teams: str) -> None:
    played = matches(config(tmp_path, teams, "boards = 5\nrounds = 2\n"))
    counts = Counter((match.round, match.a, match.b, match.board) for match in played)
    assert set(counts.values()) == {2}
    assert len(counts) == 2 * 5 * len(teams) * (len(teams) - 1) // 2


def test_ids_are_unique_readable_and_fit_for_file_names(tmp_path: Path) -> None:
    names = ("a b", "a-b", "A.B.", "贪心", "随机")
    file = HEAD + "[tournament]\nrounds = 2\nboards = 2\n" + "".join(map(team, names))
    ids = [match.id for match in matches(load(write(tmp_path, file)))]
    assert len(set(ids)) == len(ids) == 2 * 2 * 2 * 10
    assert all(set(one) <= set("abcdefghijklmnopqrstuvwxyz0123456789.-") for one in ids)
    assert matches(config(tmp_path))[0].id == "r1.b-vs-c.b000.s0"


def test_ids_sort_by_board_however_many_there_are(tmp_path: Path) -> None:
    ids = [match.id for match in matches(config(tmp_path, "ab", 'boards = 1001\nseating = "none"\n'))]
    assert ids == sorted(ids)


@pytest.mark.parametrize(
    ("policy", "groups", "sittings"),
    [
        ("encounter", {"r1/a/b", "r1/a/c", "r1/b/c", "r2/a/b", "r2/a/c", "r2/b/c"}, 2),
        ("round", {"r1", "r2"}, 6),
        ("event", {"event"}, 12),
    ],
)
def test_groups_name_the_deals_that_are_shared(tmp_path: Path, policy: str, groups: set[str], sittings: int) -> None:
    played = matches(config(tmp_path, tournament=f'boards = 3\nrounds = 2\nboards_policy = "{policy}"\n', more=ALWAYS))
    assert {match.group for match in played} == groups
    together = Counter((match.group, match.board) for match in played)
    assert set(together.values()) == {sittings}
    assert {match.sittings for match in played} == {sittings}


def test_no_process_meets_a_board_twice_in_an_encounter(tmp_path: Path) -> None:
    met: defaultdict[Player, Counter[tuple[str, int]]] = defaultdict(Counter)
    for match in matches(config(tmp_path, "abc", 'boards = 3\nseating = "rotate8"\n')):
        for player in match.players:
            met[player][match.group, match.board] += 1
    assert {count for boards in met.values() for count in boards.values()} == {1}


def test_standings_are_balanced_at_any_time(tmp_path: Path) -> None:
    done: Counter[tuple[str, str]] = Counter()
    for match in matches(config(tmp_path, "abcd", "boards = 6\n")):
        done[match.a, match.b] += 1
        assert max(done.values()) - min(done[pair] for pair in done) <= 2
    assert set(done.values()) == {12}


def test_sittings_of_a_board_are_near_but_not_next_to_each_other(tmp_path: Path) -> None:
    played = matches(config(tmp_path, "abcd", "boards = 6\n"))
    boards = [(match.group, match.board) for match in played]
    assert all(first != second for first, second in pairwise(boards))
    places: defaultdict[tuple[str, int], list[int]] = defaultdict(list)
    for place, board in enumerate(boards):
        places[board].append(place)
    assert {last - first for first, last in places.values()} == {2}


def test_players_are_named_by_team_partner_and_sitting() -> None:
    assert str(Player("greedy", 1, 0)) == "greedy/1/0"
