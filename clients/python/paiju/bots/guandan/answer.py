"""What greedy does in Guandan: it plays its hand as few combinations as it can, and keeps its bombs."""

from collections.abc import Mapping

from paiju.bots.guandan.follow import follow, without
from paiju.bots.guandan.lead import lead
from paiju.bots.guandan.split import split
from paiju.bots.shengji.style import Style
from paiju.v1.game_pb2 import VERB_PASS, VERB_PLAY, VERB_RETURN, Action, Claim, Decision, View


def answer(view: View, decision: Decision, options: Mapping[str, str], style: Style) -> Action:  # noqa: ARG001
    if VERB_PASS in decision.verbs:
        return follow(view, decision.legal)
    if VERB_PLAY in decision.verbs:
        combo = lead(view)
        return Action(verb=VERB_PLAY, cards=combo.cards, claim=Claim(kind=combo.kind, key=combo.key))
    if VERB_RETURN in decision.verbs:
        return min(decision.legal, key=lambda action: split(without(view.hand, action.cards), view.header.level).cost)
    return decision.default
