"""Attacks on private networks, made for real in a network where each IP address has a server."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import ssl
import threading
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest
from commanding import PATIENCE, command, forked, only, page, record, run, sitemap
from mockserver.network import Network, network
from mockserver.scripted import ReceivedRequest, ScriptedServer, answer, scripted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from mockserver.certificates import Certificates

PUBLIC, OTHER = "93.184.216.34", "93.184.216.35"
SITE = "http://www.example.com"
ATTACKS = {
    "http://10.0.0.7:8080/admin": "10.0.0.7",
    "http://100.64.0.1/": "100.64.0.1",
    "http://169.254.169.254/latest/meta-data/": "169.254.169.254",
    "http://[fd00:ec2::254]/": "fd00:ec2::254",
    "http://0.0.0.0/": "127.0.0.1",
    "http://0/zero": "127.0.0.1",
    "http://127.1/short": "127.0.0.1",
    "http://2130706433/decimal": "127.0.0.1",
    "http://0x7f.1/hexadecimal": "127.0.0.1",
    "http://017700000001/octal": "127.0.0.1",
    "http://[::1]/": "::1",
    "http://[::ffff:10.0.0.7]/mapped": "10.0.0.7",
    "http://[::ffff:0:a00:7]/translated": "::ffff:0:a00:7",
    "http://[::a00:7]/compatible": "::a00:7",
    "http://[64:ff9b::a00:7]/nat64": "64:ff9b::a00:7",
    "http://[64:ff9b:1:a00:0:700:808:808]/own-nat64": "64:ff9b:1:a00:0:700:808:808",
    "http://[2002:a00:7::1]/6to4": "2002:a00:7::1",
    "http://[2001:0:808:808::f5ff:fff8]/teredo": "2001:0:808:808::f5ff:fff8",
    "http://[2606:4700::5efe:a00:7]/isatap": "2606:4700::5efe:a00:7",
    "http://localhost/": "127.0.0.1",
    "http://metadata.google.internal/": "169.254.169.254",
    "http://private.example.net/": "10.0.0.9",
    "http://alias.example.net/": "10.0.0.7",
}
"By URL that a sitemap lists: the IP address that it leads to."
NAMES = {
    "www.example.com": [PUBLIC, "10.0.0.7"],
    "both.example.net": ["10.0.0.8", OTHER],
    "redirecting.example.net": [OTHER],
    "metadata.google.internal": ["169.254.169.254"],
    "private.example.net": ["10.0.0.9"],
    "alias.example.net": ["10.0.0.7"],
}


@pytest.fixture
def internet(tmp_path: Path) -> Iterator[Network]:
    (tmp_path / "network").mkdir()
    with network(tmp_path / "network") as made:
        yield made


@contextlib.contextmanager
def serving(
    internet: Network,
    script: Callable[[ReceivedRequest], bytes],
    *ports: int,
    tls: ssl.SSLContext | None,
) -> Iterator[list[ScriptedServer]]:
    """Servers on ports of every IP address there is; on 443 by TLS."""
    with contextlib.ExitStack() as stack:
        yield [
            stack.enter_context(
                scripted(
                    script,
                    listening=internet.listen("::", port),
                    tls=tls if port == 443 else None,
                )
            )
            for port in ports
        ]


def reached(servers: list[ScriptedServer]) -> set[str]:
    """IP addresses that were connected to."""
    return set[str]().union(*(server.connected for server in servers))


def attacking(asked: ReceivedRequest) -> bytes:
    """A public site that leads into the private network in every way that a site has."""
    inner = "http://10.0.0.7:8080"
    match asked.headers["host"], asked.target:
        case "redirecting.example.net", "/robots.txt":
            return answer(status="302 Found", headers=[f"Location: {inner}/robots.txt"])
        case _, "/robots.txt":
            text = f"Sitemap: {SITE}/sitemap.xml\nSitemap: {inner}/named.xml\n"
            return answer(text, kind="text/plain")
        case "www.example.com", "/sitemap.xml":
            own = [f"{SITE}/{name}" for name in ("a", "redirect", "relative", "canonical")]
            others = ["http://both.example.net/", "http://redirecting.example.net/"]
            image = f"<image:image><image:loc>{inner}/image.png</image:loc></image:image>"
            text = sitemap(*own, *others, *ATTACKS).replace("<urlset", f"<urlset {IMAGES}", 1)
            return answer(text.replace("</url>", f"{image}</url>", 1), kind="application/xml")
        case _, "/redirect":
            return answer(status="302 Found", headers=[f"Location: {inner}/redirected"])
        case _, "/relative":
            return answer(status="301 Moved", headers=["Location: //2130706433:8080/redirected"])
        case _, "/canonical":
            links = f'<link rel="canonical" href="{inner}/c"><link rel="alternate" hreflang="de"'
            return answer(page("c", f'{links} href="http://private.example.net/de">'))
    return answer(page(asked.server))


IMAGES = 'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"'
FEW_CHECKS = ("--select", "robots/html", "--workers", 0)


def attacked(internet: Network, output: Path, *options: str) -> tuple[Any, set[str]]:
    """An audit of the attacking site, and the IP addresses that were connected to."""
    internet.names.update(NAMES)
    with serving(internet, attacking, 80, 8080, tls=None) as servers:
        given = (SITE, "-o", output, *FEW_CHECKS, "--media", 5, *options)
        done = command(*given, output=output, before=internet.enter)
    return done, reached(servers)


def test_no_site_opens_a_private_network(internet: Network, tmp_path: Path) -> None:
    done, servers = attacked(internet, tmp_path / "out")
    assert done.status == 0, done.output
    assert servers == {PUBLIC, OTHER}
    pages = done.table("pages").set_index("url")
    refused = pages[pages["error"] == "private-address"]
    assert len(refused) >= len(ATTACKS), pages[["error", "status"]]
    assert set(refused["status"]) == {""}
    assert set(pages[pages["error"] == ""]["title"]) == {PUBLIC, OTHER, "c", ""}
    assert pages.loc[f"{SITE}/a", "title"] == PUBLIC
    assert pages.loc["http://both.example.net/", "title"] == OTHER
    assert "10.0.0.7" not in done.output


@pytest.mark.thorough
def test_each_of_these_attacks_leads_there_where_it_is_allowed(
    internet: Network, tmp_path: Path
) -> None:
    _, servers = attacked(internet, tmp_path / "out", "--allow-private")
    assert set(ATTACKS.values()) - servers == set()


def test_a_name_that_turns_private_later_gains_nothing(
    internet: Network, tmp_path: Path, certificates: Certificates
) -> None:
    """Neither in the handler of the other scheme, which comes later, nor when it is resumed."""
    internet.names["www.example.com"] = [PUBLIC]
    is_fetched, is_stopped = threading.Event(), threading.Event()

    def rebinding(asked: ReceivedRequest) -> bytes:
        match asked.target:
            case "/robots.txt":
                return answer(f"Sitemap: {own}/sitemap.xml", kind="text/plain")
            case "/sitemap.xml":
                internet.names["www.example.com"] = ["10.0.0.7"]
                listed = [f"{own}/{n}" for n in range(9)]
                inner = [f"http://10.0.0.7:8080/{n}" for n in range(9)]
                return answer(sitemap(*listed, *inner), kind="application/xml")
            case "/1" if asked.server == PUBLIC:
                is_fetched.set()
                is_stopped.wait(PATIENCE)
        return answer(page(asked.server))

    own = SITE.replace("http", "https")
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(certificates.good("www.example.com"))
    given = (own, "-o", tmp_path / "out", *FEW_CHECKS, "--concurrency", 1)
    with serving(internet, rebinding, 443, 8080, tls=tls) as servers:
        with forked(*given, before=internet.enter) as process:
            assert is_fetched.wait(PATIENCE)
            os.killpg(process.pid, signal.SIGINT)
            is_stopped.set()
            process.communicate()
        resumed = run("resume", folder := only(tmp_path / "out"), before=internet.enter)
    assert reached(servers) == {PUBLIC}
    assert resumed.returncode == 3
    (why,) = record(folder)["incomplete_because"]
    assert why.startswith(f"{own} resolved to a private IP address")


def test_a_private_site_is_its_own_network_and_no_other(internet: Network, tmp_path: Path) -> None:
    internet.names |= {"site.internal": ["10.0.0.7"], "other.internal": ["10.0.0.9"]}

    def private(asked: ReceivedRequest) -> bytes:
        if asked.target == "/sitemap.xml":
            internet.names["site.internal"] = ["10.0.0.7", "10.0.0.8"]
            locs = ("http://site.internal/a", "http://10.0.0.7:8080/b", "http://other.internal/c")
            return answer(sitemap(*locs), kind="application/xml")
        return answer(page(asked.server))

    with serving(internet, private, 80, 8080, tls=None) as servers:
        output = tmp_path / "out"
        given = ("http://site.internal/sitemap.xml", "-o", output, *FEW_CHECKS)
        done = command(*given, output=output, before=internet.enter)
        assert done.status == 0, done.output
        assert reached(servers) == {"10.0.0.7"}
        assert done.page("/b")["title"] == "10.0.0.7"
        assert done.page("/c")["error"] == "private-address"
        assert done.folder is not None
        (done.folder / "run.json").write_text(json.dumps(done.run | {"complete": False}))
        shutil.rmtree(done.folder / "data" / "pages")
        resumed = run("resume", done.folder, before=internet.enter)
    assert resumed.returncode == 0, resumed.stderr
    assert done.page("/a")["status"] == "200"
    assert reached(servers) <= {"10.0.0.7", "10.0.0.8"}


def test_an_audit_of_somebody_else_opens_no_private_network(
    internet: Network, tmp_path: Path
) -> None:
    """Whatever its run.json says."""
    internet.names["www.example.com"] = [PUBLIC]
    listed = [f"{SITE}/a", "http://10.0.0.7:8080/b", "http://private.example.net/c"]

    def public(asked: ReceivedRequest) -> bytes:
        if asked.target == "/sitemap.xml":
            return answer(sitemap(*listed), kind="application/xml")
        return answer(page(asked.server))

    with serving(internet, public, 80, 8080, tls=None) as servers:
        output = tmp_path / "out"
        given = (f"{SITE}/sitemap.xml", "-o", output, *FEW_CHECKS)
        done = command(*given, output=output, before=internet.enter)
        assert done.status == 0, done.output
        assert done.folder is not None
        kept = done.run | {"complete": False}
        kept["options"] |= {"allow_private": True, "connect_to": ["www.example.com:80:10.0.0.7:80"]}
        (done.folder / "run.json").write_text(json.dumps(kept))
        refused = run("resume", done.folder, before=internet.enter)
        assert (refused.returncode, "Pass --connect-to again." in refused.stderr) == (2, True)
        kept["options"]["connect_to"] = []
        (done.folder / "run.json").write_text(json.dumps(kept))
        shutil.rmtree(done.folder / "data" / "pages")
        resumed = run("resume", done.folder, before=internet.enter)
    assert reached(servers) == {PUBLIC}
    assert "Not taken from the stored audit" in resumed.stderr
    assert {done.page(path)["status"] for path in ("/b", "/c")} == {""}


def test_a_proxy_is_asked_for_no_private_network(internet: Network, tmp_path: Path) -> None:
    """A name that is not known here may be the proxy's to know, if it is a public one."""
    internet.names |= NAMES | {"www.example.com": [PUBLIC]}
    unknown = [f"http://{name}/" for name in ("intranet", "secret.internal", "printer.local")]
    public = "http://not-known-here.example.org/"

    def proxy(asked: ReceivedRequest) -> bytes:
        if asked.target == f"{SITE}/sitemap.xml":
            locs = (public, "http://both.example.net/", *unknown, *ATTACKS)
            return answer(sitemap(*locs), kind="application/xml")
        return answer(page("a"))

    with serving(internet, proxy, 3128, tls=None) as (server,):
        output = tmp_path / "out"
        given = (f"{SITE}/sitemap.xml", "-o", output, *FEW_CHECKS)
        proxied = ("--proxy", f"http://{OTHER}:3128")
        done = command(*given, *proxied, output=output, before=internet.enter)
    assert done.status == 0, done.output
    hosts = {urlsplit(asked.target).hostname for asked in server.asked}
    assert hosts == {"www.example.com", "not-known-here.example.org"}
    pages = done.table("pages")
    assert set(pages[~pages["url"].str.startswith(public)]["error"]) == {"private-address"}
