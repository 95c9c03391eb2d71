FIRST_LINE_BYTES = 4096


class Excerpt:
    """The beginning and the end of a stream that may be endless."""

    def __init__(self, limit: int) -> None:
        self._half = limit // 2
        self._head = bytearray()
        self._tail = bytearray()
        self._lost = 0

    def add(self, data: bytes) -> None:
        room = self._half - len(self._head)
        self._head += data[:room]
        self._tail += data[room:]
        if len(self._tail) > 2 * self._half:  # not at each piece: that would move every byte many times
            self._cut()

    def _cut(self) -> None:
        excess = max(0, len(self._tail) - self._half)
        del self._tail[:excess]
        self._lost += excess

    def first_line(self) -> str | None:
        line, end, _ = self._head[:FIRST_LINE_BYTES].partition(b"\n")
        return line.decode(errors="replace") if end else None

    def text(self) -> str:
        self._cut()
        gap = f"\n[{self._lost} bytes left out]\n".encode() if self._lost else b""
        return (self._head + gap + self._tail).decode(errors="replace")
