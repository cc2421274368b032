"""The answer that a stream of HTTP/2 brings: what Scrapy's handler uses of aiohttp's response."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING

from aiohttp import HttpVersion

from sitemap_audit.network.http2 import Http2Error

if TYPE_CHECKING:
    import ssl
    from collections.abc import AsyncIterator
    from types import TracebackType
    from typing import Self

    from sitemap_audit.network.http2.connection import Http2Connection


class Http2Response:
    """Fed by its connection, read by the handler, which holds it in an ``async with``."""

    version = HttpVersion(2, 0)

    def __init__(self, connection: Http2Connection, stream: int, deadline: float) -> None:
        """``deadline``: when it is to be whole, by the event loop's clock."""
        self._connection, self._stream, self._deadline = connection, stream, deadline
        self._begun = asyncio.get_running_loop().time()
        self._pieces: deque[tuple[bytes, int]] = deque()
        self._error: Http2Error | None = None
        self._news = asyncio.Event()
        self.is_whole = False
        self.status = 0
        self.raw_headers: list[tuple[bytes, bytes]] = []

    @property
    def content(self) -> Self:
        """Where the body is read from."""
        return self

    @property
    def _peername(self) -> tuple[str, int]:
        peername: tuple[str, int] = self._connection.transport.get_extra_info("peername")
        return peername

    @property
    def _ssl_object(self) -> ssl.SSLObject:
        ssl_object: ssl.SSLObject = self._connection.transport.get_extra_info("ssl_object")
        return ssl_object

    def begin(self, headers: list[tuple[bytes, bytes]]) -> None:
        """Its status and headers have come."""
        status = next((value for name, value in headers if name == b":status"), b"")
        if not status.isdigit():
            return self.fail(Http2Error(f"The answer has the status {status!r}."))
        self.status = int(status)
        self.raw_headers = [each for each in headers if not each[0].startswith(b":")]
        return self._news.set()

    def add(self, piece: bytes, size: int) -> None:
        """A piece of its body, which takes so much of the connection's window, has come."""
        self._pieces.append((piece, size))
        self._news.set()

    def end(self) -> None:
        """All of it has come."""
        self.is_whole = True
        self._news.set()

    def fail(self, error: Http2Error) -> None:
        """No more of it will come."""
        if not self.is_whole and self._error is None:
            self._error = error
        self._news.set()

    async def head(self) -> None:
        """Wait for its status and headers.

        Raises:
            Http2Error: they do not come.
            TimeoutError: they do not come in time.
        """
        while not self.status:
            await self._more()

    async def iter_any(self) -> AsyncIterator[bytes]:
        """Its body, as it comes.

        Raises:
            Http2Error: the rest does not come.
            TimeoutError: the rest does not come in time.
        """
        while True:
            while self._pieces:
                piece, size = self._pieces.popleft()
                self._connection.acknowledge(self._stream, size)
                yield piece
            if self.is_whole:
                return
            await self._more()

    async def _more(self) -> None:
        self._news.clear()
        if self._error is not None:
            raise self._error
        try:
            async with asyncio.timeout_at(self._deadline):
                await self._news.wait()
        except (TimeoutError, asyncio.CancelledError):
            # Whoever waits for this may have less time.
            if self._connection.heard_at < self._begun:
                self._connection.close("The server says nothing more.")
            raise

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Do without what has not come; the connection is free for others."""
        unread = sum(size for _, size in self._pieces)
        self._pieces.clear()
        self._connection.release(self._stream, unread)
