"""A small tournament to test with: its file, its Config, and results that never were played."""

import resource
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from tournament.config import Config, load
from tournament.ledger import Culprit, Identity, Reason, Result
from tournament.schedule import Match

HEAD = '[event]\nname = "Cup"\n[game]\nname = "tractor"\n'
NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


def team(name: str, more: str = "") -> str:
    return f'[[team]]\nname = "{name}"\ncmd = ["python"]\n{more}'


def write(folder: Path, text: str) -> Path:
    path = folder / "brackets.toml"
    path.write_text(text, encoding="utf-8")
    path.chmod(0o644)
    return path


def config(folder: Path, teams: Iterable[str] = "abc", tournament: str = "boards = 2\n", more: str = "") -> Config:
    """Return a tournament of teams with one letter each."""
    return load(write(folder, f"{HEAD}[tournament]\n{tournament}{more}{''.join(map(team, teams))}"))


def ended(match: Match, score: int, reason: Reason = Reason.FINISHED, culprit: str | None = None) -> Result:
    """Return how a match ended; the score is team a's."""
    return Result(
        match=match.id,
        attempt=0,
        round=match.round,
        group=match.group,
        board=match.board,
        sitting=match.sitting,
        a=match.a,
        b=match.b,
        seats=(f"{match.a}/0/0", f"{match.b}/0/0", f"{match.a}/1/0", f"{match.b}/1/0"),
        bots=(Identity(f"{match.a}-bot"),) * 2 + (Identity(f"{match.b}-bot"),) * 2,
        reason=reason,
        score=score,
        points=20 * score,
        deals=1,
        finished_at=NOW,
        culprit=Culprit(culprit, f"{culprit}-bot") if culprit else None,
    )


@contextmanager
def files_of_at_most(size: int) -> Iterator[None]:
    """Have what would be written beyond so many bytes fail, as on a full disk."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
