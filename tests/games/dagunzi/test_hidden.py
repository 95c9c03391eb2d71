"""Cards hidden from a seat change nothing it sees, is asked, is offered, or is told of its own mistakes."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

import pytest

from referee.cards import SEATS, BySeat, Card, Cards, Rank, Seat
from referee.game import Action, Claim, Event, EventKind, Position, RefereeError, Verb
from referee.games.shengji.dagunzi.phases.adding import Adding, Picking
from referee.games.shengji.dagunzi.phases.burying import Burying
from referee.games.shengji.dagunzi.phases.tribute import Paying, Returning
from referee.games.shengji.dagunzi.phases.tricks import Tricks
from referee.games.shengji.dagunzi.progress import Progress
from referee.games.shengji.phases.polling import Polling
from tests.games.dagunzi.playing import PACK, Stacked, WithHands, game, in_blood, turns

OPTIONS: list[dict[str, str]] = [
    {},
    {"follow_mode": "dead", "gunzi_shelter": "true", "tribute_return": "lowest_non_joker"},
    {"others_bury_block": "any_point"},
]


def reshuffled(piles: Sequence[Cards], chance: random.Random) -> list[Cards]:
    """Deal the cards of some piles anew, as many to each."""
    faces = [face for pile in piles for face in pile]
    chance.shuffle(faces)
    return [tuple(sorted(faces.pop() for _ in pile)) for pile in piles]


def knows_kitty(position: WithHands, seat: Seat) -> bool:
    if isinstance(position, Paying | Returning):
        return False
    laid_away = isinstance(position, Adding | Picking | Tricks) and seat == position.terms.declarer
    return laid_away or isinstance(position, Burying) or position.terms.public


def disguised(position: WithHands, seat: Seat, chance: random.Random) -> WithHands:
    """Change everything that the seat cannot know."""
    others = [other for other in SEATS if other != seat]
    terms, known = position.terms, knows_kitty(position, seat)
    *dealt, kitty = reshuffled([*(position.hands[other] for other in others), () if known else terms.kitty], chance)
    hands = dict(zip(others, dealt, strict=True)) | {seat: position.hands[seat]}
    disguise = terms if known else replace(terms, kitty=kitty)
    return replace(position, hands=BySeat(hands[each] for each in SEATS), terms=disguise)


def attempts(position: WithHands, seat: Seat, chance: random.Random) -> Iterator[Action]:
    """Try things that are mostly wrong."""
    hand = position.hands[seat]
    for _ in range(6):
        size = min(len(hand), chance.choice([1, 1, 2, 2, 3, 6]))
        mine = tuple(sorted(chance.sample(hand, size)))
        some = tuple(sorted(map(Card, chance.choices(range(54), k=size))))
        jokers = tuple(face for face in hand if face >= 52)[:size]
        for cards in (mine, some, jokers):
            yield from (Action(verb, cards) for verb in Verb if verb is not Verb.WAIT)
            yield Action(Verb.PLAY, cards, Claim(units=(cards[:1], cards[1:])))


def refusal(position: Position, seat: Seat, action: Action) -> str:
    try:
        position.act(seat, action)
    except RefereeError as fault:
        return str(fault)
    return "accepted"


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_hidden_cards_do_not_change_questions_offers_or_refusals(options: dict[str, str]) -> None:
    chance = random.Random("hidden")
    refused: Counter[str] = Counter()
    for seed in range(12):
        rules = game(**options)
        for turn in turns(rules, in_blood(rules, seed), seed):
            position, seat = turn.position, turn.seat
            if not isinstance(position, WithHands) or seat is None:
                continue
            if isinstance(position, Tricks) and chance.random() < 0.8:
                continue
            other = disguised(position, seat, chance)
            assert other.ask(seat) == position.ask(seat)
            assert list(islice(other.moves(seat), 60)) == list(islice(position.moves(seat), 60))
            for action in attempts(position, seat, chance):
                told = refusal(position, seat, action)
                refused[type(position).__name__] += told != "accepted"
                assert refusal(other, seat, action) == told
    assert set(refused) == {"Paying", "Returning", "Burying", "Adding", "Picking", "Tricks"}


def seen(events: Sequence[Event], seat: Seat) -> list[Event]:
    return [event for event in (each.seen_by(seat) for each in events) if event is not None]


def told_while_dealing(pack: Cards, progress: Progress, seat: Seat, seed: int) -> list[object]:
    """Let everybody else pass, and one seat act at random; return all that it sees, is asked and offered."""
    chance = random.Random(seed)
    position, events = game().deal(progress, Stacked((pack, PACK)))
    record: list[object] = []
    while isinstance(position, Polling):
        record += seen(events, seat)
        acting, action = position.turn, Action(Verb.PASS)
        if acting == seat:
            offered = list(position.moves(seat))
            record += [position.ask(seat), offered, refusal(position, seat, Action(Verb.DECLARE, (Card(0),)))]
            action = chance.choice(offered)
        position, events = position.act(acting, action)
    return [*record, [event for event in seen(events, seat) if event.kind is EventKind.DEALT]]


@pytest.mark.parametrize("progress", [Progress((Rank.THREE,) * 2), Progress((Rank.SIX,) * 2, Seat.EAST)], ids=str)
def test_hidden_cards_do_not_change_what_a_seat_learns_while_cards_are_dealt(progress: Progress) -> None:
    chance = random.Random("dealing")
    for seed in range(60):
        pack = chance.sample(PACK, len(PACK))
        seat = SEATS[seed % 4]
        mine = set(range(seat, 156, 4))
        hidden = [face for place, face in enumerate(pack) if place not in mine]
        chance.shuffle(hidden)
        other = [face if place in mine else hidden.pop() for place, face in enumerate(pack)]
        before, after = (told_while_dealing(tuple(each), progress, seat, seed) for each in (pack, other))
        assert before == after


def test_an_attempt_to_add_to_a_secret_kitty_says_no_more_than_a_pass_if_it_fails() -> None:
    """Whoever watches cannot tell the two apart, whatever the kitty holds."""
    tried = 0
    for seed in range(60):
        rules = game(others_bury_block="any_point")
        for turn in turns(rules, in_blood(rules, seed), seed):
            position, seat = turn.position, turn.seat
            if not isinstance(position, Adding) or seat is None or position.terms.public:
                continue
            for action in position.moves(seat):
                step = position.act(seat, action)
                if action.verb is Verb.ADD and not isinstance(step.position, Picking):
                    tried += 1
                    assert step == position.act(seat, Action(Verb.PASS))
    assert tried > 10
