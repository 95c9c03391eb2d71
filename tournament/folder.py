"""The output directory of a run: who may use it, and where what lies."""

import fcntl
import json
import os
import secrets
import shlex
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from tournament import secret
from tournament.errors import TourneyError

RUN_FILE = "run.json"
LOCK_FILE = "lock"


class FolderError(TourneyError):
    """The output directory cannot be used."""


class Folder(NamedTuple):
    path: Path

    @property
    def transcripts(self) -> Path:
        return self.path / "transcripts"

    @property
    def times(self) -> Path:
        return self.path / "times"

    @property
    def logs(self) -> Path:
        return self.path / "logs"

    @property
    def events(self) -> Path:
        return self.path / "events.ndjson"

    def report(self, ending: str) -> Path:
        return self.path / f"report.{ending}"

    def make(self) -> None:
        """Raise FolderError."""
        try:
            for directory in (self.transcripts, self.times, self.logs):
                directory.mkdir(parents=True, exist_ok=True)
        except OSError as fault:
            what = f"the output directory cannot be made ({fault.strerror})"
            raise FolderError(f"{self.path}: {what}; name another with [output] directory or --out") from None

    def probe(self) -> None:
        """Raise FolderError if it could not be made. Nothing is left of the attempt."""
        directories = (self.transcripts, self.times, self.logs, self.path, *self.path.parents)
        missing = [directory for directory in directories if not directory.exists()]
        self.make()
        for directory in missing:
            directory.rmdir()


@contextmanager
def telling(path: Path) -> Iterator[None]:
    """Raise FolderError for OSError, with the file that it names or else this path: a full disk names none."""
    try:
        yield
    except OSError as fault:
        raise FolderError(f"{fault.filename2 or fault.filename or path}: {fault.strerror}") from None


def write_whole(path: str, data: bytes) -> None:
    """Have a file on the disk whole, or not at all: others read these while a run goes on. Raise OSError."""
    part = f"{path}.part"
    with open(part, "wb") as file:  # noqa: PTH123 - a Path a match takes long
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    os.replace(part, path)  # noqa: PTH105 - likewise


class RunFile(NamedTuple):
    """What a directory says of its run; everything else is in the database."""

    run: str
    config: Path
    database: str


def begin(folder: Folder, config: Path, database: str) -> RunFile:
    """Give a fresh directory its run. Raise FolderError if it has one."""
    file = RunFile(secrets.token_hex(8), config, database)
    text = json.dumps({"run": file.run, "config": str(config), "database": database}, indent=2)
    try:
        secret.write(folder.path / RUN_FILE, f"{text}\n".encode())
    except FileExistsError:
        raise FolderError(used(folder)) from None
    return file


def used(folder: Folder) -> str:
    anew = "play anew in another directory (--out, or [output] directory)"
    return f"{folder.path}: has a run already; {anew}, or continue it with: {resume_command(folder)}"


def resume_command(folder: Folder) -> str:
    return f"tourney resume {shlex.quote(str(folder.path))}"


def find(folder: Folder) -> RunFile:
    """Raise FolderError if the directory has no run."""
    path = folder.path / RUN_FILE
    try:
        read = json.loads(path.read_text(encoding="utf-8"))
        return RunFile(read["run"], Path(read["config"]), read["database"])
    except FileNotFoundError:
        raise FolderError(f"{folder.path}: no run here, there is no {RUN_FILE}") from None
    except NotADirectoryError:
        hint = "give the output directory of its run, out/NAME unless [output] says otherwise"
        raise FolderError(f"{folder.path}: not a directory; {hint}") from None
    except (OSError, ValueError, KeyError, TypeError) as fault:
        raise FolderError(f"{path}: not readable: {fault}") from None


@contextmanager
def locked(folder: Folder) -> Iterator[None]:
    """Be the only one to use a directory. Raise FolderError if somebody else is, or nobody can."""
    path = folder.path / LOCK_FILE
    with telling(path):
        file = path.open("ab+", buffering=0)
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.seek(0)
            raise FolderError(f"{folder.path}: in use by {file.read().decode().strip() or 'another process'}") from None
        file.truncate(0)
        with telling(path):
            file.write(f"pid {os.getpid()} on {socket.gethostname()}\n".encode())
        yield
