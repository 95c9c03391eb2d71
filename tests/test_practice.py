"""Practice is what a referee would do: same messages, same judgement, same transcripts."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from paiju import Action, Bot, Decision, View, play
from paiju.bots.lowest import Lowest
from paiju.bots.random import Random
from paiju.errors import BotError
from paiju.testing import RefusedError, play_recording
from paiju.v1 import game_pb2

from referee import practice
from referee.cards import NotationError
from referee.game import EventKind
from referee.games import GAMES
from referee.table import transcript
from referee.table.replay import verify


@pytest.mark.parametrize("deals", [None, 3])
@pytest.mark.parametrize("game", GAMES)
def test_a_match_is_played_and_its_transcript_holds(game: str, deals: int | None) -> None:
    outcome = practice.play([Random] * 4, game, deals=deals)
    record = verify(outcome.transcript.encode(), GAMES)
    assert (record.game, record.ended.score, record.ended.points) == (game, outcome.score, outcome.points)
    assert record.players == ("Random/0", "Random/1", "Random/2", "Random/3")
    assert len(record.deals) == outcome.deals == (deals or 1)


def test_the_same_bots_play_the_same_match_and_others_another() -> None:
    first = practice.play([Random] * 4, board=3, seed=5)
    assert practice.play([Random({})] * 4, board=3, seed=5) == first
    others = [practice.play([Random] * 4, board=4, seed=5), practice.play([Random] * 4, board=3, seed=6)]
    assert all(other.transcript != first.transcript for other in others)


def test_options_are_those_of_the_game() -> None:
    outcome = practice.play([Lowest] * 4, "tractor", {"decks": "1"})
    assert transcript.read(outcome.transcript).options["decks"] == "1"


def test_options_may_be_numbers_and_truths() -> None:
    words = {"decks": "3", "coins": "true", "throw_penalty": "10"}
    rules = practice.match("tractor", {"decks": 3, "coins": True, "throw_penalty": 10}).game
    assert words.items() <= rules.options.items()


@pytest.mark.parametrize(
    ("game", "options", "said"),
    [
        pytest.param("bridge", {}, "no game is called 'bridge'; there are tractor", id="game"),
        pytest.param("tractor", {"deck": "2"}, "deck: there is no such option; there are decks,", id="option"),
        pytest.param("tractor", {"decks": "9"}, "decks: '9' is not allowed", id="value"),
        pytest.param("tractor", {"decks": True}, "decks: 'true' is not allowed", id="kind of value"),
    ],
)
def test_what_there_is_not_is_named(game: str, options: practice.Options, said: str) -> None:
    with pytest.raises(NotationError, match=said):
        practice.play([Lowest] * 4, game, options)


@pytest.mark.parametrize("deals", [0, 1_001])
def test_a_match_has_a_number_of_deals(deals: int) -> None:
    with pytest.raises(NotationError, match="a match has 1 to 1000 deals"):
        practice.play([Lowest] * 4, deals=deals)


class Revoking(Lowest):
    """Plays its first card whatever was led."""

    def act(self, view: View, decision: Decision) -> Action:
        follows = view.phase == game_pb2.PHASE_PLAY and view.trick.plays
        return play(view.hand[-1:]) if follows else super().act(view, decision)


def test_a_refusal_is_an_error_with_the_name_of_its_rule() -> None:
    with pytest.raises(RefusedError, match=r"table practice\.\d, decision \d+: play \w+: follow\.") as refused:
        practice.play([Revoking, Lowest, Lowest, Lowest])
    assert refused.value.rule.startswith("follow.")


class Wild(Bot):
    def __init__(self, action: Action) -> None:
        super().__init__({})
        self.action = action

    def act(self, view: View, decision: Decision) -> Action:
        return self.action


@pytest.mark.parametrize(
    ("action", "rule"),
    [
        pytest.param(Action(), "answer.malformed", id="nothing at all"),
        pytest.param(Action(verb=game_pb2.VERB_PICK), "stale", id="a verb of another phase"),
    ],
)
def test_what_is_no_answer_is_an_error_too(action: Action, rule: str) -> None:
    with pytest.raises(RefusedError) as refused:
        practice.play([Wild(action)] * 4)
    assert refused.value.rule == rule


def test_a_bot_that_fails_is_named_with_its_decision() -> None:
    class Broken(Bot):
        def act(self, view: View, decision: Decision) -> Action:
            raise ZeroDivisionError

    with pytest.raises(BotError, match=r"table practice\.\d, decision 1: the bot failed"):
        practice.play([Broken] * 4)


class Looking(Random):
    """Keeps what it is told of each table."""

    def __init__(self) -> None:
        super().__init__({})
        self.seqs: dict[str, list[int]] = {}
        self.kinds: list[int] = []

    def act(self, view: View, decision: Decision) -> Action:
        assert self.tables[decision.table].seat == view.seat
        assert self.seqs[decision.table][-1] == view.last_seq
        return super().act(view, decision)

    def events(self, table: str, events: Sequence[game_pb2.Event]) -> None:
        self.seqs.setdefault(table, []).extend(event.seq for event in events)
        self.kinds.extend(event.kind for event in events)


def test_an_object_on_four_seats_is_told_everything_of_each() -> None:
    bot = Looking()
    outcome = practice.play([bot] * 4, "guandan", deals=3)
    assert outcome.deals == 3
    assert [seqs == list(range(1, len(seqs) + 1)) for seqs in bot.seqs.values()] == [True] * 4
    assert bot.kinds.count(EventKind.DEAL_ENDED) == 4 * outcome.deals
    assert bot.tables == {}


def test_an_async_bot_plays_too() -> None:
    class Async(Lowest):
        async def act(self, view: View, decision: Decision) -> Action:  # type: ignore[override]
            return decision.default

    assert practice.play([Async] * 4)[:3] == practice.play([Lowest] * 4)[:3]


def test_a_duel_is_fair_and_its_sum_has_a_sign() -> None:
    there, back = practice.duel(Lowest, Random, boards=6), practice.duel(Random, Lowest, boards=6)
    assert there == [-score for score in back]
    assert practice.duel(Lowest, Lowest, boards=6) == [0] * 6
    assert len(set(there)) > 1


@pytest.mark.parametrize("game", GAMES)
def test_a_transcript_becomes_what_a_seat_was_asked(game: str, tmp_path: Path) -> None:
    sitting = practice.Sitting([Random] * 4, practice.match(game, deals=2))
    turns = [(turn.decision, turn.action) for turn in sitting.turns() if turn.seat == 2]
    (tmp_path / "match.txt").write_text(sitting.outcome.transcript)
    items = list(practice.recording(tmp_path / "match.txt", seat=2))
    assert [item.decision for item in items if item.HasField("decision")] == [asked for asked, _ in turns]
    assert play_recording(Random({}), items) == [action for _, action in turns]


def test_a_transcript_with_defaults_taken_becomes_a_recording_too(tmp_path: Path) -> None:
    outcome = practice.play([Lowest] * 4)
    lines = outcome.transcript.splitlines(keepends=True)
    first = next(number for number, line in enumerate(lines) if line[0].isdecimal())
    lines[first] = lines[first].rstrip("\n") + " ! time\n"
    (tmp_path / "match.txt").write_text("".join(lines))
    items = list(practice.recording(tmp_path / "match.txt", seat=1))
    forced = [event for item in items for event in item.events.events if event.kind == game_pb2.EVENT_KIND_FORCED]
    assert len(forced) == 1
    assert all(action.verb for action in play_recording(Lowest({}), items))


def test_a_transcript_without_its_seed_is_refused(tmp_path: Path) -> None:
    text = practice.play([Lowest] * 4).transcript
    (tmp_path / "match.txt").write_text(text[: text.index("\nseed ") + 1])
    with pytest.raises(transcript.TranscriptError, match="the seed has not been revealed yet"):
        list(practice.recording(tmp_path / "match.txt", seat=0))
