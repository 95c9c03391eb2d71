"""Cards hidden from a seat change nothing it sees, is asked, is offered, or is told of its own mistakes."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import TypeAlias

import pytest

from referee.cards import SEATS, BySeat, Card, Cards, Seat
from referee.game import Action, Claim, Event, EventKind, Game, Position, RefereeError, Verb
from referee.games import GAMES as FAMILIES
from referee.games.shengji.phases.burying import Burying, Countering
from referee.games.shengji.phases.polling import Polling
from referee.games.shengji.phases.tricks import Tricks
from referee.table.view import View
from tests.games.shengji.playing import Stacked, chaodi, tractor, turns

GAMES = [
    pytest.param(tractor(), id="two decks"),
    pytest.param(tractor(decks="1"), id="one deck"),
    pytest.param(tractor(decks="3"), id="three decks"),
    pytest.param(tractor(two_trump="true"), id="permanent 2s"),
    pytest.param(chaodi(), id="chaodi, two decks"),
    pytest.param(chaodi(decks="3"), id="chaodi, three decks"),
]


def reshuffled(piles: Sequence[Cards], chance: random.Random) -> list[Cards]:
    """Deal the cards of some piles anew, as many to each."""
    faces = [face for pile in piles for face in pile]
    chance.shuffle(faces)
    return [tuple(sorted(faces.pop() for _ in pile)) for pile in piles]


Played: TypeAlias = Burying | Countering | Tricks


def disguised(position: Played, seat: Seat, chance: random.Random, *, buried: bool) -> Played:
    """Change everything that the seat cannot know; it knows the kitty if it buried last."""
    others = [other for other in SEATS if other != seat]
    knows_kitty = isinstance(position, Burying) or buried
    kitty = () if knows_kitty else position.terms.kitty
    *dealt, laid_away = reshuffled([*(position.hands[other] for other in others), kitty], chance)
    hands = dict(zip(others, dealt, strict=True)) | {seat: position.hands[seat]}
    terms = position.terms if knows_kitty else replace(position.terms, kitty=laid_away)
    return replace(position, hands=BySeat(hands[each] for each in SEATS), terms=terms)


def attempts(position: Played, seat: Seat, chance: random.Random) -> Iterator[Action]:
    """Try things that are mostly wrong."""
    hand = position.hands[seat]
    for _ in range(8):
        size = min(len(hand), chance.choice([1, 1, 2, 2, 3, 4, 8]))
        mine = tuple(sorted(chance.sample(hand, size)))
        some = tuple(sorted(map(Card, chance.choices(range(54), k=size))))
        for cards in (mine, some):
            yield from (Action(verb, cards) for verb in (Verb.PLAY, Verb.BURY, Verb.DECLARE))
            yield Action(Verb.PLAY, cards, Claim(units=(cards[:1], cards[1:])))


def refusal(position: Position, seat: Seat, action: Action) -> str:
    try:
        position.act(seat, action)
    except RefereeError as fault:
        return str(fault)
    return "accepted"


@pytest.mark.parametrize("game", GAMES)
def test_hidden_cards_do_not_change_questions_offers_or_refusals(game: Game) -> None:
    chance, refused = random.Random("hidden"), 0
    for seed in range(4):
        burier = None
        for turn in turns(game, seed):
            position, seat = turn.position, turn.seat
            if not isinstance(position, Played) or seat is None:
                continue
            other = disguised(position, seat, chance, buried=seat == burier)
            burier = seat if isinstance(position, Burying) else burier
            assert other.ask(seat) == position.ask(seat)
            assert list(islice(other.moves(seat), 60)) == list(islice(position.moves(seat), 60))
            for action in attempts(position, seat, chance):
                told = refusal(position, seat, action)
                refused += told != "accepted"
                assert refusal(other, seat, action) == told
    assert refused > 1000


def seen(events: Sequence[Event], seat: Seat) -> list[Event]:
    return [event for event in (each.seen_by(seat) for each in events) if event is not None]


def told_while_dealing(game: Game, pack: Cards, seat: Seat, seed: int) -> list[object]:
    """Let everybody else pass, and one seat act at random; return all that it sees, is asked and offered."""
    chance = random.Random(seed)
    position, events = game.deal(game.start(), Stacked(pack))
    record: list[object] = [*seen(events, seat)]
    while isinstance(position, Polling):
        acting, action = position.turn, Action(Verb.PASS)
        if acting == seat:
            offered = list(position.moves(seat))
            record += [position.ask(seat), offered, refusal(position, seat, Action(Verb.DECLARE, (Card(0),)))]
            action = chance.choice(offered)
        position, events = position.act(acting, action)
        record += seen(events, seat)
    return [each for each in record if not (isinstance(each, Event) and each.kind is EventKind.KITTY)]


@pytest.mark.parametrize("game", GAMES)
def test_hidden_cards_do_not_change_what_a_seat_learns_while_cards_are_dealt(game: Game) -> None:
    game = FAMILIES[game.name].make({**game.options, "nobody_bids": "no_trump"})
    chance = random.Random("dealing")
    for seed in range(60):
        pack = chance.sample(game.pack(), len(game.pack()))
        total = len(pack) - int(game.options["kitty_size"])
        seat = SEATS[seed % 4]
        mine = set(range(seat, total, 4))
        hidden = [face for place, face in enumerate(pack) if place not in mine]
        chance.shuffle(hidden)
        other = [face if place in mine else hidden.pop() for place, face in enumerate(pack)]
        before, after = (told_while_dealing(game, tuple(each), seat, seed) for each in (pack, other))
        assert before == after


def until_fan_di(game: Game, seed: int) -> tuple[list[Event], Burying | None]:
    """Play up to the first fan-di; return all that happened, and where its owner has taken the kitty up."""
    log: list[Event] = []
    for turn in turns(game, seed):
        log += turn.step.events
        position = turn.step.position
        if isinstance(turn.position, Countering) and isinstance(position, Burying):
            return log, position
        if isinstance(position, Tricks):
            break
    return log, None


def known(log: Sequence[Event], seat: Seat) -> View:
    view = View(seat)
    for event in seen(log, seat):
        view.see(event)
    return view


@pytest.mark.parametrize("decks", ["2", "3"])
def test_whoever_buried_before_learns_nothing_of_what_is_buried_later(decks: str) -> None:
    compared = 0
    for seed in range(0, 600, 2):
        log, holding = until_fan_di(chaodi(decks=decks), seed)
        if holding is None:
            continue
        first, second = (holding.act(holding.holder, action) for action in islice(holding.moves(holding.holder), 2))
        others = [seat for seat in SEATS if seat != holding.holder]
        views = [[known([*log, *step.events], seat) for seat in others] for step in (first, second)]
        assert views[0] == views[1]
        assert all(view.kitty is not None and not view.kitty.cards for view in views[0])
        compared += 1
    assert compared > 10
