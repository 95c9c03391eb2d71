import gzip
import hashlib
from pathlib import Path

import pytest
from sqlalchemy import Engine

from referee import shuffle
from tests.tournament import sample
from tournament import store
from tournament.archive import Archive, BrokenCommitmentError, Kept, digest, seal
from tournament.config import canonical, config_hash
from tournament.folder import Folder, FolderError
from tournament.ledger import Reason, Run
from tournament.schedule import Match, matches
from tournament.seeds import Seeds, seeds


class Desk:
    """An archive in a directory, with the schedule of a small tournament."""

    def __init__(self, path: Path) -> None:
        config = sample.config(path, tournament="boards = 2\nsrand = 7\n")
        self.folder = Folder(path / "out")
        self.folder.make()
        self.seeds: Seeds = seeds(config, self.folder.path)
        self.engine: Engine = store.connect(config.database_url)
        self.schedule = matches(config)
        run = Run("run", "Cup", canonical(config), config_hash(config), self.seeds.commitment, sample.NOW)
        store.add_run(self.engine, run)

    def archive(self) -> Archive:
        archive = Archive(self.folder, self.engine, "run", self.seeds)
        archive.expect(self.schedule, store.ended(self.engine, "run"))
        return archive

    def sittings(self) -> list[Match]:
        first = self.schedule[0]
        return [match for match in self.schedule if (match.group, match.board) == (first.group, first.board)]

    def transcript(self, match: Match) -> bytes:
        seed = self.seeds.board(match.group, match.board)
        commitment = shuffle.commit_board(self.seeds.tournament, match.group, match.board, seed).hex()
        return f"match {match.id}\ncommitment {commitment}\nend\n".encode()

    def keep(self, archive: Archive, match: Match, reason: Reason = Reason.FINISHED) -> None:
        archive.keep([self.kept(match, reason)])

    def kept(self, match: Match, reason: Reason = Reason.FINISHED) -> Kept:
        return Kept(match, sample.ended(match, 1, reason), self.transcript(match), b"{}\n")

    def sealed(self, match: Match) -> bytes:
        """Return what is in the transcript's file once its board is closed."""
        seed = self.seeds.board(match.group, match.board).hex()
        return gzip.compress(self.transcript(match) + f"seed {seed}\n".encode(), mtime=0)

    def files(self) -> list[str]:
        return sorted(file.name for file in self.folder.transcripts.iterdir())


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def test_a_seed_is_revealed_when_all_sittings_of_its_board_have_ended(desk: Desk) -> None:
    archive = desk.archive()
    one, two = desk.sittings()
    desk.keep(archive, one)
    assert (desk.folder.transcripts / f"{one.id}.txt").read_bytes() == desk.transcript(one)
    desk.keep(archive, two)
    assert desk.files() == [f"{one.id}.txt.gz", f"{two.id}.txt.gz"]
    for match in (one, two):
        assert (desk.folder.transcripts / f"{match.id}.txt.gz").read_bytes() == desk.sealed(match)


def test_a_file_that_cannot_be_written_whole_is_no_file(desk: Desk) -> None:
    one, _ = desk.sittings()
    large = Kept(one, sample.ended(one, 1), desk.transcript(one) + bytes(1_000_000), b"{}\n")
    with sample.files_of_at_most(500_000), pytest.raises(FolderError, match="File too large"):
        desk.archive().keep([large])
    assert not [name for name in desk.files() if not name.endswith(".part")]
    assert store.ended(desk.engine, "run") == set()


def test_sittings_that_end_together_are_sealed_at_once(desk: Desk) -> None:
    one, two = desk.sittings()
    other = next(match for match in desk.schedule if match not in (one, two))
    desk.archive().keep([desk.kept(match) for match in (one, other, two)])
    assert desk.files() == sorted([f"{one.id}.txt.gz", f"{two.id}.txt.gz", f"{other.id}.txt"])
    for match in (one, two):
        assert (desk.folder.transcripts / f"{match.id}.txt.gz").read_bytes() == desk.sealed(match)


