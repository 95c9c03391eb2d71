import sys
from pathlib import Path

import pytest

from tests.tournament.sample import HEAD, config, team, write
from tournament.config import ConfigError, canonical, config_hash, difference, load, restored, template
from tournament.config_lines import line_numbers

TEAMS = team("a") + team("b")


def refused(path: Path) -> list[str]:
    with pytest.raises(ConfigError) as refusal:
        load(path)
    return [line.removeprefix(f"{path.parent}/") for line in refusal.value.lines]


def test_the_shortest_file_has_every_default(tmp_path: Path) -> None:
    short = load(write(tmp_path, HEAD + TEAMS))
    assert (short.tournament.rounds, short.tournament.boards, short.tournament.seating) == (1, 32, "rotate2")
    assert short.tournament.boards_policy == "encounter"
    assert short.tournament.srand is None
    assert short.tournament.concurrency >= 1
    assert (short.adjudication.illegal_move, short.adjudication.illegal_retries) == ("retry", 2)
    assert short.referee.address is None
    assert short.output_directory == tmp_path / "out" / "cup"
    assert short.database_url == f"sqlite:///{tmp_path}/paiju.sqlite"
    assert [(t.name, t.bots[0].name, t.bots[1].name, t.trusted) for t in short.teams] == [
        ("a", "a", "a", False),
        ("b", "b", "b", False),
    ]


def test_the_template_is_the_sample_at_the_top_of_the_project() -> None:
    sample = Path(__file__).parents[2] / "brackets.toml"
    assert sample.read_text(encoding="utf-8") == template()
    demo = load(sample)
    assert [t.name for t in demo.teams] == ["greedy", "bold", "random", "lowest"]
    assert {bot.tables for t in demo.teams for bot in t.bots} == {8}


MISTAKES = [
    pytest.param("[tournament]\nboards = 'x'\n", '12: tournament.boards: a whole number, got "x"', id="type"),
    pytest.param("[tournament]\nboards = true\n", "12: tournament.boards: a whole number, got true", id="not a bool"),
    pytest.param("[tournament]\nboards = 0\n", "12: tournament.boards: at least 1, got 0", id="range"),
    pytest.param("[tournament]\nbords = 3\n", "12: tournament.bords: unknown key, did you mean boards?", id="near key"),
    pytest.param("[torunament]\n", "11: torunament: unknown key, did you mean tournament?", id="near table"),
    pytest.param(
        "[output]\nx = 3\n", "12: output.x: unknown key, known are directory, keep_logs, stderr_kib", id="no near key"
    ),
    pytest.param(
        "\n[tournament]\n# comment\nseating = 'rotate3'\n",
        '14: tournament.seating: one of "none", "rotate2", "rotate4" or "rotate8", got "rotate3"',
        id="choice",
    ),
    pytest.param("[rating]\nanchor = 'z'\n", '12: rating.anchor: one of the teams a, b, got "z"', id="anchor"),
    pytest.param("[rating]\nprior_draws = 0\n", "12: rating.prior_draws: more than 0, got 0", id="no prior"),
    pytest.param("[rating]\nprior_draws = nan\n", "12: rating.prior_draws: a finite number, got NaN", id="nan"),
    pytest.param(
        "[game.rules]\nlevels = [1.5]\n",
        "12: game.rules.levels: true, false, a whole number, a word or a list of words, got [1.5]",
        id="rule",
    ),
    pytest.param(
        "[game.rules]\nname = 'x'\n",
        "12: game.rules.name: stands beside game.name; leave one of them out",
        id="a key of the game as a rule",
    ),
    pytest.param(
        "[referee]\naddress = 'unix:x'\n",
        "11: referee: address, admin and admin_token_file go together, missing admin and admin_token_file",
        id="half a referee",
    ),
    pytest.param(team("A"), '12: team.A.name: "A" is taken by an earlier team "a"', id="same name but for case"),
    pytest.param(
        team("=1+1"),
        '12: team.=1+1.name: letters, digits, space, _ . and - only, not U+003D, got "=1+1"',
        id="formula",
    ),
    pytest.param(team("c", "cmd2 = 1\n"), "14: team.c.cmd2: unknown key, did you mean cmd?", id="key of a team"),
    pytest.param(team("c", "tables = 0\n"), "14: team.c.tables: at least 1, got 0", id="range of a team"),
    pytest.param(
        '[[team]]\nname = "c"\ncmd = ["./nope"]\n', '13: team.c.cmd: no such program, got "./nope"', id="no program"
    ),
    pytest.param(
        '[[team]]\nname = "c"\ncmd = ["no-such-bot"]\n',
        '13: team.c.cmd: no such program, got "no-such-bot"',
        id="no program on the path",
    ),
    pytest.param('[sprt]\nelo0 = "1"\n', '12: sprt.elo0: a number, got "1"', id="text for a number"),
    pytest.param(
        team("c", f'dir = "{"x" * 300}"\n'),
        f'14: team.c.dir: no such directory, got "{"x" * 56}...',
        id="no name of a directory",
    ),
    pytest.param(team("c", 'dir = "nope"\n'), '14: team.c.dir: no such directory, got "nope"', id="no directory"),
    pytest.param(
        '[[team]]\nname = "c"\n', "11: team.c: one of cmd, python and bots, got none", id="a team without a program"
    ),
    pytest.param(
        '[[team]]\nname = "c"\nbots = ["x", "x"]\n',
        '13: team.c.bots: no [[bot]] is named "x", known: none',
        id="unknown bot",
    ),
    pytest.param(
        '[[team]]\nname = "c"\nbots = ["x"]\n', '13: team.c.bots: at least 2 of them, got ["x"]', id="one bot"
    ),
    pytest.param(
        '[[bot]]\nname = "x"\ncmd = ["python"]\npython = "m:C"\n',
        "11: bot.x: one of cmd, python and remote = true, got cmd and python",
        id="two ways to start",
    ),
    pytest.param(
        '[[bot]]\nname = "A"\ncmd = ["python"]\n',
        '12: bot.A.name: team "a" has a bot of this name of its own',
        id="a bot named as a team's own",
    ),
    pytest.param(
        '[[bot]]\nname = "x"\ncmd = ["python"]\n[[team]]\nname = "c"\nbots = ["x", "x"]\ntables = 3\n',
        "17: team.c.tables: belongs to the [[bot]] tables of a team that has bots",
        id="a bot's key in a team of bots",
    ),
    pytest.param(
        '[[bot]]\nname = "x"\npython = "nope"\n', '13: bot.x.python: like module:Class, got "nope"', id="python"
    ),
]


