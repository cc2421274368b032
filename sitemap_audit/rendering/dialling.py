"""The browser's connections, opened by the rules that hold for every request of an audit."""

from __future__ import annotations

import asyncio
import base64
import socket
import ssl
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from sitemap_audit.handlers.errors import NotFetched
from sitemap_audit.parsing.addresses import read_address

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sitemap_audit.handlers.addresses import AddressGuard
    from sitemap_audit.handlers.connect_to import Detour
    from sitemap_audit.rendering.gateway import Streams

CONNECTING = 10.0
"Seconds for one address, or for a proxy."


class Dialler:
    """Opens connections to addresses that may be dialled, or through a proxy."""

    def __init__(
        self,
        guard: AddressGuard,
        proxy_of: Callable[[str], str | None],
        detours: Sequence[Detour] = (),
    ) -> None:
        """Judge addresses by ``guard``; ``proxy_of`` gives the proxy for a URL, if any."""
        self._guard, self._proxy_of, self._detours = guard, proxy_of, detours

    async def __call__(self, host: str, port: int) -> Streams:
        """Connect with a host.

        Raises:
            PermissionError: no address of it may be dialled.
            OSError: its name is not known, or nothing answers.
        """
        await self._guard.learn()
        scheme = "https" if port == 443 else "http"
        url = f"{scheme}://{f'[{host}]' if ':' in host else host}:{port}/"
        proxy = self._proxy_of(url)
        if proxy is None:
            return await self._connect(host, port)
        try:
            await self._guard.check_name(host, url)
        except NotFetched as error:
            raise PermissionError(str(error)) from error
        return await _through(proxy, host, port)

    async def _connect(self, host: str, port: int) -> Streams:
        """By the first of its addresses that may be dialled and answers."""
        for detour in self._detours:
            if detour.concerns(host, port):
                host, port = detour.to_host or host, detour.to_port or port
                break
        failure: OSError = PermissionError(f"{host} leads to no address that may be dialled")
        for address in await _addresses(host, port):
            known = read_address(address)
            if known is None or not self._guard.may_dial(known):
                continue
            try:
                async with asyncio.timeout(CONNECTING):
                    return await asyncio.open_connection(address, port)
            except OSError as error:
                failure = error
        raise failure


async def _addresses(host: str, port: int) -> list[str]:
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(info[4][0]) for info in found]


async def _through(proxy: str, host: str, port: int) -> Streams:
    """A tunnel through a proxy (RFC 9110, 9.3.6)."""
    parts = urlsplit(proxy)
    place = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    lines = [f"CONNECT {place} HTTP/1.1", f"Host: {place}"]
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
        answer = (await reader.readuntil(b"\r\n\r\n")).split(maxsplit=2)
    if answer[1:2] != [b"200"]:
        writer.close()
        raise ConnectionRefusedError(f"The proxy answered {answer[1:2]!r}.")
    return reader, writer
