"""The messages of the organiser's port."""

from collections.abc import Iterable, Iterator

from paiju.v1 import admin_pb2, referee_pb2

from referee.server.item import MatchResult
from referee.server.lobby import TableSpec
from referee.server.room import Room
from referee.server.wire.game import WireError
from referee.server.wire.player import read_clocks
from referee.table.match import Adjudication, BoardName, EndReason, Mode

FRAME_BYTES = 1 << 20
"""Results that are longer together go in several messages: clients take 4 MiB if they do not say otherwise."""


def read_adjudication(message: admin_pb2.Adjudication) -> Adjudication:
    return Adjudication(
        message.illegal_retries, max(1, message.max_strikes), message.timeout_forfeits, message.illegal_forfeits
    )


def read_spec(message: admin_pb2.TableSpec) -> TableSpec:
    """Raise WireError."""
    if message.mode not in set(Mode):
        raise WireError(f"match {message.match!r}: a mode is one of {', '.join(Mode)}, got {message.mode!r}")
    return TableSpec(
        match=message.match,
        board=BoardName(message.tournament, message.group, message.board),
        game=message.game,
        options=dict(message.options),
        seed=message.seed,
        players=tuple(message.players),
        clocks=read_clocks(message.clocks),
        adjudication=read_adjudication(message.adjudication),
        sittings=message.sittings,
        trusted=message.trusted,
        connect_ms=message.connect_ms,
        mode=Mode(message.mode),
        max_deals=message.max_deals or 1,
    )


def read_fault(number: int) -> EndReason:
    """Read a reason to end a player's matches. Raise WireError."""
    if number not in EndReason.__members__.values():
        raise WireError(f"there is no end reason {number}")
    reason = EndReason(number)
    if reason in {EndReason.FINISHED, EndReason.VOID}:
        raise WireError(f"{reason.name.lower()} is no fault of a player")
    return reason


def table_status(room: Room) -> admin_pb2.TableStatus:
    state = (
        admin_pb2.TABLE_STATE_ENDED
        if room.result is not None
        else admin_pb2.TABLE_STATE_WAITING
        if room.table is None
        else admin_pb2.TABLE_STATE_PLAYING
    )
    players = [player.name for player in room.players]
    return admin_pb2.TableStatus(
        table=room.id,
        run=room.players[0].run,
        match=room.match.id,
        players=players,
        state=state,
        actions=room.actions,
    )


def frames(ends: Iterable[MatchResult]) -> Iterator[list[admin_pb2.MatchResult]]:
    """Yield results together as long as a message stays small."""
    frame: list[admin_pb2.MatchResult] = []
    size = 0
    for result in map(match_result, ends):
        if frame and size + result.ByteSize() > FRAME_BYTES:
            yield frame
            frame, size = [], 0
        frame.append(result)
        size += result.ByteSize()
    if frame:
        yield frame


def match_result(end: MatchResult) -> admin_pb2.MatchResult:
    return admin_pb2.MatchResult(
        table=end.table,
        match=end.match,
        reason=referee_pb2.EndReason.ValueType(end.ended.reason),
        at_fault=end.ended.at_fault,
        fault_text=end.fault_text,
        score=end.ended.score,
        points=end.ended.points,
        deals=end.deals,
        transcript=end.transcript.encode(),
        times=end.times.encode(),
        seats=[admin_pb2.SeatReport(**seat._asdict()) for seat in end.seats],
    )