@pytest.mark.parametrize(("text", "expected"), MISTAKES)
def test_a_mistake_is_one_line_with_file_line_key_and_value(tmp_path: Path, text: str, expected: str) -> None:
    assert refused(write(tmp_path, HEAD + TEAMS + text)) == [f"brackets.toml:{expected}"]


def test_a_rule_is_given_once(tmp_path: Path) -> None:
    text = HEAD + "decks = 3\nrules = { decks = 2 }\n" + TEAMS
    assert refused(write(tmp_path, text)) == [
        "brackets.toml:6: game.rules.decks: stands beside game.decks; leave one of them out"
    ]


def test_all_mistakes_are_told_at_once_in_the_order_of_the_file(tmp_path: Path) -> None:
    text = '[tournament]\nbords = 3\nrounds = "x"\n' + TEAMS + team("a") + '[rating]\nanchor = "z"\n'
    assert [line.split(": ")[0] for line in refused(write(tmp_path, HEAD + text))] == [
        "brackets.toml:6",
        "brackets.toml:7",
        "brackets.toml:15",
        "brackets.toml:18",
    ]


def test_a_mistake_is_not_told_twice_as_what_follows_from_it(tmp_path: Path) -> None:
    assert refused(write(tmp_path, HEAD + TEAMS + '[[team]]\nname = "c"\ncmd = 3\n')) == [
        "brackets.toml:13: team.c.cmd: a list, got 3"
    ]


def test_missing_keys_are_told_with_the_line_of_their_table(tmp_path: Path) -> None:
    text = "[game]\n" + TEAMS
    assert refused(write(tmp_path, text)) == [
        "brackets.toml: event: missing",
        "brackets.toml:1: game.name: missing",
    ]


def test_bad_syntax_keeps_line_and_column(tmp_path: Path) -> None:
    assert refused(write(tmp_path, "[event]\nname = \n")) == ["brackets.toml: Invalid value (at line 2, column 8)"]


@pytest.mark.parametrize("teams", ["", "a"])
def test_a_tournament_has_two_teams_at_least(tmp_path: Path, teams: str) -> None:
    (line,) = refused(write(tmp_path, HEAD + "".join(map(team, teams))))
    assert line.endswith(f"team: at least 2 teams, got {len(teams)}")


def test_a_file_anybody_may_write_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path, HEAD + TEAMS)
    path.chmod(0o646)
    assert refused(path) == [f"brackets.toml: anybody may write it, and it names programs to start: chmod o-w {path}"]


