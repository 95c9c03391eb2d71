"""Write a bot: one method, `act(view, decision) -> Action`, on the messages of `paiju/v1/game.proto`.

import paiju

class Careful(paiju.Bot):
    def act(self, view, decision):
        return decision.default

if __name__ == "__main__":
    paiju.run(Careful)
"""

from paiju.bot import Bot, passing, play
from paiju.cards import cards, text
from paiju.main import run
from paiju.v1.game_pb2 import Action, Decision, Verb, View

__all__ = ["Action", "Bot", "Decision", "Verb", "View", "cards", "passing", "play", "run", "text"]
