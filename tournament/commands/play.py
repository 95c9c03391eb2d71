from pathlib import Path

import typer
from rich.console import Console

from tournament import config as configuration
from tournament import event
from tournament.event import Status
from tournament.folder import Folder, find, resume_command
from tournament.report import Report, as_json
from tournament.report_text import screen, show


def run(file: Path, out: Path | None, concurrency: int | None, *, json: bool) -> Status:
    config = configuration.load(file).moved(output=out, concurrency=concurrency)
    screen = _screen()
    for warning in config.warnings:
        screen.print(warning, markup=False, highlight=False, soft_wrap=True)
    report, status = event.run(config, screen)
    _print(Folder(config.output_directory), report, status, json=json)
    return status


def resume(directory: Path, concurrency: int | None, *, json: bool) -> Status:
    report, status = event.resume(directory, concurrency, _screen())
    _print(Folder(directory), report, status, json=json)
    return status


def _screen() -> Console:
    """Progress goes to standard error, results to standard output."""
    return Console(stderr=True)


def _print(folder: Folder, report: Report, status: Status, *, json: bool) -> None:
    if json:
        typer.echo(as_json(report))
    else:
        show(report, screen())
        typer.echo(_where(folder))
    if status in (Status.INTERRUPTED, Status.INCOMPLETE):
        missing = report.boards.matches_planned - report.boards.matches_ended
        typer.echo(f"{missing} matches are missing; play them with: {resume_command(folder)}", err=True)


def _where(folder: Folder) -> str:
    logs = f"logs         {folder.logs}\n" if folder.logs.is_dir() and any(folder.logs.iterdir()) else ""
    return (
        f"\ntranscripts  {folder.transcripts}\n"
        f"{logs}"
        f"report       {folder.report('txt')}, {folder.report('json')}\n"
        f"database     {find(folder).database}\n"
        f"again        tourney report {folder.path}\n"
        f"one match    tourney show {folder.path} MATCH\n"
    )
