from pathlib import Path

import typer

from tournament import past
from tournament.report import as_json
from tournament.report_text import screen, show


def report(directory: Path, *, json: bool) -> None:
    built = past.report_of(directory)
    if json:
        typer.echo(as_json(built))
    else:
        show(built, screen())
