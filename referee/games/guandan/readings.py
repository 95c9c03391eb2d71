"""What a set of cards can be read as (docs/rules/guandan.md 3)."""

from collections.abc import Iterable, Iterator, Mapping

from referee.cards import Card, Cards, Suit
from referee.games.guandan.order import JOKER_KEYS, LARGEST, WILD, Key, Order, Reading
from referee.games.guandan.rules import Rules


def readings(rules: Rules, order: Order, cards: Cards) -> tuple[Reading, ...]:
    """Return all readings of a set of cards, the strongest first."""
    size = len(cards)
    if size > LARGEST:
        return ()
    counts: dict[Key, int] = {}
    for face in cards:
        key = order.pile[face]
        counts[key] = counts.get(key, 0) + 1
    wilds = counts.pop(WILD, 0)
    found = list(alike(rules, order, counts, wilds))
    if size == 4 and order.joker_bomb.needs == tuple(sorted(counts.items())):
        found.append(order.joker_bomb)
    elif size == 5:
        found += full_houses(rules, order, counts, wilds)
        found += straights(rules, order, counts, cards)
    elif size == 6:
        found += runs(order.tubes, 2, counts)
        found += runs(order.plates, 3, counts)
    return tuple(found) if len(found) < 2 else tuple(sorted(found, key=strength, reverse=True))


def strength(reading: Reading) -> tuple[int, int, int]:
    return reading.strength


def alike(rules: Rules, order: Order, counts: Mapping[Key, int], wilds: int) -> Iterator[Reading]:
    if not counts:
        own = Key(order.level)
        yield from (reading for key, reading in order.alike[wilds].items() if stands_alone(rules, key, own))
    elif len(counts) == 1:
        [(key, number)] = counts.items()
        if not wilds or key not in JOKER_KEYS:
            same = order.alike[number + wilds].get(key)
            yield from () if same is None else (same,)


def stands_alone(rules: Rules, key: Key, level: Key) -> bool:
    """Return whether wilds without another card may be this rank."""
    return key == level or (rules.lone_wild_downgrade and key not in JOKER_KEYS)


def full_houses(rules: Rules, order: Order, counts: Mapping[Key, int], wilds: int) -> Iterator[Reading]:
    """Of five cards; what is missing in the triple and the pair the wilds are."""
    if len(counts) == 1:
        [key] = counts
        if wilds == 2 or rules.five_alike_full_house:
            yield order.full_houses[key]
    elif len(counts) == 2:
        for key, pair in (tuple(counts), tuple(counts)[::-1]):
            if key not in JOKER_KEYS and counts[key] <= 3 and fits_pair(rules, pair, counts[pair]):
                yield order.full_houses[key]


def fits_pair(rules: Rules, key: Key, number: int) -> bool:
    if key in JOKER_KEYS:
        return number == 2 and rules.full_house_joker_pair
    return number <= 2


def straights(rules: Rules, order: Order, counts: Mapping[Key, int], cards: Cards) -> Iterator[Reading]:
    """Of five cards, straight flushes among them."""
    own = 5 - cards.count(order.wild)
    if len(counts) < own:
        return
    mask = sum(1 << key for key in counts)
    suit = one_suit(order, cards)
    for straight, flush in zip(order.straights, order.flushes, strict=True):
        if mask & ~straight.mask:
            continue
        flushes = suit is not None and may_flush(rules, order, suit, straight.mask & ~mask)
        if flushes:
            yield flush
        if suit is None or may_run(rules, wilds=5 - own, flushes=flushes):
            yield straight


def one_suit(order: Order, cards: Iterable[Card]) -> Suit | None:
    """Return the suit of all cards but wilds, if it is one; no joker is among them."""
    suits = {face // 13 for face in cards if face != order.wild}
    return Suit(suits.pop()) if len(suits) == 1 else None


def may_flush(rules: Rules, order: Order, suit: Suit, missing: int) -> bool:
    """Return whether wilds may stand for these ranks, a mask, of a straight flush: at least one does for itself."""
    return rules.wild_in_straight_flush or not missing or (suit is Suit.HEARTS and missing == 1 << order.level)


def may_run(rules: Rules, *, wilds: int, flushes: bool) -> bool:
    """Return whether cards of one suit, beside so many wilds, may be a plain straight."""
    if rules.one_suit_straight == "needs_wild":
        return wilds > 0
    return rules.one_suit_straight == "always" or not flushes


def runs(table: Iterable[Reading], copies: int, counts: Mapping[Key, int]) -> Iterator[Reading]:
    if max(counts.values()) <= copies:
        mask = sum(1 << key for key in counts)
        yield from (reading for reading in table if not mask & ~reading.mask)
