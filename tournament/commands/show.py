import gzip
import json as notation
import zlib
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import typer

from tournament import past
from tournament.folder import Folder
from tournament.ledger import Result, SeatTimes

NOTES_SHOWN = 5


def show(directory: Path, match: str, *, json: bool) -> None:
    attempts = past.attempts(directory, match)
    if json:
        facts = [_facts(directory, result) for result in attempts]
        typer.echo(notation.dumps(facts, indent=2, default=str, ensure_ascii=False))
    else:
        typer.echo("\n\n".join("\n".join(_lines(directory, result)) for result in attempts))


def _facts(directory: Path, result: Result) -> dict[str, object]:
    return {
        **asdict(result),
        "culprit": result.culprit and result.culprit._asdict(),
        "times": [times._asdict() for times in result.times],
        "notes": _notes(directory, result),
        "transcript": str(_transcript(directory, result) or "") or None,
    }


def _lines(directory: Path, result: Result) -> Iterator[str]:
    yield f"match       {result.match}" + (f", attempt {result.attempt + 1}" if result.attempt else "")
    yield f"teams       {result.a} against {result.b}, round {result.round}, board {result.board}"
    yield f"ended       {result.reason}, score {result.score:+} and points {result.points:+} for {result.a}"
    yield f"at          {result.finished_at:%Y-%m-%d %H:%M:%S} UTC, deals {result.deals}"
    if result.culprit:
        yield f"at fault    bot {result.culprit.bot} of {result.culprit.team}"
    for line in result.fault.splitlines():
        yield f"fault       {line}"
    for seat, (name, times) in enumerate(zip(result.seats, result.times, strict=True)):
        yield f"seat {seat}      {name}: {_seat(times)}"
    if notes := _notes(directory, result):
        yield f"notes       {len(notes)} in {_times(directory, result)}, the last:"
        yield from (f"note        {note}" for note in notes[-NOTES_SHOWN:])
    transcript = _transcript(directory, result)
    if transcript is not None:
        yield f"transcript  {transcript}"
        yield f"replay      referee replay {transcript}"


def _seat(times: SeatTimes) -> str:
    spent = f"decisions {times.decisions}, time {times.time_ms} ms, longest {times.max_time_ms} ms"
    return f"{spent}, bank used {times.bank_used_ms} ms, time-outs {times.timeouts}, refusals {times.refusals}"


def _notes(directory: Path, result: Result) -> list[str]:
    """Return what the referee noted of a match: refusals, late answers, what its bots said."""
    if result.is_void:
        return []
    try:
        with gzip.open(_times(directory, result), "rt", encoding="utf-8") as file:
            lines: list[dict[str, str]] = [notation.loads(line) for line in file]
    except (OSError, EOFError, zlib.error):  # not there, or spoilt by a power cut: nobody waits until it is on the disk
        return []
    return [line["note"] for line in lines if "note" in line]


def _times(directory: Path, result: Result) -> Path:
    return Folder(directory).times / f"{result.match}.jsonl.gz"


def _transcript(directory: Path, result: Result) -> Path | None:
    """Return where the transcript is: unpacked as long as its board is open."""
    if not result.transcript:
        return None
    sealed = directory / result.transcript
    return sealed if sealed.exists() else sealed.with_suffix("")