@pytest.mark.parametrize("together", [False, True])
def test_files_of_matches_without_a_row_give_way(desk: Desk, *, together: bool) -> None:
    one, two = desk.sittings()
    for ending in ("txt", "txt.gz"):
        (desk.folder.transcripts / f"{one.id}.{ending}").write_bytes(b"of a match that was not kept")
    desk.archive().keep([desk.kept(match) for match in desk.sittings()[: 1 + together]])
    assert desk.files() == ([f"{one.id}.txt.gz", f"{two.id}.txt.gz"] if together else [f"{one.id}.txt"])
    if together:
        assert (desk.folder.transcripts / f"{one.id}.txt.gz").read_bytes() == desk.sealed(one)


def test_a_void_attempt_reveals_nothing_and_leaves_no_transcript(desk: Desk) -> None:
    archive = desk.archive()
    one, two = desk.sittings()
    desk.keep(archive, one)
    desk.keep(archive, two, Reason.VOID)
    assert desk.files() == [f"{one.id}.txt"]
    assert store.ended(desk.engine, "run") == {one.id}


def test_a_board_half_played_is_finished_by_the_next_archive(desk: Desk) -> None:
    one, two = desk.sittings()
    desk.keep(desk.archive(), one)
    desk.keep(desk.archive(), two)
    assert desk.files() == [f"{one.id}.txt.gz", f"{two.id}.txt.gz"]


def test_a_transcript_without_a_row_is_written_again(desk: Desk) -> None:
    one, _ = desk.sittings()
    (desk.folder.transcripts / f"{one.id}.txt").write_bytes(b"half of i")
    desk.keep(desk.archive(), one)
    assert (desk.folder.transcripts / f"{one.id}.txt").read_bytes() == desk.transcript(one)


@pytest.mark.parametrize("sealed", [0, 1])
def test_seeds_not_revealed_before_a_kill_are_revealed_at_the_next_start(desk: Desk, sealed: int) -> None:
    archive = desk.archive()
    for match in desk.sittings():
        desk.keep(archive, match)
    before = [file.read_bytes() for file in sorted(desk.folder.transcripts.iterdir())]
    for match in desk.sittings()[sealed:]:
        (desk.folder.transcripts / f"{match.id}.txt").write_bytes(desk.transcript(match))
        (desk.folder.transcripts / f"{match.id}.txt.gz").unlink()
    desk.archive()
    assert [file.read_bytes() for file in sorted(desk.folder.transcripts.iterdir())] == before


def test_a_transcript_of_another_deal_is_not_sealed(desk: Desk) -> None:
    one, two = desk.schedule[0], desk.schedule[-1]
    with pytest.raises(BrokenCommitmentError, match=one.id):
        seal(desk.transcript(two), one, desk.seeds)


def test_files_that_cannot_be_written_are_told_and_nothing_is_stored(desk: Desk) -> None:
    archive = desk.archive()
    desk.folder.transcripts.rmdir()
    with pytest.raises(FolderError, match=r"transcripts/.* No such file or directory"):
        desk.keep(archive, desk.schedule[0])
    assert store.ended(desk.engine, "run") == set()


def test_a_seed_that_cannot_be_revealed_is_told_and_revealed_another_time(desk: Desk) -> None:
    archive = desk.archive()
    one, two = desk.sittings()
    desk.keep(archive, one)
    obstacle = desk.folder.transcripts / f"{one.id}.txt.gz.part"
    obstacle.mkdir()
    with pytest.raises(FolderError, match=r"txt\.gz\.part: Is a directory"):
        desk.keep(archive, two)
    assert store.ended(desk.engine, "run") == {one.id, two.id}
    with pytest.raises(FolderError, match=r"txt\.gz\.part: Is a directory"):
        desk.archive()
    obstacle.rmdir()
    desk.archive()
    assert desk.files() == [f"{one.id}.txt.gz", f"{two.id}.txt.gz"]


def test_the_digest_is_of_the_transcript_without_its_seed(desk: Desk) -> None:
    text = desk.transcript(desk.schedule[0])
    assert digest(text) == hashlib.sha256(text).hexdigest()
