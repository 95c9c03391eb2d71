"""Players come to life here: as processes of the warden's, or as objects in this loop."""

import asyncio
import hashlib
import hmac
import importlib
import json
import os
import secrets
import sys
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pydantic import JsonValue

from tournament import adapter, secret
from tournament.brackets import Bot
from tournament.config import Config
from tournament.folder import telling
from tournament.processes import Program, Running, StartError, Warden
from tournament.schedule import Player

if TYPE_CHECKING:  # organisers of processes need no client
    import paiju

INHERITED = ("PATH", "HOME", "LANG")
"""All a bot learns of the organiser's environment."""
REMOTE_KEY = "remote-key"
KEY_BYTES = 32
LAST_CHARACTERS = 1000


class Exit(NamedTuple):
    """How the life of a player ended, for people."""

    how: str
    stdout: str = ""
    stderr: str = ""
    is_well: bool = False
    """It ended by itself and tells of no fault."""

    @property
    def words(self) -> str:
        """How it ended, and the last it complained of."""
        return "; ".join(filter(None, (self.how, self.complaint)))

    @property
    def complaint(self) -> str:
        return self.stderr.strip()[-LAST_CHARACTERS:]


@dataclass(eq=False, slots=True)
class Life:
    """A player from start to end: a process, an object, or somebody far away."""

    name: str
    """The player's name at the referee."""
    ended: asyncio.Future[Exit] = field(default_factory=asyncio.Future)
    stop: Callable[[], object] = bool
    log: str = ""
    """Where what it says is kept, in the output directory."""
    is_remote: bool = False
    """Started by somebody else."""
    has_come: bool = False
    """It has connected."""
    is_asked: bool = False
    """It was asked to end."""
    is_faulty: bool = False
    """It has cost its side a match."""


def token() -> str:
    return secrets.token_hex(32)


def digest(token: str) -> bytes:
    """Return what the referee knows a token by."""
    return hashlib.sha256(token.encode()).digest()


def remote_token(directory: Path, player: Player) -> str:
    """Return the token of a remote player, the same for every run in this directory. Raise FolderError."""
    with telling(directory):
        directory.mkdir(parents=True, exist_ok=True)
        key = secret.kept(directory / REMOTE_KEY, KEY_BYTES)
    return hmac.digest(key, f"paiju/player/{player}".encode(), "sha256").hex()


def environment(bot: Bot, inherited: Mapping[str, str], address: str, token_file: Path) -> dict[str, str]:
    """Return all a bot process finds in its environment."""
    own = {name: inherited[name] for name in INHERITED if name in inherited}
    paiju = {
        "PAIJU_ADDRESS": address,
        "PAIJU_TOKEN_FILE": str(token_file),
        "PAIJU_OPTIONS": json.dumps(bot.options),
    }
    return {**own, **bot.env, **paiju}


class Nursery:
    """Brings bots to life; `private` is a directory that only this user can read."""

    def __init__(self, config: Config, warden: Warden, address: str, private: Path) -> None:
        self._config = config
        self._warden = warden
        self._address = address
        self._private = private
        self._argv = {bot.name: _argv(config, bot) for team in config.teams for bot in team.bots if bot.cmd}

    async def start(self, bot: Bot, name: str, token: str) -> Life:
        """Start a bot. One that cannot be started has a life that has ended."""
        if bot.python is not None:
            return self._object(bot.python, bot, name, token)
        file = self._private / secrets.token_hex(8)
        secret.write(file, token.encode())
        life = Life(name)
        try:
            running = await self._warden.start(self._program(bot, file))
        except StartError as fault:
            file.unlink()
            life.ended.set_result(Exit(f"not started: {fault}"))
        else:
            life.stop = lambda: self._warden.stop(running)
            running.ended.add_done_callback(lambda _: _pass_on(running, life, file))
        return life

    def check(self) -> None:
        """Raise WardenLostError if lives have ended for no fault of their own."""
        self._warden.check()

    def _program(self, bot: Bot, token_file: Path) -> Program:
        return Program(
            self._argv[bot.name],
            environment(bot, os.environ, self._address, token_file),
            str(self._config.directory_of(bot)),
            self._config.output.stderr_kib << 10,
        )

    def _object(self, path: str, bot: Bot, name: str, token: str) -> Life:
        from paiju.connection import serve  # noqa: PLC0415 - organisers of processes need no client

        life = Life(name)
        try:
            player = _class(path, str(self._config.directory_of(bot)))(bot.options)
        except StartError as fault:
            life.ended.set_result(Exit(f"not started: {fault}"))
            return life
        except Exception as fault:  # noqa: BLE001 - whatever somebody's module may raise
            life.ended.set_result(_told(fault))
            return life
        task = asyncio.ensure_future(serve(player, self._address, token))
        life.stop = task.cancel
        task.add_done_callback(lambda _: life.ended.set_result(_exit_of(task)))
        return life


def _class(path: str, directory: str) -> "Callable[[Mapping[str, JsonValue]], paiju.Bot]":
    """Return what a `module:Class` names, of this directory or installed. Raise StartError."""
    if directory not in sys.path:
        sys.path.append(directory)  # for good: the module may import others while it plays
    module, _, kind = path.partition(":")
    try:
        loaded = importlib.import_module(module)
    except ModuleNotFoundError as fault:
        raise StartError(f"{path}: {fault}, neither in {directory} nor installed") from None
    if not hasattr(loaded, kind):
        raise StartError(f"{path}: no {kind} in {loaded.__file__}")
    found: Callable[[Mapping[str, JsonValue]], paiju.Bot] = getattr(loaded, kind)
    return found


def _argv(config: Config, bot: Bot) -> tuple[str, ...]:
    argv = config.argv(bot)
    return adapter.behind(argv) if bot.protocol == "ndjson" else argv


def _pass_on(running: Running, life: Life, token_file: Path) -> None:
    token_file.unlink(missing_ok=True)
    ended = running.ended.result()
    life.ended.set_result(Exit(ended.how, ended.stdout, ended.stderr, is_well=ended.code == 0))


def _exit_of(task: "asyncio.Future[None]") -> Exit:
    if task.cancelled():
        return Exit("stopped")
    fault = task.exception()
    return Exit("returned", is_well=True) if fault is None else _told(fault)


def _told(fault: BaseException) -> Exit:
    return Exit(type(fault).__name__, stderr="".join(traceback.format_exception(fault)))
