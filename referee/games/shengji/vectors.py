"""Golden lines of the family, checked by acting on positions, or by the functions that positions call."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from referee.cards import (
    CARD_TEXT,
    SEATS,
    BySeat,
    Card,
    Cards,
    NotationError,
    Rank,
    Seat,
    Suit,
    cards,
    pack,
    points,
    text,
)
from referee.game import Action, Claim, Event, EventKind, Option, Position, RuleError, Step, Verb
from referee.games.shengji import chaodi, scoring
from referee.games.shengji import progress as levels
from referee.games.shengji.declarations import Declaration, bids, declare, turned, whole
from referee.games.shengji.fandi import shows
from referee.games.shengji.following import lead_of
from referee.games.shengji.order import TRUMPS, Group, Order, one_group, order_of
from referee.games.shengji.phases.burying import Burying, Countering, asking
from referee.games.shengji.phases.declaring import Declaring, auction
from referee.games.shengji.phases.tricks import Terms, Trick, Tricks, settled
from referee.games.shengji.progress import Progress
from referee.games.shengji.reading import number_of, one_of, seat_of, shown_by, three_hands, won_by_attackers
from referee.games.shengji.rules import OPTIONS, Rules, parse
from referee.games.shengji.scoring import Outcome, outcome
from referee.games.shengji.shapes import Cut, Shape, Unit, announced, cut
from referee.games.shengji.winning import strength
from referee.games.vector import Finding, Json, Vector

LEADER, SECOND = SEATS[0], SEATS[1]
UNIT_NAMES: dict[Shape, str] = {(1, 1): "single", (2, 1): "pair", (3, 1): "triple"}
RUN_NAMES = {2: "tractor", 3: "titanic"}


class NoLuck:
    """The chance of a deal whose cards are given."""

    def pack(self, attempt: int) -> Cards:  # noqa: ARG002 - any pack will do
        return ()

    def draw(self, purpose: str, k: int) -> int:  # noqa: ARG002
        return 0


def rules_of(line: Vector, options: Sequence[Option] = OPTIONS, /, **given: str) -> Rules:
    """Read the options of a line; those that it names go over what is given."""
    if "decks" in line:
        given["decks"] = str(line.number("decks"))
    if "two_trump" in line:
        given["two_trump"] = option(line["two_trump"])
    if "opts" in line:
        members = line.part("opts").members
        given |= {name: option(value) for name, value in members.items() if name != "announced"}
    return parse(given, options)


def option(value: Json) -> str:
    """Write a value as the text of an option."""
    if isinstance(value, list):
        return ",".join(map(str, value))
    return "none" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def order_for(line: Vector) -> Order:
    level, trump = Rank.parse(line.text("level")), Suit.parse(line.text("trump"))
    return order_of(level, trump, two_trump=rules_of(line).two_trump)


def terms_of(line: Vector, kitty: Cards = (), **more: str) -> Terms:
    order = order_for(line)
    rules = rules_of(line, **more)
    return Terms(rules, levels.board(rules, LEADER), order, LEADER, kitty)


def tidy(listed: str) -> str:
    return text(cards(listed))


def part_of(line: Vector, given: dict[str, Json]) -> Finding:
    """Compare what a line expects; it need not expect everything that is known."""
    expected = line.part("expect").members
    return Finding(dict(expected), {key: given.get(key) for key in expected})


def order(line: Vector) -> Finding:
    table = order_for(line)
    found = {"desc": ladder_of(table, TRUMPS)}
    if "side_suit" in line:
        found["side_desc"] = ladder_of(table, Group(Suit.parse(line.text("side_suit"))))
    return Finding({key: [tidy(step) for step in line.texts(key)] for key in found}, dict(found))


def ladder_of(table: Order, group: Group) -> list[Json]:
    faces = [Card(face) for face in range(len(CARD_TEXT)) if table.group[face] == group]
    heights = sorted({table.height[face] for face in faces}, reverse=True)
    return [text(face for face in faces if table.height[face] == height) for height in heights]


def lead_step(terms: Terms, hands: BySeat[Cards], claim: Claim | None = None) -> Step:
    return Tricks(terms, hands, LEADER).act(LEADER, Action(Verb.PLAY, hands[LEADER], claim))


def form(line: Vector) -> Finding:
    given = formed(terms_of(line), line.cards("cards"))
    expected = {key: line[key] for key in given if key in line}
    if isinstance(line["units"], list):
        expected["units"] = [
            {"type": unit.text("type"), "len": unit.number("len"), "cards": tidy(unit.text("cards"))}
            for unit in line.parts("units")
        ]
    return Finding(expected, {key: given[key] for key in expected})


def formed(terms: Terms, led: Cards) -> dict[str, Json]:
    try:
        position = lead_step(terms, BySeat((led, (), (), ()))).position
    except RuleError:
        return {"suit": None, "legal_lead": False, "units": None}
    assert isinstance(position, Tricks)
    assert position.trick is not None
    units = position.trick.lead.cut
    group = one_group(terms.order, led)
    return {
        "suit": "T" if group == TRUMPS else "cdhs"[position.trick.lead.group],
        "legal_lead": True,
        "is_throw": len(units) > 1,
        "units": [unit_of(unit) for unit in units],
    }


def unit_of(unit: Unit) -> Json:
    name = UNIT_NAMES.get(unit.shape) or RUN_NAMES[unit.width]
    return {"type": name, "len": unit.length, "cards": text(sorted(unit.cards))}


def hint(line: Vector) -> Finding:
    claim = Claim(units=tuple(line.hands("announced")))
    return judged(line, partial(lead_step, terms_of(line), BySeat((line.cards("cards"), (), (), ())), claim))


def judged(line: Vector, done: Callable[[], Step]) -> Finding:
    """Find out whether something may be done."""
    try:
        done()
    except RuleError:
        return Finding(line.flag("legal"), given=False)
    return Finding(line.flag("legal"), given=True)


def led(line: Vector, terms: Terms, key: str = "lead") -> Cut:
    """Take a lead as it stands, without the other hands' say, and cut it as it is announced."""
    shown = line.cards(key)
    if not shown or one_group(terms.order, shown) is None:
        raise NotationError(f"{key!r} is not cards of one suit, or trumps")
    if "opts" not in line or "announced" not in line.part("opts"):
        return cut(terms.order, shown)
    claimed = announced(terms.order, shown, tuple(line.part("opts").hands("announced")))
    if claimed is None:
        raise NotationError(f"what is announced is no cut of {key!r}")
    return claimed


