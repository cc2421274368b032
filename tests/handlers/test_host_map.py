"""Staging: fetched from one host, spoken of as another; connections that go elsewhere."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pandas as pd
import pytest
from commanding import only, record, run
from mockserver import served
from scrapy import Request
from scrapy.http import Response

from sitemap_audit.errors import UsageError
from sitemap_audit.handlers.connect_to import ConnectOverride, read_connect_overrides
from sitemap_audit.handlers.host_map import HostMap, read_host_map
from sitemap_audit.options.option_sources import read_options

if TYPE_CHECKING:
    from mockserver.certificates import Certificates

ROOT = Path(__file__).parents[2]
LIVE, STAGING = "https://www.example.com", "https://staging.example.com"
MAP = HostMap(
    {LIVE: STAGING, "http://www.example.com": "http://staging.example.com", "https://a.de": STAGING}
)


@pytest.mark.parametrize(
    ("asked", "fetched"),
    [
        (f"{LIVE}/", f"{STAGING}/"),
        (LIVE, STAGING),
        (f"{LIVE}//A/../b%7E?q=a/b&C=%zz", f"{STAGING}//A/../b%7E?q=a/b&C=%zz"),
        ("HTTPS://WWW.Example.com:443/x", f"{STAGING}/x"),
        (f"{LIVE}?q", f"{STAGING}/?q"),
        ("http://www.example.com/x", "http://staging.example.com/x"),
        ("https://www.example.com:8443/x", "https://www.example.com:8443/x"),
        ("https://www.example.com.evil.example/", "https://www.example.com.evil.example/"),
        (f"{STAGING}/x", f"{STAGING}/x"),
    ],
)
def test_the_host_alone_is_another(asked: str, fetched: str) -> None:
    assert MAP.fetched(Request(asked)).url == fetched


@pytest.mark.parametrize(
    ("location", "spoken"),
    [
        (f"{STAGING}/new/?a=B", f"{LIVE}/new/?a=B"),
        ("https://STAGING.example.com:443/new", f"{LIVE}/new"),
        ("//staging.example.com/new", f"{LIVE}/new"),
        ("http://staging.example.com/new", "http://www.example.com/new"),
        ("/new", "/new"),
        ("new?x=https://staging.example.com/", "new?x=https://staging.example.com/"),
        (f"{LIVE}/new", f"{LIVE}/new"),
        ("https://other.example/new", "https://other.example/new"),
        ("//other.example/new", "//other.example/new"),
    ],
)
def test_a_location_that_leads_to_staging_speaks_of_the_site(location: str, spoken: str) -> None:
    asked = Request(f"{LIVE}/old", meta={"spool": "x"})
    fetched = MAP.fetched(asked)
    link = f"<{STAGING}/old>; rel=canonical"
    response = Response(fetched.url, 301, {"Location": location, "Link": link})
    answer = MAP.mapped_response(asked, fetched, response)
    assert (answer.url, answer.status) == (asked.url, 301)
    assert answer.headers["Location"] == spoken.encode()
    assert answer.headers["Link"] == link.encode()


def test_a_site_is_spoken_of_by_the_address_that_was_asked_for() -> None:
    asked = Request("https://a.de/old")
    fetched = MAP.fetched(asked)
    response = Response(fetched.url, 301, {"Location": f"{STAGING}/new"})
    assert MAP.mapped_response(asked, fetched, response).headers["Location"] == b"https://a.de/new"


@pytest.mark.parametrize(
    "written",
    [
        LIVE,
        f"{LIVE}={STAGING}/path",
        f"{LIVE}=staging.example.com",
        f"{LIVE}=https://u:p@s.example",
    ],
)
def test_what_maps_no_host_to_a_host_gets_a_sentence(written: str) -> None:
    with pytest.raises(UsageError, match=r"^map "):
        read_host_map(read_options({"map": written})[0])


@pytest.mark.parametrize(
    ("written", "override"),
    [
        (
            "www.Example.com:443:192.0.2.1:8443",
            ConnectOverride("www.example.com", 443, "192.0.2.1", 8443),
        ),
        ("::staging.example.com:", ConnectOverride("", None, "staging.example.com", None)),
        ("[2001:db8::1]:80:[::1]:8080", ConnectOverride("2001:db8::1", 80, "::1", 8080)),
    ],
)
def test_detours_are_written_as_curl_has_them(written: str, override: ConnectOverride) -> None:
    assert read_connect_overrides(read_options({"connect_to": written})[0]) == [override]


def test_a_detour_that_is_not_written_so_gets_a_sentence() -> None:
    with pytest.raises(UsageError, match=r"^connect_to is 'www.example.com:443'; it must be HOST:"):
        read_options({"connect_to": "www.example.com:443"})


def audited(output: Path, *arguments: object, **environment: str) -> tuple[Path, dict[str, Any]]:
    """Run the command to its end; the audit's folder and its record."""
    few = ("--select", "canonical,status", "--workers", 0)
    done = run(*arguments, "-o", output, *few, environment=environment)
    assert done.returncode == 0, done.stdout + done.stderr
    folder = only(output)
    return folder, record(folder)


