"""How a client finds its way back."""

from dataclasses import replace
from itertools import pairwise

import grpc

from referee.conformance.client import Client, Failed
from referee.conformance.server import Status
from referee.conformance.sitting import CLOCKS, match, sit

GONE = Status(grpc.StatusCode.UNAVAILABLE, "the call was cancelled")
FAULT = Status(grpc.StatusCode.INTERNAL, "internal fault 0badcafe: see the referee's log")
AWAY_S = 3.0
SHORT_WINDOW_MS = 2_000
SHORTEST_PAUSE_S = 0.1
LONGEST_PAUSE_S = 3.0
LOSSES = 4
GROWTH = 1.5
"""So much longer, at least, is the last of the pauses than the first."""
NEVER_SERVED_S = 45.0
"""Ten seconds to look for a referee are enough, and half a minute is not too long."""


async def comes_back(client: Client) -> None:
    """Returns on a new stream when its line is lost, and answers the open decision under its old id."""
    sitting = sit("t1", "tractor")
    await client.ask(sitting)
    await client.answer(sitting)
    for loss in (GONE, FAULT):
        sitting.go_on()
        client.say(*client.telling(sitting))
        client.end(loss)
        await client.ask(sitting)
        await client.answer(sitting)


async def referee_away(client: Client) -> None:
    """Finds the referee again when all connections break and nobody is there for 3 s."""
    sitting = sit("t1", "tractor")
    await client.ask(sitting)
    await client.answer(sitting)
    sitting.go_on()
    await client.break_off()
    await client.stays(AWAY_S, "while the referee was away, within its window of 30 s")
    await client.port.open()
    await client.ask(sitting)
    await client.answer(sitting)


async def pauses(client: Client) -> None:
    """Leaves at least 0.1 s between two tries when one stream after the other is lost at once, and ever more."""
    for _ in range(LOSSES):
        await client.attached()
        client.end(GONE)
    sitting = sit("t1", "tractor")
    await client.ask(sitting)
    await client.answer(sitting)
    opened = [call.when for call in client.referee.calls if call.method in ("Listen", "Play")]
    first, *_, last = tries = [after - before for before, after in pairwise(opened)]
    if min(tries) < SHORTEST_PAUSE_S:
        raise Failed(f"opened a stream {min(tries):.3f} s after the one before, expected {SHORTEST_PAUSE_S} s at least")
    if last < min(GROWTH * first, LONGEST_PAUSE_S):
        raise Failed(f"opened a stream {first:.1f} s after the first and {last:.1f} s after the fourth, expected more")


async def lost_answer(client: Client) -> None:
    """Answers again when its answer was lost with the line and the same decision is asked after its return."""
    sitting = sit("t1", "tractor")
    await client.ask(sitting)
    client.judge.loses_answers = True
    await client.heard("answered decision 1 of table t1")
    client.end(GONE)
    await client.attached()
    client.judge.loses_answers = False
    await client.ask(sitting)
    await client.answer(sitting)


async def lost_verdict(client: Client) -> None:
    """Answers the next decision when the verdict of its answer was lost with the line."""
    sitting = sit("t1", "tractor")
    await client.ask(sitting)
    client.judge.loses_verdicts = True
    await client.answer(sitting)
    client.end(GONE)
    await client.attached()
    client.judge.loses_verdicts = False
    sitting.go_on()
    await client.ask(sitting)
    await client.answer(sitting)


async def what_it_has_seen(client: Client) -> None:
    """If it asks for events, says on its return no more of them than it was sent."""
    sitting = sit("t1", "tractor")
    await client.ask(sitting)
    await client.answer(sitting)
    sent = sitting.sight.seq
    events = client.wants_events
    client.end(GONE)
    seen = (await client.attached()).seen
    if not events:
        client.remarks.append("asks for no events")
    elif seen.get("t1", 0) > sent:
        raise Failed(f"said it has seen event {seen['t1']} of table t1, but was sent {sent}")
    elif "t1" not in seen:
        client.remarks.append("asks for events, but does not say on its return which it has seen")
    sitting.go_on()
    await client.ask(sitting)
    await client.answer(sitting)


async def gone_for_good(client: Client) -> None:
    """Ends with a message and a code that is not 0 when the referee does not come back in its window, here of 2 s."""
    await play_in_short_window(client)
    await client.break_off()
    await client.gives_up(3, SHORT_WINDOW_MS / 1000 + client.patience)


async def never_served(client: Client) -> None:
    """Ends with a message and a code that is not 0 within 45 s when it is admitted, but every stream fails at once."""
    client.referee.loss = FAULT
    await client.gives_up(3, max(NEVER_SERVED_S, client.patience))


async def endless_loss(client: Client) -> None:
    """Ends with a message and a code that is not 0 when every stream in its window, here of 2 s, fails at once."""
    await play_in_short_window(client)
    client.referee.loss = FAULT
    client.end(FAULT)
    await client.gives_up(3, SHORT_WINDOW_MS / 1000 + client.patience)


async def forgotten_table(client: Client) -> None:
    """Plays its other tables when one has ended while it was away and is not mentioned any more."""
    ended, other, new = sit("ended", "tractor"), sit("other", "tractor", 1), sit("new", "guandan", 2)
    await client.ask(ended, other)
    await client.answers(ended, other)
    client.end(GONE)
    other.go_on()
    await client.ask(other, new)
    await client.answers(other, new)


async def play_in_short_window(client: Client) -> None:
    """Have it play at a table that waits only 2 s for its return."""
    clocks = CLOCKS._replace(reconnect_ms=SHORT_WINDOW_MS)
    sitting = sit("t1", "tractor", given=replace(match("tractor"), clocks=clocks))
    await client.ask(sitting)
    await client.answer(sitting)


CASES = (
    comes_back,
    referee_away,
    pauses,
    lost_answer,
    lost_verdict,
    what_it_has_seen,
    gone_for_good,
    never_served,
    endless_loss,
    forgotten_table,
)
