"""Bots that speak lines of JSON, in whole tournaments."""

import asyncio
import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from google.protobuf.json_format import Parse
from paiju.v1 import game_pb2
from paiju.v1 import referee_pb2 as pb

from tests.pages import ROOT, blocks, page
from tests.tournament import bots
from tests.tournament.sample import HEAD, write
from tests.tournament.test_end_to_end import (
    REFEREE,
    results,
    standings,
    start,
    tourney,
    transcripts,
    until_results,
)
from tests.tournament.test_processes import own, until_gone
from tournament.adapter.lines import LineError, answer_of, error_line
from tournament.config import ConfigError, load
from tournament.identity import lineups

PERL = ["perl", str(ROOT / "clients/perl/bot.pl")]
SHELL = ["sh", str(ROOT / "clients/shell/bot.sh")]
PAGE = page("docs/adapter.md")


def team(name: str, cmd: list[str], **keys: object) -> str:
    return bots.team(name, cmd, protocol="ndjson", **keys)


def shell(code: str) -> list[str]:
    return ["sh", "-c", code]


def refusals(directory: Path) -> int:
    health = json.loads(tourney("report", directory, "--json").stdout)["health"]
    return sum(bot["refusals"] for bot in health)


@pytest.mark.parametrize("game", ["tractor", "chaodi", "dagunzi", "guandan"])
def test_shell_and_perl_play_whole_deals_of_every_game(tmp_path: Path, game: str) -> None:
    file = bots.write(tmp_path, team("shell", SHELL), team("perl", PERL), boards=1, game=f'name = "{game}"')
    tourney("run", file, "--out", tmp_path / "out")
    assert list(results(tmp_path / "out").values()) == ["finished"] * 2
    assert refusals(tmp_path / "out") == 0
    files = sorted((tmp_path / "out/transcripts").iterdir())
    subprocess.run([*REFEREE, "verify", *map(str, files)], check=True, capture_output=True, timeout=60)


def test_bots_of_the_page_play(tmp_path: Path) -> None:
    (tmp_path / "bot.sh").write_text(blocks(PAGE, "sh")[0])
    (tmp_path / "bot.pl").write_text(blocks(PAGE, "perl")[0])
    file = bots.write(tmp_path, blocks(PAGE, "toml")[0], boards=1)
    tourney("run", file, "--out", tmp_path / "out")
    assert list(results(tmp_path / "out").values()) == ["finished"] * 2
    assert refusals(tmp_path / "out") == 0


def test_json_of_the_page_is_what_is_written_and_read() -> None:
    full, short, error = blocks(PAGE, "json")
    assert answer_of(full.encode()) == Parse(full, pb.Answer())
    assert answer_of(short.encode()).action == Parse(short, game_pb2.Action())
    with pytest.raises(LineError) as fault:
        answer_of(b'{"verb":"VERB_PLAY" "cards":[]}')
    assert error_line(str(fault.value), 7, "t1", 3).decode() == error


def test_errors_of_the_page_are_those_that_are_told() -> None:
    texts = re.findall(r"^\| `([^`]+)` \|", PAGE.split("## Errors")[1].split("## Settings")[0], re.MULTILINE)
    sources = "".join(path.read_text() for path in (ROOT / "tournament/adapter").glob("*.py"))
    assert len(texts) == 7
    assert [text for text in texts if text.replace("65536", "{MOST_BYTES}") not in sources] == []


def test_a_check_tries_a_bot_through_its_adapter(tmp_path: Path) -> None:
    broken = shell("read -r seated; echo no licence >&2; exit 3")
    done = tourney("check", bots.write(tmp_path, team("perl", PERL), team("broken", broken)), expect=2)
    assert re.search(r"^bot perl: said hello after \d+ ms; played a deal: \d\d decisions", done.stdout, re.MULTILINE)
    assert "bot broken: said hello" in done.stdout
    assert "FAILED: crash" in done.stdout
    assert "no licence\nadapter: the bot has ended: exit code 3" in done.stdout


