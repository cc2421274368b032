"""Which IP addresses may be connected to: public ones, and those of the audited site itself.

What a site writes into a sitemap, an annotation or a redirect makes requests from inside the
network that the audit runs in. So the IP address of each connection is judged, after DNS: a name
that has another IP address at the second look-up gains nothing.

An audited site may be private itself. Then the private IP addresses that its own name had when the
audit began are its own, at any port and by any name. Link-local ones (cloud metadata) never are.
"""

from __future__ import annotations

import asyncio
import socket
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

from sitemap_audit.handlers.errors import NotFetched
from sitemap_audit.items import FetchError
from sitemap_audit.parsing.addresses import is_public, meant, read_address

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from aiohttp import AddrInfoType

    from sitemap_audit.parsing.addresses import Address


class PrivateAddressError(OSError):
    """A connection that is not made."""


class Dial:
    """The connecting of one request: which IP addresses were refused to it."""

    __slots__ = ("allowed", "is_proxied", "refused")

    def __init__(self, *, is_proxied: bool) -> None:
        self.is_proxied = is_proxied
        "The IP address connected to is the proxy's, which the user has named."
        self.refused: list[Address] = []
        self.allowed = 0


_DIAL: ContextVar[Dial | None] = ContextVar("dial", default=None)


class AddressGuard:
    """Refuses connections to IP addresses that are neither public nor the audited site's."""

    def __init__(self, hosts: Iterable[str], *, allow_private: bool = False) -> None:
        """``hosts`` are those of the audited sites; ``allow_private`` refuses nothing."""
        self._hosts = sorted({host.strip("[]") for host in hosts})
        self._allow_private = allow_private
        self._own: set[Address] | None = None
        self._names: dict[str, Address | None] = {}

    async def learn(self) -> None:
        """Look up the audited sites' own IP addresses; once, before the first request."""
        if self._own is None and not self._allow_private:
            found = [await _look_up(host) for host in self._hosts]
            own = {meant(address) for addresses in found for address in addresses}
            self._own = {each for each in own if not is_public(each) and not each.is_link_local}

    def may_dial(self, address: Address) -> bool:
        """Whether the IP address is public, or the audited site's own."""
        return self._allow_private or is_public(address) or meant(address) in (self._own or ())

    @contextmanager
    def dialling(self, url: str, *, is_proxied: bool = False) -> Iterator[None]:
        """A request being made.

        Raises:
            NotFetched: every IP address of its host was refused.
        """
        dial = Dial(is_proxied=is_proxied)
        token = _DIAL.set(dial)
        try:
            yield
        except Exception as error:
            if dial.refused and not dial.allowed:
                raise _refusal(url, dial.refused[0]) from error
            raise
        finally:
            _DIAL.reset(token)

    async def check_name(self, host: str, url: str) -> None:
        """Judge a host that a proxy will look up, by what is known of it here.

        Raises:
            NotFetched: it is a private IP address, or its name has one.
        """
        if host not in self._names:
            addresses = await _look_up(host)
            refused = (address for address in addresses if not self.may_dial(address))
            self._names[host] = next(refused, None)
        if (refusal := self._names[host]) is not None:
            raise _refusal(url, refusal)

    def open_socket(self, info: AddrInfoType) -> socket.socket:
        """A socket for an IP address that may be connected to; to be aiohttp's ``socket_factory``.

        Raises:
            PrivateAddressError: it may not.
        """
        family, kind, protocol, _, place = info
        dial = _DIAL.get()
        address = read_address(str(place[0]))
        if dial is not None and (dial.is_proxied or (address and self.may_dial(address))):
            dial.allowed += 1
            return socket.socket(family, kind, protocol)
        if dial is not None and address is not None:
            dial.refused.append(address)
        raise PrivateAddressError(f"{place[0]} is a private address")


def _refusal(url: str, address: Address) -> NotFetched:
    return NotFetched(
        FetchError.PRIVATE_ADDRESS,
        f"{url} leads to {address}, which is no public address, and not the audited site's own."
        " Fetch it all the same by --allow-private.",
    )


async def _look_up(host: str) -> list[Address]:
    """The IP addresses of a host; none where it is not known here."""
    try:
        found = await asyncio.get_running_loop().getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return []
    return [address for info in found if (address := read_address(str(info[4][0])))]
