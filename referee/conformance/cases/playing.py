"""How a client plays by the rules."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice
from typing import NamedTuple

from referee.cards import Seat
from referee.conformance.client import Client, Failed
from referee.conformance.sitting import Moment, match, sit, sit_at
from referee.game import Action, Claim, RuleError, Verb
from referee.games import GAMES
from referee.server.legal import Choice
from referee.server.wire.game import read_action
from referee.table.match import Mode
from referee.table.table import Table

LOOK = 200
"""Legal actions to look through for one of a kind."""
CROWD = 300
MOST_ANSWERS = 200
"""Of one message: what a client sends has a limit in bytes."""


class Scene(NamedTuple):
    """A question of a real deal in which a verb is legal."""

    game: str
    board: int
    verb: Verb


async def declaring(client: Client) -> None:
    """Answers while cards are dealt: PASS, WAIT and DECLARE."""
    await act_out(
        client,
        Scene("tractor", 0, Verb.PASS),
        Scene("tractor", 0, Verb.WAIT),
        Scene("tractor", 0, Verb.DECLARE),
        Scene("chaodi", 1, Verb.DECLARE),
        Scene("dagunzi", 1, Verb.DECLARE),
    )


async def kitty(client: Client) -> None:
    """Lays cards away, adds to the kitty and picks from it: BURY, ADD and PICK."""
    await act_out(
        client,
        Scene("tractor", 0, Verb.BURY),
        Scene("dagunzi", 3, Verb.BURY),
        Scene("dagunzi", 0, Verb.ADD),
        Scene("dagunzi", 0, Verb.PICK),
    )


async def tribute(client: Client) -> None:
    """Pays and returns tribute, and shows the jokers that make it void, or not: PAY, RETURN, RESIST and DECLINE."""
    await act_out(
        client,
        Scene("guandan", 1, Verb.PAY),
        Scene("guandan", 1, Verb.RETURN),
        Scene("guandan", 41, Verb.RESIST),
        Scene("guandan", 41, Verb.DECLINE),
    )


async def tricks(client: Client) -> None:
    """Leads and follows in every game: PLAY, and PASS where that is all it may do."""
    await act_out(client, *(Scene(game, 0, Verb.PLAY) for game in GAMES))
    forced = sit_at("forced", "guandan", 0, nothing_but_pass)
    await client.ask(forced)
    await client.answer(forced)


async def claims(client: Client) -> None:
    """Gives back what a listed action claims: a reading in Guandan, a suit in Da Gunzi, a cut in Tractor."""
    for name, game, choice in CLAIMS:
        sitting = sit_at(name, game, 0, offers(choice))
        [listed] = sitting.actions(1, choice)
        await client.ask(sitting, choice=just(listed))
        answer = (await client.answer(sitting)).answer
        action = read_action(answer.action)
        if action.cards == listed.cards and action.claim != listed.claim:
            raise Failed(f"answered decision {answer.decision_id} of table {name} without the claim of the action")


async def whole_deals(client: Client) -> None:
    """Plays a whole deal of every game, all at the same time, and never against the rules."""
    await client.play(*(sit(name, name) for name in GAMES))


async def next_deal(client: Client) -> None:
    """Plays on at the same table when a deal has ended and the next of the match begins."""
    sitting = sit("t1", "tractor", given=replace(match("tractor"), mode=Mode.MATCH, max_deals=2))
    while not sitting.table.past:
        await client.ask(sitting)
        await client.answer(sitting)
        sitting.go_on()
    await client.ask(sitting)
    await client.answer(sitting)


async def many_decisions(client: Client) -> None:
    """Answers every one of 300 decisions of 300 tables in one frame."""
    await answer_crowd(client)


async def many_answers(client: Client) -> None:
    """Sends no more than 200 answers in one message when it is asked 300 decisions in one frame."""
    await answer_crowd(client)
    assert client.stream
    most = client.stream.most_answers
    if most > MOST_ANSWERS:
        raise Failed(f"sent {most} answers in one message, expected {MOST_ANSWERS} at most")


async def answer_crowd(client: Client) -> None:
    """Ask at many tables in one frame."""
    sittings = [sit(f"t{number}", "tractor", number) for number in range(CROWD)]
    await client.ask(*sittings)
    await client.answers(*sittings)


async def act_out(client: Client, *scenes: Scene) -> None:
    """Ask for each scene's verb and nothing else."""
    for scene in scenes:
        choice = only(scene.verb)
        name = f"{scene.game}.{scene.verb.name.lower()}"
        sitting = sit_at(name, scene.game, scene.board, offers(choice))
        await client.ask(sitting, choice=choice)
        await client.answer(sitting)


def only(verb: Verb) -> Choice:
    return lambda actions: (action for action in actions if action.verb is verb)


def just(action: Action) -> Choice:
    return lambda _: (action,)


def offers(choice: Choice) -> Moment:
    """A moment at which such an action is legal."""

    def moment(table: Table, seat: Seat) -> bool:
        action = next(iter(choice(table.position.moves(seat))), None)
        return action is not None and is_legal(table, seat, action)

    return moment


def is_legal(table: Table, seat: Seat, action: Action) -> bool:
    try:
        table.position.act(seat, action)
    except RuleError:
        return False
    return True


def nothing_but_pass(table: Table, seat: Seat) -> bool:
    return [action.verb for action in islice(table.position.moves(seat), 2)] == [Verb.PASS]


def readings(actions: Iterator[Action]) -> Iterable[Action]:
    """Plays whose cards can be read in two ways."""
    listed = list(islice(actions, LOOK))
    readings_of = Counter(action.cards for action in listed)
    return (action for action in listed if readings_of[action.cards] > 1)


def suits(actions: Iterator[Action]) -> Iterable[Action]:
    return (action for action in actions if action.claim and action.claim.suit is not None)


def cuts(actions: Iterator[Action]) -> Iterable[Action]:
    """Announce what a lead of several cards is cut into."""
    return (
        action._replace(claim=Claim(units=(action.cards,)))
        for action in actions
        if action.verb is Verb.PLAY and len(action.cards) > 1
    )


CLAIMS: tuple[tuple[str, str, Choice], ...] = (
    ("reading", "guandan", readings),
    ("suit", "dagunzi", suits),
    ("cut", "tractor", cuts),
)

CASES = (declaring, kitty, tribute, tricks, claims, whole_deals, next_deal, many_decisions, many_answers)