def opened(line: Vector, hands: BySeat[Cards]) -> Tricks:
    """Return the position after a lead."""
    terms = terms_of(line)
    lead, shown = lead_of(terms.order, led(line, terms)), line.cards("lead")
    power = strength(terms.order, shown, lead, deep=terms.deep)
    assert power is not None
    return Tricks(terms, hands, SECOND, 0, Trick(lead, (shown,), 0, power))


def follow(line: Vector) -> Finding:
    position = opened(line, BySeat(((), line.cards("hand"), (), ())))
    return judged(line, partial(position.act, SECOND, Action(Verb.PLAY, line.cards("play"))))


def trick(line: Vector) -> Finding:
    plays = three_hands(line, "plays")
    if any(len(play) != len(line.cards("lead")) for play in plays):
        raise NotationError("'plays' has a play that is not as large as the lead")
    position, events = Step(opened(line, BySeat(((), *plays))), ())
    for seat, play in zip(SEATS[1:], plays, strict=True):
        position, events = position.act(seat, Action(Verb.PLAY, play))
    winner = next(event.seat for event in events if event.kind is EventKind.TRICK_WON)
    return Finding(line.number("winner"), winner)


def throw(line: Vector) -> Finding:
    terms, thrown = terms_of(line), line.cards("throw")
    claim = Claim(units=tuple(unit.cards for unit in led(line, terms, "throw")))
    step = lead_step(terms, BySeat((thrown, *three_hands(line, "others"))), claim)
    played = step.events[0]
    expected = line.text("result")
    return Finding("ok" if expected == "ok" else tidy(expected), text(played.cards) if played.attempt else "ok")


