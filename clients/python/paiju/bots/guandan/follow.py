"""Following: beat the other side when it costs little or has to be, let a partner who is winning win."""

from collections.abc import Iterable, Sequence

from paiju.bots.guandan.combos import BOMBS, left_to
from paiju.bots.guandan.split import split
from paiju.bots.guandan.worth import strength
from paiju.cards import Card
from paiju.v1.game_pb2 import VERB_PASS, Action, View

LEAD = 0.3
"""What it is worth to lead next, in turns."""
DANGER = {1: 1.6, 2: 1.4, 3: 1.1, 4: 1.1, 5: 1.0, 6: 0.7}
"""What it is worth to stop a seat of the other side that has so few cards left."""
OUT = 10.0
LAST = 0.7
"""What it is worth to have only one combination left."""
FEW = 4
"""A partner with so few cards left is not beaten."""
PARTNER, PARTNER_STRONG = 0.5, 0.7
"""What it costs to beat a partner: always, and the more the likelier his play wins."""


def follow(view: View, legal: Iterable[Action]) -> Action:
    """Choose among the legal actions shown, the first of which is to pass."""
    before = split(view.hand, view.header.level).cost
    return max(legal, key=lambda action: worth(view, action, before))


def worth(view: View, action: Action, before: float) -> float:
    """Return what an action gains over a pass, in turns."""
    if action.verb == VERB_PASS:
        return 0
    left = without(view.hand, action.cards)
    if not left:
        return OUT
    rest = split(left, view.header.level)
    gain = before - rest.cost + (LAST if len(rest.combos) == 1 else 0)
    top = view.trick.plays[view.trick.best]
    if top.seat == view.seat ^ 2:
        return gain - price_of_partner(view, action)
    return gain + stake(view)


def stake(view: View) -> float:
    """Return what it is worth to take the trick from the other side."""
    left = min(left_to(view, view.seat + step) for step in (1, 3))
    return LEAD + DANGER.get(left, 0.0)


def price_of_partner(view: View, action: Action) -> float:
    top = view.trick.plays[view.trick.best]
    if action.claim.kind in BOMBS or left_to(view, top.seat) <= FEW:
        return OUT
    return PARTNER + PARTNER_STRONG * strength(top.claim.kind, top.claim.key, view.header.level)


def without(hand: Sequence[Card], cards: Iterable[Card]) -> list[Card]:
    left = list(hand)
    for card in cards:
        left.remove(card)
    return left
