"""Golden lines of Da Gunzi, checked by acting on positions, or by the functions that positions call."""

from collections.abc import Callable
from dataclasses import replace

from referee.cards import CARD_TEXT, HJ, LJ, SEATS, BySeat, Card, Cards, NotationError, Rank, Suit, cards, pack, points
from referee.game import Action, Claim, EventKind, Position, RefereeError, Verb
from referee.games.shengji.dagunzi import progress as levels
from referee.games.shengji.dagunzi.kitty import has_joker, is_dry
from referee.games.shengji.dagunzi.outcome import Case, Outcome, case_of, outcome
from referee.games.shengji.dagunzi.phases.adding import Adding, Picking
from referee.games.shengji.dagunzi.phases.burying import Burying, open_kitty
from referee.games.shengji.dagunzi.phases.showing import Ground, Seizing, Showing
from referee.games.shengji.dagunzi.phases.tribute import Returning, collect
from referee.games.shengji.dagunzi.phases.tricks import Terms, Tricks, settled
from referee.games.shengji.dagunzi.progress import Progress
from referee.games.shengji.dagunzi.rules import Rules, parse
from referee.games.shengji.dagunzi.shows import Show
from referee.games.shengji.dagunzi.turning import first_suited, flipped
from referee.games.shengji.order import TRUMPS, Order, order_of
from referee.games.shengji.vectors import NoLuck, ladder_of, option, part_of, tidy
from referee.games.vector import Finding, Json, Vector

DECLARER, NEXT = SEATS[0], SEATS[1]
NOBODY: BySeat[Cards] = BySeat.all(())
KITTY_CARDS = cards("3h 4c 5c 6c 7c 8c")
"""A kitty that is not dry."""
LEVEL_OPTIONS = ("start_level", "end_level", "obligatory_levels")


def rules_of(line: Vector, **more: str) -> Rules:
    members = line.part("options").members if "options" in line else {}
    given = {name: option(value) for name, value in members.items()}
    return parse(given | {name: given[name].replace("10", "T") for name in LEVEL_OPTIONS if name in given} | more)


def order_for(line: Vector) -> Order:
    """Return the order a line speaks of; where it does not matter lines say nothing."""
    level = Rank.parse(line.text("level")) if "level" in line else Rank.SIX
    trump = Suit.parse(line.text("trump")) if "trump" in line else Suit.HEARTS
    return order_of(level, trump, two_trump=True)


def terms_of(line: Vector, kitty: Cards = (), blood: int = 0, **more: str) -> Terms:
    order = order_for(line)
    progress = Progress((order.level, order.level), DECLARER, blood=blood)
    return Terms(rules_of(line, **more), progress, order, DECLARER, kitty, public=False)


def accepts(position: Position, action: Action) -> bool:
    """Ask the seat that is to act."""
    (seat,) = position.to_act
    try:
        position.act(seat, action)
    except RefereeError:
        return False
    return True


def order(line: Vector) -> Finding:
    table = order_for(line)
    if "desc" in line:
        steps = [tidy(step) for step in line.texts("desc")]
        group = table.group[cards(steps[0])[0]]
        return Finding(list(steps), ladder_of(table, group))
    (one,), (other,) = line.cards("a"), line.cards("b")
    return Finding(line.text("cmp"), compared(table, one, other))


def compared(table: Order, one: Card, other: Card) -> str:
    group, other_group = table.group[one], table.group[other]
    if group != other_group:
        return ">" if group == TRUMPS else "<" if other_group == TRUMPS else "none"
    return "=><"[(table.height[one] > table.height[other]) - (table.height[one] < table.height[other])]


def group(line: Vector) -> Finding:
    (face,) = line.cards("card")
    found = order_for(line).group[face]
    return Finding(line.text("group"), "trump" if found == TRUMPS else "cdhs"[found])


def worth(line: Vector) -> Finding:
    counted = line.cards("cards")
    if "full_deck" in line and line.flag("full_deck"):
        counted = tuple(face for face in pack(3) if CARD_TEXT[face][0] in "5TK")
        return Finding([tidy(line.text("cards")), line.number("points")], [tidy_cards(counted), points(counted)])
    return Finding(line.number("points"), points(counted))


