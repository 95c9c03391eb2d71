"""What is to be played: a pure function of the configuration."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from tournament.config import Config
from tournament.formats import FORMATS
from tournament.names import slugs

SITTINGS = {"none": 1, "rotate2": 2, "rotate4": 4, "rotate8": 8}


class Player(NamedTuple):
    """One process: partner 0 or 1 of a team, in one sitting of every board."""

    team: str
    partner: int
    sitting: int

    def __str__(self) -> str:
        return f"{self.team}/{self.partner}/{self.sitting}"


@dataclass(frozen=True, slots=True)
class Match:
    """One sitting of one board. Team `a` is the one whose name is first in byte order."""

    id: str
    """Round, pairing, board and sitting, in that order; fit for a file name."""
    round: int
    group: str
    """Names the deals together with the board: matches of one group and board have the same cards."""
    board: int
    sitting: int
    a: str
    b: str
    sittings: int
    """All matches of this group and board."""

    @property
    def a_side(self) -> int:
        """0 if team a has seats 0 and 2."""
        return self.sitting % 2

    @property
    def players(self) -> tuple[Player, Player, Player, Player]:
        """By seat: A0 B0 A1 B1 from seat `sitting` on; from sitting 4 on B0 and B1 are exchanged."""
        crossed = self.sitting // 4
        round_the_table = (
            Player(self.a, 0, self.sitting),
            Player(self.b, crossed, self.sitting),
            Player(self.a, 1, self.sitting),
            Player(self.b, 1 - crossed, self.sitting),
        )
        first, second, third, fourth = ((seat - self.sitting) % 4 for seat in range(4))
        return round_the_table[first], round_the_table[second], round_the_table[third], round_the_table[fourth]


def matches(config: Config) -> list[Match]:
    """Return all matches in the order they should start.

    Board by board through all pairings, so that standings are balanced at any time; the sittings of a board are near
    each other, so that few boards are half played when a run stops.
    """
    return [match for cycle in range(1, config.tournament.rounds + 1) for match in _cycle(config, cycle)]


def _cycle(config: Config, cycle: int) -> Iterator[Match]:
    names = [team.name for team in config.teams]
    short = slugs(names)
    rounds = FORMATS[config.tournament.format](names, cycle)
    together = encounters_of_a_board(config)
    sittings = SITTINGS[config.tournament.seating]
    width = max(3, len(str(config.tournament.boards - 1)))
    for board in range(config.tournament.boards):
        for pairings in rounds:
            for sitting in range(sittings):
                for pairing in pairings:
                    a, b = sorted(pairing)
                    yield Match(
                        id=f"r{cycle}.{short[a]}-vs-{short[b]}.b{board:0{width}}.s{sitting}",
                        round=cycle,
                        group=_group(config, cycle, a, b),
                        board=board,
                        sitting=sitting,
                        a=a,
                        b=b,
                        sittings=sittings * together,
                    )


def _group(config: Config, cycle: int, a: str, b: str) -> str:
    groups = {"encounter": f"r{cycle}/{a}/{b}", "round": f"r{cycle}", "event": "event"}
    return groups[config.tournament.boards_policy]


def encounters_of_a_board(config: Config) -> int:
    """Return in how many encounters one board is played."""
    pairings = len(config.teams) * (len(config.teams) - 1) // 2
    return {"encounter": 1, "round": pairings, "event": pairings * config.tournament.rounds}[
        config.tournament.boards_policy
    ]
