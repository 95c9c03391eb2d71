"""Ratings while a run goes on: cheap, and in the order results come in, so for looking at only."""

from openskill.models import PlackettLuce, PlackettLuceRating

from tournament.ledger import Result


class Estimates:
    """Teams of two equal partners, by Plackett-Luce with its usual numbers: mean 25, deviation 25/3."""

    def __init__(self) -> None:
        self._model = PlackettLuce()
        self._members: dict[str, list[PlackettLuceRating]] = {}

    def add(self, result: Result) -> None:
        if result.is_void:
            return
        sides = [self._members.get(team) or [self._model.rating() for _ in "01"] for team in (result.a, result.b)]
        a, b = self._model.rate(sides, scores=[result.score, -result.score])
        self._members |= {result.a: a, result.b: b}

    def of(self, team: str) -> tuple[float, float] | None:
        """Return mean and deviation of a member, if the team has played."""
        members = self._members.get(team)
        return None if members is None else (float(members[0].mu), float(members[0].sigma))
