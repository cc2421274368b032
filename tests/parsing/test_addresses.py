"""Which IP addresses are everybody's."""

from __future__ import annotations

import ipaddress

import pytest

from sitemap_audit.parsing.addresses import is_public, read_address


@pytest.mark.parametrize(
    "address",
    ["8.8.8.8", "93.184.216.34", "2606:4700::1", "64:ff9b::808:808", "::ffff:8.8.8.8"],
    ids=["IPv4", "another", "IPv6", "NAT64 of a public one", "mapped public one"],
)
def test_a_public_address(address: str) -> None:
    assert is_public(ipaddress.ip_address(address))


@pytest.mark.parametrize(
    "address",
    [
        pytest.param("127.0.0.1", id="loopback"),
        pytest.param("127.8.9.1", id="the rest of loopback"),
        pytest.param("0.0.0.0", id="this host"),  # noqa: S104
        pytest.param("10.1.2.3", id="private 10"),
        pytest.param("172.16.0.1", id="private 172.16"),
        pytest.param("192.168.1.1", id="private 192.168"),
        pytest.param("100.64.0.1", id="carrier's"),
        pytest.param("169.254.169.254", id="metadata"),
        pytest.param("168.63.129.16", id="metadata in a public range"),
        pytest.param("192.0.0.192", id="metadata in a protocol range"),
        pytest.param("224.0.0.1", id="multicast"),
        pytest.param("240.0.0.1", id="reserved"),
        pytest.param("255.255.255.255", id="broadcast"),
        pytest.param("198.18.0.1", id="benchmarks"),
        pytest.param("::1", id="IPv6 loopback"),
        pytest.param("::", id="IPv6 this host"),
        pytest.param("fe80::1", id="IPv6 link-local"),
        pytest.param("fec0::1", id="IPv6 site-local"),
        pytest.param("fd00:ec2::254", id="IPv6 metadata"),
        pytest.param("ff02::1", id="IPv6 multicast"),
        pytest.param("2001:db8::1", id="IPv6 documentation"),
        pytest.param("::ffff:127.0.0.1", id="mapped loopback"),
        pytest.param("::ffff:a9fe:a9fe", id="mapped metadata"),
        pytest.param("::127.0.0.1", id="compatible loopback"),
        pytest.param("64:ff9b::7f00:1", id="NAT64 of loopback"),
        pytest.param("64:ff9b:1::a00:1", id="local NAT64 of private 10"),
        pytest.param("2002:7f00:1::", id="6to4 of loopback"),
        pytest.param("2001:0:5db8:d822::80ff:fffe", id="Teredo of loopback"),
    ],
)
def test_a_private_address(address: str) -> None:
    assert not is_public(ipaddress.ip_address(address))


@pytest.mark.parametrize(
    ("host", "address"),
    [
        pytest.param("127.0.0.1", "127.0.0.1", id="IPv4"),
        pytest.param("[::1]", "::1", id="IPv6 in brackets"),
        pytest.param("fe80::1%eth0", "fe80::1", id="with a zone"),
        pytest.param("example.com", None, id="name"),
        pytest.param("127.1", None, id="short form, which no connection is made to"),
        pytest.param("", None, id="nothing"),
    ],
)
def test_a_host_that_is_an_address_is_read(host: str, address: str | None) -> None:
    found = read_address(host)
    assert (found and str(found)) == address
