import sys
from pathlib import Path

import pytest

from tests.tournament import bots as programs
from tests.tournament.sample import files_of_at_most
from tests.tournament.test_processes import held
from tournament import secret
from tournament.bots import Nursery, digest, environment, remote_token, token
from tournament.config import Config, load
from tournament.embedded import LONGEST_TMPDIR, Served, private_directory, serve
from tournament.folder import FolderError
from tournament.processes import StartError, Warden
from tournament.schedule import Player

PRINTS = [
    "/bin/sh",
    "-c",
    'env; ls -l "$PAIJU_TOKEN_FILE"; cat "$PAIJU_TOKEN_FILE" >&2; tr "\\0" " " < /proc/$$/cmdline',
]


def config(folder: Path, cmd: list[str], **keys: object) -> Config:
    return load(programs.write(folder, *(programs.team(name, cmd, **keys) for name in "ab")))


def test_tokens_have_256_bits_and_differ() -> None:
    one, other = token(), token()
    assert len(bytes.fromhex(one)) == 32
    assert one != other
    assert digest(one) != digest(other)


def test_a_remote_token_is_the_players_own_and_lasts(tmp_path: Path) -> None:
    players = [Player("a", 0, 0), Player("a", 1, 0), Player("a", 0, 1), Player("b", 0, 0)]
    tokens = [remote_token(tmp_path / "out", player) for player in players]
    assert len(set(tokens)) == 4
    assert tokens == [remote_token(tmp_path / "out", player) for player in players]
    assert remote_token(tmp_path / "other", players[0]) != tokens[0]
    assert (tmp_path / "out/remote-key").stat().st_mode & 0o777 == 0o600


def test_a_broken_key_makes_no_tokens(tmp_path: Path) -> None:
    (tmp_path / "remote-key").touch()
    with pytest.raises(FolderError, match="remote-key: 32 bytes of a secret, got 0"):
        remote_token(tmp_path, Player("a", 0, 0))


def test_secrets_are_written_once(tmp_path: Path) -> None:
    first = secret.kept(tmp_path / "s", 32)
    assert len(first) == 32
    assert secret.kept(tmp_path / "s", 32) == first
    with pytest.raises(FileExistsError):
        secret.write(tmp_path / "s", b"another")


def test_a_secret_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    with files_of_at_most(20), pytest.raises(OSError, match=f"File too large: '{tmp_path}/s'"):
        secret.kept(tmp_path / "s", 32)
    assert list(tmp_path.iterdir()) == []


def test_a_bot_sees_nothing_of_the_organisers_environment(tmp_path: Path) -> None:
    bot = config(tmp_path, ["/bin/true"], **{"env.OMP_NUM_THREADS": "1", "options.depth": 3}).teams[0].bots[0]
    found = environment(bot, {"PATH": "/bin", "HOME": "/home/o", "AWS_KEY": "secret"}, "unix:r", Path("/t"))
    assert found == {
        "PATH": "/bin",
        "HOME": "/home/o",
        "OMP_NUM_THREADS": "1",
        "PAIJU_ADDRESS": "unix:r",
        "PAIJU_TOKEN_FILE": "/t",
        "PAIJU_OPTIONS": '{"depth": 3}',
    }


def test_a_token_is_in_a_file_of_its_own_and_nowhere_else(tmp_path: Path) -> None:
    settings = config(tmp_path, PRINTS)

    async def scenario(warden: Warden) -> None:
        with private_directory() as private:
            life = await Nursery(settings, warden, "unix:r", private).start(settings.teams[0].bots[0], "a/0/0", "t0ken")
            end = await life.ended
            assert end.how == "exit code 0"
            assert end.stderr == "t0ken"
            assert "t0ken" not in end.stdout
            assert "-rw------- " in end.stdout
            assert f"PWD={tmp_path}\n" in end.stdout
            assert list(private.iterdir()) == []

    held(scenario)


def test_a_bot_that_cannot_be_started_has_a_life_that_has_ended(tmp_path: Path) -> None:
    (tmp_path / "bot").write_text("#!/no/such/interpreter")
    (tmp_path / "bot").chmod(0o755)
    settings = config(tmp_path, ["./bot"])

    async def scenario(warden: Warden) -> None:
        private = tmp_path / "private"
        private.mkdir()
        life = await Nursery(settings, warden, "unix:r", private).start(settings.teams[0].bots[0], "a/0/0", "t0ken")
        assert life.ended.result().words.endswith("/bot: No such file or directory")
        life.stop()
        assert list(private.iterdir()) == []

    held(scenario)


def test_the_end_of_an_object_is_told_like_that_of_a_process(tmp_path: Path) -> None:
    text = '[[team]]\nname = "{}"\npython = "paiju.bots.lowest:Lowest"\n'
    settings = load(programs.write(tmp_path, text.format("a"), text.format("b")))

    async def scenario(warden: Warden) -> None:
        nursery = Nursery(settings, warden, f"unix:{tmp_path}/nobody", tmp_path)
        stopped, _ = [await nursery.start(settings.teams[0].bots[0], "a/0/0", "t") for _ in range(2)]
        stopped.stop()
        assert (await stopped.ended).how == "stopped"

    held(scenario)


@pytest.mark.parametrize(
    ("path", "words"),
    [
        pytest.param(
            "no_such:Bot", "not started: no_such:Bot: No module named 'no_such', neither in {} nor", id="module"
        ),
        pytest.param("mine:Bott", "not started: mine:Bott: no Bott in {}/mine.py", id="class"),
        pytest.param("mine:Bot", "ZeroDivisionError; Traceback", id="its own fault"),
    ],
)
def test_an_object_that_cannot_be_made_has_a_life_that_has_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str, words: str
) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.delitem(sys.modules, "mine", raising=False)
    (tmp_path / "mine.py").write_text("def Bot(options): return 1 / 0\n", encoding="utf-8")
    settings = load(programs.write(tmp_path, *(f'[[team]]\nname = "{name}"\npython = "{path}"\n' for name in "ab")))

    async def scenario(warden: Warden) -> None:
        life = await Nursery(settings, warden, "unix:r", tmp_path).start(settings.teams[0].bots[0], "a/0/0", "t")
        assert life.ended.result().words.startswith(words.format(tmp_path))

    held(scenario)


def test_an_embedded_referee_serves_on_private_sockets() -> None:
    def look(served: Served, private: Path, command: str) -> None:
        for address in (served.address, served.admin):
            path = Path(address.removeprefix("unix:"))
            assert path.is_socket()
            assert len(str(path)) < 107
        assert private.stat().st_mode & 0o777 == 0o700
        assert served.token not in command

    async def scenario(warden: Warden) -> None:
        with private_directory() as private:
            served, running = await serve(warden, private)
            with open(f"/proc/{running.started.result()}/cmdline") as command:  # noqa: ASYNC230, PTH123
                look(served, private, command.read())

    held(scenario)


def test_sockets_have_short_names_whatever_the_temporary_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    long = tmp_path / ("x" * LONGEST_TMPDIR)
    long.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(long))
    with private_directory() as private:
        assert len(str(private)) < LONGEST_TMPDIR


def test_a_referee_that_cannot_start_says_why(tmp_path: Path) -> None:
    async def scenario(warden: Warden) -> None:
        with pytest.raises(StartError, match="the referee did not start: "):
            await serve(warden, tmp_path / ("x" * 120))

    (tmp_path / ("x" * 120)).mkdir()
    held(scenario)
