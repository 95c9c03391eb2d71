"""The tables of `brackets.toml`, key by key, with every default. What keys mean together is in `config_checks`."""

# mypy: disable-error-code="explicit-any"
# pydantic.BaseModel mentions Any, and each of its subclasses is blamed for it.

import os
from typing import Annotated, Literal, Self, TypeAlias

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, JsonValue, Strict

Count: TypeAlias = Annotated[int, Field(ge=0, le=1_000_000)]
Number: TypeAlias = Annotated[int, Field(ge=1, le=1_000_000)]
Milliseconds: TypeAlias = Annotated[int, Field(ge=0, le=86_400_000)]
Words: TypeAlias = Annotated[tuple[str, ...], Strict(strict=False), Field(min_length=1)]
Seating: TypeAlias = Literal["none", "rotate2", "rotate4", "rotate8"]
Elo: TypeAlias = Annotated[float, Field(ge=-100, le=100)]
Risk: TypeAlias = Annotated[float, Field(gt=0, lt=1)]
Restart: TypeAlias = Literal["never", "match"]


def rule_text(value: JsonValue) -> str:
    """Return a rule's value as the referee reads it: true, 3, word, or a,b,c."""
    match value:
        case bool():
            return str(value).lower()
        case int() | str():
            return str(value)
        case list() if all(isinstance(word, str | int) and not isinstance(word, bool) for word in value):
            return ",".join(map(str, value))
    raise ValueError("true, false, a whole number, a word or a list of words")


RuleText: TypeAlias = Annotated[str, BeforeValidator(rule_text)]


class Table(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Event(Table):
    name: str
    site: str = ""
    notes: str = ""


class Tournament(Table):
    format: Literal["round-robin"] = "round-robin"
    rounds: Number = 1
    """Full cycles: each two teams meet once a round."""
    boards: Number = 32
    """Deals an encounter and round."""
    seating: Seating = "rotate2"
    boards_policy: Literal["encounter", "round", "event"] = "encounter"
    srand: int | None = None
    """Practice: the deals are public. Without it the master seed is secret."""
    concurrency: Number = Field(default_factory=lambda: len(os.sched_getaffinity(0)))
    """Matches at once. The default is a core a match, since at a table one bot thinks at a time."""


class GameTable(Table):
    name: str
    decks: Number | None = None
    mode: Literal["board", "match"] = "board"
    """One preset deal a board, or deals from the first level until a side has won."""
    rules: dict[str, RuleText] = {}

    @property
    def options(self) -> dict[str, str]:
        """Every option away from its default, as the referee reads them."""
        return self.rules if self.decks is None else {"decks": str(self.decks), **self.rules}


class TimeControl(Table):
    startup_ms: Milliseconds = 10_000
    """From the start of a process to its first message."""
    move_ms: Milliseconds = 5_000
    bank_ms: Milliseconds = 60_000
    increment_ms: Milliseconds = 0
    margin_ms: Milliseconds = 50
    reconnect_ms: Milliseconds = 30_000


class Adjudication(Table):
    illegal_move: Literal["retry", "default", "forfeit"] = "retry"
    illegal_retries: Annotated[int, Field(ge=0, le=20)] = 2
    timeout: Literal["default", "forfeit"] = "default"
    max_strikes: Number = 3
    max_deals: Annotated[int, Field(ge=1, le=1000)] = 200
    """In match mode; then the higher level wins, or nobody."""
    crash: Literal["forfeit"] = "forfeit"
    no_show: Literal["forfeit"] = "forfeit"
    disconnect: Literal["forfeit"] = "forfeit"


class Recover(Table):
    void_retries: Count = 2
    halt_after_voids: Number = 2
    """Voids in a row that stop a pairing."""
    retire_after: Number = 5
    """Faults in a row that retire a bot."""


class RatingTable(Table):
    anchor: str | None = None
    anchor_rating: Annotated[float, Field(allow_inf_nan=False)] = 0.0
    """The anchor's rating; without an anchor, the mean of the field."""
    prior_draws: Annotated[float, Field(gt=0, le=1000, allow_inf_nan=False)] = 1.0
    """Virtual draws a played pairing; they keep 0 % and 100 % finite."""
    interval: Annotated[float, Field(ge=0.5, le=0.9999)] = 0.95
    bootstrap: Annotated[int, Field(ge=100, le=100_000)] = 1000


class SprtTable(Table):
    """Two teams: stop as soon as the first is shown to be no better than `elo0`, or no worse than `elo1`."""

    enabled: bool = True
    elo0: Elo = 0.0
    elo1: Elo = 5.0
    alpha: Risk = 0.05
    """Of accepting elo1 when elo0 is true."""
    beta: Risk = 0.05
    model: Literal["normalized", "logistic"] = "normalized"
    score: Literal["result", "swing"] = "result"
    """What is judged of a board."""
    min_boards: Count = 0


class Storage(Table):
    url: str | None = None


class Output(Table):
    directory: str | None = None
    keep_logs: Literal["failures", "all", "none"] = "failures"
    stderr_kib: Annotated[int, Field(ge=1, le=65_536)] = 256
    """Kept a process: the first and the last half."""


class RefereeTable(Table):
    address: str | None = None
    """A served referee, `host:port` or `unix:PATH`; without it one is started for the run."""
    admin: str | None = None
    admin_token_file: str | None = None


class Each(Table):
    """What every bot has unless it says otherwise."""

    restart: Restart = "never"
    tables: Number = 1
    """Tables one process plays at once."""
    env: dict[str, str] = {}


class Program(Each):
    cmd: Words | None = None
    protocol: Literal["grpc", "ndjson"] = "grpc"
    """What `cmd` speaks: gRPC with the referee, or lines of JSON with an adapter."""
    python: Annotated[str, Field(pattern=r"^[\w.]+:\w+$")] | None = None
    """`module:Class`, a bot in the manager's own loop: for tests and benchmarks."""
    dir: str | None = None
    version: str = ""
    """A new version of a bot is rated as a new bot."""
    options: dict[str, JsonValue] = {}

    def under(self, each: Each) -> Self:
        """Return it with the defaults of `[each]`."""
        unset = each.model_fields_set - self.model_fields_set
        return self.model_copy(update={**each.model_dump(include=unset), "env": {**each.env, **self.env}})


class Bot(Program):
    name: str
    remote: bool = False
    connect_within_ms: Milliseconds = 120_000


class TeamTable(Program):
    """Two bots by name, or one program for both seats."""

    name: str
    bots: Annotated[tuple[str, ...], Strict(strict=False), Field(min_length=2, max_length=2)] | None = None
    trusted: bool = False
    """Its processes may know of each other; reports say so."""

    def own_bot(self) -> Bot:
        return Bot.model_validate({"name": self.name, **self.model_dump(include=set(Program.model_fields))})


class Brackets(Table):
    event: Event
    tournament: Tournament = Field(default_factory=Tournament)
    game: GameTable
    time_control: TimeControl = TimeControl()
    adjudication: Adjudication = Adjudication()
    recover: Recover = Recover()
    rating: RatingTable = RatingTable()
    sprt: SprtTable = SprtTable(enabled=False)
    storage: Storage = Storage()
    output: Output = Output()
    referee: RefereeTable = RefereeTable()
    each: Each = Each()
    bot: Annotated[tuple[Bot, ...], Strict(strict=False)] = ()
    team: Annotated[tuple[TeamTable, ...], Strict(strict=False)] = ()
