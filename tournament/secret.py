"""Secrets in files that only their owner reads."""

import os
from contextlib import suppress
from pathlib import Path


def kept(path: Path, size: int) -> bytes:
    """Return the secret of a file, made on the first call. Raise OSError."""
    with suppress(FileExistsError):
        write(path, os.urandom(size))
    return path.read_bytes()


def write(path: Path, secret: bytes) -> None:
    """Make a file that nobody has seen before. Raise OSError, FileExistsError if it is there."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(secret)
        file.flush()
        os.fsync(handle)
