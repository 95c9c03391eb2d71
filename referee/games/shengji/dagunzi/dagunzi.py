"""Da Gunzi: three decks, seizing, blood, a kitty for jokers (docs/rules/dagunzi.md)."""

from collections.abc import Mapping
from dataclasses import dataclass

from referee import game
from referee.cards import Cards, pack
from referee.game import Family, Luck, Step
from referee.games.shengji.dagunzi import progress as levels
from referee.games.shengji.dagunzi.outcome import MAX_SCORE
from referee.games.shengji.dagunzi.phases.showing import begin
from referee.games.shengji.dagunzi.progress import Progress
from referee.games.shengji.dagunzi.rules import OPTIONS, Rules, parse


@dataclass(frozen=True, slots=True)
class DaGunzi:
    rules: Rules
    name: str = "dagunzi"
    max_score: int = MAX_SCORE

    @property
    def options(self) -> Mapping[str, str]:
        return self.rules.options

    def pack(self) -> Cards:
        return pack(3)

    def start(self) -> Progress:
        return levels.start(self.rules)

    def board(self, number: int) -> Progress:
        return levels.board(self.rules, number)

    def parse(self, text: str) -> Progress:
        return levels.parse(text)

    def deal(self, progress: game.Progress, luck: Luck) -> Step:
        assert isinstance(progress, Progress)
        return begin(self.rules, progress, luck)


def make(options: Mapping[str, str]) -> DaGunzi:
    return DaGunzi(parse(options))


DAGUNZI = Family("dagunzi", 1, OPTIONS, make)
