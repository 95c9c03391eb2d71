"""What greedy and bold do in plain positions. Hearts are trump, the level is 2, seat 3 looks."""

import pytest
from paiju import Action, Bot, Decision, Verb, View, cards, text
from paiju.bots.bold import Bold
from paiju.bots.greedy import Greedy
from paiju.v1 import cards_pb2, game_pb2, referee_pb2

ME, PARTNER = 3, 1


def position(hand: str, *trick: str, best: int = 0, played: str = "") -> View:
    """Return what seat 3 sees; the cards of the trick in order, its last but `len(trick)` seat leading."""
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
        header=game_pb2.Header(level=2, levels=[2, 2], declarer=PARTNER),
        declarer=PARTNER,
        trump=cards_pb2.SUIT_HEARTS,
        hand=cards(hand),
        seats=seats,
        trick=game_pb2.Trick(leader=leader, plays=plays, best=best if plays else None),
    )


def chosen(bot: type[Bot], view: View, decision: Decision) -> Action:
    player = bot({})
    player.tables = {"": referee_pb2.Seated(game="tractor", options={"two_trump": "false", "decks": "2"})}
    action = player.act(view, decision)
    assert isinstance(action, Action)
    return action


def played(bot: type[Bot], view: View) -> str:
    return text(sorted(chosen(bot, view, Decision(verbs=[Verb.VERB_PLAY])).cards))


@pytest.mark.parametrize(
    ("hand", "trick", "best", "play"),
    [
        pytest.param("3s Ks 9c 4h", ["5s", "As", "6s"], 1, "Ks", id="feeds partner"),
        pytest.param("3s Ts Ks 9c", ["As", "3s", "4s"], 0, "3s", id="gives the other side nothing"),
        pytest.param("4s Qs As 9c", ["Ts", "3s", "Ks"], 2, "As", id="takes points"),
        pytest.param("4s Qs Ks 9c", ["Ts", "3s", "Js"], 2, "Ks", id="takes points with points"),
        pytest.param("3h 9h HJ 4c", ["Ts", "3s", "Ks"], 2, "3h", id="ruffs points with a low trump"),
        pytest.param("3h 9h HJ 4c", ["Ts", "3s", "4h"], 2, "9h", id="ruffs over a ruff as low as will do"),
        pytest.param("3h 9h HJ 4c", ["4s", "As", "6s"], 1, "4c", id="does not ruff partner's trick"),
        pytest.param("3s 3s 4s 9c", ["As", "5s", "6s"], 0, "4s", id="keeps a pair together"),
        pytest.param("5s 5s 8s 9s", ["Qs Qs", "As As", "6s 6s"], 1, "5s 5s", id="feeds with the pair it owes"),
        pytest.param("3c 5d Kc 4h", ["3s 3s", "As As", "6s 6s"], 1, "Kc 5d", id="feeds from other suits"),
    ],
)
def test_greedy_follows(hand: str, trick: list[str], best: int, play: str) -> None:
    assert played(Greedy, position(hand, *trick, best=best)) == play


@pytest.mark.parametrize(
    ("bot", "hand", "seen", "play"),
    [
        pytest.param(Greedy, "3c As As 4h", "", "As As", id="leads a pair nobody beats"),
        pytest.param(Greedy, "Qs Qs Ks Ks 3c", "As", "Qs Qs Ks Ks", id="leads a tractor whole"),
        pytest.param(Greedy, "As As Ks 3c 4h", "", "As As", id="does not throw"),
        pytest.param(Bold, "As As Ks 3c 4h", "", "Ks As As", id="throws what it holds the masters of"),
        pytest.param(
            Bold, "Js Js Qs 3c 4h", "As As Ks Ks Qs", "Js Js Qs", id="throws what all higher cards are gone of"
        ),
        pytest.param(Bold, "As Qs 3c 4h 4c", "As Ks", "As", id="does not throw what one card out could stop"),
    ],
)
def test_leads(bot: type[Bot], hand: str, seen: str, play: str) -> None:
    assert played(bot, position(hand, played=seen)) == text(sorted(cards(play)))


def test_greedy_buries_low_side_cards_without_points_and_whole_suits() -> None:
    view = position(
        "LJ HJ 2h 2c Ah Ah Kh Qh Jh Th 9h 8h 7h 5h 4h 3h As As Ks 3s 3d 6d 7d 5c Tc Kc Ac Ac 4c 4c 6c 7c 8c"
    )
    view.phase = game_pb2.PHASE_BURY
    buried = chosen(Greedy, view, Decision(verbs=[Verb.VERB_BURY], min_cards=8, max_cards=8))
    assert buried.verb == Verb.VERB_BURY
    assert text(sorted(buried.cards)) == "4c 6c 7c 8c 3d 6d 7d 3s"


DECLARE = [Action(verb=Verb.VERB_PASS), Action(verb=Verb.VERB_DECLARE, cards=cards("2h"))]
LONG = "2h 3h 4h 5h 6h 7h 8h 9h Th 3c 4c 5c"
SHORT = "2h 3h 3c 4c 5c 6c 7c 8c 9c Tc 3d 4d"


@pytest.mark.parametrize(
    ("bot", "hand", "standing", "declares"),
    [
        pytest.param(Greedy, LONG, None, True, id="a long suit"),
        pytest.param(Greedy, SHORT, None, False, id="a short suit"),
        pytest.param(Bold, "2h 3h 4h 5h 6h 3c 4c 5c 6c 7c 3d 4d 5d", None, True, id="bold is earlier"),
        pytest.param(Greedy, "2h 3h 4h 5h 6h 3c 4c 5c 6c 7c 3d 4d 5d", None, False, id="greedy waits"),
        pytest.param(Greedy, LONG, PARTNER, False, id="leaves partner's suit standing"),
        pytest.param(Greedy, LONG, 0, True, id="counters the other side"),
        pytest.param(Greedy, SHORT, 0, False, id="does not counter with a short suit"),
    ],
)
def test_declaring(bot: type[Bot], hand: str, standing: int | None, *, declares: bool) -> None:
    view = position(hand)
    view.phase = game_pb2.PHASE_DEAL
    view.ClearField("trump")
    if standing is not None:
        view.declaration.CopyFrom(game_pb2.Declaration(seat=standing, cards=cards("2s")))
        view.trump = cards_pb2.SUIT_SPADES
    verbs = [Verb.VERB_DECLARE, Verb.VERB_PASS, Verb.VERB_WAIT]
    asked = Decision(verbs=verbs, legal=DECLARE, legal_complete=True)
    assert (chosen(bot, view, asked).verb == Verb.VERB_DECLARE) is declares


def test_the_second_copy_protects_what_is_ours() -> None:
    view = position(SHORT)
    view.phase = game_pb2.PHASE_DEAL
    view.declaration.CopyFrom(game_pb2.Declaration(seat=PARTNER, cards=cards("2h")))
    asked = Decision(verbs=[Verb.VERB_DECLARE, Verb.VERB_PASS], legal=DECLARE, legal_complete=True)
    assert chosen(Greedy, view, asked) == DECLARE[1]
