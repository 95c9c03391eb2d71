from pathlib import Path

import pytest

from referee.games import GAMES
from tests.server.house import go, house
from tests.tournament import sample
from tournament.client import reach
from tournament.config import ConfigError, load
from tournament.game_check import check_game


def check(folder: Path, game: str) -> None:
    """Hold a file with these lines from its sixth on against a real referee."""
    teams = "".join(map(sample.team, "ab"))
    file = sample.write(folder, f'[event]\nname = "Cup"\n\n\n[game]\n{game}\n{teams}')

    async def main() -> None:
        async with house(folder, games=GAMES), reach(f"unix:{folder}/a.sock", "") as referee:
            await check_game(load(file), referee)

    go(main())


@pytest.mark.parametrize(
    ("game", "lines"),
    [
        pytest.param(
            'name = "tracter"',
            ["6: game.name: the referee plays tractor, chaodi, dagunzi, guandan, did you mean tractor?, got tracter"],
            id="game",
        ),
        pytest.param(
            'name = "tractor"\ndecks = 4', ["7: game.decks: '4' is not allowed; allowed: 1, 2, 3"], id="decks"
        ),
        pytest.param(
            'name = "tractor"\n[game.rules]\ndecks = 4',
            ["8: game.rules.decks: '4' is not allowed; allowed: 1, 2, 3"],
            id="decks as a rule",
        ),
        pytest.param(
            'name = "tractor"\n[game.rules]\nthrow_penalty = -5',
            ["8: game.rules.throw_penalty: '-5' is not allowed; allowed: a number from 0 to 99999"],
            id="number",
        ),
        pytest.param(
            'name = "tractor"\n[game.rules]\nmandatory_levels = ["5", "1"]',
            [
                "8: game.rules.mandatory_levels: '1' is not allowed; allowed: 2, 3, 4, 5, 6, 7, 8, 9, T, J, Q, K, A",
            ],
            id="one of a list",
        ),
        pytest.param(
            'name = "tractor"\ndecks = 1\n[game.rules]\nfandi = true',
            ["9: game.rules.fandi: 'true with decks = 1' is not allowed; allowed: false"],
            id="beside another",
        ),
        pytest.param(
            'name = "guandan"\n[game.rules]\nlevel_track = "shared"',
            ["5: game.a_max_fails: '3 with level_track = shared' is not allowed; allowed: 0"],
            id="beside a default",
        ),
        pytest.param(
            'name = "tractor"\n[game.rules]\nfandi = "maybe"\nthrow_penalty = "much"\nkitty_size = 10',
            [
                "8: game.rules.fandi: 'maybe' is not allowed; allowed: false, true",
                "9: game.rules.throw_penalty: 'much' is not allowed; allowed: a number from 0 to 99999",
                "10: game.rules.kitty_size: '10 with decks = 2' is not allowed; allowed: 4, 8, 12, 16, 20",
            ],
            id="several",
        ),
    ],
)
def test_what_the_referee_does_not_play_is_a_line_of_the_file(tmp_path: Path, game: str, lines: list[str]) -> None:
    with pytest.raises(ConfigError) as refused:
        check(tmp_path, game)
    assert refused.value.lines == [f"{tmp_path / 'brackets.toml'}:{line}" for line in lines]


def test_an_option_that_is_none_is_told_what_was_meant(tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as refused:
        check(tmp_path, 'name = "tractor"\n[game.rules]\nthrow_penalti = 10\nblood = 3\nkitty_size = 1')
    near, far, size = refused.value.lines
    line = tmp_path / "brackets.toml"
    assert near == f"{line}:8: game.rules.throw_penalti: tractor has no such option, did you mean throw_penalty?"
    assert far.startswith(
        f"{line}:9: game.rules.blood: tractor has no such option; it has decks, two_trump, start_level"
    )
    assert size.startswith(f"{line}:10: game.rules.kitty_size: '1' is not allowed; allowed: 2, 4, 6, ")


@pytest.mark.parametrize(
    "rules",
    [
        pytest.param("", id="all defaults"),
        pytest.param("throw_penalty = 5", id="number"),
        pytest.param('kitty_point_limit = "none"', id="the default, which is no number"),
        pytest.param("throw_allowed = false", id="bool"),
        pytest.param("mandatory_levels = []", id="empty list"),
        pytest.param('mandatory_levels = ["5", "K"]', id="list"),
    ],
)
def test_what_the_referee_plays_passes(tmp_path: Path, rules: str) -> None:
    check(tmp_path, f'name = "tractor"\ndecks = 2\n[game.rules]\n{rules}')
