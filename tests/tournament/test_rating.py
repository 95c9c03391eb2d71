import json
import random
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from pydantic import TypeAdapter

from tests.tournament.sample import NOW, config, ended
from tournament.brackets import RatingTable
from tournament.config import Config, canonical, config_hash
from tournament.ledger import Identity, Result, Run, Tally
from tournament.rating import Past, Rated, Ratings, UnknownBotError, history, past, ratings
from tournament.schedule import matches

QUICK = RatingTable(bootstrap=100)
X, Y, Z = Identity("x", "1", "aa"), Identity("y"), Identity("z")


def run_of(event: Config, name: str, day: int = 0) -> Run:
    commitment = f"{name} is a seed"
    return Run(name, "Cup", canonical(event), config_hash(event), commitment, NOW + timedelta(days=day))


def tally(run: str, results: Sequence[Result]) -> list[Tally]:
    """Do as the database does."""
    boards: dict[tuple[str, int, str, str, tuple[str, ...]], list[int]] = {}
    for one in results:
        ids = tuple(bot.id for bot in one.bots)
        boards.setdefault((one.group, one.board, one.a, one.b, ids), []).append(one.score)
    return [Tally(run, group, board, len(own), sum(own), ids) for (group, board, _, _, ids), own in boards.items()]


def played(event: Config, bots: dict[str, tuple[Identity, Identity]], better: str, seed: int = 1) -> list[Result]:
    """Return results of an event in which one team is better than the others."""
    luck = random.Random(seed)
    results = []
    for match in matches(event):
        score = luck.choice((-1, 1, 2)) if match.a == better else luck.choice((1, -1))
        results.append(replace(ended(match, score), bots=(*bots[match.a], *bots[match.b])))
    return results


def known(runs: Sequence[Run], results: dict[str, list[Result]]) -> Past:
    bots = {bot.id: bot for own in results.values() for result in own for bot in result.bots}
    return past(runs, bots, [row for run, own in results.items() for row in tally(run, own)])


@pytest.fixture
def event(tmp_path: Path) -> Config:
    return config(tmp_path, "ab", "boards = 30\n")


def only(found: list[Ratings]) -> Ratings:
    (one,) = found
    return one


def by_name(found: Ratings) -> dict[str, Rated]:
    return {row.bot: row for row in found.bots}


def test_all_events_are_rated_together(event: Config) -> None:
    one = played(event, {"a": (X, X), "b": (Y, Y)}, "a")
    two = played(event, {"a": (Y, Y), "b": (Z, Z)}, "a")
    found = only(ratings(known([run_of(event, "1"), run_of(event, "2", 1)], {"1": one, "2": two}), QUICK, None))
    assert (found.game, found.mode, found.events, found.boards) == ("tractor", "board", 2, 60)
    assert [(row.bot, row.version, row.fingerprint, row.events, row.boards) for row in found.bots] == [
        ("x", "1", "aa", 1, 30),
        ("y", "", "", 2, 60),
        ("z", "", "", 1, 30),
    ]
    assert all(row.boards == row.won + row.drawn + row.lost for row in found.bots)


def test_another_version_is_another_bot(event: Config) -> None:
    newer = X._replace(version="2")
    one = played(event, {"a": (X, X), "b": (Y, Y)}, "a")
    two = played(event, {"a": (newer, newer), "b": (Y, Y)}, "b", seed=2)
    found = only(ratings(known([run_of(event, "1"), run_of(event, "2")], {"1": one, "2": two}), QUICK, None))
    assert sorted((row.bot, row.version, row.boards) for row in found.bots) == [
        ("x", "1", 30),
        ("x", "2", 30),
        ("y", "", 60),
    ]


def test_a_team_is_as_strong_as_the_mean_of_its_bots(event: Config) -> None:
    """Together with z, x comes out even against y and y if it is as much above them as z is below."""
    results = {
        "1": played(event, {"a": (X, X), "b": (Y, Y)}, "a"),
        "2": played(event, {"a": (X, Z), "b": (Y, Y)}, "", seed=3),
    }
    rows = by_name(only(ratings(known([run_of(event, "1"), run_of(event, "2")], results), QUICK, None)))
    assert (rows["x"].rating or 0) > (rows["y"].rating or 0) > (rows["z"].rating or 0)


def test_bytes_do_not_depend_on_the_order_of_rows(event: Config) -> None:
    luck = random.Random(4)
    results = {
        "1": played(event, {"a": (X, Z), "b": (Y, Y)}, "a"),
        "2": played(event, {"a": (Y, X), "b": (Z, Z)}, "b"),
    }
    runs = [run_of(event, "1"), run_of(event, "2", 1)]
    rows = [row for run, own in results.items() for row in tally(run, own)]
    bots = [(bot.id, bot) for bot in (X, Y, Z)]
    texts = set()
    for _ in range(4):
        luck.shuffle(rows)
        luck.shuffle(bots)
        found = ratings(past(runs, dict(bots), rows), QUICK, None)
        texts.add(TypeAdapter(list[Ratings]).dump_json(found))
    assert len(texts) == 1
    assert json.loads(texts.pop(), parse_constant=pytest.fail)


