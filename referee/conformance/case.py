"""What a case is."""

from collections.abc import Awaitable, Callable, Iterable
from inspect import getdoc
from typing import NamedTuple, TypeAlias

from referee.conformance.client import Client

Play: TypeAlias = Callable[[Client], Awaitable[None]]


class Case(NamedTuple):
    name: str
    says: str
    """What the client must do, in a sentence."""
    play: Play


def cases(plays: Iterable[Play]) -> dict[str, Case]:
    """Make cases of functions: the name and the docstring of each are the case's own."""
    return {case.name: case for case in map(_case, plays)}


def _case(play: Play) -> Case:
    says = getdoc(play)
    assert says
    return Case(play.__name__.replace("_", "-"), " ".join(says.split()), play)
