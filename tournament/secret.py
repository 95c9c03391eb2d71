"""Secrets in files that only their owner reads."""

import errno
import os
from contextlib import suppress
from pathlib import Path


def kept(path: Path, size: int) -> bytes:
    """Return the secret of a file, made on the first call. Raise OSError, also if it is not of this size."""
    with suppress(FileExistsError):
        write(path, os.urandom(size))
    secret = path.read_bytes()
    if len(secret) != size:  # whoever was to write it was killed, or is about to
        raise OSError(errno.EIO, f"{size} bytes of a secret, got {len(secret)}", str(path))
    return secret


def write(path: Path, secret: bytes) -> None:
    """Make a file that nobody has seen before, whole or not at all. Raise OSError, FileExistsError if it is there."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(secret)
            file.flush()
            os.fsync(handle)
    except OSError as fault:
        path.unlink()
        raise OSError(fault.errno, fault.strerror, str(path)) from None
