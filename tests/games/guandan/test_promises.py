"""What every deal keeps, whatever the options: it ends, loses no card, offers only what it accepts."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import islice

import pytest

from referee.cards import SEATS, Card, Cards, Seat, pack
from referee.game import Action, Claim, Combination, EventKind, Phase, Position, RefereeError, Verb
from referee.games import GAMES
from referee.games.guandan.phases.climbing import Climbing
from referee.games.guandan.phases.paying import Paying
from referee.games.guandan.phases.resisting import Resisting
from referee.games.guandan.phases.returning import Returning
from referee.games.guandan.rules import OPTIONS
from referee.games.over import Over
from referee.table.replay import verify
from referee.table.transcript import seal
from tests import deals
from tests.games.guandan.playing import Turn, guandan, luck, turns
from tests.table.test_transcript import written

WHOLE = Counter(pack(2))


def away() -> Iterator[dict[str, str]]:
    """Yield every value of every option that is away from its default."""
    for option in OPTIONS:
        numbers = ("0", "1", "5") if option.type == "int" else ()
        for value in (*option.values, *numbers):
            if value != option.default and not option.name.endswith("_level"):
                yield {option.name: value} | ({"a_max_fails": "0"} if value == "shared" else {})
    yield {"start_level": "A", "a_fail_level": "K"}


GAMES_AWAY = [pytest.param({}, id="defaults")] + [
    pytest.param(options, id=" ".join(f"{name}={value}" for name, value in options.items())) for options in away()
]


def in_hands(position: Position) -> Cards:
    assert isinstance(position, Resisting | Paying | Returning | Climbing)
    return sum(position.hands, ())


@pytest.mark.parametrize("options", GAMES_AWAY)
def test_cards_are_conserved_to_the_end(options: dict[str, str]) -> None:
    game = guandan(**options)
    for seed in range(4):
        played: Counter[Card] = Counter()
        for turn in turns(game, seed):
            for event in turn.step.events:
                if event.kind is EventKind.PLAYED:
                    played.update(event.cards)
            if isinstance(turn.step.position, Over):
                assert game.parse(str(turn.step.position.result.progress)) == turn.step.position.result.progress
                assert abs(turn.step.position.result.score) in {1, 2, 3}
                assert len(set(turn.step.position.result.finish)) == len(turn.step.position.result.finish)
                rest = [event.cards for event in turn.step.events if event.kind is EventKind.SHOWN]
                assert not rest or played + Counter(sum(rest, ())) == WHOLE
            else:
                assert played + Counter(in_hands(turn.step.position)) == WHOLE


@pytest.mark.parametrize("options", GAMES_AWAY)
def test_every_transcript_verifies(options: dict[str, str]) -> None:
    for seed in range(2):
        table, _ = deals.play(deals.match(guandan(**options), board=seed + 1, seed=seed), random.Random(seed))
        assert table.ended is not None
        record = verify(seal(written(table), table.match).encode(), GAMES)
        assert record.ended == table.ended


@pytest.mark.parametrize("profile", ["source", "official", "pagat"])
def test_matches_are_won_by_passing_ace(profile: str) -> None:
    game = guandan(profile=profile)
    for seed in range(2):
        chance, progress, number = random.Random(seed), game.start(), 0
        while progress.winner is None:
            position = game.deal(progress, luck(1000 * seed + number)).position
            while position.result is None:
                seat = min(position.to_act)
                position = position.act(seat, chance.choice(list(islice(position.moves(seat), 16)))).position
            assert game.parse(str(position.result.progress)) == position.result.progress
            progress, number = position.result.progress, number + 1
        assert progress.levels[progress.winner] == 14
        assert number >= 5


@pytest.mark.parametrize("options", GAMES_AWAY[::3])
def test_everything_offered_is_accepted_and_offered_once(options: dict[str, str]) -> None:
    for turn in turns(guandan(**options), seed=5):
        if turn.position is None or turn.seat is None:
            continue
        asked = turn.position.ask(turn.seat)
        offered = list(islice(turn.position.moves(turn.seat), 250))
        assert asked.complete
        assert offered
        assert len(set(offered)) == len(offered)
        for action in offered:
            assert action.cards == tuple(sorted(action.cards))
            assert action.verb in asked.verbs
            if action.verb is not Verb.PASS:
                assert asked.min_cards <= len(action.cards) <= asked.max_cards
            turn.position.act(turn.seat, action)


def bad_actions(turn: Turn, chance: random.Random) -> Iterator[tuple[Seat, Action]]:
    assert turn.seat is not None
    assert isinstance(turn.position, Resisting | Paying | Returning | Climbing)
    some = tuple(map(Card, sorted(chance.choices(range(54), k=chance.randint(0, 5)))))
    hand = turn.position.hands[turn.seat]
    mine = tuple(sorted(chance.sample(hand, min(len(hand), chance.randint(1, 6)))))
    outsider = next((seat for seat in SEATS if seat not in turn.position.to_act), None)
    if outsider is not None:
        yield outsider, Action(Verb.PLAY, some)
    for verb in Verb:
        yield turn.seat, Action(verb, some)
        yield turn.seat, Action(verb, mine, Claim(kind=Combination.TITANIC, key=3))
        yield turn.seat, Action(verb, mine)


def test_a_refusal_changes_nothing() -> None:
    chance = random.Random("refusals")
    refused: Counter[type[Position]] = Counter()
    for seed in (1, 2, 5, 17):
        for turn in islice(turns(guandan(), seed), 60):
            if turn.position is None or turn.seat is None or turn.action is None:
                continue
            before = repr(turn.position)
            for seat, action in bad_actions(turn, chance):
                try:
                    turn.position.act(seat, action)
                except RefereeError:
                    refused[type(turn.position)] += 1
            assert repr(turn.position) == before
            assert turn.position.act(turn.seat, turn.action) == turn.step
    assert set(refused) == {Resisting, Paying, Returning, Climbing}


NEXT: dict[type[Position] | None, tuple[type[Position], ...]] = {
    None: (Resisting, Paying, Returning, Climbing),
    Resisting: (Resisting, Paying, Returning, Climbing),
    Paying: (Paying, Returning),
    Returning: (Returning, Climbing),
    Climbing: (Climbing, Over),
}


@pytest.mark.parametrize(
    "options", [{}, {"tribute_pick": "auto"}, {"profile": "official"}, {"resist_jokers": "any_two"}]
)
def test_phases_follow_each_other_as_drawn(options: dict[str, str]) -> None:
    met = set()
    for seed in range(60):
        phases = []
        for turn in turns(guandan(**options), seed, most=6):
            before = None if turn.position is None else type(turn.position)
            assert type(turn.step.position) in NEXT[before]
            met.add((before, type(turn.step.position)))
            phases += [event.phase for event in turn.step.events if event.phase is not None]
        assert phases in ([Phase.DEAL, Phase.PLAY, Phase.OVER], [Phase.DEAL, Phase.TRIBUTE, Phase.PLAY, Phase.OVER])
    assert {(None, Climbing), (Returning, Climbing), (Climbing, Over)} <= met
    assert ((None, Resisting) in met) == (options.get("profile") != "official")
    assert ((None, Paying) in met) == (options.get("tribute_pick") != "auto")


def test_a_deal_that_is_over_asks_nothing() -> None:
    *_, last = turns(guandan(), seed=2)
    assert last.step.position.to_act == frozenset()
    for attempt in (last.step.position.ask, last.step.position.moves):
        with pytest.raises(RefereeError):
            attempt(Seat.EAST)
