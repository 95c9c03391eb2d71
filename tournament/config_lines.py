"""Where a key stands in its file, and what is wrong with its value, in one line."""

import difflib
import json
from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

import tomlkit
from pydantic import BaseModel, JsonValue
from pydantic_core import ErrorDetails
from tomlkit.container import Container, OutOfOrderTableProxy
from tomlkit.items import AoT, Item, Table

Location: TypeAlias = tuple[str | int, ...]

MARK = "\x00"
"""Cannot stand in a TOML file, so it is found again wherever it is put."""

SENTENCES = {
    "missing": "missing",
    "string_type": "a text",
    "int_type": "a whole number",
    "float_type": "a number",
    "bool_type": "true or false",
    "dict_type": "a table",
    "tuple_type": "a list",
    "model_type": "a table",
    "literal_error": "one of {expected}",
    "greater_than": "more than {gt}",
    "greater_than_equal": "at least {ge}",
    "less_than_equal": "at most {le}",
    "too_short": "at least {min_length} of them",
    "too_long": "at most {max_length} of them",
    "finite_number": "a finite number",
    "string_pattern_mismatch": "like module:Class",
    "value_error": "{error}",
}
"""By pydantic's name of the fault: what the value should be."""


class Problem(NamedTuple):
    location: Location
    text: str


def problem_of(fault: ErrorDetails, file: type[BaseModel]) -> Problem:
    if fault["type"] == "extra_forbidden":
        return Problem(fault["loc"], _unknown(fault["loc"], file))
    sentence = SENTENCES.get(fault["type"], fault["msg"]).format(**fault.get("ctx", {})).replace("'", '"')
    return Problem(fault["loc"], sentence if fault["type"] == "missing" else f"{sentence}, got {shown(fault['input'])}")


def shown(value: JsonValue) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _unknown(location: Location, file: type[BaseModel]) -> str:
    keys = _keys_at(location[:-1], file)
    near = difflib.get_close_matches(str(location[-1]), keys, n=1)
    return f"unknown key, did you mean {near[0]}?" if near else f"unknown key, known are {', '.join(keys)}"


def _keys_at(location: Location, table: type[BaseModel]) -> list[str]:
    for step in location:
        if isinstance(step, str):
            table = _table_in(table, step)
    return list(table.model_fields)


def _table_in(table: type[BaseModel], key: str) -> type[BaseModel]:
    kind = table.model_fields[key].annotation
    inner = getattr(kind, "__args__", (kind,))[0]
    assert isinstance(inner, type)
    assert issubclass(inner, BaseModel)
    return inner


def line_of(text: str, location: Location) -> int:
    """Return the line of the innermost part of a location that is in the file, from 1; 0 if none is."""
    document = tomlkit.parse(text)
    item = _item_at(document, location)
    if item is None:
        return 0
    # Printing gives back the file to the letter, so a mark before the item tells its line.
    item.trivia.indent = MARK + item.trivia.indent
    return document.as_string().partition(MARK)[0].count("\n") + 1


def _item_at(document: Container, location: Location) -> Item | None:
    """Return the innermost item on the way to a location that stands on a line of its own."""
    found: Item | None = None
    at: Container | Item | OutOfOrderTableProxy = document
    for step in location:
        if isinstance(at, AoT) and isinstance(step, int):
            at = at.body[step]
        elif isinstance(at, Container | Table | OutOfOrderTableProxy) and step in at:
            at = at[str(step)] if isinstance(at, OutOfOrderTableProxy) else _child(at, str(step))
        else:
            break
        if isinstance(at, Item):
            found = at.body[0] if isinstance(at, AoT) else at
    return found


def _child(at: Container | Table, key: str) -> Item | OutOfOrderTableProxy:
    return (at.value if isinstance(at, Table) else at).item(key)


def lines(name: str, text: str, data: Mapping[str, JsonValue], problems: Sequence[Problem]) -> list[str]:
    """Return `file:line: key: what is wrong`, in the order of the file."""
    placed = sorted((line_of(text, where), _key(where, data), what) for where, what in problems)
    return [f"{name}{f':{line}' if line else ''}: {key}: {what}" for line, key, what in dict.fromkeys(placed)]


def _key(location: Location, data: Mapping[str, JsonValue]) -> str:
    """Return a dotted key; tables of a list go by their names if they have them."""
    words: list[str] = []
    at: JsonValue = dict(data)
    for step in location:
        at = _inner(at, step)
        named = at.get("name") if isinstance(step, int) and isinstance(at, dict) else None
        words.append(named if isinstance(named, str) else str(step + 1) if isinstance(step, int) else step)
    return ".".join(words)


def _inner(value: JsonValue, step: str | int) -> JsonValue:
    match value, step:
        case dict(), str():
            return value.get(step)
        case list(), int() if step < len(value):
            return value[step]
    return None
