"""Declaring: the suit one has most of, as soon as it is more than a fair share."""

from paiju.bots.shengji.order import TRUMPS, order_of
from paiju.bots.shengji.style import Style
from paiju.cards import CARD_SUIT, SMALL_JOKER, Suit
from paiju.v1.game_pb2 import VERB_DECLARE, VERB_PASS, VERB_WAIT, Action, Decision, View


def declare(view: View, decision: Decision, style: Style, *, two_trump: bool) -> Action:
    for offer in decision.legal:
        if offer.verb == VERB_DECLARE and offer.cards[0] < SMALL_JOKER:
            share = share_of_trumps(view, CARD_SUIT[offer.cards[0]], two_trump=two_trump)
            if share >= needed(view, decision, offer, style):
                return offer
    return Action(verb=VERB_PASS)


def share_of_trumps(view: View, trump: Suit, *, two_trump: bool) -> float:
    """Return the share of trumps in the hand, jokers counted twice."""
    group = order_of(trump, view.header.level, two_trump=two_trump).group
    trumps = sum(group[card] == TRUMPS for card in view.hand) + sum(card >= SMALL_JOKER for card in view.hand)
    return trumps / len(view.hand)


def needed(view: View, decision: Decision, offer: Action, style: Style) -> float:
    """Return the share of trumps that makes an offer worth while."""
    if not view.HasField("declaration"):
        return style.declare if VERB_WAIT in decision.verbs else style.declare_last
    if view.declaration.seat % 2 != view.seat % 2:
        return style.declare_last
    # To protect what partner or I have shown costs nothing; another suit of ours would only undo it.
    return 0.0 if CARD_SUIT[offer.cards[0]] == view.trump else 1.0
