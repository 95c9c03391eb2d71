"""What stands between a method and the network: nobody unknown gets in, no text of an exception gets out."""

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from hmac import compare_digest
from typing import NoReturn, TypeAlias

import grpc
import structlog

from referee.game import RefereeError
from referee.server.lobby import EmbargoError, Lobby, RequestError
from referee.server.room import Player
from referee.server.wire.game import WireError

log = structlog.get_logger()

Context: TypeAlias = grpc.aio.ServicerContext[object, object]

STATUS: dict[type[Exception], grpc.StatusCode] = {
    EmbargoError: grpc.StatusCode.FAILED_PRECONDITION,
    RequestError: grpc.StatusCode.NOT_FOUND,
    WireError: grpc.StatusCode.INVALID_ARGUMENT,
    RefereeError: grpc.StatusCode.FAILED_PRECONDITION,
}


@asynccontextmanager
async def guarded(context: Context) -> AsyncIterator[None]:
    """Answer what we raise with a status and a safe text, and anything else with a number to look up in the log."""
    try:
        yield
    except grpc.aio.AbortError:
        raise
    except asyncio.CancelledError:
        # Without a status the client would wait for its own deadline.
        await refuse(context, grpc.StatusCode.UNAVAILABLE, "the call was cancelled")
    except tuple(STATUS) as error:
        code = next(STATUS[kind] for kind in type(error).__mro__ if kind in STATUS)
        await refuse(context, code, str(error))
    except Exception:
        fault = secrets.token_hex(4)
        log.exception("fault", fault=fault)
        await refuse(context, grpc.StatusCode.INTERNAL, f"internal fault {fault}: see the referee's log")


async def refuse(context: Context, code: grpc.StatusCode, text: str) -> NoReturn:
    await context.abort(code, text)
    raise AssertionError("abort raises")


def bearer(context: Context) -> str:
    """Return the token of a call, or an empty text."""
    for key, value in context.invocation_metadata() or ():
        if key == "authorization" and isinstance(value, str) and value.startswith("Bearer "):
            return value.removeprefix("Bearer ")
    return ""


async def player(lobby: Lobby, context: Context) -> Player:
    """Return who calls; the same status and text for every token that is not known."""
    found = lobby.player(bearer(context))
    if found is None:
        await refuse(context, grpc.StatusCode.UNAUTHENTICATED, "this token is not known here")
    return found


async def admin(token: str | None, context: Context) -> None:
    if token is not None and not compare_digest(bearer(context).encode(), token.encode()):
        await refuse(context, grpc.StatusCode.UNAUTHENTICATED, "the admin token is wrong")