def tidy_cards(counted: Cards) -> str:
    return " ".join(CARD_TEXT[face] for face in sorted(counted))


def lead(line: Vector) -> Finding:
    led = line.cards("cards")
    position = Tricks(terms_of(line), BySeat((led, (), (), ())), DECLARER)
    return Finding(line.flag("legal"), accepts(position, Action(Verb.PLAY, led)))


def follow(line: Vector) -> Finding:
    led, hand = line.cards("lead"), line.cards("hand")
    position = Tricks(terms_of(line, follow_mode=line.text("mode")), BySeat((led, hand, (), ())), DECLARER)
    opened = position.act(DECLARER, Action(Verb.PLAY, led)).position
    return Finding(line.flag("legal"), accepts(opened, Action(Verb.PLAY, line.cards("play"))))


def trick(line: Vector) -> Finding:
    leader, plays = SEATS[line.number("leader")], line.hands("plays")
    hands = NOBODY
    for place, play in enumerate(plays):
        hands = hands.put(leader.after(place), play)
    position: Position = Tricks(terms_of(line), hands, leader)
    for place, play in enumerate(plays):
        position, events = position.act(leader.after(place), Action(Verb.PLAY, play))
    winner = next(event.seat for event in events if event.kind is EventKind.TRICK_WON)
    assert winner is not None
    given: list[Json] = [(winner - leader) % 4, winner, sum(map(points, plays))]
    return Finding([line.number(key) for key in ("winner", "winner_seat", "points")], given)


def show(line: Vector) -> Finding:
    bid, standing = line.part("bid"), None if line["current"] is None else line.part("current")
    seat, shown = SEATS[bid.number("seat")], bid.cards("cards")
    suit = None if bid["suit"] is None else Suit.parse(bid.text("suit"))
    hand = line.cards("hand") if "hand" in line else shown
    auction = auction_of(line, standing)
    claim = None if suit is None else Claim(suit)
    try:
        auction.show(seat, hand, Action(Verb.DECLARE, shown, claim))
    except RefereeError:
        return Finding(line.flag("legal"), given=False)
    return Finding(line.flag("legal"), given=not auction.closed)


def auction_of(line: Vector, standing: Vector | None) -> Seizing | Showing:
    level, first = Rank.parse(line.text("level")), line.text("hand_no") == "first"
    ground = Ground(rules_of(line), Progress((level, level), None if first else DECLARER), NoLuck(), 0)
    if first:
        return Seizing(ground) if standing is None else Seizing(ground).seized_by(SEATS[standing.number("seat")], 0)[0]
    if standing is None:
        return Showing(ground)
    stands = Show(SEATS[standing.number("seat")], standing.cards("cards"), Suit.parse(standing.text("suit")))
    return Showing(ground, stands)


def drypot(line: Vector) -> Finding:
    dry = line.flag("shown") and is_dry(
        rules_of(line), order_for(line), line.cards("kitty"), first_deal=line.flag("first_hand")
    )
    return Finding(line.flag("dry"), dry)


def kitty(line: Vector) -> Finding:
    return KITTY[line.text("action")](line)


def bury(line: Vector) -> Finding:
    buried = line.cards("bury")
    if "dry" in line and line.flag("dry"):
        return nothing_to_bury(line, buried)
    position = Burying(terms_of(line), BySeat((line.cards("hand"), (), (), ())))
    legal = accepts(position, Action(Verb.BURY, buried))
    return part_of(line, {"legal": legal, "public": legal and has_joker(buried)})


def nothing_to_bury(line: Vector, cards_given: Cards) -> Finding:
    """With a dry pot the play begins at once."""
    position = Tricks(terms_of(line), BySeat.all(line.cards("hand")), DECLARER)
    return part_of(line, {"legal": accepts(position, Action(Verb.BURY, cards_given))})


