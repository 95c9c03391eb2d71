"""The published vectors of dealv1."""

import hashlib
from itertools import islice

import pytest

from referee import shuffle
from referee.cards import pack

MASTER = bytes(range(128))
EVENT = "demo-2026"
GROUP = "r1/p1"
SEED = shuffle.match_seed(MASTER, EVENT, GROUP)
BOARDS = [shuffle.board_seed(SEED, board) for board in range(64)]


def digest(*orders: list[int]) -> str:
    return hashlib.sha256(b"".join(map(bytes, orders))).hexdigest()


def test_master_commitment() -> None:
    expected = "9dd74648c718379f273b7f0924d7fa36ba2146b363fd0c3ddb6e70f49873b233"
    assert shuffle.commit_master(EVENT, MASTER).hex() == expected


def test_stream_of_the_zero_seed() -> None:
    assert bytes(islice(shuffle.stream(bytes(128), "deal"), 16)).hex() == "b35c0014154af521cba1143edc29ce21"


@pytest.mark.parametrize(
    ("n", "used", "expected"),
    [
        (54, 56, "b6f3d9b4e16f4c1bc4fe444da7e54039333ed2d123728651bad6f40be641cf38"),
        (108, 121, "a8677d863d1645b9c875adadb9e7bb689e6a02fbbab957435d702f72bbe1805f"),
        (162, 212, "00596a5b3a9139d65803607616142eac38ebf4b15eee1c17ade37e2ca4ce854a"),
        (256, 318, "404e85ee5fd06e04bafdbf627020ec8e3ebc99fb1b8dcc7cb4660f0ef2c4ded5"),
    ],
)
def test_shuffle_of_the_zero_seed(n: int, used: int, expected: str) -> None:
    assert digest(shuffle.shuffle(bytes(128), n)) == expected
    taken = 0
    source = shuffle.stream(bytes(128), "deal")
    for i in range(n - 1, 0, -1):
        limit = 256 - 256 % (i + 1)
        for byte in source:
            taken += 1
            if byte < limit:
                break
    assert taken == used


def test_seeds_and_commitments() -> None:
    assert SEED.hex().startswith("c6d892d8904fe28ee65830aac53304be")
    assert hashlib.sha256(SEED).hexdigest() == "59e256fcc371349841a8546a27ffd113f97e4782453484003dfb376a59778282"
    assert BOARDS[0].hex().startswith("8b47e0686dcf76cf1cf11ef4cb9552c3")
    commitments = [shuffle.commit_board(EVENT, GROUP, board, BOARDS[board]) for board in range(4)]
    assert commitments[0].hex() == "f000edf6659a066da1da2a6b43c79f868643de4c01794b47024ddbc39cc29fcc"
    root = "67916512f72fd37f2268f0cb4d412d92a1e9ff081fb6d17674ebdf3c7a708934"
    assert shuffle.commit_boards(commitments).hex() == root


@pytest.mark.parametrize(
    ("n", "first", "one", "sixty_four"),
    [
        (
            54,
            [14, 19, 40, 16, 22, 39, 33, 13],
            "a450ad88ac1b6c2e3ab48d58d7238f34b8d3ef755ca59cf2e3a67d881cb16477",
            "4f55136b6b6b34fff32eeb12ec3306940f9e2cf933fa068e82ca3feccee7243d",
        ),
        (
            108,
            [95, 68, 67, 39, 28, 106, 54, 3],
            "d771f06d7fdb0cafc1bfb581d3368b55a460852ac2b6f19ebbe24e5a3c937737",
            "d598a97ff411a2a661d6b2135714fd277675e8847b462a52df07f26b8c3a05f1",
        ),
        (
            162,
            [153, 82, 111, 74, 59, 66, 108, 43],
            "2f0d9136c71bc52ba54c1bc623575a02b433af856d161975264ef5b152533a53",
            "441956bc27705004dc807f2827647d674f07a6e118d853f5fd6799af793a1f5a",
        ),
    ],
)
def test_boards(n: int, first: list[int], one: str, sixty_four: str) -> None:
    orders = [shuffle.shuffle(seed, n) for seed in BOARDS]
    assert orders[0][:8] == first
    assert digest(orders[0]) == one
    assert digest(*orders) == sixty_four


def test_redeal_and_start_seat() -> None:
    expected = "dd5cb9f585456aa2baec04fa113871837e76f75996f24679958bea3e9f92351a"
    assert digest(shuffle.shuffle(BOARDS[0], 108, attempt=1)) == expected
    assert shuffle.SeededLuck(BOARDS[0], 108).draw("start-seat", 4) == 3


def test_shares_change_the_deals() -> None:
    public = shuffle.contribution(b"\xaa" * 32, [("bob", b"\x02" * 32), ("alice", b"\x01" * 32)])
    seed = shuffle.match_seed(MASTER, EVENT, GROUP, public)
    assert seed.hex().startswith("c094b6a3bb74ac29d75494fbb9f8363b")
    expected = "38b883bbf1466006062a7405957386cf646daeab15e544f8305addc1df898c81"
    assert digest(shuffle.shuffle(shuffle.board_seed(seed, 0), 108)) == expected


def test_a_dealt_pack_has_every_card() -> None:
    assert sorted(shuffle.SeededLuck(BOARDS[1], 108).pack(0)) == sorted(pack(2))


def test_practice_seeds_differ_and_are_reproducible() -> None:
    assert shuffle.practice_master(1) == shuffle.practice_master(1)
    assert shuffle.practice_master(1) != shuffle.practice_master(11)
    assert len(shuffle.practice_master(20260401)) == shuffle.SEED_BYTES
