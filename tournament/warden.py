"""Holds every program of a tournament: `python -m tournament.warden DIRECTORY`.

A process of its own, in a session of its own, so that starting programs never forks the manager, and Ctrl-C reaches
the manager alone. It reads one JSON object a line, the first with the fields of `Order`:

    {"start": NAME, "argv": [...], "env": {...}, "cwd": ..., "kept_bytes": n, "grace_s": s}
    {"stop": NAME}

and writes of each NAME either `failed`, or `started`, perhaps `said` (its first line), and `ended`:

    {"failed": NAME, "error": TEXT}
    {"started": NAME, "pid": n}
    {"said": NAME, "line": TEXT}
    {"ended": NAME, "code": n or -signal, "stdout": TEXT, "stderr": TEXT}

When its standard input ends, the manager has died: it ends everything at once, then itself, and leaves nothing of the
directory it was given, in which the manager keeps sockets and tokens.
"""

import json
import os
import selectors
import shutil
import signal
import sys
from contextlib import suppress
from typing import NoReturn

from tournament.keeper import CHUNK_BYTES, NOW, Line, Order, adopt_orphans, children, die_with, keep, listen


class Warden:
    def __init__(self) -> None:
        adopt_orphans()
        self._open = True
        self._keepers: dict[int, str] = {}
        self._orders = b""
        self._reports: dict[int, bytes] = {}
        self._selector = selectors.DefaultSelector()
        self._selector.register(sys.stdin.fileno(), selectors.EVENT_READ, self._obey)
        self._selector.register(listen(signal.SIGCHLD, signal.SIGTERM), selectors.EVENT_READ, self._heed)

    def run(self) -> None:
        """Return when it is to end and holds nothing any more."""
        while self._open or self._keepers or self._reports:
            for key, _ in self._selector.select():
                key.data(key.fd)

    def _obey(self, file: int) -> None:
        data = os.read(file, CHUNK_BYTES)
        if not data:
            self._selector.unregister(file)
            self._end()
        *lines, self._orders = (self._orders + data).split(b"\n")
        for line in map(json.loads, lines):
            if "stop" in line:
                self._signal(line["stop"])
            else:
                self._start(Order(**line))

    def _start(self, order: Order) -> None:
        parent = os.getpid()
        reports, report = os.pipe()
        # Until the keeper listens, its signals wait; else it would hear them with our ears.
        signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGCHLD, signal.SIGTERM, NOW))
        keeper = os.fork()
        if keeper == 0:
            _become_keeper(order, parent, report)
        signal.pthread_sigmask(signal.SIG_SETMASK, ())
        os.close(report)
        self._keepers[keeper] = order.start
        self._reports[reports] = b""
        self._selector.register(reports, selectors.EVENT_READ, self._relay)

    def _signal(self, name: str) -> None:
        """Ask a program to end, if it is there still."""
        for keeper, kept in self._keepers.items():
            if kept == name:
                os.kill(keeper, signal.SIGTERM)

    def _relay(self, file: int) -> None:
        """Pass on whole lines, so that those of two keepers do not mix."""
        data = os.read(file, CHUNK_BYTES)
        whole, end, rest = (self._reports[file] + data).rpartition(b"\n")
        self._reports[file] = rest
        _write(1, whole + end)
        if not data:
            self._selector.unregister(file)
            os.close(file)
            del self._reports[file]

    def _heed(self, file: int) -> None:
        if signal.SIGTERM in os.read(file, CHUNK_BYTES):
            self._end()
        with suppress(ChildProcessError):
            while True:
                pid, status = os.waitpid(-1, os.WNOHANG)
                if pid == 0:
                    break
                self._bury(pid, status)

    def _bury(self, pid: int, status: int) -> None:
        """A keeper that did not leave in peace was killed, and what it kept has become ours."""
        name = self._keepers.pop(pid, None)
        if name is not None and status:
            _write(1, _line({"ended": name, "code": -signal.SIGKILL, "stdout": "", "stderr": "its keeper was killed"}))
        if name is None or status:
            for stranger in set(children()) - self._keepers.keys():
                with suppress(ProcessLookupError):
                    os.kill(stranger, signal.SIGKILL)

    def _end(self) -> None:
        self._open = False
        for keeper in self._keepers:
            os.kill(keeper, NOW)


def _become_keeper(order: Order, parent: int, report: int) -> NoReturn:
    """Keep, in the forked process, with the report as standard output and no other open file of the warden's."""
    status = 1
    try:
        os.dup2(report, 1)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.closerange(3, os.sysconf("SC_OPEN_MAX"))
        die_with(parent, NOW)
        keep(order, lambda line: _write(1, _line(line)))
        status = 0
    finally:
        if status:
            sys.excepthook(*sys.exc_info())
        os._exit(status)


def _line(line: Line) -> bytes:
    return json.dumps(line).encode() + b"\n"


def _write(file: int, data: bytes) -> None:
    """Write all of it, unless nobody reads any more."""
    with suppress(BrokenPipeError):
        while data:
            data = data[os.write(file, data) :]


if __name__ == "__main__":
    Warden().run()
    shutil.rmtree(sys.argv[1], ignore_errors=True)
