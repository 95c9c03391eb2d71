import io
import json
import random
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console

from tests.tournament.sample import HEAD, NOW, config, ended, team, write
from tournament.config import Config, canonical, config_hash, load
from tournament.ledger import Reason, Result, Run, SeatTimes
from tournament.report import Report, as_json, build
from tournament.report_text import show
from tournament.schedule import matches
from tournament.seeds import seeds

PRACTICE = "boards = 4\nsrand = 7\n"


def run_of(event: Config) -> Run:
    return Run("run", event.event.name, canonical(event), config_hash(event), "beef", NOW)


def results_of(event: Config) -> list[Result]:
    luck = random.Random(6)
    return [ended(match, luck.randint(-5, 5)) for match in matches(event)]


def text(report: Report, width: int = 100) -> str:
    out = io.StringIO()
    show(report, Console(file=out, width=width))
    return out.getvalue()


def test_the_head_says_what_was_played_and_whether_the_deals_are_public(tmp_path: Path) -> None:
    event = config(tmp_path, tournament=PRACTICE, more="[game.rules]\nthrow_penalty = 10\n")
    shown = text(build(event, run_of(event), results_of(event)))
    assert shown.splitlines()[:5] == [
        "Cup",
        "tractor, throw_penalty = 10; round-robin, rounds 1, seating rotate2",
        "srand 7: deals are public",
        "played 12 of 12 boards, 24 of 24 matches",
        f"config {config_hash(event)[:16]}, started 2026-01-02 03:04:05 UTC",
    ]


def test_a_secret_event_shows_its_commitment_and_never_its_seed(tmp_path: Path) -> None:
    event = config(tmp_path)
    secret = seeds(event, tmp_path)
    run = replace(run_of(event), commitment=secret.commitment)
    report = build(event, run, results_of(event))
    assert f"deals committed to: {secret.commitment}" in text(report)
    assert secret.master.hex() not in text(report) + as_json(report)


def test_the_standings_of_text_and_json_are_the_same(tmp_path: Path) -> None:
    event = config(tmp_path, tournament=PRACTICE)
    report = build(event, run_of(event), results_of(event))
    rows = json.loads(as_json(report))["standings"]
    lines = text(report).splitlines()
    first = lines.index(next(line for line in lines if line.startswith("Standings"))) + 4
    for row, line in zip(rows, lines[first:], strict=False):
        counts = f"{row['won']}-{row['drawn']}-{row['lost']}"
        swing = f"{row['swing']:+.2f} ± {row['swing_error']:.2f}"
        rating = f"{row['rating']:+.0f} ± {row['rating_error']:.0f}"
        numbers = f"{row['matches']} {row['boards']} {counts} {row['points']:g} {swing} {rating}"
        assert " ".join(line.split()) == f"{row['rank']} {row['team']} {numbers}"


def test_results_need_not_be_there_at_once(tmp_path: Path) -> None:
    event = config(tmp_path, "ab", PRACTICE, "[sprt]\nelo1 = 100\n")
    first, *others = results_of(event)
    results = [replace(first, reason=Reason.VOID), first, *others]
    assert build(event, run_of(event), iter(results)) == build(event, run_of(event), results)


def test_json_has_the_declared_fields_and_finite_numbers(tmp_path: Path) -> None:
    event = config(tmp_path, "abc", PRACTICE)
    one_board = [result for result in results_of(event) if result.board == 0 and result.a + result.b == "ab"]
    for results in ([], one_board, results_of(event)):
        data = json.loads(as_json(build(event, run_of(event), results)), parse_constant=pytest.fail)
        assert list(data) == [
            "event",
            "boards",
            "standings",
            "cross_table",
            "sprt",
            "pairings",
            "seats",
            "health",
            "forfeits",
            "without_forfeits",
            "notes",
        ]
        fields = "rank team matches boards won drawn lost points swing swing_error rating rating_error forfeits"
        assert [list(row) for row in data["standings"]] == [fields.split()] * 3


