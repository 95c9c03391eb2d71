from pathlib import Path

import pytest

from tests.tournament import sample
from tournament.client import Option
from tournament.config import ConfigError, load
from tournament.game_check import check_game

GAMES = {
    "tractor": (
        Option("decks", "int", ("1", "2"), "2"),
        Option("throw_penalty", "int", (), "0"),
        Option("kitty_point_limit", "int", (), "none"),
        Option("throw_allowed", "bool", ("false", "true"), "true"),
        Option("stops", "words", ("5", "10", "K"), ""),
    )
}


@pytest.mark.parametrize(
    ("game", "line"),
    [
        pytest.param('name = "tracter"', "6: game.name: the referee plays tractor, did you mean tractor?", id="game"),
        pytest.param('name = "tractor"\ndecks = 4', "7: game.decks: one of 1, 2, got 4", id="decks"),
        pytest.param(
            'name = "tractor"\n[game.rules]\ndecks = 4', "8: game.rules.decks: one of 1, 2, got 4", id="decks as a rule"
        ),
        pytest.param(
            'name = "tractor"\n[game.rules]\nthrow_penalti = 10',
            "8: game.rules.throw_penalti: tractor has no such option, did you mean throw_penalty?",
            id="unknown option",
        ),
        pytest.param(
            'name = "tractor"\n[game.rules]\nthrow_penalty = "much"',
            "8: game.rules.throw_penalty: a value of type int, got much",
            id="no number",
        ),
        pytest.param(
            'name = "tractor"\n[game.rules]\nstops = ["5", "7"]',
            "8: game.rules.stops: a list of 5, 10, K, got 5,7",
            id="one of a list",
        ),
    ],
)
def test_what_the_referee_does_not_play_is_a_line_of_the_file(tmp_path: Path, game: str, line: str) -> None:
    teams = "".join(map(sample.team, "ab"))
    file = sample.write(tmp_path, f'[event]\nname = "Cup"\n\n\n[game]\n{game}\n{teams}')
    with pytest.raises(ConfigError) as refused:
        check_game(load(file), GAMES)
    (said,) = refused.value.lines
    assert said.startswith(f"{file}:{line}")


@pytest.mark.parametrize(
    "rules",
    [
        pytest.param("", id="all defaults"),
        pytest.param("throw_penalty = -5", id="number"),
        pytest.param('kitty_point_limit = "none"', id="the default, which is no number"),
        pytest.param("throw_allowed = false", id="bool"),
        pytest.param("stops = []", id="empty list"),
        pytest.param('stops = ["5", "K"]', id="list"),
    ],
)
def test_what_the_referee_plays_passes(tmp_path: Path, rules: str) -> None:
    teams = "".join(map(sample.team, "ab"))
    game = f'[game]\nname = "tractor"\ndecks = 2\n[game.rules]\n{rules}\n'
    check_game(load(sample.write(tmp_path, f'[event]\nname = "Cup"\n{game}{teams}')), GAMES)
