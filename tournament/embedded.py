"""A referee of one's own: `referee serve` as a child, on UNIX sockets that only this user reaches."""

import asyncio
import json
import os
import secrets
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from tournament import secret
from tournament.bots import INHERITED
from tournament.processes import Program, Running, StartError, Warden

READY_S = 30.0
LONGEST_TMPDIR = 60
"""Paths of sockets end at 107 bytes."""


class Served(NamedTuple):
    """A referee to be reached."""

    address: str
    """Of the player port, for bots."""
    admin: str
    token: str
    """Of the admin port."""


@contextmanager
def private_directory() -> Iterator[Path]:
    """Yield a directory for sockets and tokens, with a short name. It goes again, unless the warden was first."""
    parent = "/tmp" if len(tempfile.gettempdir()) > LONGEST_TMPDIR else None  # noqa: S108 - the directory is 0700
    with tempfile.TemporaryDirectory(prefix="paiju-", dir=parent, ignore_cleanup_errors=True) as name:
        yield Path(name)


async def serve(warden: Warden, private: Path) -> tuple[Served, Running]:
    """Start a referee and return when it is ready. Raise StartError."""
    token_file = private / "admin-token"
    token = secrets.token_hex(32)
    secret.write(token_file, token.encode())
    served = Served(f"unix:{private}/referee", f"unix:{private}/admin", token)
    options = {"--address": served.address, "--admin": served.admin, "--admin-token-file": str(token_file)}
    argv = [
        sys.executable,
        "-P",
        "-m",
        "referee",
        "serve",
        "--embedded",
        *(word for pair in options.items() for word in pair),
    ]
    env = {name: os.environ[name] for name in INHERITED if name in os.environ}
    running = await warden.start(Program(argv, env))
    await asyncio.wait((running.said, running.ended), timeout=READY_S, return_when=asyncio.FIRST_COMPLETED)
    if running.ended.done():
        said = running.ended.result().stderr.strip() or running.ended.result().how
        raise StartError(f"the referee did not start: {said}")
    if not running.said.done() or not json.loads(running.said.result())["ready"]:
        raise StartError(f"the referee was not ready within {READY_S:g} s")
    return served, running
