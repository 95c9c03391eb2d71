"""Write a bot: one method, `act(view, decision) -> Action`, on the messages of `paiju/v1/game.proto`.

import paiju

class Careful(paiju.Bot):
    def act(self, view, decision):
        return decision.default

if __name__ == "__main__":
    paiju.run(Careful)
"""

from paiju.bot import BatchBot, Bot, passing, play
from paiju.cards import cards, text
from paiju.errors import PaijuError
from paiju.main import run, serve, serve_plainly, start
from paiju.v1.game_pb2 import Action, Decision, Verb, View

__all__ = [
    "Action",
    "BatchBot",
    "Bot",
    "Decision",
    "PaijuError",
    "Verb",
    "View",
    "cards",
    "passing",
    "play",
    "run",
    "serve",
    "serve_plainly",
    "start",
    "text",
]
