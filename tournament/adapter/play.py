"""A program at a referee's tables: the adapter as a whole."""

import asyncio
import signal
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import partial
from typing import NamedTuple

from paiju.connection import Guest, serve_guest
from paiju.thinking import Fail, Send
from paiju.v1 import referee_pb2 as pb

from tournament.adapter.interpreter import Interpreter
from tournament.adapter.program import Program, start


class Start(NamedTuple):
    argv: Sequence[str]
    address: str
    tokens: Sequence[str]
    settings: pb.StreamSettings


class Reader:
    """The mind of a guest whose thinking is done by a program."""

    def __init__(self, program: Program, send: Send, fail: Fail) -> None:
        self.interpreter = Interpreter(program.tell, send)
        self.reading = asyncio.ensure_future(self._read(program, fail))

    def take(self, items: Iterable[pb.Item]) -> None:
        for item in items:
            self.interpreter.hear(item)

    def close(self) -> None:
        self.reading.cancel()

    async def _read(self, program: Program, fail: Fail) -> None:
        try:
            fail(await program.run(self.interpreter.read))
        except Exception as fault:  # noqa: BLE001  # nobody awaits this task
            fail(fault)


async def play(given: Start) -> None:
    """Play until the referee ends, or SIGTERM or SIGINT comes. Raise PaijuError, BotEndedError, NoBotError.

    Each token is a player, and has a process of the bot.
    """
    players = asyncio.gather(*(_play(given, token) for token in given.tokens))
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, players.cancel)
    with suppress(asyncio.CancelledError):
        await players


async def _play(given: Start, token: str) -> None:
    program = await start(given.argv)
    try:
        await serve_guest(Guest("adapter", given.settings, partial(Reader, program)), given.address, token)
    finally:
        await program.end()
