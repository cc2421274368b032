"""Classify failed DNS lookups.

One failed lookup from one machine does not prove much. A host counts as nonexistent (NXDOMAIN) or
without IP address if two lookups agree, and if it is an audited host or an audited host has been
resolved. Otherwise the resolver is at fault and the host is not checked.
"""

from __future__ import annotations

import asyncio
import socket
from typing import TYPE_CHECKING

from scrapy.exceptions import CannotResolveHostError

from sitemap_audit.items import FetchError
from sitemap_audit.parsing.addresses import read_address

if TYPE_CHECKING:
    from collections.abc import Iterable

_ERRORS = {
    # SERVFAIL and silence are EAI_AGAIN.
    socket.EAI_NONAME: FetchError.DNS,
    socket.EAI_NODATA: FetchError.NO_ADDRESS,
}
_NEVER_A_NAME = ".invalid"
"Reserved top-level domain without hosts (RFC 6761, 6.4)."
_WITHOUT_DNS = ("localhost", ".localhost")
"Host names that are resolved without DNS (RFC 6761, 6.3)."


class UnresolvedError(CannotResolveHostError):
    """A host name could not be resolved; ``kind`` is the classified error."""

    def __init__(self, detail: str, kind: FetchError) -> None:
        super().__init__(detail)
        self.kind = kind


def dns_error_of(error: BaseException | None) -> FetchError | None:
    """Return the DNS error in a chain of exceptions; None if there is none."""
    while error is not None:
        if isinstance(error, socket.gaierror):
            return _ERRORS.get(error.errno or 0, FetchError.RESOLVER)
        error = error.__cause__
    return None


class DnsErrors:
    """Classify host names that could not be resolved."""

    def __init__(self, hosts: Iterable[str]) -> None:
        """Create a classifier; ``hosts`` are those of the audited sites."""
        self._hosts = {host.strip("[]").lower().removesuffix(".") for host in hosts}
        self._is_proven: bool | None = None
        "Whether DNS has resolved an audited host."

    async def classify(self, name: str, error: BaseException) -> FetchError:
        """Classify a failed lookup, with a second lookup.

        Args:
            error: the exception of the first lookup.
        """
        host = name.strip("[]").lower().removesuffix(".")
        if f".{host}".endswith(_NEVER_A_NAME):
            return FetchError.DNS
        said = dns_error_of(error)
        if said in (None, FetchError.RESOLVER) or await _look_up(host) != said:
            return FetchError.RESOLVER
        is_known = host in self._hosts or await self._has_resolved()
        return said if said and is_known else FetchError.RESOLVER

    async def _has_resolved(self) -> bool:
        if self._is_proven is None:
            names = sorted(host for host in self._hosts if _is_for_dns(host))
            self._is_proven = any([await _look_up(host) is None for host in names])
        return self._is_proven


def _is_for_dns(host: str) -> bool:
    return read_address(host) is None and not host.endswith(_WITHOUT_DNS)


async def _look_up(host: str) -> FetchError | None:
    """Look up a host name; return the error, or None if it has an IP address."""
    try:
        await asyncio.get_running_loop().getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        return dns_error_of(error) or FetchError.RESOLVER
    return None
