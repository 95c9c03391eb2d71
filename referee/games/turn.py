"""What every phase asks of an action first: a seat's turn, a verb of the phase, cards it holds."""

from collections.abc import Container

from referee.cards import SEATS, BySeat, Cards, Seat, text
from referee.game import Action, RuleError, TableError, Verb

ONLY = BySeat(tuple(frozenset({seat}) for seat in SEATS))
"""The seat that is to act, where it is one."""


def on_turn(turn: Seat, seat: Seat) -> None:
    """Raise TableError unless this seat is to act."""
    if seat != turn:
        raise TableError(f"seat {turn} is to act, not seat {seat}")


def among(to_act: Container[Seat], seat: Seat) -> None:
    """The same where several seats are to act at once."""
    if seat not in to_act:
        raise TableError(f"seat {seat} is not to act")


def in_phase(action: Action, verbs: Container[Verb]) -> None:
    """Raise TableError unless the verb is one of this phase; RuleError if something is claimed without a lead."""
    if action.verb not in verbs:
        raise TableError(f"{action.verb.name} is not for now")
    if action.claim is not None and action.verb is not Verb.PLAY:
        raise RuleError("claim.none", "there is nothing to claim with that")


def taken(hand: Cards, cards: Cards, rule: str) -> Cards:
    """Return a hand without these cards. Raise RuleError if they are not all in it."""
    for face in cards:
        if face not in hand:
            raise RuleError(rule, f"you do not hold {text(cards)}")
        place = hand.index(face)
        hand = hand[:place] + hand[place + 1 :]
    return hand


def counted(number: int, noun: str) -> str:
    """Say so many of something: `1 card`, `2 cards`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
