"""Tractor: two decks, declaring during the deal, tricks (docs/rules/tractor.md)."""

from collections.abc import Mapping
from dataclasses import dataclass

from referee import game
from referee.cards import Cards, pack
from referee.game import Family, Luck, Step
from referee.games.shengji import progress as levels
from referee.games.shengji.phases.declaring import begin
from referee.games.shengji.progress import Progress
from referee.games.shengji.rules import OPTIONS, Rules, parse
from referee.games.shengji.scoring import MAX_SCORE


@dataclass(frozen=True, slots=True)
class Tractor:
    rules: Rules
    name: str = "tractor"
    max_score: int = MAX_SCORE

    @property
    def options(self) -> Mapping[str, str]:
        return self.rules.options

    def pack(self) -> Cards:
        return pack(self.rules.decks)

    def start(self) -> Progress:
        return levels.start(self.rules)

    def board(self, number: int) -> Progress:
        return levels.board(self.rules, number)

    def parse(self, text: str) -> Progress:
        return levels.parse(text)

    def deal(self, progress: game.Progress, luck: Luck) -> Step:
        assert isinstance(progress, Progress)
        return begin(self.rules, progress, luck)


def make(options: Mapping[str, str]) -> Tractor:
    return Tractor(parse(options))


TRACTOR = Family("tractor", 1, OPTIONS, make)
