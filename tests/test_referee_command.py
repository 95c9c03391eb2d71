"""`referee` as people use it: a process, its exit code, one clear line for what they can mend."""

import gzip
import json
import random
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import grpc
import paiju.v1
import pytest
from paiju.v1 import admin_pb2, admin_pb2_grpc

from referee.table.transcript import seal, write
from tests.deals import match, play, tractor
from tests.server.house import NAMES, player, spec

REFEREE = [sys.executable, "-m", "referee"]


def referee(*words: str | Path, expect: int = 0) -> "subprocess.CompletedProcess[str]":
    done = subprocess.run([*REFEREE, *map(str, words)], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == expect, done.stdout + done.stderr
    return done


@contextmanager
def served(tmp_path: Path, *words: str) -> Iterator[tuple["subprocess.Popen[str]", str]]:
    """A referee and its address."""
    command = [*REFEREE, "serve", "--address", "127.0.0.1:0", "--admin", f"unix:{tmp_path}/admin", *words]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as process:
        assert process.stdout is not None
        try:
            yield process, json.loads(process.stdout.readline())["address"]
        finally:
            process.kill()


@pytest.fixture
def transcript(tmp_path: Path) -> Path:
    table, _ = play(match(tractor(), seed=11), random.Random(11))
    assert table.ended is not None
    path = tmp_path / "match.txt"
    path.write_text(seal(write(table.match, table.deals, table.ended), table.match))
    return path


def test_a_served_referee_is_healthy_and_ends_at_sigterm(tmp_path: Path) -> None:
    with served(tmp_path) as (process, address):
        assert referee("health", address).stdout == "serving\n"
        process.send_signal(signal.SIGTERM)
        assert process.wait(10) == 0
    assert "does not answer" in referee("health", address, expect=1).stderr


def test_a_drained_referee_ends_with_its_last_table(tmp_path: Path) -> None:
    order = spec(game="tractor")
    order.options.clear()
    with served(tmp_path) as (process, _), grpc.insecure_channel(f"unix:{tmp_path}/admin") as channel:
        admin = admin_pb2_grpc.AdminServiceStub(channel)
        admin.AddPlayers(admin_pb2.AddPlayersRequest(run="run", players=map(player, NAMES)))
        admin.OpenTables(admin_pb2.OpenTablesRequest(run="run", tables=[order]))
        results = admin.Results(admin_pb2.ResultsRequest(run="run"))
        assert admin.Drain(admin_pb2.DrainRequest()).open_tables == 1
        with pytest.raises(grpc.RpcError, match="the referee is draining: no new tables"):
            admin.OpenTables(admin_pb2.OpenTablesRequest(run="run", tables=[order]))
        assert process.poll() is None
        admin.CloseTable(admin_pb2.CloseTableRequest(table="t1"))
        assert [result.match for result in next(results).results] == ["m1"]
        assert process.wait(10) == 0


def curl(address: str, *words: str) -> "subprocess.CompletedProcess[str]":
    """Ask as grpcurl does; the program is buf's."""
    buf = Path(sys.executable).with_name("buf")
    command = [str(buf), "curl", "--http2-prior-knowledge", "--protocol", "grpc", *words]
    command[-1] = f"http://{address}{command[-1]}"
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


def test_reflection_describes_the_player_port_alone(tmp_path: Path) -> None:
    with served(tmp_path, "--reflection") as (_, address):
        listed = curl(address, "--list-methods", "").stdout.split()
        hello = curl(address, "-d", '{"protocolMin": 1, "protocolMax": 1}', "/paiju.v1.RefereeService/Hello")
        health = curl(address, "/grpc.health.v1.Health/Check")
    assert "paiju.v1.RefereeService/Play" in listed
    assert not [name for name in listed if "Admin" in name]
    assert "this token is not known here" in hello.stderr
    assert json.loads(health.stdout) == {"status": "SERVING"}


def test_without_reflection_the_descriptor_set_serves(tmp_path: Path) -> None:
    schema = str(Path(paiju.v1.__file__).with_name("descriptors.binpb"))
    with served(tmp_path) as (_, address):
        undescribed = curl(address, "--list-methods", "")
        hello = curl(address, "--schema", schema, "-d", "{}", "/paiju.v1.RefereeService/Hello")
    assert undescribed.returncode != 0
    assert "this token is not known here" in hello.stderr


def test_an_embedded_referee_ends_with_its_parent(tmp_path: Path) -> None:
    with served(tmp_path, "--embedded") as (process, _):
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait(10) == 0


def test_a_port_in_use_is_one_line(tmp_path: Path) -> None:
    with served(tmp_path) as (_, address):
        refused = referee("serve", "--address", address, "--admin", f"unix:{tmp_path}/other", expect=2)
        assert refused.stderr == (
            f"referee: cannot listen on {address}: the port is in use, or the host is not this machine\n"
        )
        refused = referee("serve", "--address", "127.0.0.1:0", "--admin", f"unix:{tmp_path}/admin", expect=2)
        assert "another process is listening there" in refused.stderr


def test_a_socket_left_behind_is_taken_over(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as left:
        left.bind(f"{tmp_path}/admin")
    with served(tmp_path) as (_, address):
        assert referee("health", address).stdout == "serving\n"
    assert (tmp_path / "admin").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--address", "nowhere"], "an address is host:port or unix:PATH"),
        (["--address", "127.0.0.1:99999"], "ports go to 65535"),
        (["--address", f"unix:/{'x' * 200}"], "at most 107 bytes"),
        (["--address", "unix:/no/such/folder/s"], "is its folder there, and yours?"),
        (["--admin", "127.0.0.1:0"], "needs --admin-token-file"),
        (["--admin-token-file", "/no/such/file"], "/no/such/file: No such file or directory"),
    ],
)
def test_what_cannot_be_served_is_one_line(tmp_path: Path, words: list[str], told: str) -> None:
    defaults = ["--address", "127.0.0.1:0", "--admin", f"unix:{tmp_path}/admin"]
    refused = referee("serve", *defaults, *words, expect=2)
    assert told in refused.stderr
    assert refused.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "token",
    [
        pytest.param(b"short\n", id="short"),
        pytest.param(bytes(range(128, 192)), id="no text"),
        pytest.param("密".encode() * 32, id="no ASCII"),
        pytest.param(b"0123456789abcdef\n0123456789abcdef\n", id="two lines"),
    ],
)
def test_an_admin_token_that_is_short_or_could_not_be_sent_is_refused(tmp_path: Path, token: bytes) -> None:
    (tmp_path / "token").write_bytes(token)
    refused = referee("serve", "--admin-token-file", tmp_path / "token", expect=2)
    assert "at least 16 characters" in refused.stderr


