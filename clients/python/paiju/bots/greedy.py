"""Takes tricks with points when that is cheap, and feeds partner's.

An example of a player that looks only at the view: each phase of the game has a file in `paiju/bots/shengji`.
"""

from paiju import Action, Bot, Decision, Verb, View, play, run
from paiju.bots.shengji.bury import bury
from paiju.bots.shengji.declare import declare
from paiju.bots.shengji.follow import follow
from paiju.bots.shengji.lead import lead
from paiju.bots.shengji.sight import Sight
from paiju.bots.shengji.style import Style


class Greedy(Bot):
    # It lists what it plays by itself, and what may be declared are a few.
    legal_limit = 16
    style = Style()

    def act(self, view: View, decision: Decision) -> Action:
        options = self.tables[decision.table].options
        two_trump = options["two_trump"] == "true"
        if Verb.VERB_DECLARE in decision.verbs:
            return declare(view, decision, self.style, two_trump=two_trump)
        sight = Sight(view, two_trump=two_trump, decks=int(options["decks"]))
        if Verb.VERB_BURY in decision.verbs:
            return Action(verb=Verb.VERB_BURY, cards=bury(sight, self.style, decision.min_cards))
        if view.trick.plays:
            return play(follow(sight, self.style))
        return play(lead(sight, self.style))


if __name__ == "__main__":
    run(Greedy)