def test_boards_and_voids_are_counted(tmp_path: Path) -> None:
    event = config(tmp_path, "ab", "boards = 3\n")
    results = results_of(event)[:3]
    void = replace(results[2], reason=Reason.VOID)
    report = build(event, run_of(event), [*results[:2], void, replace(results[2], attempt=1)])
    boards = report.boards
    assert (boards.planned, boards.complete, boards.matches_planned, boards.matches_ended) == (3, 1, 6, 3)
    assert boards.voids == 1
    assert "played 1 of 3 boards, 3 of 6 matches, void attempts 1" in text(report)


def test_forfeits_are_told_by_bot_and_cause_and_taken_out_once(tmp_path: Path) -> None:
    event = config(tmp_path, "ab", "boards = 3\n")
    reasons = {0: Reason.CRASH, 1: Reason.TIMEOUT, 2: Reason.CRASH}
    results = [ended(match, 1) for match in matches(event)]
    for i, reason in reasons.items():
        results[i] = ended(matches(event)[i], 5, reason, culprit="b")
    report = build(event, run_of(event), results)
    assert [(one.team, one.bot, one.cause, one.matches) for one in report.forfeits] == [
        ("b", "b-bot", "crash", 2),
        ("b", "b-bot", "timeout", 1),
    ]
    assert [(row.team, row.boards, row.swing, row.forfeits) for row in report.standings] == [
        ("a", 3, 6, 0),
        ("b", 3, -6, 3),
    ]
    clean = report.without_forfeits
    assert clean is not None
    assert [(row.team, row.boards, row.swing) for row in clean.standings] == [("a", 1, 2), ("b", 1, -2)]
    assert [(one.team, one.boards) for one in clean.pairings] == [("a", 1)]
    assert "Standings of boards without forfeits" in text(report)


def test_without_forfeits_nothing_is_said_of_them(tmp_path: Path) -> None:
    event = config(tmp_path, "ab")
    report = build(event, run_of(event), results_of(event))
    assert (report.forfeits, report.without_forfeits) == ((), None)
    assert "orfeit" not in text(report)


def test_notes_say_how_numbers_were_made_and_how_to_see_a_match(tmp_path: Path) -> None:
    event = config(tmp_path, "ab", PRACTICE, '[rating]\nanchor = "b"\nanchor_rating = 1500\ninterval = 0.9\n')
    results = [replace(result, transcript=f"transcripts/{result.match}.txt.gz") for result in results_of(event)]
    notes = build(event, run_of(event), results).notes
    assert notes == (
        "rank: points (1 a board won, 1/2 drawn), then swing, points among those tied, lots",
        "swing: score a board over all its sittings, ± the 90% confidence interval over boards",
        "rating: Bradley-Terry of boards in Elo, 1 virtual draw a pairing, 1500 is b, ± by 1000 resamplings of boards",
        f"to see a match: referee replay {tmp_path}/out/cup/transcripts/{results[0].match}.txt.gz",
    )


def test_notes_say_what_was_not_enforced(tmp_path: Path) -> None:
    remote = '[[bot]]\nname = "x"\nremote = true\n[[team]]\nname = "r"\nbots = ["x", "x"]\n'
    served = '[referee]\naddress = "h:1"\nadmin = "h:2"\nadmin_token_file = "t"\n'
    file = HEAD + team("a", "trusted = true\n") + remote + served
    event = load(write(tmp_path, file))
    notes = build(event, run_of(event), []).notes
    assert "remote, separation of partners and sittings not enforced: x" in notes
    assert "trusted, partners may share a process: a" in notes


