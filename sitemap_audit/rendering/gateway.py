"""The browser's only way to the network: a SOCKS5 server (RFC 1928) on loopback.

A browser requests whatever a page and its scripts want, and follows redirects itself. The gateway
opens each connection for it, after the IP address has been checked. Each page has its own port,
as Chromium sends no SOCKS user by which to tell pages apart: so the traffic of a page is limited,
and all its connections close with it.
"""

from __future__ import annotations

import asyncio
import ipaddress
from contextlib import asynccontextmanager, closing, suppress
from typing import TYPE_CHECKING

from sitemap_audit.handlers.ignored_requests import NotFetched

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable
    from typing import TypeAlias

    from sitemap_audit.rendering.quota import Quota

    Streams: TypeAlias = tuple[asyncio.StreamReader, asyncio.StreamWriter]
    Connect: TypeAlias = Callable[[str, int], Awaitable[Streams]]
    "Connects to a host and port; raises NotFetched if they are not allowed."

_CHUNK = 64 * 2**10
_HANDSHAKE = 10.0
"Timeout in seconds for the SOCKS handshake."
_VERSION, _CONNECT = 5, 1
_OPENED, _NOT_ALLOWED, _UNREACHABLE, _UNKNOWN_COMMAND = 0, 2, 4, 7
_LENGTHS = {1: 4, 4: 16}
"Bytes of an IP address by SOCKS address type: IPv4, IPv6."
_DOMAIN_NAME = 3


@asynccontextmanager
async def gateway(connect: Connect, quota: Quota) -> AsyncIterator[str]:
    """Serve one page while the block runs; yield the URL of the server, for the browser.

    When the block ends, all connections of the page are closed.
    """
    connections: set[asyncio.Task[None]] = set()

    def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.ensure_future(_serve_connection((reader, writer), connect, quota))
        connections.add(task)
        task.add_done_callback(connections.discard)

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    try:
        yield f"socks5://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    finally:
        server.close()
        for task in connections:
            task.cancel()
        await asyncio.gather(*connections, return_exceptions=True)


async def _serve_connection(here: Streams, connect: Connect, quota: Quota) -> None:
    reader, writer = here
    with suppress(OSError, EOFError, UnicodeError), closing(writer):
        if not quota.take("connections"):
            return
        async with asyncio.timeout(_HANDSHAKE):
            host, port = await _read_destination(reader, writer)
        try:
            there = await connect(host, port)
        except (NotFetched, OSError) as error:
            is_refused = isinstance(error, NotFetched)
            writer.write(_reply(_NOT_ALLOWED if is_refused else _UNREACHABLE))
            return
        with closing(there[1]):
            writer.write(_reply(_OPENED))
            await _join(here, there, quota)


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
    with suppress(OSError):
        while (chunk := await reader.read(_CHUNK)) and quota.take("bytes", len(chunk)):
            writer.write(chunk)
            await writer.drain()
        if writer.can_write_eof():
            writer.write_eof()
