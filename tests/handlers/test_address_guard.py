"""No request into a private network, whatever leads there (SSRF)."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import socket
from typing import TYPE_CHECKING

import aiohttp
import pytest
from aiohttp.abc import AbstractResolver, ResolveResult
from commanding import audit, page, sitemap
from mockserver.scripted import ReceivedRequest, answer, scripted
from scrapy.settings import Settings

from sitemap_audit.handlers import address_guard
from sitemap_audit.handlers.address_guard import AddressGuard
from sitemap_audit.handlers.ignored_requests import NotFetched
from sitemap_audit.parsing.addresses import is_public, read_address

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


def test_what_leads_from_a_site_to_another_private_address_is_not_asked_for(tmp_path: Path) -> None:
    port = 0

    def site(asked: ReceivedRequest) -> bytes:
        inner = f"http://127.0.0.2:{port}"
        match asked.target:
            case "/robots.txt":
                text = f"Sitemap: {own}/sitemap.xml\nSitemap: {inner}/inner.xml\n"
                return answer(text, kind="text/plain")
            case "/sitemap.xml":
                own_pages = [f"{own}/{name}" for name in ("a", "redirect", "canonical")]
                others = [f"{inner}/listed", "http://169.254.169.254/latest/meta-data/"]
                zero = f"http://0.0.0.0:{port}/zero"
                mapped = f"http://[::ffff:127.0.0.2]:{port}/mapped"
                text = sitemap(*own_pages, *others, zero, mapped)
                return answer(text, kind="application/xml")
            case "/redirect":
                return answer(status="302 Found", headers=[f"Location: {inner}/redirected"])
            case "/canonical":
                return answer(page("c", f'<link rel="canonical" href="{inner}/canonical">'))
        return answer(page("a"))

    with scripted(lambda _: answer(page("secret")), host="127.0.0.2") as inside:
        port = int(inside.address.rpartition(":")[2])
        with scripted(site) as outside:
            own = outside.address
            done = audit(own, output=tmp_path)
        assert inside.asked == []
    assert done.status == 0, done.output
    for path in ("/listed", "/redirected", f"127.0.0.2:{port}/canonical", "/meta-data/", "/zero"):
        row = done.page(path)
        assert (row["error"], row["status"]) == ("private-address", ""), row
        assert "--allow-private" in row["error_detail"]
    assert done.page("/a")["status"] == "200"
    outcomes = done.run["ledger"]["outcomes"]
    assert outcomes["not-asked:private-address"] == 4
    broken = done.table("findings")
    assert not broken["check"].isin(["status/no-response", "redirect/broken"]).any()
    assert not broken["check"].isin(["sitemap/unreachable", "robots/server-error"]).any()


class DnsErrors(AbstractResolver):
    """Names that lead where a test says, another time elsewhere."""

    def __init__(self, *answers: Sequence[str]) -> None:
        self._answers = list(answers)

    async def resolve(
        self,
        host: str,
        port: int = 0,
        family: socket.AddressFamily = socket.AF_INET,
    ) -> list[ResolveResult]:
        addresses = self._answers.pop(0)
        return [
            ResolveResult(hostname=host, host=address, port=port, family=family, proto=0, flags=0)
            for address in addresses
        ]

    async def close(self) -> None:
        """Nothing to close."""


async def fetch(url: str, names: DnsErrors, own: Sequence[str], times: int = 1) -> list[str]:
    """Bodies, or the kind of the failure, of asking so often for a URL."""
    guard = AddressGuard(own)
    connector = aiohttp.TCPConnector(
        resolver=names, use_dns_cache=False, force_close=True, socket_factory=guard.open_socket
    )
    seen = []
    async with aiohttp.ClientSession(connector=connector) as session:
        for _ in range(times):
            try:
                async with guard.connecting(url), session.get(url) as response:
                    seen.append(await response.text())
            except NotFetched as error:
                seen.append(str(error.reason))
    return seen


def test_a_name_that_leads_elsewhere_the_second_time_gains_nothing() -> None:
    with scripted(lambda _: answer("own")) as own:
        port = own.address.rpartition(":")[2]
        names = DnsErrors(["127.0.0.1"], ["127.0.0.2"], ["10.0.0.1", "127.0.0.1"])
        url = f"http://site.example:{port}/"
        seen = asyncio.run(fetch(url, names, ["127.0.0.1"], times=3))
    assert seen == ["own", "private-address", "own"]


def test_a_public_site_has_no_private_address_of_its_own() -> None:
    with scripted(lambda _: answer("own")) as own:
        port = own.address.rpartition(":")[2]
        names = DnsErrors(["127.0.0.1"])
        seen = asyncio.run(fetch(f"http://site.example:{port}/", names, ["8.8.8.8"]))
        assert own.asked == []
    assert seen == ["private-address"]


def may(guard: AddressGuard, *addresses: str) -> list[bool]:
    """Whether IP addresses may be connected to, by requests that are sent at once."""

    async def connect(address: str) -> bool:
        await guard.ready()
        return guard.may_connect(ipaddress.ip_address(address))

    async def connect_at_once() -> list[bool]:
        return list(await asyncio.gather(*map(connect, addresses)))

    return asyncio.run(connect_at_once())


@pytest.mark.parametrize(
    ("hosts", "address", "is_allowed"),
    [
        pytest.param(["127.0.0.1"], "127.0.0.1", True, id="its own"),
        pytest.param(["localhost"], "127.0.0.1", True, id="its own by name"),
        pytest.param(["127.0.0.1"], "::ffff:127.0.0.1", True, id="its own, mapped"),
        pytest.param(["127.0.0.1"], "127.0.0.2", False, id="another of the network"),
        *(
            pytest.param([each], each, False, id=f"services of a cloud as a site: {each}")
            for each in ("169.254.169.254", "fd00:ec2::254", "100.100.100.200", "fe80::1%lo")
        ),
        pytest.param(["127.0.0.1"], "8.8.8.8", True, id="a public one"),
        pytest.param(["no-such-host.invalid"], "127.0.0.1", False, id="a site that is not there"),
    ],
)
def test_private_addresses_that_are_the_audited_sites_own(
    hosts: list[str], address: str, is_allowed: bool
) -> None:
    guard = AddressGuard(hosts)
    address_ = ipaddress.ip_address(address)
    assert not guard.may_connect(address_) or is_public(address_)
    assert may(guard, address, address, address) == [is_allowed] * 3


def test_a_host_with_a_public_address_too_has_no_private_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    say(monkeypatch, {"site.example": ["10.0.0.7", "8.8.8.8", "::ffff:10.0.0.8"]})
    guard = AddressGuard(["site.example"])
    assert may(guard, "10.0.0.7", "10.0.0.8", "8.8.8.8") == [False, False, True]
    say(monkeypatch, {"site.example": ["10.0.0.7"]})
    assert may(guard, "10.0.0.7") == [False], "it is looked up once"


@pytest.mark.parametrize(
    ("host", "is_allowed"),
    [("www.example.com", False), ("site.internal", True), ("10.0.0.7", True)],
)
def test_a_public_name_is_private_in_a_new_audit_alone(
    host: str, is_allowed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    say(monkeypatch, {name: ["10.0.0.7"] for name in ("www.example.com", "site.internal")})
    assert may(AddressGuard([host]), "10.0.0.7") == [True]
    settings = Settings({"GUARD": AddressGuard([host], is_new=False)})
    assert may(settings.copy()["GUARD"], "10.0.0.7") == [is_allowed]
    assert settings["GUARD"] is settings.copy()["GUARD"]


def say(monkeypatch: pytest.MonkeyPatch, names: dict[str, list[str]]) -> None:
    """Have names looked up in a table of the test's own."""

    def getaddrinfo(host: str, *_: object, **__: object) -> list[tuple[object, ...]]:
        if read_address(host) is None and host not in names:
            raise socket.gaierror(socket.EAI_NONAME, "no such name")
        return [(0, 0, 0, "", (each, 0)) for each in names.get(host, [host])]

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)


@pytest.mark.parametrize(
    ("host", "reason"),
    [
        ("127.0.0.1", "a private IP address"),
        ("turning.example.com", "a private IP address"),
        ("intranet", "no name of the public DNS"),
        ("a.internal", "no name of the public DNS"),
        ("nas.home.arpa", "no name of the public DNS"),
        ("public.example.com", None),
        ("not-known-here.example.com", None),
        ("given.internal", None),
    ],
)
def test_what_a_proxy_would_look_up_is_judged_by_what_is_known_here(
    host: str, reason: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(address_guard, "KEPT", 0.0)
    guard = AddressGuard(["given.internal"])
    names = {"turning.example.com": ["8.8.8.8"], "public.example.com": ["8.8.8.8"]}
    say(monkeypatch, names)
    if host.startswith("turning"):
        asyncio.run(guard.check_name(host, f"http://{host}/"))
    say(monkeypatch, names | {"turning.example.com": ["10.0.0.7"]})
    with pytest.raises(NotFetched, match=reason) if reason else contextlib.nullcontext():
        asyncio.run(guard.check_name(host, f"http://{host}/"))
