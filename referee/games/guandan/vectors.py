"""Golden lines of the family, checked by acting on positions, or by the functions that positions call."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import NamedTuple

from referee.cards import CARD_TEXT, SEATS, BySeat, Card, Cards, NotationError, Rank, Seat, pack, text
from referee.game import Action, Claim, Event, EventKind, Position, RuleError, Step, Verb
from referee.games.guandan import tribute as rule
from referee.games.guandan.levels import Outcome, outcome
from referee.games.guandan.order import Order, Reading, key_text, order_of
from referee.games.guandan.phases.climbing import Climbing, Top
from referee.games.guandan.phases.dealing import begin
from referee.games.guandan.phases.paying import Paying
from referee.games.guandan.phases.resisting import Resisting, ask
from referee.games.guandan.phases.returning import Returning, Transfer
from referee.games.guandan.phases.terms import Terms
from referee.games.guandan.progress import Progress, start
from referee.games.guandan.readings import readings
from referee.games.guandan.rules import Rules, parse
from referee.games.options import text as option
from referee.games.vector import Finding, Json, Vector

LEADER, SECOND = SEATS[0], SEATS[1]


class Given(NamedTuple):
    """A chance of which everything is given."""

    start: int
    place: int

    def pack(self, attempt: int) -> Cards:  # noqa: ARG002 - there are no redeals
        return pack(2)

    def draw(self, purpose: str, k: int) -> int:  # noqa: ARG002
        return {"start-seat": self.start, "revealed-card": self.place}[purpose]


def rules_of(line: Vector) -> Rules:
    if "opts" not in line:
        return parse({})
    return parse({name: option(value) for name, value in line.part("opts").members.items()})


def terms_of(line: Vector, progress: Progress | None = None) -> Terms:
    rules, level = rules_of(line), Rank.parse(line.text("level"))
    order = order_of(level, joker_bomb_top=rules.joker_bomb_top)
    return Terms(rules, order, progress or Progress((level, level)))


def named(reading: Reading) -> str:
    return str(reading).replace(" ", ":")


def every(order: Order) -> Iterator[Reading]:
    for size in order.alike:
        yield from size.values()
    yield from order.full_houses.values()
    for runs in (order.straights, order.flushes, order.tubes, order.plates):
        yield from runs
    yield order.joker_bomb


def reading_of(order: Order, name: str) -> Reading:
    for reading in every(order):
        if named(reading) == name:
            return reading
    raise NotationError(f"no reading is called {name!r}")


def classify(line: Vector) -> Finding:
    terms = terms_of(line)
    found = readings(terms.rules, terms.order, line.cards("cards"))
    return Finding([*sorted(line.texts("types"))], [*sorted(map(named, found))])


def beats(line: Vector) -> Finding:
    terms = terms_of(line)
    before, after = (read_as(line, terms, key) for key in ("prev", "next"))
    return Finding(line.flag("beats"), any(new.beats(old) for new in after for old in before))


def read_as(line: Vector, terms: Terms, key: str) -> tuple[Reading, ...]:
    """Return the readings of cards, or the one that is declared."""
    found = readings(terms.rules, terms.order, line.cards(key))
    declared = f"{key}_as"
    return tuple(each for each in found if declared not in line or named(each) == line.text(declared))


def declare(line: Vector) -> Finding:
    terms, cards = terms_of(line), line.cards("cards")
    top = Top(reading_of(terms.order, line.text("prev")), SECOND) if "prev" in line else None
    claim = claim_of(terms.order, line.text("declared")) if "declared" in line else None
    position = Climbing(terms, BySeat((cards, *((Card(0),),) * 3)), LEADER, top)
    try:
        played = position.act(LEADER, Action(Verb.PLAY, cards, claim)).events[0]
    except RuleError as refused:
        given = refusal(terms, cards, top, refused)
    else:
        assert played.claim is not None
        found = [each for each in readings(terms.rules, terms.order, cards) if each.claim == played.claim]
        given = {"ok": True, "reading": named(found[0])}
    return Finding(dict(line.part("expect").members), given)


def claim_of(order: Order, name: str) -> Claim:
    """Return a claim; of what there is not, one that fits nothing."""
    try:
        return reading_of(order, name).claim
    except NotationError:
        return Claim()


def refusal(terms: Terms, cards: Cards, top: Top | None, refused: RuleError) -> dict[str, Json]:
    given: dict[str, Json] = {"ok": False, "error": refused.rule.partition(".")[2].upper()}
    if refused.rule == "play.ambiguous":
        found = readings(terms.rules, terms.order, cards)
        given["choices"] = [named(each) for each in found if top is None or each.beats(top.reading)]
    return given


def order(line: Vector) -> Finding:
    table = terms_of(line).order
    return Finding([*line.texts("ascending")], [key_text(key) for key in table.ranks])


def levelup(line: Vector) -> Finding:
    even, odd = map(Rank.parse, line.texts("levels"))
    fails = numbers(line, "fails") if "fails" in line else [0, 0]
    finish = () if line["declarer"] is None else (SEATS[line.number("declarer")],)
    before = Progress((even, odd), (fails[0], fails[1]), finish=finish)
    return part_of(line, risen(outcome(rules_of(line), before, finish_of(line))))


def risen(end: Outcome) -> dict[str, Json]:
    after, over = end.progress, end.progress.winner is not None
    return {
        "winner": int(end.winner),
        "gain": end.gain,
        "levels": [str(level) for level in after.levels],
        "fails": [*after.fails],
        "over": over,
        "match_winner": int(end.winner) if end.passed else None,
        "next_declarer": None if over or after.declarer is None else int(after.declarer.side),
        "next_level": None if over else str(after.level),
    }


def numbers(line: Vector, key: str) -> list[int]:
    found = [item for item in line.items(key) if isinstance(item, int)]
    if len(found) != len(line.items(key)):
        raise NotationError(f"{key!r} is not a list of numbers")
    return found


def finish_of(line: Vector) -> tuple[Seat, ...]:
    """Read all four seats, of which the last two mean nothing after two partners."""
    finish = tuple(SEATS[seat] for seat in numbers(line, "finish"))
    return finish[:2] if finish[1] == finish[0].partner else finish


def part_of(line: Vector, given: dict[str, Json]) -> Finding:
    """Compare what a line expects; it need not expect everything that is known."""
    expected = line.part("expect").members
    return Finding(dict(expected), {key: given.get(key) for key in expected})


def tribute(line: Vector) -> Finding:
    finish = finish_of(line)
    left = line.part("left").members if "left" in line else {}
    counts = tuple(number if isinstance(number := left.get(str(seat)), int) else 0 for seat in SEATS)
    terms = terms_of(line)
    terms = replace(terms, progress=replace(terms.progress, finish=finish, left=counts if len(finish) == 2 else ()))
    held = line.part("hands")
    hands = BySeat(held.cards(str(seat)) if str(seat) in held else (Card(0), Card(1)) for seat in SEATS)
    paying = rule.payers(terms.rules, terms.progress)
    consent = rule.consent(terms.rules, hands, paying)
    given: dict[str, Json] = {
        "double": len(finish) == 2,
        "payers": [*map(int, paying)],
        "can_resist": bool(consent.seats),
        "resist_by": [*map(int, consent.seats)],
        "pay_options": {str(int(seat)): texts(rule.payable(terms.order, hands[seat])) for seat in paying},
    }
    return part_of(line, given | paid(line, terms, hands))


def texts(cards: Cards) -> list[Json]:
    return [CARD_TEXT[face] for face in cards]


def paid(line: Vector, terms: Terms, hands: BySeat[Cards]) -> dict[str, Json]:
    """Answer every question of tribute as the line says, or by default, and tell what came of it."""
    paying = rule.payers(terms.rules, terms.progress)
    position, log = ask(terms, hands, paying) if paying else Step(Climbing(terms, hands, terms.progress.finish[0]), ())
    while not isinstance(position, Climbing):
        seat = min(position.to_act)
        position, events = position.act(seat, answer(line, position, seat))
        log += events
    moved: list[Json] = [[each.seat, each.to, text(each.cards)] for each in log if each.kind is EventKind.PAID]
    return {
        "resisted": any(each.kind is EventKind.RESISTED for each in log),
        "transfers": sorted(moved, key=str),
        "leader": int(position.turn),
    }


def answer(line: Vector, position: Position, seat: Seat) -> Action:
    if isinstance(position, Resisting) and "resist" in line:
        return Action(Verb.RESIST if line.flag("resist") else Verb.DECLINE)
    if isinstance(position, Paying) and "choose" in line and str(int(seat)) in line.part("choose"):
        return Action(Verb.PAY, line.part("choose").cards(str(int(seat))))
    return next(position.moves(seat))


def returned(line: Vector) -> Finding:
    payer = LEADER.partner if line.flag("to_partner") else SECOND
    [face] = line.cards("received")
    hands = BySeat((line.cards("hand"), (), (), ()))
    position = Returning(terms_of(line), hands, (Transfer(payer, LEADER, face),), LEADER)
    legal = [text(action.cards) for action in position.moves(LEADER)]
    return Finding([*sorted(line.texts("legal"))], [*sorted(legal)])


class Move(NamedTuple):
    seat: Seat
    number: int
    """Of cards played; 0 is a pass."""


def moves_of(line: Vector) -> Iterator[Move]:
    for item in line.items("moves"):
        match item:
            case [int(seat), "play", int(number)]:
                yield Move(SEATS[seat], number)
            case [int(seat), "pass"]:
                yield Move(SEATS[seat], 0)
            case _:
                raise NotationError(f"{item!r} is no move")


def wind(line: Vector) -> Finding:
    """Play equal cards, of one rank above the other, out of hands made for it."""
    moves, left = list(moves_of(line)), numbers(line, "start_left")
    plays = [played(place, move.number) for place, move in enumerate(moves)]
    hands = BySeat(
        tuple(sorted((*(own := owned(moves, plays, seat)), *(Card(0),) * (left[seat] - len(own))))) for seat in SEATS
    )
    out = tuple(SEATS[seat] for seat in numbers(line, "finished")) if "finished" in line else ()
    level = Rank.ACE
    terms = Terms(rules_of(line), order_of(level), Progress((level, level)))
    position: Position = Climbing(terms, hands, moves[0].seat, None, out)
    log: tuple[Event, ...] = ()
    for move, cards in zip(moves, plays, strict=True):
        position, log = position.act(move.seat, Action(Verb.PLAY if cards else Verb.PASS, cards))
        out += tuple(each.seat for each in log if each.kind is EventKind.FINISHED and each.seat is not None)
    return part_of(line, flow(position, out))


def played(place: int, number: int) -> Cards:
    """Return so many cards of one rank; later plays have higher ranks."""
    return tuple(sorted(Card(place + 1 + 13 * (copy % 4)) for copy in range(number)))


def owned(moves: list[Move], plays: list[Cards], seat: Seat) -> Cards:
    return tuple(face for move, cards in zip(moves, plays, strict=True) if move.seat == seat for face in cards)


def flow(position: Position, out: tuple[Seat, ...]) -> dict[str, Json]:
    given: dict[str, Json] = {"hand_over": position.result is not None, "finish": [*map(int, out)]}
    if not isinstance(position, Climbing):
        return given | {"trick_over": False, "leader": None, "turn": None}
    turn, over = int(position.turn), position.top is None
    return given | {"trick_over": over, "leader": turn if over else None, "turn": None if over else turn}


def first_lead(line: Vector) -> Finding:
    rules = rules_of(line)
    position = begin(rules, start(rules), Given(line.number("start"), line.number("revealed_index"))).position
    return Finding(line.number("leader"), int(min(position.to_act)))


CHECKS: dict[str, Callable[[Vector], Finding]] = {
    "classify": classify,
    "beats": beats,
    "declare": declare,
    "order": order,
    "levelup": levelup,
    "tribute": tribute,
    "return": returned,
    "wind": wind,
    "first_lead": first_lead,
}
