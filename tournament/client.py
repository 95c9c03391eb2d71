"""What the organiser asks of a referee, in plain values. The only module here that speaks protobuf."""

from collections.abc import AsyncGenerator, AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import grpc
import grpc.aio
from paiju.v1 import admin_pb2 as pb
from paiju.v1 import referee_pb2
from paiju.v1.admin_pb2_grpc import AdminServiceStub

from tournament.errors import TourneyError
from tournament.ledger import Reason, SeatTimes

if TYPE_CHECKING:  # a name of the stub file alone
    from paiju.v1.admin_pb2_grpc import AdminServiceAsyncStub

PROTOCOL = 1
ANSWER_S = 30.0
"""Longest wait for an answer; a referee that opens tables may be busy."""
Q = TypeVar("Q")
A = TypeVar("A")
Code = grpc.StatusCode

CHANNEL: Sequence[tuple[str, int]] = (
    ("grpc.keepalive_time_ms", 10_000),
    ("grpc.keepalive_timeout_ms", 5_000),
    ("grpc.http2.ping_timeout_ms", 5_000),
    ("grpc.http2.max_pings_without_data", 0),
    ("grpc.keepalive_permit_without_calls", 1),
    ("grpc.enable_retries", 0),
    # Results carry transcripts, as many as are ready.
    ("grpc.max_receive_message_length", 1 << 28),
)


class RefereeLostError(TourneyError):
    """No referee answers, or no longer."""


class RefereeRefusedError(TourneyError):
    """A referee answers, but not so: token, version, request."""


class Option(NamedTuple):
    """One choice in a game's rules. `type` is bool, int, word or words; no `values`: any of its type."""

    name: str
    type: str
    values: tuple[str, ...]
    default: str
    help: str = ""


class OptionFault(NamedTuple):
    """Why a game cannot be played with the options asked for."""

    option: str
    text: str


class Clocks(NamedTuple):
    move_ms: int
    bank_ms: int
    increment_ms: int
    margin_ms: int
    reconnect_ms: int


class Adjudication(NamedTuple):
    illegal_retries: int
    max_strikes: int
    timeout_forfeits: bool
    illegal_forfeits: bool


class Deal(NamedTuple):
    """What the sittings of a board share."""

    tournament: str
    group: str
    board: int
    seed: bytes


class Table(NamedTuple):
    """One match to be played."""

    match: str
    deal: Deal
    game: str
    options: Mapping[str, str]
    players: Sequence[str]
    """By seat."""
    clocks: Clocks
    adjudication: Adjudication
    sittings: int
    trusted: bool
    connect_ms: int
    mode: str
    max_deals: int


class Outcome(NamedTuple):
    """How a match ended. Score and points are side 0's."""

    match: str
    reason: Reason
    at_fault: int | None
    """A seat."""
    fault_text: str
    score: int
    points: int
    deals: int
    transcript: bytes
    times: bytes
    seats: tuple[SeatTimes, ...]


