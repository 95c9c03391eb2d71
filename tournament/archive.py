"""What remains of a match: its row, its transcript, its times. One thread writes all of it.

The transcript is written before the row, so a row never lacks its transcript; what has no row is played again, and
writes the same. When all matches of a board have ended, its seed is appended to their transcripts.
"""

import gzip
import hashlib
import os
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Engine

from tournament import store
from tournament.errors import TourneyError
from tournament.folder import Folder, FolderError
from tournament.ledger import Result
from tournament.schedule import Match
from tournament.seeds import Seeds


class BrokenCommitmentError(TourneyError):
    """A referee dealt from another seed than the one it was given."""


class Kept(NamedTuple):
    """What is to be kept of a match."""

    match: Match
    result: Result
    transcript: bytes
    times: bytes


class Archive:
    def __init__(self, folder: Folder, engine: Engine, run: str, seeds: Seeds) -> None:
        self._folder = folder
        self._engine = engine
        self._run = run
        self._seeds = seeds
        self._open: dict[tuple[str, int], list[Match]] = {}
        self._missing: Counter[tuple[str, int]] = Counter()

    def expect(self, schedule: Iterable[Match], ended: Collection[str]) -> None:
        """Learn which matches make a board, and finish what an earlier run left unfinished."""
        boards = defaultdict(list)
        for match in schedule:
            boards[match.group, match.board].append(match)
            self._missing[match.group, match.board] += match.id not in ended
        for board, matches in boards.items():
            if self._missing[board]:
                self._open[board] = matches
            else:
                self._seal(matches)

    def keep(self, ended: Sequence[Kept]) -> None:
        """Raise StoreError if a match has another result already, FolderError if files cannot be written.

        Then none of these is kept.
        """
        lasting = [kept for kept in ended if not kept.result.is_void]
        try:
            for match, _, transcript, times in lasting:
                (self._folder.times / f"{match.id}.jsonl.gz").write_bytes(gzip.compress(times, mtime=0))
                _write(self._plain(match), transcript)
        except OSError as fault:
            raise FolderError(f"{fault.filename or self._folder.path}: {fault.strerror}") from None
        store.add_results(self._engine, self._run, [kept.result for kept in ended])
        for kept in lasting:
            self._count_down((kept.match.group, kept.match.board))

    def _count_down(self, board: tuple[str, int]) -> None:
        self._missing[board] -= 1
        if not self._missing[board]:
            del self._missing[board]
            self._seal(self._open.pop(board))

    def _seal(self, matches: Iterable[Match]) -> None:
        """Reveal the seed of a board in the transcripts that lack it."""
        for match in matches:
            plain = self._plain(match)
            if plain.exists():
                sealed = seal(plain.read_bytes(), match, self._seeds)
                _write(self._folder.path / transcript_name(match), gzip.compress(sealed, mtime=0))
                plain.unlink()

    def _plain(self, match: Match) -> Path:
        return self._folder.transcripts / f"{match.id}.txt"


def transcript_name(match: Match) -> str:
    """Return where a match's transcript is in the output directory, once its board is closed."""
    return f"transcripts/{match.id}.txt.gz"


def digest(transcript: bytes) -> str:
    """Return the hash of a transcript without the line of its seed."""
    return hashlib.sha256(transcript).hexdigest()


def seal(transcript: bytes, match: Match, seeds: Seeds) -> bytes:
    """Append the seed. Raise BrokenCommitmentError if it is not the one the transcript was committed to."""
    seed = seeds.board(match.group, match.board)
    if f"commitment {seeds.commitment_to(match.group, match.board)}".encode() not in transcript.splitlines():
        raise BrokenCommitmentError(f"{match.id}: the referee committed to another seed than the one it was given")
    return transcript + f"seed {seed.hex()}\n".encode()


def _write(path: Path, data: bytes) -> None:
    """Put a whole file in its place, or none, even if the power fails."""
    half = path.with_name(f".{path.name}.part")
    with half.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    half.rename(path)
