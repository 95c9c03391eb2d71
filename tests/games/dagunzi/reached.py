"""What a deal reached, by name: read off its events, and off a second judgement of what it came to."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from referee.cards import CARD_TEXT, JOKERS, Cards
from referee.game import Event, EventKind, Phase, Result, Verb
from referee.table.table import Played, Table
from tests.games.dagunzi.playing import of_kind
from tests.games.dagunzi.slow_settling import Settled, Told, settle

ENDS = ("A", "B", "C", "D", "S = 0", "S >= 300", "none", "all", "jokers", "levels", "blood")
"""Cases; deals without a point and with all points; what won a match; deals after which blood is owed."""
BEGINNINGS = ("seized", "late", "flipped", "shown", "countered", "3 jokers", "turned", "tribute", "paid", "forgiven")
"""How declarer and trump suit were found (`late`: the kitty named the trump after a seizing), shows that went over
others or were of jokers, deals with tribute, cards paid, deals in which some of it was forgiven."""
KITTIES = ("secret", "public", "dry", "jokers buried", "added", "in vain", "picked")
"""Kitties as they were opened, those the declarer laid jokers in, jokers added or tried to, cards picked."""
PHASES = tuple(phase.name for phase in Phase if phase is not Phase.COUNTER)


class Deal(NamedTuple):
    record: Played
    events: list[Event]

    def of(self, kind: EventKind) -> list[Event]:
        return of_kind(self.events, kind)

    @property
    def result(self) -> Result:
        assert self.record.result is not None
        return self.record.result

    @property
    def is_first(self) -> bool:
        """Of a match."""
        return self.record.progress.split()[2] == "-"

    @property
    def blood(self) -> int:
        """Cards owed when it began."""
        return int(self.record.progress.split()[4])


def deals_of(table: Table, log: list[Event]) -> Iterator[Deal]:
    for record in table.deals:
        end = next(place for place, event in enumerate(log) if event.kind is EventKind.DEAL_ENDED) + 1
        yield Deal(record, log[:end])
        log = log[end:]


def reached(options: Mapping[str, str], deal: Deal) -> Iterator[str]:
    yield from ends(deal, judged(options, deal))
    yield from beginnings(deal)
    yield from tribute(deal)
    yield from kitties(deal)
    yield from (event.phase.name for event in deal.events if event.phase is not None)


def judged(options: Mapping[str, str], deal: Deal) -> Settled:
    """Judge a deal a second time, and see that the referee came to the same."""
    known, result = told(deal), deal.result
    settled = settle(options, known)
    assert deal.of(EventKind.KITTY)[0].dry == settled.dry
    assert [event.seat for event in deal.of(EventKind.TRICK_WON)] == settled.winners
    assert result.attackers_points == settled.captured
    assert result.score == (-settled.score if known.declarer % 2 else settled.score)
    assert str(result.progress) == settled.progress
    return settled


def told(deal: Deal) -> Told:
    [trumped] = deal.of(EventKind.TRUMP_SET)
    assert trumped.seat is not None
    plays = [(event.seat, said(event.cards)) for event in deal.of(EventKind.PLAYED) if event.seat is not None]
    tricks = [plays[place : place + 4] for place in range(0, len(plays), 4)]
    seen = deal.of(EventKind.KITTY)[0].cards if deal.of(EventKind.DECLARED) else ()
    kitty = deal.events[-1].cards
    return Told(deal.record.progress, trumped.seat, str(trumped.trump), said(seen), tricks, said(kitty))


def said(cards: Cards) -> list[str]:
    return [CARD_TEXT[face] for face in cards]


def ends(deal: Deal, settled: Settled) -> Iterator[str]:
    yield settled.case
    if settled.captured == 0:
        yield "S = 0"
    if settled.captured >= 300:
        yield "S >= 300"
    if settled.ending:
        yield settled.ending
    if deal.result.blood:
        yield "blood"


def beginnings(deal: Deal) -> Iterator[str]:
    shows = deal.of(EventKind.DECLARED)
    if deal.is_first:
        yield "seized" if shows else "flipped"
        if shows and deal.of(EventKind.TURNED):
            yield "late"
    else:
        yield "shown" if shows else "turned"
        yield from ("countered" for _ in shows[1:])
        yield from ("3 jokers" for show in shows if show.cards[0] in JOKERS)


def tribute(deal: Deal) -> Iterator[str]:
    paid = sum(len(event.cards) for event in deal.of(EventKind.PAID))
    yield from ("tribute" for _ in deal.of(EventKind.TRIBUTE_DUE))
    yield from ("paid" for _ in range(paid))
    if paid < deal.blood:
        yield "forgiven"


def kitties(deal: Deal) -> Iterator[str]:
    opened, added = deal.of(EventKind.KITTY)[0], deal.of(EventKind.ADDED)
    yield "dry" if opened.dry else "public" if opened.public else "secret"
    yield from ("jokers buried" for event in deal.of(EventKind.BURIED) if event.public)
    yield from ("added" for event in added for _ in event.cards)
    tried = [entry for entry in deal.record.entries if entry.action.verb is Verb.ADD]
    yield from ("in vain" for _ in tried[len(added) :])
    yield from ("picked" for event in deal.of(EventKind.PICKED) for _ in event.cards)