def bid(line: Vector) -> Finding:
    legal, bids, action = bidding(line)
    if not legal or "expect" not in line:
        return Finding(line.flag("legal"), legal)
    assert bids.standing is not None
    given: dict[str, Json] = {
        "action": action,
        "trump": str(bids.standing.trump),
        "first_hand_declarer": bids.declarer(LEADER) if line.flag("first_hand") else None,
    }
    found = part_of(line, given)
    return Finding([line.flag("legal"), found.expected], [legal, found.given])


def bidding(line: Vector) -> tuple[bool, Declaring, str]:
    """Declare in turn, every seat holding what it shows.

    Return whether the last may, the auction then, and how it came to what stands.
    """
    rules, level = rules_of(line), Rank.parse(line.text("level"))
    progress = Progress((level, level), None if line.flag("first_hand") else LEADER)
    bids, way = auction(rules, progress, NoLuck(), 0), ""
    shown = [*line.parts("history"), line.part("bid")]
    for number, (seat, some) in enumerate(map(shown_by, shown), 1):
        try:
            after, _ = bids.show(seat, some * rules.decks, Action(Verb.DECLARE, some))
        except RuleError:
            if number < len(shown):
                raise NotationError(f"declaration {number} of the history is not legal") from None
            return False, bids, ""
        way = declare(rules, bids.standing, seat, whole(rules, bids.standing, seat, some))[0].value
        bids = after
    return True, bids, way


def nobid(line: Vector) -> Finding:
    rules = rules_of(line, nobody_bids=line.text("policy"))
    kitty = tuple(face for word in line.text("kitty").split() for face in cards(word))
    trump = turned(kitty)[1] if rules.nobody_bids == "third_kitty_card" else Suit.NO_TRUMP
    return Finding(line["trump"], None if rules.nobody_bids == "redeal" else str(trump))


def score(line: Vector) -> Finding:
    usual = {"attacker_level_cap": "none"} if one_of(line, "rules", "004", "002") == "002" else {}
    end = outcome(rules_of(line, **usual), number_of(line, "attackers"))
    given: dict[str, Json] = {
        "winner": "attackers" if end.attackers_won else "declarers",
        "levels": end.levels,
        "next_declarer": levels.next_declarer(seat_of(line, "declarer"), end),
    }
    return part_of(line, given)


def level(line: Vector) -> Finding:
    rules = rules_of(line, mandatory_levels=option(line["mandatory"]))
    rank, declared = Rank.parse(line.text("level")), line.flag("as_declarer_and_won")
    if rank not in rules.ladder:
        raise NotationError("'level' is none that is played with 'two_trump'")
    end = Outcome(attackers_won=not declared, levels=number_of(line, "levels"))
    after = levels.advance(rules, Progress((rank, rank)), LEADER if declared else SECOND, end)
    return part_of(line, {"level": str(after.levels[0]), "match_won": after.winner == 0})


def deal(line: Vector) -> Finding:
    rules = rules_of(line)
    whole_pack = pack(rules.decks)
    given: dict[str, Json] = {
        "hand": rules.hand_size,
        "kitty": rules.kitty_size,
        "cards": len(whole_pack),
        "points": points(whole_pack),
    }
    return Finding({key: line.number(key) for key in given}, given)


def kitty(line: Vector) -> Finding:
    terms = terms_of(line, line.cards("kitty"), kitty_multiplier=line.text("policy"))
    winner = SECOND if won_by_attackers(line, "last_trick_won_by") else LEADER
    result = settled(terms, winner, 0, led(line, terms, "last_lead"))
    given: dict[str, Json] = {
        "base": result.kitty_points,
        "multiplier": result.kitty_multiplier,
        "bonus": result.attackers_points,
    }
    return part_of(line, given)


