"""Every name in the .proto files is explained: by a comment, by the glossary, or by the message it holds."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.pages import ROOT, page, rows

FILES = sorted((ROOT / "proto/paiju/v1").glob("*.proto"))
SELF_EXPLAINING = {"name", "reason"} | {
    word.strip() for row in rows(page("docs/glossary.md")) for word in row[0].split(",")
}
PATTERNS = (
    r"(message|enum|service|rpc) (\w+)",
    r"(?:repeated |optional )?([\w.]+|map<.*>) (\w+) = \d+;",
    r"()([A-Z]\w+) = \d+;",
)
SCALARS = {"string", "bytes", "bool", "uint32", "sint32"}


class Named(NamedTuple):
    line: int
    kind: str
    """The type of a field; nothing for a value of an enum; else message, enum, service or rpc."""
    name: str
    comment: str


def declared(text: str) -> Iterator[Named]:
    """Yield whatever has a name, with the comment above it."""
    comment = ""
    for number, line in enumerate(text.splitlines(), 1):
        body = line.strip()
        if body.startswith("//"):
            comment = f"{comment} {body.removeprefix('//').strip()}".strip()
            continue
        for pattern in PATTERNS:
            if found := re.match(pattern, body):
                yield Named(number, found[1], found[2], comment)
        comment = ""


def is_clear(what: Named) -> bool:
    """Return whether its name, or the comment of its type, says enough."""
    match what.kind:
        case "message":
            return what.name.endswith(("Request", "Response"))  # the comment of its method explains it
        case "":
            # The comment of Card says how cards are numbered.
            return what.name.endswith("_UNSPECIFIED") or re.match("(CARD|SUIT)_", what.name) is not None
        case "enum" | "service" | "rpc" | "bool":
            return False
        case kind if kind in SCALARS:
            return what.name.removesuffix("s") in SELF_EXPLAINING
        case _:
            return not what.kind.startswith("map")


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_every_name_is_explained(file: Path) -> None:
    names = list(declared(file.read_text(encoding="utf-8")))
    assert len(names) > 50
    assert [f"{file.name}:{what.line}: {what.name}" for what in names if not what.comment and not is_clear(what)] == []
