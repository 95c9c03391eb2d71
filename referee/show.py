"""A match as a person reads it: hands in suits, then trick by trick."""

from collections.abc import Iterable, Iterator, Mapping

from referee.cards import CARD_TEXT, JOKERS, RANK_OF, SEATS, SUIT_OF, SUITS, BySeat, Card, Seat, Suit
from referee.game import Event, EventKind, Family, Result
from referee.table.replay import replay
from referee.table.transcript import Record
from referee.table.view import take

SUIT_SIGNS = "♣♦♥♠"
FEW = 4
"""So many cards say themselves what they are."""


def in_suits(hand: Iterable[Card]) -> str:
    """Return `♠ A K K 9  ♥ T …  LJ`, suits and ranks from high to low."""
    held = sorted(hand, reverse=True)
    parts = [" ".join(CARD_TEXT[c] for c in held if c in JOKERS)]
    for suit in reversed(SUITS):
        ranks = [str(RANK_OF[c]) for c in held if SUIT_OF[c] is suit]
        if ranks:
            parts.append(f"{SUIT_SIGNS[suit]} {' '.join(ranks)}")
    return "  ".join(filter(None, parts))


def signs(cards: Iterable[Card]) -> str:
    """Return `♥5 ♥5 LJ`."""
    return " ".join(CARD_TEXT[c] if (suit := SUIT_OF[c]) is None else f"{SUIT_SIGNS[suit]}{RANK_OF[c]}" for c in cards)


def lines(record: Record, games: Mapping[str, Family]) -> Iterator[str]:
    """Yield the match line by line. Raise TranscriptError where the record does not hold."""
    board = record.board
    yield f"{record.match}: {record.game}, board {board.board} of {board.group}, {board.tournament}"
    yield from (f"  seat {seat}  {record.players[seat]}" for seat in SEATS)
    hands: BySeat[list[Card]] = BySeat(([], [], [], []))
    story = Story()
    for entry, events in replay(record, games):
        if entry is None:
            story = Story()
        forced = entry is not None and entry.default is not None
        for event in events:
            follow(hands, event)
            yield from story.tell(event, hands, forced=forced)
    if record.ended.at_fault is not None:
        reason = record.ended.reason.name.lower().replace("_", " ")
        yield f"forfeited by seat {record.ended.at_fault}: {reason}; score {record.ended.score:+} for seats 0 and 2"


def follow(hands: BySeat[list[Card]], event: Event) -> None:
    """Keep all four hands, face up."""
    if event.kind is EventKind.DEAL_STARTED:
        for hand in hands:
            hand.clear()
    if event.seat is None:
        return
    hand = hands[event.seat]
    if event.kind in {EventKind.DEALT, EventKind.KITTY, EventKind.PICKED}:
        hand += event.cards
    elif event.kind in {EventKind.PLAYED, EventKind.BURIED, EventKind.ADDED, EventKind.PAID, EventKind.RETURNED}:
        take(hand, event.cards)
        if event.to is not None:
            hands[event.to].extend(event.cards)


class Story:
    """Turns events into lines; it remembers only the trick on the table."""

    def __init__(self) -> None:
        self.plays: list[str] = []
        self.shown = False

    def tell(self, event: Event, hands: BySeat[list[Card]], *, forced: bool) -> Iterator[str]:
        late = " (by default)" if forced else ""
        match event.kind:
            case EventKind.DEAL_STARTED if event.header is not None:
                number = f"deal {event.header.deal_no}: " if event.header.deal_no else ""
                yield f"{number}level {event.header.level}, {said_declarer(event.header.declarer)}"
            case EventKind.PLAYED | EventKind.PASSED if self.shown or event.kind is EventKind.PLAYED:
                if not self.shown:
                    yield from deal_lines(hands, event)
                    self.shown = True
                self.plays.append(f"{event.seat} {play_text(event)}{late}")
            case EventKind.TRICK_WON:
                points = "" if event.points is None else f"  attackers {event.points}"
                wind = "" if event.to in {event.seat, None} else f", {event.to} leads"
                yield f"{self.trick()}  → {event.seat}{wind}{points}"
            case EventKind.DEAL_ENDED if event.result is not None:
                if self.plays:
                    yield self.trick()
                if event.cards:
                    yield f"kitty {signs(event.cards)}"
                yield from result_lines(event.result)
            case EventKind.DEALT:
                return
            case _:
                yield f"{event.kind.name.lower().replace('_', ' ')}{told(event)}{late}"

    def trick(self) -> str:
        plays, self.plays = self.plays, []
        return f"  {'  |  '.join(plays)}"


def said_declarer(seat: Seat | None) -> str:
    return "no declarer yet" if seat is None else f"seat {seat} declares"


def deal_lines(hands: BySeat[list[Card]], first: Event) -> Iterator[str]:
    """The hands as they are before the first card is played; that one is already out of its hand."""
    for seat in SEATS:
        before = (*hands[seat], *first.cards) if seat is first.seat else hands[seat]
        yield f"  {seat}  {in_suits(before)}"


def play_text(event: Event) -> str:
    if event.kind is EventKind.PASSED:
        return "pass"
    failed = f" (of {signs(event.attempt)})" if event.attempt else ""
    kind = event.claim and event.claim.kind
    named = f" ({kind.name.lower().replace('_', ' ')})" if kind and len(event.cards) > FEW else ""
    return signs(event.cards) + failed + named


def told(event: Event) -> str:
    trump = "" if event.trump is None else f" trump {'no-trump' if event.trump is Suit.NO_TRUMP else str(event.trump)}"
    seat = "" if event.seat is None else f" seat {event.seat}"
    to = "" if event.to is None else f" to {event.to}"
    cards = f" {signs(event.cards)}" if event.cards else ""
    dry = ", dry" if event.dry else ""
    return f"{seat}{to}{cards}{trump}{dry}"


def result_lines(result: Result) -> Iterator[str]:
    if result.finish:
        yield f"out {' '.join(map(str, result.finish))}; score {result.score:+} for seats 0 and 2"
        return
    kitty = f", kitty {result.kitty_points} x {result.kitty_multiplier}" if result.kitty_multiplier else ""
    coins = f"; coins {' '.join(f'{won:+}' for won in result.coins)}" if result.coins else ""
    yield f"attackers {result.attackers_points}{kitty}; score {result.score:+} for seats 0 and 2{coins}"
