import pytest
from paiju.cards import CARD_POINTS, CARD_RANK, CARD_SUIT, CARD_TEXT, FACES, cards, points, text
from paiju.v1 import cards_pb2 as pb


def test_every_face_has_the_text_of_its_name_on_the_wire() -> None:
    names = [pb.Card.Name(face).removeprefix("CARD_") for face in FACES]
    jokers = {"SMALL_JOKER": "LJ", "BIG_JOKER": "HJ"}
    assert [CARD_TEXT[face] for face in FACES] == [jokers.get(name, name[1:] + name[0].lower()) for name in names]


def test_cards_and_text_are_each_others_inverse() -> None:
    assert text(cards("5h 5h Td LJ HJ")) == "5h 5h Td LJ HJ"
    assert cards(text(FACES)) == list(FACES)


def test_a_number_that_is_no_card_has_a_text_too() -> None:
    numbers = (54, 55, 99, 0, -1)
    assert text(map(pb.Card.ValueType, numbers)) == "HJ card 55 card 99 card 0 card -1"


@pytest.mark.parametrize("word", ["10h", "5H", "h5", "X", "5"])
def test_what_is_no_card_is_refused_by_name(word: str) -> None:
    with pytest.raises(ValueError, match=f"'{word}' is not a card"):
        cards(f"5h {word}")


def test_a_deck_has_a_hundred_points() -> None:
    assert points(FACES) == sum(CARD_POINTS) == 100
    assert points(cards("5h Td Kc As HJ")) == 25


@pytest.mark.parametrize(
    ("name", "suit", "rank"),
    [
        ("2c", pb.SUIT_CLUBS, 2),
        ("Td", pb.SUIT_DIAMONDS, 10),
        ("Ah", pb.SUIT_HEARTS, 14),
        ("3s", pb.SUIT_SPADES, 3),
        ("LJ", pb.SUIT_UNSPECIFIED, 16),
        ("HJ", pb.SUIT_UNSPECIFIED, 17),
    ],
)
def test_suit_and_rank_are_the_printed_ones(name: str, suit: int, rank: int) -> None:
    (card,) = cards(name)
    assert (CARD_SUIT[card], CARD_RANK[card]) == (suit, rank)
