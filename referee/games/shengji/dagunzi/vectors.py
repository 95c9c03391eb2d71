"""Golden lines of Da Gunzi, checked by acting on positions, or by the functions that positions call."""

from collections.abc import Callable
from dataclasses import replace

from referee.cards import (
    CARD_TEXT,
    HJ,
    LJ,
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
from referee.game import Action, Claim, EventKind, Position, RefereeError, Verb
from referee.games.shengji.dagunzi import progress as levels
from referee.games.shengji.dagunzi.kitty import has_joker, is_dry
from referee.games.shengji.dagunzi.outcome import Case, Outcome, case_of, outcome
from referee.games.shengji.dagunzi.phases.adding import Adding, Picking
from referee.games.shengji.dagunzi.phases.burying import Burying, open_kitty
from referee.games.shengji.dagunzi.phases.showing import Ground, Seizing, Showing
from referee.games.shengji.dagunzi.phases.tribute import Paying, Returning, collect
from referee.games.shengji.dagunzi.phases.tricks import Terms, Tricks, settled
from referee.games.shengji.dagunzi.progress import Progress
from referee.games.shengji.dagunzi.rules import Rules, parse
from referee.games.shengji.dagunzi.shows import Show
from referee.games.shengji.dagunzi.turning import first_suited, flipped
from referee.games.shengji.order import TRUMPS, Order, order_of
from referee.games.shengji.reading import number_of, one_of, seat_of, won_by_attackers
from referee.games.shengji.vectors import NoLuck, option, part_of, tidy
from referee.games.vector import Finding, Json, Vector

DECLARER, NEXT = SEATS[0], SEATS[1]
DECKS = 3
NOBODY: BySeat[Cards] = BySeat.all(())
KITTY_CARDS = cards("3h 4c 5c 6c 7c 8c")
"""A kitty that is not dry."""
LEVEL_OPTIONS = ("start_level", "end_level", "obligatory_levels")
NO_TRUMP = ("", "n", "nt", "none", "no-trump", "no trump")
"""What lines call it where three jokers name no suit."""


def rules_of(line: Vector) -> Rules:
    members = line.part("options").members if "options" in line else {}
    given = {name: option(value) for name, value in members.items()}
    if "mode" in line and line.text("kind") == "follow":
        given["follow_mode"] = line.text("mode")
    return parse(given | {name: given[name].replace("10", "T") for name in LEVEL_OPTIONS if name in given})


def order_for(line: Vector) -> Order:
    """Return the order a line speaks of; where it does not matter lines say nothing."""
    level = Rank.parse(line.text("level")) if "level" in line else Rank.SIX
    trump = Suit.parse(line.text("trump")) if "trump" in line else Suit.HEARTS
    if trump == Suit.NO_TRUMP:
        raise NotationError("'trump' is no-trump, which this game has not")
    return order_of(level, trump, two_trump=True)


def terms_of(line: Vector, kitty: Cards = (), blood: int = 0) -> Terms:
    order = order_for(line)
    progress = Progress((order.level, order.level), DECLARER, blood=blood)
    return Terms(rules_of(line), progress, order, DECLARER, kitty, public=False)


def accepts(position: Position, action: Action) -> bool:
    """Ask the seat that is to act."""
    (seat,) = position.to_act
    try:
        position.act(seat, action)
    except RefereeError:
        return False
    return True


def order(line: Vector) -> Finding:
    """Compare two cards, or all that are named, step by step; a line need not name all there are."""
    table = order_for(line)
    if "desc" in line:
        steps = [sorted(set(step)) for step in line.hands("desc")]
        return Finding([text(step) for step in steps], descending(table, {face for step in steps for face in step}))
    return Finding(line.text("cmp"), compared(table, line.card("a"), line.card("b")))


def descending(table: Order, faces: set[Card]) -> list[Json]:
    if len({table.group[face] for face in faces} - {TRUMPS}) > 1:
        raise NotationError("'desc' has side cards of two suits, which are not compared")
    steps = {(table.group[face] == TRUMPS, table.height[face]) for face in faces}
    return [
        text(sorted(face for face in faces if (table.group[face] == TRUMPS, table.height[face]) == step))
        for step in sorted(steps, reverse=True)
    ]


def compared(table: Order, one: Card, other: Card) -> str:
    group, other_group = table.group[one], table.group[other]
    if group != other_group:
        return ">" if group == TRUMPS else "<" if other_group == TRUMPS else "none"
    return "=><"[(table.height[one] > table.height[other]) - (table.height[one] < table.height[other])]


def group(line: Vector) -> Finding:
    found = order_for(line).group[line.card("card")]
    return Finding(line.text("group"), "trump" if found == TRUMPS else "cdhs"[found])


def worth(line: Vector) -> Finding:
    counted = line.cards("cards")
    if is_flagged(line, "full_deck"):
        counted = tuple(face for face in pack(DECKS) if CARD_TEXT[face][0] in "5TK")
        return Finding([tidy(line.text("cards")), line.number("points")], [text(sorted(counted)), points(counted)])
    return Finding(line.number("points"), points(counted))


def lead(line: Vector) -> Finding:
    led = line.cards("cards")
    position = Tricks(terms_of(line), BySeat((led, (), (), ())), DECLARER)
    return Finding(line.flag("legal"), accepts(position, Action(Verb.PLAY, led)))


def follow(line: Vector) -> Finding:
    led, hand = line.cards("lead"), line.cards("hand")
    position = Tricks(terms_of(line), BySeat((led, hand, (), ())), DECLARER)
    opened = position.act(DECLARER, Action(Verb.PLAY, led)).position
    return Finding(line.flag("legal"), accepts(opened, Action(Verb.PLAY, line.cards("play"))))


def trick(line: Vector) -> Finding:
    leader, plays = seat_of(line, "leader"), line.hands("plays")
    if len(plays) != len(SEATS):
        raise NotationError(f"'plays' has {len(plays)}, not {len(SEATS)}")
    seats = [leader.after(place) for place in range(len(SEATS))]
    position: Position = Tricks(terms_of(line), BySeat(plays[(seat - leader) % 4] for seat in SEATS), leader)
    for seat, play in zip(seats, plays, strict=True):
        position, events = position.act(seat, Action(Verb.PLAY, play))
    winner = next(event.seat for event in events if event.kind is EventKind.TRICK_WON)
    assert winner is not None
    given = {"winner": (winner - leader) % 4, "winner_seat": int(winner), "points": sum(map(points, plays))}
    asked = [key for key in given if key in line]
    return Finding({key: line.number(key) for key in asked}, {key: given[key] for key in asked})


def show(line: Vector) -> Finding:
    bid = line.part("bid")
    seat, shown, suit = seat_of(bid, "seat"), bid.cards("cards"), suit_of(bid)
    hand = line.cards("hand") if "hand" in line else shown
    auction = auction_of(line)
    try:
        auction.show(seat, hand, Action(Verb.DECLARE, shown, None if suit is None else Claim(suit)))
    except RefereeError:
        return Finding(line.flag("legal"), given=False)
    return Finding(line.flag("legal"), given=not auction.closed)


def suit_of(shown: Vector) -> Suit | None:
    if "suit" not in shown or shown["suit"] is None:
        return None
    named = shown.text("suit").lower()
    return Suit.NO_TRUMP if named in NO_TRUMP else Suit.parse(named)


def auction_of(line: Vector) -> Seizing | Showing:
    level, first = Rank.parse(line.text("level")), one_of(line, "hand_no", "first", "later") == "first"
    ground = Ground(rules_of(line), Progress((level, level), None if first else DECLARER), NoLuck(), 0)
    if "current" not in line or line["current"] is None:
        return Seizing(ground) if first else Showing(ground)
    standing = line.part("current")
    seat, suit = seat_of(standing, "seat"), suit_of(standing)
    if first:
        return Seizing(ground).seized_by(seat, 0)[0]
    if suit is None:
        raise NotationError("'current' names no suit")
    return Showing(ground, Show(seat, standing.cards("cards"), suit))


def drypot(line: Vector) -> Finding:
    dry = line.flag("shown") and is_dry(
        rules_of(line), order_for(line), line.cards("kitty"), first_deal=line.flag("first_hand")
    )
    return Finding(line.flag("dry"), dry)


def kitty(line: Vector) -> Finding:
    return KITTY[one_of(line, "action", *KITTY)](line)


def bury(line: Vector) -> Finding:
    buried = line.cards("bury")
    if is_flagged(line, "dry"):
        return in_play(line, Action(Verb.BURY, buried))
    position = Burying(terms_of(line), BySeat((line.cards("hand"), (), (), ())))
    legal = accepts(position, Action(Verb.BURY, buried))
    return part_of(line, {"legal": legal, "public": legal and has_joker(buried)})


def is_flagged(line: Vector, key: str) -> bool:
    return key in line and line.flag(key)


def in_play(line: Vector, action: Action) -> Finding:
    """Ask where the play has begun at once."""
    position = Tricks(terms_of(line), BySeat.all(line.cards("hand")), DECLARER)
    return part_of(line, {"legal": accepts(position, action)})


def add(line: Vector) -> Finding:
    action, terms = Action(Verb.ADD, line.cards("jokers")), terms_of(line, line.cards("kitty"))
    if is_flagged(line, "dry") or not terms.rules.others_bury:
        return in_play(line, action)
    try:
        step = Adding(terms, BySeat(((), line.cards("hand"), (), ())), NEXT).act(NEXT, action)
    except RefereeError:
        return part_of(line, {"legal": False, "public": False})
    taken = any(event.kind is EventKind.ADDED for event in step.events)
    shown = isinstance(step.position, Picking) and step.position.terms.public
    return part_of(line, {"legal": taken, "public": shown})


def pick(line: Vector) -> Finding:
    position = Picking(terms_of(line, line.cards("kitty")), NOBODY, NEXT, line.number("count"))
    return part_of(line, {"legal": accepts(position, Action(Verb.PICK, line.cards("pick")))})


def visibility(line: Vector) -> Finding:
    if line.text("phase") == "before_take":
        terms = replace(terms_of(line, KITTY_CARDS), public=line.flag("shown"))
        [event] = open_kitty(terms, NOBODY).events
        return part_of(line, {"public": event.sees is None})
    return part_of(line, {"public": is_flagged(line, "dry") or has_joker(line.cards("kitty"))})


KITTY: dict[str, Callable[[Vector], Finding]] = {
    "declarer_bury": bury,
    "other_bury": add,
    "pick": pick,
    "visibility": visibility,
}


def jokers(line: Vector) -> Cards:
    buried = line.part("buried_jokers")
    return tuple(face for face, name in ((LJ, "LJ"), (HJ, "HJ")) if name in buried for _ in range(copies(buried, name)))


def copies(buried: Vector, name: str) -> int:
    if (number := number_of(buried, name)) > DECKS:
        raise NotationError(f"there are {DECKS} {name}, not {number}")
    return number


def ended(line: Vector) -> Outcome:
    taken, dry = line.flag("kitty_taken"), is_flagged(line, "dry")
    return outcome(rules_of(line), number_of(line, "attackers"), jokers(line), taken=taken, dry=dry)


def blood(line: Vector) -> Finding:
    end = ended(line)
    payee = levels.next_declarer(rules_of(line), seat_of(line, "declarer"), end.case)
    given: dict[str, Json] = {
        "score_blood": end.score_blood,
        "joker_blood": end.joker_blood,
        "total": end.blood,
        "payer": payee.after(3) if end.blood else None,
        "payee": payee if end.blood else None,
    }
    return part_of(line, given)


def tribute(line: Vector) -> Finding:
    """Where nothing can be paid nobody is asked, and a line that pays nothing is right."""
    if one_of(line, "action", "pay", "return") == "return":
        position = Returning(terms_of(line, KITTY_CARDS), hand_of(line, DECLARER), number_of(line, "received"))
        return Finding(line.flag("legal"), accepts(position, Action(Verb.RETURN, line.cards("return"))))
    step = collect(terms_of(line, KITTY_CARDS, number_of(line, "blood")), hand_of(line, DECLARER.after(3)))
    paid = line.cards("pay")
    asked = isinstance(step.position, Paying)
    return Finding(line.flag("legal"), accepts(step.position, Action(Verb.PAY, paid)) if asked else not paid)


def hand_of(line: Vector, seat: Seat) -> BySeat[Cards]:
    return NOBODY.put(seat, line.cards("hand"))


def promotion(line: Vector) -> Finding:
    """Side 0 declares; the levels a line calls played are those of the side that the case promotes."""
    end = ended(line)
    played = tuple(Rank.parse(rank.replace("10", "T")) for rank in line.texts("played")) if "played" in line else ()
    before = Progress(
        (Rank.parse(line.text("declarer_level")), Rank.parse(line.text("attacker_level"))),
        DECLARER,
        played=((), played) if end.case.attackers_won else (played, ()),
    )
    after = levels.advance(rules_of(line), before, DECLARER, end)
    given: dict[str, Json] = {
        "case": end.case.name,
        "declarer_level": str(after.levels[0]),
        "attacker_level": str(after.levels[1]),
        "match_winner": None if after.winner is None else ("declarers", "attackers")[after.winner],
    }
    return part_of(line, given)


def declarer(line: Vector) -> Finding:
    return DECLARERS[one_of(line, "mode", *DECLARERS)](line)


def in_order(listed: str) -> Cards:
    return tuple(face for word in listed.split() for face in cards(word))


def seize(line: Vector) -> Finding:
    kitty_cards = in_order(line.text("kitty")) if "kitty" in line else ()
    _, trump = first_suited((*in_order(line.text("draws_after_show")), *kitty_cards))
    level = levels.start(rules_of(line)).level
    return part_of(line, found(seat_of(line, "seat"), trump, level))


def found(seat: Seat, trump: Suit | None, level: Rank) -> dict[str, Json]:
    if trump is None:
        return {"redeal": True}
    return {"redeal": False, "declarer": seat, "trump": str(trump), "level": str(level)}


def flip(line: Vector) -> Finding:
    rules, flips = rules_of(line), [face for item in line.hands("flips") for face in item]
    place = flipped(flips, largest=rules.first_flip == "largest")
    if place is None:
        return part_of(line, {"redeal": True})
    seat = seat_of(line, "start").after(place)
    return part_of(line, found(seat, first_suited(flips[place:])[1], levels.start(rules).level))


def draw(line: Vector) -> Finding:
    _, trump = first_suited(in_order(line.text("draws")))
    return part_of(line, {"redeal": trump is None, "trump": None if trump is None else str(trump)})


def rotate(line: Vector) -> Finding:
    rules = rules_of(line)
    case: Case = case_of(rules, number_of(line, "attackers"), taken=line.flag("kitty_taken"))
    return part_of(line, {"next_declarer": levels.next_declarer(rules, seat_of(line, "declarer"), case)})


DECLARERS: dict[str, Callable[[Vector], Finding]] = {"seize": seize, "flip": flip, "draw": draw, "rotate": rotate}


def score(line: Vector) -> Finding:
    winner = NEXT if won_by_attackers(line, "last_trick_winner") else DECLARER
    terms = terms_of(line, line.cards("kitty"))
    result = settled(terms, winner, number_of(line, "attacker_tricks"))
    return part_of(line, {"attackers": result.attackers_points, "kitty_taken": terms.attacks(winner)})


CHECKS: dict[str, Callable[[Vector], Finding]] = {
    "order": order,
    "group": group,
    "points": worth,
    "lead": lead,
    "follow": follow,
    "trick": trick,
    "show": show,
    "drypot": drypot,
    "kitty": kitty,
    "blood": blood,
    "tribute": tribute,
    "promotion": promotion,
    "declarer": declarer,
    "score": score,
}
