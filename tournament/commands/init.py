from pathlib import Path

from tournament.config import template
from tournament.folder import FolderError


def init(file: Path) -> str:
    """Write the template. Return what to do next; raise FolderError if the file is there or cannot be made."""
    try:
        with file.open("x", encoding="utf-8") as new:
            new.write(template())
    except OSError as fault:
        raise FolderError(f"{file}: {fault.strerror}") from None
    return f"wrote {file}; try it with: tourney check {file}, play it with: tourney run {file}"
