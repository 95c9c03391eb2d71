"""`referee conformance` as people use it."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from referee.conformance.cases import CASES
from tests.pages import ROOT, page, rows, section

REFEREE = (sys.executable, "-m", "referee", "conformance")
PLAIN = (sys.executable, "-m", "tests.conformance.plain_client")


def conformance(*words: str, expect: int = 0) -> "subprocess.CompletedProcess[str]":
    done = subprocess.run([*REFEREE, *words], cwd=ROOT, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == expect, done.stdout + done.stderr
    return done


def cases(*names: str) -> list[str]:
    return [word for name in names for word in ("--case", name)]


def test_the_page_lists_the_cases_there_are() -> None:
    listed = [(row[0].strip("`"), row[1]) for row in rows(section(page("docs/conformance.md"), "Cases"))[2:]]
    assert listed == [(case.name, case.says) for case in CASES.values()]
    assert conformance("--list").stdout.splitlines() == [f"{name}: {says}" for name, says in listed]


def test_a_client_that_passes_is_told_in_a_line_a_case() -> None:
    done = conformance(*cases("kitty", "hello-first"), "--", *PLAIN)
    lines = done.stdout.splitlines()
    assert lines[0].startswith("pass  hello-first (")
    assert lines[1] == "      note: calls itself 'plain'"
    assert lines[2].startswith("pass  kitty (")
    assert lines[3:] == ["2 passed, 0 failed"]


def test_a_client_that_fails_is_told_what_it_must_do_and_what_it_did() -> None:
    done = conformance(*cases("kitty", "unknown-token"), "--", *PLAIN, "unknown-token", expect=1)
    lines = done.stdout.splitlines()
    assert lines[0].startswith("FAIL  unknown-token (")
    assert lines[1] == f"      must: {CASES['unknown-token'].says}"
    assert lines[2].startswith("      but:  ended with exit code 0, expected another")
    assert lines[3:5] == ["      the client's last lines:", "      | plain client: over"]
    assert lines[-1] == "1 passed, 1 failed: unknown-token"


def test_a_case_may_be_json() -> None:
    done = conformance("--json", *cases("end-of-stream"), "--", *PLAIN, "end-of-stream", expect=1)
    told: Mapping[str, object] = json.loads(done.stdout)
    assert told["case"] == "end-of-stream"
    assert told["verdict"] == "fail"
    assert told["reason"] == "ended with exit code 1, expected 0"


def test_the_output_of_a_client_can_be_seen() -> None:
    done = conformance("--verbose", *cases("unknown-token"), "--", *PLAIN)
    assert "unknown-token | plain client: UNAUTHENTICATED: this token is not known here\n" in done.stdout


def test_python_is_the_one_that_runs_the_referee() -> None:
    conformance(*cases("kitty"), "--", "python", "-m", "paiju.bots.random")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ([], "give what starts the client after `--`, or --by-hand"),
        (["--by-hand", "--", "bot"], "give what starts the client after `--`, or --by-hand"),
        (["--case", "x", "--", *PLAIN], "there is no case x; --list tells them"),
        (["--", "/no/such/bot"], "there is no program /no/such/bot"),
    ],
)
def test_what_cannot_be_tried_is_one_line(words: list[str], told: str) -> None:
    assert conformance(*words, expect=2).stderr == f"referee: {told}\n"


def test_a_program_that_does_not_start_is_one_line(tmp_path: Path) -> None:
    program = tmp_path / "bot"
    program.write_text("#!/no/such/shell\n")
    program.chmod(0o700)
    told = f"referee: cannot start {program}: No such file or directory\n"
    assert conformance("--", str(program), expect=2).stderr == told


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(["--", *PLAIN], id="cases"),
        pytest.param(["--verbose", "--", *PLAIN], id="output"),
        pytest.param(["--json", "--", *PLAIN], id="json"),
        pytest.param(["--by-hand"], id="by hand"),
    ],
)
def test_nobody_who_reads_is_a_quiet_end(words: list[str]) -> None:
    command = [*REFEREE, *cases("unknown-token", "other-version"), *words]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as trial:
        assert trial.stdout
        trial.stdout.close()
        _, errors = trial.communicate(timeout=60)
    assert (trial.returncode, errors) == (1, "")


def test_a_client_may_be_started_by_hand(tmp_path: Path) -> None:
    command = [*REFEREE, "--by-hand", *cases("unknown-token", "comes-back", "kitty")]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as trial:
        assert trial.stdout
        told = []
        for line in trial.stdout:
            told.append(line)
            if not line.startswith(("comes-back | ", "kitty | ")):
                continue
            *_, address, token_file = line.split()
            started = dict(word.split("=", 1) for word in (address, token_file))
            subprocess.run(PLAIN, cwd=ROOT, env={"PATH": os.environ["PATH"], **started}, check=False, timeout=60)
    assert trial.returncode == 0
    assert [line.split(" (")[0] for line in told if " | " not in line] == [
        "skip  unknown-token: nobody sees how a client ends that was started by hand\n",
        "pass  comes-back",
        "pass  kitty",
        "2 passed, 0 failed, 1 skipped\n",
    ]
