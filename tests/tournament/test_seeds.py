import stat
from pathlib import Path

import pytest

from referee.shuffle import board_seed as seed_of_board
from referee.shuffle import commit_master, match_seed, practice_master
from tests.tournament.sample import config
from tournament.config import ConfigError
from tournament.seeds import seeds

PRACTICE = "srand = 7\n"


def test_a_practice_seed_gives_public_deals(tmp_path: Path) -> None:
    practice = seeds(config(tmp_path, tournament=PRACTICE), tmp_path / "nowhere")
    master = practice_master(7)
    assert practice.commitment == commit_master("cup", master).hex()
    assert practice.board("r1/a/b", 3) == seed_of_board(match_seed(master, "cup", "r1/a/b"), 3)


def test_boards_of_all_groups_have_seeds_of_their_own(tmp_path: Path) -> None:
    practice = seeds(config(tmp_path, tournament=PRACTICE), tmp_path)
    drawn = {practice.board(group, board) for group in ("r1/a/b", "r1/a/c", "r2/a/b") for board in range(4)}
    assert len(drawn) == 12
    assert {len(seed) for seed in drawn} == {128}


def test_without_a_practice_seed_a_secret_is_made_once_and_kept(tmp_path: Path) -> None:
    event = config(tmp_path)
    secret = seeds(event, tmp_path)
    assert len(secret.master) == 128
    assert (tmp_path / "master").read_bytes() == secret.master
    assert stat.S_IMODE((tmp_path / "master").stat().st_mode) == 0o600
    assert seeds(event, tmp_path) == secret
    (tmp_path / "other").mkdir()
    assert seeds(event, tmp_path / "other") != secret


def test_the_secret_is_not_printed(tmp_path: Path) -> None:
    secret = seeds(config(tmp_path), tmp_path)
    assert repr(secret) == "Seeds(tournament='cup', max_deals=None)"


def test_a_broken_secret_is_refused(tmp_path: Path) -> None:
    (tmp_path / "master").write_bytes(b"short")
    with pytest.raises(ConfigError, match="master: 128 bytes of a secret, got 5"):
        seeds(config(tmp_path), tmp_path)
    with pytest.raises(ConfigError, match="master: No such file or directory"):
        seeds(config(tmp_path), tmp_path / "nowhere")
