"""Fan-di: what may be shown to take the kitty up again (docs/rules/chaodi.md 2)."""

from referee.cards import JOKERS, SUITS, Cards, Rank, Seat, card
from referee.games.shengji.declarations import Declaration, Standing, holds
from referee.games.shengji.order import SUIT_RANK
from referee.games.shengji.rules import Rules


def shows(rules: Rules, level: Rank) -> tuple[Cards, ...]:
    """Return all that can be shown, from the weakest: pairs before triples, suits d c h s, then the jokers."""
    jokers = () if rules.no_trump_bid == "off" else JOKERS
    faces = sorted((*(card(suit, level) for suit in SUITS), *jokers), key=SUIT_RANK.__getitem__)
    return tuple((face,) * copies for copies in range(2, rules.decks + 1) for face in faces)


def stronger(rules: Rules, level: Rank, standing: Standing) -> tuple[Cards, ...]:
    """Return what goes over what stands; singles are all equal, and four jokers are the strongest."""
    ladder = shows(rules, level)
    if standing is None or len(standing.cards) == 1:
        return ladder
    return ladder[ladder.index(standing.cards) + 1 :] if standing.cards in ladder else ()


def held(offers: tuple[Cards, ...], hand: Cards) -> tuple[Cards, ...]:
    return tuple(cards for cards in offers if holds(hand, cards))


def rivals(rules: Rules, standing: Standing, burier: Seat) -> tuple[Seat, ...]:
    """Return who is asked, in order: not who buried last, nor, unless it may be, whose declaration stands."""
    owner = None if standing is None or rules.fandi_allow_self else standing.seat
    others = (burier.after(steps) for steps in (1, 2, 3))
    return tuple(seat for seat in others if seat != owner)


def over(standing: Standing, seat: Seat, cards: Cards) -> Declaration:
    """Return what stands after a fan-di."""
    if standing is None:
        return Declaration(seat, cards, first=seat, fans=1)
    return Declaration(seat, cards, standing.first, fans=standing.fans + 1)
