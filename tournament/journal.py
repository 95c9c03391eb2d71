import json
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO

from tournament.folder import telling
from tournament.ledger import Result
from tournament.schedule import Match


class Journal:
    """One JSON line for each thing that happens, for programs that follow along. All raise FolderError."""

    def __init__(self, file: BinaryIO) -> None:
        """The file is not buffered, so that nothing is left to fail when it is closed."""
        self._file = file

    def started(self, match: Match) -> None:
        self._write("started", match=match.id)

    def ended(self, result: Result) -> None:
        at_fault = result.culprit._asdict() if result.culprit else {}
        self._write("ended", match=result.match, reason=result.reason, score=result.score, **at_fault)

    def note(self, text: str) -> None:
        self._write("note", text=text)

    def _write(self, event: str, **facts: str | int) -> None:
        line = {"at": datetime.now(UTC).isoformat(timespec="milliseconds"), "event": event, **facts}
        with telling(Path(self._file.name)):
            self._file.write(json.dumps(line, ensure_ascii=False).encode() + b"\n")
