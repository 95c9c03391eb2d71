"""Who is let in, and how the others are told."""

from pathlib import Path
from typing import TypeAlias

import grpc
import pytest
from google.protobuf.descriptor import MethodDescriptor
from google.protobuf.message_factory import GetMessageClass
from paiju.v1 import admin_pb2, referee_pb2

from tests.server.house import NAMES, Client, go, house, player, spec, token

Metadata: TypeAlias = tuple[tuple[str, str], ...]


def test_a_dropped_player_forfeits_with_the_reason_given_and_its_token_is_dead(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            await here.seat(spec())
            clients = await here.join()
            await clients[0].decision()
            dropped = await here.admin.DropPlayer(
                admin_pb2.DropPlayerRequest(run="run", name=NAMES[0], reason=referee_pb2.END_REASON_CRASH)
            )
            assert dropped.matches == 1
            (result,) = await here.results()
            assert (result.reason, result.at_fault) == (referee_pb2.END_REASON_CRASH, 0)
            with pytest.raises(grpc.aio.AioRpcError) as refused:
                await here.referee.Hello(referee_pb2.HelloRequest(), metadata=clients[0].metadata)
            assert refused.value.code() is grpc.StatusCode.UNAUTHENTICATED

    go(main())


def test_whoever_is_dropped_before_the_first_frame_of_its_stream_is_not_let_in(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            await here.seat(spec())
            client = Client(here.path, NAMES[0])
            here.clients.append(client)
            await client.call.wait_for_connection()
            await here.admin.DropPlayer(
                admin_pb2.DropPlayerRequest(run="run", name=NAMES[0], reason=referee_pb2.END_REASON_CRASH)
            )
            await client.open()
            with pytest.raises(grpc.aio.AioRpcError) as refused:
                await client.read()
            assert refused.value.code() is grpc.StatusCode.UNAUTHENTICATED

    go(main())


ADMIN = admin_pb2.DESCRIPTOR.services_by_name["AdminService"]
REFEREE = referee_pb2.DESCRIPTOR.services_by_name["RefereeService"]


@pytest.mark.parametrize("metadata", [(), (("authorization", "Bearer nobody"),), (("authorization", "token"),)])
@pytest.mark.parametrize("method", [*REFEREE.methods, *ADMIN.methods], ids=lambda method: method.name)
def test_no_method_answers_the_unknown(tmp_path: Path, method: MethodDescriptor, metadata: Metadata) -> None:
    async def main() -> None:
        async with house(tmp_path, admin_token="a secret") as here:
            is_admin = method.containing_service is ADMIN
            request = [] if method.client_streaming else [GetMessageClass(method.input_type)()]
            call = getattr(here.admin if is_admin else here.referee, method.name)(*request, metadata=metadata)
            text = "the admin token is wrong" if is_admin else "this token is not known here"
            assert (await call.code(), await call.details()) == (grpc.StatusCode.UNAUTHENTICATED, text)

    go(main())


def test_versions_are_compared_at_hello(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as here:
            await here.admin.AddPlayers(admin_pb2.AddPlayersRequest(run="run", players=[player("p")]))
            metadata = (("authorization", f"Bearer {token('p')}"),)
            good = referee_pb2.HelloRequest(client="test 1", protocol_min=1, protocol_max=3)
            hello = await here.referee.Hello(good, metadata=metadata)
            assert (hello.protocol, hello.player, hello.games[0].name) == (1, "p", "toy")
            bad = referee_pb2.HelloRequest(protocol_min=2, protocol_max=3)
            with pytest.raises(grpc.aio.AioRpcError, match="speaks protocol 1, the client 2 to 3") as refused:
                await here.referee.Hello(bad, metadata=metadata)
            assert refused.value.code() is grpc.StatusCode.FAILED_PRECONDITION

    go(main())


def test_admin_needs_its_own_token(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path, admin_token="a long admin secret") as here:
            with pytest.raises(grpc.aio.AioRpcError, match="the admin token is wrong"):
                await here.admin.GetInfo(admin_pb2.GetInfoRequest())
            metadata = (("authorization", "Bearer a long admin secret"),)
            assert (await here.admin.GetInfo(admin_pb2.GetInfoRequest(), metadata=metadata)).protocol == 1

    go(main())
