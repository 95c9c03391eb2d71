"""Always what would be played for it if its time were up."""

from paiju import Action, Bot, Decision, View, run


class Lowest(Bot):
    legal_limit = 1

    def act(self, view: View, decision: Decision) -> Action:  # noqa: ARG002
        return decision.default


if __name__ == "__main__":
    run(Lowest)
