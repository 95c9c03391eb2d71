"""The house bots at every variant of the family: legal, in every phase, and better than chance."""

import random
from collections.abc import Iterator, Mapping

import pytest
from paiju import Action, Bot, Decision, Verb, View, cards, text
from paiju.bots.bold import Bold
from paiju.bots.greedy import Greedy
from paiju.bots.lowest import Lowest
from paiju.bots.random import Random
from paiju.bots.shengji.order import TRUMPS, order_of
from paiju.bots.shengji.sight import Sight
from paiju.bots.shengji.units import covers, cut, owed
from paiju.cards import FACES, Card
from paiju.v1 import cards_pb2, game_pb2, referee_pb2

from referee import cards as rules_cards
from referee import practice
from referee.cards import Rank, Suit
from referee.game import Game
from referee.games import GAMES
from referee.games.shengji import order as rules_order
from referee.games.shengji import shapes
from referee.games.shengji.following import lead_of
from referee.games.shengji.following import owed as rules_owed

HEARTS = order_of(cards_pb2.SUIT_HEARTS, 10, two_trump=False)
RULES = rules_order.order_of(Rank.TEN, Suit.HEARTS, two_trump=False)
VARIANTS = {
    "one deck": ("tractor", {"decks": "1"}),
    "three decks": ("tractor", {"decks": "3"}),
    "chaodi, two decks": ("chaodi", {}),
    "chaodi, three decks": ("chaodi", {"decks": "3"}),
}
HARDER = {
    "protected triples": ("tractor", {"decks": "3", "protect_triples": "true"}),
    "permanent 2s": ("chaodi", {"decks": "3", "two_trump": "true"}),
    "no points in the kitty": ("chaodi", {"kitty_point_limit": "0"}),
    "few points in a large kitty": ("tractor", {"kitty_size": "12", "kitty_point_limit": "5"}),
    "own declarations too": ("chaodi", {"fandi_allow_self": "true", "fandi_changes_first_declarer": "true"}),
}
BOTS = {"random": Random, "lowest": Lowest, "greedy": Greedy, "bold": Bold}


def made(variant: tuple[str, Mapping[str, str]]) -> Game:
    name, options = variant
    return GAMES[name].make(options)


@pytest.mark.parametrize("variant", (VARIANTS | HARDER).values(), ids=VARIANTS | HARDER)
@pytest.mark.parametrize("bot", BOTS.values(), ids=BOTS)
def test_a_bot_answers_legally_in_every_variant(bot: type[Bot], variant: tuple[str, Mapping[str, str]]) -> None:
    for number in range(5):
        practice.play([bot, Random, bot, Random], *variant, board=number)


@pytest.mark.parametrize("name", VARIANTS)
def test_greedy_beats_random_on_nine_boards_of_ten(name: str) -> None:
    """With one deck chance is greater, so more boards are needed to see it."""
    boards = 100 if name == "one deck" else 20
    scores = practice.duel(Greedy, Random, *VARIANTS[name], boards=boards)
    assert sum(score > 0 for score in scores) + sum(score == 0 for score in scores) / 2 >= 0.9 * boards


def test_random_takes_the_kitty_up_again_and_greedy_answers_it() -> None:
    fans, phases = 0, set()
    for number in range(20):
        match = practice.match("chaodi", {"decks": "3"}, board=number)
        for seat, asked, action, _ in practice.Sitting([Greedy, Random] * 2, match).turns():
            phases.add((asked.view.phase, seat % 2))
            fans += asked.view.phase == game_pb2.PHASE_COUNTER and action.verb == Verb.VERB_DECLARE
    known = (game_pb2.PHASE_DEAL, game_pb2.PHASE_BURY, game_pb2.PHASE_COUNTER, game_pb2.PHASE_PLAY)
    assert phases == {(phase, side) for phase in known for side in (0, 1)}
    assert fans > 3


LONG = "2h 2h 3h 4h 5h 6h 7h 8h 9h 3c 4c 5c"
SHORT = "2h 2h 3c 4c 5c 6c 7c 8c 9c Tc 3d 4d"


@pytest.mark.parametrize(
    ("hand", "owner", "shows"),
    [
        pytest.param(LONG, 0, True, id="a long suit against the other side"),
        pytest.param(SHORT, 0, False, id="a short suit"),
        pytest.param(LONG, 1, False, id="what partner made trump stays"),
    ],
)
def test_greedy_takes_the_kitty_up_with_a_long_suit(hand: str, owner: int, *, shows: bool) -> None:
    view = View(
        phase=game_pb2.PHASE_COUNTER,
        seat=3,
        header=game_pb2.Header(level=2, levels=[2, 2], declarer=owner),
        trump=cards_pb2.SUIT_SPADES,
        hand=cards(hand),
        declaration=game_pb2.Declaration(seat=owner, cards=cards("2s")),
    )
    offers = [Action(verb=Verb.VERB_PASS), Action(verb=Verb.VERB_DECLARE, cards=cards("2h 2h"))]
    bot = Greedy({})
    bot.tables = {"": referee_pb2.Seated(game="chaodi", options=made(("chaodi", {})).options)}
    asked = Decision(verbs=[Verb.VERB_DECLARE, Verb.VERB_PASS], legal=offers, legal_complete=True)
    assert bot.act(view, asked) == offers[shows]