def add(line: Vector) -> Finding:
    added = line.cards("jokers")
    if "dry" in line and line.flag("dry"):
        return nothing_to_bury(line, added)
    position = Adding(terms_of(line, line.cards("kitty")), BySeat(((), line.cards("hand"), (), ())), NEXT)
    try:
        step = position.act(NEXT, Action(Verb.ADD, added))
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
    return part_of(line, {"public": has_joker(line.cards("kitty"))})


KITTY: dict[str, Callable[[Vector], Finding]] = {
    "declarer_bury": bury,
    "other_bury": add,
    "pick": pick,
    "visibility": visibility,
}


def jokers(line: Vector) -> Cards:
    buried = line.part("buried_jokers")
    return (LJ,) * buried.number("LJ") + (HJ,) * buried.number("HJ")


def ended(line: Vector) -> Outcome:
    dry = "dry" in line and line.flag("dry")
    return outcome(rules_of(line), line.number("attackers"), jokers(line), taken=line.flag("kitty_taken"), dry=dry)


def blood(line: Vector) -> Finding:
    end = ended(line)
    payee = levels.next_declarer(rules_of(line), SEATS[line.number("declarer")], end.case)
    given: dict[str, Json] = {
        "score_blood": end.score_blood,
        "joker_blood": end.joker_blood,
        "total": end.blood,
        "payer": payee.after(3) if end.blood else None,
        "payee": payee if end.blood else None,
    }
    return part_of(line, given)


def tribute(line: Vector) -> Finding:
    if line.text("action") == "pay":
        step = collect(terms_of(line, blood=line.number("blood")), BySeat(((), (), (), line.cards("hand"))))
        return Finding(line.flag("legal"), accepts(step.position, Action(Verb.PAY, line.cards("pay"))))
    hands = BySeat((line.cards("hand"), (), (), ()))
    position = Returning(terms_of(line, KITTY_CARDS), hands, line.number("received"))
    return Finding(line.flag("legal"), accepts(position, Action(Verb.RETURN, line.cards("return"))))


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
    return DECLARERS[line.text("mode")](line)


def in_order(listed: str) -> Cards:
    return tuple(face for word in listed.split() for face in cards(word))


def seize(line: Vector) -> Finding:
    kitty_cards = in_order(line.text("kitty")) if "kitty" in line else ()
    _, trump = first_suited((*in_order(line.text("draws_after_show")), *kitty_cards))
    level = levels.start(rules_of(line)).level
    return part_of(line, found(line.number("seat"), trump, level))


def found(seat: int, trump: Suit | None, level: Rank) -> dict[str, Json]:
    if trump is None:
        return {"redeal": True}
    return {"redeal": False, "declarer": seat, "trump": str(trump), "level": str(level)}


def flip(line: Vector) -> Finding:
    rules, flips = rules_of(line), [face for item in line.hands("flips") for face in item]
    place = flipped(flips, largest=rules.first_flip == "largest")
    if place is None:
        return part_of(line, {"redeal": True})
    seat = SEATS[line.number("start")].after(place)
    return part_of(line, found(seat, first_suited(flips[place:])[1], levels.start(rules).level))


def draw(line: Vector) -> Finding:
    _, trump = first_suited(in_order(line.text("draws")))
    return part_of(line, {"redeal": trump is None, "trump": None if trump is None else str(trump)})


def rotate(line: Vector) -> Finding:
    rules = rules_of(line)
    case: Case = case_of(rules, line.number("attackers"), taken=line.flag("kitty_taken"))
    return part_of(line, {"next_declarer": levels.next_declarer(rules, SEATS[line.number("declarer")], case)})


DECLARERS: dict[str, Callable[[Vector], Finding]] = {"seize": seize, "flip": flip, "draw": draw, "rotate": rotate}


def score(line: Vector) -> Finding:
    winners = {"attackers": NEXT, "declarers": DECLARER}
    winner = line.text("last_trick_winner")
    if winner not in winners:
        raise NotationError(f"{winner!r} is neither attackers nor declarers")
    result = settled(terms_of(line, line.cards("kitty")), winners[winner], line.number("attacker_tricks"))
    given: dict[str, Json] = {"attackers": result.attackers_points, "kitty_taken": result.kitty_multiplier > 0}
    return part_of(line, given)


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
