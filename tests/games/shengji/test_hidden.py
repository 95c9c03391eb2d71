"""Cards hidden from a seat change nothing it sees, is asked, is offered, or is told of its own mistakes."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

import pytest

from referee.cards import SEATS, BySeat, Card, Cards, Seat
from referee.game import Action, Claim, Event, EventKind, Game, Position, RefereeError, Verb
from referee.games.shengji.phases.burying import Burying
from referee.games.shengji.phases.declaring import Declaring
from referee.games.shengji.phases.tricks import Tricks
from tests.games.shengji.playing import Stacked, tractor, turns

OPTIONS: list[dict[str, str]] = [{}, {"decks": "1"}, {"decks": "3"}, {"two_trump": "true"}]


def reshuffled(piles: Sequence[Cards], chance: random.Random) -> list[Cards]:
    """Deal the cards of some piles anew, as many to each."""
    faces = [face for pile in piles for face in pile]
    chance.shuffle(faces)
    return [tuple(sorted(faces.pop() for _ in pile)) for pile in piles]


def disguised(position: Burying | Tricks, seat: Seat, chance: random.Random) -> Burying | Tricks:
    """Change everything that the seat cannot know."""
    others = [other for other in SEATS if other != seat]
    knows_kitty = isinstance(position, Burying) or position.terms.declarer == seat
    kitty = () if knows_kitty else position.terms.kitty
    *dealt, buried = reshuffled([*(position.hands[other] for other in others), kitty], chance)
    hands = dict(zip(others, dealt, strict=True)) | {seat: position.hands[seat]}
    terms = position.terms if knows_kitty else replace(position.terms, kitty=buried)
    return replace(position, hands=BySeat(hands[each] for each in SEATS), terms=terms)


def attempts(position: Burying | Tricks, seat: Seat, chance: random.Random) -> Iterator[Action]:
    """Try things that are mostly wrong."""
    hand = position.hands[seat]
    for _ in range(8):
        size = min(len(hand), chance.choice([1, 1, 2, 2, 3, 4, 8]))
        mine = tuple(sorted(chance.sample(hand, size)))
        some = tuple(sorted(map(Card, chance.choices(range(54), k=size))))
        for cards in (mine, some):
            yield from (Action(verb, cards) for verb in (Verb.PLAY, Verb.BURY))
            yield Action(Verb.PLAY, cards, Claim(units=(cards[:1], cards[1:])))


def refusal(position: Position, seat: Seat, action: Action) -> str:
    try:
        position.act(seat, action)
    except RefereeError as fault:
        return str(fault)
    return "accepted"


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_hidden_cards_do_not_change_questions_offers_or_refusals(options: dict[str, str]) -> None:
    chance, refused = random.Random("hidden"), 0
    for seed in range(4):
        for turn in turns(tractor(**options), seed):
            position, seat = turn.position, turn.seat
            if not isinstance(position, Burying | Tricks) or seat is None:
                continue
            other = disguised(position, seat, chance)
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
    while isinstance(position, Declaring):
        acting, action = position.turn, Action(Verb.PASS)
        if acting == seat:
            offered = list(position.moves(seat))
            record += [position.ask(seat), offered, refusal(position, seat, Action(Verb.DECLARE, (Card(0),)))]
            action = chance.choice(offered)
        position, events = position.act(acting, action)
        record += seen(events, seat)
    return [each for each in record if not (isinstance(each, Event) and each.kind is EventKind.KITTY)]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_hidden_cards_do_not_change_what_a_seat_learns_while_cards_are_dealt(options: dict[str, str]) -> None:
    game = tractor(nobody_bids="no_trump", **options)
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
