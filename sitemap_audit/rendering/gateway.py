"""The one way out of the browser: a SOCKS5 server (RFC 1928) on loopback.

A browser asks for whatever a page and its scripts tell it to, follows redirects on its own and
looks names up itself. Here each of its connections is opened for it, once the address that is
really dialled has been judged, and no more than so many bytes come back through it.
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

    Streams: TypeAlias = tuple[asyncio.StreamReader, asyncio.StreamWriter]
    Dial: TypeAlias = Callable[[str, int], Awaitable[Streams]]

MAX_BYTES = 64 * 2**20
"Received over one connection; a browser opens new ones for every page."
_CHUNK = 64 * 2**10
_HANDSHAKE = 10.0
"Seconds that a browser may take to say where it wants to go."
_VERSION, _CONNECT = 5, 1
_OPENED, _NOT_ALLOWED, _UNREACHABLE, _UNKNOWN_COMMAND = 0, 2, 4, 7
_LENGTHS = {1: 4, 4: 16}
"Bytes of an address by its type: IPv4, IPv6."
_NAME = 3


class Gateway:
    """Opens the browser's connections."""

    def __init__(self, dial: Dial) -> None:
        """Connect by ``dial(host, port)``, which raises NotFetched where it must not."""
        self._dial = dial
        self._server: asyncio.Server | None = None

    async def start(self) -> str:
        """Listen; gives the address as a browser wants it."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        port = self._server.sockets[0].getsockname()[1]
        return f"socks5://127.0.0.1:{port}"

    async def close(self) -> None:
        """Listen no more."""
        if self._server is not None:
            self._server.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, EOFError, UnicodeError), contextlib.closing(writer):
            async with asyncio.timeout(_HANDSHAKE):
                host, port = await _read_destination(reader, writer)
            there = await self._connect(host, port, writer)
            if there is not None:
                with contextlib.closing(there[1]):
                    await _join((reader, writer), there)

    async def _connect(self, host: str, port: int, writer: asyncio.StreamWriter) -> Streams | None:
        there = None
        try:
            there = await self._dial(host, port)
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
    """Greet the browser and read where it wants to go (RFC 1928, 3 and 4)."""
    _, methods = await reader.readexactly(2)
    await reader.readexactly(methods)
    writer.write(bytes((_VERSION, 0)))  # no authentication
    _, command, _, kind = await reader.readexactly(4)
    if kind == _NAME:
        (length,) = await reader.readexactly(1)
        host = (await reader.readexactly(length)).decode("ascii")
    else:
        host = str(ipaddress.ip_address(await reader.readexactly(_LENGTHS.get(kind, 4))))
    port = int.from_bytes(await reader.readexactly(2), "big")
    if command != _CONNECT:
        writer.write(_reply(_UNKNOWN_COMMAND))
        raise ConnectionRefusedError(f"command {command}")
    return host, port


async def _join(here: Streams, there: Streams) -> None:
    """Carry bytes both ways until one side has ended, or enough has come."""
    ways = [
        asyncio.create_task(_carry(here[0], there[1], None)),
        asyncio.create_task(_carry(there[0], here[1], MAX_BYTES)),
    ]
    try:
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        # What the server has yet to say after the browser's last word is not waited for long.
        await asyncio.wait(ways, timeout=1)
    finally:
        for way in ways:
            way.cancel()


async def _carry(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, most: int | None
) -> None:
    carried = 0
    with contextlib.suppress(OSError):
        while (most is None or carried < most) and (chunk := await reader.read(_CHUNK)):
            carried += len(chunk)
            writer.write(chunk)
            await writer.drain()
        if writer.can_write_eof():
            writer.write_eof()
