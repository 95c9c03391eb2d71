"""The pages are true: what they link to is there, what they print happens, and nothing that exists is missing."""

import asyncio
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from google.protobuf import json_format
from google.protobuf.json_format import MessageToDict
from paiju import errors
from paiju.main import UsageError
from paiju.v1 import referee_pb2
from typer.core import TyperGroup, TyperOption
from typer.main import get_command

from referee.__main__ import app as referee
from referee.games import GAMES
from referee.server import link, room, settings, wire
from referee.show import lines
from referee.table.replay import verify
from tests import test_shuffle
from tests.pages import PAGES, ROOT, anchors, blocks, links, page, rows, section
from tests.protocol_exchange import Said, exchange
from tournament.__main__ import tourney
from tournament.event import Status

BIN = Path(sys.executable).parent
OPERATIONS = page("docs/operations.md")
PROTOCOL = page("docs/protocol.md")
SAMPLE = ROOT / "docs/sample-match.txt"


def run(command: str, where: Path) -> subprocess.CompletedProcess[str]:
    program, *arguments = shlex.split(command)
    return subprocess.run([BIN / program, *arguments], cwd=where, capture_output=True, text=True, check=False)


def few_boards(text: str) -> str:
    """Return a configuration with a board for each encounter."""
    return re.sub(r"^boards = \d+", "boards = 1", text, flags=re.MULTILINE)


def test_the_first_bot_of_the_readme_plays_the_sample_tournament(tmp_path: Path) -> None:
    (bot,), (team,) = blocks(page("README.md"), "python"), blocks(page("README.md"), "toml")
    (tmp_path / "my_bot.py").write_text(bot, encoding="utf-8")
    (tmp_path / "brackets.toml").write_text(few_boards(page("brackets.toml")) + "\n" + team, encoding="utf-8")
    commands = blocks(page("README.md"), "sh")[-1].splitlines()
    assert len(commands) == 4
    for command in commands:
        done = run(command, tmp_path)
        assert done.returncode == 0, done.stdout + done.stderr
        assert "Forfeits" not in done.stdout


