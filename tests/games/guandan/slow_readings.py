"""What cards can be read as, found by putting every card in place of every wild: slow, and written from the rules."""

from collections.abc import Iterator
from itertools import combinations_with_replacement, permutations

from referee.cards import HJ, LJ, RANKS, SUITS, Card, Cards, Rank, Suit, card
from referee.games.guandan.rules import Rules

DECK = tuple(card(suit, rank) for suit in SUITS for rank in RANKS)
PLAIN, JOKERS = range(2, 15), (16, 17)
RUNS = {"straight": (5, 1), "tube": (3, 2), "plate": (2, 3)}
"""How many ranks there are in a run, and how many cards of each."""


def concrete() -> Iterator[tuple[list[int], str]]:
    """Yield the ranks in everything that can be played, and its name."""
    yield from (([rank] * number, f"{name} {text(rank)}") for rank in (*PLAIN, *JOKERS) for number, name in ONE_RANK)
    yield from (([rank] * number, f"bomb{number} {text(rank)}") for rank in PLAIN for number in range(4, 11))
    yield from (([rank] * 3, f"triple {text(rank)}") for rank in PLAIN)
    yield from (([triple] * 3 + [pair] * 2, f"full_house {text(triple)}") for triple, pair in permutations(PLAIN, 2))
    yield from (([triple] * 3 + [joker] * 2, f"full_house {text(triple)}") for triple in PLAIN for joker in JOKERS)
    yield [16, 16, 17, 17], "joker_bomb"
    for name, (length, copies) in RUNS.items():
        for top in range(length, 15):
            ranks = [14 if rank == 1 else rank for rank in range(top - length + 1, top + 1)]
            yield ranks * copies, f"{name} {text(top)}"


def text(rank: int) -> str:
    return {16: "LJ", 17: "HJ"}.get(rank) or str(Rank(rank))


ONE_RANK = ((1, "single"), (2, "pair"))
CONCRETE = {tuple(sorted(ranks)): name for ranks, name in concrete()}


def slow_readings(rules: Rules, level: Rank, cards: Cards) -> set[str]:
    wild = card(Suit.HEARTS, level)
    own = [face for face in cards if face != wild]
    printed = [rank_of(face) for face in own]
    found = set()
    for stand_ins in combinations_with_replacement(DECK, len(cards) - len(own)):
        name = CONCRETE.get(tuple(sorted([*printed, *[face % 13 + 2 for face in stand_ins]])))
        if name is not None:
            found |= allowed(rules, name, own, stand_ins, wild)
    if not own and not rules.lone_wild_downgrade:
        found = {name for name in found if name.endswith(str(level))}
    if rules.one_suit_straight == "never" and len({face // 13 for face in own}) == 1:
        found -= {name.replace("straight_flush", "straight") for name in found if "flush" in name}
    return found


def allowed(rules: Rules, name: str, own: list[Card], stand_ins: Cards, wild: Card) -> set[str]:
    """Return the readings of cards none of which is wild any more, if the rules allow any."""
    cards = (*own, *stand_ins)
    if name.startswith("full_house") and max(cards) >= LJ and not rules.full_house_joker_pair:
        return set()
    if name.startswith("bomb5") and rules.five_alike_full_house:
        return {name, name.replace("bomb5", "full_house")}
    if not name.startswith("straight") or len({face // 13 for face in cards}) > 1:
        return {name}
    found = {name} if rules.one_suit_straight == "always" else set()
    if rules.wild_in_straight_flush or set(stand_ins) <= {wild}:
        found.add(name.replace("straight", "straight_flush"))
    return found


def rank_of(face: Card) -> int:
    return 16 if face == LJ else 17 if face == HJ else face % 13 + 2
