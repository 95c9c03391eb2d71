"""Shows: what names the trump suit, and what goes over what stands (docs/rules/dagunzi.md 4)."""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple, TypeAlias

from referee.cards import HJ, JOKERS, LJ, SUIT_OF, SUITS, Card, Cards, Rank, Seat, Suit, card
from referee.game import Action, Claim, RuleError, Verb

SEIZE = Action(Verb.DECLARE, (HJ,))


class Show(NamedTuple):
    """The show that stands."""

    seat: Seat
    cards: Cards
    trump: Suit


Standing: TypeAlias = Show | None


@cache
def offers(level: Rank) -> tuple[Action, ...]:
    """Return everything that can be shown after the first deal, from the weakest."""
    levels = (Action(Verb.DECLARE, (card(suit, level),) * copies) for copies in (1, 2, 3) for suit in SUITS)
    jokers = (Action(Verb.DECLARE, (joker,) * 3, Claim(suit)) for joker in JOKERS for suit in SUITS)
    return (*levels, *jokers)


def value(cards: Cards) -> int:
    """From one level card, 1, to three big jokers, 5."""
    return {LJ: 4, HJ: 5}.get(cards[0], len(cards))


def goes_over(cards: Cards, standing: Standing) -> bool:
    return standing is None or value(cards) > value(standing.cards)


def legal_shows(shows: tuple[Action, ...], standing: Standing, held: Cards) -> Iterator[Action]:
    """Yield which of these a seat may show now with these cards."""
    for action in shows:
        cards = action.cards
        if held.count(cards[0]) >= len(cards) and goes_over(cards, standing):
            yield action


def shown(level: Rank, standing: Standing, seat: Seat, action: Action) -> Show:
    """Return what stands after a show. Raise RuleError."""
    cards = action.cards
    trump = named(level, cards, action.claim)
    if not goes_over(cards, standing):
        raise RuleError("declare.standing", "that is not stronger than what stands")
    return Show(seat, cards, trump)


def named(level: Rank, cards: Cards, claim: Claim | None) -> Suit:
    """Return the suit that a show names. Raise RuleError if it is no show."""
    jokers = cards in ((LJ,) * 3, (HJ,) * 3)
    if not jokers and not is_level_show(level, cards):
        raise RuleError("declare.cards", f"show up to three level cards ({level}) of one suit, or three equal jokers")
    suit = None if claim is None else claim.suit
    if claim is not None and claim != Claim(suit):
        raise RuleError("declare.suit", "claim a suit and nothing else")
    if not jokers:
        printed = SUIT_OF[cards[0]]
        assert printed is not None
        if suit not in (None, printed):
            raise RuleError("declare.suit", "level cards name their own suit")
        return printed
    if suit not in SUITS:
        raise RuleError("declare.suit", "three jokers need a suit to name: c, d, h or s")
    return suit


def is_level_show(level: Rank, cards: Cards) -> bool:
    level_cards: set[Card] = {card(suit, level) for suit in SUITS}
    return 1 <= len(cards) <= 3 and cards[0] in level_cards and len(set(cards)) == 1


def check_seize(action: Action) -> None:
    """Raise RuleError unless a big joker is shown."""
    if action.cards != SEIZE.cards:
        raise RuleError("declare.cards", "in the first deal of a match show one big joker")
    if action.claim is not None:
        raise RuleError("claim.none", "a big joker names no suit; the next card does")
