"""What faults lead to: retired bots, halted pairings, matches played again; and bots that start afresh."""

import asyncio
import gzip
import io
import json
from pathlib import Path
from typing import NoReturn

import pytest
from rich.console import Console

from tests.tournament import bots
from tests.tournament.test_end_to_end import results, tourney, transcripts
from tournament import client, config, event
from tournament.bots import Exit, Life
from tournament.folder import Folder, FolderError
from tournament.logs import Logs

NEAR = [bots.team(name, bots.LOWEST) for name in ("fine", "good")]


def retired(directory: Path) -> list[str]:
    report = json.loads(tourney("report", directory, "--json").stdout)
    return [row["bot"] for row in report["health"] if row["is_retired"]]


def test_a_bot_with_too_many_faults_in_a_row_is_retired(tmp_path: Path) -> None:
    recover = "retire_after = 3"
    tournament = "boards = 6\nsrand = 7\nconcurrency = 1"
    file = bots.write(tmp_path, bots.team("bad", bots.EXITS), *NEAR, tournament=tournament, recover=recover)
    done = tourney("run", file, "--out", tmp_path / "out", expect=4)
    assert "21 matches stay unplayed; retired bots: bad" in done.stderr
    assert f"21 matches are missing; play them with: tourney resume {tmp_path}/out\n" in done.stderr
    ended = results(tmp_path / "out")
    assert sorted(ended.values()) == ["crash"] * 3 + ["finished"] * 12
    assert retired(tmp_path / "out") == ["bad"]
    # Another chance, and three more faults.
    tourney("resume", tmp_path / "out", expect=4)
    assert list(results(tmp_path / "out").values()).count("crash") == 6
    assert retired(tmp_path / "out") == ["bad"]


def test_nobody_is_blamed_when_both_sides_are_missing(tmp_path: Path) -> None:
    file = bots.write(
        tmp_path,
        *(bots.team(name, bots.NEVER_SAYS_HELLO) for name in "ab"),
        boards=1,
        time_control="startup_ms = 500",
        recover="void_retries = 1\nhalt_after_voids = 9",
    )
    tourney("run", file, "--out", tmp_path / "out", expect=4)
    assert results(tmp_path / "out") == {}
    shown = json.loads(tourney("show", tmp_path / "out", "r1.a-vs-b.b000.s0", "--json").stdout)
    assert [(attempt["reason"], attempt["attempt"]) for attempt in shown] == [("void", 0), ("void", 1)]


def test_a_result_that_nobody_can_read_ends_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def unreadable(_: object) -> NoReturn:
        raise LookupError("a reason of tomorrow")

    monkeypatch.setattr(client, "_outcome", unreadable)
    cup = config.load(bots.write(tmp_path, *NEAR, boards=1)).moved(output=tmp_path / "out", concurrency=None)
    with pytest.raises(LookupError, match="a reason of tomorrow"):
        event.run(cup, Console(file=io.StringIO()))


def test_a_run_that_cannot_write_ends_in_order(tmp_path: Path) -> None:
    (tmp_path / "out/transcripts/r1.fine-vs-good.b000.s0.txt.part").mkdir(parents=True)
    file = bots.write(tmp_path, *NEAR, boards=1, output='keep_logs = "all"')
    done = tourney("run", file, "--out", tmp_path / "out", expect=3)
    assert "r1.fine-vs-good.b000.s0.txt.part: Is a directory" in done.stderr
    assert "matches are missing" in done.stderr
    assert list((tmp_path / "out/logs").iterdir())


