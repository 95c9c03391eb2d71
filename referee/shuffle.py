"""`dealv1`: how a secret seed becomes a deal, and how it is committed to and revealed (docs/rules/dealing.md).

Every step is HMAC-SHA-512 or SHA-256 over length-prefixed parts, so that any language with a standard library can
check a deal. Seeds are 128 bytes: one HMAC block, and more than the 960 bits that order 162 cards.
"""

import hashlib
import hmac
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import count

from referee.cards import FACES, Card, Cards

SEED_BYTES = 128


def lp(part: bytes) -> bytes:
    """Prefix a part with its length, four bytes big-endian."""
    return len(part).to_bytes(4, "big") + part


def u32(number: int) -> bytes:
    return number.to_bytes(4, "big")


def derive(key: bytes, label: str, context: bytes) -> bytes:
    """Return the 128-byte child of a 128-byte key."""
    parts = lp(label.encode("ascii")) + lp(context)
    return hmac.digest(key, b"\x01" + parts, "sha512") + hmac.digest(key, b"\x02" + parts, "sha512")


def practice_master(srand: int) -> bytes:
    """Return the master of a public practice seed: anybody can compute these deals."""
    return derive(bytes(SEED_BYTES), "dealv1/srand", lp(str(srand).encode("ascii")))


def commit_master(tournament: str, master: bytes) -> bytes:
    return hashlib.sha256(lp(b"dealv1/commit-master") + lp(tournament.encode("ascii")) + lp(master)).digest()


def contribution(beacon: bytes = b"", shares: Iterable[tuple[str, bytes]] = ()) -> bytes:
    """Return X, what the public adds to the master. Shares are 32 bytes each, taken in byte order of their ids."""
    parts = sorted((name.encode("utf-8"), share) for name, share in shares)
    text = lp(b"dealv1/contrib") + lp(beacon) + b"".join(lp(name) + lp(share) for name, share in parts)
    return hashlib.sha512(text).digest()


def match_seed(master: bytes, tournament: str, group: str, public: bytes | None = None) -> bytes:
    """Return the seed of a duplicate group; `public` is the contribution, by default an empty one."""
    parts = (tournament.encode("ascii"), group.encode("utf-8"), contribution() if public is None else public)
    return derive(master, "dealv1/match", b"".join(map(lp, parts)))


def board_seed(group_seed: bytes, board: int) -> bytes:
    return derive(group_seed, "dealv1/board", u32(board))


def commit_board(tournament: str, group: str, board: int, seed: bytes) -> bytes:
    name = lp(tournament.encode("ascii")) + lp(group.encode("utf-8")) + u32(board)
    return hashlib.sha256(lp(b"dealv1/commit-board") + lp(name) + lp(seed)).digest()


def commit_deals(tournament: str, group: str, board: int, seed: bytes, deals: int) -> list[bytes]:
    """Commit to each deal of a match: they are the boards of a group of their own."""
    own = f"{group}/b{board}"
    return [commit_board(tournament, own, deal, board_seed(seed, deal)) for deal in range(deals)]


def commit_boards(commitments: Iterable[bytes]) -> bytes:
    """Return the root over the commitments of boards 0, 1, 2 and so on."""
    return hashlib.sha256(lp(b"dealv1/boards") + b"".join(map(lp, commitments))).digest()


def stream(seed: bytes, purpose: str, attempt: int = 0) -> Iterator[int]:
    """Yield the bytes of a labelled stream of one board."""
    head = lp(b"dealv1/stream") + lp(purpose.encode("ascii")) + u32(attempt)
    for block in count():
        yield from hmac.digest(seed, head + block.to_bytes(8, "big"), "sha512")


def uniform(source: Iterator[int], k: int) -> int:
    """Draw from 0..k-1, 1 ≤ k ≤ 256, exactly uniformly: bytes past the last whole multiple of k are thrown away."""
    if k == 1:
        return 0
    limit = 256 - 256 % k
    return next(byte for byte in source if byte < limit) % k


def shuffle(seed: bytes, n: int, attempt: int = 0) -> list[int]:
    """Return the numbers 0..n-1 in dealing order."""
    source = stream(seed, "deal", attempt)
    order = list(range(n))
    for i in range(n - 1, 0, -1):
        j = uniform(source, i + 1)
        order[i], order[j] = order[j], order[i]
    return order


@dataclass(frozen=True, slots=True)
class SeededLuck:
    """All chance of one deal, out of its board's seed."""

    seed: bytes
    size: int
    """Cards in the pack, a multiple of 54."""

    def pack(self, attempt: int) -> Cards:
        return tuple(Card(number % FACES) for number in shuffle(self.seed, self.size, attempt))

    def draw(self, purpose: str, k: int) -> int:
        return uniform(stream(self.seed, purpose), k)
