"""How strong bots are, from all results of all events in the database at once, and how that came about.

A bot is an identity: another version or program of the same name is another bot. Events are rated together if they
played the same game in the same mode. A team is as strong as the mean of its two bots. Only boards that were played in
all sittings by the same four count.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from pathlib import Path
from typing import NamedTuple, TypeAlias

from tournament.boards import share
from tournament.brackets import RatingTable
from tournament.config import Config, restored
from tournament.errors import TourneyError
from tournament.ledger import Identity, Run, Tally
from tournament.schedule import SITTINGS
from tournament.statistics.bradley_terry import Encounter, rate, rate_quickly


class UnknownBotError(TourneyError):
    """No bot of this name has played."""


@dataclass(frozen=True, slots=True)
class Rated:
    bot: str
    version: str
    fingerprint: str
    events: int
    boards: int
    won: int
    drawn: int
    lost: int
    rating: float | None
    """Nothing if results do not connect it with the others, or do not tell it from its only partner."""
    rating_error: float | None


@dataclass(frozen=True, slots=True)
class Ratings:
    """Of one game in one mode, the strongest first."""

    game: str
    mode: str
    events: int
    boards: int
    anchor: str | None
    anchor_rating: float
    """Of the anchor, or the mean of the field."""
    bots: tuple[Rated, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """What one event made of a bot. The rating is of all results until then, its error by Fisher's information."""

    event: str
    run: str
    started_at: datetime
    game: str
    mode: str
    bot: str
    version: str
    fingerprint: str
    boards: int
    won: int
    drawn: int
    lost: int
    rating: float | None
    rating_error: float | None


class Field(NamedTuple):
    """A game in a mode: what is rated together."""

    game: str
    mode: str


class Record(NamedTuple):
    boards: int
    won: int
    drawn: int
    lost: int


Pool: TypeAlias = dict[str, list[Encounter]]
"""Encounters by run, in the order in which runs began. Members are ids of bots."""


@dataclass(frozen=True)
class Past:
    """Everything the database knows of the strength of bots."""

    runs: Mapping[str, Run]
    bots: Mapping[str, Identity]
    pools: Mapping[Field, Pool]


def past(runs: Iterable[Run], bots: Mapping[str, Identity], tallies: Iterable[Tally]) -> Past:
    known = {run.id: run for run in runs}
    configs = {run.id: restored(run.config, Path()) for run in known.values()}
    boards = _whole_boards(known, configs, tallies)
    pools: defaultdict[Field, Pool] = defaultdict(dict)
    for run, config in configs.items():
        pools[Field(config.game.name, config.game.mode)][run] = boards[run]
    return Past(known, bots, dict(sorted(pools.items())))


def _whole_boards(
    runs: Mapping[str, Run], configs: Mapping[str, Config], tallies: Iterable[Tally]
) -> defaultdict[str, list[Encounter]]:
    whole = {run: SITTINGS[config.tournament.seating] for run, config in configs.items()}
    boards: defaultdict[str, list[Encounter]] = defaultdict(list)
    for tally in tallies:
        if tally.sittings == whole[tally.run]:
            # The same master seed deals the same cards again.
            cluster = f"{runs[tally.run].commitment}/{tally.group}/{tally.board}"
            encounter = Encounter(tally.bots[:2], tally.bots[2:], float(share(tally.score)), cluster)
            boards[tally.run].append(encounter)
    return boards


def ratings(known: Past, method: RatingTable, anchor: str | None) -> list[Ratings]:
    """Rate all bots of each game; `anchor` is the name of a bot, whose most played identity gets `anchor_rating`."""
    return [_ratings(known, field, pool, method, anchor) for field, pool in known.pools.items() if any(pool.values())]


def _ratings(known: Past, field: Field, pool: Pool, method: RatingTable, anchor: str | None) -> Ratings:
    encounters = list(chain.from_iterable(pool.values()))
    records = _records(known, encounters)
    events = Counter(chain.from_iterable(_records(known, own) for own in pool.values()))
    fixed = _anchor(known, records, anchor)
    strengths = rate(encounters, list(records), method.model_copy(update={"anchor": fixed}))
    rows = [
        Rated(*known.bots[bot], events[bot], *record, *(strengths.get(bot) or (None, None)))
        for bot, record in records.items()
    ]
    return Ratings(
        *field,
        events=sum(map(bool, pool.values())),
        boards=len(encounters),
        anchor=known.bots[fixed].name if fixed else None,
        anchor_rating=method.anchor_rating,
        bots=tuple(sorted(rows, key=lambda row: (row.rating is None, -(row.rating or 0)))),
    )


def history(known: Past, method: RatingTable, anchor: str | None, name: str) -> list[Step]:
    """Return what each event made of the bots of one name. Raise UnknownBotError."""
    names = {bot.name for bot in known.bots.values()}
    if name not in names:
        raise UnknownBotError(f"no bot {name} has played; known: {', '.join(sorted(names)) or 'none'}")
    steps = chain.from_iterable(_steps(known, field, pool, method, anchor) for field, pool in known.pools.items())
    return sorted((step for step in steps if step.bot == name), key=lambda step: (step.started_at, step.run))


def _steps(known: Past, field: Field, pool: Pool, method: RatingTable, anchor: str | None) -> Iterator[Step]:
    until: list[Encounter] = []
    for run, encounters in pool.items():
        until += encounters
        records = _records(known, until)
        fixed = _anchor(known, records, anchor)
        strengths = rate_quickly(until, list(records), method.model_copy(update={"anchor": fixed}))
        event = known.runs[run]
        for bot, record in _records(known, encounters).items():
            found = strengths.get(bot) or (None, None)
            yield Step(event.event, run, event.started_at, *field, *known.bots[bot], *record, *found)


def _records(known: Past, encounters: Iterable[Encounter]) -> dict[str, Record]:
    """Return what each bot did, by id, bots in their order. A board on both sides of which it played is no board."""
    scores: defaultdict[str, Counter[float]] = defaultdict(Counter)
    for a, b, score, _ in encounters:
        for bot in {*a, *b}:
            if bot not in a or bot not in b:
                scores[bot][score if bot in a else 1 - score] += 1
            else:
                scores[bot] += Counter()
    bots = sorted(scores, key=known.bots.__getitem__)
    return {bot: Record(scores[bot].total(), *(scores[bot][share] for share in (1.0, 0.5, 0.0))) for bot in bots}


def _anchor(known: Past, records: Mapping[str, Record], name: str | None) -> str | None:
    """Return the bot of this name that has played most; nothing if none has."""
    named = [bot for bot in records if known.bots[bot].name == name]
    return max(named, key=lambda bot: records[bot].boards, default=None)
