"""Everybody meets everybody once: the Berger tables (FIDE Handbook C.05, annex 1)."""

from collections.abc import Sequence
from typing import NamedTuple


class Pairing(NamedTuple):
    home: str
    away: str


def round_robin(teams: Sequence[str], cycle: int) -> list[list[Pairing]]:
    """Return the rounds of one cycle, counted from 1; even cycles exchange home and away.

    With an odd field the partner of the missing last team has a bye.
    """
    rounds = [_round(len(teams) + len(teams) % 2, number) for number in range(len(teams) + len(teams) % 2 - 1)]
    return [
        [
            Pairing(teams[home], teams[away]) if cycle % 2 else Pairing(teams[away], teams[home])
            for home, away in pairs
            if max(home, away) < len(teams)
        ]
        for pairs in rounds
    ]


def _round(places: int, number: int) -> list[tuple[int, int]]:
    """Return who meets whom: the last place stays, the others stand on a circle and turn by half of it."""
    circle = places - 1
    top = number * (places // 2) % circle
    first = (circle, top) if number % 2 else (top, circle)
    return [first, *(((top + k) % circle, (top - k) % circle) for k in range(1, places // 2))]
