"""The browser's only way to the network: a SOCKS5 server (RFC 1928) on loopback.

A browser requests whatever a page and its scripts want, and follows redirects itself. The gateway
opens each connection for it, after the IP address has been checked. Each page has its own gateway,
which limits its traffic. When the page closes, all its connections close.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
from typing import TYPE_CHECKING

from sitemap_audit.handlers.errors import NotFetched

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from typing import TypeAlias

    from sitemap_audit.rendering.quota import Quota

    Streams: TypeAlias = tuple[asyncio.StreamReader, asyncio.StreamWriter]
    Connect: TypeAlias = Callable[[str, int], Awaitable[Streams]]

_CHUNK = 64 * 2**10
_HANDSHAKE = 10.0
"Timeout in seconds for the SOCKS handshake."
_VERSION, _CONNECT = 5, 1
_OPENED, _NOT_ALLOWED, _UNREACHABLE, _UNKNOWN_COMMAND = 0, 2, 4, 7
_LENGTHS = {1: 4, 4: 16}
"Bytes of an IP address by SOCKS address type: IPv4, IPv6."
_DOMAIN_NAME = 3


class Gateway:
    """Opens the network connections of one page."""

    def __init__(self, connect: Connect, quota: Quota) -> None:
        """Connect with ``connect(host, port)``; it raises NotFetched if the host is not allowed."""
        self._open_connection, self._quota = connect, quota
        self._server: asyncio.Server | None = None
        self._connections: set[asyncio.Task[None]] = set()

    async def start(self) -> str:
        """Start the server; return its URL for the browser."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        port = self._server.sockets[0].getsockname()[1]
        return f"socks5://127.0.0.1:{port}"

    async def close(self) -> None:
        """Stop the server and close every connection."""
        if self._server is not None:
            self._server.close()
        for task in self._connections:
            task.cancel()
        await asyncio.gather(*self._connections, return_exceptions=True)

    def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.ensure_future(self._serve_connection(reader, writer))
        self._connections.add(task)
        task.add_done_callback(self._connections.discard)

    async def _serve_connection(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        with contextlib.suppress(OSError, EOFError, UnicodeError), contextlib.closing(writer):
            if not self._quota.take("connections"):
                return
            async with asyncio.timeout(_HANDSHAKE):
                host, port = await _read_destination(reader, writer)
            there = await self._connect(host, port, writer)
            if there is not None:
                with contextlib.closing(there[1]):
                    await _join((reader, writer), there, self._quota)

    async def _connect(self, host: str, port: int, writer: asyncio.StreamWriter) -> Streams | None:
        there = None
        try:
            there = await self._open_connection(host, port)
        except NotFetched:
            reply = _NOT_ALLOWED
        except OSError:
            reply = _UNREACHABLE
        else:
            reply = _OPENED
        writer.write(_reply(reply))
        await writer.drain()
        return there


def _reply(code: int) -> bytes:
    return bytes((_VERSION, code, 0, 1, 0, 0, 0, 0, 0, 0))


async def _read_destination(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> tuple[str, int]:
    """Do the handshake and read the destination (RFC 1928, 3 and 4)."""
    _, methods = await reader.readexactly(2)
    await reader.readexactly(methods)
    writer.write(bytes((_VERSION, 0)))  # no authentication
    _, command, _, kind = await reader.readexactly(4)
    if kind == _DOMAIN_NAME:
        (length,) = await reader.readexactly(1)
        host = (await reader.readexactly(length)).decode("ascii")
    else:
        host = str(ipaddress.ip_address(await reader.readexactly(_LENGTHS.get(kind, 4))))
    port = int.from_bytes(await reader.readexactly(2), "big")
    if command != _CONNECT:
        writer.write(_reply(_UNKNOWN_COMMAND))
        raise ConnectionRefusedError(f"command {command}")
    return host, port


async def _join(here: Streams, there: Streams, quota: Quota) -> None:
    """Copy bytes in both directions until one side closes or the limit is reached."""
    ways = [
        asyncio.create_task(_copy(here[0], there[1], quota)),
        asyncio.create_task(_copy(there[0], here[1], quota)),
    ]
    try:
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        # After one side has closed, wait at most a second for data in the other direction.
        await asyncio.wait(ways, timeout=1)
    finally:
        for way in ways:
            way.cancel()


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, quota: Quota) -> None:
    with contextlib.suppress(OSError):
        while (chunk := await reader.read(_CHUNK)) and quota.take("bytes", len(chunk)):
            writer.write(chunk)
            await writer.drain()
        if writer.can_write_eof():
            writer.write_eof()