def test_the_tutorial_client_plays(tmp_path: Path) -> None:
    (client,), (team,) = blocks(PROTOCOL, "python"), blocks(PROTOCOL, "toml")
    other = '[[team]]\nname = "lowest"\ncmd = ["python", "-m", "paiju.bots.lowest"]\n'
    head = '[event]\nname = "Tutorial"\n[tournament]\nboards = 1\n[game]\nname = "tractor"\n'
    (tmp_path / "plain.py").write_text(client, encoding="utf-8")
    (tmp_path / "brackets.toml").write_text(head + other + team, encoding="utf-8")
    done = run("tourney run --out out", tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Forfeits" not in done.stdout


def test_every_piece_of_python_is_run_by_some_test() -> None:
    with_code = {path.relative_to(ROOT).as_posix(): len(blocks(path.read_text(), "python")) for path in PAGES}
    run_elsewhere = {"clients/python/README.md": 6}
    found = {name: number for name, number in with_code.items() if number}
    assert found == {"README.md": 1, "docs/protocol.md": 1} | run_elsewhere


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(path: Path) -> None:
    for target in links(path.read_text(encoding="utf-8")):
        name, _, anchor = target.partition("#")
        file = (path.parent / name).resolve() if name else path
        assert file.exists(), target
        assert not anchor or anchor in anchors(file.read_text(encoding="utf-8")), target


def test_every_page_and_example_can_be_reached_from_the_readme() -> None:
    reached, todo = set[Path](), [ROOT / "README.md"]
    while todo:
        path = todo.pop()
        if path not in reached:
            reached.add(path)
            text = path.read_text(encoding="utf-8") if path.suffix == ".md" else ""
            todo += [(path.parent / target.partition("#")[0]).resolve() for target in links(text)]
    assert {*PAGES, *(ROOT / "docs" / "examples").iterdir()} <= reached


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_pieces_of_configuration_are_toml(path: Path) -> None:
    for block in blocks(path.read_text(encoding="utf-8"), "toml"):
        assert tomllib.loads(block)


def commands() -> Iterator[tuple[str, set[str]]]:
    """Yield each command with its options, but hidden ones and --help."""
    for name, app in (("referee", referee), ("tourney", tourney)):
        group = get_command(app)
        assert isinstance(group, TyperGroup)
        for command in group.commands.values():
            options = [option for option in command.params if isinstance(option, TyperOption) and not option.hidden]
            yield f"{name} {command.name}", {option.opts[0] for option in options}


def test_operations_list_every_command_with_every_option_and_no_other() -> None:
    listed = {
        " ".join(row[0].strip("`").split()[:2]): set(re.findall(r"`(--[a-z-]+)`", row[1]))
        for row in rows(section(OPERATIONS, "Commands"))
        if row[0].startswith("`")
    }
    assert listed == dict(commands())


def test_operations_list_every_exit_code() -> None:
    codes = {tuple(row[0] for row in table) for table in tables(section(OPERATIONS, "Exit codes"))}
    faults: set[type[errors.PaijuError]] = {UsageError, errors.PaijuError, *errors.PaijuError.__subclasses__()}
    of_a_bot = sorted({0} | {fault.exit_code for fault in faults})
    assert codes == {
        ("`tourney`", "---", *map(str, Status), "130"),
        ("`referee`", "---", "0", "1", "2"),
        ("a bot written with the Python library", "---", *map(str, of_a_bot)),
    }


def tables(text: str) -> list[list[list[str]]]:
    """Return the tables of a text, each with its rows."""
    return [rows(part) for part in re.split(r"\n(?!\|)", text) if rows(part)]


def test_every_rule_that_can_be_raised_is_explained() -> None:
    sources = [path.read_text(encoding="utf-8") for path in (ROOT / "referee").rglob("*.py")]
    raised = {name for source in sources for name in re.findall(r'"([a-z]+\.[a-z_]+)"', source) if "grpc" not in name}
    pages = PROTOCOL + "".join(path.read_text(encoding="utf-8") for path in (ROOT / "docs/rules").glob("*.md"))
    assert "follow.suit" in raised
    assert "answer.malformed" in raised
    assert {name for name in raised if f"`{name}`" not in pages} == set()


def test_the_readme_lists_the_games_there_are() -> None:
    listed = {row[1]: re.findall(r"\d+", row[2]) for row in rows(section(page("README.md"), "Games"))[2:]}
    assert set(listed) == {f"`{name}`" for name in GAMES}
    for name, game in GAMES.items():
        for option in game.options:
            assert option.name != "decks" or listed[f"`{name}`"] == list(option.values)


def test_the_picture_of_a_deal_is_the_sample_match() -> None:
    picture = blocks(page("README.md"), "text")[0].splitlines()
    shown = iter(list(lines(verify(SAMPLE.read_bytes(), GAMES), GAMES)))
    assert all(line in shown for line in picture)


def test_every_vector_of_dealing_is_one_that_is_tested() -> None:
    tested = Path(test_shuffle.__file__).read_text(encoding="utf-8")
    values = re.findall(r"`([0-9a-f]{32,64})`", page("docs/rules/dealing.md"))
    assert len(values) == 11
    assert [value for value in values if value not in tested] == []


@pytest.mark.parametrize(
    ("row", "value"),
    [
        pytest.param("bytes of a message you send", settings.MAX_MESSAGE_BYTES, id="message"),
        pytest.param("bytes of metadata", dict(settings.GRPC)["grpc.max_metadata_size"], id="metadata"),
        pytest.param("streams a connection", dict(settings.GRPC)["grpc.max_concurrent_streams"], id="streams"),
        pytest.param("refusals and dry runs a decision", room.DRY_RUNS, id="dry runs"),
        pytest.param("lists of moves a decision", room.LISTS, id="lists"),
        pytest.param("useless messages in a row", room.USELESS_LIMIT, id="useless"),
        pytest.param("items waiting for you to read", link.QUEUE_LIMIT, id="queue"),
        pytest.param("legal actions of a decision", settings.MAX_LEGAL, id="legal"),
        pytest.param("actions of `ListMoves`", settings.LIST_MOVES, id="moves"),
    ],
)
def test_limits_are_those_of_the_referee(row: str, value: int) -> None:
    found = [cells[1] for cells in rows(section(PROTOCOL, "9 Limits")) if cells[0].startswith(row)]
    assert found == [f"{value:,}"]


def test_texts_of_statuses_are_those_that_are_sent() -> None:
    sources = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "referee/server").rglob("*.py"))
    texts = [row[1] for row in rows(section(PROTOCOL, "10 Statuses"))[2:] if "gRPC" not in row[1]]
    parts = [part.strip() for text in texts for part in re.split("…|, (?=this|the)| / ", text) if part.strip()]
    assert len(parts) > 12
    assert [part for part in parts if part not in sources] == []


def printed_exchange() -> list[Said]:
    """Return the messages of the page, in their order, each parsed as what it is said to be."""
    found = re.findall(r"`(\w+)`:\n\n```json\n(.*?)```", PROTOCOL, re.DOTALL)
    return [Said(kind, json_format.Parse(text, getattr(referee_pb2, kind)())) for kind, text in found]


def without_times(said: Said) -> Said:
    """Return a message with what depends on the machine set to nothing."""
    message = type(said.message)()
    message.CopyFrom(said.message)
    if isinstance(message, referee_pb2.ActResponse) and message.verdict.HasField("accepted"):
        message.verdict.accepted.charged_ms = 0
    for item in message.items if isinstance(message, referee_pb2.ListenResponse) else ():
        item.decision.time_left_ms = item.decision.bank_left_ms = 0
        if not item.decision.table:
            item.ClearField("decision")
    return Said(said.kind, message)


def test_the_recorded_exchange_is_what_happens(tmp_path: Path) -> None:
    happened = iter([without_times(said) for said in asyncio.run(exchange(tmp_path))])
    printed = [without_times(said) for said in printed_exchange()]
    assert len(printed) == 10
    for said in printed:
        assert any(holds(real, said) for real in happened), said


def holds(real: Said, printed: Said) -> bool:
    return real.kind == printed.kind and within(MessageToDict(printed.message), MessageToDict(real.message))


def within(part: object, whole: object) -> bool:
    """Is this the same, but for members that were left out? Lists of options are cut too."""
    if isinstance(part, dict) and isinstance(whole, dict):
        return all(key in whole and within(value, whole[key]) for key, value in part.items())
    if isinstance(part, list) and isinstance(whole, list) and part and isinstance(part[0], dict):
        return len(part) <= len(whole) and all(map(within, part, whole))
    return part == whole


def test_the_page_speaks_of_the_version_there_is() -> None:
    assert f"This is version {wire.PROTOCOL}." in PROTOCOL
