"""Guard against server-side request forgery: which IP addresses are connected to.

URLs in sitemaps, annotations and redirects are requested from inside the network of the audit. So
the IP address of each connection is checked after the DNS lookup; changing a DNS record between two
lookups does not help an attacker.

A private IP address is connected to for a host that the user typed, and for no other. What such a
host has first holds: a name that had a public IP address never becomes private. So that this is so
without a record of it, a name of the public DNS may be private in a new audit alone, not in one
that is resumed. Metadata addresses of cloud providers are never connected to.
"""

from __future__ import annotations

import asyncio
import socket
import time
from contextlib import asynccontextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

from sitemap_audit.crawl_settings import ADDRESS_GUARD
from sitemap_audit.handlers.errors import NotFetched
from sitemap_audit.items import FetchError
from sitemap_audit.parsing.addresses import is_of_cloud, is_public, meant, read_address
from sitemap_audit.parsing.sites import is_public_name

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable

    from aiohttp import AddrInfoType
    from scrapy.settings import BaseSettings

    from sitemap_audit.parsing.addresses import Address

KEPT = 10.0
"Seconds to cache a DNS lookup made for a proxy, as aiohttp does."
KEPT_UNKNOWN = 600.0
"Seconds to cache a failed lookup: behind a proxy they often all fail."


class PrivateAddressError(OSError):
    """Connection refused by the guard: the IP address is private."""


class Dial:
    """Connection attempts of one request."""

    __slots__ = ("allows_all", "has_connected", "may_be_private", "refused")

    def __init__(self, *, may_be_private: bool = False, allows_all: bool = False) -> None:
        self.may_be_private, self.allows_all = may_be_private, allows_all
        self.has_connected = False
        self.refused: Address | None = None

    def allows(self, address: Address | None) -> bool:
        """Return whether an IP address is connected to."""
        return self.allows_all or (
            address is not None
            and (is_public(address) or (self.may_be_private and not is_of_cloud(address)))
        )


_DIAL: ContextVar[Dial | None] = ContextVar("dial", default=None)


class AddressGuard:
    """Refuse connections to private IP addresses of hosts that the user did not type."""

    def __init__(
        self, typed: Iterable[str] = (), *, allow_private: bool = False, is_new: bool = True
    ) -> None:
        """Create the guard.

        Args:
            typed: the hosts that the user typed.
            allow_private: allow all IP addresses.
            is_new: the crawl is the beginning of an audit: nothing was fetched before it.
        """
        self.hosts = frozenset(map(_name, typed))
        "The hosts that the user typed."
        self._allow_private = allow_private
        self._is_private = dict.fromkeys(
            (host for host in self.hosts if is_public_name(host) and not is_new), False
        )
        "Of the hosts that the user typed: whether the IP addresses were private at first."
        self._names: dict[str, tuple[float, str | None]] = {}
        "By host that a proxy resolves: expiry time, and why it is refused."

    def __deepcopy__(self, _: object) -> AddressGuard:
        """Return the guard itself: copies of the crawl's settings share it."""
        return self

    async def dial(self, host: str) -> Dial:
        """Return the attempts to connect to a host, which say what is allowed."""
        name = _name(host)
        if self._allow_private or name not in self.hosts:
            return Dial(allows_all=self._allow_private)
        if name not in self._is_private and (found := await _look_up(name)):
            self._is_private.setdefault(name, not any(map(is_public, found)))
        return Dial(may_be_private=self._is_private.get(name, False))

    @asynccontextmanager
    async def connecting(
        self, url: str, host: str, *, is_proxied: bool = False
    ) -> AsyncIterator[None]:
        """Check the connections of a request to a host.

        Args:
            is_proxied: they go to a proxy, which the user has chosen and which resolves the host.

        Raises:
            NotFetched: all IP addresses of the host were refused.
        """
        if is_proxied:
            await self.check_name(host, url)
        dial = Dial(allows_all=True) if is_proxied else await self.dial(host)
        token = _DIAL.set(dial)
        try:
            yield
        except Exception as error:
            if dial.refused is not None and not dial.has_connected:
                raise _refusal(url, _no_public(dial.refused)) from error
            raise
        finally:
            _DIAL.reset(token)

    async def check_name(self, host: str, url: str) -> None:
        """Check a host that a proxy will resolve.

        Raises:
            NotFetched: the host is or has a private IP address, or is no public name.
        """
        until, why = self._names.get(host, (0.0, None))
        if until <= time.monotonic():
            addresses = await _look_up(host)
            why = await self._why_not(host, addresses)
            kept = KEPT if addresses else KEPT_UNKNOWN
            self._names[host] = time.monotonic() + kept, why
        if why is not None:
            raise _refusal(url, why)

    async def _why_not(self, host: str, addresses: list[Address]) -> str | None:
        """Return why a host may not be requested through a proxy; None if it may."""
        dial = await self.dial(host)
        refused = next((address for address in addresses if not dial.allows(address)), None)
        if refused is not None:
            return _no_public(refused)
        is_open = self._allow_private or _name(host) in self.hosts
        if addresses or is_open or is_public_name(host):
            return None
        return f"{host}, which is no name of the public DNS"

    def open_socket(self, info: AddrInfoType) -> socket.socket:
        """Open a socket, as aiohttp's ``socket_factory``.

        Raises:
            PrivateAddressError: the IP address is not allowed.
        """
        family, kind, protocol, _, place = info
        dial, address = _DIAL.get() or Dial(), read_address(str(place[0]))
        if not dial.allows(address):
            dial.refused = dial.refused or address
            raise PrivateAddressError(f"{place[0]} is a private address")
        dial.has_connected = True
        return socket.socket(family, kind, protocol)


def guard_of(settings: BaseSettings) -> AddressGuard:
    """Return the guard of the audit; without one (``scrapy shell``), a guard that allows all."""
    guard: AddressGuard | None = settings.get(ADDRESS_GUARD)
    return AddressGuard(allow_private=True) if guard is None else guard


def _name(host: str) -> str:
    """Return a host in one spelling: an IP address, or a name in lower case."""
    address = read_address(host)
    return host.lower().removesuffix(".") if address is None else str(meant(address))


def _no_public(address: Address) -> str:
    return f"{address}, a private IP address"


def _refusal(url: str, why: str) -> NotFetched:
    return NotFetched(
        FetchError.PRIVATE_ADDRESS,
        f"{url} points to {why}. --allow-private requests it nevertheless.",
    )


async def _look_up(host: str) -> list[Address]:
    """Return the IP addresses of a host; none if the lookup fails."""
    loop = asyncio.get_running_loop()
    try:
        found = await loop.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return []
    return [address for info in found if (address := read_address(str(info[4][0])))]
