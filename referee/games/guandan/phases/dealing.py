"""The deal, and what comes first after it (docs/rules/guandan.md 1)."""

from referee.cards import JOKERS, SEATS, BySeat, Cards, Seat
from referee.game import Event, EventKind, Header, Luck, Phase, Step
from referee.games.guandan import tribute
from referee.games.guandan.order import Order, order_of
from referee.games.guandan.phases.climbing import lead
from referee.games.guandan.phases.resisting import ask
from referee.games.guandan.phases.terms import Terms
from referee.games.guandan.progress import Progress
from referee.games.guandan.rules import Rules
from referee.games.turn import ONLY


def begin(rules: Rules, progress: Progress, luck: Luck) -> Step:
    start = SEATS[luck.draw("start-seat", 4)]
    pack = luck.pack(0)
    order = order_of(progress.level, joker_bomb_top=rules.joker_bomb_top)
    hands = BySeat(tuple(sorted(pack[(seat - start) % 4 :: 4])) for seat in SEATS)
    crossed = rules.double_tie == "random" and luck.draw("tribute-tie", 2) == 1
    terms = Terms(rules, order, progress, crossed)
    header = Header(progress.levels, progress.level, progress.declarer, fails=progress.fails)
    events = (
        Event(EventKind.DEAL_STARTED, seat=start, header=header, phase=Phase.DEAL),
        *(dealt_to(rules, seat, hands[seat]) for seat in SEATS),
    )
    if progress.declarer is None:
        leader, shown = first_lead(terms, luck, start, pack)
        return lead(terms, hands, leader, events + shown)
    paying = tribute.payers(rules, progress)
    if not paying:
        return lead(terms, hands, progress.declarer, events)
    step = ask(terms, hands, paying)
    return Step(step.position, events + step.events)


def dealt_to(rules: Rules, seat: Seat, hand: Cards) -> Event:
    return Event(EventKind.DEALT, seat=seat, cards=hand, sees=ONLY[seat], secret=rules.card_counts == "le10")


def first_lead(terms: Terms, luck: Luck, start: Seat, pack: Cards) -> tuple[Seat, tuple[Event, ...]]:
    """Return who leads when there was no deal before, and the card that says so."""
    if terms.rules.first_lead == "fixed_seat":
        return SEATS[0], ()
    if terms.rules.first_lead == "random_seat":
        return SEATS[luck.draw("leader", 4)], ()
    hidden = never_revealed(terms.rules, terms.order)
    places = [place for place, face in enumerate(pack) if face not in hidden]
    place = places[luck.draw("revealed-card", len(places))]
    leader = start.after(place)
    return leader, (Event(EventKind.SHOWN, seat=leader, cards=(pack[place],)),)


def never_revealed(rules: Rules, order: Order) -> Cards:
    return {"none": (), "jokers": JOKERS, "jokers_and_wilds": (*JOKERS, order.wild)}[rules.revealed_redraw]
