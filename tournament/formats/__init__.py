"""Who meets whom: teams and a cycle in, rounds of pairings out."""

from collections.abc import Callable, Sequence

from tournament.formats.round_robin import Pairing, round_robin

FORMATS: dict[str, Callable[[Sequence[str], int], list[list[Pairing]]]] = {"round-robin": round_robin}
