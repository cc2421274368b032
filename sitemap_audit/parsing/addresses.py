"""IP addresses: how a host writes one, and whether it is everybody's."""

from __future__ import annotations

import ipaddress
from typing import TypeAlias

Address: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address

_NAT64 = (ipaddress.IPv6Network("64:ff9b::/96"), ipaddress.IPv6Network("64:ff9b:1::/48"))
_COMPATIBLE = ipaddress.IPv6Network("::/96")
_NOT_PUBLIC = (
    ipaddress.ip_network("192.0.0.0/24"),  # RFC 6890; metadata of some clouds
    ipaddress.ip_network("168.63.129.16/32"),  # a cloud's own services, in a public range
)


def is_public(address: Address) -> bool:
    """Whether anybody on the Internet reaches the same machine by the address.

    An IPv6 address that stands for an IPv4 one (mapped, compatible, NAT64, 6to4, Teredo) is what
    that one is.
    """
    address = meant(address)
    return (
        address.is_global
        and not address.is_multicast
        and not address.is_reserved
        and not (address.version == 6 and address.is_site_local)
        and not any(address in network for network in _NOT_PUBLIC)
    )


def meant(address: Address) -> Address:
    """The IPv4 address within an IPv6 one, where there is one."""
    if address.version == 4:
        return address
    for within in (address.ipv4_mapped, address.sixtofour):
        if within is not None:
            return within
    if address.teredo is not None:
        return address.teredo[1]
    if any(address in network for network in _NAT64) or (
        address in _COMPATIBLE and int(address) > 1
    ):
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return address


def read_address(host: str) -> Address | None:
    """The address that a host is written as; None where it is a name."""
    try:
        return ipaddress.ip_address(host.strip("[]").partition("%")[0])
    except ValueError:
        return None
