"""What a hand can play, without trying sets of cards: first the readings it has, then with which cards.

Of each reading the cheapest cards come first: the fewest wilds, then c d h s.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from typing import TypeAlias

from referee.cards import SUITS, Card, Cards, Suit
from referee.game import Combination
from referee.games.guandan.order import ACE, ALL, KEYS, LARGEST, PLAIN_KEYS, PLAIN_KINDS, WILD, Key, Order, Reading
from referee.games.guandan.readings import may_flush, may_run, one_suit, stands_alone
from referee.games.guandan.rules import Rules

Found: TypeAlias = tuple[Reading, Cards]
Piles: TypeAlias = Sequence[Sequence[Card]]
Needs: TypeAlias = Sequence[tuple[Key, int]]


@dataclass(frozen=True, slots=True)
class Holding:
    """A hand sorted by rank."""

    rules: Rules
    order: Order
    piles: Piles
    """By rank, wilds at 0; each from low to high."""
    wilds: int
    masks: tuple[int, int, int]
    """The ranks of which there are at least one, two and three cards besides wilds, a bit for each."""
    suits: Sequence[int]
    """The ranks of each suit, likewise."""
    most: int
    """The most cards of one rank, wilds among them."""

    def laid(self, own: Sequence[Card], size: int) -> Cards:
        """Add wilds to make so many cards."""
        return tuple(sorted([*own, *self.piles[0][: size - len(own)]]))


def hold(rules: Rules, order: Order, hand: Cards) -> Holding:
    piles: list[list[Card]] = [[] for _ in range(KEYS)]
    keys, bits, marks = order.pile, order.bit, 0
    for face in hand:
        piles[keys[face]].append(face)
        marks |= bits[face]
    suits = [marks >> KEYS * suit & ALL for suit in SUITS]
    one = two = three = most = 0
    for key in PLAIN_KEYS:
        number = len(piles[key])
        if number:
            one |= 1 << key
            if number > 1:
                two |= 1 << key
                if number > 2:
                    three |= 1 << key
            most = max(most, number)
    wilds = len(piles[WILD])
    return Holding(rules, order, piles, wilds, (one, two, three), suits, most + wilds)


def found(held: Holding, over: Reading | None) -> Iterator[Found]:
    """Yield every reading of a hand that beats another, or all, each once with its cheapest cards."""
    if over is None:
        for kind in PLAIN_KINDS:
            yield from FINDERS[kind](held, None)
    elif not over.bomb:
        yield from FINDERS[over.kind](held, over)
    for size in range(4, min(held.most, LARGEST) + 1):
        yield from alike(held, over, size)
    yield from flushes(held, over)
    yield from joker_bombs(held, over)


def alike(held: Holding, over: Reading | None, size: int) -> Iterator[Found]:
    piles, wilds = held.piles, held.wilds
    for key, reading in held.order.alike[size].items():
        pile = piles[key]
        own = len(pile)
        if own < size and (own + wilds < size or key > ACE or not (own or lone(held, key))):
            continue
        if over is None or reading.beats(over):
            yield reading, tuple(pile[:size]) if own >= size else held.laid(pile, size)


def lone(held: Holding, key: Key) -> bool:
    return stands_alone(held.rules, key, Key(held.order.level))


def full_houses(held: Holding, over: Reading | None) -> Iterator[Found]:
    for reading in held.order.full_houses.values():
        if over is None or reading.beats(over):
            own = cheapest_house(held, reading.key)
            if own is not None:
                yield reading, held.laid(own, reading.size)


def cheapest_house(held: Holding, key: Key) -> Sequence[Card] | None:
    pile = held.piles[key]
    spare = held.wilds - 3 + len(pile[:3])
    pair = cheapest_pair(held, key, spare) if spare >= 0 else None
    house = None if pair is None else [*pile[:3], *pair]
    if held.rules.five_alike_full_house and len(pile) + held.wilds >= 5 and (house is None or len(house) < len(pile)):
        return pile[:5]
    return house


def cheapest_pair(held: Holding, but: Key, wilds: int) -> Sequence[Card] | None:
    """Return what a pair of another rank takes besides wilds: as few of these as possible, then the lowest rank."""
    for own in range(2, max(0, 1 - wilds), -1):
        for key in held.order.ranks:
            if key != but and len(held.piles[key]) >= own and (key <= ACE or joker_pair(held, own)):
                return held.piles[key][:own]
    return () if wilds == 2 else None


def joker_pair(held: Holding, own: int) -> bool:
    return own == 2 and held.rules.full_house_joker_pair


def straights(held: Holding, over: Reading | None) -> Iterator[Found]:
    one, wilds = held.masks[0], held.wilds
    for reading in held.order.straights:
        if (reading.mask & ~one).bit_count() <= wilds and (over is None or reading.beats(over)):
            own = [held.piles[key][0] for key, _ in reading.needs if held.piles[key]]
            if runs_plainly(held, reading, own):
                yield reading, held.laid(own, reading.size)
            elif (other := next(choices(held, reading), None)) is not None:
                yield reading, other


def runs_plainly(held: Holding, reading: Reading, own: Sequence[Card]) -> bool:
    """Return whether these cards and wilds may be a straight, for all their suits."""
    suit = one_suit(held.order, own)
    if suit is None:
        return True
    flush = may_flush(held.rules, held.order, suit, missing(held, reading, own))
    return may_run(held.rules, wilds=reading.size - len(own), flushes=flush)


def missing(held: Holding, reading: Reading, own: Sequence[Card]) -> int:
    """Return the ranks of a reading that wilds stand for, as a mask."""
    return reading.mask & ~sum(1 << held.order.pile[face] for face in own)


def tubes(held: Holding, over: Reading | None) -> Iterator[Found]:
    one, two, _ = held.masks
    for reading in held.order.tubes:
        lacking = (reading.mask & ~one).bit_count() + (reading.mask & ~two).bit_count()
        if lacking <= held.wilds and (over is None or reading.beats(over)):
            yield reading, cheapest(held, reading)


def plates(held: Holding, over: Reading | None) -> Iterator[Found]:
    one, two, three = held.masks
    for reading in held.order.plates:
        mask = reading.mask
        lacking = (mask & ~one).bit_count() + (mask & ~two).bit_count() + (mask & ~three).bit_count()
        if lacking <= held.wilds and (over is None or reading.beats(over)):
            yield reading, cheapest(held, reading)


def cheapest(held: Holding, reading: Reading) -> Cards:
    own = [face for key, number in reading.needs for face in held.piles[key][:number]]
    return held.laid(own, reading.size)


def flushes(held: Holding, over: Reading | None) -> Iterator[Found]:
    suits = [suit for suit in SUITS if held.wilds or runs_five(held.suits[suit])]
    for reading in held.order.flushes if suits else ():
        if over is None or reading.beats(over):
            able = [suit for suit in suits if flushes_in(held, reading, suit)]
            if able:
                suit = min(able, key=lambda suit: (reading.mask & ~held.suits[suit]).bit_count())
                yield reading, held.laid(of_suit(held, reading, suit), reading.size)


def runs_five(mask: int) -> bool:
    """Return whether five ranks of a mask are in a run."""
    mask |= mask >> ACE - 1 & 2  # the ace is below the 2 as well
    return mask & mask >> 1 & mask >> 2 & mask >> 3 & mask >> 4 != 0


def flushes_in(held: Holding, reading: Reading, suit: Suit) -> bool:
    lacking = reading.mask & ~held.suits[suit]
    return lacking.bit_count() <= held.wilds and may_flush(held.rules, held.order, suit, lacking)


def of_suit(held: Holding, reading: Reading, suit: Suit) -> list[Card]:
    """Return a card of each rank of a run that is there in this suit."""
    return [in_suit(suit, key) for key, _ in reading.needs if held.suits[suit] >> key & 1]


def in_suit(suit: Suit, key: Key) -> Card:
    return Card(suit * 13 + key - 2)


def joker_bombs(held: Holding, over: Reading | None) -> Iterator[Found]:
    reading = held.order.joker_bomb
    if all(len(held.piles[key]) == number for key, number in reading.needs) and (over is None or reading.beats(over)):
        yield reading, cheapest(held, reading)


FINDERS: dict[Combination, Callable[[Holding, Reading | None], Iterator[Found]]] = {
    Combination.SINGLE: partial(alike, size=1),
    Combination.PAIR: partial(alike, size=2),
    Combination.TRIPLE: partial(alike, size=3),
    Combination.FULL_HOUSE: full_houses,
    Combination.STRAIGHT: straights,
    Combination.TUBE: tubes,
    Combination.PLATE: plates,
}


def choices(held: Holding, reading: Reading) -> Iterator[Cards]:
    """Yield all sets of cards that can be played as a reading, each once."""
    for own in CHOICES.get(reading.kind, filled)(held, reading):
        yield held.laid(own, reading.size)


def filled(held: Holding, reading: Reading) -> Iterator[Cards]:
    wilds = 0 if reading.key > ACE or reading.kind is Combination.JOKER_BOMB else held.wilds
    for own in fillings(held.piles, reading.needs, wilds):
        if own or lone(held, reading.key):
            yield own


def fillings(piles: Piles, needs: Needs, wilds: int) -> Iterator[Cards]:
    """Yield what wilds have to be added to, so that there are so many cards of each rank: the fewest wilds first."""
    if len(needs) == 1:
        [(key, number)] = needs
        for spent in range(wilds + 1):
            yield from distinct(piles[key], number - spent)
        return
    for spent in range(wilds + 1):
        yield from exactly(piles, needs, spent)


def exactly(piles: Piles, needs: Needs, spent: int) -> Iterator[Cards]:
    """Yield the same for so many wilds."""
    (key, number), *others = needs
    if not others:
        yield from distinct(piles[key], number - spent)
        return
    for wilds in range(min(spent, number) + 1):
        for own in distinct(piles[key], number - wilds):
            for rest in exactly(piles, others, spent - wilds):
                yield own + rest


def distinct(pile: Sequence[Card], number: int) -> Iterable[Cards]:
    """Return the different ways to take so many cards of a pile; less than none cannot be taken."""
    if number == 1:
        return [(face,) for face in dict.fromkeys(pile)]
    if 0 <= number < len(pile):
        return dict.fromkeys(combinations(pile, number))
    return (tuple(pile),) if number == len(pile) else ()


def full_house_choices(held: Holding, reading: Reading) -> Iterator[Cards]:
    key = reading.key
    for triple in fillings(held.piles, reading.needs, held.wilds):
        spare = held.wilds - 3 + len(triple)
        for other in held.order.ranks:
            if other != key and (other <= ACE or held.rules.full_house_joker_pair):
                pairs = fillings(held.piles, ((other, 2),), min(spare, 1) if other <= ACE else 0)
                yield from (triple + pair for pair in pairs)
        if spare == 2:
            yield triple
    if held.rules.five_alike_full_house:
        five = fillings(held.piles, ((key, 5),), held.wilds)
        yield from (own for own in five if len(own) > 3)  # three and two wilds are there already


def straight_choices(held: Holding, reading: Reading) -> Iterator[Cards]:
    return (own for own in fillings(held.piles, reading.needs, held.wilds) if runs_plainly(held, reading, own))


def flush_choices(held: Holding, reading: Reading) -> Iterator[Cards]:
    for suit in SUITS:
        piles = [[face for face in pile if face // 13 == suit] for pile in held.piles]
        for own in fillings(piles, reading.needs, held.wilds):
            if may_flush(held.rules, held.order, suit, missing(held, reading, own)):
                yield own


CHOICES: dict[Combination, Callable[[Holding, Reading], Iterator[Cards]]] = {
    Combination.FULL_HOUSE: full_house_choices,
    Combination.STRAIGHT: straight_choices,
    Combination.STRAIGHT_FLUSH: flush_choices,
}
"""Where there is more to it than so many cards of each rank."""