def test_notes_say_which_ranks_are_lots_and_which_ratings_are_missing(tmp_path: Path) -> None:
    event = config(tmp_path, "abcd", "boards = 1\n")
    results = [ended(match, 0) for match in matches(event) if match.a + match.b in ("ab", "cd")]
    notes = build(event, run_of(event), results).notes
    assert any(note.startswith("told apart by lot only: ") for note in notes)
    assert "no results connect these with the rated teams: d, c" in notes
    assert not any("lot only" in note for note in build(event, run_of(event), []).notes)


def test_a_narrow_window_loses_no_column(tmp_path: Path) -> None:
    names = [f"{letter}-team-with-quite-a-long-name" for letter in "abcd"]
    event = load(write(tmp_path, HEAD + "".join(map(team, names))))
    report = build(event, run_of(event), results_of(event))
    lines = text(report, width=80).splitlines()
    header = next(line for line in lines if "boards" in line and "swing" in line and "#" in line)
    assert header.split() == ["#", "team", "matches", "boards", "w-d-l", "points", "swing", "rating"]
    assert all(len(line) <= 80 for line in lines[5:12])
    assert lines[-len(report.notes) :] == list(report.notes)


def test_a_block_for_each_two_teams_that_met(tmp_path: Path) -> None:
    event = config(tmp_path, "ab", "boards = 4\n")
    scores = [3, -1, 1, 1, 2, -2, 0, -4]
    results = [ended(match, score) for match, score in zip(matches(event), scores, strict=True)]
    shown = text(build(event, run_of(event), results)).splitlines()
    first = shown.index("Pairings") + 1
    assert shown[first : first + 4] == [
        "a against b: 4 boards, 2-1-1",
        "  Elo +88.7 ± 710.5, nElo +74.1 ± 240.8, LOS 72.68%",
        "  pairs 0-1-2-0-1, drawn 50.00%, ratio 1.00, efficiency 1.45",
        "  swing +0.00 ± 2.77, efficiency 1.50",
    ]


def test_what_cannot_be_known_is_a_dash(tmp_path: Path) -> None:
    event = config(tmp_path, "ab", "boards = 3\n")
    shown = text(build(event, run_of(event), [ended(match, 1) for match in matches(event)]))
    assert "  Elo -, nElo -, LOS -\n  pairs 0-0-0-0-3, drawn 0.00%, ratio -, efficiency -\n" in shown


def test_the_test_of_an_event_is_told_in_a_line(tmp_path: Path) -> None:
    event = config(tmp_path, "ab", "boards = 30\n", "[sprt]\nelo1 = 100\n")
    results = [ended(match, (5, 2, 4, 1, 3, -4)[match.board % 6]) for match in matches(event)]
    shown = text(build(event, run_of(event), results[:3]), width=200)
    (line,) = [line for line in shown.splitlines() if line.startswith("SPRT")]
    begin = "SPRT of a against b, normalized Elo of results 0 or 100: boards 1, LLR +"
    assert line.startswith(begin)
    assert line.endswith(" of -2.94 to +2.94: undecided")
    assert ": H1 accepted\n" in text(build(event, run_of(event), results), width=200)


def test_seats_and_bots_have_tables(tmp_path: Path) -> None:
    event = config(tmp_path, "ab", "boards = 2\n")
    times = (SeatTimes(10, 95, 40, 7, 1, 2, 3, ((5, 9), (40, 1))),) * 4
    results = [replace(ended(match, 1 + match.sitting), times=times) for match in matches(event)]
    run = replace(run_of(event), retired=("b-bot",))
    lines = [" ".join(line.split()) for line in text(build(event, run, results)).splitlines()]
    assert "a +1.00 ± 0.00 +2.00 ± 0.00 · ·" in lines
    assert "b · -1.00 ± 0.00 -2.00 ± 0.00 ·" in lines
    assert "seats 0 and 2 4 -0.50 ± 0.00" in lines
    assert "preset side, seat 1 2 +0.50" in lines
    assert "a-bot 80 9.5 40 40 56 8 16 24 0" in lines
    assert "b-bot, retired 80 9.5 40 40 56 8 16 24 0" in lines
