"""The house bots at Da Gunzi. Hearts are trumps, the level is 6, seat 3 looks; seat 1 is its partner."""

from collections import Counter

import pytest
from paiju import Action, Bot, Decision, Verb, View, cards, text
from paiju.bots.greedy import Greedy
from paiju.bots.lowest import Lowest
from paiju.bots.random import Random
from paiju.v1 import cards_pb2, game_pb2, referee_pb2

from referee import practice
from referee.games.shengji.dagunzi.dagunzi import DaGunzi
from referee.games.shengji.dagunzi.progress import Progress
from tests.games.dagunzi.playing import game, in_blood

ME, PARTNER = 3, 1
OPTIONS = {
    "plain": {},
    "dead": {"follow_mode": "dead"},
    "sheltering": {"follow_mode": "dead", "gunzi_shelter": "true"},
    "lowest returned": {"tribute_return": "lowest_non_joker", "others_bury_block": "any_point"},
}


class Begun(DaGunzi):
    """Deals that begin in all ways a deal of a match can."""

    def board(self, number: int) -> Progress:
        return in_blood(game(**self.options), number)


@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)
@pytest.mark.parametrize("bot", [Greedy, Random, Lowest])
def test_a_bot_answers_legally_wherever_it_comes(bot: type[Bot], options: dict[str, str]) -> None:
    rules = Begun(game(**options).rules)
    for number in range(9):
        practice.play([bot, Random, bot, Random], rules, board=number)
        practice.play([Random, bot, Random, Random], rules, board=number)


def test_greedy_beats_random_on_nine_boards_of_ten() -> None:
    won = Counter(score > 0 for score in practice.duel(Greedy, Random, game(), boards=50))
    assert won[True] >= 45


def position(hand: str, *trick: str, best: int = 0, played: str = "") -> View:
    """Return what seat 3 sees; the last but `len(trick)` seat led."""
    leader = (ME - len(trick)) % 4
    plays = [game_pb2.Play(seat=(leader + place) % 4, cards=cards(laid)) for place, laid in enumerate(trick)]
    seats = [
        game_pb2.SeatView(played=[card for play in plays if play.seat == seat for card in play.cards])
        for seat in range(4)
    ]
    seats[0].played.extend(cards(played))
    return View(
        phase=game_pb2.PHASE_PLAY,
        seat=ME,
        header=game_pb2.Header(level=6, levels=[6, 6], declarer=PARTNER),
        declarer=PARTNER,
        trump=cards_pb2.SUIT_HEARTS,
        hand=cards(hand),
        seats=seats,
        trick=game_pb2.Trick(leader=leader, plays=plays, best=best if plays else None),
    )


def chosen(view: View, decision: Decision, **options: str) -> Action:
    player = Greedy({})
    player.tables = {"": referee_pb2.Seated(game="dagunzi", options=game(**options).options)}
    action = player.act(view, decision)
    assert isinstance(action, Action)
    return action


def played(view: View, **options: str) -> str:
    return text(sorted(chosen(view, Decision(verbs=[Verb.VERB_PLAY]), **options).cards))


@pytest.mark.parametrize(
    ("hand", "trick", "best", "mode", "play"),
    [
        pytest.param("3s Ks 9c 4h", ["5s", "As", "7s"], 1, "live", "Ks", id="feeds partner"),
        pytest.param("3s Ts Ks 9c", ["As", "3s", "4s"], 0, "live", "3s", id="gives the other side nothing"),
        pytest.param("4s Qs As 9c", ["Ts", "3s", "Ks"], 2, "live", "As", id="takes points"),
        pytest.param("3h 9h HJ 4c", ["Ts", "3s", "Ks"], 2, "live", "3h", id="ruffs points with a low trump"),
        pytest.param("3h 3h HJ 4c", ["Ts Ts", "3s 3s", "Ks Ks"], 2, "live", "3h 3h", id="ruffs a pair with a pair"),
        pytest.param("4h 3h HJ 4c 7d", ["Ts Ts", "3s 3s", "Ks Ks"], 2, "live", "4c 7d", id="without one it discards"),
        pytest.param("5s 5s 8s 9s", ["Qs Qs", "4s 4s", "7s 7s"], 0, "live", "8s 9s", id="need not answer a pair"),
        pytest.param("5s 5s 8s 9s", ["Qs Qs", "4s 4s", "7s 7s"], 0, "dead", "5s 5s", id="dead: it must"),
        pytest.param(
            "5s 5s 8s 9s Js", ["Qs Qs Qs", "4s 4s 4s", "7s 7s 7s"], 0, "dead", "5s 5s 8s", id="dead: a pair to a triple"
        ),
        pytest.param("3c 5d Kc 4h", ["3s 3s", "As As", "7s 7s"], 1, "live", "Kc 5d", id="feeds from other suits"),
    ],
)
def test_greedy_follows(hand: str, trick: list[str], best: int, mode: str, play: str) -> None:
    assert played(position(hand, *trick, best=best), follow_mode=mode) == play


@pytest.mark.parametrize(
    ("hand", "play"),
    [
        pytest.param("3c As As As 4h", "As As As", id="a triple nobody beats"),
        pytest.param("3c As As 4h", "As As", id="a pair nobody beats"),
        pytest.param("Ks Qs 3c 3c", "3c", id="nothing dear into the dark"),
    ],
)
def test_greedy_leads(hand: str, play: str) -> None:
    assert played(position(hand)).startswith(play)