def test_a_disk_that_is_full_under_way_ends_a_run_in_order(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out/events.ndjson").symlink_to("/dev/full")
    done = tourney("run", bots.write(tmp_path, *NEAR, boards=1), "--out", tmp_path / "out", expect=3)
    assert done.stderr.startswith(f"{tmp_path}/out/events.ndjson: No space left on device\n")
    assert f"play them with: tourney resume {tmp_path}/out" in done.stderr


def test_a_log_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    async def main() -> None:
        life = Life("a", log="logs/a.1.log")
        with pytest.raises(FolderError, match=r"/logs/a\.1\.log: No such file or directory"):
            Logs(Folder(tmp_path), "all").write(life, Exit("exit code 1"))

    asyncio.run(main())


def test_voids_in_a_row_halt_a_pairing(tmp_path: Path) -> None:
    silent = [bots.team(name, bots.NEVER_SAYS_HELLO) for name in "ab"]
    recover = "void_retries = 9\nhalt_after_voids = 2"
    tournament = "boards = 3\nsrand = 7\nconcurrency = 1"
    clock = "startup_ms = 500"
    file = bots.write(tmp_path, *silent, tournament=tournament, recover=recover, time_control=clock)
    done = tourney("run", file, "--out", tmp_path / "out", expect=4)
    assert "6 matches are missing" in done.stderr
    assert (tmp_path / "out/events.ndjson").read_text().count('"reason": "void"') == 2


@pytest.mark.parametrize(("policy", "deals"), [("encounter", 3), ("round", 1)])
def test_a_bot_may_live_for_one_match_only(tmp_path: Path, policy: str, deals: int) -> None:
    tournament = f'boards = 1\nsrand = 7\nconcurrency = 4\nboards_policy = "{policy}"'
    file = bots.write(
        tmp_path,
        bots.team("once", bots.odd("sys.stderr.write('one more\\n')")),
        *NEAR,
        tournament=tournament,
        each='restart = "match"',
        output='keep_logs = "all"',
    )
    tourney("run", file, "--out", tmp_path / "out")
    assert set(results(tmp_path / "out").values()) == {"finished"}
    assert len(list((tmp_path / "out/logs").iterdir())) == 6 * 4
    seeds = {gzip.decompress(text).splitlines()[-1] for text in transcripts(tmp_path / "out").values()}
    assert len(seeds) == deals


def test_a_crashed_bot_starts_afresh_and_its_log_is_kept(tmp_path: Path) -> None:
    file = bots.write(tmp_path, bots.team("odd", bots.RAISES), *NEAR, boards=1)
    tourney("run", file, "--out", tmp_path / "out")
    logs = sorted(file.name for file in (tmp_path / "out/logs").iterdir())
    assert logs
    assert all(name.startswith("odd-") for name in logs)
    text = (tmp_path / "out/logs" / logs[0]).read_text()
    assert text.startswith(f"odd/{logs[0][4]}/{logs[0][6]}: exit code 1\n\nstandard error\n")
    assert "ValueError: my queen is gone" in text


def test_refusals_after_which_a_match_went_on_are_shown(tmp_path: Path) -> None:
    rash = bots.odd("if next(decisions) % 2: return paiju.passing()")
    out = tmp_path / "out"
    tourney("run", bots.write(tmp_path, bots.team("rash", rash), NEAR[0], boards=1), "--out", out)
    match = "r1.fine-vs-rash.b000.s0"
    (facts,) = json.loads(tourney("show", out, match, "--json").stdout)
    assert facts["reason"] == "finished"
    assert len(facts["notes"]) > 5
    lines = tourney("show", out, match).stdout.splitlines()
    assert f"notes       {len(facts['notes'])} in {out}/times/{match}.jsonl.gz, the last:" in lines
    assert [line for line in lines if line.startswith("note ")] == [
        f"note        {text}" for text in facts["notes"][-5:]
    ]
    assert any("pass: PASS is not for now" in text for text in facts["notes"])
    times = out / f"times/{match}.jsonl.gz"
    for spoilt in (b"\x1f\x8b", bytes(20), gzip.compress(b"")[:10] + b"\xff" * 20, None):
        if spoilt is None:
            times.unlink()
        else:
            times.write_bytes(spoilt)
        assert "notes" not in tourney("show", out, match).stdout


def test_a_flood_of_output_harms_nobody(tmp_path: Path) -> None:
    file = bots.write(tmp_path, bots.team("loud", bots.CHATTERS), *NEAR, boards=1, output='keep_logs = "all"')
    tourney("run", file, "--out", tmp_path / "out")
    assert set(results(tmp_path / "out").values()) == {"finished"}
    logs = [log.read_text() for log in (tmp_path / "out/logs").glob("loud-*")]
    assert len(logs) == 4
    assert all(log.count("bytes left out") == 2 and len(log) < 600_000 for log in logs)


def test_bots_may_be_objects_of_the_manager(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("from paiju.bots.lowest import Lowest as Mine\n", encoding="utf-8")
    inside = '[[team]]\nname = "inside"\npython = "mine:Mine"\n'
    tourney("run", bots.write(tmp_path, inside, NEAR[0], boards=1), "--out", tmp_path / "out")
    assert set(results(tmp_path / "out").values()) == {"finished"}
