"""Guard against server-side request forgery: connect to public and audited IP addresses only.

URLs in sitemaps, annotations and redirects are requested from inside the network of the audit. So
the IP address of each connection is checked after the DNS lookup; changing a DNS record between two
lookups does not help an attacker.

The audited site may itself be private: a host of the targets whose IP addresses are all private.
These are allowed, at any port and for any host name. They are looked up once, by whichever request
comes first, and stored with the audit. Metadata addresses of cloud providers are never allowed.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import time
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

from sitemap_audit.crawl_settings import ADDRESS_GUARD
from sitemap_audit.handlers.errors import NotFetched
from sitemap_audit.items import FetchError
from sitemap_audit.parsing.addresses import is_of_cloud, is_public, meant, read_address
from sitemap_audit.parsing.sites import is_public_name

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Container, Iterator, Mapping, Sequence

    from aiohttp import AddrInfoType
    from scrapy.settings import BaseSettings

    from sitemap_audit.parsing.addresses import Address

logger = logging.getLogger(__name__)

KEPT = 10.0
"Seconds to cache a DNS lookup made for a proxy, as aiohttp does."
KEPT_UNKNOWN = 600.0
"Seconds to cache a failed lookup: behind a proxy they often all fail."


class PrivateAddressError(OSError):
    """Connection refused by the guard: the IP address is private."""


class Dial:
    """Connection attempts of one request, with the IP addresses that were refused."""

    __slots__ = ("allowed", "is_proxied", "refused")

    def __init__(self, *, is_proxied: bool) -> None:
        self.is_proxied = is_proxied
        "The connection goes to the proxy, which the user has chosen."
        self.refused: list[Address] = []
        self.allowed = 0


_DIAL: ContextVar[Dial | None] = ContextVar("dial", default=None)


class AddressGuard:
    """Refuse connections to IP addresses that are neither public nor the audited site's."""

    def __init__(
        self, private: Mapping[str, Sequence[str] | None], *, allow_private: bool = False
    ) -> None:
        """Create the guard.

        Args:
            private: private IP addresses by host of the targets; None if not looked up yet.
            allow_private: allow all IP addresses.
        """
        self._private = {host.strip("[]").lower(): found for host, found in private.items()}
        self._allow_private = allow_private
        self._own = self._known_own()
        self.before_first: Callable[[], Awaitable[None]] | None = None
        "Looks up the hosts of the targets; called with the first request of the crawl."
        self._looking_up: asyncio.Future[None] | None = None
        self._names: dict[str, tuple[float, str | None]] = {}
        "By host that a proxy resolves: expiry time, and why it is refused."

    def __deepcopy__(self, _: object) -> AddressGuard:
        """Return the guard itself: copies of the crawl's settings share it."""
        return self

    @property
    def hosts(self) -> list[str]:
        """The hosts of the targets."""
        return list(self._private)

    @property
    def record(self) -> dict[str, Sequence[str] | None]:
        """The private IP addresses by host, as stored with the audit."""
        return dict(self._private)

    @property
    def unknown(self) -> list[str]:
        """Hosts that have not been looked up yet."""
        if self._allow_private:
            return []
        return [host for host, found in self._private.items() if found is None]

    async def ready(self) -> None:
        """Wait until the hosts of the targets are looked up; await it before each request."""
        if self._looking_up is None:
            if self.before_first is None:
                return
            self._looking_up = asyncio.ensure_future(self.before_first())
        await asyncio.shield(self._looking_up)

    async def look_up(self, *, within: float, public: Container[str] = ()) -> list[str]:
        """Look up the hosts that are not known yet.

        Args:
            within: timeout in seconds.
            public: hosts that had public IP addresses before.

        Returns:
            The private hosts among those looked up.
        """
        hosts = self.unknown
        looked_up = await asyncio.gather(*(_look_up(host, within) for host in hosts))
        for host, addresses in zip(hosts, looked_up, strict=True):
            if host in public:
                self._private[host] = []
            elif addresses:
                self._private[host] = _private_of(host, addresses)
        self._own = self._known_own()
        return [host for host in hosts if self._private[host]]

    def _known_own(self) -> set[Address]:
        written = (each for found in self._private.values() for each in found or ())
        return {meant(address) for each in written if (address := read_address(each))}

    def may_connect(self, address: Address) -> bool:
        """Return whether the IP address is public or the audited site's."""
        return self._allow_private or is_public(address) or meant(address) in self._own

    @contextmanager
    def connecting(self, url: str, *, is_proxied: bool = False) -> Iterator[None]:
        """Track the connections of a request.

        Raises:
            NotFetched: all IP addresses of the host were refused.
        """
        dial = Dial(is_proxied=is_proxied)
        token = _DIAL.set(dial)
        try:
            yield
        except Exception as error:
            if dial.refused and not dial.allowed:
                raise _refusal(url, _no_public(dial.refused[0])) from error
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
            why = self._why_not(host, addresses)
            kept = KEPT if addresses else KEPT_UNKNOWN
            self._names[host] = time.monotonic() + kept, why
        if why is not None:
            raise _refusal(url, why)

    def _why_not(self, host: str, addresses: Sequence[Address]) -> str | None:
        """Return why a host may not be requested through a proxy; None if it may."""
        refused = next((address for address in addresses if not self.may_connect(address)), None)
        if refused is not None:
            return _no_public(refused)
        is_open = self._allow_private or host.strip("[]").lower() in self._private
        if addresses or is_open or is_public_name(host):
            return None
        return f"{host}, which is no name of the public DNS"

    def open_socket(self, info: AddrInfoType) -> socket.socket:
        """Open a socket, as aiohttp's ``socket_factory``.

        Raises:
            PrivateAddressError: the IP address is not allowed.
        """
        family, kind, protocol, _, place = info
        dial = _DIAL.get()
        address = read_address(str(place[0]))
        if dial is not None and (dial.is_proxied or (address and self.may_connect(address))):
            dial.allowed += 1
            return socket.socket(family, kind, protocol)
        if dial is not None and address is not None:
            dial.refused.append(address)
        raise PrivateAddressError(f"{place[0]} is a private address")


def guard_of(settings: BaseSettings) -> AddressGuard:
    """Return the guard of the audit; without one (``scrapy shell``), a guard that allows all."""
    guard: AddressGuard | None = settings.get(ADDRESS_GUARD)
    return AddressGuard({}, allow_private=True) if guard is None else guard


def _no_public(address: Address) -> str:
    return f"{address}, a private IP address"


def _refusal(url: str, why: str) -> NotFetched:
    return NotFetched(
        FetchError.PRIVATE_ADDRESS,
        f"{url} points to {why}, not one of the audited site."
        " --allow-private requests it nevertheless.",
    )


def _private_of(host: str, addresses: Sequence[Address]) -> list[str]:
    """Return the allowed private IP addresses of a host: none if it has a public one too."""
    private = [address for address in addresses if not is_public(address)]
    if private and len(private) < len(addresses):
        logger.warning(
            "%s has public IP addresses and private ones (%s): these are not connected to.",
            host,
            ", ".join(map(str, private)),
        )
        return []
    own = {meant(address) for address in private}
    return sorted(str(address) for address in own if not is_of_cloud(address))


async def _look_up(host: str, within: float | None = None) -> list[Address]:
    """Return the IP addresses of a host; none if the lookup fails."""
    loop = asyncio.get_running_loop()
    try:
        async with asyncio.timeout(within):
            found = await loop.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):  # TimeoutError is an OSError
        return []
    return [address for info in found if (address := read_address(str(info[4][0])))]