STRONG = "HJ HJ 6h 6h 2h 2h Ah Ah Kh Qh Qh Jh Jh 9h 9h 8h 8h 7h 7h 4h 3h 2c 2d 6s As As Ac Ac Ad 3c 4c 7c 8c 3d 4d"
WEAK = "HJ 4h 3h 5h As Ks Qs Js 9s 8s 7s 4s 3s Ac Kc Qc Jc 9c 8c 7c 4c 3c Ad Kd Qd Jd 9d 8d 7d 4d 3d Ts Tc Td 5s"


def test_greedy_buries_big_jokers_out_of_a_strong_hand_only() -> None:
    asked = Decision(verbs=[Verb.VERB_BURY], min_cards=6, max_cards=6)
    for hand, jokers in ((STRONG, 2), (WEAK, 0)):
        view = position(hand)
        view.phase = game_pb2.PHASE_BURY
        buried = text(chosen(view, asked).cards).split()
        assert len(buried) == 6
        assert buried.count("HJ") == jokers
        assert not any(card[0] in "5TK" for card in buried)


def test_greedy_adds_big_jokers_to_a_kitty_out_of_a_strong_hand_only() -> None:
    offers = [Action(verb=Verb.VERB_PASS), *(Action(verb=Verb.VERB_ADD, cards=cards("HJ " * n)) for n in (1, 2))]
    asked = Decision(verbs=[Verb.VERB_ADD, Verb.VERB_PASS], legal=offers)
    assert text(chosen(position(STRONG), asked).cards) == "HJ HJ"
    assert chosen(position(WEAK), asked).verb == Verb.VERB_PASS


def test_greedy_returns_neither_points_nor_trumps_and_voids_a_suit() -> None:
    view = position("HJ 6s 2c Ah Kh 3h As Ks 8s 7s 3d 4d 5c Kc Ac")
    view.phase = game_pb2.PHASE_TRIBUTE
    asked = Decision(verbs=[Verb.VERB_RETURN], min_cards=2, max_cards=2)
    assert text(sorted(chosen(view, asked).cards)) == "3d 4d"


def test_greedy_pays_what_it_misses_least() -> None:
    offers = [Action(verb=Verb.VERB_PAY, cards=cards(each)) for each in ("6c", "6d")]
    asked = Decision(verbs=[Verb.VERB_PAY], legal=offers, default=offers[0])
    assert text(chosen(position("6c 6c 6d Ah 3c"), asked).cards) == "6d"


def declaring(hand: str, offers: str, *, standing: int | None = None, first: bool = False) -> Action:
    view = position(hand)
    view.phase = game_pb2.PHASE_DEAL
    view.ClearField("trump")
    if first:
        view.header.ClearField("declarer")
    if standing is not None:
        view.declaration.CopyFrom(game_pb2.Declaration(seat=standing, cards=cards("6s")))
        view.trump = cards_pb2.SUIT_SPADES
    legal = [Action(verb=Verb.VERB_DECLARE, cards=cards(each)) for each in offers.split(",")]
    asked = Decision(
        verbs=[Verb.VERB_DECLARE, Verb.VERB_PASS, Verb.VERB_WAIT], legal=[Action(verb=Verb.VERB_PASS), *legal]
    )
    return chosen(view, asked)


LONG = "6h 6s 3h 4h 7h 8h 9h Th Jh Qh 3c 4c 5c 3s"
SHORT = "6h 6s 3h 3c 4c 5c 7c 8c 9c 3d 4d 7d 8d 3s"


def test_greedy_seizes_when_it_can() -> None:
    assert text(declaring("HJ 3c 4d 7s", "HJ", first=True).cards) == "HJ"


@pytest.mark.parametrize(
    ("hand", "offers", "standing", "shown"),
    [
        pytest.param(LONG, "6h,6s", None, "6h", id="a long suit"),
        pytest.param(SHORT, "6h,6s", None, "", id="a short suit"),
        pytest.param(LONG, "6h", 0, "6h", id="goes over the other side"),
        pytest.param(LONG, "6h", PARTNER, "", id="leaves partner's suit"),
        pytest.param(SHORT, "6s 6s", PARTNER, "6s 6s", id="strengthens partner's suit"),
    ],
)
def test_greedy_shows(hand: str, offers: str, standing: int | None, shown: str) -> None:
    assert text(declaring(hand, offers, standing=standing).cards) == shown


def test_three_jokers_name_the_longest_suit() -> None:
    view = position("LJ LJ LJ " + LONG)
    view.phase = game_pb2.PHASE_DEAL
    suits = (cards_pb2.SUIT_CLUBS, cards_pb2.SUIT_HEARTS, cards_pb2.SUIT_SPADES)
    legal = [Action(verb=Verb.VERB_DECLARE, cards=cards("LJ LJ LJ"), claim=game_pb2.Claim(suit=suit)) for suit in suits]
    shown = chosen(view, Decision(verbs=[Verb.VERB_DECLARE, Verb.VERB_PASS], legal=legal))
    assert shown.claim.suit == cards_pb2.SUIT_HEARTS
