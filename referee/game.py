"""What rules promise a table, for every game.

A deal is a sequence of positions. Acting is the check: `Position.act` gives the next position and what happened, or
raises, and then nothing happened. What a seat knows is the log of events with some cards face down.

    RefereeError
        RuleError       the player may not do that
        TableError      not at this table, not now
    NotationError       that is not a card: bad text, from a person or a file (referee.cards)
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple, Protocol

from referee.cards import Cards, Rank, Seat, Suit


class RefereeError(Exception):
    """Anything a referee has to say to a player."""


class RuleError(RefereeError):
    """The rules do not allow it. `rule` is a stable name such as `follow.suit`; `text` is for people."""

    def __init__(self, rule: str, text: str) -> None:
        super().__init__(f"{rule}: {text}")
        self.rule = rule
        self.text = text


class TableError(RefereeError):
    """Not at this table, or not now."""


class Verb(IntEnum):
    PASS = 1
    WAIT = 2
    DECLARE = 3
    BURY = 4
    ADD = 5
    PICK = 6
    PAY = 7
    RETURN = 8
    RESIST = 9
    DECLINE = 10
    PLAY = 11


class Phase(IntEnum):
    DEAL = 1
    TRIBUTE = 2
    BURY = 3
    COUNTER = 4
    ADD = 5
    PLAY = 6
    OVER = 7


class Combination(IntEnum):
    SINGLE = 1
    PAIR = 2
    TRIPLE = 3
    TRACTOR = 4
    TITANIC = 5
    FULL_HOUSE = 6
    STRAIGHT = 7
    TUBE = 8
    PLATE = 9
    BOMB = 10
    STRAIGHT_FLUSH = 11
    JOKER_BOMB = 12


class EventKind(IntEnum):
    DEAL_STARTED = 1
    DEALT = 2
    SHOWN = 3
    DECLARED = 4
    TRUMP_SET = 5
    TRIBUTE_DUE = 6
    COMMITTED = 7
    PAID = 8
    RETURNED = 9
    KITTY = 10
    BURIED = 11
    ADDED = 12
    PICKED = 13
    PLAYED = 14
    PASSED = 15
    TRICK_WON = 16
    FINISHED = 17
    FORCED = 18
    DEAL_ENDED = 19
    TURNED = 20
    RESISTED = 21


class Claim(NamedTuple):
    """What the cards do not say: a suit, a reading, an announced cut."""

    suit: Suit | None = None
    kind: Combination | None = None
    key: int = 0
    units: tuple[Cards, ...] = ()


class Action(NamedTuple):
    """The only shape of answer there is. Cards are sorted."""

    verb: Verb
    cards: Cards = ()
    claim: Claim | None = None


class Header(NamedTuple):
    """What is known before the first card. `levels` and `fails` are by side."""

    levels: tuple[Rank, Rank]
    level: Rank
    declarer: Seat | None
    deal_no: int = 0
    fails: tuple[int, ...] = ()
    blood: int = 0
    played_levels: tuple[int, ...] = ()


class Progress(Protocol):
    """What one deal hands the next, a frozen value of each game. `str` of it is short text that the game reads back."""

    @property
    def levels(self) -> tuple[Rank, Rank]: ...
    @property
    def declarer(self) -> Seat | None: ...
    @property
    def winner(self) -> int | None:
        """The side that has won the match."""


class Result(NamedTuple):
    """How a deal ended. `score` and `points` are side 0's; side 1 has the same with the other sign."""

    score: int
    points: int
    progress: Progress
    attackers_points: int = 0
    kitty_points: int = 0
    kitty_multiplier: int = 0
    finish: tuple[Seat, ...] = ()
    blood: int = 0
    coins: tuple[int, ...] = ()


class Event(NamedTuple):
    """One thing that happened, with all that is true of it, and who may see how much.

    `sees` are the seats that see `cards`; None is everybody, spectators too. The others see their `number`, or
    nothing at all if `secret`.
    """

    kind: EventKind
    seat: Seat | None = None
    cards: Cards = ()
    to: Seat | None = None
    number: int | None = None
    """How many cards are hidden from those who do not see them, or a place; `count` on the wire."""
    sees: frozenset[Seat] | None = None
    secret: bool = False
    phase: Phase | None = None
    trump: Suit | None = None
    claim: Claim | None = None
    attempt: Cards = ()
    points: int | None = None
    public: bool = False
    dry: bool = False
    fans: int = 0
    locked: bool = False
    best: bool = False
    header: Header | None = None
    result: Result | None = None

    def seen_by(self, seat: Seat | None) -> "Event | None":
        """Return what that seat may know of it, or nothing; None is a spectator."""
        if self.sees is None:
            return self
        if seat in self.sees:
            return self._replace(sees=None, secret=False, number=None)
        if self.secret:
            return None
        return self._replace(sees=None, cards=(), number=len(self.cards) if self.number is None else self.number)


class Ask(NamedTuple):
    """The form of an answer. `complete` says that `moves` yields every legal action."""

    verbs: tuple[Verb, ...]
    min_cards: int
    max_cards: int
    complete: bool
    pool: Cards = ()


class Position(Protocol):
    """An immutable value: a deal as it stands."""

    @property
    def to_act(self) -> frozenset[Seat]:
        """Empty when the deal is over."""

    @property
    def result(self) -> Result | None: ...

    def ask(self, seat: Seat) -> Ask:
        """What a seat that is to act is asked."""

    def moves(self, seat: Seat) -> Iterator[Action]:
        """Yield legal actions of a seat that is to act, each once, lazily; the first is the time-out default."""

    def act(self, seat: Seat, action: Action) -> "Step":
        """Check and apply. Raise RuleError, and then nothing happened; TableError if the seat is not to act."""


class Step(NamedTuple):
    position: Position
    events: tuple[Event, ...]


class Luck(Protocol):
    """All chance of one deal, pure: the same question has the same answer."""

    def pack(self, attempt: int) -> Cards:
        """Return the shuffled pack; redeals count attempts from 0."""

    def draw(self, purpose: str, k: int) -> int:
        """Draw from 0..k-1 for a named purpose, such as `start-seat`."""


class Game(Protocol):
    """A set of rules with all its options chosen."""

    @property
    def name(self) -> str: ...

    @property
    def options(self) -> Mapping[str, str]:
        """Every option as text; the family makes an equal game of it."""

    @property
    def max_score(self) -> int:
        """What a forfeit scores."""

    def pack(self) -> Cards:
        """What to shuffle."""

    def start(self) -> Progress:
        """Return the beginning of a match."""

    def board(self, number: int) -> Progress:
        """Return the preset of a board."""

    def parse(self, text: str) -> Progress:
        """Read what `str` of a progress gave. Raise NotationError."""

    def deal(self, progress: Progress, luck: Luck) -> Step: ...


class Option(NamedTuple):
    """One choice in a game's rules. `values` empty: any of its type."""

    name: str
    type: str
    """bool, int, word, or words: a comma-separated list."""
    values: tuple[str, ...]
    default: str
    help: str


@dataclass(frozen=True, slots=True)
class Family:
    """A name in the table of games: its declared options and how to make a game of chosen ones."""

    name: str
    rules_version: int
    options: tuple[Option, ...]
    make: Callable[[Mapping[str, str]], Game]
    """Raises OptionError for an unknown option or value."""
