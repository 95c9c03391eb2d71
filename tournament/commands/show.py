import json as notation
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import typer

from tournament import past
from tournament.ledger import Result, SeatTimes


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
    transcript = _transcript(directory, result)
    if transcript is not None:
        yield f"transcript  {transcript}"
        yield f"replay      referee replay {transcript}"


def _seat(times: SeatTimes) -> str:
    spent = f"decisions {times.decisions}, time {times.time_ms} ms, longest {times.max_time_ms} ms"
    return f"{spent}, bank used {times.bank_used_ms} ms, time-outs {times.timeouts}, refusals {times.refusals}"


def _transcript(directory: Path, result: Result) -> Path | None:
    """Return where the transcript is: unpacked as long as its board is open."""
    if not result.transcript:
        return None
    sealed = directory / result.transcript
    return sealed if sealed.exists() else sealed.with_suffix("")
