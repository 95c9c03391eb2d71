"""What greedy does in Da Gunzi, phase by phase."""

from collections.abc import Mapping

from paiju.bot import play
from paiju.bots.dagunzi.follow import follow
from paiju.bots.dagunzi.kitty import add, bury, cheapest, give
from paiju.bots.dagunzi.lead import lead
from paiju.bots.dagunzi.show import show
from paiju.bots.dagunzi.sight import Sight
from paiju.bots.shengji.style import Style
from paiju.v1.game_pb2 import (
    VERB_ADD,
    VERB_BURY,
    VERB_DECLARE,
    VERB_PICK,
    VERB_PLAY,
    VERB_RETURN,
    Action,
    Decision,
    View,
)

GIVEN_POINT = 2.0
"""What it costs to return a point: the other side will take it in or feed it."""


def answer(view: View, decision: Decision, options: Mapping[str, str], style: Style) -> Action:
    if VERB_DECLARE in decision.verbs:
        return show(view, decision, style)
    sight = Sight(view)
    if VERB_PLAY in decision.verbs:
        dead = options["follow_mode"] == "dead"
        return play(follow(sight, style, dead=dead) if view.trick.plays else lead(sight, style))
    return give_away(sight, decision, options, style)


def give_away(sight: Sight, decision: Decision, options: Mapping[str, str], style: Style) -> Action:
    number = decision.min_cards
    if VERB_BURY in decision.verbs:
        return Action(verb=VERB_BURY, cards=bury(sight, style, number))
    if VERB_ADD in decision.verbs:
        return add(sight, style, decision.legal)
    if VERB_RETURN in decision.verbs and options["tribute_return"] == "any":
        return Action(verb=VERB_RETURN, cards=give(sight, style, number, GIVEN_POINT))
    return decision.default if VERB_PICK in decision.verbs else cheapest(sight, style, decision.legal)
