"""Pickled messages over a pipe, each with its length before it."""

from __future__ import annotations

import pickle
import struct
from typing import Any, BinaryIO

HEAD = struct.Struct("<Q")
LARGEST = 1 << 30  # bytes of a message; a length beyond it is noise in the pipe


def send(pipe: BinaryIO, message: Any) -> None:
    """Write one message at once."""
    body = pickle.dumps(message, protocol=pickle.HIGHEST_PROTOCOL)
    pipe.write(HEAD.pack(len(body)) + body)
    pipe.flush()


def receive(pipe: BinaryIO) -> Any:
    """The next message; EOFError at the end of the pipe, also in the middle of a message."""
    (size,) = HEAD.unpack(_exactly(pipe, HEAD.size))
    if size > LARGEST:
        raise ValueError("not a message: its length makes no sense")
    return pickle.loads(_exactly(pipe, size))


def _exactly(pipe: BinaryIO, size: int) -> bytes:
    data = pipe.read(size)
    if len(data) < size:
        raise EOFError
    return data
