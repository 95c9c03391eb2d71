"""The order of the cards at one level, and every combination there is at it (docs/rules/guandan.md 2 and 3).

Ranks are numbered as claims number them: 2..14, the small joker 16, the big one 17. Wilds have no rank of their own.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple, NewType

from referee.cards import FACES, LJ, RANK_OF, RANK_TEXT, RANKS, Card, Rank, Suit, card
from referee.game import Claim, Combination

Key = NewType("Key", int)
"""The number of a rank."""
WILD, ACE, SMALL, BIG = Key(0), Key(14), Key(16), Key(17)
KEYS = 18
"""Numbers of ranks, for tables."""
ALL = (1 << KEYS) - 1
"""Every rank, a bit for each."""
PLAIN_KEYS = tuple(Key(int(rank)) for rank in RANKS)
JOKER_KEYS = (SMALL, BIG)
LARGEST = 10
"""Cards of the largest combination."""

LADDER = ("bomb4", "bomb5", "straight_flush", "bomb6", "bomb7", "bomb8", "bomb9", "bomb10", "joker_bomb")
"""Bombs from the lowest class to the highest."""
LOWER_JOKERS = (*LADDER[:5], "joker_bomb", *LADDER[5:-1])
"""The same where eight alike beat the joker bomb."""

PLAIN_KINDS = (
    Combination.SINGLE,
    Combination.PAIR,
    Combination.TRIPLE,
    Combination.STRAIGHT,
    Combination.FULL_HOUSE,
    Combination.TUBE,
    Combination.PLATE,
)
"""What is no bomb, from the weakest where values are equal."""
ALIKE = {1: Combination.SINGLE, 2: Combination.PAIR, 3: Combination.TRIPLE}
"""What so many cards of one rank are; more are a bomb."""
COPIES = {Combination.STRAIGHT: 1, Combination.STRAIGHT_FLUSH: 1, Combination.TUBE: 2, Combination.PLATE: 3}
"""How many cards of each rank there are in a run."""
FULL_HOUSE_SIZE = 5


class Reading(NamedTuple):
    """What cards can be played as."""

    kind: Combination
    key: Key
    size: int
    bomb: int
    """Its class among bombs, from 1; 0 for what is no bomb."""
    value: int
    """What is compared within a kind, or a class of bombs."""
    needs: tuple[tuple[Key, int], ...]
    """How many cards of which ranks, the pair of a full house excepted."""
    mask: int
    """The ranks in it, a bit for each."""
    claim: Claim

    def beats(self, other: "Reading") -> bool:
        if self.bomb != other.bomb:
            return self.bomb > other.bomb
        return self.kind is other.kind and self.value > other.value

    @property
    def strength(self) -> tuple[int, int, int]:
        """For sorting readings of different kinds: the stronger is the greater."""
        return self.bomb, self.value, 0 if self.bomb else PLAIN_KINDS.index(self.kind)

    @property
    def name(self) -> str:
        name = self.kind.name.lower()
        return f"{name}{self.size}" if self.kind is Combination.BOMB else name

    def __str__(self) -> str:
        return f"{self.name} {key_text(self.key)}" if self.key else self.name


def key_text(key: Key) -> str:
    return RANK_TEXT[key - 2] if key <= ACE else "LJ" if key == SMALL else "HJ"


@dataclass(frozen=True, slots=True, eq=False)
class Order:
    """Made once for each level and place of the joker bomb, so equal orders are the same object."""

    level: Rank
    wild: Card
    pile: tuple[Key, ...]
    """The rank of each card; WILD for the wild."""
    bit: tuple[int, ...]
    """The rank of each card as a bit, KEYS bits for each suit; 0 for jokers and the wild."""
    value: tuple[int, ...]
    """The order value of each card."""
    ranks: tuple[Key, ...]
    """From the lowest to the highest."""
    low: tuple[int, ...]
    """The place of each card from the lowest: by order value, then c d h s."""
    alike: tuple[dict[Key, Reading], ...]
    """Cards of one rank by their number, each from low to high."""
    full_houses: dict[Key, Reading]
    straights: tuple[Reading, ...]
    flushes: tuple[Reading, ...]
    """Straight flushes of any suit, each with the ranks of the straight in its place."""
    tubes: tuple[Reading, ...]
    plates: tuple[Reading, ...]
    joker_bomb: Reading


@cache
def order_of(level: Rank, *, joker_bomb_top: bool = True) -> Order:
    own, classes = Key(int(level)), LADDER if joker_bomb_top else LOWER_JOKERS
    wild = card(Suit.HEARTS, level)
    faces = [Card(face) for face in range(FACES)]
    worth = [15 if key == own else key for key in range(KEYS)]
    ranks = tuple(sorted((*PLAIN_KEYS, *JOKER_KEYS), key=worth.__getitem__))
    piles = tuple(WILD if face == wild else printed(face) for face in faces)
    values = tuple(worth[printed(face)] for face in faces)
    lowest = sorted(faces, key=lambda face: (values[face], face))
    return Order(
        level=level,
        wild=wild,
        pile=piles,
        bit=tuple(
            1 << KEYS * (face // 13) + key if 0 < key <= ACE else 0 for face, key in zip(faces, piles, strict=True)
        ),
        value=values,
        ranks=ranks,
        low=tuple(map(lowest.index, faces)),
        alike=tuple(
            {key: alike(key, size, worth[key], classes) for key in ranks if exists(key, size, own)}
            for size in range(LARGEST + 1)
        ),
        full_houses={
            key: made(Combination.FULL_HOUSE, ((key, 3),), value=worth[key]) for key in ranks if key not in JOKER_KEYS
        },
        straights=tuple(runs(Combination.STRAIGHT, 5)),
        flushes=tuple(runs(Combination.STRAIGHT_FLUSH, 5, classes.index("straight_flush") + 1)),
        tubes=tuple(runs(Combination.TUBE, 3)),
        plates=tuple(runs(Combination.PLATE, 2)),
        joker_bomb=made(Combination.JOKER_BOMB, ((SMALL, 2), (BIG, 2)), bomb=classes.index("joker_bomb") + 1),
    )


def printed(face: Card) -> Key:
    """Return the rank that stands on a card."""
    rank = RANK_OF[face]
    return Key(int(rank)) if rank is not None else SMALL if face == LJ else BIG


def exists(key: Key, size: int, level: Key) -> bool:
    """Are there so many cards of a rank, wilds included? The wilds are two of the eight of their own rank."""
    if key in JOKER_KEYS:
        return 0 < size <= 2
    return 0 < size <= (8 if key == level else LARGEST)


def alike(key: Key, size: int, value: int, classes: tuple[str, ...]) -> Reading:
    bomb = classes.index(f"bomb{size}") + 1 if size > 3 else 0
    return made(ALIKE.get(size, Combination.BOMB), ((key, size),), value=value, bomb=bomb)


def runs(kind: Combination, length: int, bomb: int = 0) -> Iterator[Reading]:
    """Yield the runs of so many ranks, from the one that begins with the ace to the one that ends with it."""
    for top in range(length, ACE + 1):
        ranks = [Key(key) if key > 1 else ACE for key in range(top - length + 1, top + 1)]
        needs = tuple((key, COPIES[kind]) for key in ranks)
        yield made(kind, needs, key=Key(top), value=top, bomb=bomb)


def made(
    kind: Combination, needs: tuple[tuple[Key, int], ...], *, key: Key | None = None, value: int = 0, bomb: int = 0
) -> Reading:
    """Name what is needed; the key is the only rank needed unless it is given, and 0 for the joker bomb."""
    if key is None:
        key = needs[0][0] if len(needs) == 1 else WILD
    size = FULL_HOUSE_SIZE if kind is Combination.FULL_HOUSE else sum(number for _, number in needs)
    mask = sum(1 << rank for rank, _ in needs)
    return Reading(kind, key, size, bomb, value, needs, mask, Claim(kind=kind, key=key))
