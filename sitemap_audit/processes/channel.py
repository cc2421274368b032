"""Messages between a process and those that it starts: pickled, each behind its length.

Both ends are ours, and nobody else can write to a socket pair; a pickle is never read from disk.
"""

from __future__ import annotations

import asyncio
import pickle
import socket
import struct
from typing import Any

_LENGTH = struct.Struct("!I")


def _packed(message: Any) -> bytes:
    body = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    return _LENGTH.pack(len(body)) + body


class Channel:
    """One end, in an event loop."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    @classmethod
    async def over(cls, end: socket.socket) -> Channel:
        """A channel over one end of a socket pair."""
        return cls(*await asyncio.open_connection(sock=end))

    def send(self, message: Any) -> None:
        """Send without waiting; to one that has ended, nothing is sent."""
        if not self._writer.is_closing():
            self._writer.write(_packed(message))

    async def receive(self) -> Any:
        """The next message; None where the other end has closed or died."""
        try:
            (length,) = _LENGTH.unpack(await self._reader.readexactly(_LENGTH.size))
            return pickle.loads(await self._reader.readexactly(length))  # noqa: S301
        except (asyncio.IncompleteReadError, ConnectionError):
            return None

    def close(self) -> None:
        """Send what is still to be sent, and end."""
        self._writer.close()


class PlainChannel:
    """One end, in a process that has no event loop."""

    def __init__(self, end: socket.socket) -> None:
        self._end = end

    def send(self, message: Any) -> None:
        """Send, waiting for room.

        Raises:
            OSError: the other end has ended.
        """
        self._end.sendall(_packed(message))

    def receive(self) -> Any:
        """The next message; None where the other end has closed or died."""
        head = self._take(_LENGTH.size)
        if len(head) < _LENGTH.size:
            return None
        (length,) = _LENGTH.unpack(head)
        body = self._take(length)
        return pickle.loads(body) if len(body) == length else None  # noqa: S301

    def _take(self, size: int) -> bytes:
        try:
            return self._end.recv(size, socket.MSG_WAITALL)
        except ConnectionError:  # what was sent to it has not all been read there
            return b""
