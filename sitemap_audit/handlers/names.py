"""What it means that a host name could not be resolved.

One failed lookup from one machine is no fact about the web. A name is known not to exist
(NXDOMAIN), or to have no IP address, where DNS said so twice, and where it is one of the audited
hosts or DNS has resolved one of these. Else nothing is known of the host.
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

_SAID = {
    # SERVFAIL and silence are EAI_AGAIN.
    socket.EAI_NONAME: FetchError.DNS,
    socket.EAI_NODATA: FetchError.NO_ADDRESS,
}
_NEVER_A_NAME = ".invalid"
"There is no such name, whether or not DNS responds (RFC 6761, 6.4)."
_WITHOUT_DNS = ("localhost", ".localhost")
"Ends of names that are resolved without DNS (RFC 6761, 6.3)."


class UnresolvedError(CannotResolveHostError):
    """A host name that could not be resolved, with what that means."""

    def __init__(self, detail: str, kind: FetchError) -> None:
        super().__init__(detail)
        self.kind = kind


def said_of(error: BaseException | None) -> FetchError | None:
    """What DNS said of a name where that is what failed, be it the cause of a cause."""
    while error is not None:
        if isinstance(error, socket.gaierror):
            return _SAID.get(error.errno or 0, FetchError.RESOLVER)
        error = error.__cause__
    return None


class Names:
    """Judges host names that could not be resolved."""

    def __init__(self, hosts: Iterable[str]) -> None:
        """``hosts`` are those of the audited sites."""
        self._hosts = {host.strip("[]").lower().removesuffix(".") for host in hosts}
        self._is_proven: bool | None = None
        "Whether DNS has resolved an audited host."

    async def judge(self, name: str, error: BaseException) -> FetchError:
        """Judge a name that could not be resolved; DNS is asked a second time.

        Args:
            error: what failed.
        """
        host = name.strip("[]").lower().removesuffix(".")
        if f".{host}".endswith(_NEVER_A_NAME):
            return FetchError.DNS
        said = said_of(error)
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
    """What DNS says of a name; None where it has an IP address, of whatever kind."""
    try:
        await asyncio.get_running_loop().getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        return said_of(error) or FetchError.RESOLVER
    return None
