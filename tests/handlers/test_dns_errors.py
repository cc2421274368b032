"""Only a host that DNS is known not to know is said not to exist."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from typing import TYPE_CHECKING, Any

import pytest
from commanding import Ended, only, page, run, sitemap
from mockserver.scripted import ReceivedRequest, answer, scripted

from sitemap_audit.handlers.dns_errors import DnsErrors
from sitemap_audit.items import FetchError

if TYPE_CHECKING:
    from pathlib import Path

AUDITED = "www.example.com"
NO_NAME = socket.gaierror(socket.EAI_NONAME, "Name or service not known")
NO_DATA = socket.gaierror(socket.EAI_NODATA, "No address associated with hostname")
AGAIN = socket.gaierror(socket.EAI_AGAIN, "Temporary failure in name resolution")


def resolve(monkeypatch: pytest.MonkeyPatch, **says: OSError | None) -> None:
    """Have the names of ``says``, dots as underscores, be all that there is."""

    def getaddrinfo(host: str, *_: Any, **__: Any) -> list[Any]:
        if (error := says[host.replace(".", "_")]) is not None:
            raise error
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("192.0.2.1", 0))]

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)


@pytest.mark.parametrize(
    ("first", "second", "kind"),
    [
        pytest.param(NO_NAME, NO_NAME, FetchError.DNS, id="no such name, twice"),
        pytest.param(NO_NAME, AGAIN, FetchError.RESOLVER, id="no such name, then silence"),
        pytest.param(NO_NAME, None, FetchError.RESOLVER, id="no such name, then an address"),
        pytest.param(NO_NAME, NO_DATA, FetchError.RESOLVER, id="no such name, then no address"),
        pytest.param(NO_DATA, NO_DATA, FetchError.NO_ADDRESS, id="no address, twice"),
        pytest.param(NO_DATA, None, FetchError.RESOLVER, id="none that this machine can use"),
        pytest.param(AGAIN, NO_NAME, FetchError.RESOLVER, id="SERVFAIL or silence"),
        pytest.param(OSError("?"), NO_NAME, FetchError.RESOLVER, id="another error"),
    ],
)
def test_a_name_is_asked_for_twice(
    first: OSError, second: OSError | None, kind: FetchError, monkeypatch: pytest.MonkeyPatch
) -> None:
    resolve(monkeypatch, www_example_com=None, other_example=second)
    assert asyncio.run(DnsErrors([AUDITED]).classify("other.example", first)) == kind


@pytest.mark.parametrize(
    ("hosts", "kind"),
    [
        pytest.param([AUDITED], FetchError.DNS, id="the audited host is known"),
        pytest.param(["unknown.example", AUDITED], FetchError.DNS, id="one of them is"),
        pytest.param(["unknown.example"], FetchError.RESOLVER, id="it is not"),
        pytest.param(["192.0.2.1", "[::1]"], FetchError.RESOLVER, id="addresses prove nothing"),
        pytest.param(["localhost", "a.localhost"], FetchError.RESOLVER, id="nor does localhost"),
        pytest.param(["Other.example."], FetchError.DNS, id="the audited host itself"),
    ],
)
def test_a_resolver_that_has_resolved_nothing_proves_nothing(
    hosts: list[str], kind: FetchError, monkeypatch: pytest.MonkeyPatch
) -> None:
    resolve(monkeypatch, www_example_com=None, unknown_example=NO_NAME, other_example=NO_NAME)
    assert asyncio.run(DnsErrors(hosts).classify("other.example", NO_NAME)) == kind


@pytest.mark.parametrize(
    ("host", "kind"),
    [
        pytest.param("www.example.invalid", FetchError.DNS, id="invalid"),
        pytest.param("WWW.EXAMPLE.INVALID.", FetchError.DNS, id="in capitals, with a dot"),
        pytest.param("invalid.example.com", FetchError.RESOLVER, id="elsewhere in the name"),
        pytest.param("notinvalid", FetchError.RESOLVER, id="another name"),
    ],
)
def test_a_name_that_is_defined_not_to_be_needs_no_dns(host: str, kind: FetchError) -> None:
    assert asyncio.run(DnsErrors([]).classify(host, AGAIN)) == kind


RESOLVER = """
import socket

KNOWN = {"www.example.test": [None], "once.example": ["NONAME", None], "gone.example": ["NONAME"],
    "silent.example": ["AGAIN"], "empty.example": ["NODATA"], "refused.example": [None]}
resolve = socket.getaddrinfo


def getaddrinfo(host, *arguments, **named):
    says = KNOWN.get(host)
    if says is None:
        return resolve(host, *arguments, **named)
    error = says.pop(0) if len(says) > 1 else says[0]
    if error is not None:
        raise socket.gaierror(getattr(socket, f"EAI_{error}"), error)
    return resolve("127.0.0.1", *arguments, **named)


socket.getaddrinfo = getaddrinfo
"""
"""DNS as a test has it, in front of the system's own."""


def test_of_another_site_only_that_it_does_not_exist_is_a_finding(tmp_path: Path) -> None:
    address: list[str] = []
    with contextlib.ExitStack() as stack:
        bound = stack.enter_context(socket.socket())
        bound.bind(("127.0.0.1", 0))
        closed = bound.getsockname()[1]
        others = {
            "/gone": f"http://gone.example:{closed}/",
            "/once": f"http://once.example:{closed}/",
            "/silent": f"http://silent.example:{closed}/",
            "/empty": f"http://empty.example:{closed}/",
            "/refused": f"http://refused.example:{closed}/",
        }

        def site(asked: ReceivedRequest) -> bytes:
            match asked.target:
                case "/robots.txt":
                    return answer(f"Sitemap: {address[0]}/sitemap.xml", kind="text/plain")
                case "/sitemap.xml":
                    locs = (address[0] + path for path in others)
                    return answer(sitemap(*locs), kind="text/xml")
                case path if path in others:
                    link = f'<link rel="canonical" href="{others[path]}">'
                    return answer(page(path, link))
            return answer(page(asked.target))

        server = stack.enter_context(scripted(site))
        address.append(server.address.replace("127.0.0.1", "www.example.test"))
        # uvloop has a resolver in C, which a test cannot get before.
        given = (f"site={address[0]}", f"output={tmp_path / 'out'}", "workers=0")
        select = "select=canonical/target-no-response,robots/server-error,status"
        done = run(
            *("crawl", "sitemap", "-s", "ASYNCIO_EVENT_LOOP=asyncio.SelectorEventLoop"),
            *(part for each in (*given, select) for part in ("-a", each)),
            module="scrapy",
            patch=RESOLVER,
        )
    ended = Ended(done.returncode, done.stdout + done.stderr, only(tmp_path / "out"))
    assert ended.run["complete"], ended.output
    robots = ended.table("robots").set_index("origin")["error"]
    assert {path: robots.get(url.rstrip("/")) for path, url in others.items()} == {
        "/gone": "dns",
        "/once": "refused",  # the second time there is an address, where nothing listens
        "/silent": "resolver",
        "/empty": "no-address",
        "/refused": "refused",
    }
    findings = ended.table("findings")
    told = list(zip(findings["check"], findings["related_url"], findings["observed"], strict=True))
    assert told == [
        ("canonical/target-no-response", others["/gone"], "DNS lookup failed (no such host)")
    ]
