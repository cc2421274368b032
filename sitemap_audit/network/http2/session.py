"""Requests by HTTP/2: what Scrapy's handler uses of aiohttp's session."""

from __future__ import annotations

import asyncio
import socket
from collections import defaultdict
from typing import TYPE_CHECKING, Any, NamedTuple

import aiohappyeyeballs
from aiohttp import ClientError
from yarl import URL

from sitemap_audit.network.http2 import ALPN, Http2Error, UnprocessedError
from sitemap_audit.network.http2.connection import Http2Connection

if TYPE_CHECKING:
    import ssl
    from collections.abc import Awaitable, Callable, Iterable, Iterator

    from aiohttp import AddrInfoType, ClientTimeout
    from aiohttp.abc import ResolveResult

    from sitemap_audit.network.http2.response import Http2Response

TRIES = 3
"Connections that a request is sent by while servers do not look at it."
GREETING = 10.0
"Seconds for the first word of a server, when it has agreed on HTTP/2."
EYEBALLS = 0.25
"Seconds until the next address of a host is tried beside the one before (RFC 8305)."
_OF_A_CONNECTION = frozenset(
    ["connection", "host", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade"]
)
"What a request by HTTP/2 must not have (RFC 9113, 8.2.2), and what stands for the host."


class Server(NamedTuple):
    """Where a connection leads; what one context knows of a client is not shown for another."""

    host: str
    port: int
    context: ssl.SSLContext


class Http2Session:
    """Connections with servers that speak HTTP/2; those that do not are asked once."""

    def __init__(
        self,
        resolve: Callable[[str, int], Awaitable[list[ResolveResult]]],
        open_socket: Callable[[AddrInfoType], socket.socket],
        bind_address: tuple[str, int] | None = None,
    ) -> None:
        """``open_socket`` is asked for every address that is dialled, and may refuse it."""
        self._resolve, self._open_socket = resolve, open_socket
        self._local = aiohappyeyeballs.addr_to_addr_infos(bind_address)
        self._connections: defaultdict[Server, list[Http2Connection]] = defaultdict(list)
        self._dialling: defaultdict[Server, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._without: set[tuple[str | None, int | None]] = set()

    def may_speak_with(self, address: str) -> bool:
        """Whether a URL is one of https whose server is not known to speak no HTTP/2."""
        url = URL(address, encoded=True)
        return url.scheme == "https" and (url.raw_host, url.port) not in self._without

    async def request(
        self,
        method: str,
        address: str | URL,
        *,
        headers: Iterable[tuple[str, str]],
        timeout: ClientTimeout,  # noqa: ASYNC109 - aiohttp's signature
        ssl: ssl.SSLContext,
        **_others: Any,
    ) -> Http2Response:
        """An answer whose body has still to come; ``timeout`` is for all of it.

        Raises:
            Http2Error: the server does not speak HTTP/2, or not well.
            TimeoutError: it does not answer in time.
        """
        url = URL(address)
        assert url.raw_host is not None
        assert url.port is not None
        assert timeout.total is not None
        deadline = asyncio.get_running_loop().time() + timeout.total
        said = list(_headers(method, url, headers))
        server = Server(url.raw_host, url.port, ssl)
        for _ in range(TRIES):
            async with asyncio.timeout_at(deadline):
                connection = await self._connection(server)
            try:
                return await _answer(connection, said, deadline)
            except UnprocessedError:
                continue
        raise Http2Error("The server takes no request by HTTP/2.")

    async def close(self) -> None:
        """Close all connections."""
        for connections in self._connections.values():
            for connection in connections:
                connection.close("The audit ends.")

    async def _connection(self, server: Server) -> Http2Connection:
        """One that takes a request; the first request of several makes it."""
        async with self._dialling[server]:
            opened = [each for each in self._connections[server] if each.is_open]
            free = next((each for each in opened if each.has_room), None)
            if free is None:
                free = await self._connect(server)
                opened.append(free)
            self._connections[server] = opened
            return free

    async def _connect(self, server: Server) -> Http2Connection:
        try:
            connection = await self._dial(server)
            await _greeting(connection)
        except (OSError, ClientError) as error:
            self._without.add((server.host, server.port))
            raise Http2Error(f"HTTP/2 could not be spoken: {error}") from error
        return connection

    async def _dial(self, server: Server) -> Http2Connection:
        sock = await aiohappyeyeballs.start_connection(
            [_address(found) for found in await self._resolve(server.host, server.port)],
            local_addr_infos=self._local,
            happy_eyeballs_delay=EYEBALLS,
            socket_factory=self._open_socket,
        )
        _, connection = await asyncio.get_running_loop().create_connection(
            Http2Connection,
            ssl=server.context,
            server_hostname=server.host.rstrip("."),
            sock=sock,
        )
        return connection


def _address(found: ResolveResult) -> AddrInfoType:
    """As the system's resolver says it."""
    family = socket.AF_INET6 if ":" in found["host"] else socket.AF_INET
    place = (found["host"], found["port"])
    more = (0, 0) if family == socket.AF_INET6 else ()
    return family, socket.SOCK_STREAM, socket.IPPROTO_TCP, "", (*place, *more)


async def _greeting(connection: Http2Connection) -> None:
    """Wait until the server has shown that it speaks HTTP/2."""
    try:
        if connection.protocol != ALPN[0]:
            raise Http2Error("the server does not speak it")
        async with asyncio.timeout(GREETING):
            await connection.ready
    except BaseException:
        connection.close("The server has not begun to speak.")
        raise


def _headers(
    method: str, url: URL, headers: Iterable[tuple[str, str]]
) -> Iterator[tuple[bytes, bytes]]:
    said = {name.lower(): value for name, value in headers}
    authority = said.get("host") or url.host_port_subcomponent
    yield b":method", method.encode()
    yield b":scheme", url.scheme.encode()
    yield b":authority", (authority or "").encode()
    yield b":path", url.raw_path_qs.encode()
    for name, value in headers:
        if name.lower() not in _OF_A_CONNECTION:
            yield name.lower().encode(), value.encode()


async def _answer(
    connection: Http2Connection, headers: list[tuple[bytes, bytes]], deadline: float
) -> Http2Response:
    response = connection.ask(headers, deadline)
    try:
        await response.head()
    except BaseException:
        response.close()
        raise
    return response
