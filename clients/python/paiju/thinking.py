"""Where a bot thinks: beside the event loop, so that the stream is read and heartbeats go out meanwhile."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from inspect import iscoroutinefunction
from queue import SimpleQueue
from threading import Thread
from typing import Protocol, TypeAlias, TypeVar

from paiju.bot import BatchBot
from paiju.desk import Desk
from paiju.v1 import referee_pb2 as pb

T = TypeVar("T")
Items: TypeAlias = Iterable[pb.Item]
Send: TypeAlias = Callable[[list[pb.Answer]], None]
Fail: TypeAlias = Callable[[BaseException], None]


class Mind(Protocol):
    def take(self, items: Items) -> None:
        """Take the items of a frame. Answers are sent, and a failure of the bot is told, from within the loop."""

    def close(self) -> None: ...


def mind(desk: Desk, send: Send, fail: Fail) -> Mind:
    if isinstance(desk.bot, BatchBot):
        return (OneTask if iscoroutinefunction(desk.bot.act_many) else OneThread)(desk, send, fail)
    return (ManyTasks if iscoroutinefunction(desk.bot.act) else OneThread)(desk, send, fail)


class OneThread:
    """For a plain `act` or `act_many`: one thread, which answers all of a frame and then the next.

    It is a daemon: a bot that never comes to an end does not keep the process alive.
    """

    def __init__(self, desk: Desk, send: Send, fail: Fail) -> None:
        self.desk = desk
        self.send = send
        self.fail = fail
        self.loop = asyncio.get_running_loop()
        self.frames: SimpleQueue[Items | None] = SimpleQueue()
        Thread(target=self._run, name="bot", daemon=True).start()

    def take(self, items: Items) -> None:
        self.frames.put(items)

    def close(self) -> None:
        self.frames.put(None)

    def _run(self) -> None:
        waits = self._batch if isinstance(self.desk.bot, BatchBot) else self.frames.get
        try:
            while (items := waits()) is not None:
                if answers := list(self.desk.answers(items)):
                    self._in_loop(self.send, answers)
        except BaseException as error:  # noqa: BLE001  # a thread has nobody else to tell
            self._in_loop(self.fail, error)

    def _batch(self) -> Items | None:
        """Wait for a frame, and take with it all that have come since the last batch."""
        batch: list[pb.Item] = []
        while not (batch and self.frames.empty()):
            if (items := self.frames.get()) is None:
                return None
            batch += items
        return batch

    def _in_loop(self, call: Callable[[T], None], value: T) -> None:
        with suppress(RuntimeError):  # the loop has ended while the bot was thinking
            self.loop.call_soon_threadsafe(call, value)


class ManyTasks:
    """For an `async` act: a task a decision, all in the loop."""

    def __init__(self, desk: Desk, send: Send, fail: Fail) -> None:
        self.desk = desk
        self.send = send
        self.fail = fail
        self.tasks: set[asyncio.Task[None]] = set()

    def take(self, items: Items) -> None:
        for item in items:
            reply = self.desk.take(item)
            if isinstance(reply, pb.Answer):
                self.send([reply])
            elif reply is not None:
                task = asyncio.ensure_future(self._finish(reply))
                self.tasks.add(task)
                task.add_done_callback(self.tasks.discard)

    async def _finish(self, reply: Awaitable[pb.Answer]) -> None:
        try:
            self.send([await reply])
        except Exception as error:  # noqa: BLE001  # nobody awaits this task
            self.fail(error)

    def close(self) -> None:
        for task in self.tasks:
            task.cancel()


class OneTask:
    """For an `async` act_many: a batch, and then all that has come meanwhile."""

    def __init__(self, desk: Desk, send: Send, fail: Fail) -> None:
        self.desk = desk
        self.send = send
        self.fail = fail
        self.items: list[pb.Item] = []
        self.wake = asyncio.Event()
        self.task = asyncio.ensure_future(self._run())

    def take(self, items: Items) -> None:
        self.items += items
        self.wake.set()

    def close(self) -> None:
        self.task.cancel()

    async def _run(self) -> None:
        try:
            while await self.wake.wait():
                self.wake.clear()
                items, self.items = self.items, []
                ready, asked = self.desk.sort(items)
                reply = self.desk.think_many(asked)
                self.send(ready + (reply if isinstance(reply, list) else await reply))
        except Exception as error:  # noqa: BLE001  # nobody awaits this task
            self.fail(error)
