"""Takes tricks with points when that is cheap, and feeds partner's.

An example of a player that looks only at the view: each family of games has a folder beside this file.
"""

from paiju import Action, Bot, Decision, View, run
from paiju.bots.dagunzi.answer import answer as dagunzi
from paiju.bots.guandan.answer import answer as guandan
from paiju.bots.shengji.answer import answer as shengji
from paiju.bots.shengji.style import Style

ANSWERS = {"tractor": shengji, "chaodi": shengji, "dagunzi": dagunzi, "guandan": guandan}
"""What answers a decision in each game."""


class Greedy(Bot):
    # It lists what it plays by itself, and what may be declared are a few.
    legal_limit = 16
    style = Style()

    def act(self, view: View, decision: Decision) -> Action:
        table = self.tables[decision.table]
        return ANSWERS[table.game](view, decision, table.options, self.style)


if __name__ == "__main__":
    run(Greedy)
