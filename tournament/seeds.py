"""The secret a tournament's deals come from: published as a commitment before play, as itself afterwards."""

import os
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from referee import shuffle
from tournament.config import Config, ConfigError

FILE = "master"


@dataclass(frozen=True)
class Seeds:
    tournament: str
    master: bytes = field(repr=False)

    @property
    def commitment(self) -> str:
        return shuffle.commit_master(self.tournament, self.master).hex()

    def board(self, group: str, board: int) -> bytes:
        """Return the 128-byte seed of one board of a duplicate group."""
        return shuffle.board_seed(_group_seed(self.master, self.tournament, group), board)


_group_seed = lru_cache(maxsize=256)(shuffle.match_seed)


def seeds(config: Config, directory: Path) -> Seeds:
    """Return the seeds of an event: of its `srand`, or of the secret in the output directory.

    The secret is made if it is not there. Raise ConfigError if it cannot be read or written.
    """
    if config.tournament.srand is not None:
        return Seeds(config.tournament_id, shuffle.practice_master(config.tournament.srand))
    try:
        return Seeds(config.tournament_id, _secret(directory / FILE))
    except OSError as fault:
        raise ConfigError([f"{directory / FILE}: {fault.strerror}"]) from None


def _secret(path: Path) -> bytes:
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return _whole(path)
    secret = os.urandom(shuffle.SEED_BYTES)
    with os.fdopen(handle, "wb") as file:
        file.write(secret)
        file.flush()
        os.fsync(handle)
    return secret


def _whole(path: Path) -> bytes:
    secret = path.read_bytes()
    if len(secret) != shuffle.SEED_BYTES:
        raise ConfigError([f"{path}: {shuffle.SEED_BYTES} bytes of a master seed, got {len(secret)}"])
    return secret
