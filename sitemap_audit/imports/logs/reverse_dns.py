"""Verify IP addresses by reverse DNS: the name of each, and whether that name has it.

dnspython sends the queries: unlike the functions of the system, it has a timeout, and tells that
there is no such name from that nobody knows.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from dns import rdatatype
from dns.exception import DNSException
from dns.resolver import NXDOMAIN, NoAnswer, NoResolverConfiguration, Resolver
from dns.reversename import from_address

from sitemap_audit.errors import UsageError
from sitemap_audit.imports.logs.bots import domains

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from ipaddress import IPv4Address, IPv6Address

MOST_ADDRESSES = 10_000
"IP addresses that are looked up in one run."
AT_ONCE = 32
SECONDS = 5.0
"Time for the answer to a query."
PATIENCE = 100
"IP addresses in a row without an answer, after which none is looked up any more."
PROBE = "googlebot.com"
"Known to every DNS server that knows public names; in a closed network no name is."


class ReverseDns:
    """Looks up IP addresses, each once."""

    def __init__(self, resolver: Resolver | None = None) -> None:
        """Ask the DNS servers of this machine.

        Args:
            resolver: sends the queries instead, to other servers: a test has one of its own.

        Raises:
            UsageError: this machine has no DNS server.
        """
        try:
            self._resolver = resolver or Resolver()
        except NoResolverConfiguration:
            raise UsageError(
                "Cannot verify bots: this machine has no DNS server. Leave --verify-bots out."
            ) from None
        self._resolver.lifetime = SECONDS
        self._names: dict[IPv4Address | IPv6Address, frozenset[str] | None] = {}
        self._in_a_row = 0
        self._is_public: bool | None = None
        self._asked, self._unanswered, self._left_out = 0, 0, False

    def look_up(self, addresses: Iterable[IPv4Address | IPv6Address]) -> None:
        """Look up those IP addresses that are new."""
        new = sorted({each for each in addresses if each not in self._names}, key=str)
        if self._is_public is None and new:
            self._is_public = self._knows_public_names()
        if not self._is_public:
            return
        chosen = new[: MOST_ADDRESSES - len(self._names)]
        self._left_out = self._left_out or len(chosen) < len(new)
        with ThreadPoolExecutor(AT_ONCE) as pool:
            for start in range(0, len(chosen), AT_ONCE):
                if self._in_a_row >= PATIENCE:
                    return
                some = chosen[start : start + AT_ONCE]
                for address, names in zip(some, pool.map(self._find_names, some), strict=True):
                    self._names[address] = names
                    self._in_a_row = self._in_a_row + 1 if names is None else 0
                    self._unanswered += names is None
                    self._asked += 1

    def is_of(self, address: IPv4Address | IPv6Address, wanted: Sequence[str]) -> bool | None:
        """Whether an IP address has a name in one of these domains; None if that is not known."""
        names = self._names.get(address)
        if names is None:
            return None
        return any(_is_in(name, wanted) for name in names)

    def tell(self) -> list[str]:
        """Return what to say of the lookups since the last time."""
        if self._is_public is False:
            return [f"  The DNS servers of this machine do not know {PROBE}: bots are claimed."]
        said = [f"  Looked up in DNS: {_addresses(self._asked)}."] if self._asked else []
        if self._unanswered:
            unknown = _addresses(self._unanswered)
            said.append(f"  No response for {unknown}: requests from there are claimed.")
        if self._in_a_row >= PATIENCE:
            said.append("  The lookups were stopped: no response from the DNS servers any more.")
        elif self._left_out:
            said.append(
                f"  At most {MOST_ADDRESSES:,} are looked up: requests from others are claimed."
            )
        self._asked, self._unanswered, self._left_out = 0, 0, False
        return said

    def _knows_public_names(self) -> bool:
        try:
            self._resolver.resolve(PROBE, "NS", search=False, raise_on_no_answer=False)
        except (DNSException, OSError):
            return False
        return True

    def _find_names(self, address: IPv4Address | IPv6Address) -> frozenset[str] | None:
        """Return the names that have the IP address; None if that is not known."""
        try:
            names = self._query(from_address(str(address)).to_text(), "PTR")
            # Only names of bots: whoever sends as one may have a name with slow DNS servers.
            of_bots = (name for name in names if _is_in(name, domains()))
            return frozenset(name for name in of_bots if self._has(name, address))
        except (DNSException, OSError):
            return None

    def _has(self, name: str, address: IPv4Address | IPv6Address) -> bool:
        kind = "A" if address.version == 4 else "AAAA"
        return address.compressed in self._query(name, kind)

    def _query(self, name: str, kind: str) -> list[str]:
        """Return the answers; none if the name does not exist, or has no such record."""
        try:
            answers = self._resolver.resolve(name, rdatatype.from_text(kind), search=False)
        except (NXDOMAIN, NoAnswer):
            return []
        return [each.to_text().rstrip(".").lower() for each in answers]


def _is_in(name: str, wanted: Sequence[str]) -> bool:
    return any(f".{name}".endswith(f".{domain}") for domain in wanted)


def _addresses(number: int) -> str:
    return "1 IP address" if number == 1 else f"{number:,} IP addresses"
