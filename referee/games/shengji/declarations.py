"""Declaring: what may be shown, and what beats what stands (docs/rules/tractor.md 4)."""

from collections.abc import Callable, Iterator
from enum import Enum
from typing import NamedTuple, TypeAlias

from referee.cards import HJ, JOKERS, LJ, SUIT_OF, SUITS, Cards, Rank, Seat, Suit, card
from referee.game import RuleError
from referee.games.shengji.rules import Rules


class Way(Enum):
    """How a declaration relates to what stood before."""

    REVEAL = "reveal"
    SELF_PROTECT = "self_protect"
    COUNTER = "counter"
    SELF_COUNTER = "self_counter"
    PARTNER_PROTECT = "partner_protect"
    NO_TRUMP = "no_trump"


class Declaration(NamedTuple):
    """The declaration that stands."""

    seat: Seat
    cards: Cards
    first: Seat
    """Who was first to declare anything in this deal."""
    locked: bool = False
    fans: int = 0

    @property
    def trump(self) -> Suit:
        suit = SUIT_OF[self.cards[0]]
        return Suit.NO_TRUMP if suit is None else suit


Standing: TypeAlias = Declaration | None
Judge: TypeAlias = Callable[[Rules, Declaration, Seat, Cards], Way]


def no_trump_bids(rules: Rules) -> tuple[Cards, ...]:
    """Return the sets of jokers that declare no-trump."""
    if rules.no_trump_bid == "off":
        return ()
    if rules.no_trump_bid == "four_jokers":
        return ((LJ, LJ, HJ, HJ),)
    if rules.decks == 1:
        return (JOKERS,)
    counts = range(2, rules.decks + 1 if rules.bid_policy == "ladder" else 3)
    return tuple((joker,) * count for count in counts for joker in JOKERS)


def level_bids(rules: Rules, level: Rank) -> tuple[Cards, ...]:
    """Return the sets of level cards that declare their suit."""
    most = {"reveal_only": 1, "first_event": 2, "ladder": 3}[rules.bid_policy]
    counts = range(1, min(most, rules.decks) + 1)
    return tuple((card(suit, level),) * count for count in counts for suit in SUITS)


def bids(rules: Rules, level: Rank) -> tuple[Cards, ...]:
    """Return everything that can be shown to declare."""
    return level_bids(rules, level) + no_trump_bids(rules)


def is_jokers(cards: Cards) -> bool:
    return cards[0] in JOKERS


def declare(rules: Rules, standing: Standing, seat: Seat, cards: Cards) -> tuple[Way, Declaration]:
    """Return how a bid relates to what stands and what stands after it. Raise RuleError."""
    locked = rules.bid_policy != "ladder" and len(cards) > 1
    if standing is None:
        way = Way.NO_TRUMP if is_jokers(cards) else Way.REVEAL
        return way, Declaration(seat, cards, seat, locked=locked)
    way = JUDGES[rules.bid_policy](rules, standing, seat, cards)
    if way is Way.PARTNER_PROTECT:
        return way, standing._replace(cards=standing.cards + cards, locked=True)
    more_of_the_same = seat == standing.seat and cards[0] == standing.cards[0]
    fans = standing.fans + (not more_of_the_same)
    return way, Declaration(seat, cards, standing.first, locked=locked, fans=fans)


def first_event(rules: Rules, standing: Declaration, seat: Seat, cards: Cards) -> Way:
    """A single can be protected or countered once, by a pair; jokers go over everything."""
    if is_jokers(standing.cards):
        raise RuleError("declare.no_trump", "nothing goes over no-trump")
    if is_jokers(cards):
        return Way.NO_TRUMP
    if standing.locked:
        raise RuleError("declare.locked", "what stands is protected; only jokers go over it")
    if cards[0] == standing.cards[0]:
        return protect(rules, standing, seat, cards)
    if len(cards) < 2:
        raise RuleError("declare.standing", "a single does not go over a single; show a pair")
    return counter(rules, standing, seat)


def counter(rules: Rules, standing: Declaration, seat: Seat) -> Way:
    """Judge cards of another suit than what stands."""
    if seat != standing.seat:
        return Way.COUNTER
    if not rules.allow_self_counter:
        raise RuleError("declare.self_counter", "you may not counter your own declaration")
    return Way.SELF_COUNTER


def protect(rules: Rules, standing: Declaration, seat: Seat, cards: Cards) -> Way:
    """Judge a second copy of the single that stands."""
    if seat == standing.seat:
        return Way.SELF_PROTECT
    if seat != standing.seat.partner or len(cards) > 1:
        raise RuleError("declare.standing", "that suit stands already; show a pair of another suit")
    if not rules.allow_partner_protect:
        raise RuleError("declare.partner_protect", "you may not protect your partner's declaration")
    return Way.PARTNER_PROTECT


def ladder(rules: Rules, standing: Declaration, seat: Seat, cards: Cards) -> Way:
    """Whatever is strictly stronger goes over it."""
    if strength(cards) <= strength(standing.cards):
        raise RuleError("declare.standing", "that is not stronger than what stands")
    if is_jokers(cards):
        return Way.NO_TRUMP
    if seat == standing.seat and cards[0] == standing.cards[0]:
        return Way.SELF_PROTECT
    return counter(rules, standing, seat)


def strength(cards: Cards) -> int:
    """From one level card, 1, to three of a joker, or both pairs of jokers, 5."""
    if is_jokers(cards):
        return 3 if len(cards) == 2 else 5
    return (1, 2, 4)[len(cards) - 1]


def reveal_only(rules: Rules, standing: Declaration, seat: Seat, cards: Cards) -> Way:  # noqa: ARG001 - a judge like the others
    if is_jokers(standing.cards):
        raise RuleError("declare.no_trump", "nothing goes over no-trump")
    if not is_jokers(cards):
        raise RuleError("declare.standing", "only jokers go over what stands")
    return Way.NO_TRUMP


JUDGES: dict[str, Judge] = {"first_event": first_event, "ladder": ladder, "reveal_only": reveal_only}


def whole(rules: Rules, standing: Standing, seat: Seat, cards: Cards) -> Cards:
    """Read the second copy of one's own single as the pair."""
    single = rules.bid_policy == "first_event" and standing is not None and not standing.locked
    if single and standing is not None and seat == standing.seat and cards == standing.cards:
        return cards * 2
    return cards


def legal_bids(rules: Rules, offers: tuple[Cards, ...], standing: Standing, seat: Seat, hand: Cards) -> Iterator[Cards]:
    """Yield which of these bids a seat may declare now with these cards."""
    for cards in offers:
        if cards[0] in hand and holds(hand, cards) and whole(rules, standing, seat, cards) == cards:
            try:
                declare(rules, standing, seat, cards)
            except RuleError:
                continue
            yield cards


def holds(hand: Cards, cards: Cards) -> bool:
    return all(hand.count(face) >= cards.count(face) for face in cards)


def turned(kitty: Cards) -> tuple[Cards, Suit]:
    """Look at the third card of the kitty, past jokers on to the end and round; return what was seen, and the trump."""
    seen: Cards = ()
    for face in kitty[2:] + kitty[:2]:
        seen += (face,)
        suit = SUIT_OF[face]
        if suit is not None:
            return seen, suit
    return seen, Suit.NO_TRUMP
