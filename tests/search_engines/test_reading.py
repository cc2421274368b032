"""Reading a property of Search Console into an audit.

The server speaks https://developers.google.com/webmaster-tools/v1/sitemaps/list,
https://developers.google.com/webmaster-tools/v1/searchanalytics/query and
https://developers.google.com/webmaster-tools/v1/how-tos/all-your-data.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any, Protocol

import commanding
import pytest
from api_server import Reply
from google_server import MAIL, service_account
from imports.conftest import SITE, rows

from search_engines.search_console_server import (
    CUT,
    PERFORMANCE,
    SITEMAPS,
    SearchConsoleServer,
    busy,
    forbidden,
    not_enabled,
    quota,
    serving,
    sitemap,
    today,
)
from sitemap_audit.audit_place import AuditPlace
from sitemap_audit.errors import UsageError
from sitemap_audit.options.option_sources import read_options
from sitemap_audit.search_engines.properties import read_property
from sitemap_audit.search_engines.property_reading import read_search_console
from sitemap_audit.storage.run_file import read_run
from sitemap_audit.web_apis.google_credentials import google_api

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from subprocess import CompletedProcess

    from api_server import ApiRequest

    from sitemap_audit.run_record import ImportedFile

DOMAIN = "sc-domain:example.com"
SOURCE = f"search-console:{DOMAIN}"


class Reader(Protocol):
    """Reads a property."""

    def __call__(self, owner: str = DOMAIN, **given: Any) -> ImportedFile:
        """Read it with these options."""


@pytest.fixture
def google() -> Iterator[SearchConsoleServer]:
    """A Search Console with a property of the audited site."""
    index = sitemap(f"{SITE}/index.xml", isSitemapsIndex=True, contents=[])
    pages = [
        (f"{SITE}/a", 30, 400, 2.5),
        (f"{SITE}/a#:~:text=word", 2, 20, 4.0),
        (f"{SITE}/", 1, 10, 7.25),
        ("https://blog.example.com/", 1, 2, 1.0),
        ("android-app://com.example/", 0, 1, 1.0),
    ]
    made = SearchConsoleServer(
        sites={DOMAIN: "siteFullUser", "https://other.example/": "siteUnverifiedUser"},
        sitemaps={DOMAIN: [sitemap(f"{SITE}/sitemap.xml", errors="2", warnings="1"), index]},
        contained={f"{SITE}/index.xml": [sitemap(f"{SITE}/part.xml", isPending=True)]},
        pages={DOMAIN: pages},
    )
    with serving(made):
        yield made


@pytest.fixture
def key(tmp_path: Path) -> Path:
    """The file of a service account."""
    return service_account(tmp_path / "key.json")


def read(audit: Path, key: Path, *words: object, owner: str = DOMAIN) -> CompletedProcess[str]:
    given = ("import", audit, f"search-console:{owner}", "--google-credentials", key)
    return commanding.run(*given, *words)


def clicks(audit: Path) -> list[tuple[Any, ...]]:
    return rows(audit, "SELECT url, clicks FROM imported_urls ORDER BY file_id, line")


def test_sitemaps_and_performance_are_stored(
    google: SearchConsoleServer, audit: Path, key: Path
) -> None:
    google.most_rows = 2  # three pages of rows, and an empty one
    done = read(audit, key)
    first, last = google.last_day - timedelta(days=27), google.last_day
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        f"{SOURCE}: 2 submitted sitemaps, 1 in sitemap indexes.",
        f"{SOURCE}: clicks and impressions in web search, {first} to {last}, 5 rows: 3 of them URLs"
        " of this site.",
        "  Left out: 1 row of other hosts.",
        "  Not read: 1 not a URL (line 5).",
        f"To run the checks with it: sitemap-audit check {audit}",
    ]
    days, *paged = [each.json for each in google.requests_for(PERFORMANCE)]
    assert (days["dimensions"], days["endDate"]) == (["date"], today().isoformat())
    assert [each["startRow"] for each in paged] == [0, 2, 4, 5]
    assert paged[0] == {
        "startDate": first.isoformat(),
        "endDate": last.isoformat(),
        "dimensions": ["page"],
        "type": "web",
        "aggregationType": "byPage",
        "dataState": "final",
        "rowLimit": 25_000,
        "startRow": 0,
    }
    stored = "SELECT line, url, clicks, impressions, position FROM imported_urls ORDER BY line"
    assert rows(audit, stored) == [
        (1, f"{SITE}/a", 30, 400, 2.5),
        (2, f"{SITE}/a", 2, 20, 4.0),
        (3, f"{SITE}/", 1, 10, 7.25),
    ]
    found = (
        "SELECT url, in_index, is_index, is_pending, errors, warnings, urls,"
        " CAST(downloaded_at AS VARCHAR) FROM submitted_sitemaps"
    )
    at = "2026-02-03 04:05:06.789+00"
    assert rows(audit, found) == [
        (f"{SITE}/sitemap.xml", None, False, False, 2, 1, 28, at),
        (f"{SITE}/index.xml", None, True, False, 0, 0, None, at),
        (f"{SITE}/part.xml", f"{SITE}/index.xml", False, True, 0, 0, 28, at),
    ]
    counts = "SELECT url, content, submitted FROM submitted_counts"
    assert rows(audit, counts) == [
        (f"{SITE}/sitemap.xml", "web", 28),
        (f"{SITE}/part.xml", "web", 28),
    ]
    files = (
        "SELECT file, product, kind, rows, urls, elsewhere, unreadable, first_day, not_read"
        " FROM imported_files ORDER BY kind"
    )
    assert rows(audit, files) == [
        (SOURCE, "gsc", "performance", 5, 3, 1, 1, first.isoformat(), None),
        (SOURCE, "gsc", "sitemaps", 3, 3, 0, 0, None, None),
    ]


def test_a_second_reading_replaces_the_first_and_an_export_is_not_added(
    google: SearchConsoleServer, audit: Path, key: Path, tmp_path: Path
) -> None:
    export = tmp_path / "pages.csv"
    export.write_text(f"Top pages,Clicks,Impressions,CTR,Position\n{SITE}/a,31,500,6%,2.4\n")
    assert read(audit, key, export).returncode == 0
    google.pages[DOMAIN] = [(f"{SITE}/a", 33, 410, 2.5)]
    google.sitemaps[DOMAIN] = []
    assert read(audit, key).returncode == 0
    assert sorted(count for _, count in clicks(audit)) == [31, 33]
    assert rows(audit, "SELECT urls FROM imported_files WHERE kind = 'sitemaps'") == [(0,)]
    assert rows(audit, "SELECT COUNT(*) FROM submitted_sitemaps") == [(0,)]
    done = commanding.run("check", audit)
    assert done.returncode == 0, done.stderr
    told = read_run(audit).clicks
    assert told is not None
    assert told["total"] == 33  # not 64: the largest number of one product counts


NO_KEY = f"Create a new key of {MAIL} in the Google Cloud console"
FAILURES = [
    pytest.param(
        {SITEMAPS: forbidden(DOMAIN)},
        f"Cannot read submitted sitemaps, clicks and impressions of {DOMAIN}: 403 User does not"
        f" have sufficient permission for site '{DOMAIN}'. Add {MAIL} as a user of the property",
        id="no right",
    ),
    pytest.param(
        {SITEMAPS: not_enabled()},
        "Enable it at https://console.developers.google.com/apis/api/searchconsole.googleapis.com",
        id="API not enabled",
    ),
    pytest.param(
        {PERFORMANCE: quota(403)},
        f"Cannot read clicks and impressions of {DOMAIN}: 403 Search Analytics load quota exceeded."
        " Try again in 15 minutes or, if the quota of the day is used up, tomorrow.",
        id="quota",
    ),
    pytest.param(
        {PERFORMANCE: quota(429, retry_after=3600)},
        f"Cannot read clicks and impressions of {DOMAIN}: 429 Search Analytics load quota exceeded"
        ". Try again in 15 minutes",
        id="quota of the day",
    ),
    pytest.param(
        {SITEMAPS: busy()},
        f"Cannot read submitted sitemaps of {DOMAIN}: 503 The service is currently unavailable. Try"
        " again later.",
        id="busy",
    ),
]


@pytest.fixture
def reread(audit: Path, key: Path, monkeypatch: pytest.MonkeyPatch) -> Reader:
    """Reads the property in this process, without waits between tries."""
    defaults: Any = google_api.__kwdefaults__
    monkeypatch.setitem(defaults, "wait", 0)

    def reread(owner: str = DOMAIN, **given: Any) -> ImportedFile:
        options, _ = read_options({"google_credentials": key, **given})
        return read_search_console(AuditPlace(audit), read_run(audit), options, owner)

    return reread


@pytest.mark.parametrize(("outages", "sentence"), FAILURES)
def test_what_cannot_be_read_is_told_and_what_was_read_stays(
    google: SearchConsoleServer,
    audit: Path,
    reread: Reader,
    outages: dict[str, Reply],
    sentence: str,
) -> None:
    google.outages = outages
    (told,) = reread().not_read
    assert sentence in told
    failed = {
        kind: why for kind, why in rows(audit, "SELECT kind, not_read FROM imported_files") if why
    }
    assert failed
    assert all(f": {why}." in told for why in failed.values())
    google.outages = {}
    assert reread().not_read == []
    assert rows(audit, "SELECT kind FROM imported_files WHERE not_read IS NOT NULL") == []
    before = clicks(audit)
    google.outages = outages
    (told,) = reread().not_read
    assert " What was read before stays." in told
    assert (clicks(audit), len(before)) == (before, 3)
    assert rows(audit, "SELECT kind FROM imported_files WHERE not_read IS NOT NULL") == []


def test_a_token_that_expires_is_renewed_and_one_that_is_revoked_ends_the_reading(
    google: SearchConsoleServer, audit: Path, reread: Reader
) -> None:
    google.most_rows = 2

    def expire(request: ApiRequest) -> None:
        if request.body and b'"startRow": 2' in request.body and google.tokens == 1:
            google.end_tokens()

    google.before = expire
    assert reread().not_read == []
    assert len(clicks(audit)) == 3
    google.is_revoked = True
    google.end_tokens()
    (told,) = reread().not_read
    assert told.startswith(
        f"Cannot read submitted sitemaps, clicks and impressions of {DOMAIN}: 400 invalid_grant:"
        f" Token has been expired or revoked. What was read before stays. {NO_KEY}"
    )
    assert google.requests[-1].path == "/google_token"
    assert len(clicks(audit)) == 3


def test_a_cut_connection_is_tried_again_and_no_network_is_told(
    google: SearchConsoleServer, audit: Path, reread: Reader
) -> None:
    google.failures = {SITEMAPS: [CUT, busy()], PERFORMANCE: [quota(429, retry_after=0)]}
    assert reread().not_read == []
    google.outages = {SITEMAPS: CUT}
    (told,) = reread().not_read
    assert told.startswith("Cannot read submitted sitemaps, clicks and impressions of ")
    assert told.endswith("Check the network connection and the proxy, and try again.")
    assert len(clicks(audit)) == 3


def test_an_index_whose_sitemaps_are_not_listed(
    google: SearchConsoleServer, audit: Path, reread: Reader
) -> None:
    first = sitemap(f"{SITE}/old.xml", isSitemapsIndex=True)
    google.sitemaps[DOMAIN].insert(0, first)
    google.missing = {f"{SITE}/old.xml"}
    (told,) = reread().not_read
    assert told == (
        f"Cannot read which sitemaps Google has of the index {SITE}/old.xml: 404 Not Found. Whether"
        " other sitemaps are submitted is not checked. Open the index in Search Console, Sitemaps."
    )
    assert rows(audit, "SELECT COUNT(*) FROM submitted_sitemaps") == [(4,)]
    assert rows(audit, "SELECT read_until FROM imported_files WHERE kind = 'sitemaps'") == [(4,)]
    google.missing = set()
    assert reread().not_read == []
    whole = rows(audit, "SELECT read_until FROM imported_files WHERE kind = 'sitemaps'")
    assert whole == [(None,)]


def test_pages_that_were_read_before_the_quota_ended_are_stored(
    google: SearchConsoleServer, audit: Path, reread: Reader
) -> None:
    google.most_rows = 2

    def end_quota(request: ApiRequest) -> None:
        if b'"startRow": 2' in request.body:
            google.outages = {PERFORMANCE: quota(403)}

    google.before = end_quota
    (told,) = reread().not_read
    assert told == (
        f"Cannot read all clicks and impressions of {DOMAIN}: 403 Search Analytics load quota"
        " exceeded. Those of the pages with most clicks are read. Try again in 15 minutes or, if"
        " the quota of the day is used up, tomorrow."
    )
    assert clicks(audit) == [(f"{SITE}/a", 30), (f"{SITE}/a", 2)]
    assert rows(audit, "SELECT read_until FROM imported_files WHERE kind = 'performance'") == [(2,)]
    google.outages = {}
    google.before = lambda _: None
    assert reread().not_read == []
    google.before = end_quota
    assert len(reread().not_read) == 1
    assert len(clicks(audit)) == 3  # all of the reading before, not two of this one


@pytest.mark.parametrize(
    "body",
    [
        "<html>",
        [],
        {"rows": [{"keys": []}]},
        {"rows": {}},
        {"rows": [{"keys": ["x"], "clicks": "x"}]},
    ],
)
def test_a_response_that_is_not_as_documented_is_told(
    google: SearchConsoleServer, audit: Path, reread: Reader, body: Any
) -> None:
    google.outages = {PERFORMANCE: Reply(body)}
    (told,) = reread().not_read
    assert told.startswith(f"Cannot read clicks and impressions of {DOMAIN}: its response is not ")
    assert clicks(audit) == []


def test_the_property_must_have_listed_urls(google: SearchConsoleServer, reread: Reader) -> None:
    google.sites |= {f"{SITE}/a": "siteOwner", "https://blog.example.com/": "siteOwner"}
    with pytest.raises(UsageError) as error:
        reread("https://blog.example.com/")
    assert str(error.value) == (
        "Cannot read search-console:https://blog.example.com/: the property has none of the URLs in"
        " the sitemaps of www.example.com. Pass a property of this site; 'sitemap-audit google"
        " sites' lists yours."
    )
    assert google.requests == []
    assert reread(f"{SITE}/a").told[0] == (
        f"search-console:{SITE}/a: the property has 1 of 2 URLs in sitemaps. Nothing is known of"
        " the others."
    )


def test_days_of_the_longest_period(google: SearchConsoleServer, reread: Reader) -> None:
    assert reread(search_days=486).not_read == []
    query = google.requests_for(PERFORMANCE)[-1].json
    assert query["startDate"] == (today() - timedelta(days=486)).isoformat()
    google.pages[DOMAIN] = []  # a property without traffic
    google.last_day = today() - timedelta(days=60)
    assert reread(search_days=1).not_read == []
    query = google.requests_for(PERFORMANCE)[-1].json
    assert query["startDate"] == query["endDate"] == (today() - timedelta(days=3)).isoformat()
    with pytest.raises(UsageError) as error:
        reread(search_days=487)
    assert str(error.value) == (
        "--search-days is 487; Search Console keeps 486 days (16 months,"
        " https://support.google.com/webmasters/answer/7576553). Pass fewer."
    )


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("sc-domain:Example.COM", DOMAIN),
        ("SC-DOMAIN:bücher.example", "sc-domain:xn--bcher-kva.example"),
        ("https://WWW.example.com", f"{SITE}/"),
        (f"{SITE}:443/shop/", f"{SITE}/shop/"),
        ("example.com", None),
        ("sc-domain:", None),
        ("sc-domain:https://example.com", None),
        ("sc-domain:example.com/shop", None),
        ("https://user:secret@example.com/", None),
        ("sc-domain:user:secret@example.com", None),
    ],
)
def test_the_name_of_a_property(written: str, name: str | None) -> None:
    if name is not None:
        assert read_property(written).name == name
        return
    with pytest.raises(UsageError) as error:
        read_property(written)
    assert str(error.value).endswith(
        "it is no property of Search Console. Write sc-domain:example.com for a domain, or"
        " https://www.example.com/ for a URL prefix; 'sitemap-audit google sites' lists yours."
    )
    assert "secret" not in str(error.value)


def test_what_a_property_covers() -> None:
    domain, prefix = read_property(DOMAIN), read_property("https://example.com/shop/")
    covered = [
        "https://example.com/",
        "http://a.b.example.com:8080/x",
        "https://example.com/shop/a",
        "https://notexample.com/",
        "https://example.community/",
        "https://www.example.com/shop/",
        "https://other.example/example.com/",
    ]
    assert [domain.covers(url) for url in covered] == [1, 1, 1, 0, 0, 1, 0]
    assert [prefix.covers(url) for url in covered] == [0, 0, 1, 0, 0, 0, 0]
