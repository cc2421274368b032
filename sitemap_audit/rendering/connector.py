"""Open the browser's connections, by the same rules as every request of the audit."""

from __future__ import annotations

import asyncio
import base64
import socket
import ssl
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from aiohappyeyeballs import start_connection

from sitemap_audit.handlers.connect_to import overridden

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sitemap_audit.handlers.address_guard import AddressGuard
    from sitemap_audit.handlers.connect_to import ConnectOverride
    from sitemap_audit.rendering.gateway import Streams

CONNECTING = 10.0
"Timeout in seconds for connecting to a host or a proxy."


class Connector:
    """Opens connections to allowed IP addresses, or through a proxy."""

    def __init__(
        self,
        guard: AddressGuard,
        proxy_of: Callable[[str], str | None],
        overrides: Sequence[ConnectOverride] = (),
    ) -> None:
        """Check IP addresses with ``guard``; ``proxy_of`` returns the proxy of a URL, or None."""
        self._guard, self._proxy_of, self._overrides = guard, proxy_of, overrides

    async def __call__(self, host: str, port: int) -> Streams:
        """Connect to a host.

        Raises:
            NotFetched: the host or its IP addresses are not allowed.
            OSError: the DNS lookup or the connection failed.
        """
        scheme = "https" if port == 443 else "http"
        url = f"{scheme}://{_authority(host, port)}/"
        if (proxy := self._proxy_of(url)) is not None:
            await self._guard.check_name(host, url)
            return await _open_tunnel(proxy, _authority(host, port))
        host, port = overridden(self._overrides, host, port)
        loop = asyncio.get_running_loop()
        async with self._guard.connecting(url):
            async with asyncio.timeout(CONNECTING):
                found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
                dialled = await start_connection(
                    found, happy_eyeballs_delay=0.25, socket_factory=self._guard.open_socket
                )
            return await asyncio.open_connection(sock=dialled)


def _authority(host: str, port: int) -> str:
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


async def _open_tunnel(proxy: str, authority: str) -> Streams:
    """Open a tunnel through a proxy (RFC 9110, 9.3.6).

    Raises:
        OSError: the connection failed, or the proxy refused it.
    """
    parts = urlsplit(proxy)
    lines = [f"CONNECT {authority} HTTP/1.1", f"Host: {authority}"]
    if parts.username:
        login = f"{unquote(parts.username)}:{unquote(parts.password or '')}".encode()
        lines.append(f"Proxy-Authorization: Basic {base64.b64encode(login).decode()}")
    context = ssl.create_default_context() if parts.scheme == "https" else None
    default_port = 443 if context else 80
    async with asyncio.timeout(CONNECTING):
        reader, writer = await asyncio.open_connection(
            parts.hostname, parts.port or default_port, ssl=context
        )
        writer.write("\r\n".join([*lines, "", ""]).encode("latin-1"))
        status_line = (await reader.readuntil(b"\r\n\r\n")).split(maxsplit=2)
    if status_line[1:2] != [b"200"]:
        writer.close()
        raise ConnectionRefusedError(f"The proxy returned {status_line[1:2]!r}.")
    return reader, writer