@pytest.mark.parametrize(
    ("bot", "reason", "clock", "log"),
    [
        pytest.param(
            "read -r seated; read -r decision; echo my queen is gone >&2; exit 3",
            "crash",
            "move_ms = 60000",
            "my queen is gone\nadapter: the bot has ended: exit code 3\n",
            id="dies",
        ),
        pytest.param("cat > /dev/null", "timeout", "move_ms = 200\nbank_ms = 0", "", id="writes nothing"),
        pytest.param(
            "while read -r line; do case $line in '{\"decision\":'*) echo CARD_S3 ;; esac; done",
            "timeout",
            "move_ms = 200\nbank_ms = 0",
            "adapter: line 1: no JSON at character 1: Expecting value: 'CARD_S3'\n",
            id="writes no JSON",
        ),
        pytest.param(
            "read -r seated; read -r decision; yes what",
            "crash",
            "move_ms = 60000",
            "adapter: the bot wrote 200 lines in a row that are no answers; the last: no JSON at character 1",
            id="writes no JSON for ever",
        ),
    ],
)
def test_a_bad_bot_costs_its_own_side_and_its_log_says_why(
    tmp_path: Path, bot: str, reason: str, clock: str, log: str
) -> None:
    teams = team("bad", shell(bot)), bots.team("fine", bots.LOWEST)
    file = bots.write(tmp_path, *teams, boards=1, time_control=f"startup_ms = 60000\n{clock}")
    tourney("run", file, "--out", tmp_path / "out")
    assert list(results(tmp_path / "out").values()) == [reason] * 2
    (shown,) = json.loads(tourney("show", tmp_path / "out", "r1.bad-vs-fine.b000.s0", "--json").stdout)
    assert shown["culprit"] == {"team": "bad", "bot": "bad"}
    assert reason != "crash" or log.strip() in shown["fault"]
    logs = (tmp_path / "out/logs").glob("bad-*.log")
    assert any(log in file.read_text() for file in logs)


def test_a_killed_run_leaves_no_bot_and_resumes_to_the_same_end(tmp_path: Path) -> None:
    file = bots.write(tmp_path, team("perl", PERL), bots.team("lowest", bots.LOWEST))
    tourney("run", file, "--out", tmp_path / "whole")
    out = tmp_path / "killed"

    async def main() -> None:
        process = await start("run", file, "--out", out, "--concurrency", "1", mark=out.name)
        await until_results(out, 1)
        process.kill()
        await process.wait()
        await until_gone(own(f"/{out.name}"))

    asyncio.run(main())
    assert 0 < len(results(out)) < 4
    tourney("resume", out)
    assert transcripts(out) == transcripts(tmp_path / "whole")
    assert standings(out) == standings(tmp_path / "whole")


def test_a_program_is_the_same_whatever_it_speaks(tmp_path: Path) -> None:
    shutil.copy(PERL[1], tmp_path / "bot.pl")
    cmd = ["perl", "bot.pl"]
    found = lineups(load(bots.write(tmp_path, bots.team("a", cmd), team("b", cmd))))
    assert found["a"][0].fingerprint == found["b"][0].fingerprint
    (tmp_path / "bot.pl").write_text("exit")
    changed = lineups(load(tmp_path / "brackets.toml"))
    assert changed["b"][0].fingerprint != found["b"][0].fingerprint


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        pytest.param('cmd = ["sh"]\nprotocol = "json"', "protocol", id="unknown"),
        pytest.param(
            'python = "a:B"\nprotocol = "ndjson"', 'protocol: of a bot with cmd, got "ndjson"', id="an object"
        ),
        pytest.param('bots = ["x", "x"]\nprotocol = "ndjson"', "protocol: belongs to the [[bot]] tables", id="a pair"),
    ],
)
def test_only_a_command_has_a_protocol(tmp_path: Path, keys: str, said: str) -> None:
    text = (
        f'{HEAD}[[bot]]\nname = "x"\ncmd = ["sh"]\n[[team]]\nname = "a"\n{keys}\n[[team]]\nname = "b"\ncmd = ["sh"]\n'
    )
    with pytest.raises(ConfigError) as refused:
        load(write(tmp_path, text))
    assert len(refused.value.lines) == 1
    assert said in refused.value.lines[0]
