"""The organiser's port."""

from collections.abc import AsyncIterator

from paiju.v1 import admin_pb2, admin_pb2_grpc

from referee.games.options import OptionError
from referee.server import guard, wire
from referee.server.guard import Context, guarded
from referee.server.lobby import Lobby
from referee.server.wire import admin as wire_admin
from referee.server.wire import player as wire_player


class AdminService(admin_pb2_grpc.AdminServiceServicer):
    def __init__(self, lobby: Lobby, token: str | None, grace_ms: int) -> None:
        self.lobby = lobby
        self.token = token
        self.grace_ms = grace_ms

    async def GetInfo(self, request: admin_pb2.GetInfoRequest, context: Context) -> admin_pb2.GetInfoResponse:  # noqa: ARG002
        async with guarded(context):
            await guard.admin(self.token, context)
            games = wire_player.games_info(self.lobby.games)
            return admin_pb2.GetInfoResponse(server=wire.SERVER, protocol=wire.PROTOCOL, games=games)

    async def CheckOptions(
        self, request: admin_pb2.CheckOptionsRequest, context: Context
    ) -> admin_pb2.CheckOptionsResponse:
        async with guarded(context):
            await guard.admin(self.token, context)
            try:
                self.lobby.family(request.game).make(dict(request.options))
            except OptionError as error:
                return admin_pb2.CheckOptionsResponse(option=error.option, fault=error.text)
            return admin_pb2.CheckOptionsResponse()

    async def AddPlayers(self, request: admin_pb2.AddPlayersRequest, context: Context) -> admin_pb2.AddPlayersResponse:
        async with guarded(context):
            await guard.admin(self.token, context)
            self.lobby.add_players(request.run, [(player.name, player.token_digest) for player in request.players])
            return admin_pb2.AddPlayersResponse()

    async def DropPlayer(self, request: admin_pb2.DropPlayerRequest, context: Context) -> admin_pb2.DropPlayerResponse:
        async with guarded(context):
            await guard.admin(self.token, context)
            reason = wire_admin.read_fault(request.reason)
            return admin_pb2.DropPlayerResponse(matches=self.lobby.drop_player(request.run, request.name, reason))

    async def ListPlayers(
        self, request: admin_pb2.ListPlayersRequest, context: Context
    ) -> admin_pb2.ListPlayersResponse:
        async with guarded(context):
            await guard.admin(self.token, context)
            players = self.lobby.run(request.run).players.values()
            return admin_pb2.ListPlayersResponse(
                players=[
                    admin_pb2.PlayerStatus(name=player.name, connected=player.link is not None, client=player.client)
                    for player in players
                ]
            )

    async def OpenTables(self, request: admin_pb2.OpenTablesRequest, context: Context) -> admin_pb2.OpenTablesResponse:
        async with guarded(context):
            await guard.admin(self.token, context)
            specs = [wire_admin.read_spec(spec) for spec in request.tables]
            return admin_pb2.OpenTablesResponse(tables=self.lobby.open_tables(request.run, specs))

    async def CloseTable(self, request: admin_pb2.CloseTableRequest, context: Context) -> admin_pb2.CloseTableResponse:
        async with guarded(context):
            await guard.admin(self.token, context)
            self.lobby.close_table(request.table)
            return admin_pb2.CloseTableResponse()

    async def GetTable(self, request: admin_pb2.GetTableRequest, context: Context) -> admin_pb2.GetTableResponse:
        async with guarded(context):
            await guard.admin(self.token, context)
            return admin_pb2.GetTableResponse(status=wire_admin.table_status(self.lobby.room(request.table)))

    async def ListTables(self, request: admin_pb2.ListTablesRequest, context: Context) -> admin_pb2.ListTablesResponse:
        async with guarded(context):
            await guard.admin(self.token, context)
            rooms = self.lobby.run(request.run).rooms.values()
            return admin_pb2.ListTablesResponse(tables=map(wire_admin.table_status, rooms))

    async def Results(
        self, request: admin_pb2.ResultsRequest, context: Context
    ) -> AsyncIterator[admin_pb2.ResultsResponse]:
        async with guarded(context):
            await guard.admin(self.token, context)
            run = self.lobby.run(request.run)
            sent = 0
            while self.lobby.runs.get(run.name) is run:
                news, fresh, sent = run.news, run.since(sent), run.ended
                for results in wire_admin.frames(fresh):
                    yield admin_pb2.ResultsResponse(results=results)
                await news.wait()

    async def CloseRun(self, request: admin_pb2.CloseRunRequest, context: Context) -> admin_pb2.CloseRunResponse:
        async with guarded(context):
            await guard.admin(self.token, context)
            self.lobby.close_run(request.run)
            return admin_pb2.CloseRunResponse()

    async def Drain(self, request: admin_pb2.DrainRequest, context: Context) -> admin_pb2.DrainResponse:  # noqa: ARG002
        async with guarded(context):
            await guard.admin(self.token, context)
            return admin_pb2.DrainResponse(open_tables=self.lobby.drain(self.grace_ms))
