import json as notation
from dataclasses import asdict
from pathlib import Path

import typer

from tournament import past
from tournament.ledger import Result


def show(directory: Path, match: str, *, json: bool) -> None:
    attempts = past.attempts(directory, match)
    if json:
        typer.echo(notation.dumps([asdict(result) for result in attempts], indent=2, default=str, ensure_ascii=False))
    else:
        typer.echo("\n\n".join("\n".join(_lines(directory, result)) for result in attempts))


def _lines(directory: Path, result: Result) -> list[str]:
    lines = [
        f"match       {result.match}" + (f", attempt {result.attempt + 1}" if result.attempt else ""),
        f"teams       {result.a} against {result.b}, round {result.round}, board {result.board}",
        f"ended       {result.reason}, score {result.score:+} and points {result.points:+} for {result.a}",
        f"at          {result.finished_at:%Y-%m-%d %H:%M:%S} UTC, deals {result.deals}",
    ]
    if result.culprit:
        lines.append(f"at fault    bot {result.culprit.bot} of {result.culprit.team}")
    lines += [f"fault       {line}" for line in result.fault.splitlines()]
    for seat, (name, times) in enumerate(zip(result.seats, result.times, strict=True)):
        lines.append(
            f"seat {seat}      {name}: decisions {times.decisions}, time {times.time_ms} ms, longest {times.max_time_ms} ms, "
            f"bank used {times.bank_used_ms} ms, time-outs {times.timeouts}, refusals {times.refusals}"
        )
    if result.transcript:
        sealed = directory / result.transcript
        file = sealed if sealed.exists() else sealed.with_suffix("")
        lines += [f"transcript  {file}", f"replay      referee replay {file}"]
    return lines