def test_files_that_cannot_be_read_are_one_line(tmp_path: Path) -> None:
    assert refused(tmp_path / "brackets.toml") == ["brackets.toml: No such file or directory"]
    path = write(tmp_path, "")
    path.write_bytes(b"\xff")
    assert refused(path) == ["brackets.toml: not UTF-8"]
    assert refused(write(tmp_path, "a = " + "[" * 9999)) == ["brackets.toml: nested too deep to be read"]


def test_an_output_directory_is_one_that_can_be(tmp_path: Path) -> None:
    (line,) = refused(write(tmp_path, HEAD + TEAMS + '[output]\ndirectory = "a\\u0000b"\n'))
    assert line.endswith('output.directory: it holds a NUL, got "a\\u0000b"')


def test_each_holds_for_bots_that_do_not_say_otherwise(tmp_path: Path) -> None:
    text = """
[each]
tables = 8
restart = "match"
env = { A = "each", B = "each" }
[[bot]]
name = "own"
cmd = ["python"]
tables = 1
env = { B = "own" }
[[team]]
name = "mixed"
bots = ["own", "plain"]
[[bot]]
name = "plain"
python = "some.module:Bot"
[[team]]
name = "short"
cmd = ["python", "-V"]
restart = "never"
"""
    mixed, short = load(write(tmp_path, HEAD + text)).teams
    own, plain = mixed.bots
    assert (own.name, own.tables, own.restart, own.env) == ("own", 1, "match", {"A": "each", "B": "own"})
    assert (plain.tables, plain.restart, plain.env) == (8, "match", {"A": "each", "B": "each"})
    assert (short.bots[0].name, short.bots[0].tables, short.bots[0].restart) == ("short", 8, "never")


def test_rules_are_text_the_referee_reads(tmp_path: Path) -> None:
    rules = "[game.rules]\na = true\nb = 3\nc = 'word'\nd = ['J', 5, 'A']\n"
    text = HEAD.replace("[game]\n", "[game]\ndecks = 2\n") + rules
    assert load(write(tmp_path, text + TEAMS)).game.options == {
        "decks": "2",
        "a": "true",
        "b": "3",
        "c": "word",
        "d": "J,5,A",
    }


def test_python_is_the_interpreter_that_runs_this(tmp_path: Path) -> None:
    loaded = load(write(tmp_path, HEAD + TEAMS))
    assert loaded.argv(loaded.teams[0].bots[0]) == (sys.executable,)


def test_programs_are_found_from_their_directory(tmp_path: Path) -> None:
    folder = tmp_path / "bots"
    folder.mkdir()
    program = folder / "bot"
    text = '[[team]]\nname = "c"\ncmd = ["./bot", "-v"]\ndir = "bots"\n'
    path = write(tmp_path, HEAD + TEAMS + text)
    assert refused(path) == ['brackets.toml:13: team.c.cmd: no such program, got "./bot"']
    program.write_text("#!/bin/sh\n", encoding="utf-8")
    (line,) = refused(path)
    assert 'team.c.cmd: not executable (chmod +x it, or name its interpreter first, like "python"), got "./bot"' in line
    program.chmod(0o755)
    loaded = load(path)
    bot = loaded.teams[2].bots[0]
    assert loaded.argv(bot) == (str(program), "-v")
    assert loaded.directory_of(bot) == folder
    program.unlink()
    with pytest.raises(ConfigError, match="no such program"):
        loaded.argv(bot)


@pytest.mark.parametrize(
    ("tournament", "teams", "shared"),
    [
        ('boards_policy = "encounter"\nrounds = 2\n', "abc", False),
        ('boards_policy = "round"\n', "ab", False),
        ('boards_policy = "round"\nrounds = 2\n', "ab", False),
        ('boards_policy = "round"\n', "abc", True),
        ('boards_policy = "event"\n', "ab", False),
        ('boards_policy = "event"\n', "abc", True),
        ('boards_policy = "event"\nrounds = 2\n', "ab", True),
    ],
)
def test_processes_that_would_meet_a_board_twice_are_restarted(
    tmp_path: Path, tournament: str, teams: str, *, shared: bool
) -> None:
    if not shared:
        assert config(tmp_path, teams, tournament)
        return
    with pytest.raises(ConfigError) as refusal:
        config(tmp_path, teams, tournament)
    assert len(refusal.value.lines) == len(teams)
    assert '"match" is needed where pairings share boards' in refusal.value.lines[0]
    assert config(tmp_path, teams, tournament, '[each]\nrestart = "match"\n')
    trusted = "".join(team(name, "trusted = true\n") for name in teams)
    assert load(write(tmp_path, f"{HEAD}[tournament]\n{tournament}{trusted}"))


