"""What cards settle when nobody has: the first declarer, the trump suit (docs/rules/dagunzi.md 4.2, 4.3 and 4.6)."""

from collections.abc import Iterable, Sequence

from referee.cards import RANK_OF, SUIT_OF, Card, Cards, Rank, Suit
from referee.game import Luck


def drawn(luck: Luck, attempt: int, kitty: Cards) -> Cards:
    """Return the kitty in the order in which its cards are turned up, blindly."""
    left = list(kitty)
    order: list[Card] = []
    while left:
        order.append(left.pop(luck.draw(f"kitty/{attempt}/{len(order)}", len(left))))
    return tuple(order)


def first_suited(cards: Iterable[Card]) -> tuple[Cards, Suit | None]:
    """Turn cards up to the first that has a suit; return what was seen, and the suit."""
    seen: Cards = ()
    for face in cards:
        seen += (face,)
        if SUIT_OF[face] is not None:
            return seen, SUIT_OF[face]
    return seen, None


def flipped(flips: Sequence[Card], *, largest: bool) -> int | None:
    """Return which of the cards makes its player declarer; of equal ranks the earlier, and never a joker."""
    suited = [place for place, face in enumerate(flips) if SUIT_OF[face] is not None]
    sign = -1 if largest else 1
    return min(suited, key=lambda place: sign * flip_rank(flips[place]), default=None)


def flip_rank(face: Card) -> int:
    """From 3 to A, then 2."""
    rank = RANK_OF[face]
    assert rank is not None
    return rank if rank != Rank.TWO else Rank.ACE + 1
