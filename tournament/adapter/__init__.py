"""Bots without gRPC: programs that speak lines of JSON. docs/adapter.md is the reference."""

import shlex
import sys
from collections.abc import Sequence


def behind(argv: Sequence[str]) -> tuple[str, ...]:
    """Return the command of the adapter that runs this one; nothing the bot is given sways its own interpreter."""
    return sys.executable, "-EP", "-m", "tournament", "adapter", "--cmd", shlex.join(argv)
