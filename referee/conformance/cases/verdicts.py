"""How a client takes what becomes of its answers."""

from paiju.v1 import referee_pb2

from referee.conformance.client import Client, Failed
from referee.conformance.sitting import Sitting, sit, sit_at
from referee.game import Action, Verb
from referee.server.item import Told
from referee.server.wire import player as wire_player
from referee.table.match import Ended, EndReason, forfeit
from referee.table.table import Accepted, Forfeited, Refused, Stale

WAITS_S = 3.0
"""A client that has not answered again for so long waits for its time to run out."""


async def refused(client: Client) -> None:
    """Answers otherwise or waits when its answer is refused, and never sends the refused action again."""
    sitting = sit_at("t1", "tractor", 0, lambda table, seat: table.position.ask(seat).verbs == (Verb.PLAY,))
    default, example = sitting.actions(2)
    said: list[Action | None] = []

    def refuse_once(answer: referee_pb2.Answer) -> referee_pb2.Verdict | None:
        said.append(wire_player.read_answer(answer).action)
        if len(said) > 1:
            return None
        other = example if said[0] == default else default
        return verdict(sitting, Refused("follow.suit", "you still have cards of the suit that was led", other, 1))

    client.judge.script = refuse_once
    await client.ask(sitting)
    await client.heard("answered")
    again = await client.may_answer(WAITS_S)
    if again is None:
        client.remarks.append("waits after a refusal")
        client.say(sitting.time_up())
    elif said[1] == said[0] != default:
        raise Failed("sent the action again that had just been refused")
    elif not again.will_do:
        raise Failed(f"answered again with {again}")
    client.judge.script = None
    await plays_on(client, sitting)


async def too_late(client: Client) -> None:
    """Plays on when its time was up, the default action was taken for it, and its own answer is stale."""
    sitting = sit("t1", "tractor")

    def late(answer: referee_pb2.Answer) -> referee_pb2.Verdict:
        client.judge.script = None
        client.say(sitting.time_up(), *client.asking(sitting))
        return verdict(sitting, Stale(f"decision {answer.decision_id} is closed", sitting.decision), answer.decision_id)

    client.judge.script = late
    await client.ask(sitting)
    await client.heard("answered decision 1 of table t1")
    await client.answer(sitting)


async def forfeited(client: Client) -> None:
    """Plays its other tables when an answer has cost it a match."""
    lost = sit("lost", "tractor")

    def cost(answer: referee_pb2.Answer) -> referee_pb2.Verdict:
        client.judge.script = None
        return verdict(lost, Forfeited(EndReason.ILLEGAL, lost.seat), answer.decision_id)

    client.judge.script = cost
    await client.ask(lost)
    await client.heard("answered decision 1 of table lost")
    client.close(lost, forfeit(lost.table.match, EndReason.ILLEGAL, lost.seat))
    await plays_on(client, sit("other", "guandan", 1))


async def odd_verdicts(client: Client) -> None:
    """Plays on after verdicts it cannot place: one again, of a table or a decision it never heard of, or empty."""
    sitting = sit("t1", "tractor")
    await client.ask(sitting)
    given = (await client.answer(sitting)).verdict
    assert given
    again = referee_pb2.Verdict()
    again.CopyFrom(given)
    again.duplicate = True
    done = Accepted(1, 60_000, Action(Verb.PASS))
    client.send(referee_pb2.Item(verdict=again))
    client.say(Told("no such table", 1, done), Told("t1", 4_000, done), Told("t1", 4_001, Stale("not asked", 0)))
    client.send(referee_pb2.Item(verdict=referee_pb2.Verdict(table="t1", decision_id=1)))
    await plays_on(client, sitting)


async def match_ended(client: Client) -> None:
    """Plays at a new table when a match has ended while it was asked."""
    void = sit("void", "tractor")
    await client.ask(void)
    client.close(void, Ended(EndReason.VOID))
    await plays_on(client, sit("new", "guandan", 1))


async def plays_on(client: Client, sitting: Sitting) -> None:
    sitting.go_on()
    await client.ask(sitting)
    await client.answer(sitting)


def verdict(sitting: Sitting, given: Refused | Stale | Forfeited, decision: int | None = None) -> referee_pb2.Verdict:
    message = referee_pb2.Verdict()
    wire_player.fill_verdict(message, Told(sitting.name, decision or sitting.decision, given))
    return message


CASES = (refused, too_late, forfeited, odd_verdicts, match_ended)
