"""What remains of a match: its row, its transcript, its times. One thread writes all of it.

The transcript is written before the row, so a row never lacks its transcript; what has no row is played again, and
writes the same. When all matches of a board have ended, its seed is appended to their transcripts: at once to those
that end together, later to those that had to wait as plain text. Every file counts: making one durable takes a
disk longer than all else that is done for a match.
"""

import gzip
import hashlib
import os
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Engine

from tournament import store
from tournament.errors import TourneyError
from tournament.folder import Folder, telling, write_whole
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
        self._transcripts = str(folder.transcripts)
        self._times = str(folder.times)
        self._engine = engine
        self._run = run
        self._seeds = seeds
        self._open: dict[tuple[str, int], list[Match]] = {}
        self._missing: Counter[tuple[str, int]] = Counter()

    def expect(self, schedule: Iterable[Match], ended: Collection[str]) -> None:
        """Learn which matches make a board, and finish what an earlier run left unfinished. Raise FolderError."""
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
        """Raise StoreError if a match has another result already: then none of these is kept.

        Raise FolderError if files cannot be written: what is not kept then, or not sealed, will be another time.
        """
        lasting = [kept for kept in ended if not kept.result.is_void]
        closing = Counter((kept.match.group, kept.match.board) for kept in lasting)
        closed = {board for board, matches in closing.items() if matches == self._missing[board]}
        with telling(self._folder.path):
            for kept in lasting:
                self._write(kept, is_closed=(kept.match.group, kept.match.board) in closed)
        store.add_results(self._engine, self._run, [kept.result for kept in ended])
        self._missing.subtract(closing)
        for board in closed:
            del self._missing[board]
            self._seal(self._open.pop(board))

    def retire(self, bots: Iterable[str]) -> None:
        """Keep which bots are retired. Raise StoreError."""
        store.retire(self._engine, self._run, bots)

    def _write(self, kept: Kept, *, is_closed: bool) -> None:
        with open(f"{self._times}/{kept.match.id}.jsonl.gz", "wb") as file:  # noqa: PTH123 - a Path a match takes long
            file.write(gzip.compress(kept.times, mtime=0))
        self._write_transcript(kept.match, kept.transcript, is_closed=is_closed)

    def _write_transcript(self, match: Match, transcript: bytes, *, is_closed: bool) -> None:
        """Write a transcript, sealed if its board is closed, and see that it is there in no other form."""
        plain, sealed = self._plain(match), f"{self._plain(match)}.gz"
        if is_closed:
            write_whole(sealed, gzip.compress(seal(transcript, match, self._seeds), mtime=0))
        else:
            write_whole(plain, transcript)
        with suppress(FileNotFoundError):
            os.unlink(plain if is_closed else sealed)  # noqa: PTH108 - likewise

    def _seal(self, matches: Iterable[Match]) -> None:
        """Reveal the seed of a board in the transcripts that lack it."""
        with telling(self._folder.path):
            for match in matches:
                plain = Path(self._plain(match))
                if plain.exists():
                    self._write_transcript(match, plain.read_bytes(), is_closed=True)

    def _plain(self, match: Match) -> str:
        return f"{self._transcripts}/{match.id}.txt"


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
