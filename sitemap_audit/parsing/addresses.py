"""Parsing and classification of IP addresses."""

from __future__ import annotations

import ipaddress
from typing import TypeAlias

Address: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address

_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
_COMPATIBLE = ipaddress.IPv6Network("::/96")
_ISATAP = 0x5EFE
_NOT_PUBLIC = (
    ipaddress.ip_network("192.0.0.0/24"),  # RFC 6890; metadata of some clouds
    ipaddress.ip_network("168.63.129.16/32"),  # a cloud's own services, in a public range
    # NAT64 of a network's own (RFC 8215): where in it the IPv4 address stands, only that knows.
    ipaddress.ip_network("64:ff9b:1::/48"),
    ipaddress.ip_network("3fff::/20"),  # RFC 9637; Python 3.11 does not know it
)
_OF_CLOUDS = (
    ipaddress.ip_network("192.0.0.192/32"),  # Oracle
    ipaddress.ip_network("168.63.129.16/32"),  # Azure
    ipaddress.ip_network("100.100.100.200/32"),  # Alibaba
    ipaddress.ip_network("fd00:ec2::/32"),  # Amazon
    ipaddress.ip_network("fd20:ce::/32"),  # Google
)
"Services of clouds, metadata among them, beside those at link-local addresses."


def is_public(address: Address) -> bool:
    """Return whether an IP address is globally reachable.

    An IPv6 address with an embedded IPv4 address (mapped, compatible, NAT64, 6to4, Teredo) counts
    as that IPv4 address.
    """
    if (behind := _behind(address)) is not None and not is_public(behind):
        return False
    address = meant(address)
    return (
        address.is_global
        and not address.is_multicast
        and not address.is_reserved
        and not (address.version == 6 and address.is_site_local)
        and not any(address in network for network in _NOT_PUBLIC)
    )


def is_of_cloud(address: Address) -> bool:
    """Return whether a cloud provider serves metadata at the IP address, as at link-local ones."""
    address = meant(address)
    return address.is_link_local or any(address in network for network in _OF_CLOUDS)


def meant(address: Address) -> Address:
    """Return the IPv4 address embedded in an IPv6 address, else the address itself."""
    if address.version == 4:
        return address
    for within in (address.ipv4_mapped, address.sixtofour):
        if within is not None:
            return within
    if address.teredo is not None:
        return address.teredo[1]
    if address in _NAT64 or (address in _COMPATIBLE and int(address) > 1):
        return _last(address)
    return address


def _behind(address: Address) -> Address | None:
    """Return the IPv4 address that an ISATAP router forwards to (RFC 5214, 6.1)."""
    is_isatap = address.version == 6 and int(address) >> 32 & 0xFDFFFFFF == _ISATAP
    return _last(address) if is_isatap else None


def _last(address: Address) -> Address:
    return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)


def read_address(host: str) -> Address | None:
    """Parse a host as an IP address; return None if it is a name."""
    try:
        return ipaddress.ip_address(host.strip("[]").partition("%")[0])
    except ValueError:
        return None
