"""Each case passes clients that are right, and fails one that is wrong in just its way."""

import asyncio
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import pytest
from paiju.v1 import game_pb2

from referee.conformance.case import Case, cases
from referee.conformance.cases import CASES
from referee.conformance.client import Client
from referee.conformance.run import Outcome, Plan, run
from referee.server.wire.game import read_action
from tests.conformance.faults import FAULTS

PLAIN = (sys.executable, "-m", "tests.conformance.plain_client")
LIBRARY = (sys.executable, "-m", "paiju.bots.random")
EVENTFUL = """
import paiju

class Eventful(paiju.Bot):
    async def act(self, view, decision):
        return decision.legal[0]

    def events(self, table, events):
        pass

paiju.run(Eventful)
"""
TOLD_IN_EVENTS = ("comes-back", "what-it-has-seen", "next-deal", "unknown-fields", "unknown-values", "forgotten-table")
PATIENCE_S = 10.0

FOUND: Mapping[str, str] = {
    "token-in-every-call": "Act came with no `authorization: Bearer TOKEN`",
    "hello-first": "said it speaks protocol 2 to 3, expected 1 among them",
    "unknown-token": "ended with exit code 0, expected another: a script could not tell that it failed",
    "other-version": "ended with exit code 4 and said nothing on standard error",
    "nobody-there": "ended with exit code 0, expected another: a script could not tell that it failed",
    "end-of-stream": "ended with exit code 1, expected 0",
    "draining": "ended with exit code 0 before it had answered decision 2 of table t1",
    "superseded": "opened a stream again",
    "dropped": "opened a stream again",
    "comes-back": "ended with exit code 3 before it had opened a stream with Listen or Play",
    "referee-away": "ended with exit code 3 while the referee was away, within its window of 30 s",
    "pauses": "s after the one before, expected 0.1 s at least",
    "lost-answer": "ended with exit code 1 before it had answered decision 1 of table t1",
    "lost-verdict": "sent decision_id 1 of table t1, expected 2",
    "what-it-has-seen": "said it has seen event 9999 of table t1, but was sent 9",
    "gone-for-good": "ended with exit code 0, expected another: a script could not tell that it failed",
    "never-served": "ended with exit code 0, expected another: a script could not tell that it failed",
    "endless-loss": "had not ended after 12 s",
    "forgotten-table": "ended with exit code 1 before it had answered decision 2 of table other",
    "declaring": "answered decision 1 of table tractor.wait with play: stale",
    "kitty": "of table tractor.bury with bury 6c 7c 6h 6h 3s 7s As: bury.count: lay away 8 cards, not 7",
    "tribute": "answered decision 1 of table guandan.decline with play: stale",
    "tricks": "of table forced with play 3c: play.does_not_beat: single 3 does not beat bomb4 K",
    "claims": "play.ambiguous: claim what it is: straight_flush 5 or straight 5",
    "whole-deals": "of table guandan with bury 3c 6c 7c 6h 6h 3s 7s As: stale",
    "next-deal": "ended with exit code 0 before it had answered",
    "many-decisions": "had not answered decision 1 of table t1 after 10 s",
    "many-answers": "sent 300 answers in one message, expected 200 at most",
    "refused": "sent the action again that had just been refused",
    "too-late": "ended with exit code 1 before it had answered decision 2 of table t1",
    "forfeited": "ended with exit code 1 before it had answered decision 1 of table other",
    "odd-verdicts": "ended with exit code 1 before it had answered decision 2 of table t1",
    "match-ended": "ended with exit code 0 before it had answered decision 1 of table new",
    "unknown-fields": "ended with exit code 1 before it had answered decision 2 of table t1",
    "unknown-values": "ended with exit code 1 before it had answered decision 1 of table t1",
    "unknown-items": "ended with exit code 1 before it had answered decision 1 of table t1",
    "long-names": "sent an answer for table 第一轮 long",
    "slow-verdicts": "ended with exit code 1 before it had answered decision 2 of table t1",
    "silence": "opened Listen with a deadline of 5 s, expected none",
}


async def outcomes(chosen: Iterable[Case], plan: Plan) -> list[Outcome]:
    found: list[Outcome] = []
    passed = await run(chosen, plan, found.append)
    assert passed == all(outcome.passed for outcome in found)
    return found


@pytest.mark.parametrize("command", [pytest.param(PLAIN, id="plain"), pytest.param(LIBRARY, id="library")])
def test_a_right_client_passes_every_case(command: Sequence[str]) -> None:
    found = asyncio.run(outcomes(CASES.values(), Plan(command)))
    assert [outcome.case.name for outcome in found] == list(CASES)
    assert [(outcome.case.name, outcome.reason, outcome.output) for outcome in found if not outcome.passed] == []


def test_a_client_that_takes_events_passes_the_cases_that_tell_them() -> None:
    told = [CASES[name] for name in TOLD_IN_EVENTS]
    found = asyncio.run(outcomes(told, Plan((sys.executable, "-c", EVENTFUL))))
    assert {outcome.case.name: (outcome.reason, outcome.remarks) for outcome in found} == dict.fromkeys(
        TOLD_IN_EVENTS, ("", ())
    )


