"""Whole matches of every variant, deal after deal, to the end."""

import random
from itertools import islice

import pytest

from referee.cards import Rank
from referee.game import Game, Progress
from referee.games.shengji.phases.tricks import Tricks
from tests.games.shengji.playing import Shuffled, chaodi, tractor

MOST = 200
GAMES = [
    pytest.param(tractor(decks="1"), id="one deck"),
    pytest.param(tractor(), id="two decks"),
    pytest.param(tractor(decks="3", mandatory_levels="5,T,K"), id="three decks, obligatory levels"),
    pytest.param(chaodi(two_trump="true"), id="chaodi, two decks"),
    pytest.param(chaodi(decks="3", fandi_changes_first_declarer="true"), id="chaodi, three decks"),
]


def played(game: Game, progress: Progress, seed: int) -> Progress:
    """Play a deal: side 0 plays its lowest cards, side 1 anything."""
    chance = random.Random(seed)
    position = game.deal(progress, Shuffled(seed, game.pack())).position
    while position.result is None:
        seat = min(position.to_act)
        most = 1 if seat % 2 == 0 and isinstance(position, Tricks) else 12
        position = position.act(seat, chance.choice(list(islice(position.moves(seat), most)))).position
    assert position.result.progress == game.parse(str(position.result.progress))
    return position.result.progress


@pytest.mark.parametrize("game", GAMES)
def test_a_match_is_played_to_ace_and_won_there(game: Game) -> None:
    progress = game.start()
    assert progress.declarer is None
    for number in range(MOST):
        after = played(game, progress, number)
        assert after.declarer is not None
        assert all(risen >= level for risen, level in zip(after.levels, progress.levels, strict=True))
        if after.winner is not None:
            assert progress.levels[after.winner] == Rank.ACE
            return
        progress = after
    raise AssertionError(f"not won after {MOST} deals: {progress}")
