import asyncio

from paiju import Action, Bot, Decision, View, cards, play
from paiju.plain import serve_plainly

from tests.paiju.fake_referee import TOKEN, accepted, decision, referee, refusal, seated


class Stubborn(Bot):
    def act(self, view: View, decision: Decision) -> Action:
        return play(cards("HJ"))


def test_listen_and_act_are_enough_to_play() -> None:
    async def both() -> list[tuple[int, list[int]]]:
        async with referee() as served:
            served.referee.plain = [seated(), decision("t1", 1), decision("t1", 2)]
            served.referee.verdicts = [refusal("t1", 1).verdict, accepted("t1", 1).verdict, accepted("t1", 2).verdict]
            await asyncio.to_thread(serve_plainly, Stubborn({}), served.address, TOKEN)
            return [(answer.decision_id, list(answer.action.cards)) for answer in served.referee.answers]

    assert asyncio.run(both()) == [(1, [54]), (1, [1]), (2, [54])]
