"""The newest of what is put in, as much of it as may be kept."""

from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Kept(Mapping[K, V]):
    """Values by key, at most so many and at most so many letters in all. The newest is kept, however long."""

    def __init__(self, most: int, most_letters: int, letters: Callable[[V], int]) -> None:
        self._values: OrderedDict[K, V] = OrderedDict()
        self._most = most
        self._free = most_letters
        self._letters = letters

    def __getitem__(self, key: K) -> V:
        return self._values[key]

    def __iter__(self) -> Iterator[K]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def put(self, key: K, value: V) -> list[K]:
        """Add a value under a new key. Return the keys of the oldest, which had to go."""
        self._values[key] = value
        self._free -= self._letters(value)
        gone: list[K] = []
        while len(self._values) > self._most or (self._free < 0 and len(self._values) > 1):
            old, dropped = self._values.popitem(last=False)
            self._free += self._letters(dropped)
            gone.append(old)
        return gone
