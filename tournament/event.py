"""A tournament from its first match to its report: begun, interrupted, resumed."""

import asyncio
import os
import signal
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import IntEnum
from io import StringIO
from pathlib import Path

from rich.console import Console
from sqlalchemy import Engine

from tournament import config as configuration
from tournament import report, schedule, store
from tournament.archive import Archive
from tournament.bots import Nursery
from tournament.client import RefereeRefusedError
from tournament.config import Config, ConfigError
from tournament.crew import Crew
from tournament.errors import TourneyError
from tournament.folder import (
    RUN_FILE,
    Folder,
    FolderError,
    begin,
    find,
    locked,
    resume_command,
    telling,
    used,
    write_whole,
)
from tournament.game_check import check_game
from tournament.identity import lineups
from tournament.journal import Journal
from tournament.ledger import Rating, Run
from tournament.live import Display, display
from tournament.logs import Logs
from tournament.pending import Pending
from tournament.race import Race
from tournament.report import Report
from tournament.report_text import screen, show
from tournament.runner import Ending, News, Observer, Runner
from tournament.schedule import Match
from tournament.seeds import Seeds, seeds
from tournament.statistics.sprt import Verdict
from tournament.stopping import Stopping
from tournament.venue import Venue, venue

STANDINGS_S = 2.0
"""Between two looks at who leads."""


class Status(IntEnum):
    """Exit codes."""

    FINISHED = 0
    FAULT = 1
    USAGE = 2
    INTERRUPTED = 3
    INCOMPLETE = 4
    REFUTED = 5
    """A sequential test accepted H0."""


@dataclass(frozen=True, slots=True)
class Event:
    config: Config
    folder: Folder
    engine: Engine
    seeds: Seeds
    screen: Console
    """For progress."""


def run(config: Config, screen: Console) -> tuple[Report, Status]:
    """Play a tournament in a directory that has none. Raise TourneyError before the first match, not after."""
    folder = Folder(config.output_directory)
    folder.make()
    with locked(folder):
        if (folder.path / RUN_FILE).exists():
            raise FolderError(used(folder))
        engine = store.connect(config.database_url)
        return _hold(Event(config, folder, engine, seeds(config, folder.path), screen), None)


def resume(directory: Path, concurrency: int | None, screen: Console) -> tuple[Report, Status]:
    """Play what is missing of the tournament in a directory."""
    folder = Folder(directory.absolute())
    file = find(folder)
    with locked(folder):
        config = configuration.load(file.config).moved(output=folder.path, concurrency=concurrency)
        engine = store.connect(file.database)
        known = store.find_run(engine, file.run)
        changes = configuration.difference(known.config, config)
        if changes:
            raise ConfigError([f"{file.config}: {change}; a run goes on as it began" for change in changes])
        before = len(store.ended(engine, file.run))
        built, status = _hold(Event(config, folder, engine, seeds(config, folder.path), screen), known)
        if built.boards.matches_ended == before and status in (Status.FINISHED, Status.REFUTED):
            screen.print(f"{folder.path}: nothing was left to play", soft_wrap=True, markup=False, highlight=False)
        return built, status


def _hold(event: Event, known: Run | None) -> tuple[Report, Status]:
    try:
        status = asyncio.run(_play(event, known))
    except TourneyError as fault:
        if not (event.folder.path / RUN_FILE).exists():
            raise
        event.screen.print(str(fault), style="red", soft_wrap=True, markup=False, highlight=False)
        status = Status.INTERRUPTED
    try:
        return _conclude(event, status), status
    except TourneyError as fault:
        raise FolderError(f"{fault}; when that is mended, finish with: {resume_command(event.folder)}") from None


