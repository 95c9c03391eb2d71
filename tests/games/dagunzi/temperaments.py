"""Players that are all chance but for a temper: whom they would see win, and whether they show anything."""

import random
from itertools import islice
from typing import NamedTuple

from referee.cards import SIDES, BySeat, Cards, Seat, Side, points
from referee.game import Action, Position, Verb
from referee.games.shengji.dagunzi.following import strength
from referee.games.shengji.dagunzi.kitty import big_before_small
from referee.games.shengji.dagunzi.phases.burying import Burying
from referee.games.shengji.dagunzi.phases.tricks import Trick, Tricks
from referee.games.shengji.following import without
from referee.games.shengji.phases.polling import Polling

MOST = 64
"""Of so many legal actions one is chosen."""
UNRULY = 0.02
"""How often a player forgets its temper."""


class Temper(NamedTuple):
    favours: Side | None
    """Whom it would see win: its own side, the other, or it does not care."""
    shy: bool
    """Whether it shows nothing while cards are dealt."""


def tempers(chance: random.Random) -> BySeat[Temper]:
    """Draw a temper for the partners of each side."""
    even, odd = (Temper(chance.choice((None, *SIDES)), chance.random() < 1 / 3) for _ in SIDES)
    return BySeat((even, odd, even, odd))


def choose(position: Position, seat: Seat, temper: Temper, chance: random.Random) -> Action:
    if isinstance(position, Burying) and chance.random() < 0.5:
        buried = tuple(sorted(chance.sample(position.hands[seat], 6)))
        if big_before_small(buried, without(position.hands[seat], buried)):
            return Action(Verb.BURY, buried)
    offered = list(islice(position.moves(seat), MOST))
    if chance.random() < UNRULY:
        return chance.choice(offered)
    if isinstance(position, Polling) and temper.shy:
        return offered[0]
    if isinstance(position, Tricks) and temper.favours is not None:
        return best_for(temper.favours, position, chance.sample(offered, len(offered)))
    return chance.choice(offered)


def best_for(favoured: Side, position: Tricks, offered: list[Action]) -> Action:
    worth = led_for if position.trick is None else laid_for
    return max(offered, key=lambda action: worth(favoured, position, action.cards))


def led_for(favoured: Side, position: Tricks, cards: Cards) -> tuple[int, ...]:
    """Lead what is hard to beat for the own side, what is easy to beat for the other."""
    power = strength(position.terms.order, cards, position.terms.order.group[cards[0]])
    assert power is not None
    hard = (len(cards), *power)
    return hard if position.turn.side == favoured else tuple(-each for each in hard)


def laid_for(favoured: Side, position: Tricks, cards: Cards) -> tuple[int, ...]:
    """Give the favoured side the trick, and points if it has it."""
    assert position.trick is not None
    has = holder(position, position.trick, cards).side == favoured
    return has, points(cards) if has else -points(cards)


def holder(position: Tricks, trick: Trick, cards: Cards) -> Seat:
    """Return who holds a trick after these cards."""
    power = strength(position.terms.order, cards, trick.lead.group)
    if power is not None and power > trick.strength:
        return position.turn
    return position.turn.after(4 - len(trick.plays) + trick.best)
