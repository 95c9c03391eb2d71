"""Golden lines of the family, checked by acting on positions, or by the functions that positions call."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import NamedTuple

from referee.cards import CARD_TEXT, SEATS, BySeat, Card, Cards, NotationError, Rank, Seat, Side, pack, text
from referee.cards import cards as cards_of
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
from referee.games.turn import counted
from referee.games.vector import Finding, Json, Vector

LEADER, SECOND = SEATS[0], SEATS[1]
DEALT = 27


class Given(NamedTuple):
    """A chance of which everything is given."""

    start: int
    place: int

    def pack(self, attempt: int) -> Cards:  # noqa: ARG002 - there are no redeals
        return pack(2)

    def draw(self, purpose: str, k: int) -> int:  # noqa: ARG002
        if purpose not in (given := {"start-seat": self.start, "revealed-card": self.place}):
            raise NotationError(f"nothing tells what chance gives for {purpose}")
        return given[purpose]


def has(line: Vector, key: str) -> bool:
    """Tell whether a line has an optional member; null is as good as none."""
    return key in line and line[key] is not None


def rules_of(line: Vector) -> Rules:
    if not has(line, "opts"):
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
    if not before:
        raise NotationError("'prev' has no such reading")
    return Finding(line.flag("beats"), any(new.beats(old) for new in after for old in before))


def read_as(line: Vector, terms: Terms, key: str) -> tuple[Reading, ...]:
    """Return the readings of cards, or the one that is declared."""
    found = readings(terms.rules, terms.order, line.cards(key))
    declared = f"{key}_as"
    return tuple(each for each in found if not has(line, declared) or named(each) == line.text(declared))


def declare(line: Vector) -> Finding:
    terms, cards = terms_of(line), line.cards("cards")
    top = Top(reading_of(terms.order, line.text("prev")), SECOND) if has(line, "prev") else None
    claim = claim_of(terms.order, line.text("declared")) if has(line, "declared") else None
    position = Climbing(terms, BySeat((cards, *((Card(0),),) * 3)), LEADER, top)
    try:
        played = position.act(LEADER, Action(Verb.PLAY, cards, claim)).events[0]
    except RuleError as refused:
        given = refusal(terms, cards, top, refused)
    else:
        assert played.claim is not None
        found = [each for each in readings(terms.rules, terms.order, cards) if each.claim == played.claim]
        given = {"ok": True, "reading": named(found[0])}
    part = part_of(line, given)
    return part if part.expected == part.given else Finding(part.expected, given)


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
    named = list(line.texts("levels"))
    fails = numbers(line, "fails") if has(line, "fails") else [0, 0]
    if len(named) != len(fails) or len(fails) != len(Side):
        raise NotationError("'levels' and 'fails' have a member for each of 2 teams")
    even, odd = map(Rank.parse, named)
    declarers = (team(line.number("declarer")),) if has(line, "declarer") else ()
    before = Progress((even, odd), (fails[0], fails[1]), finish=declarers)
    return part_of(line, risen(outcome(rules_of(line), before, finish_of(line))))


def team(number: int) -> Seat:
    """Return a seat of a team."""
    if number not in (0, 1):
        raise NotationError(f"{number} is not a team: 0 or 1")
    return SEATS[number]


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
    finish = seats(line, "finish")
    if len(finish) >= 2 and finish[1] == finish[0].partner:
        return finish[:2]
    if len(finish) != len(SEATS):
        raise NotationError(f"'finish' has {counted(len(finish), 'seat')}, not {len(SEATS)}")
    return finish


def seats(line: Vector, key: str) -> tuple[Seat, ...]:
    found = numbers(line, key)
    if len(set(found)) < len(found):
        raise NotationError(f"{key!r} has a seat twice")
    return tuple(map(seat_of, found))


def seat_of(number: int) -> Seat:
    if number not in SEATS:
        raise NotationError(f"{number} is not a seat: 0 to 3")
    return SEATS[number]


def part_of(line: Vector, given: dict[str, Json]) -> Finding:
    """Compare what a line expects; it need not expect everything that is known."""
    expected = line.part("expect").members
    return Finding(dict(expected), {key: given.get(key) for key in expected})


def tribute(line: Vector) -> Finding:
    finish = finish_of(line)
    left = line.part("left").members if has(line, "left") else {}
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
        "pay_options": {str(int(seat)): texts(payable(terms, hands, seat)) for seat in paying},
    }
    expected, known = part_of(line, given | paid(line, terms, hands))
    return Finding(sets(expected), sets(known))


def payable(terms: Terms, hands: BySeat[Cards], seat: Seat) -> Cards:
    if not set(hands[seat]) - {terms.order.wild}:
        raise NotationError(f"seat {seat} has nothing to pay")
    return rule.payable(terms.order, hands[seat])


def sets(known: Json) -> Json:
    """Sort what has no order."""
    if isinstance(known, dict):
        return {key: sets(value) for key, value in known.items()}
    return sorted(known, key=str) if isinstance(known, list) else known


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
        "transfers": moved,
        "leader": int(position.turn),
    }


def answer(line: Vector, position: Position, seat: Seat) -> Action:
    if isinstance(position, Resisting) and has(line, "resist"):
        return Action(Verb.RESIST if line.flag("resist") else Verb.DECLINE)
    if isinstance(position, Paying) and has(line, "choose") and str(int(seat)) in line.part("choose"):
        return Action(Verb.PAY, line.part("choose").cards(str(int(seat))))
    return next(position.moves(seat))


def returned(line: Vector) -> Finding:
    payer = LEADER.partner if has(line, "to_partner") and line.flag("to_partner") else SECOND
    hand = line.cards("hand")
    if not hand:
        raise NotationError("'hand' is empty")
    transfer = Transfer(payer, LEADER, line.card("received"))
    position = Returning(terms_of(line), BySeat((hand, (), (), ())), (transfer,), LEADER)
    legal = [text(action.cards) for action in position.moves(LEADER)]
    return Finding([*sorted(line.texts("legal"))], [*sorted(legal)])


class Move(NamedTuple):
    seat: Seat
    number: int
    """Of cards played; 0 is a pass."""


def moves_of(line: Vector) -> Iterator[Move]:
    for item in line.items("moves"):
        match item:
            case [int(seat), "play", int(number)] if 0 < number <= len(SIZES):
                yield Move(seat_of(seat), number)
            case [int(seat), "play", str(listed)] if listed.strip():
                yield Move(seat_of(seat), len(cards_of(listed)))
            case [int(seat), "pass"]:
                yield Move(seat_of(seat), 0)
            case _:
                raise NotationError(f"{item!r} is no move")


def wind(line: Vector) -> Finding:
    """Play combinations, each above the one before, out of hands made for it."""
    moves, left = list(moves_of(line)), numbers(line, "start_left")
    if not moves or len(left) != len(SEATS):
        raise NotationError("there is no move, or 'start_left' has not 4 numbers")
    plays = list(played(moves))
    hands = BySeat(hand_of(moves, plays, seat, left[seat]) for seat in SEATS)
    out = seats(line, "finished") if has(line, "finished") else ()
    level = Rank.ACE
    terms = Terms(rules_of(line), order_of(level), Progress((level, level)))
    position: Position = Climbing(terms, hands, moves[0].seat, None, out)
    log: tuple[Event, ...] = ()
    for move, cards in zip(moves, plays, strict=True):
        position, log = position.act(move.seat, Action(Verb.PLAY if cards else Verb.PASS, cards))
        out += tuple(each.seat for each in log if each.kind is EventKind.FINISHED and each.seat is not None)
    return part_of(line, flow(position, out))


SIZES = ("A", "AA", "AAA", "AAAA", "AAABB", "AAABBB", *("A" * size for size in range(7, 11)))
"""The combinations that are played, by their number of cards; those of five and six are bombs over bombs."""


def played(moves: list[Move]) -> Iterator[Cards]:
    """Yield cards for each move, of one rank above the other."""
    height, last, bombs = 0, 0, False
    for _, number in moves:
        height += number > 0
        bombs = bombs or number == 4 or number > 6 or (number in (5, 6) and 0 < last != number)
        shape = "A" * number if bombs or not number else SIZES[number - 1]
        yield tuple(sorted(Card((height + (letter == "B")) + 13 * (place % 4)) for place, letter in enumerate(shape)))
        last = number or last


def hand_of(moves: list[Move], plays: list[Cards], seat: Seat, left: int) -> Cards:
    own = tuple(face for move, cards in zip(moves, plays, strict=True) if move.seat == seat for face in cards)
    if not len(own) <= left <= DEALT:
        raise NotationError(
            f"seat {seat} plays {counted(len(own), 'card')} of {left}, and nobody has more than {DEALT}"
        )
    return tuple(sorted(own + (Card(0),) * (left - len(own))))


def flow(position: Position, out: tuple[Seat, ...]) -> dict[str, Json]:
    given: dict[str, Json] = {"hand_over": position.result is not None, "finish": [*map(int, out)]}
    if not isinstance(position, Climbing):
        return given | {"trick_over": False, "leader": None, "turn": None}
    turn, over = int(position.turn), position.top is None
    return given | {"trick_over": over, "leader": turn if over else None, "turn": None if over else turn}


def first_lead(line: Vector) -> Finding:
    rules, place = rules_of(line), line.number("revealed_index")
    if place not in range(len(pack(2))):
        raise NotationError(f"'revealed_index' is {place}, not 0 to {len(pack(2)) - 1}")
    position = begin(rules, start(rules), Given(seat_of(line.number("start")), place)).position
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