def test_verify_tells_what_holds_and_what_does_not(transcript: Path, tmp_path: Path) -> None:
    packed = tmp_path / "packed.txt.gz"
    packed.write_bytes(gzip.compress(transcript.read_bytes(), mtime=0))
    changed = tmp_path / "changed.txt"
    changed.write_text(transcript.read_text().replace("score ", "score -", 1))
    done = referee("verify", transcript, packed, changed, expect=1)
    lines = done.stdout.splitlines()
    assert lines[0].startswith(f"{transcript}: holds (")
    assert lines[1].startswith(f"{packed}: holds (")
    assert lines[2] == f"{changed}: DOES NOT HOLD: it has been changed or cut: its SHA-256 is another"


def test_a_broken_archive_does_not_stop_the_others(transcript: Path, tmp_path: Path) -> None:
    cut = tmp_path / "cut.txt.gz"
    cut.write_bytes(gzip.compress(transcript.read_bytes())[:-9])
    lines = referee("verify", cut, transcript, expect=1).stdout.splitlines()
    assert lines[0] == f"{cut}: DOES NOT HOLD: not one whole gzip file of a reasonable size"
    assert "holds (" in lines[1]


def test_replay_shows_hands_in_suits_and_every_trick(transcript: Path) -> None:
    text = referee("replay", transcript).stdout
    assert "level 2, seat 0 declares" in text
    assert text.count("  → ") >= 20
    assert "♠" in text
    assert text.splitlines()[-1].startswith("attackers ")


def test_replay_of_what_is_no_transcript_is_one_line(tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    path.write_bytes(b"\xff\xfe")
    assert referee("replay", path, expect=1).stderr == f"referee: {path}: not UTF-8 at byte 0\n"
    path.write_text("hello")
    assert "expected 'paiju'" in referee("replay", path, expect=1).stderr
    assert "No such file" in referee("replay", tmp_path / "none", expect=2).stderr


def test_golden_says_what_was_expected_and_given(tmp_path: Path) -> None:
    path = tmp_path / "shengji.jsonl"
    vector = {"id": "throw-900", "kind": "throw", "decks": 2, "level": "T", "trump": "h", "two_trump": False}
    good = {**vector, "throw": "As As Ks", "others": ["3s", "2s", "2c"], "result": "ok"}
    bad = {**good, "id": "throw-901", "result": "Ks"}
    odd = {**good, "id": "throw-902", "kind": "no such kind"}
    path.write_text("".join(f"{json.dumps(line)}\n" for line in (good, bad, odd)))
    done = referee("golden", path, expect=1)
    assert "throw-901" in done.stdout
    assert "throw-902" in done.stdout
    assert done.stdout.splitlines()[-1] == "1 passed, 2 failed"
