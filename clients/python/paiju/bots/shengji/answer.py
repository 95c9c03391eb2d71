"""What greedy does in the games of the family, phase by phase."""

from collections.abc import Mapping

from paiju.bot import play
from paiju.bots.shengji.bury import bury
from paiju.bots.shengji.declare import declare
from paiju.bots.shengji.follow import follow
from paiju.bots.shengji.lead import lead
from paiju.bots.shengji.sight import Sight
from paiju.bots.shengji.style import Style
from paiju.v1.game_pb2 import VERB_BURY, VERB_DECLARE, Action, Decision, View

ALL_POINTS = 300


def answer(view: View, decision: Decision, options: Mapping[str, str], style: Style) -> Action:
    two_trump = options["two_trump"] == "true"
    if VERB_DECLARE in decision.verbs:
        return declare(view, decision, style, two_trump=two_trump)
    sight = Sight(view, two_trump=two_trump, decks=int(options["decks"]))
    if VERB_BURY in decision.verbs:
        return Action(verb=VERB_BURY, cards=bury(sight, style, decision, most_points(options)))
    if not view.trick.plays:
        return play(lead(sight, style))
    # Where triples are protected what one may not do beside a pair is better left to the referee.
    legal = [tuple(action.cards) for action in decision.legal] if options["protect_triples"] == "true" else []
    return play(follow(sight, style, legal))


def most_points(options: Mapping[str, str]) -> int:
    limit = options["kitty_point_limit"]
    return int(limit) if limit.isdigit() else ALL_POINTS
