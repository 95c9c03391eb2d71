from collections.abc import Callable
from pathlib import Path

from tests.tournament.sample import config
from tournament.pending import Pending
from tournament.schedule import Match, matches


def always(_: Match) -> bool:
    return True


def taken(pending: Pending, may_start: Callable[[Match], bool] = always) -> list[Match]:
    found = []
    while (match := pending.take(may_start)) is not None:
        found.append(match)
    return found


def test_matches_start_in_their_order(tmp_path: Path) -> None:
    schedule = matches(config(tmp_path))
    pending = Pending(schedule)
    assert len(pending) == 12
    assert taken(pending) == schedule
    assert len(pending) == 0


def test_a_match_that_may_not_start_lets_others_go_first(tmp_path: Path) -> None:
    schedule = matches(config(tmp_path))
    pending = Pending(schedule)
    assert taken(pending, lambda match: match.a == "a") == [match for match in schedule if match.a == "a"]
    assert taken(pending) == [match for match in schedule if match.a != "a"]


def test_a_match_put_back_is_first(tmp_path: Path) -> None:
    schedule = matches(config(tmp_path))
    pending = Pending(schedule[:6])
    pending.put_back(schedule[9])
    assert taken(pending) == [schedule[9], *schedule[:6]]


def test_removed_matches_are_counted_and_gone(tmp_path: Path) -> None:
    schedule = matches(config(tmp_path))
    pending = Pending(schedule)
    assert pending.remove(lambda match: "c" in (match.a, match.b)) == 8
    assert taken(pending) == [match for match in schedule if match.b == "b"]
