"""URL Inspection of listed URLs: the quota, answers that are kept and used again, failures.

The server speaks https://developers.google.com/webmaster-tools/v1/urlInspection.index/inspect,
https://developers.google.com/webmaster-tools/v1/urlInspection.index/UrlInspectionResult and
https://developers.google.com/webmaster-tools/limits.
"""

from __future__ import annotations

import shutil
from datetime import timedelta
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from api_server import Reply
from google_server import api_error, service_account
from imports.conftest import SITE, rows
from submission.audits import stored

from search_engines.search_console_server import (
    CUT,
    INSPECTION,
    SearchConsoleServer,
    busy,
    quota,
    serving,
)
from sitemap_audit.audit_place import AuditPlace
from sitemap_audit.items import InspectedUrl
from sitemap_audit.machine.clock import clock
from sitemap_audit.options import Options
from sitemap_audit.search_engines import inspecting
from sitemap_audit.search_engines.inspecting import Inspected, Inspection, inspect_urls
from sitemap_audit.search_engines.kept_inspections import KeptInspections
from sitemap_audit.search_engines.properties import read_property
from sitemap_audit.search_engines.property_reading import read_search_console
from sitemap_audit.storage.run_file import read_run
from sitemap_audit.storage.writer import SCHEMAS
from sitemap_audit.web_apis.endpoints import Endpoint
from sitemap_audit.web_apis.google_credentials import google_api
from sitemap_audit.web_apis.google_errors import READ
from sitemap_audit.web_apis.json_api import Api

if TYPE_CHECKING:
    from collections.abc import Iterator

    from api_server import ApiRequest

DOMAIN = "sc-domain:example.com"
PAGES: dict[str, str | int] = {f"/tea-{number}": "Tea" for number in range(10)}
PAGES |= {"/gone-1": 404, "/gone-2": 404}
KEPT = "search-console/sc-domain_example.com-*"
INSPECTED = {
    "inspectionResultLink": "https://search.google.com/search-console/inspect?resource_id=x&id=y",
    "indexStatusResult": {
        "verdict": "NEUTRAL",
        "coverageState": "Duplicate, Google chose different canonical than user",
        "robotsTxtState": "ALLOWED",
        "indexingState": "INDEXING_ALLOWED",
        "lastCrawlTime": "2026-05-29T02:06:33Z",
        "pageFetchState": "SUCCESSFUL",
        "googleCanonical": "https://www.example.com/Tea",
        "userCanonical": "https://www.example.com/tea-0",
        "sitemap": ["https://www.example.com/sitemap.xml", "https://www.example.com/news.xml"],
        "referringUrls": ["https://www.example.com/", "https://user:secret@other.example/"],
        "crawledAs": "MOBILE",
    },
}
"As documented; the other results (AMP, rich results, mobile usability) say nothing of the index."


class Inspect(Protocol):
    """Inspects URLs of a new audit, or of the audit of a day."""

    def __call__(self, day: int = 1, **options: Any) -> Inspected:
        """Return the sentences; ``options`` in place of 12 URLs and 14 days."""


