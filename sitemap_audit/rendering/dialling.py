"""The browser's connections, opened by the rules that hold for every request of an audit."""

from __future__ import annotations

import asyncio
import socket
from typing import TYPE_CHECKING

from sitemap_audit.addresses import AddressGuard, read_address

if TYPE_CHECKING:
    from sitemap_audit.rendering.gateway import Streams

CONNECTING = 10.0
"Seconds for one address."


class Dialler:
    """Opens connections to addresses that may be dialled."""

    def __init__(self, guard: AddressGuard) -> None:
        self._guard = guard

    async def __call__(self, host: str, port: int) -> Streams:
        """Connect with a host, by the first of its addresses that answers.

        Raises:
            PermissionError: no address of it may be dialled.
            OSError: its name is not known, or none of them answers.
        """
        await self._guard.learn()
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
