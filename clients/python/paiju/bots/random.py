"""Any of the legal actions it is shown, each as likely as the others.

Its choice is a function of its options and what it sees, so a match can be repeated. The option `seed` makes another
player of it.
"""

import hashlib
import json
from collections.abc import Mapping

from paiju import Action, Bot, Decision, View, run


class Random(Bot):
    def __init__(self, options: Mapping[str, object]) -> None:
        super().__init__(options)
        self.salt = hashlib.blake2b(json.dumps(options, sort_keys=True).encode(), digest_size=8)

    def act(self, view: View, decision: Decision) -> Action:
        sight = self.salt.copy()
        sight.update(view.SerializeToString(deterministic=True))
        return decision.legal[int.from_bytes(sight.digest()) % len(decision.legal)]


if __name__ == "__main__":
    run(Random)
