"""The secret a tournament's deals come from: published as a commitment before play, as itself afterwards."""

from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from referee import shuffle
from tournament import secret
from tournament.config import Config, ConfigError

FILE = "master"


@dataclass(frozen=True)
class Seeds:
    tournament: str
    master: bytes = field(repr=False)
    max_deals: int | None = None
    """None where a board is one deal; in match mode its deals are boards of a group of their own."""

    @property
    def commitment(self) -> str:
        return shuffle.commit_master(self.tournament, self.master).hex()

    def board(self, group: str, board: int) -> bytes:
        """Return the 128-byte seed of one board of a duplicate group."""
        if self.max_deals is not None:
            return shuffle.match_seed(self.master, self.tournament, f"{group}/b{board}")
        return shuffle.board_seed(_group_seed(self.master, self.tournament, group), board)

    def commitment_to(self, group: str, board: int) -> str:
        """Return what a referee commits to before it deals this board."""
        seed = self.board(group, board)
        if self.max_deals is None:
            return shuffle.commit_board(self.tournament, group, board, seed).hex()
        deals = shuffle.commit_deals(self.tournament, group, board, seed, self.max_deals)
        return shuffle.commit_boards(deals).hex()


@lru_cache(maxsize=64)
def _group_seed(master: bytes, tournament: str, group: str) -> bytes:
    return shuffle.match_seed(master, tournament, group)


def seeds(config: Config, directory: Path) -> Seeds:
    """Return the seeds of an event: of its `srand`, or of the secret in the output directory.

    The secret is made if it is not there. Raise ConfigError if it cannot be read or written.
    """
    max_deals = config.adjudication.max_deals if config.game.mode == "match" else None
    if config.tournament.srand is not None:
        return Seeds(config.tournament_id, shuffle.practice_master(config.tournament.srand), max_deals)
    path = directory / FILE
    try:
        master = secret.kept(path, shuffle.SEED_BYTES)
    except OSError as fault:
        raise ConfigError([f"{path}: {fault.strerror}"]) from None
    return Seeds(config.tournament_id, master, max_deals)
