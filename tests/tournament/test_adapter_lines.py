"""What the adapter makes of messages and of lines, without processes or network."""

import json
from collections.abc import Mapping
from itertools import pairwise

import pytest
from google.protobuf.json_format import ParseDict
from hypothesis import given
from hypothesis import strategies as st
from paiju import cards, play
from paiju.v1 import referee_pb2 as pb

from tests.paiju.fake_referee import accepted, decision, refusal, seated
from tournament.adapter.errors import BotEndedError
from tournament.adapter.interpreter import Interpreter
from tournament.adapter.lines import MOST_BYTES, LineError, Splitter, answer_of, item_line

SMALL = b'{"verb":"VERB_PLAY","cards":["CARD_C2"]}'


class Both:
    """The two sides of an interpreter: what the bot was told, and what was sent to the referee."""

    def __init__(self) -> None:
        self.told: list[bytes] = []
        self.sent: list[pb.Answer] = []
        self.interpreter = Interpreter(self.told.append, self.sent.extend)

    def hear(self, *items: pb.Item) -> "Both":
        for item in items:
            self.interpreter.hear(item)
        return self

    def read(self, *lines: bytes) -> "Both":
        for line in lines:
            self.interpreter.read(line)
        return self

    @property
    def answered(self) -> list[tuple[str, int]]:
        return [(answer.table, answer.decision_id) for answer in self.sent]

    @property
    def error(self) -> Mapping[str, object]:
        """The last line the bot was told, which is an error."""
        found: Mapping[str, object] = json.loads(self.told[-1])["error"]
        return found


def defaulted(table: str = "t1", number: int = 1) -> pb.Item:
    return pb.Item(verdict=pb.Verdict(table=table, decision_id=number, defaulted=pb.Defaulted(strikes=1)))


def stale(number: int, open_number: int) -> pb.Item:
    return pb.Item(verdict=pb.Verdict(table="t1", decision_id=number, stale=pb.Stale(open_decision_id=open_number)))


def ended(table: str = "t1") -> pb.Item:
    return pb.Item(ended=pb.MatchEnded(table=table))


def full(table: str, number: int) -> bytes:
    return json.dumps({"table": table, "decisionId": number, "action": json.loads(SMALL)}).encode()


def test_an_item_is_a_line_without_blanks_and_with_the_default_last() -> None:
    assert item_line(decision("t1", 1)) == (
        b'{"decision":{"decisionId":1,"table":"t1","view":{"lastSeq":1},'
        b'"legal":[{"verb":"VERB_PLAY","cards":["CARD_C2"]}],"default":{"verb":"VERB_PLAY","cards":["CARD_C2"]}}}\n'
    )


@pytest.mark.parametrize("item", [seated(), decision(), refusal(), accepted(), ended()])
def test_a_line_is_the_item_again(item: pb.Item) -> None:
    assert ParseDict(json.loads(item_line(item)), pb.Item()) == item


def test_what_may_be_absent_is_written_even_if_it_is_zero() -> None:
    assert b"atFault" not in item_line(ended())
    assert b'"atFault":0' in item_line(pb.Item(ended=pb.MatchEnded(at_fault=0)))


@pytest.mark.parametrize(
    "line",
    [
        pytest.param(
            b'{"action":{"cards":["CARD_C2"],"verb":"VERB_PLAY"},"decisionId":3,"table":"t1"}', id="any order"
        ),
        pytest.param(
            b'{"table": "t1", "decision_id": 3, "action": {"verb": 11, "cards": [1]}}', id="names and numbers"
        ),
        pytest.param(full("t1", 3) + b"\r", id="carriage return"),
        pytest.param(b"\t " + full("t1", 3), id="blanks"),
    ],
)
def test_an_answer_may_be_written_in_many_ways(line: bytes) -> None:
    assert answer_of(line) == pb.Answer(table="t1", decision_id=3, action=play(cards("2c")))