async def _play(event: Event, known: Run | None) -> Status:
    async with venue(event.config) as place:
        await check_game(event.config, place.referee)
        run = known or _begin(event)
        planned = schedule.matches(event.config)
        ended = store.ended(event.engine, run.id)
        with ExitStack() as stack:
            shown = stack.enter_context(display(event.screen, len(planned), len(ended)))
            journal = Journal(stack.enter_context(event.folder.events.open("ab", buffering=0)))
            runner = _runner(event, run, place, planned, ended)
            race, stopping = Race(event.config, run.commitment), _stopping(event, runner)
            judges: Sequence[Observer] = (race, *stopping)
            for earlier in store.results(event.engine, run.id):
                for judge in judges:
                    judge.ended(earlier)
            runner.observers = (shown, journal, *judges)
            stack.enter_context(_interruptible(runner, shown))
            watch = asyncio.create_task(_watch_standings(race, shown))
            stack.callback(watch.cancel)
            try:
                return _status(await runner.play(), stopping)
            except RefereeRefusedError:
                if known is None and not store.ended(event.engine, run.id):
                    (event.folder.path / RUN_FILE).unlink()  # nothing has begun: the file can be mended and run
                raise


def _begin(event: Event) -> Run:
    file = begin(event.folder, event.config.path, event.config.database_url)
    run = Run(
        id=file.run,
        event=event.config.event.name,
        config=configuration.canonical(event.config),
        config_hash=configuration.config_hash(event.config),
        commitment=event.seeds.commitment,
        started_at=datetime.now(UTC),
    )
    store.add_run(event.engine, run)
    return run


def _runner(event: Event, run: Run, place: Venue, planned: Sequence[Match], ended: set[str]) -> Runner:
    inbox: asyncio.Queue[News] = asyncio.Queue()
    nursery = Nursery(event.config, place.warden, place.address, place.private)
    logs = Logs(event.folder, event.config.output.keep_logs)
    archive = Archive(event.folder, event.engine, run.id, event.seeds)
    archive.expect(planned, ended)
    return Runner(
        config=event.config,
        seeds=event.seeds,
        run=run.id,
        inbox=inbox,
        referee=place.referee,
        crew=Crew(event.config, nursery, logs, place.referee, run.id, inbox.put_nowait),
        archive=archive,
        pending=Pending(match for match in planned if match.id not in ended),
        attempts=Counter(store.voids(event.engine, run.id)),
        lineups=lineups(event.config),
    )


def _stopping(event: Event, runner: Runner) -> list[Stopping]:
    """Return the test that may stop this run, if it has one."""
    return [Stopping(event.config, runner.drain)] if event.config.sprt.enabled else []


def _status(ending: Ending, stopping: Sequence[Stopping]) -> Status:
    for one in stopping:
        if one.test.verdict is not Verdict.OPEN:
            return Status.REFUTED if one.test.verdict is Verdict.H0 else Status.FINISHED
    if ending.interrupted:
        return Status.INTERRUPTED
    return Status.INCOMPLETE if ending.given_up else Status.FINISHED


@contextmanager
def _interruptible(runner: Runner, shown: Display) -> Iterator[None]:
    """Let what is open end at the first signal, leave it at the second, and everything at the third."""
    loop = asyncio.get_running_loop()
    signals = 0

    def interrupt() -> None:
        nonlocal signals
        signals += 1
        if signals == 1:
            runner.drain()
            shown.note("stopping: open matches are played to their end; once more to leave them")
        elif signals == 2:
            runner.abandon()
            shown.note("leaving open matches; they will be played when the run is resumed")
        else:
            shown.console.show_cursor()
            os._exit(Status.INTERRUPTED)  # the warden ends every program

    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, interrupt)
    try:
        yield
    finally:
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.remove_signal_handler(number)


async def _watch_standings(race: Race, shown: Display) -> None:
    while True:
        shown.rows = race.rows()
        await asyncio.sleep(STANDINGS_S)


def _conclude(event: Event, status: Status) -> Report:
    """Compute the report, keep its ratings, and write it beside the transcripts."""
    run_id = find(event.folder).run
    if status in (Status.FINISHED, Status.INCOMPLETE, Status.REFUTED):
        store.finish_run(event.engine, run_id, datetime.now(UTC))
    built = report.build(event.config, store.find_run(event.engine, run_id), store.results(event.engine, run_id))
    ratings = [Rating(row.team, row.rating, row.rating_error, row.boards) for row in built.standings]
    store.put_ratings(event.engine, run_id, ratings)
    text = StringIO()
    show(built, screen(text))
    for ending, written in (("json", report.as_json(built) + "\n"), ("txt", text.getvalue())):
        with telling(event.folder.report(ending)):
            write_whole(str(event.folder.report(ending)), written.encode())
    return built