class Referee:
    """A referee that has answered at its admin address; made by `reach`."""

    def __init__(self, address: str, token: str, stub: "AdminServiceAsyncStub") -> None:
        self.address = address
        self.games: Mapping[str, Sequence[Option]] = {}
        """What it plays."""
        self._metadata = (("authorization", f"Bearer {token}"),)
        self._stub = stub

    async def hello(self) -> None:
        """Learn what it plays. Raise RefereeRefusedError if it speaks another version."""
        info = await self._ask(self._stub.GetInfo, pb.GetInfoRequest())
        if info.protocol != PROTOCOL:
            raise RefereeRefusedError(
                f"the referee at {self.address} speaks version {info.protocol} of the protocol, not {PROTOCOL}"
            )
        self.games = {game.name: tuple(map(_option, game.options)) for game in info.games}

    async def option_fault(self, game: str, options: Mapping[str, str]) -> OptionFault | None:
        """Return the first option that does not fit, by itself or beside the others."""
        found = await self._ask(self._stub.CheckOptions, pb.CheckOptionsRequest(game=game, options=options))
        return OptionFault(found.option, found.fault) if found.option else None

    async def open_run(self, run: str) -> None:
        """Begin a run afresh: one of this name is forgotten, with its tables, players and results."""
        await self.close_run(run)
        await self._ask(self._stub.AddPlayers, pb.AddPlayersRequest(run=run))

    async def add_player(self, run: str, name: str, token_digest: bytes) -> None:
        """Let a player in; one known already is known by the new token alone."""
        player = pb.Player(name=name, token_digest=token_digest)
        await self._ask(self._stub.AddPlayers, pb.AddPlayersRequest(run=run, players=[player]))

    async def drop_player(self, run: str, name: str, reason: Reason) -> None:
        """Forfeit its open matches for this reason, and forget its token."""
        dropped = pb.DropPlayerRequest(run=run, name=name, reason=_NUMBERS[reason])
        await self._ask(self._stub.DropPlayer, dropped)

    async def connected(self, run: str) -> frozenset[str]:
        """Return the players that are connected."""
        listed = await self._ask(self._stub.ListPlayers, pb.ListPlayersRequest(run=run))
        return frozenset(player.name for player in listed.players if player.connected)

    async def open_tables(self, run: str, tables: Iterable[Table]) -> None:
        await self._ask(self._stub.OpenTables, pb.OpenTablesRequest(run=run, tables=map(_spec, tables)))

    async def close_run(self, run: str) -> None:
        """Forget a run, if there is one: its tables, players and results."""
        await self._ask(self._stub.CloseRun, pb.CloseRunRequest(run=run))

    async def results(self, run: str) -> AsyncGenerator[Outcome, None]:
        """Yield every match of a run that has ended and will end, each once."""
        try:
            async for frame in self._stub.Results(pb.ResultsRequest(run=run), metadata=self._metadata):
                for result in frame.results:
                    yield _outcome(result)
        except grpc.aio.AioRpcError as error:
            raise self._fault(error) from None

    async def _ask(self, call: "grpc.aio.UnaryUnaryMultiCallable[Q, A]", request: Q) -> A:
        try:
            return await call(request, metadata=self._metadata, timeout=ANSWER_S)
        except grpc.aio.AioRpcError as error:
            raise self._fault(error) from None

    def _fault(self, error: grpc.aio.AioRpcError) -> Exception:
        match error.code():
            case Code.UNAVAILABLE | Code.DEADLINE_EXCEEDED | Code.CANCELLED:
                return RefereeLostError(f"no referee answers at {self.address}: {error.details()}")
            case Code.UNAUTHENTICATED | Code.PERMISSION_DENIED:
                return RefereeRefusedError(f"the referee at {self.address} refused the admin token")
            case Code.UNIMPLEMENTED:
                return RefereeRefusedError(
                    f"what answers at {self.address} is not the admin port of a referee of this version"
                )
            case _:
                return RefereeRefusedError(f"the referee at {self.address} refused: {error.details()}")


@asynccontextmanager
async def reach(address: str, token: str) -> AsyncIterator[Referee]:
    """Raise RefereeLostError if no referee answers there, RefereeRefusedError if it does not let us in."""
    async with grpc.aio.insecure_channel(address, options=CHANNEL) as channel:
        referee = Referee(address, token, AdminServiceStub(channel))
        await referee.hello()
        yield referee


_NUMBERS = {reason: referee_pb2.EndReason.Value(f"END_REASON_{reason.name}") for reason in Reason}
_REASONS = {number: reason for reason, number in _NUMBERS.items()}


def _option(option: referee_pb2.Option) -> Option:
    return Option(option.name, option.type, tuple(option.values), option.default, option.help)


def _spec(table: Table) -> pb.TableSpec:
    return pb.TableSpec(
        match=table.match,
        **table.deal._asdict(),
        mode=table.mode,
        max_deals=table.max_deals,
        game=table.game,
        options=table.options,
        players=table.players,
        clocks=referee_pb2.Clocks(**table.clocks._asdict()),
        adjudication=pb.Adjudication(**table.adjudication._asdict()),
        sittings=table.sittings,
        trusted=table.trusted,
        connect_ms=table.connect_ms,
    )


def _outcome(result: pb.MatchResult) -> Outcome:
    return Outcome(
        match=result.match,
        reason=_REASONS[result.reason],
        at_fault=result.at_fault if result.HasField("at_fault") else None,
        fault_text=result.fault_text,
        score=result.score,
        points=result.points,
        deals=result.deals,
        transcript=result.transcript,
        times=result.times,
        seats=tuple(map(_times, result.seats)),
    )


def _times(seat: pb.SeatReport) -> SeatTimes:
    return SeatTimes(
        seat.decisions,
        seat.time_ms,
        seat.max_time_ms,
        seat.bank_used_ms,
        seat.timeouts,
        seat.refusals,
        seat.strikes,
        tuple(sorted(seat.decisions_by_ms.items())),
    )
