"""Members of golden lines that are more than text or numbers."""

from referee.cards import SEATS, Cards, NotationError, Seat
from referee.games.turn import counted
from referee.games.vector import Vector


def one_of(line: Vector, key: str, *allowed: str) -> str:
    value = line.text(key)
    if value not in allowed:
        raise NotationError(f"{key!r} is {value!r}; allowed: {', '.join(allowed)}")
    return value


def won_by_attackers(line: Vector, key: str) -> bool:
    return one_of(line, key, "declarers", "attackers") == "attackers"


def number_of(line: Vector, key: str) -> int:
    """Read how much or how many."""
    number = line.number(key)
    if number < 0:
        raise NotationError(f"{key!r} is less than 0")
    return number


def seat_of(line: Vector, key: str) -> Seat:
    number = line.number(key)
    if number not in SEATS:
        raise NotationError(f"{key!r} is {number}, which is not a seat: 0 to 3")
    return SEATS[number]


def shown_by(part: Vector) -> tuple[Seat, Cards]:
    """Read who shows what."""
    return seat_of(part, "seat"), part.cards("cards")


def three_hands(line: Vector, key: str) -> list[Cards]:
    """Read the cards of all seats but one."""
    hands = line.hands(key)
    if len(hands) != len(SEATS) - 1:
        raise NotationError(f"{key!r} has {counted(len(hands), 'member')}, not {len(SEATS) - 1}")
    return hands
