"""Starts and stops the service."""

import asyncio
import gc
import json
import os
import signal
import socket
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress

import grpc
import structlog
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection
from paiju.v1 import admin_pb2_grpc, referee_pb2, referee_pb2_grpc

from referee.game import Family
from referee.server import wire
from referee.server.admin import AdminService
from referee.server.lobby import Lobby
from referee.server.service import RefereeService
from referee.server.settings import ADMIN_GRPC, GRPC, Settings

log = structlog.get_logger()

LAST_PORT = 65_535
"""gRPC would take a larger number modulo 65,536."""


class ServeError(Exception):
    """Why the service cannot start, and what would do."""


async def serve(games: Mapping[str, Family], settings: Settings, ready: Callable[[str, str], None]) -> None:
    """Serve until SIGTERM, SIGINT, the end of a drain, or, when embedded, that of standard input.

    Raise ServeError before `ready`.
    """
    wire.check_runtime()
    spare_the_collector()
    lobby = Lobby(games, spectators=settings.spectators)
    checks = health.aio.HealthServicer()
    player_port = grpc.aio.server(options=GRPC)
    admin_port = grpc.aio.server(options=ADMIN_GRPC)
    referee_pb2_grpc.add_RefereeServiceServicer_to_server(RefereeService(lobby), player_port)
    health_pb2_grpc.add_HealthServicer_to_server(checks, player_port)
    if settings.reflection:
        services = referee_pb2.DESCRIPTOR.services_by_name["RefereeService"].full_name, health.SERVICE_NAME
        reflection.enable_server_reflection((*services, reflection.SERVICE_NAME), player_port)
    admin = AdminService(lobby, settings.admin_token, settings.grace_ms)
    admin_pb2_grpc.add_AdminServiceServicer_to_server(admin, admin_port)
    address = bind(player_port, settings.address)
    admin_address = bind(admin_port, settings.admin)
    await player_port.start()
    await admin_port.start()
    await checks.set("", health_pb2.HealthCheckResponse.SERVING)
    stop = asyncio.Event()
    watch_for_end(stop, embedded=settings.embedded)
    ready(address, admin_address)
    ends = [asyncio.create_task(stop.wait()), asyncio.create_task(lobby.drained())]
    await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
    await checks.set("", health_pb2.HealthCheckResponse.NOT_SERVING)
    await drain(lobby, settings)
    lobby.close_links()
    await asyncio.gather(player_port.stop(1), admin_port.stop(1))


def spare_the_collector() -> None:
    """Look for cycles seldom: tables are values without any, and looking took a fifth of the time of a decision."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


async def drain(lobby: Lobby, settings: Settings) -> None:
    """Let open tables end within the grace, unless nobody is there to take their results."""
    lobby.drain(settings.grace_ms)
    if not settings.embedded:
        with suppress(TimeoutError):
            await asyncio.wait_for(lobby.idle.wait(), settings.grace_ms / 1000)


def watch_for_end(stop: asyncio.Event, *, embedded: bool) -> None:
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, end_or_die, stop)
    if embedded:
        loop.add_reader(sys.stdin, end_of_input, stop)


def end_or_die(stop: asyncio.Event) -> None:
    """Stop in good order at the first signal, at once at the second."""
    if stop.is_set():
        os._exit(1)
    stop.set()


def end_of_input(stop: asyncio.Event) -> None:
    if not os.read(sys.stdin.fileno(), 4096):
        asyncio.get_running_loop().remove_reader(sys.stdin)
        stop.set()


def bind(server: grpc.aio.Server, address: str) -> str:
    """Open a port and return its address, with the number the system chose for port 0. Raise ServeError."""
    taken = f"cannot listen on {address}"
    if address.startswith("unix:"):
        bind_socket(server, address)
        return address
    host, colon, number = address.rpartition(":")
    if not colon or not number.isdecimal():
        raise ServeError(f"{taken}: an address is host:port or unix:PATH")
    if int(number) > LAST_PORT:
        raise ServeError(f"{taken}: ports go to {LAST_PORT}")
    try:
        port = server.add_insecure_port(address)
    except RuntimeError:
        raise ServeError(f"{taken}: the port is in use, or the host is not this machine") from None
    return f"{host}:{port}"


def bind_socket(server: grpc.aio.Server, address: str) -> None:
    """Listen on a UNIX socket that only its owner may use. Raise ServeError if another referee is there."""
    path = address.removeprefix("unix:")
    with socket.socket(socket.AF_UNIX) as probe:
        try:
            probe.connect(path)
        except OSError as error:
            if len(path.encode()) > 107:
                raise ServeError(f"cannot listen on {address}: a socket's path has at most 107 bytes") from error
        else:
            raise ServeError(f"cannot listen on {address}: another process is listening there")
    mask = os.umask(0o177)
    try:
        server.add_insecure_port(address)
    except RuntimeError:
        raise ServeError(f"cannot listen on {address}: is its folder there, and yours?") from None
    finally:
        os.umask(mask)


def announce(address: str, admin: str) -> None:
    """Tell a parent process where we are."""
    print(json.dumps({"ready": True, "address": address, "admin": admin}), flush=True)  # noqa: T201
