"""Actions, events, views and decisions: plain values on this side, protobuf on that.

Numbers on the wire begin at 1, since 0 is "unspecified": a card or a suit is one more than ours.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import cast

from paiju.v1 import cards_pb2, game_pb2

from referee.cards import FACES, Card, Cards, Suit
from referee.game import Action, Claim, Combination, Event, Header, Result, Verb
from referee.server.item import Asked
from referee.table.view import Declaration, Kitty, SeatView, Transfer, Trick, View


class WireError(Exception):
    """A message that says nothing we understand. The text is safe to send back."""


NUMBERS = bytes(range(1, 256)) + b"\0"
"""The number on the wire of each face, as a table of bytes.translate."""
SUIT_NUMBERS = tuple(cards_pb2.Suit.ValueType(suit + 1) for suit in Suit)
VERBS = tuple(Verb)
MOST_CARDS = 3 * FACES


def faces(cards: Iterable[Card]) -> Iterable[cards_pb2.Card.ValueType]:
    """Number cards for the wire: about a hundred a decision, so bytes stand for a list of numbers."""
    return cast("Iterable[cards_pb2.Card.ValueType]", bytes(cards).translate(NUMBERS))


def read_cards(numbers: Sequence[int]) -> Cards:
    """Sort the cards of a client. Raise WireError for a number that is no card, and for more cards than there are."""
    if len(numbers) > MOST_CARDS:
        raise WireError(f"{len(numbers)} cards are more than any game has")
    found = sorted(numbers)
    if found and (found[0] < 1 or found[-1] > FACES):
        raise WireError("cards are numbered 1..54")
    return tuple([Card(number - 1) for number in found])


@lru_cache(maxsize=4096)
def action(act: Action) -> game_pb2.Action:
    """Return a message that must not be changed: the same few hundred actions are listed again and again."""
    cards = faces(act.cards)
    verb = game_pb2.Verb.ValueType(act.verb)
    if act.claim is None:
        return game_pb2.Action(verb=verb, cards=cards)
    return game_pb2.Action(verb=verb, cards=cards, claim=claim(act.claim))


def read_action(message: game_pb2.Action) -> Action:
    """Raise WireError."""
    verb = message.verb
    if not 1 <= verb <= len(VERBS):
        raise WireError(f"there is no verb {verb}")
    found = read_claim(message.claim) if message.HasField("claim") else None
    return Action(VERBS[verb - 1], read_cards(message.cards), found)


def claim(said: Claim) -> game_pb2.Claim:
    message = game_pb2.Claim(key=said.key, units=[cards_pb2.Cards(cards=faces(unit)) for unit in said.units])
    if said.suit is not None:
        message.suit = SUIT_NUMBERS[said.suit]
    if said.kind is not None:
        message.kind = game_pb2.Combination.ValueType(said.kind)
    return message


def read_claim(message: game_pb2.Claim) -> Claim:
    """Raise WireError."""
    if message.suit > len(Suit) or message.kind > len(Combination) or min(message.suit, message.kind) < 0:
        raise WireError("a claim names an unknown suit or combination")
    if sum(1 + len(unit.cards) for unit in message.units) > 2 * MOST_CARDS:
        raise WireError("a claim names more cards than any game has")
    suit = Suit(message.suit - 1) if message.suit else None
    kind = Combination(message.kind) if message.kind else None
    return Claim(suit, kind, message.key, tuple(read_cards(unit.cards) for unit in message.units))


@lru_cache(maxsize=1024)
def header(first: Header) -> game_pb2.Header:
    """Return a message that must not be changed: it stands in every view of a deal."""
    return game_pb2.Header(
        deal_no=first.deal_no,
        levels=first.levels,
        level=first.level,
        declarer=first.declarer,
        fails=first.fails,
        blood=first.blood,
        played_levels=first.played_levels,
    )


def result(end: Result) -> game_pb2.Result:
    return game_pb2.Result(
        score=end.score,
        points=end.points,
        attackers_points=end.attackers_points,
        kitty_points=end.kitty_points,
        kitty_multiplier=end.kitty_multiplier,
        finish=end.finish,
        levels=end.progress.levels,
        next_declarer=end.progress.declarer,
        blood=end.blood,
        coins=end.coins,
        match_winner=end.progress.winner,
    )


def event(seq: int, happened: Event) -> game_pb2.Event:
    message = game_pb2.Event(
        seq=seq,
        kind=game_pb2.EventKind.ValueType(happened.kind),
        seat=happened.seat,
        to=happened.to,
        cards=faces(happened.cards),
        count=happened.number,
        attempt=faces(happened.attempt),
        points=happened.points,
        public=happened.public,
        dry=happened.dry,
        fans=happened.fans,
        locked=happened.locked,
        best=happened.best,
    )
    if happened.trump is not None:
        message.trump = SUIT_NUMBERS[happened.trump]
    if happened.phase is not None:
        message.phase = game_pb2.Phase.ValueType(happened.phase)
    if happened.claim is not None:
        message.claim.CopyFrom(claim(happened.claim))
    if happened.header is not None:
        message.header.CopyFrom(header(happened.header))
    if happened.result is not None:
        message.result.CopyFrom(result(happened.result))
    return message


def fill_view(message: game_pb2.View, seen: View, last_seq: int) -> None:
    """Write a view where it is to stand: to build it elsewhere and copy it costs as much again."""
    message.last_seq = last_seq
    message.phase = game_pb2.Phase.ValueType(seen.phase)
    if seen.seat is not None:
        message.seat = seen.seat
    message.hand.extend(faces(seen.hand))
    for hand in seen.seats:
        fill_seat(message.seats.add(), hand)
    message.attackers_points = seen.attackers_points
    fill_table(message, seen)
    message.tribute.extend(map(transfer, seen.tribute))
    message.resisted = seen.resisted
    if seen.result is not None:
        message.result.CopyFrom(result(seen.result))


def fill_table(message: game_pb2.View, seen: View) -> None:
    """Write what lies open."""
    if seen.header is not None:
        message.header.CopyFrom(header(seen.header))
    if seen.declarer is not None:
        message.declarer = seen.declarer
    if seen.trump is not None:
        message.trump = SUIT_NUMBERS[seen.trump]
    if seen.trick is not None:
        fill_trick(message.trick, seen.trick)
    if seen.last_trick is not None:
        fill_trick(message.last_trick, seen.last_trick)
    if seen.declaration is not None:
        fill_declaration(message.declaration, seen.declaration)
    if seen.kitty is not None:
        fill_kitty(message.kitty, seen.kitty)


def fill_seat(message: game_pb2.SeatView, seen: SeatView) -> None:
    if seen.count is not None:
        message.card_count = seen.count
    if seen.shown:
        message.shown.extend(faces(sorted(seen.shown)))
    if seen.played:
        message.played.extend(faces(seen.played))
    if seen.place:
        message.place = seen.place


def fill_trick(message: game_pb2.Trick, seen: Trick) -> None:
    message.leader = seen.leader
    for play in seen.plays:
        laid = message.plays.add()
        assert play.seat is not None
        laid.seat = play.seat
        laid.cards.extend(faces(play.cards))
        if play.attempt:
            laid.attempt.extend(faces(play.attempt))
        if play.claim is not None:
            laid.claim.CopyFrom(claim(play.claim))
    if seen.best is not None:
        message.best = seen.best


def fill_kitty(message: game_pb2.Kitty, seen: Kitty) -> None:
    message.count = seen.count
    message.cards.extend(faces(seen.cards))
    if seen.burier is not None:
        message.burier = seen.burier
    message.public = seen.public
    message.dry = seen.dry


def fill_declaration(message: game_pb2.Declaration, seen: Declaration) -> None:
    message.seat = seen.seat
    message.cards.extend(faces(seen.cards))
    if seen.claim is not None:
        message.claim.CopyFrom(claim(seen.claim))
    message.locked = seen.locked
    message.fans = seen.fans
    message.first = seen.first


def transfer(due: Transfer) -> game_pb2.Transfer:
    return game_pb2.Transfer(
        payer=due.payer,
        payee=due.payee,
        count=due.count,
        committed=due.committed,
        paid=faces(due.paid),
        returned=faces(due.returned),
        done=due.done,
    )


def fill_decision(message: game_pb2.Decision, asked: Asked) -> None:
    """Write a question where it is to stand."""
    ask = asked.ask
    message.decision_id = asked.id
    message.table = asked.table
    message.verbs.extend(map(game_pb2.Verb.ValueType, ask.verbs))
    message.min_cards = ask.min_cards
    message.max_cards = ask.max_cards
    if ask.pool:
        message.pool.extend(faces(ask.pool))
    message.time_left_ms = asked.move_ms
    message.bank_left_ms = asked.bank_ms
    if asked.view is not None:
        fill_view(message.view, asked.view, asked.last_seq)
    actions = [action(act) for act in asked.legal]
    message.legal.extend(actions)
    message.legal_complete = asked.complete
    message.default.CopyFrom(actions[0])
