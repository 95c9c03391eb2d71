from collections.abc import Callable
from pathlib import Path

import pytest

from tests.tournament.sample import files_of_at_most
from tournament.folder import Folder, FolderError, RunFile, begin, find, locked


def test_a_run_is_found_again(tmp_path: Path) -> None:
    begun = begin(Folder(tmp_path), Path("/cups/brackets.toml"), "sqlite:///cups.sqlite")
    assert find(Folder(tmp_path)) == begun == RunFile(begun.run, Path("/cups/brackets.toml"), "sqlite:///cups.sqlite")
    assert (tmp_path / "run.json").stat().st_mode & 0o777 == 0o600


def test_a_directory_has_one_run(tmp_path: Path) -> None:
    folder = Folder(tmp_path / "my cup")
    folder.make()
    first = begin(folder, Path("a.toml"), "sqlite://")
    with pytest.raises(
        FolderError, match=f"has a run already; .*, or continue it with: tourney resume '{folder.path}'"
    ):
        begin(folder, Path("b.toml"), "sqlite://")
    assert find(folder) == first


@pytest.mark.parametrize("text", ["", "{", "[]", '{"run": "a"}', '{"run": "a", "config": 3, "database": "d"}'])
def test_a_damaged_run_file_is_told(tmp_path: Path, text: str) -> None:
    (tmp_path / "run.json").write_text(text)
    with pytest.raises(FolderError, match="not readable"):
        find(Folder(tmp_path))


def test_a_directory_without_a_run_is_told(tmp_path: Path) -> None:
    with pytest.raises(FolderError, match="no run here"):
        find(Folder(tmp_path))


@pytest.mark.parametrize("attempt", [Folder.make, Folder.probe], ids=["make", "probe"])
def test_a_directory_that_cannot_be_made_is_told(tmp_path: Path, attempt: Callable[[Folder], None]) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(FolderError) as refusal:
        attempt(Folder(tmp_path / "file/out"))
    reason = "the output directory cannot be made (Not a directory)"
    assert str(refusal.value) == f"{tmp_path}/file/out: {reason}; name another with [output] directory or --out"


def test_a_probe_leaves_everything_as_it_was(tmp_path: Path) -> None:
    (tmp_path / "there/logs").mkdir(parents=True)
    for path in ("there", "a/b"):
        Folder(tmp_path / path).probe()
    assert sorted(tmp_path.rglob("*")) == [tmp_path / "there", tmp_path / "there/logs"]


def test_a_directory_that_cannot_be_locked_is_told(tmp_path: Path) -> None:
    (tmp_path / "lock").mkdir()
    with pytest.raises(FolderError, match="lock: Is a directory"), locked(Folder(tmp_path)):
        pass

    (tmp_path / "lock").rmdir()
    with files_of_at_most(0), pytest.raises(FolderError, match="lock: File too large"), locked(Folder(tmp_path)):
        pass


def test_a_directory_has_one_user_at_a_time(tmp_path: Path) -> None:
    with locked(Folder(tmp_path)), pytest.raises(FolderError, match=r"in use by pid \d+ on "), locked(Folder(tmp_path)):
        pass
    with locked(Folder(tmp_path)):
        pass
