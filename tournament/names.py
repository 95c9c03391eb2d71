"""Names people give to events, teams and bots, and the short ids made of them."""

import hashlib
import re
import unicodedata
from collections.abc import Iterable

LONGEST = 32
LONGEST_EVENT = 64


def fault_of(name: str, longest: int = LONGEST) -> str | None:
    """Return what is wrong with a name, or nothing."""
    if not 1 <= len(name) <= longest:
        return f"1 to {longest} characters"
    if unicodedata.normalize("NFC", name) != name:
        return "composed characters (Unicode NFC)"
    bad = next((letter for letter in name if not _is_plain(letter)), None)
    if bad is not None:
        return f"letters, digits, space, _ . and - only, not U+{ord(bad):04X}"
    if name[0] == "-" or name != name.strip():
        return "no space at either end and no - in front"
    return None


def _is_plain(letter: str) -> bool:
    return letter in " _.-" or unicodedata.category(letter)[0] == "L" or unicodedata.category(letter) == "Nd"


def folded(name: str) -> str:
    """Return what two names that look alike have in common."""
    return unicodedata.normalize("NFC", name).casefold()


def slug(name: str) -> str:
    """Return a-z, 0-9 and single hyphens; a few digits of a digest when nothing else is left."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return "-".join(re.findall("[a-z0-9]+", plain)) or hashlib.sha256(name.encode()).hexdigest()[:8]


def slugs(names: Iterable[str]) -> dict[str, str]:
    """Return a slug for each name, no two alike, whatever the order of the names."""
    taken: dict[str, str] = {}
    for name in sorted(names):
        base, number = slug(name), 1
        while (own := base if number == 1 else f"{base}-{number}") in taken.values():
            number += 1
        taken[name] = own
    return taken
