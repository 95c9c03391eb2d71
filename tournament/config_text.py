"""A configuration as TOML, every key of every table written out. What has no value is a comment."""

import json
from collections.abc import Iterator, Mapping

from pydantic import BaseModel, JsonValue

from tournament.brackets import Brackets, Program
from tournament.config import Config


def toml(config: Config) -> str:
    """Return a file that means the same as the one the configuration was read from."""
    return "\n\n".join("\n".join(lines) for lines in _tables(config)) + "\n"


def _tables(config: Config) -> Iterator[Iterator[str]]:
    for key in Brackets.model_fields:
        value = getattr(config, key)
        if isinstance(value, BaseModel):
            yield _table(f"[{key}]", value.model_dump(mode="json"))
    for bot in config.bot:
        yield _table("[[bot]]", bot.model_dump(mode="json"))
    for team in config.team:
        # A team of bots has none of the keys of a program.
        yield _table("[[team]]", team.model_dump(mode="json", exclude=set(Program.model_fields) if team.bots else None))


def _table(head: str, keys: Mapping[str, JsonValue]) -> Iterator[str]:
    yield head
    for key, value in sorted(keys.items(), key=lambda item: item[0] != "name"):
        yield f"# {key} has no value" if value is None else f"{key} = {_value(value)}"


def _value(value: JsonValue) -> str:
    match value:
        case dict():
            inner = ", ".join(f"{_key(key)} = {_value(inner)}" for key, inner in value.items() if inner is not None)
            return f"{{ {inner} }}" if inner else "{}"
        case list():
            return f"[{', '.join(map(_value, value))}]"
        case float():
            return repr(value)  # what JSON writes of large numbers, TOML reads too
    # Text, whole numbers, true and false are the same in JSON, but for one character.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _key(key: str) -> str:
    return key if key.isascii() and key.replace("_", "").replace("-", "").isalnum() else json.dumps(key)
