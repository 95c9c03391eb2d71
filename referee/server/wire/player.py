"""The frames of the player port."""

from collections.abc import Iterable, Mapping

from paiju.v1 import referee_pb2

from referee.game import Family
from referee.server.item import (
    Answer,
    Asked,
    Draining,
    Item,
    Manners,
    Over,
    Seated,
    Superseded,
    TableEvents,
    TableView,
    Told,
)
from referee.server.room import DRY_RUNS
from referee.server.settings import LIST_MOVES, MAX_LEGAL, MAX_MESSAGE_BYTES
from referee.server.wire import PROTOCOL, SERVER
from referee.server.wire.game import WireError, action, event, fill_decision, fill_view, read_action
from referee.table.clock import Clocks
from referee.table.table import Accepted, Defaulted, Forfeited, Refused, Stale


def fill_verdict(message: referee_pb2.Verdict, told: Told) -> None:
    message.table = told.table
    message.decision_id = told.id
    message.duplicate = told.duplicate
    message.dry_run = told.dry_run
    match told.verdict:
        case Accepted(charged_ms, bank_left_ms, act):
            accepted = message.accepted
            accepted.charged_ms = charged_ms
            accepted.bank_left_ms = bank_left_ms
            accepted.action.CopyFrom(action(act))
        case Refused(rule, text, example, tries_left):
            message.refused.CopyFrom(
                referee_pb2.Refused(rule=rule, text=text, example=action(example), tries_left=tries_left)
            )
        case Stale(text, open_id):
            message.stale.CopyFrom(referee_pb2.Stale(text=text, open_decision_id=open_id))
        case Defaulted(act, reason, strikes, max_strikes):
            message.defaulted.CopyFrom(
                referee_pb2.Defaulted(
                    action=action(act),
                    reason=referee_pb2.DefaultReason.ValueType(reason),
                    strikes=strikes,
                    max_strikes=max_strikes,
                )
            )
        case Forfeited(why, seat):
            message.forfeited.CopyFrom(referee_pb2.Forfeited(reason=referee_pb2.EndReason.ValueType(why), seat=seat))


def clocks(times: Clocks) -> referee_pb2.Clocks:
    return referee_pb2.Clocks(**times._asdict())


def read_clocks(message: referee_pb2.Clocks) -> Clocks:
    return Clocks(message.move_ms, message.bank_ms, message.increment_ms, message.margin_ms, message.reconnect_ms)


def game_info(family: Family) -> referee_pb2.GameInfo:
    return referee_pb2.GameInfo(
        name=family.name,
        rules_version=family.rules_version,
        options=[
            referee_pb2.Option(
                name=option.name, type=option.type, values=option.values, default=option.default, help=option.help
            )
            for option in family.options
        ],
    )


def games_info(games: Mapping[str, Family]) -> list[referee_pb2.GameInfo]:
    return [game_info(family) for family in games.values()]


def hello_response(player: str, games: Mapping[str, Family]) -> referee_pb2.HelloResponse:
    limits = referee_pb2.Limits(
        max_message_bytes=MAX_MESSAGE_BYTES, refusals=DRY_RUNS, list_moves=LIST_MOVES, legal=MAX_LEGAL
    )
    return referee_pb2.HelloResponse(
        server=SERVER, protocol=PROTOCOL, player=player, games=games_info(games), limits=limits
    )


def match_ended(over: Over) -> referee_pb2.MatchEnded:
    sign = -1 if over.seat.side else 1
    return referee_pb2.MatchEnded(
        table=over.table,
        reason=referee_pb2.EndReason.ValueType(over.ended.reason),
        at_fault=over.ended.at_fault,
        score=sign * over.ended.score,
        points=sign * over.ended.points,
    )


def fill_item(message: referee_pb2.Item, said: Item) -> None:
    """Write one thing into a frame."""
    match said:
        case Asked():
            fill_decision(message.decision, said)
        case Told():
            fill_verdict(message.verdict, said)
        case TableEvents(table, events):
            message.events.table = table
            message.events.events.extend([event(seq, happened) for seq, happened in events])
        case Seated():
            message.seated.CopyFrom(seated(said))
        case TableView(table, seen, last_seq):
            message.view.table = table
            fill_view(message.view.view, seen, last_seq)
        case Over():
            message.ended.CopyFrom(match_ended(said))
        case Draining(grace_ms):
            message.draining.grace_ms = grace_ms
        case Superseded():
            message.superseded.SetInParent()


def play_response(frame: int, items: Iterable[Item]) -> referee_pb2.PlayResponse:
    message = referee_pb2.PlayResponse(frame=frame)
    for said in items:
        fill_item(message.items.add(), said)
    return message


def listen_response(frame: int, items: Iterable[Item]) -> referee_pb2.ListenResponse:
    message = referee_pb2.ListenResponse(frame=frame)
    for said in items:
        fill_item(message.items.add(), said)
    return message


def seated(said: Seated) -> referee_pb2.Seated:
    match = said.match
    return referee_pb2.Seated(
        table=said.table,
        seat=said.seat,
        game=match.game.name,
        options=match.game.options,
        rules_version=match.rules_version,
        clocks=clocks(match.clocks),
        commitments=match.commitments,
        mode=match.mode,
    )


def read_manners(message: referee_pb2.StreamSettings) -> Manners:
    delay = message.event_delay_ms if message.HasField("event_delay_ms") else 50
    limit = min(message.legal_limit or 64, MAX_LEGAL)
    return Manners(message.views != referee_pb2.VIEWS_NONE, limit, delay / 1000, not message.without_events)


def read_seen(messages: Iterable[referee_pb2.Seen]) -> dict[str, int]:
    return {seen.table: seen.last_seq for seen in messages}


def read_answer(message: referee_pb2.Answer) -> Answer:
    """Read an answer; one that makes no sense has a problem in place of an action."""
    debug = message.debug[:200]
    try:
        act = read_action(message.action)
    except WireError as error:
        return Answer(message.table, message.decision_id, None, message.dry_run, debug, str(error))
    return Answer(message.table, message.decision_id, act, message.dry_run, debug)
