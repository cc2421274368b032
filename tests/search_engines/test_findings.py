"""What the checks find in the sitemaps that Search Console tells of, in an audit of a small site.

The server speaks https://developers.google.com/webmaster-tools/v1/sitemaps/list.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
from commanding import Ended, command, page
from commanding import sitemap as listing
from google_server import service_account
from mockserver.scripted import answer, scripted

from search_engines.search_console_server import SearchConsoleServer, serving, sitemap

if TYPE_CHECKING:
    from mockserver.scripted import ReceivedRequest

NOW = datetime.now(UTC)
AGO = NOW - timedelta(days=90)
SITEMAPS = ("index.xml", "double.xml", "short.xml", "broken.xml", "pending.xml")
DECLARED = (*SITEMAPS, "forgotten.xml")


class Site:
    """A site with sitemaps in robots.txt; one is an index, and one lists a page twice."""

    address = ""

    def __call__(self, asked: ReceivedRequest) -> bytes:
        name = asked.target.removeprefix("/")
        if name == "robots.txt":
            lines = "".join(f"Sitemap: {self.address}/{each}\n" for each in DECLARED)
            return answer(f"User-agent: *\n{lines}", kind="text/plain")
        if name == "index.xml":
            return answer(_index(f"{self.address}/part.xml"), kind="text/xml")
        if name in {*DECLARED, "part.xml"}:
            pages = [f"{self.address}/{name[0]}{each}" for each in ("1", "2")]
            more = pages[:1] if name == "double.xml" else []
            return answer(listing(*pages, *more), kind="text/xml")
        if name.endswith(".xml"):
            return answer(status="404 Not Found")
        return answer(page(name))


def _index(*sitemaps: str) -> str:
    entries = "".join(f"<sitemap><loc>{each}</loc></sitemap>" for each in sitemaps)
    space = "http://www.sitemaps.org/schemas/sitemap/0.9"
    return f'<sitemapindex xmlns="{space}">{entries}</sitemapindex>'


def _submitted(base: str) -> list[dict[str, object]]:
    lately = NOW - timedelta(hours=2)
    read, long_ago = (f"{each:%Y-%m-%dT%H:%M:%SZ}" for each in (lately, AGO))

    def told(name: str, urls: int = 2, **other: object) -> dict[str, object]:
        contents = [{"type": "web", "submitted": str(urls), "indexed": "0"}]
        times = {"lastSubmitted": long_ago, "lastDownloaded": read}
        return sitemap(f"{base}/{name}", contents=contents, **times | other)

    return [
        told("index.xml", isSitemapsIndex=True),
        told("double.xml"),
        told("short.xml", urls=1),
        told("broken.xml", errors="3", lastDownloaded=long_ago),
        told("pending.xml", urls=0, errors="1", isPending=True),
        told("old.xml", urls=7),
    ]


@pytest.fixture(scope="module")
def audited(tmp_path_factory: pytest.TempPathFactory) -> Ended:
    folder = tmp_path_factory.mktemp("audit")
    site, google = Site(), SearchConsoleServer()
    with serving(google), scripted(site) as server:
        site.address = server.address
        owner = f"{site.address}/"
        google.sites = {owner: "siteOwner"}
        google.sitemaps = {owner: _submitted(site.address)}
        key = ("--google-credentials", service_account(folder / "key.json"))
        options = ("-o", folder, "--select", "search", "--workers", 0, "--search-console", owner)
        return command(server.address, *options, *key, output=folder)


def test_checks_find_what_search_console_says_of_the_sitemaps(audited: Ended) -> None:
    day, nowhere = f"{AGO:%Y-%m-%d}", "not in robots.txt or a sitemap index"
    old, today = f"Google: read on {day}, 90 days before", f"{AGO + timedelta(days=90):%Y-%m-%d}"
    found = {
        (row["check"], row["sitemap_url"].rpartition("/")[2], row["observed"].partition(" (")[0])
        for row in audited.table("findings").to_dict("records")
    }
    assert found == {
        ("search/sitemap-not-submitted", "forgotten.xml", "Not submitted to Google"),
        ("search/submitted-not-declared", "old.xml", f"Submitted to Google on {day}; {nowhere}"),
        ("search/sitemap-errors", "broken.xml", f"Google: 3 errors; read on {day}"),
        ("search/sitemap-not-downloaded", "broken.xml", f"{old} {today}"),
        ("search/sitemap-count-differs", "double.xml", "Google counts 2 URLs"),
        ("search/sitemap-count-differs", "short.xml", "Google counts 1 URL"),
    }


def test_what_could_not_be_compared_is_not_checked(audited: Ended) -> None:
    checks = audited.table("checks").set_index("check")
    # old.xml was not read by the audit, and broken.xml by Google long ago.
    assert checks.loc["search/sitemap-count-differs", "unknown"] == "2"
    assert checks.loc["search/sitemap-not-submitted", "unknown"] == "0"