def test_the_bots_of_a_team_are_restarted_too(tmp_path: Path) -> None:
    teams = '[[bot]]\nname = "x"\ncmd = ["python"]\n[[team]]\nname = "c"\nbots = ["x", "x"]\n'
    text = f'{HEAD}[tournament]\nboards_policy = "round"\n[each]\nrestart = "match"\n{TEAMS}{teams}'
    assert load(write(tmp_path, text))
    own = text.replace(
        'cmd = ["python"]\n[[team]]\nname = "c"', 'cmd = ["python"]\nrestart = "never"\n[[team]]\nname = "c"'
    )
    assert refused(write(tmp_path, own)) == [
        'brackets.toml:18: bot.x.restart: "match" is needed where pairings share boards (boards_policy = "round")'
    ]


def test_a_remote_bot_needs_a_served_referee(tmp_path: Path) -> None:
    remote = '[[bot]]\nname = "x"\nremote = true\n[[team]]\nname = "c"\nbots = ["x", "x"]\n'
    assert refused(write(tmp_path, HEAD + TEAMS + remote)) == [
        "brackets.toml: referee.address: a remote bot needs a served referee"
    ]
    served = '[referee]\naddress = "h:1"\nadmin = "h:2"\nadmin_token_file = "t"\n'
    assert load(write(tmp_path, HEAD + TEAMS + remote + served)).teams[2].bots[0].remote


@pytest.mark.parametrize(("seating", "warned"), [("rotate2", False), ("rotate4", True), ("rotate8", True)])
def test_seatings_that_repeat_games_are_warned_of(tmp_path: Path, seating: str, *, warned: bool) -> None:
    repeating = f'"{seating}" would repeat each game where teams are two copies of one bot; "rotate2" is enough'
    expected = (f"{tmp_path}/brackets.toml:6: tournament.seating: {repeating}",) if warned else ()
    assert config(tmp_path, tournament=f'seating = "{seating}"\n').warnings == expected
    bots = "".join(f'[[bot]]\nname = "{name}"\ncmd = ["python"]\n' for name in "xy")
    mixed = f'[[team]]\nname = "m"\nbots = ["x", "y"]\n{bots}'
    text = f'{HEAD}[tournament]\nseating = "{seating}"\n{mixed}{TEAMS}'
    assert load(write(tmp_path, text)).warnings == ()


def test_the_canonical_text_gives_the_configuration_back(tmp_path: Path) -> None:
    more = '[each]\ntables = 8\nenv = { X = "1" }\n[game.rules]\nx = [1, 2]\n'
    one = config(tmp_path, more=more)
    again = restored(canonical(one), one.path)
    assert again.teams == one.teams
    assert {bot.tables for team in again.teams for bot in team.bots} == {8}
    assert canonical(again) == canonical(one)
    assert config_hash(again) == config_hash(one)


def test_concurrency_and_output_may_change_under_way(tmp_path: Path) -> None:
    one = config(tmp_path)
    moved = one.moved(output=Path("elsewhere"), concurrency=77)
    assert moved.output_directory == Path("elsewhere").absolute()
    assert moved.tournament.concurrency == 77
    assert difference(canonical(one), moved) == []
    assert config_hash(moved) == config_hash(one)


def test_other_changes_are_named_with_both_values(tmp_path: Path) -> None:
    one = config(tmp_path)
    other = config(tmp_path, teams="abd", tournament="boards = 3\nsrand = 1\n", more="[game.rules]\nx = 1\n")
    assert difference(canonical(one), other) == [
        'game.rules.x: was nothing, now "1"',
        'team.3.name: was "c", now "d"',
        "tournament.boards: was 2, now 3",
        "tournament.srand: was nothing, now 1",
    ]
    assert config_hash(one) != config_hash(other)


def test_keys_are_found_wherever_toml_lets_them_stand() -> None:
    text = """\
[game.rules]
throws = [
    1,
    2,
]
[[team]]
name = "a"
[event]
name = '''
x = 1'''
[[bot]]
[game]
name = "x"
other.inner = { deep = true }
[[team]]
name = "b"
"""
    assert line_numbers(text) == {
        (): 1,
        ("game",): 1,
        ("game", "rules"): 1,
        ("game", "rules", "throws"): 2,
        ("game", "rules", "throws", 0): 2,
        ("game", "rules", "throws", 1): 2,
        ("team",): 6,
        ("team", 0): 6,
        ("team", 0, "name"): 7,
        ("event",): 8,
        ("event", "name"): 9,
        ("bot",): 11,
        ("bot", 0): 11,
        ("game", "name"): 13,
        ("game", "other"): 14,
        ("game", "other", "inner"): 14,
        ("game", "other", "inner", "deep"): 14,
        ("team", 1): 15,
        ("team", 1, "name"): 16,
    }
