"""Keeps one program: starts it, drains what it says, and lets nothing of it live on.

A keeper is the child subreaper of its program: whatever the program leaves behind, by however many forks, becomes the
keeper's child and is killed. The program dies with its keeper, and the keeper ends its program when the warden dies.
Linux only; standard library only, since keepers are forked.
"""

import ctypes
import os
import selectors
import signal
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import NamedTuple, TypeAlias

from tournament.excerpt import Excerpt

CHUNK_BYTES = 1 << 16
NOW = signal.SIGQUIT
"""Ends a program without grace; SIGTERM ends it with."""
_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36
_LIBC = ctypes.CDLL(None, use_errno=True)

Line: TypeAlias = dict[str, str | int]
"""One of the reports of a warden."""


class Order(NamedTuple):
    """What to start."""

    start: str
    """The name it goes by in reports."""
    argv: list[str]
    env: dict[str, str]
    cwd: str | None
    kept_bytes: int
    """Of each stream: half from its beginning, half from its end."""
    grace_s: float
    """From being asked to end until it is killed."""


def adopt_orphans() -> None:
    """Become the parent of every orphan among the descendants of this process."""
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)


def die_with(parent: int, number: signal.Signals) -> None:
    """Have this signal sent to this process when its parent dies."""
    _prctl(_PR_SET_PDEATHSIG, number)
    if os.getppid() != parent:  # it died before the kernel knew of our wish
        os.kill(os.getpid(), number)


def _prctl(option: int, value: int) -> None:
    if _LIBC.prctl(option, value, 0, 0, 0):
        raise OSError(ctypes.get_errno(), "prctl")


def children() -> list[int]:
    """Return the processes whose parent this one is."""
    me = str(os.getpid())
    return [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit() and _parent(entry) == me]


def _parent(process: Path) -> str | None:
    try:
        after_name = (process / "stat").read_text(errors="replace").rpartition(")")[2]
    except OSError:  # it ended while we looked
        return None
    return after_name.split()[1]


def listen(*numbers: signal.Signals) -> int:
    """Return a file that becomes readable with the number of each of these signals."""

    def seen(number: int, frame: FrameType | None) -> None:
        """Handled signals are written to the file; that is all."""

    woken, waker = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
    signal.set_wakeup_fd(waker, warn_on_full_buffer=False)
    for number in numbers:
        signal.signal(number, seen)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
    return woken


class Keeper:
    """Of a program that runs."""

    def __init__(self, order: Order) -> None:
        """Start it. Raise OSError if it cannot be."""
        adopt_orphans()
        self._grace_s = order.grace_s
        self._deadline = float("inf")
        self._signals = listen(signal.SIGCHLD, signal.SIGTERM, NOW)
        self._program = _start(order)
        self.stdout = Excerpt(order.kept_bytes)
        self.stderr = Excerpt(order.kept_bytes)
        assert self._program.stdout
        assert self._program.stderr
        self._streams = {self._program.stdout.fileno(): self.stdout, self._program.stderr.fileno(): self.stderr}
        self._selector = selectors.DefaultSelector()
        for file in (self._signals, *self._streams):
            self._selector.register(file, selectors.EVENT_READ)

    @property
    def pid(self) -> int:
        return self._program.pid

    def run(self, spoken: Callable[[str], None]) -> int:
        """Return its exit code, negative for a signal, once it and all it left behind are gone.

        `spoken` is told the first line of its standard output.
        """
        told = False
        while self._reap():
            left_s = self._deadline - time.monotonic()
            if left_s <= 0 or self._program.returncode is not None:
                self._kill()
                left_s = float("inf")  # a death will wake us
            self._wait(left_s)
            told = told or self._tell(spoken)
        self._drain()
        if not told:
            self._tell(spoken)
        assert self._program.returncode is not None
        return self._program.returncode

    def _tell(self, spoken: Callable[[str], None]) -> bool:
        line = self.stdout.first_line()
        if line is not None:
            spoken(line)
        return line is not None

    def _reap(self) -> bool:
        """Bury dead children; false when there is no child left, dead or alive."""
        with suppress(ChildProcessError):
            while True:
                pid, status = os.waitpid(-1, os.WNOHANG)
                if pid == 0:
                    return True
                if pid == self._program.pid:
                    self._program.returncode = os.waitstatus_to_exitcode(status)
        return False

    def _kill(self) -> None:
        """Kill every child; what those leave behind becomes ours, and is next."""
        for pid in children():
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def _wait(self, most_s: float) -> None:
        for key, _ in self._selector.select(most_s if most_s < float("inf") else None):
            if key.fd == self._signals:
                self._heed(os.read(self._signals, CHUNK_BYTES))
            elif data := os.read(key.fd, CHUNK_BYTES):
                self._streams[key.fd].add(data)
            else:
                self._selector.unregister(key.fd)

    def _heed(self, numbers: bytes) -> None:
        if NOW in numbers:
            self._deadline = 0.0
        elif signal.SIGTERM in numbers and self._deadline == float("inf"):
            self._deadline = time.monotonic() + self._grace_s
            assert self._program.stdin
            self._program.stdin.close()
            with suppress(ProcessLookupError):
                os.killpg(self._program.pid, signal.SIGTERM)

    def _drain(self) -> None:
        """Take what is still in the pipes, without waiting for whoever else may hold them."""
        for file, excerpt in self._streams.items():
            os.set_blocking(file, False)
            with suppress(BlockingIOError):
                while data := os.read(file, CHUNK_BYTES):
                    excerpt.add(data)


def _start(order: Order) -> "subprocess.Popen[bytes]":
    parent = os.getpid()

    def in_child() -> None:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        die_with(parent, signal.SIGKILL)

    return subprocess.Popen(  # noqa: S603 - the organiser's own command
        order.argv,
        env=order.env,
        cwd=order.cwd,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=in_child,  # noqa: PLW1509 - there are no threads here
    )


def keep(order: Order, report: Callable[[Line], None]) -> None:
    """Start a program and report `failed`, or `started`, `said` and `ended`."""
    try:
        keeper = Keeper(order)
    except OSError as fault:
        report({"failed": order.start, "error": f"{fault.filename or order.argv[0]}: {fault.strerror}"})
        return
    except ValueError as fault:  # a word or a variable that no program can be given
        report({"failed": order.start, "error": f"{order.argv[0]}: {fault}"})
        return
    report({"started": order.start, "pid": keeper.pid})
    code = keeper.run(lambda line: report({"said": order.start, "line": line}))
    report({"ended": order.start, "code": code, "stdout": keeper.stdout.text(), "stderr": keeper.stderr.text()})
