"""What the database says of a run in a directory, whether it is going on or over."""

from pathlib import Path

from tournament import config, report, store
from tournament.folder import Folder, FolderError, find
from tournament.ledger import Result
from tournament.report import Report


def report_of(directory: Path) -> Report:
    folder = Folder(directory.absolute())
    file = find(folder)
    engine = store.connect(file.database)
    run = store.find_run(engine, file.run)
    settings = config.restored(run.config, file.config).moved(output=folder.path)
    return report.build(settings, run, store.results(engine, run.id))


def attempts(directory: Path, match: str) -> list[Result]:
    """Return the attempts at a match, in their order. Raise FolderError if there was none."""
    file = find(Folder(directory.absolute()))
    found = list(store.results(store.connect(file.database), file.run, match))
    if not found:
        raise FolderError(f"{directory}: no match {match} has ended; ids are names of files in {directory}/transcripts")
    return found
