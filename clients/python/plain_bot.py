"""A bot that plays any legal action, the plain way: it listens, and answers one call after the other."""

import random
import sys

import paiju


class AnyLegal(paiju.Bot):
    def act(self, view: paiju.View, decision: paiju.Decision) -> paiju.Action:  # noqa: ARG002
        return random.choice(decision.legal)  # noqa: S311


def main() -> int:
    try:
        start = paiju.start()
        paiju.serve_plainly(AnyLegal(start.options), start.address, start.tokens[0])
    except paiju.PaijuError as error:
        sys.stderr.write(f"paiju: {error}\n")
        return error.exit_code
    return 0


if __name__ == "__main__":
    sys.exit(main())