@pytest.mark.parametrize(
    ("line", "text"),
    [
        pytest.param(
            b'{"verb":"VERB_PLAY" "cards":[]}', "no JSON at character 21: Expecting ',' delimiter", id="comma"
        ),
        pytest.param(b"CARD_S3", "no JSON at character 1: Expecting value", id="a card"),
        pytest.param(b'{"verb":"VERB_PL', "no JSON at character 9: Unterminated string", id="cut off"),
        pytest.param(b"[1]", "no JSON object", id="a list"),
        pytest.param(b'{"table":"t1"}', "neither an answer", id="no action"),
        pytest.param(b'{"verb":"VERB_JUMP"}', "Failed to parse verb field: Invalid enum value VERB_JUMP", id="no verb"),
        pytest.param(b'{"action":{"verb":"VERB_PLAY","cards":["S3"]}}', "Invalid enum value S3", id="no card"),
        pytest.param(b'{"verb":"VERB_PASS","card":[]}', 'has no field named "card"', id="no member"),
        pytest.param(b'{"action":5}', "Failed to parse action field", id="no object"),
        pytest.param(b'{"action":{},"table":"\\ud800"}', "half a character", id="half a character"),
        pytest.param(b'{"verb":"\\ud800"}', "half a character", id="half a verb"),
        pytest.param(b'{"verb":"VERB_PASS","\\udc00":1}', "half a character", id="half a name"),
        pytest.param(b'{"verb":1e400}', "too large a number", id="large number"),
        pytest.param(b'{"verb":-1e400}', "too large a number", id="large negative number"),
        pytest.param(b'{"verb":"VERB_PLAY","cards":[Infinity]}', "too large a number", id="infinity"),
        pytest.param(b'{"verb":NaN}', "too large a number", id="not a number"),
        pytest.param(b'{"verb":1e300}', "Failed to parse verb field: Value out of range", id="number out of range"),
        pytest.param(b"\xff\xfe{}", "not UTF-8 at byte 1", id="no text"),
        pytest.param(b"[" * 60_000, "too many brackets", id="deep"),
        pytest.param(b'{"verb":' + b"1" * 10_000 + b"}", "too large a number", id="long number"),
        pytest.param(b" " * 10 + b"x" * MOST_BYTES, "longer than 65536 bytes", id="long line"),
    ],
)
def test_a_line_that_is_no_answer_is_told_and_nothing_is_sent(line: bytes, text: str) -> None:
    both = Both().hear(decision("t1", 3)).read(b"", line)
    assert text in str(both.error["text"])
    assert {**both.error, "text": ""} == {"text": "", "line": 2, "table": "t1", "decisionId": 3}
    assert both.sent == []
    assert both.read(SMALL).answered == [("t1", 3)]


MEMBERS = st.sampled_from(
    ["action", "verb", "cards", "claim", "units", "table", "decisionId", "dryRun", "debug", "suit"]
)
TEXTS = st.text() | st.text(st.characters(categories=["Cs"]), min_size=1)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXTS | st.sampled_from(["VERB_PLAY", "CARD_S3"]),
    lambda inner: st.lists(inner) | st.dictionaries(MEMBERS | TEXTS, inner),
    max_leaves=8,
)


@given(st.dictionaries(MEMBERS, VALUES), VALUES)
def test_any_value_is_an_answer_or_a_line_error(members: dict[str, object], verb: object) -> None:
    for value in (members, {"verb": verb}, {"action": members}):
        try:
            found = answer_of(json.dumps(value).encode())
        except LineError as fault:
            assert str(fault)  # noqa: PT017  # either outcome is right
        else:
            assert found.SerializeToString() is not None


@given(st.lists(st.binary(max_size=8)), st.lists(st.integers(0, 60)))
def test_lines_are_the_same_however_they_come_in_pieces(words: list[bytes], cuts: list[int]) -> None:
    text = b"\n".join(word.replace(b"\n", b"") for word in words)
    splitter = Splitter()
    ends = sorted({0, len(text), *(cut for cut in cuts if cut < len(text))})
    lines = [line for start, stop in pairwise(ends) for line in splitter.feed(text[start:stop])]
    assert [*lines, splitter.end()] == text.split(b"\n")


def test_of_a_line_that_never_ends_little_is_kept() -> None:
    splitter = Splitter()
    for _ in range(100):
        assert splitter.feed(b"x" * MOST_BYTES) == []
    assert len(splitter.end()) == MOST_BYTES + 1
    (long,) = splitter.feed(b"\n")
    with pytest.raises(LineError, match="longer than"):
        answer_of(long)
    assert splitter.feed(SMALL + b"\n") == [SMALL]


def test_actions_alone_answer_decisions_in_the_order_they_were_told() -> None:
    both = Both().hear(decision("a", 1), decision("b", 1), decision("a", 2)).read(SMALL, SMALL, SMALL)
    assert both.answered == [("a", 1), ("b", 1), ("a", 2)]


def test_an_answer_without_a_table_keeps_what_else_it_says() -> None:
    both = Both().hear(decision("a", 4)).read(b'{"action":{"verb":"VERB_PASS"},"debug":"why not"}')
    assert both.answered == [("a", 4)]
    assert both.sent[0].debug == "why not"


def test_an_action_that_comes_late_is_not_taken_for_one_to_the_next_decision() -> None:
    both = Both().hear(decision("t1", 1), defaulted("t1", 1), decision("t1", 2)).read(SMALL, SMALL)
    assert both.answered == [("t1", 1), ("t1", 2)]