def test_boards_count_when_the_same_four_have_played_all_their_sittings(event: Config) -> None:
    results = played(event, {"a": (X, X), "b": (Y, Y)}, "a")
    half, other, *rest = results
    changed = replace(other, bots=(Z, Z, Y, Y))
    assert (half.board, other.board) == (0, 0)
    found = only(ratings(known([run_of(event, "1")], {"1": [half, changed, *rest]}), QUICK, None))
    assert [(row.bot, row.boards) for row in found.bots] == [("x", 29), ("y", 29)]


def test_games_and_modes_are_rated_apart(tmp_path: Path) -> None:
    boards = config(tmp_path, "ab", "boards = 3\n")
    whole = boards.model_copy(update={"game": boards.game.model_copy(update={"mode": "match"})})
    results = {run: played(boards, {"a": (X, X), "b": (Y, Y)}, "a") for run in ("1", "2")}
    found = ratings(known([run_of(boards, "1"), run_of(whole, "2")], results), QUICK, None)
    assert [(one.game, one.mode, one.boards) for one in found] == [("tractor", "board", 3), ("tractor", "match", 3)]


def test_the_anchor_has_its_rating(event: Config) -> None:
    results = {"1": played(event, {"a": (X, X), "b": (Y, Y)}, "a")}
    method = RatingTable(anchor_rating=1500, bootstrap=100)
    found = only(ratings(known([run_of(event, "1")], results), method, "y"))
    assert (found.anchor, by_name(found)["y"].rating, by_name(found)["y"].rating_error) == ("y", 1500, 0)
    free = only(ratings(known([run_of(event, "1")], results), method, "nobody"))
    assert free.anchor is None
    assert sum(row.rating or 0 for row in free.bots) == pytest.approx(3000)


def test_bots_that_results_do_not_connect_are_not_compared(event: Config) -> None:
    w, v = Identity("w"), Identity("v")
    results = {
        "1": played(event, {"a": (X, X), "b": (Y, Y)}, "a"),
        "2": played(event, {"a": (Y, Y), "b": (Z, Z)}, "a"),
        "3": played(event, {"a": (w, w), "b": (v, v)}, "a"),
    }
    found = only(ratings(known([run_of(event, run) for run in "123"], results), QUICK, None))
    assert {row.bot: row.rating is None for row in found.bots} == {
        "x": False,
        "y": False,
        "z": False,
        "v": True,
        "w": True,
    }


def test_a_bot_against_itself_shows_nothing(event: Config) -> None:
    results = {
        "1": played(event, {"a": (X, X), "b": (X, X)}, "a"),
        "2": played(event, {"a": (X, X), "b": (Y, Y)}, "a"),
    }
    found = only(ratings(known([run_of(event, "1"), run_of(event, "2")], results), QUICK, None))
    alone = only(ratings(known([run_of(event, "2")], {"2": results["2"]}), QUICK, None))
    assert [(row.bot, row.boards, row.events) for row in found.bots] == [("x", 30, 2), ("y", 30, 1)]
    assert [row.rating for row in found.bots] == pytest.approx([row.rating for row in alone.bots])


def test_an_empty_database_has_no_ratings(event: Config) -> None:
    assert ratings(known([run_of(event, "1")], {"1": []}), QUICK, None) == []


def test_history_tells_what_each_event_made_of_a_bot(event: Config) -> None:
    newer = X._replace(version="2")
    results = {
        "1": played(event, {"a": (X, X), "b": (Y, Y)}, "a"),
        "2": played(event, {"a": (Y, Y), "b": (Z, Z)}, "a"),
        "3": played(event, {"a": (newer, newer), "b": (Y, Y)}, "b"),
    }
    runs = [run_of(event, run, day) for day, run in enumerate("123")]
    steps = history(known(runs, results), QUICK, None, "x")
    assert [(step.run, step.version, step.boards) for step in steps] == [("1", "1", 30), ("3", "2", 30)]
    first = only(ratings(known(runs[:1], {"1": results["1"]}), QUICK, None))
    assert steps[0].rating == by_name(first)["x"].rating
    assert all(step.rating_error for step in steps)


def test_history_of_nobody_is_refused(event: Config) -> None:
    results = {"1": played(event, {"a": (X, X), "b": (Y, Y)}, "a")}
    with pytest.raises(UnknownBotError, match="no bot w has played; known: x, y"):
        history(known([run_of(event, "1")], results), QUICK, None, "w")
