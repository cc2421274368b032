"""Guard against server-side request forgery: which IP addresses are connected to.

URLs in sitemaps, annotations and redirects are requested from inside the network of the audit. So
the IP address of each connection is checked after the DNS lookup; changing a DNS record between two
lookups does not help an attacker.

The hosts that the user typed may be private: the IP addresses of a host that has no public one are
allowed, at any port and for any host name. They are looked up once, before the first request: a
name that turns private later gains nothing. So that this is so without a record of them, a name of
the public DNS may be private in a new audit alone, not in one that is resumed. Metadata addresses
of cloud providers are never allowed.
"""

from __future__ import annotations

import asyncio
import socket
import time
from contextlib import asynccontextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

from sitemap_audit.crawl_settings import ADDRESS_GUARD
from sitemap_audit.handlers.ignored_requests import NotFetched
from sitemap_audit.items import FetchError
from sitemap_audit.parsing.addresses import is_of_cloud, is_public, meant, read_address
from sitemap_audit.parsing.sites import is_public_name

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable

    from aiohttp import AddrInfoType
    from scrapy.settings import BaseSettings

    from sitemap_audit.parsing.addresses import Address

LOOK_UP = 30.0
"Timeout in seconds for a DNS lookup."
KEPT = 10.0
"Seconds to cache a DNS lookup made for a proxy, as aiohttp does."
KEPT_UNKNOWN = 600.0
"Seconds to cache a failed lookup: behind a proxy they often all fail."


class PrivateAddressError(OSError):
    """Connection refused by the guard: the IP address is private."""


class Dial:
    """Connection attempts of one request, with the IP addresses that were refused."""

    __slots__ = ("has_connected", "is_proxied", "refused")

    def __init__(self, *, is_proxied: bool) -> None:
        self.is_proxied = is_proxied
        "The connection goes to the proxy, which the user has chosen."
        self.refused: Address | None = None
        self.has_connected = False


_DIAL: ContextVar[Dial | None] = ContextVar("dial", default=None)


class AddressGuard:
    """Refuse connections to private IP addresses, but those of the hosts that the user typed."""

    def __init__(
        self, typed: Iterable[str] = (), *, allow_private: bool = False, is_new: bool = True
    ) -> None:
        """Create the guard.

        Args:
            typed: the hosts that the user typed.
            allow_private: allow all IP addresses.
            is_new: the crawl is the beginning of an audit: nothing was fetched before it.
        """
        self.hosts = frozenset(host.strip("[]").lower() for host in typed)
        "The hosts that the user typed."
        self._allow_private = allow_private
        self._may_be_private = [host for host in self.hosts if is_new or not is_public_name(host)]
        self._own: set[Address] = set()
        self._looking_up: asyncio.Future[None] | None = None
        self._names: dict[str, tuple[float, str | None]] = {}
        "By host that a proxy resolves: expiry time, and why it is refused."

    def __deepcopy__(self, _: object) -> AddressGuard:
        """Return the guard itself: copies of the crawl's settings share it."""
        return self

    async def ready(self) -> None:
        """Wait until the hosts that the user typed are looked up, once."""
        if self._looking_up is None:
            self._looking_up = asyncio.ensure_future(self._look_up_typed())
        await asyncio.shield(self._looking_up)

    async def _look_up_typed(self) -> None:
        for addresses in await asyncio.gather(*map(_look_up, self._may_be_private)):
            if not any(map(is_public, addresses)):
                self._own |= {meant(each) for each in addresses if not is_of_cloud(each)}

    def may_connect(self, address: Address) -> bool:
        """Return whether the IP address is public or that of a host that the user typed."""
        return self._allow_private or is_public(address) or meant(address) in self._own

    @asynccontextmanager
    async def connecting(self, url: str, *, is_proxied: bool = False) -> AsyncIterator[None]:
        """Check the connections of a request.

        Raises:
            NotFetched: all IP addresses of the host were refused.
        """
        await self.ready()
        dial = Dial(is_proxied=is_proxied)
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
            await self.ready()
            addresses = await _look_up(host)
            why = self._why_not(host, addresses)
            kept = KEPT if addresses else KEPT_UNKNOWN
            self._names[host] = time.monotonic() + kept, why
        if why is not None:
            raise _refusal(url, why)

    def _why_not(self, host: str, addresses: list[Address]) -> str | None:
        """Return why a host may not be requested through a proxy; None if it may."""
        refused = next((address for address in addresses if not self.may_connect(address)), None)
        if refused is not None:
            return _no_public(refused)
        is_open = self._allow_private or host.strip("[]").lower() in self.hosts
        if addresses or is_open or is_public_name(host):
            return None
        return f"{host}, which is no name of the public DNS"

    def open_socket(self, info: AddrInfoType) -> socket.socket:
        """Open a socket, as aiohttp's ``socket_factory``.

        Raises:
            PrivateAddressError: the IP address is not allowed.
        """
        family, kind, protocol, _, place = info
        dial, address = _DIAL.get(), read_address(str(place[0]))
        if dial is not None and (dial.is_proxied or (address and self.may_connect(address))):
            dial.has_connected = True
            return socket.socket(family, kind, protocol)
        if dial is not None:
            dial.refused = dial.refused or address
        raise PrivateAddressError(f"{place[0]} is a private address")


def guard_of(settings: BaseSettings) -> AddressGuard:
    """Return the guard of the audit; without one (``scrapy shell``), a guard that allows all."""
    guard: AddressGuard | None = settings.get(ADDRESS_GUARD)
    return AddressGuard(allow_private=True) if guard is None else guard


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
        async with asyncio.timeout(LOOK_UP):
            found = await loop.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):  # TimeoutError is an OSError
        return []
    return [address for info in found if (address := read_address(str(info[4][0])))]