@pytest.fixture(scope="session")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An audit of twelve pages of one template."""
    return stored(tmp_path_factory.mktemp("audits"), 1, PAGES, site=SITE)


@pytest.fixture
def output(tmp_path: Path) -> Path:
    """The folder of the audits of the site."""
    return tmp_path / "www.example.com"


@pytest.fixture(autouse=True)
def google(monkeypatch: pytest.MonkeyPatch) -> Iterator[SearchConsoleServer]:
    """A Search Console with a property of the site, whose errors are not waited for."""
    monkeypatch.setattr(Api, "_pause", lambda *_: None)
    with serving(SearchConsoleServer(sites={DOMAIN: "siteFullUser"})) as google:
        yield google


@pytest.fixture
def inspect(pages: Path, output: Path, tmp_path: Path) -> Inspect:
    credentials = service_account(tmp_path / "account.json")

    def inspect(day: int = 1, **options: Any) -> Inspected:
        folder = output / f"2026-10-{day:02}T10-00-00Z"
        if not folder.exists():
            shutil.copytree(pages, folder)
        chosen = Options(**{"inspect": 12, "inspect_days": 14, **options})
        api = google_api("Google", Endpoint.URL_INSPECTION.url, [READ], credentials)
        owned = read_property(DOMAIN)
        return inspect_urls(Inspection(AuditPlace(folder), chosen, api, owned, 60_000))

    return inspect


def asked(google: SearchConsoleServer) -> list[str]:
    """The paths that were inspected, in order."""
    urls = [each.json["inspectionUrl"] for each in google.requests_for(INSPECTION)]
    return [url.removeprefix(SITE) for url in urls]


def in_audit(output: Path, query: str, day: int = 1) -> list[tuple[Any, ...]]:
    return rows(output / f"2026-10-{day:02}T10-00-00Z", query)


def row(path: str, days: int) -> pa.Table:
    """The answer for a path, some days ago."""
    values = dict.fromkeys(InspectedUrl.__annotations__)
    values |= {"file_id": 0, "url": SITE + path, "url_key": 1, "url_near_key": 1}
    values["inspected_at"] = clock.now() - timedelta(days=days)
    return pa.Table.from_pylist([values], SCHEMAS["inspected_urls"])


def test_every_documented_field_is_read(
    inspect: Inspect, output: Path, google: SearchConsoleServer
) -> None:
    google.inspections[f"{SITE}/tea-0"] = INSPECTED
    inspect()
    (body,) = [each.json for each in google.requests if b"tea-0" in each.body]
    assert body == {
        "inspectionUrl": f"{SITE}/tea-0",
        "siteUrl": DOMAIN,
        "languageCode": "en-US",
    }
    columns = (
        "verdict, coverage_state, state_code, robots_state, indexing_state, fetch_state,"
        " last_crawled_at::VARCHAR, crawled_as, google_canonical, user_canonical, sitemaps,"
        " result_link"
    )
    where = f"FROM inspected_urls WHERE url = '{SITE}/tea-0'"
    assert in_audit(output, f"SELECT {columns} {where}") == [
        (
            "NEUTRAL",
            "Duplicate, Google chose different canonical than user",
            "duplicate-other-canonical",
            "ALLOWED",
            "INDEXING_ALLOWED",
            "SUCCESSFUL",
            "2026-05-29 02:06:33+00",
            "MOBILE",
            f"{SITE}/Tea",
            f"{SITE}/tea-0",
            f"{SITE}/sitemap.xml\n{SITE}/news.xml",
            INSPECTED["inspectionResultLink"],
        )
    ]
    ((referring,),) = in_audit(output, f"SELECT referring_urls {where}")
    assert referring.startswith(f"{SITE}/\nhttps://***")
    assert "secret" not in referring
    assert b"secret" not in b"".join(each.read_bytes() for each in output.glob(f"{KEPT}/*"))
    file = "SELECT file, product, kind, rows, urls, elsewhere, unreadable FROM imported_files"
    assert in_audit(output, file) == [
        (f"search-console:{DOMAIN}", "gsc", "inspection", 12, 12, 0, 0)
    ]


def test_what_google_does_not_say_is_null_and_a_new_value_is_kept(
    inspect: Inspect, output: Path, google: SearchConsoleServer
) -> None:
    google.inspections[f"{SITE}/tea-0"] = {
        "indexStatusResult": {
            "verdict": "VERDICT_UNSPECIFIED",
            "coverageState": "Sent to the moon",
            "indexingState": "BLOCKED_BY_MOON",
            "pageFetchState": 7,
            "lastCrawlTime": "1970-01-01T00:00:00Z",
            "googleCanonical": "no URL \ud800",
            "sitemap": "https://www.example.com/",
            "referringUrls": [],
        }
    }
    inspect()
    columns = (
        "verdict, coverage_state, state_code, robots_state, indexing_state, fetch_state,"
        " last_crawled_at, google_canonical, sitemaps, referring_urls"
    )
    query = f"SELECT {columns} FROM inspected_urls WHERE url = '{SITE}/tea-0'"
    new = ("Sent to the moon", None, None, "BLOCKED_BY_MOON")
    assert in_audit(output, query) == [(None, *new, None, None, None, None, None)]
    unknown = "SELECT DISTINCT state_code FROM inspected_urls WHERE verdict IS NOT NULL"
    assert in_audit(output, unknown) == [("unknown-to-the-search-engine",)]


def test_answers_are_used_again_within_the_days(
    inspect: Inspect, output: Path, google: SearchConsoleServer
) -> None:
    folder = output / "2026-10-01T10-00-00Z"
    KeptInspections(AuditPlace(folder), DOMAIN).write(row("/not-listed-any-more", 1))
    inspect(1, inspect=5)
    first = asked(google)
    told = inspect(2)
    assert told.told == [
        f"search-console:{DOMAIN}: 7 URLs inspected; 5 answers of the last 14 days used again."
    ]
    assert sorted(asked(google)) == sorted(PAGES)
    assert asked(google)[:5] == first
    assert in_audit(output, "SELECT COUNT(DISTINCT url) FROM inspected_urls", 1) == [(5,)]
    counted = "SELECT rows, urls FROM imported_files"
    assert in_audit(output, counted, 2) == [(12, 12)]
    # After the days each is asked again, the oldest answer first; the latest one counts.
    google.requests.clear()
    inspect(3, inspect=5, inspect_days=0)
    assert {*asked(google)} == {*first}
    told = inspect(3, inspect=1)
    assert told.told[0].endswith("0 URLs inspected; 12 answers of the last 14 days used again.")
    query = f"SELECT url, inspected_at FROM inspected_urls WHERE url = '{SITE}{first[0]}'"
    before, after = in_audit(output, query, 2), in_audit(output, query, 3)
    assert before < after
    assert len(before) == len(after) == 1


@pytest.mark.parametrize("are_kept", [True, False])
def test_the_audit_keeps_its_older_answers_where_none_is_newer(
    inspect: Inspect, output: Path, google: SearchConsoleServer, are_kept: bool
) -> None:
    inspect(inspect=9)
    query = "SELECT url, inspected_at, verdict FROM inspected_urls"
    before = {*in_audit(output, query)}
    if not are_kept:
        shutil.rmtree(output / "search-console")
    google.requests.clear()
    (told,) = inspect(inspect=5, inspect_days=0).told
    assert told.endswith(f"{DOMAIN}: 5 URLs inspected; 7 older answers of this audit kept.")
    after = {*in_audit(output, query)}
    assert len(after) == len({url for url, *_ in after}) == 12
    assert {url.removeprefix(SITE) for url, *_ in after - before} == {*asked(google)}
    # Those that cannot be read leave the older answers, too.
    google.outages[INSPECTION] = api_error(400, "Invalid URL.", "badRequest")
    refused = inspect(inspect=5, inspect_days=0)
    assert refused == (
        [f"search-console:{DOMAIN}: 0 URLs inspected; 12 older answers of this audit kept."],
        [
            f"Cannot inspect 5 of 5 URLs of {DOMAIN}: 400 Invalid URL. Those of them without an"
            " older answer are not checked."
        ],
    )
    assert {*in_audit(output, query)} == after


@pytest.mark.parametrize(
    "reply",
    [
        # As the daily quota was seen to end: without Retry-After.
        api_error(429, f"Quota exceeded for {DOMAIN}.", "rateLimitExceeded"),
        quota(403),
    ],
)
def test_a_run_ends_at_the_quota_and_the_next_one_goes_on(
    inspect: Inspect, output: Path, google: SearchConsoleServer, reply: Reply
) -> None:
    respond, answered = google.respond, count()

    def use_up(request: ApiRequest) -> Reply:
        is_inspection = request.segments == ["url_inspection"]
        return reply if is_inspection and next(answered) >= 4 else respond(request)

    google.server.respond = use_up
    inspected = inspect(1)
    assert inspected.told == [f"search-console:{DOMAIN}: 4 URLs inspected."]
    assert inspected.not_read == [
        f"Cannot inspect 8 of 12 URLs of {DOMAIN}: the quota is used up (2,000 a day and 600 a"
        " minute for a property). Try again tomorrow. The next audit with --inspect goes on there."
    ]
    first = {
        url.removeprefix(SITE) for (url,) in in_audit(output, "SELECT url FROM inspected_urls")
    }
    assert len(first) == 4
    google.server.respond = respond
    google.requests.clear()
    assert inspect(2).not_read == []
    assert sorted(asked(google)) == sorted({*PAGES} - first)
    assert in_audit(output, "SELECT COUNT(*) FROM inspected_urls", 2) == [(12,)]


def test_a_url_whose_inspection_failed_is_not_checked(
    inspect: Inspect, output: Path, google: SearchConsoleServer
) -> None:
    refused = {
        "/tea-1": busy(),
        "/tea-2": CUT,
        "/tea-3": Reply({"inspectionResult": {}}),
        "/tea-4": Reply([]),
        "/tea-5": Reply("<html>"),
    }
    respond = google.respond

    def fail(request: ApiRequest) -> Reply:
        url = request.json["inspectionUrl"] if request.segments == ["url_inspection"] else ""
        return refused.get(url.removeprefix(SITE)) or respond(request)

    google.server.respond = fail
    (told,) = inspect().not_read
    assert told.startswith(f"Cannot inspect 5 of 12 URLs of {DOMAIN}: ")
    assert any(
        f": {why}. They are not checked. {advice}" in told
        for why, advice in (
            ("503 The service is currently unavailable", "Try again later."),
            ("its response has no indexStatusResult", "Try again later."),
            ("its response is not JSON", "Try again later."),
            ("Remote end closed connection without response", "Check the network connection"),
        )
    )
    query = "SELECT url, verdict FROM inspected_urls"
    paths = {url.removeprefix(SITE) for url, verdict in in_audit(output, query) if verdict}
    assert paths == {*PAGES} - {*refused}
    assert in_audit(output, "SELECT rows, urls FROM imported_files") == [(12, 7)]


def test_a_run_ends_after_many_failures(
    inspect: Inspect, output: Path, google: SearchConsoleServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inspecting, "_FAILURES", 3)
    google.outages[INSPECTION] = busy()
    inspected = inspect()
    assert inspected.not_read[1].endswith(
        f"of 12 URLs of {DOMAIN}, after 3 failures in a row. The next audit with --inspect goes on"
        " there."
    )
    assert len({*asked(google)}) <= 6  # three more were sent already
    assert in_audit(output, "SELECT urls, not_read FROM imported_files") == [
        (0, " ".join(inspected.not_read))
    ]
    assert not [*output.glob(KEPT)]


def test_a_request_that_google_refuses_is_of_one_url(
    inspect: Inspect, google: SearchConsoleServer
) -> None:
    google.outages[INSPECTION] = api_error(400, "Invalid URL.", "badRequest")
    assert inspect().not_read == [
        f"Cannot inspect 12 of 12 URLs of {DOMAIN}: 400 Invalid URL. They are not checked."
    ]


def test_urls_are_inspected_after_clicks_are_read(
    pages: Path, output: Path, google: SearchConsoleServer, tmp_path: Path
) -> None:
    folder = shutil.copytree(pages, output / pages.name)
    google.pages[DOMAIN] = [(f"{SITE}/tea-1", 9, 90, 1.0), (f"{SITE}/gone-2", 3, 30, 2.0)]
    options = Options(inspect=1, google_credentials=service_account(tmp_path / "account.json"))
    found = read_search_console(AuditPlace(folder), read_run(folder), options, DOMAIN)
    assert asked(google) == ["/gone-2"]
    assert found.told[-1] == f"search-console:{DOMAIN}: 1 URL inspected."
    assert in_audit(output, "SELECT kind FROM imported_files ORDER BY kind") == [
        ("inspection",),
        ("performance",),
        ("sitemaps",),
    ]


def test_answers_are_kept_while_others_are_still_asked_for(
    inspect: Inspect, output: Path, google: SearchConsoleServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inspecting, "_SAVE_SECONDS", 0.0)
    kept: list[int] = []

    def look(_: object) -> None:
        paths = output.glob(f"{KEPT}/[!.]*")
        kept.append(sum(pq.read_metadata(path).num_rows for path in paths))

    google.before = look
    inspect()
    # At the last of twelve requests, three others may be without an answer.
    assert max(kept) >= 8


def test_a_damaged_file_is_set_aside(
    inspect: Inspect, output: Path, google: SearchConsoleServer
) -> None:
    inspect(1, inspect=3)
    inspect(1, inspect=3)
    path = min(output.glob(f"{KEPT}/*.parquet"))
    path.write_bytes(path.read_bytes()[:-40])
    google.requests.clear()
    told = inspect(2).told
    assert told[1] == (
        f"Cannot read {path}: it is damaged. It is set aside as {path}.damaged; its URLs may be"
        " inspected again."
    )
    assert len(asked(google)) == 9
    assert not path.exists()
    assert Path(f"{path}.damaged").exists()
    assert in_audit(output, "SELECT COUNT(*) FROM inspected_urls", 2) == [(12,)]


@pytest.mark.parametrize("url", [None, "memory://audits/www.example.com/2026-10-01T10-00-00Z"])
def test_two_audits_at_once_keep_the_answers_of_both(tmp_path: Path, url: str | None) -> None:
    place = AuditPlace(tmp_path / "www.example.com" / "2026-10-01T10-00-00Z", url)
    place.folder.mkdir(parents=True)
    one, other = KeptInspections(place, DOMAIN), KeptInspections(place, DOMAIN)
    one.write(row("/a", 2))
    other.write(row("/b", 1))
    one.write(row("/c", 2))
    third = KeptInspections(place, DOMAIN)
    found = [url for table in third.tables() for url in table["url"].to_pylist()]
    assert sorted(found) == [f"{SITE}/b", f"{SITE}/c"]
    assert [*KeptInspections(place, "https://www.example.com/").tables()] == []
    assert third.told == []


def test_what_cannot_be_kept_is_said_once(tmp_path: Path) -> None:
    place = AuditPlace(tmp_path / "www.example.com" / "2026-10-01T10-00-00Z")
    place.folder.mkdir(parents=True)
    (place.folder.parent / "search-console").write_text("a file")
    kept = KeptInspections(place, DOMAIN)
    assert [*kept.tables()] == []
    kept.write(row("/a", 2))
    kept.write(row("/a", 2))
    assert [each.partition(": ")[2] for each in kept.told] == [
        "Not a directory. URLs are inspected again that were inspected for earlier audits.",
        "Not a directory. They are in this audit; later audits inspect these URLs again.",
    ]
