"""Whole audits by HTTP/2: what they say is what they say by HTTP/1.1."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from commanding import audit, command, page, sitemap
from mockserver.fronted import fronted
from mockserver.http2 import Said, Stream, http2, nothing
from mockserver.scripted import Asked, answer, scripted

from sitemap_audit.errors import UsageError
from sitemap_audit.network.http2 import require_http2
from sitemap_audit.options import Options

if TYPE_CHECKING:
    from collections.abc import Mapping

    from commanding import Ended
    from mockserver.certificates import Certificates

SITE = Path(__file__).parents[1] / "sites" / "redirects" / "site"
VOLATILE = ["protocol", "latency", "seconds", "fetched_at_utc"]
BIG = 17 * 2**20
"Bytes; more than is read of a page."


async def reset(stream: Stream) -> None:
    stream.reset()


async def reset_in_the_body(stream: Stream) -> None:
    stream.begin("200", ("content-type", "text/html"), ("content-length", "1000"))
    await stream.body(b"<!doctype html><title>half</title>")
    stream.reset()


HALF = answer("<!doctype html><title>half</title>").replace(b"Length: 34", b"Length: 1000")
PAGES: Mapping[str, bytes | Said] = {
    "/missing": answer("Not here", status="404 Not Found"),
    "/moved": answer(status="301 Moved Permanently", headers=["Location: /a0"]),
    "/failing": answer("Later", status="500 Internal Server Error"),
    "/reset": Said(b"", reset),
    "/truncated": Said(HALF, reset_in_the_body),
    "/silent": Said(None, nothing),
    "/too-large": answer("x" * BIG),
    **{f"/a{number}": answer(page(f"a{number}")) for number in range(20)},
}
LISTED = {f"/a{number}" for number in range(40)}


def audited(
    address: str, output: Path, certificates: Certificates, *options: str, http2: bool
) -> Ended:
    output.mkdir()
    trusted = {"SSL_CERT_FILE": str(certificates.authority)}
    chosen = [*options, "--http2"] if http2 else options
    return audit(address, "--timeout", "1", *chosen, output=output, environment=trusted)


def by_http2(asked: Asked) -> bool:
    return ":method" in asked.headers


def test_every_outcome_is_told_as_by_http1(tmp_path: Path, certificates: Certificates) -> None:
    def site(asked: Asked) -> bytes | Said:
        address = f"https://{asked.headers.get(':authority') or asked.headers['host']}"
        if asked.target == "/robots.txt":
            return answer(f"Sitemap: {address}/sitemap.xml\n", kind="text/plain")
        if asked.target == "/sitemap.xml":
            locs = [f"{address}{path}" for path in PAGES]
            return answer(sitemap(*locs), kind="application/xml")
        return PAGES.get(asked.target, PAGES["/missing"])

    with http2(site, certificates.good()) as server:
        plain = audited(server.address, tmp_path / "1", certificates, http2=False)
        assert not any(map(by_http2, server.asked))
        server.asked.clear()
        done = audited(server.address, tmp_path / "2", certificates, http2=True)
    assert done.status == plain.status, done.output
    for name in ("findings", "pages", "sitemaps", "robots"):
        told = [
            each.table(name).drop(columns=VOLATILE, errors="ignore").to_csv(index=False)
            for each in (plain, done)
        ]
        assert told[0] == told[1]
    errors = done.table("pages").set_index("url")["error"]
    assert {str(url).rpartition("/")[2]: error for url, error in errors.items() if error} == {
        "reset": "reset",
        "truncated": "truncated",
        "silent": "timeout",
        "too-large": "too-large",
    }
    protocols = done.table("pages").set_index("url")["protocol"]
    assert protocols[f"{server.address}/a7"] == "HTTP/2.0"
    assert protocols[f"{server.address}/truncated"] == "HTTP/1.1"
    assert by_http2(server.asked[0])
    repeated = {asked.target for asked in server.asked if not by_http2(asked)}
    assert repeated == {"/reset", "/truncated", "/silent", "/failing"}


def test_a_whole_site_has_the_same_findings(tmp_path: Path, certificates: Certificates) -> None:
    found = []
    engines = ("--engines", "google,bing,yandex")
    for options in (engines, (*engines, "--http2")):
        output = tmp_path / f"audit{len(options)}"
        trusted = {"SSL_CERT_FILE": str(certificates.authority)}
        with fronted(SITE, certificates.good()) as server:
            done = command(
                server.address, "-o", output, *options, output=output, environment=trusted
            )
        rows = done.table("findings")[["check", "url", "sitemap_url", "related_url"]]
        found.append(sorted(re.sub(r":\d+", "", " ".join(row)) for row in rows.to_numpy()))
        spoken = done.table("pages")["protocol"].value_counts()
    assert found[0] == found[1]
    assert len(found[0]) == 46
    assert spoken["HTTP/2.0"] == 92


def test_two_workers_fetch_by_it_what_a_sitemap_lists_that_comes_slowly(
    tmp_path: Path, certificates: Certificates
) -> None:
    def site(asked: Asked) -> bytes | Said:
        address = f"https://{asked.headers[':authority']}"
        if asked.target == "/robots.txt":
            return answer(f"Sitemap: {address}/sitemap.xml\n", kind="text/plain")
        if asked.target == "/sitemap.xml":
            return Said(None, partial(slowly, sitemap(*(f"{address}/a{n}" for n in range(40)))))
        return answer(page(asked.target)) if asked.target in LISTED else PAGES["/missing"]

    async def slowly(body: str, stream: Stream) -> None:
        """In twice the time that an answer may take to begin."""
        stream.begin("200", ("content-type", "application/xml"))
        for start in range(0, len(body), len(body) // 7):
            await stream.body(body[start : start + len(body) // 7].encode())
            await asyncio.sleep(0.25)
        stream.end()

    with http2(site, certificates.good()) as server:
        options = ("--workers", "2")
        done = audited(server.address, tmp_path / "audit", certificates, *options, http2=True)
    assert done.run["ledger"]["outcomes"] == {"fetched": 40}, done.output
    asked = [each.target for each in server.asked if by_http2(each)]
    assert sorted(target for target in asked if target in LISTED) == sorted(LISTED)
    assert len(asked) == len(server.asked)
    assert asked.count("/sitemap.xml") == 1


def test_guards_credentials_and_detours_hold(tmp_path: Path, certificates: Certificates) -> None:
    def site(asked: Asked) -> bytes:
        if asked.headers.get("authorization") != "Bearer swordfish":
            return answer(status="401 Unauthorized")
        match asked.target:
            case "/robots.txt":
                return answer(f"Sitemap: {own}/sitemap.xml\n", kind="text/plain")
            case "/sitemap.xml":
                locs = [f"{own}/a", f"{own}/redirect", f"{inside.address}/listed"]
                return answer(sitemap(*locs), kind="application/xml")
            case "/redirect":
                location = f"Location: {inside.address}/redirected"
                return answer(status="302 Found", headers=[location])
        return answer(page("a"))

    own = "https://www.example.test"
    certificate = certificates.good("www.example.test")
    file = tmp_path / "auth.toml"
    file.write_text(f'["{own}"]\nbearer = "swordfish"\ncertificate = "{certificate}"\n')
    with (
        http2(lambda _: answer(page("secret")), certificate, host="127.0.0.2") as inside,
        http2(site, certificate, clients=certificates.authority) as outside,
    ):
        there = outside.address.removeprefix("https://")
        options = ("--connect-to", f"www.example.test:443:{there}", "--auth", str(file))
        done = audited(own, tmp_path / "audit", certificates, *options, http2=True)
    assert done.page("/a")["status"] == "200", done.output
    assert all(map(by_http2, outside.asked))
    assert {asked.headers[":authority"] for asked in outside.asked} == {"www.example.test"}
    assert inside.asked == []
    assert done.page("/listed")["error"] == "private-address"
    assert done.page("/redirected")["error"] == "private-address"


def test_a_bad_certificate_is_told_and_gets_no_secret(
    tmp_path: Path, certificates: Certificates
) -> None:
    def site(asked: Asked) -> bytes:
        if asked.target == "/sitemap.xml":
            address = f"https://{asked.headers['host']}"
            return answer(sitemap(f"{address}/a"), kind="application/xml")
        return answer(page("a"))

    file = tmp_path / "auth.toml"
    with http2(site, certificates.expired()) as server:
        file.write_text(f'["{server.address}"]\nbearer = "swordfish"\n')
        target = f"{server.address}/sitemap.xml"
        options = ("--auth", str(file))
        done = audited(target, tmp_path / "audit", certificates, *options, http2=True)
    told = done.page("/a")
    assert (told["status"], told["tls_problem"]) == ("200", "expired")
    assert not any("authorization" in asked.headers for asked in server.asked)


def test_nothing_goes_past_a_proxy(tmp_path: Path, certificates: Certificates) -> None:
    with (
        http2(lambda _: answer(page("a")), certificates.good()) as server,
        scripted(lambda _: answer(status="403 Forbidden")) as proxy,
    ):
        options = ("--proxy", proxy.address)
        done = audited(server.address, tmp_path / "audit", certificates, *options, http2=True)
    assert done.status == 3, done.output
    assert server.asked == []
    assert {asked.method for asked in proxy.asked} == {"CONNECT"}


def test_without_h2_a_sentence_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "h2", None)
    require_http2(Options())
    with pytest.raises(UsageError, match=r"pip install 'sitemap-audit\[http2\]'"):
        require_http2(Options(http2=True))


def test_it_is_not_loaded_where_it_is_not_asked_for() -> None:
    program = (
        "import sys, sitemap_audit.cli, sitemap_audit.crawl, sitemap_audit.network.handler;"
        "sys.exit('sitemap_audit.network.http2.session' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
