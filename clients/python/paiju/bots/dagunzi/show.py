"""Showing: seize whenever one can; name the suit one has most of, as soon as it is more than a fair share."""

from paiju.bots.shengji.declare import share_of_trumps
from paiju.bots.shengji.style import Style
from paiju.cards import CARD_SUIT, Suit
from paiju.v1.game_pb2 import VERB_DECLARE, VERB_PASS, VERB_WAIT, Action, Decision, View

MORE_TRUMPS = 0.09
"""How much greater a fair share of trumps is than in games where the 2s are none."""


def show(view: View, decision: Decision, style: Style) -> Action:
    offers = [offer for offer in decision.legal if offer.verb == VERB_DECLARE]
    if not view.header.HasField("declarer"):
        return offers[0] if offers else Action(verb=VERB_PASS)
    shares = [(share_of_trumps(view, suit_of(offer), two_trump=True), offer) for offer in offers]
    share, best = max(shares, key=lambda each: each[0], default=(0.0, Action(verb=VERB_PASS)))
    return best if share >= needed(view, decision, best, style) else Action(verb=VERB_PASS)


def suit_of(offer: Action) -> Suit:
    return offer.claim.suit if offer.HasField("claim") else CARD_SUIT[offer.cards[0]]


def needed(view: View, decision: Decision, offer: Action, style: Style) -> float:
    """Return the share of trumps that makes an offer worth while."""
    waits = VERB_WAIT in decision.verbs
    if not view.HasField("declaration"):
        return (style.declare if waits else style.declare_last) + MORE_TRUMPS
    if view.declaration.seat % 2 != view.seat % 2:
        return style.declare_last + MORE_TRUMPS
    # To strengthen what partner or I have shown costs nothing; another suit of ours would only undo it.
    return 0.0 if offer.cards and suit_of(offer) == view.trump else 1.0