def buried(line: Vector, declarer: Seat, burier: Seat, hands: BySeat[Cards], fans: int = 0) -> Position:
    """Return what comes after a burial."""
    rules = rules_of(line, OPTIONS if rules_of(line).decks == 1 else chaodi.OPTIONS)
    level, standing = Rank.parse(line.text("level")), None
    if line["current"] is not None:
        owner, cards = shown_by(line.part("current"))
        if cards not in bids(rules, level) + shows(rules, level):
            raise NotationError("'current' is no declaration")
        standing = Declaration(owner, cards, first=owner, fans=fans)
    order = order_of(level, standing.trump if standing else Suit.NO_TRUMP, two_trump=rules.two_trump)
    kitty = pack(1)[: rules.kitty_size]
    known = None if "first_hand" in line and line.flag("first_hand") else declarer
    terms = Terms(rules, Progress((level, level), known), order, declarer, kitty, standing)
    return asking(terms, hands, burier, Event(EventKind.BURIED, seat=burier)).position


def fandi(line: Vector) -> Finding:
    seat, shown = shown_by(line.part("offer"))
    trump = fanned(buried(line, LEADER, seat_of(line, "last_burier"), BySeat.all(shown)), seat, shown)
    legal = Finding(line.flag("legal"), trump is not None)
    if "trump" not in line:
        return legal
    return Finding([legal.expected, line["trump"]], [legal.given, None if trump is None else str(trump)])


def fanned(position: Position, seat: Seat, shown: Cards) -> Suit | None:
    """Return the trump after a fan-di, or nothing if it is not allowed."""
    if not isinstance(position, Countering) or seat not in position.queue:
        return None
    try:
        after = replace(position, queue=(seat,)).act(seat, Action(Verb.DECLARE, shown)).position
    except RuleError:
        return None
    assert isinstance(after, Burying)
    return after.terms.order.trump


def fandi_seq(line: Vector) -> Finding:
    """Go through the questions; whoever takes the kitty up lays the same cards away."""
    doings = [(seat_of(each, "seat"), each.text("do")) for each in line.parts("events")]
    shown = [(seat, cards(do)) for seat, do in doings if do not in ("pass", "skip")]
    hands = BySeat(tuple(face for seat, some in shown if seat == holder for face in some) for holder in SEATS)
    declarer = owner = seat_of(line, "declarer")
    position = buried(line, declarer, declarer, hands, number_of(line, "fans_before"))
    for seat, do in doings:
        if do == "skip":
            if seat in position.to_act:
                raise NotationError(f"seat {seat} is asked")
        elif do == "pass":
            position = position.act(seat, Action(Verb.PASS)).position
        else:
            position, owner = reburied(position, seat, cards(do)), seat
    assert isinstance(position, Countering | Tricks)
    terms = position.terms
    given: dict[str, Json] = {
        "trump": str(terms.order.trump),
        "kitty_owner": owner,
        "fans": terms.fans,
        "declarer": terms.declarer,
        "leader": min(position.to_act) if isinstance(position, Tricks) else terms.declarer,
        "over": isinstance(position, Tricks),
    }
    return part_of(line, given)


def reburied(position: Position, seat: Seat, shown: Cards) -> Position:
    holding = position.act(seat, Action(Verb.DECLARE, shown)).position
    assert isinstance(holding, Burying)
    return holding.act(seat, Action(Verb.BURY, holding.terms.kitty)).position


def coins(line: Vector) -> Finding:
    rules = rules_of(line, coins="true", room_factor=str(line.number("N")), fan_doubles="true")
    end = Outcome(attackers_won=won_by_attackers(line, "winner"), levels=number_of(line, "levels"))
    won, paid = scoring.coins(rules, end, number_of(line, "fans"))
    units = scoring.units(rules, end, number_of(line, "fans"))
    return part_of(line, {"X": units, "win_each": won, "lose_each": paid})


CHECKS: Mapping[str, Callable[[Vector], Finding]] = {"format": form} | {
    check.__name__: check
    for check in (order, hint, follow, trick, throw, bid, nobid, score, level, deal, kitty, fandi, fandi_seq, coins)
}
