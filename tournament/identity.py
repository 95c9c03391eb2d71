"""Which program a bot is, so that results of different programs are not taken for results of one.

The fingerprint is of the words of the command and of the files they name, wherever the checkout lies: `./my_bot`, a
script, a file of weights, the module after `python -m`. The interpreter and what modules import are not in it, nor is
anything of a remote bot but its name; what they change is told by the key `version`.
"""

import hashlib
import json
import os
import sys
from collections.abc import Iterator, Sequence
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from typing import TypeAlias

from tournament.brackets import Bot
from tournament.config import Config
from tournament.ledger import Identity

Lineup: TypeAlias = tuple[Identity, Identity]


def lineups(config: Config) -> dict[str, Lineup]:
    """Return the two bots of each team as they are now."""
    found = {bot.name: identity(bot, config.directory_of(bot)) for team in config.teams for bot in team.bots}
    return {team.name: (found[team.bots[0].name], found[team.bots[1].name]) for team in config.teams}


def identity(bot: Bot, directory: Path) -> Identity:
    return Identity(bot.name, bot.version, "" if bot.remote else _fingerprint(bot, directory))


def _fingerprint(bot: Bot, directory: Path) -> str:
    words = bot.cmd or (bot.python or "",)
    told = json.dumps([words, bot.options], ensure_ascii=False, sort_keys=True).encode()
    digests = [hashlib.sha256(told).digest(), *map(_digest, _files(bot, directory))]
    return hashlib.sha256(b"".join(digests)).hexdigest()


def _digest(path: Path) -> bytes:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").digest()


def _files(bot: Bot, directory: Path) -> Iterator[Path]:
    if bot.python:
        yield from _module_file(bot.python.partition(":")[0], [*sys.path, str(directory)])
    words = bot.cmd or ()
    for word in words:
        if os.path.isfile(directory / word):  # noqa: PTH113 - Path's own raises for a word too long for a name
            yield directory / word
    if words[:1] == ("python",) and "-m" in words[:-1]:
        yield from _module_file(words[words.index("-m") + 1], [str(directory), *sys.path])


def _module_file(name: str, path: Sequence[str]) -> Iterator[Path]:
    """Yield the file that `python -m` would run, found without importing anything; nothing if there is none."""
    spec: ModuleSpec | None = None
    for i, _ in enumerate(parts := name.split(".")):
        spec = PathFinder.find_spec(".".join(parts[: i + 1]), path)
        if spec is None:
            return
        path = spec.submodule_search_locations or ()
    if spec and spec.submodule_search_locations:
        spec = PathFinder.find_spec(f"{name}.__main__", path)
    if spec and spec.origin and spec.has_location:
        yield Path(spec.origin)
