"""Who pays tribute to whom, with which cards, and what makes it void (docs/rules/guandan.md 5)."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from referee.cards import HJ, JOKERS, BySeat, Card, Cards, Seat
from referee.games.guandan.order import Order
from referee.games.guandan.progress import Progress
from referee.games.guandan.rules import Rules

AUTO_SUITS = "shcd"
"""The order in which suits are taken where nobody chooses."""
LARGEST_RETURN = 10


class Due(NamedTuple):
    """One payment; whom it goes to may depend on the cards paid."""

    payer: Seat
    payee: Seat | None


class Consent(NamedTuple):
    """Who decides whether jokers make tribute void."""

    seats: tuple[Seat, ...]
    """Nobody: it cannot be resisted."""
    alone: bool
    """One of them is enough; else all must agree."""


def payers(rules: Rules, progress: Progress) -> tuple[Seat, ...]:
    """Return who pays, by seat."""
    finish = progress.finish
    if not rules.tribute or len(finish) < 2:
        return ()
    if len(finish) == 2:
        return tuple(sorted((finish[0].after(1), finish[0].after(3))))
    if finish[3] != finish[0].partner:
        return (finish[3],)
    return {"last": (finish[3],), "third": (finish[2],), "none": ()}[rules.payer_14]


def counting(rules: Rules) -> Cards:
    """Return the jokers that count against tribute."""
    return JOKERS if rules.resist_jokers == "any_two" else (HJ,)


def consent(rules: Rules, hands: BySeat[Cards], paying: Iterable[Seat]) -> Consent:
    """Return who must agree to resist: whoever holds two counting jokers alone, or all among whom two are split."""
    held = {seat: sum(hands[seat].count(joker) for joker in counting(rules)) for seat in paying}
    alone = tuple(seat for seat, number in held.items() if number >= 2)
    if alone:
        return Consent(alone, alone=True)
    return Consent(
        tuple(seat for seat, number in held.items() if number) if sum(held.values()) >= 2 else (), alone=False
    )


def shown(rules: Rules, hands: BySeat[Cards], seats: Iterable[Seat]) -> dict[Seat, Cards]:
    """Return the two lowest counting jokers of these seats, by their holders."""
    jokers = sorted((face, seat) for seat in seats for face in hands[seat] if face in counting(rules))[:2]
    return {holder: tuple(face for face, seat in jokers if seat == holder) for _, holder in jokers}


def payable(order: Order, hand: Cards) -> Cards:
    """Return the cards of the highest order value, wilds left out, each once."""
    faces = sorted(set(hand) - {order.wild})
    highest = max(order.value[face] for face in faces)
    return tuple(face for face in faces if order.value[face] == highest)


def picked(order: Order, hand: Cards) -> Card:
    """Pay where nobody chooses."""
    return min(payable(order, hand), key=lambda face: face in JOKERS or AUTO_SUITS.index("cdhs"[face // 13]))


def returnable(rules: Rules, order: Order, hand: Cards, paid: Card, *, to_partner: bool) -> Cards:
    """Return what may be given back, each card once, from the lowest by order value."""
    faces = sorted(set(hand), key=order.low.__getitem__)
    rule = rules.return_rule
    if rule == "max10" or (rule == "max10_partner_only" and to_partner):
        lowest = order.value[faces[0]]
        return tuple(face for face in faces if order.value[face] <= max(lowest, LARGEST_RETURN))
    return tuple(face for face in faces if rule != "any_except_tribute" or face != paid)


def due(rules: Rules, progress: Progress, paying: tuple[Seat, ...], *, crossed: bool) -> tuple[Due, ...]:
    """Return the payments, before any card is seen."""
    first = progress.finish[0]
    if len(paying) == 1:
        return (Due(paying[0], first),)
    if rules.double_pairing == "card_rank":
        return tuple(Due(payer, None) for payer in paying)
    return paired(first, {seat: progress.left[seat] for seat in paying}, crossed=crossed)


def paired(first: Seat, worth: Mapping[Seat, int], *, crossed: bool) -> tuple[Due, ...]:
    """Let the payer with more pay the first; if they are equal each pays the seat before him, unless crossed."""
    near, far = first.after(1), first.after(3)
    nearer = worth[near] > worth[far] or (worth[near] == worth[far] and not crossed)
    payee = {near: first if nearer else first.partner, far: first.partner if nearer else first}
    return tuple(Due(payer, payee[payer]) for payer in sorted(payee))


def settled(
    rules: Rules, order: Order, progress: Progress, cards: Mapping[Seat, Card], *, crossed: bool
) -> tuple[Due, ...]:
    """Return the payments once all cards are in."""
    if rules.double_pairing == "card_rank" and len(cards) == 2:
        worth = {seat: order.value[face] for seat, face in cards.items()}
        return paired(progress.finish[0], worth, crossed=crossed)
    return due(rules, progress, tuple(sorted(cards)), crossed=crossed)


def leader(rules: Rules, order: Order, progress: Progress, cards: Mapping[Seat, Card], dues: Iterable[Due]) -> Seat:
    """Return who leads after tribute was paid."""
    first = progress.finish[0]
    if len(cards) == 1 or rules.double_lead == "payer_to_first":
        return next(each.payer for each in dues if each.payee == first)
    near, far = first.after(1), first.after(3)
    return far if order.value[cards[far]] > order.value[cards[near]] else near
