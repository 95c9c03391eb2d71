"""The player port."""

import asyncio
import time
from collections.abc import AsyncIterator

import grpc
from paiju.v1 import referee_pb2, referee_pb2_grpc

from referee.cards import Seat
from referee.game import Position, TableError
from referee.server import guard, wire
from referee.server.guard import Context, guarded
from referee.server.legal import parts
from referee.server.link import Link
from referee.server.lobby import Lobby, RequestError
from referee.server.room import LISTS, Player
from referee.server.settings import LIST_MOVES
from referee.server.wire import game as wire_game
from referee.server.wire import player as wire_player

CHUNK_BYTES = 65_536
WATCH_EVENTS = 1_024
"""Of one message: a whole match would be too long for one."""


class RefereeService(referee_pb2_grpc.RefereeServiceServicer):
    def __init__(self, lobby: Lobby) -> None:
        self.lobby = lobby

    async def Hello(self, request: referee_pb2.HelloRequest, context: Context) -> referee_pb2.HelloResponse:
        async with guarded(context):
            who = await guard.player(self.lobby, context)
            if not request.protocol_min <= wire.PROTOCOL <= request.protocol_max:
                await guard.refuse(
                    context,
                    grpc.StatusCode.FAILED_PRECONDITION,
                    f"this referee speaks protocol {wire.PROTOCOL}, "
                    f"the client {request.protocol_min} to {request.protocol_max}",
                )
            who.client = "".join(filter(str.isprintable, request.client))[:64]
            return wire_player.hello_response(who.name, self.lobby.games)

    async def Play(
        self, request: AsyncIterator[referee_pb2.PlayRequest], context: Context
    ) -> AsyncIterator[referee_pb2.PlayResponse]:
        async with guarded(context):
            who = await guard.player(self.lobby, context)
            await context.send_initial_metadata(())
            first = await anext(request, None)
            if first is None:
                return
            who = await guard.player(self.lobby, context)  # its first frame may be long in coming
            link = self.lobby.attach(who, wire_player.read_manners(first.settings), wire_player.read_seen(first.seen))
            reader = asyncio.create_task(self._read(who, link, request))
            frame = 0
            try:
                self._judge(who, link, first)
                while (items := await link.take()) is not None:
                    frame += 1
                    yield wire_player.play_response(frame, items)
                if reader.done():
                    await reader
            finally:
                reader.cancel()
                self.lobby.detach(who, link)
            await self._explain(link, context)

    async def Listen(
        self, request: referee_pb2.ListenRequest, context: Context
    ) -> AsyncIterator[referee_pb2.ListenResponse]:
        async with guarded(context):
            await context.send_initial_metadata(())
            who = await guard.player(self.lobby, context)
            link = self.lobby.attach(
                who, wire_player.read_manners(request.settings), wire_player.read_seen(request.seen)
            )
            frame = 0
            try:
                while (items := await link.take()) is not None:
                    frame += 1
                    yield wire_player.listen_response(frame, items)
            finally:
                self.lobby.detach(who, link)
            await self._explain(link, context)

    async def Act(self, request: referee_pb2.ActRequest, context: Context) -> referee_pb2.ActResponse:
        async with guarded(context):
            who = await guard.player(self.lobby, context)
            told, useless = self.lobby.answer(who, wire_player.read_answer(request.answer), time.monotonic())
            if who.floods(useless=useless):
                self._flooded(who)
            response = referee_pb2.ActResponse()
            wire_player.fill_verdict(response.verdict, told)
            return response

    async def ListMoves(self, request: referee_pb2.ListMovesRequest, context: Context) -> referee_pb2.ListMovesResponse:
        async with guarded(context):
            who = await guard.player(self.lobby, context)
            room, seat = self.lobby.place(who, request.table)
            if room is None or room.table is None:
                raise RequestError(f"you do not sit at a table {request.table!r} that is being played")
            question = room.table.chairs[seat].question
            if question is None or question.id != request.decision_id:
                raise TableError(f"decision {request.decision_id} is not open")
            if room.lists(seat, question.id) > LISTS:
                if who.floods(useless=True):
                    self._flooded(who)
                text = f"the moves of decision {question.id} have been listed {LISTS} times: answer it"
                await guard.refuse(context, grpc.StatusCode.RESOURCE_EXHAUSTED, text)
            return await moves_of(room.table.position, seat, min(request.limit or LIST_MOVES, LIST_MOVES))

    async def Watch(
        self, request: referee_pb2.WatchRequest, context: Context
    ) -> AsyncIterator[referee_pb2.WatchResponse]:
        async with guarded(context):
            await guard.player(self.lobby, context)
            news = asyncio.Event()
            room, public = self.lobby.watch(request.table, news.set)
            sent = 0
            try:
                while True:
                    events = public.since(sent)[:WATCH_EVENTS]
                    sent += len(events)
                    if events:
                        yield referee_pb2.WatchResponse(events=[wire_game.event(seq, event) for seq, event in events])
                    elif room.result is not None:
                        return
                    else:
                        await news.wait()
                        news.clear()
            finally:
                room.watchers.remove(news.set)

    async def GetTranscript(
        self, request: referee_pb2.GetTranscriptRequest, context: Context
    ) -> AsyncIterator[referee_pb2.GetTranscriptResponse]:
        async with guarded(context):
            await guard.player(self.lobby, context)
            text = self.lobby.transcript(request.table).encode()
            for start in range(0, len(text), CHUNK_BYTES):
                yield referee_pb2.GetTranscriptResponse(chunk=text[start : start + CHUNK_BYTES])

    async def _read(self, who: Player, link: Link, frames: AsyncIterator[referee_pb2.PlayRequest]) -> None:
        """Judge answers as they come, until the client has no more to say."""
        try:
            async for frame in frames:
                self._judge(who, link, frame)
        finally:
            link.close()

    def _judge(self, who: Player, link: Link, frame: referee_pb2.PlayRequest) -> None:
        came = time.monotonic()  # the last of two hundred is judged much later
        for message in frame.answers:
            if who.link is not link or link.cut:
                return
            told, useless = self.lobby.answer(who, wire_player.read_answer(message), came)
            link.put(told)
            if who.floods(useless=useless):
                self._flooded(who)

    def _flooded(self, who: Player) -> None:
        if who.link is not None:
            who.link.close("too many useless messages: your matches are forfeited")
        self.lobby.flood(who)

    @staticmethod
    async def _explain(link: Link, context: Context) -> None:
        """End a stream that we cut with the reason."""
        if link.cut is not None:
            code = grpc.StatusCode.UNAVAILABLE if link.may_return else grpc.StatusCode.ABORTED
            await guard.refuse(context, code, link.cut)


async def moves_of(position: Position, seat: Seat, limit: int) -> referee_pb2.ListMovesResponse:
    moves, response = position.moves(seat), referee_pb2.ListMovesResponse()
    for some in parts(moves, limit):
        if response.actions:
            await asyncio.sleep(0)
        response.actions.extend(map(wire_game.action, some))
    response.complete = position.ask(seat).complete and next(moves, None) is None
    return response