def test_a_site_is_audited_on_staging_and_reported_as_itself(tmp_path: Path) -> None:
    site = tmp_path / "site"
    site.mkdir()
    (site / "robots.txt").write_text(f"Sitemap: {LIVE}/maps.xml\n")
    locs = "".join(f"<url><loc>{LIVE}/{name}</loc></url>" for name in ("", "a/?X=1", "old", "b"))
    (site / "maps.xml").write_text(
        f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{locs}</urlset>'
    )
    canonical = '<link rel="canonical" href="{}"><title>{}</title>'
    for name, href in (("home", f"{LIVE}/"), ("a", f"{LIVE}/a/?X=1"), ("b", "{{base}}/b")):
        (site / f"{name}.html").write_text(canonical.format(href, name))
    (site / "site.toml").write_text(
        "\n".join(
            f'[[rule]]\npath = "{path}"\n{rest}'
            for path, rest in (
                ("/", 'file = "home.html"'),
                ("/a/?X=1", 'file = "a.html"'),
                ("/b", 'file = "b.html"'),
                ("/old", 'status = 301\nlocation = "{{base}}/a/?X=1"'),
            )
        )
    )
    with served(site, log=tmp_path / "log") as addresses:
        staging = addresses["base"]
        folder, run = audited(tmp_path / "out", LIVE, "--map", f"{LIVE}={staging}")
    assert folder.parent.name == "www.example.com"
    assert run["sites"] == [f"{LIVE}/"]
    assert run["ledger"]["outcomes"] == {"fetched": 4}
    pages = pd.read_csv(folder / "tables/pages.csv").set_index("url")
    listed = pages[pages["role"].isin(["listed", "home"])]
    assert listed["status"].to_dict() == {
        f"{LIVE}/": 200,
        f"{LIVE}/a/?X=1": 200,
        f"{LIVE}/old": 301,
        f"{LIVE}/b": 200,
    }
    assert pages["redirect_url"].dropna().to_dict() == {f"{LIVE}/old": f"{LIVE}/a/?X=1"}
    found = pd.read_csv(folder / "findings.csv")
    assert set(found.loc[found["url"] == f"{LIVE}/b", "observed"]) >= {f"Canonical: {staging}/b"}
    assert not found["url"].fillna("").str.startswith(staging).any()
    asked = [line.split()[2] for line in (tmp_path / "log").read_text().splitlines()]
    assert {"/robots.txt", "/maps.xml", "/a/?X=1", "/old", "/b"} <= set(asked)


def test_connections_go_elsewhere_and_the_host_stays(
    tmp_path: Path, certificates: Certificates
) -> None:
    hosts = ["www.example.com", "192.0.2.1"]
    certificate = certificates.good(*hosts)
    with ExitStack() as stack:
        arguments: list[str] = []
        for host in hosts:
            site = tmp_path / host
            site.mkdir()
            (site / "robots.txt").write_text(f"Sitemap: https://{host}/sitemap.txt\n")
            (site / "sitemap.txt").write_text(f"https://{host}/\n")
            (site / "index.html").write_text("<title>x</title>")
            log = tmp_path / f"{host}.log"
            addresses = stack.enter_context(served(site, certificate=certificate, log=log))
            port = addresses["base"].rpartition(":")[2]
            arguments += [f"https://{host}", "--connect-to", f"{host}:443:127.0.0.1:{port}"]
        trusted = {"SSL_CERT_FILE": str(certificates.authority)}
        folder, run = audited(tmp_path / "out", *arguments, **trusted)
    assert run["ledger"]["outcomes"] == {"fetched": 2}
    assert pd.read_csv(folder / "tables/pages.csv")["tls_problem"].isna().all()
    for host in hosts:
        lines = (tmp_path / f"{host}.log").read_text().splitlines()
        assert {line.split()[0] for line in lines} == {host}
