"""What a kitty may be: dry, public, open to jokers (docs/rules/dagunzi.md 6)."""

from collections.abc import Callable

from referee.cards import HJ, JOKERS, LJ, POINTS, RANK_OF, SUIT_OF, Card, Cards, Rank
from referee.game import RuleError
from referee.games.shengji.dagunzi.rules import Rules
from referee.games.shengji.order import TRUMPS, Order


def is_permanent(order: Order, face: Card) -> bool:  # noqa: ARG001 - a test like the others
    return RANK_OF[face] in (None, Rank.TWO)


def is_out_of_suit(order: Order, face: Card) -> bool:
    return SUIT_OF[face] != order.trump or RANK_OF[face] == order.level


def is_permanent_or_level(order: Order, face: Card) -> bool:
    return RANK_OF[face] in (None, Rank.TWO, order.level)


LEFT_OUT: dict[str, Callable[[Order, Card], bool]] = {
    "permanents": is_permanent,
    "trump_suit": is_out_of_suit,
    "merged": is_permanent_or_level,
}
"""Which trumps do not count in the test for a dry pot."""


def is_dry(rules: Rules, order: Order, kitty: Cards, *, first_deal: bool) -> bool:
    """Judge a kitty that all have seen: dry is one of trumps only, or with no trumps but such as are left out."""
    if not rules.dry_pot or (first_deal and not rules.dry_pot_first_hand):
        return False
    trumps = [face for face in kitty if order.group[face] == TRUMPS]
    left_out = LEFT_OUT[rules.dry_pot_test]
    return len(trumps) == len(kitty) or all(left_out(order, face) for face in trumps)


def has_joker(kitty: Cards) -> bool:
    return LJ in kitty or HJ in kitty


def big_before_small(cards: Cards, kept: Cards) -> bool:
    """Return whether no small joker is laid away while a big one is kept."""
    return LJ not in cards or HJ not in kept


def check_big_before_small(cards: Cards, kept: Cards, rule: str) -> None:
    if not big_before_small(cards, kept):
        raise RuleError(rule, "lay away your big jokers before a small one")


def pickable(rules: Rules, kitty: Cards) -> Cards:
    """Return the cards that may be picked: neither jokers nor points; none if the kitty takes no more jokers."""
    if rules.others_bury_block == "any_point" and any(POINTS[face] for face in kitty):
        return ()
    return tuple(face for face in kitty if face not in JOKERS and not POINTS[face])
