"""Which IP addresses may be connected to: public ones, and those of the audited site itself.

What a site writes into a sitemap, an annotation or a redirect makes requests from inside the
network that the audit runs in. So the IP address of each connection is judged, after DNS: a name
that has another IP address at the second look-up gains nothing.

An audited site may be private itself: a host that was given, where all IP addresses that its name
has are private. They are its own then, at any port and by any name. They are learned once, before
the first request, and kept with the audit. Those of a cloud's own services never are a site's.
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
    from collections.abc import Container, Iterator, Mapping, Sequence

    from aiohttp import AddrInfoType
    from scrapy.settings import BaseSettings

    from sitemap_audit.parsing.addresses import Address

logger = logging.getLogger(__name__)

KEPT = 10.0
"Seconds for which a look-up for a proxy holds, as aiohttp's own do."
KEPT_UNKNOWN = 600.0
"Seconds for which it holds that a name is not known here: behind a proxy often none is."


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

    def __init__(
        self, private: Mapping[str, Sequence[str] | None], *, allow_private: bool = False
    ) -> None:
        """Judge by what is known of the hosts that were given.

        Args:
            private: by host, the private IP addresses that are its own; None where that is not
                known yet.
            allow_private: refuse nothing.
        """
        self._private = {host.strip("[]").lower(): found for host, found in private.items()}
        self._allow_private = allow_private
        self._own = self._known_own()
        self._names: dict[str, tuple[float, str | None]] = {}
        "By host that a proxy looks up: until when it holds, and why it is refused."

    @property
    def hosts(self) -> list[str]:
        """The hosts that were given."""
        return list(self._private)

    @property
    def record(self) -> dict[str, Sequence[str] | None]:
        """What is kept with the audit, and what a guard is made of again."""
        return dict(self._private)

    @property
    def unknown(self) -> list[str]:
        """Hosts of which is not known yet whether they are private."""
        if self._allow_private:
            return []
        return [host for host, found in self._private.items() if found is None]

    async def learn(self, *, within: float, public: Container[str] = ()) -> list[str]:
        """Look up the hosts that are not known yet; to be awaited before the first request.

        Args:
            within: seconds.
            public: hosts that had public IP addresses before.

        Returns:
            Hosts that are private, of those that were looked up.
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

    def may_dial(self, address: Address) -> bool:
        """Whether the IP address is public, or the audited site's own."""
        return self._allow_private or is_public(address) or meant(address) in self._own

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
                raise _refusal(url, _no_public(dial.refused[0])) from error
            raise
        finally:
            _DIAL.reset(token)

    async def check_name(self, host: str, url: str) -> None:
        """Judge a host that a proxy will look up, by what is known of it here.

        Raises:
            NotFetched: it is a private IP address, its name has one, or is no public name.
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
        """Why a proxy is not asked for a host."""
        refused = next((address for address in addresses if not self.may_dial(address)), None)
        if refused is not None:
            return _no_public(refused)
        is_open = self._allow_private or host.strip("[]").lower() in self._private
        if addresses or is_open or is_public_name(host):
            return None
        return f"{host}, which is no name of the public DNS"

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


def guard_of(settings: BaseSettings) -> AddressGuard:
    """The one guard of an audit; where there is none (``scrapy shell``), nothing is refused."""
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
    """The private IP addresses that are a host's own: none where it has a public one too."""
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
    """The IP addresses of a host; none where it is not known here."""
    loop = asyncio.get_running_loop()
    try:
        async with asyncio.timeout(within):
            found = await loop.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):  # TimeoutError is an OSError
        return []
    return [address for info in found if (address := read_address(str(info[4][0])))]