def some(chance: random.Random, most: int) -> list[Card]:
    """Choose cards of one group of three decks, close together."""
    group = chance.choice([TRUMPS, cards_pb2.SUIT_CLUBS])
    faces = sorted((face for face in FACES if HEARTS.group[face] == group), key=lambda face: HEARTS.height[face])
    start = chance.randrange(len(faces) - 3)
    pool = [face for face in faces[start : start + 6] for _ in range(3)]
    return chance.sample(pool, chance.randint(1, min(len(pool), most)))


def told(held: list[Card]) -> rules_cards.Cards:
    return tuple(sorted(rules_cards.Card(card - 1) for card in held))


def test_three_decks_are_cut_as_the_rules_cut_them() -> None:
    chance = random.Random(6)
    for _ in range(1500):
        held = some(chance, 12)
        theirs = shapes.cut(RULES, told(held))
        assert [(unit.shape, unit.top) for unit in cut(HEARTS, held)] == [(unit.shape, unit.top) for unit in theirs]


def leads(chance: random.Random, number: int) -> Iterator[tuple[list[Card], list[Card]]]:
    """Yield leads of several cards, and hands that hold more of the group."""
    while number:
        pool = some(chance, 18)
        chance.shuffle(pool)
        size = chance.randint(2, 8)
        if len(pool) > 2 * size:
            yield pool[:size], pool[size:]
            number -= 1


def test_what_is_owed_with_three_decks_is_what_the_rules_ask_for() -> None:
    chance = random.Random(7)
    for led, hand in leads(chance, 400):
        lead = lead_of(RULES, shapes.cut(RULES, told(led)))
        due = rules_owed(RULES, told(hand), lead, protect=False)
        for must in owed(HEARTS, hand, [unit.shape for unit in cut(HEARTS, led)]):
            said = f"led {text(led)}, hand {text(hand)}, must {text(must)}"
            assert rules_owed(RULES, told(list(must)), lead, protect=False) == due, said


@pytest.mark.parametrize(
    ("held", "shapes_led", "top"),
    [
        pytest.param("3h 3h 3h 4h", [(3, 1), (1, 1)], "3h", id="a triple"),
        pytest.param("3h 3h 4h 4h", [(3, 1), (1, 1)], None, id="no triple in pairs"),
        pytest.param("3h 3h 3h 4h 4h 4h", [(2, 2), (1, 1), (1, 1)], "4h", id="a tractor in a titanic"),
        pytest.param("3h 3h 3h 4h 4h 5h", [(3, 1), (2, 1), (1, 1)], "3h", id="a triple beside a pair"),
        pytest.param("3h 3h 3h 4h 5h 6h", [(3, 1), (2, 1), (1, 1)], None, id="not a pair out of the same triple"),
    ],
)
def test_the_height_that_counts_in_a_cover_of_triples(
    held: str, shapes_led: list[tuple[int, int]], top: str | None
) -> None:
    assert covers(HEARTS, cards(held), shapes_led) == (HEARTS.height[cards(top)[0]] if top else None)


def test_an_announced_cut_is_followed() -> None:
    units = [cards_pb2.Cards(cards=cards(unit)) for unit in ("4h 4h 4h", "3h 3h")]
    led = game_pb2.Play(seat=0, cards=cards("3h 3h 4h 4h 4h"), claim=game_pb2.Claim(units=units))
    for play, shapes_led in ((led, ((3, 1), (2, 1))), (game_pb2.Play(cards=led.cards), ((2, 2), (1, 1)))):
        view = View(
            seat=1,
            header=game_pb2.Header(level=10),
            trump=cards_pb2.SUIT_HEARTS,
            trick=game_pb2.Trick(plays=[play]),
        )
        assert Sight(view, two_trump=False, decks=3).lead.shapes == shapes_led


@pytest.mark.parametrize("variant", ["three decks", "chaodi, three decks"])
def test_the_play_worth_most_holds_the_trick_with_three_decks(variant: str) -> None:
    for number in range(4):
        match = practice.match(*VARIANTS[variant], board=number, seed=4)
        for view in (turn.decision.view for turn in practice.Sitting([Random] * 4, match).turns()):
            if view.phase == game_pb2.PHASE_PLAY and view.trick.plays:
                sight = Sight(view, two_trump=False, decks=3)
                worth = [sight.value(play.cards, sight.lead) or (False, -1) for play in view.trick.plays]
                assert worth.index(max(worth)) == view.trick.best