def test_an_action_that_comes_after_the_match_is_not_taken_for_one_in_the_next() -> None:
    both = Both().hear(decision("t1", 1), ended("t1"), decision("t2", 1)).read(SMALL, SMALL)
    assert both.answered == [("t1", 1), ("t2", 1)]


def test_a_bot_that_named_a_decision_is_not_thought_to_be_late() -> None:
    both = Both().hear(decision("t1", 1), defaulted("t1", 1), decision("t1", 2), decision("t1", 3))
    assert both.read(full("t1", 2), SMALL).answered == [("t1", 2), ("t1", 3)]


def test_a_refused_decision_may_be_answered_again_but_new_ones_come_first() -> None:
    both = Both().hear(decision("t1", 1)).read(SMALL).hear(refusal("t1", 1), decision("t2", 1))
    assert both.read(SMALL, SMALL).answered == [("t1", 1), ("t2", 1), ("t1", 1)]


def test_a_verb_of_another_phase_may_be_answered_again() -> None:
    both = Both().hear(decision("t1", 1)).read(SMALL).hear(stale(1, 1)).read(SMALL)
    assert both.answered == [("t1", 1), ("t1", 1)]


def test_a_line_that_could_not_be_read_counts_as_an_answer_that_came() -> None:
    both = Both().hear(decision("t1", 1)).read(b"?").hear(defaulted("t1", 1), decision("t1", 2)).read(SMALL)
    assert both.answered == [("t1", 2)]


def test_so_does_one_that_came_late() -> None:
    both = Both().hear(decision("t1", 1), defaulted("t1", 1), decision("t1", 2)).read(b"?", SMALL)
    assert both.answered == [("t1", 2)]


def test_a_bot_that_goes_on_with_lines_that_are_no_answers_is_ended() -> None:
    both = Both().hear(decision("t1", 1)).read(*[b"?"] * 199, SMALL, *[b"?"] * 199)
    assert both.answered == [("t1", 1)]
    with pytest.raises(BotEndedError, match="200 lines in a row that are no answers; the last: no JSON at character 1"):
        both.read(b"?")


def test_an_action_when_nothing_is_open_is_an_error_that_names_no_decision() -> None:
    both = Both().read(SMALL)
    assert both.error == {"text": "no decision is open", "line": 1}
    both.hear(decision("t1", 1)).read(SMALL, SMALL)
    assert both.error == {"text": "no decision is open", "line": 3}
    assert both.answered == [("t1", 1)]


def test_a_dry_run_answers_nothing() -> None:
    both = Both().hear(decision("t1", 1)).read(b'{"action":{"verb":"VERB_PASS"},"dryRun":true}')
    verdict = pb.Verdict(table="t1", decision_id=1, dry_run=True, accepted=pb.Accepted())
    assert both.hear(pb.Item(verdict=verdict)).read(SMALL).answered == [("t1", 1), ("t1", 1)]


def test_an_answer_to_a_decision_nobody_knows_is_the_referees_to_judge() -> None:
    assert Both().read(full("t9", 9)).answered == [("t9", 9)]


def test_a_decision_asked_again_after_a_loss_is_told_once_and_its_answer_repeated() -> None:
    both = Both().hear(seated(), decision())
    told = len(both.told)
    assert both.hear(decision()).sent == []
    both.read(SMALL).hear(seated(), decision())
    assert both.answered == [("t1", 1), ("t1", 1)]
    assert [b"decision" in line for line in both.told[told:]] == [False]


def test_a_refused_answer_is_not_repeated_after_a_loss() -> None:
    both = Both().hear(decision()).read(SMALL).hear(refusal(), decision())
    assert both.answered == [("t1", 1)]


def test_nothing_is_kept_of_decisions_that_are_done() -> None:
    both = Both().hear(decision("t1", 1)).read(SMALL).hear(accepted("t1", 1))
    both.hear(decision("t1", 2)).read(SMALL).hear(ended("t1"))
    both.hear(decision("t2", 1), ended("t2")).read(full("t3", 1))
    assert both.interpreter.told == {}


def test_an_item_of_a_later_version_is_passed_over() -> None:
    assert Both().hear(pb.Item()).told == []


def test_what_went_wrong_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    Both().hear(decision()).read(b"\x1b[31mroar").hear(refusal())
    assert [record.getMessage() for record in caplog.records] == [
        "line 1: no JSON at character 1: Expecting value: '\\x1b[31mroar'",
        "table t1, decision 1: refused: follow.suit: you still have 2 hearts",
    ]
