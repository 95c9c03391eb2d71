"""Where a key stands in its file, and what is wrong with its value, in one line."""

import difflib
import json
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from pydantic import BaseModel, JsonValue
from pydantic_core import ErrorDetails

Location: TypeAlias = tuple[str | int, ...]

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
    "greater_than": "more than {gt:g}",
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
    if value is None:
        return "nothing"
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


def line_numbers(text: str) -> dict[Location, int]:
    """Return the line each key of a TOML text begins at, from 1: where the text cut off after it first contains it."""
    rows = text.split("\n")
    found: dict[Location, int] = {}
    begin = 0
    for end in range(1, len(rows) + 1):
        try:
            data = tomllib.loads("\n".join(rows[:end]))
        except tomllib.TOMLDecodeError:
            continue  # in the middle of a value of several lines
        for location in _locations(data):
            found.setdefault(location, begin + 1)
        begin = end
    return found


def _locations(value: JsonValue, at: Location = ()) -> Iterator[Location]:
    yield at
    steps: Iterable[tuple[str | int, JsonValue]] = ()
    match value:
        case dict():
            steps = value.items()
        case list():
            steps = enumerate(value)
    for step, inner in steps:
        yield from _locations(inner, (*at, step))


def lines(name: str, text: str, problems: Sequence[Problem]) -> list[str]:
    """Return `file:line: key: what is wrong`, in the order of the file; no line for what is not in it at all."""
    data = tomllib.loads(text)
    numbers = line_numbers(text)
    placed = sorted((_line(numbers, where), _key(where, data), what) for where, what in problems)
    return [f"{name}{f':{line}' if line else ''}: {key}: {what}" for line, key, what in dict.fromkeys(placed)]


def _line(numbers: Mapping[Location, int], location: Location) -> int:
    """Return the line of the innermost table or key on the way to a location."""
    while location and location not in numbers:
        location = location[:-1]
    return numbers[location] if location else 0


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
