"""Actions, events, views and decisions: plain values on this side, protobuf on that.

Numbers on the wire begin at 1, since 0 is "unspecified": a card or a suit is one more than ours.
"""

from collections.abc import Iterable

from paiju.v1 import cards_pb2, game_pb2

from referee.cards import FACES, Card, Cards, Suit
from referee.game import Action, Claim, Combination, Event, Header, Result, Verb
from referee.server.item import Asked
from referee.table.view import Declaration, Kitty, SeatView, Transfer, Trick, View


class WireError(Exception):
    """A message that says nothing we understand. The text is safe to send back."""


NUMBERS = tuple(cards_pb2.Card.ValueType(face + 1) for face in range(FACES))
SUIT_NUMBERS = tuple(cards_pb2.Suit.ValueType(suit + 1) for suit in Suit)
VERBS = tuple(Verb)


def faces(cards: Iterable[Card]) -> list[cards_pb2.Card.ValueType]:
    return [NUMBERS[card] for card in cards]


def read_cards(numbers: Iterable[int]) -> Cards:
    """Sort the cards of a client. Raise WireError for a number that is no card."""
    found = sorted(numbers)
    if found and (found[0] < 1 or found[-1] > FACES):
        raise WireError("cards are numbered 1..54")
    return tuple([Card(number - 1) for number in found])


def action(act: Action) -> game_pb2.Action:
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
    suit = Suit(message.suit - 1) if message.suit else None
    kind = Combination(message.kind) if message.kind else None
    return Claim(suit, kind, message.key, tuple(read_cards(unit.cards) for unit in message.units))


def header(first: Header) -> game_pb2.Header:
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


def view(seen: View, last_seq: int) -> game_pb2.View:
    message = game_pb2.View(
        last_seq=last_seq,
        phase=game_pb2.Phase.ValueType(seen.phase),
        seat=seen.seat,
        hand=faces(seen.hand),
        seats=[seat_view(seat) for seat in seen.seats],
        attackers_points=seen.attackers_points,
        trick=trick(seen.trick),
        last_trick=trick(seen.last_trick),
        resisted=seen.resisted,
        declarer=seen.declarer,
        kitty=kitty(seen.kitty),
        declaration=declaration(seen.declaration),
        header=None if seen.header is None else header(seen.header),
        tribute=[transfer(due) for due in seen.tribute],
        result=None if seen.result is None else result(seen.result),
    )
    if seen.trump is not None:
        message.trump = SUIT_NUMBERS[seen.trump]
    return message


def seat_view(seen: SeatView) -> game_pb2.SeatView:
    return game_pb2.SeatView(
        card_count=seen.count, shown=faces(sorted(seen.shown)), played=faces(seen.played), place=seen.place
    )


def trick(seen: Trick | None) -> game_pb2.Trick | None:
    if seen is None:
        return None
    plays = [
        game_pb2.Play(
            seat=play.seat,
            cards=faces(play.cards),
            attempt=faces(play.attempt),
            claim=None if play.claim is None else claim(play.claim),
        )
        for play in seen.plays
    ]
    return game_pb2.Trick(leader=seen.leader, plays=plays, best=seen.best)


def kitty(seen: Kitty | None) -> game_pb2.Kitty | None:
    if seen is None:
        return None
    return game_pb2.Kitty(
        count=seen.count, cards=faces(seen.cards), burier=seen.burier, public=seen.public, dry=seen.dry
    )


def declaration(seen: Declaration | None) -> game_pb2.Declaration | None:
    if seen is None:
        return None
    return game_pb2.Declaration(
        seat=seen.seat,
        cards=faces(seen.cards),
        claim=None if seen.claim is None else claim(seen.claim),
        locked=seen.locked,
        fans=seen.fans,
        first=seen.first,
    )


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


def decision(asked: Asked) -> game_pb2.Decision:
    actions = [action(act) for act in asked.legal]
    ask = asked.ask
    return game_pb2.Decision(
        decision_id=asked.id,
        table=asked.table,
        verbs=[game_pb2.Verb.ValueType(verb) for verb in ask.verbs],
        min_cards=ask.min_cards,
        max_cards=ask.max_cards,
        pool=faces(ask.pool),
        time_left_ms=asked.move_ms,
        bank_left_ms=asked.bank_ms,
        view=None if asked.view is None else view(asked.view, asked.last_seq),
        legal=actions,
        legal_complete=asked.complete,
        default=actions[0],
    )