def test_a_unix_socket_does_as_well() -> None:
    some = [CASES[name] for name in ("nobody-there", "referee-away", "whole-deals")]
    assert all(outcome.passed for outcome in asyncio.run(outcomes(some, Plan(PLAIN, unix=True))))


@pytest.mark.parametrize("name", CASES)
def test_a_wrong_client_fails_the_case_that_is_for_it(name: str) -> None:
    [outcome] = asyncio.run(outcomes([CASES[name]], Plan((*PLAIN, name), PATIENCE_S)))
    assert not outcome.passed
    assert FOUND[name] in outcome.reason


def test_every_fault_has_its_case() -> None:
    assert list(FAULTS) == list(CASES)


def test_a_client_that_is_killed_has_not_given_up() -> None:
    killed = "import os, signal, sys; sys.stderr.write('oh'); os.kill(os.getpid(), signal.SIGSEGV)"
    [outcome] = asyncio.run(outcomes([CASES["unknown-token"]], Plan((sys.executable, "-c", killed))))
    assert outcome.reason == "was ended by SIGSEGV"


CAUTIOUS = """
import os, sys
from pathlib import Path
from tests.conformance.plain_client import Plain, pb

class Cautious(Plain):
    def act(self, referee, answer):
        assert not super().act(referee, pb.Answer(**fields(answer), dry_run=True)).HasField("stale")
        return super().act(referee, answer)

def fields(answer):
    return {"table": answer.table, "decision_id": answer.decision_id, "action": answer.action}

sys.exit(Cautious(os.environ["PAIJU_ADDRESS"], Path(os.environ["PAIJU_TOKEN_FILE"]).read_text().strip()).run())
"""


def test_a_client_may_try_each_answer_in_a_dry_run() -> None:
    some = [
        CASES[name] for name in ("lost-answer", "lost-verdict", "refused", "too-late", "forfeited", "slow-verdicts")
    ]
    found = asyncio.run(outcomes(some, Plan((sys.executable, "-c", CAUTIOUS))))
    assert [outcome.reason for outcome in found if outcome.reason] == []


STEADY = """
import os, sys
from pathlib import Path
from tests.conformance.plain_client import Plain

Plain.growth = 1.0
sys.exit(Plain(os.environ["PAIJU_ADDRESS"], Path(os.environ["PAIJU_TOKEN_FILE"]).read_text().strip()).run())
"""


def test_pauses_that_do_not_grow_are_found() -> None:
    [outcome] = asyncio.run(outcomes([CASES["pauses"]], Plan((sys.executable, "-c", STEADY))))
    assert outcome.reason == "opened a stream 0.2 s after the first and 0.2 s after the fourth, expected more"


UNUSUAL = """
import os, sys
from pathlib import Path
from tests.conformance.plain_client import Plain

Plain(os.environ["PAIJU_ADDRESS"], Path(os.environ["PAIJU_TOKEN_FILE"]).read_text().strip()).run()
sys.exit(1)
"""


def test_an_unusual_exit_code_is_a_note() -> None:
    [outcome] = asyncio.run(outcomes([CASES["unknown-token"]], Plan((sys.executable, "-c", UNUSUAL))))
    assert outcome.passed
    assert outcome.remarks == ("exit code 1; the clients of this project say 4",)


@pytest.mark.parametrize("name", ["unknown-token", "other-version"])
def test_a_client_that_never_calls_has_not_been_refused(name: str) -> None:
    [outcome] = asyncio.run(outcomes([CASES[name]], Plan((sys.executable, "-c", "raise SystemExit('no')"))))
    assert outcome.reason == "ended with exit code 1 before it had called the referee"


def test_a_client_that_cannot_start_shows_its_last_lines(tmp_path: Path) -> None:
    broken = tmp_path / "broken.py"
    broken.write_text("for number in range(30):\n    print(number)\nraise SystemExit('no bot here')\n")
    [outcome] = asyncio.run(outcomes([CASES["kitty"]], Plan((sys.executable, str(broken)))))
    assert outcome.reason == "ended with exit code 1 before it had opened a stream with Listen or Play"
    assert len(outcome.output) == 20
    assert {"29", "no bot here"} < set(outcome.output)


async def broken(client: Client) -> None:
    """Plays no part."""
    await client.attached()
    raise LookupError("no such thing")


async def misread(client: Client) -> None:
    """Says what cannot be read."""
    await client.attached()
    read_action(game_pb2.Action())


def test_a_case_that_breaks_is_a_failure_of_its_own() -> None:
    found = asyncio.run(outcomes([*cases([broken, misread]).values(), CASES["hello-first"]], Plan(PLAIN)))
    assert [outcome.passed for outcome in found] == [False, False, True]
    assert found[0].reason.startswith("the case itself broke: LookupError('no such thing') at test_cases.py:")
    assert found[1].reason == "sent what a referee refuses: there is no verb 0"
