"""Cuts of leads: against brute force, and announced ones."""

import random
from collections.abc import Iterator, Sequence

import pytest

from referee.cards import Card, Cards, cards, text
from referee.games.shengji.order import SUIT_RANK, TRUMPS, Group, Order
from referee.games.shengji.shapes import announced, cut, wide_units
from tests.games.shengji.playing import order_for

Piece = tuple[int, int, Cards]
"""Width, top, and one card of each class from low to high."""


def pieces(order: Order, faces: Sequence[Card]) -> Iterator[list[Piece]]:
    """Yield every way to cut cards into pieces, the last copies of a face always together."""
    if not faces:
        yield []
        return
    lowest = min(faces, key=lambda face: (order.height[face], face))
    copies = faces.count(lowest)
    for width in range(1, copies + 1):
        for length in range(1, 6):
            for chain in chains(order, faces, lowest, width, length):
                if length == 1 and width < copies:
                    continue
                left = list(faces)
                for face in chain:
                    for _ in range(width):
                        left.remove(face)
                if width > 1 or length == 1:
                    for rest in pieces(order, left):
                        yield [(width, order.height[chain[-1]], chain), *rest]


def chains(order: Order, faces: Sequence[Card], first: Card, width: int, length: int) -> Iterator[Cards]:
    if length == 1:
        yield (first,)
        return
    for face in set(faces):
        if order.height[face] == order.height[first] + 1 and faces.count(face) >= width:
            for rest in chains(order, faces, face, width, length - 1):
                yield (first, *rest)


def merit(units: list[Piece]) -> tuple[object, ...]:
    """The least is the one to take."""
    suits = [[SUIT_RANK[face] for face in reversed(chain)] for _, _, chain in units]
    ranked = sorted(
        (-width * len(chain), -width, -top, which) for (width, top, chain), which in zip(units, suits, strict=True)
    )
    return len(units), *([unit[place] for unit in ranked] for place in range(4))


@pytest.mark.parametrize("decks", [1, 2, 3])
def test_the_cut_is_the_best_of_all_cuts(decks: int) -> None:
    chance = random.Random(f"cuts {decks}")
    for _ in range(400):
        order = order_for(chance.choice("2T7"), chance.choice("hn"), two_trump=chance.random() < 0.5)
        group = chance.choice([Group(0), TRUMPS, TRUMPS])
        faces = sorted(order.members[group], key=lambda face: order.height[face])
        start = chance.randrange(len(faces))
        pool = [face for face in faces[start : start + 6] for _ in range(decks)]
        lead = tuple(sorted(chance.sample(pool, chance.randint(1, min(9, len(pool))))))
        best = min(map(merit, pieces(order, lead)))
        found = cut(order, lead)
        given = [(unit.width, unit.top, unit.cards[:: unit.width]) for unit in found]
        assert merit(given) == best, text(lead)
        assert sorted(face for unit in found for face in unit.cards) == list(lead)


@pytest.mark.parametrize(
    ("lead", "pieces_", "units"),
    [
        pytest.param(
            "Th Th Ts Ts Tc Tc Ah Ah", ["Th Th Ts Ts", "Tc Tc Ah Ah"], [4, 4], id="two tractors for three and one"
        ),
        pytest.param("Ah Ah Kh Kh", ["Ah Ah", "Kh Kh"], None, id="more units than needed"),
        pytest.param("Ah Ah Kh", ["Kh", "Ah Ah"], [2, 1], id="the usual cut, in any order"),
        pytest.param("Ah Ah", ["Ah Ah", ""], None, id="an empty unit"),
        pytest.param("Ah Ah", ["Ah Ah Kh"], None, id="a card that is not led"),
        pytest.param("Ah Ah Kh", ["Ah Ah"], None, id="a card left out"),
        pytest.param("Ah Kh", ["Ah Kh"], None, id="no unit"),
        pytest.param("Ah", [], None, id="nothing"),
    ],
)
def test_announced_cuts(lead: str, pieces_: list[str], units: list[int] | None) -> None:
    found = announced(order_for("T", "h"), cards(lead), tuple(map(cards, pieces_)))
    assert (found and [len(unit.cards) for unit in found]) == units


def test_every_wide_unit_is_found_once() -> None:
    found = [
        text(sorted(unit.cards)) for unit in wide_units(order_for("T", "h"), cards("Tc Tc Td Td Th Th Ah Ah Kh Qh Qh"))
    ]
    assert sorted(found) == sorted(
        [
            "Qh Qh", "Ah Ah", "Tc Tc", "Td Td", "Th Th",
            "Tc Tc Ah Ah", "Td Td Ah Ah", "Tc Tc Th Th", "Td Td Th Th",
            "Tc Tc Th Th Ah Ah", "Td Td Th Th Ah Ah",
        ]
    )  # fmt: skip


def test_a_triple_holds_a_pair_and_a_titanic_a_tractor() -> None:
    found = [(unit.width, unit.length) for unit in wide_units(order_for("5", "h"), cards("7s 7s 7s 8s 8s 8s"))]
    assert sorted(found) == [(2, 1), (2, 1), (2, 2), (3, 1), (3, 1), (3, 2)]
