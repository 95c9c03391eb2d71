"""The test kit of bots: what is asked, what is checked, what a recording holds."""

import json
from collections.abc import Awaitable
from pathlib import Path

import pytest
from google.protobuf import json_format
from paiju import Action, Bot, Decision, Verb, View, cards, passing, play
from paiju.bots.greedy import Greedy
from paiju.bots.lowest import Lowest
from paiju.errors import BotError
from paiju.testing import RefusedError, ask, check, play_recording, read, write
from paiju.v1 import game_pb2
from paiju.v1 import referee_pb2 as pb

from tests.pages import blocks, page
from tests.paiju.players import Watcher

RECORDED = next(
    item["decision"]
    for block in blocks(page("docs/protocol.md"), "json")
    for item in json.loads(block).get("items", ())
    if "decision" in item
)
"""The decision of the recorded exchange in docs/protocol.md."""
TRACTOR = '{"game": "tractor", "options": {"decks": "2", "two_trump": "false"}}'


@pytest.mark.parametrize("seated", [None, TRACTOR])
def test_a_bot_is_asked_what_json_says(seated: str | None) -> None:
    assert ask(Lowest({}), json.dumps(RECORDED), seated) == play(cards("3s"))


def test_it_finds_its_table_as_it_was_told() -> None:
    bot = Greedy({})
    action = ask(bot, json.dumps(RECORDED), TRACTOR)
    assert action.verb == Verb.VERB_PLAY
    assert {name: (table.game, table.seat) for name, table in bot.tables.items()} == {"t1": ("tractor", 0)}


class Answers(Bot):
    """Answers with what it was given."""

    def __init__(self, action: Action) -> None:
        super().__init__({})
        self.action = action

    async def act(self, view: View, decision: Decision) -> Action:
        return self.action


def asked(**more: object) -> Decision:
    decision = Decision(table="t", decision_id=4, verbs=[Verb.VERB_PLAY], min_cards=1, max_cards=2, legal_complete=True)
    decision.view.hand.extend(cards("2c 2c 5c"))
    decision.legal.extend([play(cards("2c")), play(cards("2c 5c"))])
    decision.default.CopyFrom(decision.legal[0])
    return json_format.ParseDict(more, decision)


@pytest.mark.parametrize(
    ("action", "decision", "rule", "said"),
    [
        pytest.param(passing(), asked(), "decision.verbs", "the verbs are play", id="verb"),
        pytest.param(play([]), asked(), "decision.max_cards", "1 to 2 cards, got 0", id="too few"),
        pytest.param(play(cards("2c 2c 5c")), asked(), "decision.max_cards", "1 to 2 cards, got 3", id="too many"),
        pytest.param(play(cards("5c 5c")), asked(), "view.hand", "there is no 5c in it", id="one copy too many"),
        pytest.param(play(cards("5c")), asked(pool=["CARD_HA"]), "decision.pool", "there is no 5c in it", id="pool"),
        pytest.param(play(cards("5c")), asked(), "decision.legal", "it is not listed", id="not legal"),
        pytest.param(
            Action(verb=Verb.VERB_PASS, cards=cards("2c")),
            asked(verbs=["VERB_PASS"]),
            "decision.verbs",
            "pass takes no cards",
            id="a pass with cards",
        ),
    ],
)
def test_what_the_decision_forbids_is_refused(action: Action, decision: Decision, rule: str, said: str) -> None:
    with pytest.raises(RefusedError) as refused:
        ask(Answers(action), decision)
    assert (refused.value.rule, refused.value.action) == (rule, action)
    assert str(refused.value).startswith("table t, decision 4: ")
    assert f"{rule}: {said}" in str(refused.value)
    assert str(refused.value).endswith("; for example play 2c (hand 2c 2c 5c)")


@pytest.mark.parametrize(
    ("action", "decision"),
    [
        pytest.param(play(cards("5c 2c")), asked(), id="cards in any order"),
        pytest.param(play(cards("5c")), asked(legal_complete=False), id="what may be legal"),
        pytest.param(passing(), asked(verbs=["VERB_PASS"]), id="a pass"),
    ],
)
def test_what_may_be_legal_is_allowed(action: Action, decision: Decision) -> None:
    check(decision, action)
    assert ask(Answers(action), decision) == action


def test_a_bot_that_fails_is_no_refusal() -> None:
    class Broken(Bot):
        def act(self, view: View, decision: Decision) -> Awaitable[Action]:
            raise ZeroDivisionError

    with pytest.raises(BotError, match="table t, decision 4: the bot failed") as failure:
        ask(Broken({}), asked())
    assert isinstance(failure.value.__cause__, ZeroDivisionError)


def test_a_recording_is_told_in_its_order(tmp_path: Path) -> None:
    events = pb.TableEvents(table="t", events=[game_pb2.Event(seq=seq) for seq in (1, 2)])
    items = [pb.Item(seated=pb.Seated(table="t")), pb.Item(events=events), pb.Item(decision=asked())]
    write(tmp_path / "a.jsonl", items)
    assert list(read(tmp_path / "a.jsonl")) == items
    watcher = Watcher()
    assert play_recording(watcher, tmp_path / "a.jsonl") == [play(cards("2c"))]
    assert watcher.seqs == [1, 2]
