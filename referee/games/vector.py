"""One line of a golden file: a question about the rules and its answer."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from referee.cards import Card, Cards, NotationError, cards

Json: TypeAlias = str | int | float | bool | list["Json"] | dict[str, "Json"] | None


class Finding(NamedTuple):
    """What a check compares: what stands in the vector, and what the rules say."""

    expected: Json
    given: Json


@dataclass(frozen=True, slots=True)
class Vector:
    """Reads members by type. Raises NotationError for one that is missing or of another type."""

    members: Mapping[str, Json]

    def __contains__(self, key: str) -> bool:
        return key in self.members

    def __getitem__(self, key: str) -> Json:
        if key not in self.members:
            raise NotationError(f"no {key!r}")
        return self.members[key]

    def text(self, key: str) -> str:
        value = self[key]
        if not isinstance(value, str):
            raise NotationError(f"{key!r} is not text")
        return value.strip()

    def number(self, key: str) -> int:
        value = self[key]
        if not isinstance(value, int) or isinstance(value, bool):
            raise NotationError(f"{key!r} is not a number")
        return value

    def flag(self, key: str) -> bool:
        value = self[key]
        if not isinstance(value, bool):
            raise NotationError(f"{key!r} is neither true nor false")
        return value

    def cards(self, key: str) -> Cards:
        return cards(self.text(key))

    def card(self, key: str) -> Card:
        held = self.cards(key)
        if len(held) != 1:
            raise NotationError(f"{key!r} is not one card")
        return held[0]

    def items(self, key: str) -> list[Json]:
        value = self[key]
        if not isinstance(value, list):
            raise NotationError(f"{key!r} is not a list")
        return value

    def texts(self, key: str) -> Iterator[str]:
        for item in self.items(key):
            if not isinstance(item, str):
                raise NotationError(f"{key!r} is not a list of texts")
            yield item

    def hands(self, key: str) -> list[Cards]:
        return [cards(item) for item in self.texts(key)]

    def part(self, key: str) -> "Vector":
        return part(key, self[key])

    def parts(self, key: str) -> "list[Vector]":
        return [part(key, item) for item in self.items(key)]


def part(key: str, value: Json) -> Vector:
    if not isinstance(value, dict):
        raise NotationError(f"{key!r} has a member that is no object")
    return Vector(value)
