"""Guandan (docs/rules/guandan.md)."""

from collections.abc import Mapping
from dataclasses import dataclass

from referee import game
from referee.cards import Cards, pack
from referee.game import Family, Luck, Step
from referee.games.guandan import progress as levels
from referee.games.guandan.levels import MAX_SCORE
from referee.games.guandan.phases.dealing import begin
from referee.games.guandan.progress import Progress
from referee.games.guandan.rules import OPTIONS, Rules, parse

DECKS = 2


@dataclass(frozen=True, slots=True)
class Guandan:
    rules: Rules
    name: str = "guandan"
    max_score: int = MAX_SCORE

    @property
    def options(self) -> Mapping[str, str]:
        return self.rules.options

    def pack(self) -> Cards:
        return pack(DECKS)

    def start(self) -> Progress:
        return levels.start(self.rules)

    def board(self, number: int) -> Progress:
        return levels.board(number)

    def parse(self, text: str) -> Progress:
        return levels.parse(text)

    def deal(self, progress: game.Progress, luck: Luck) -> Step:
        assert isinstance(progress, Progress)
        return begin(self.rules, progress, luck)


def make(options: Mapping[str, str]) -> Guandan:
    return Guandan(parse(options))


GUANDAN = Family("guandan", 1, OPTIONS, make)
