import io
import json
from datetime import datetime
from pathlib import Path

import pytest
from rich.console import Console

from tests.tournament import sample
from tournament import live
from tournament.boards import boards_of
from tournament.journal import Journal
from tournament.ledger import Reason, Result
from tournament.live import display
from tournament.schedule import matches
from tournament.standings import standings


def console(*, is_terminal: bool) -> tuple[Console, io.StringIO]:
    file = io.StringIO()
    return Console(file=file, force_terminal=is_terminal, width=100, color_system=None), file


def some_results(folder: Path) -> list[Result]:
    first, second, third, *_ = matches(sample.config(folder))
    return [
        sample.ended(first, 2),
        sample.ended(second, -1, Reason.CRASH, second.a),
        sample.ended(third, 0, Reason.VOID),
    ]


def test_a_file_gets_a_line_now_and_then(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "LINE_S", 0.0)
    screen, file = console(is_terminal=False)
    with display(screen, 12, 3) as shown:
        for match, result in zip(matches(sample.config(tmp_path)), some_results(tmp_path), strict=False):
            shown.started(match)
            shown.ended(result)
    lines = [line.split(" · ") for line in file.getvalue().splitlines()]
    assert [line[0] for line in lines] == ["4 of 12 matches", "5 of 12 matches", "5 of 12 matches"]
    assert lines[2][2:] == ["1 forfeits", "1 void"]


def test_lines_are_not_more_frequent_than_wanted(tmp_path: Path) -> None:
    screen, file = console(is_terminal=False)
    with display(screen, 12, 0) as shown:
        for result in some_results(tmp_path):
            shown.ended(result)
    assert file.getvalue() == ""


def test_a_terminal_gets_a_table_that_goes_again(tmp_path: Path) -> None:
    config = sample.config(tmp_path, tournament="boards = 1\n")
    boards = boards_of(config, [sample.ended(match, 1) for match in matches(config)])
    screen, file = console(is_terminal=True)
    with display(screen, 12, 0) as shown:
        shown.rows = standings(config, boards, {}, "lots").rows
        shown.note("bot x is retired")
        for match in matches(config)[:2]:
            shown.started(match)
    text = file.getvalue()
    assert "bot x is retired" in text
    assert "0 of 12 matches" in text
    assert "2 open" in text
    assert "Standings" in text
    assert "\x1b[2K" in text


def test_the_journal_has_a_json_line_an_event(tmp_path: Path) -> None:
    match = matches(sample.config(tmp_path))[0]
    finished, crash, _ = some_results(tmp_path)
    with (tmp_path / "events").open("ab", buffering=0) as file:
        journal = Journal(file)
        journal.started(match)
        journal.ended(finished)
        journal.ended(crash)
        journal.note("stopping")
    lines = [json.loads(line) for line in (tmp_path / "events").read_text(encoding="utf-8").splitlines()]
    assert all(datetime.fromisoformat(line.pop("at")).tzinfo for line in lines)
    assert lines == [
        {"event": "started", "match": match.id},
        {"event": "ended", "match": match.id, "reason": "finished", "score": 2},
        {"event": "ended", "match": crash.match, "reason": "crash", "score": -1, "team": "b", "bot": "b-bot"},
        {"event": "note", "text": "stopping"},
    ]
