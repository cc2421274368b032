"""HTTPCACHE_ENABLED: what a second audit asks for, and what it then knows."""

from __future__ import annotations

import csv
import json
import pickle
from ast import literal_eval
from typing import TYPE_CHECKING, Any, NamedTuple

import openpyxl
import pytest
from commanding import page
from mockserver.scripted import answer

from scrapy_project.project import Ended, crawl, project
from scrapy_project.site import PAGES, served_site

if TYPE_CHECKING:
    from pathlib import Path

CACHED = [*(f"/page-{number}" for number in range(1, PAGES)), "/gone"]
"Pages whose responses are stored."
NEVER = {
    "/page-0": answer("busy", status="503 Service Unavailable"),
    "/moved": answer("no", status="403 Forbidden"),
}
"What no cache keeps, beside /secret, which returns 401."


class Audits(NamedTuple):
    """The same site audited twice in one project, and what it was asked each time."""

    folder: Path
    first: Ended
    second: Ended
    asked: tuple[list[str], list[str]]


@pytest.fixture(scope="module")
def audits(tmp_path_factory: pytest.TempPathFactory) -> Audits:
    """Two audits with a cache; the second one exports its pages as CSV."""
    folder = project(tmp_path_factory.mktemp("cache"))
    feeds = {"pages.csv": {"format": "csv", "item_classes": ["sitemap_audit.items.Page"]}}
    settings: dict[str, Any] = {"HTTPCACHE_ENABLED": 1, "RETRY_TIMES": 0}
    select = ("-a", "select=status", "-a", "pedantic=1")
    with served_site(NEVER) as site:
        first = crawl(folder, site.base, *select, settings=settings)
        asked = list(site.asked)
        site.more["/page-1"] = answer(page("another title"))
        settings["FEEDS"] = json.dumps(feeds)
        second = crawl(folder, site.base, *select, settings=settings)
    return Audits(folder, first, second, (asked, site.asked[len(asked) :]))


def test_a_second_audit_requests_no_page_that_the_first_has_stored(audits: Audits) -> None:
    first, second = audits.asked
    assert set(CACHED) <= set(first)
    assert set(CACHED).isdisjoint(second)


def test_robots_sitemaps_and_what_failed_are_fetched_again(audits: Audits) -> None:
    _, second = audits.asked
    assert {"/robots.txt", "/sitemap.xml", "/page-0", "/moved", "/secret"} == set(second)


def test_a_page_from_the_cache_says_when_it_came_and_nothing_of_a_connection(
    audits: Audits,
) -> None:
    pages = audits.second.table("pages").set_index("url")
    now = audits.first.table("pages").set_index("url")
    connection = ["latency", "seconds", "protocol", "ip_address", "tls_problem"]
    for url in pages.index:
        is_cached = any(url.endswith(path) for path in CACHED) or pages["role"][url] != "listed"
        assert bool(pages["cached_at_utc"][url]) is is_cached, url
        if is_cached:
            assert [pages[name][url] for name in connection] == [""] * len(connection)
            assert pages["attempts"][url] == "0"
            fetched_at = now["fetched_at_utc"][url]
            assert pages["cached_at_utc"][url][:16] == fetched_at[:16]
    assert not now["cached_at_utc"].any()


def test_what_the_cache_does_not_keep_is_not_checked(audits: Audits) -> None:
    checks = audits.second.table("checks").set_index("check")
    before = audits.first.table("checks").set_index("check")
    unknown = [int(table["unknown"]["status/slow"]) for table in (before, checks)]
    assert unknown[1] == unknown[0] + PAGES - 1


def test_the_report_says_how_many_pages_are_from_the_cache(audits: Audits) -> None:
    cached = audits.second.run["cached"]
    day = audits.first.run["started_at"][:10]
    assert cached["pages"] == len(CACHED) + 2
    assert cached["sentence"] == f"{len(CACHED) + 2} pages from the cache of {day}."
    book = openpyxl.load_workbook(audits.second.audit / "report.xlsx", read_only=True)
    told = [value for row in book["Summary"].iter_rows(values_only=True) for value in row]
    book.close()
    assert cached["sentence"] in told
    assert audits.first.run["cached"] is None


def test_responses_from_the_cache_are_in_the_ledger_as_those_of_before(audits: Audits) -> None:
    assert audits.second.ledger == audits.first.ledger
    assert audits.second.stat("httpcache/hit") == len(CACHED) + 2


def test_a_feed_of_pages_is_a_csv_of_scalars_and_counts(audits: Audits) -> None:
    with (audits.folder / "pages.csv").open(newline="", encoding="utf-8") as file:
        rows = {row["url"].rpartition("/")[2]: row for row in csv.DictReader(file)}
    assert len(rows) == len(audits.second.table("pages"))
    assert rows["page-2"]["title"] == "/page-2"
    assert (rows["page-2"]["canonicals"], rows["page-2"]["alternates"]) == ("1", "2")
    assert not {"page_canonicals", "page_alternates", "robots_lines"} & rows["page-2"].keys()


def test_entries_that_are_damaged_or_of_another_host_give_no_page_another_url(
    tmp_path: Path,
) -> None:
    folder = project(tmp_path)
    settings: dict[str, Any] = {"HTTPCACHE_ENABLED": 1, "HTTPCACHE_DIR": str(tmp_path / "cache")}
    select = ("-a", "select=status")
    with served_site() as site:
        first = crawl(folder, site.base, *select, settings=settings)
        entries = {
            literal_eval(meta.read_text())["url"].removeprefix(site.base): meta.parent
            for meta in (tmp_path / "cache").rglob("meta")
        }
        (entries["/page-1"] / "response_body").unlink()
        (entries["/page-2"] / "response_data").write_bytes(b"\x80\x04")
        (entries["/page-3"] / "pickled_meta").write_bytes(b"")
        other = literal_eval((entries["/page-4"] / "meta").read_text())
        other |= {"response_url": "https://evil.example/", "status": 302}
        (entries["/page-4"] / "pickled_meta").write_bytes(pickle.dumps(other))
        (entries["/page-4"] / "response_headers").write_bytes(b"Location: http://169.254.169.254/")
        asked = len(site.asked)
        second = crawl(folder, site.base, *select, settings=settings)
        again = set(site.asked[asked:])
    assert {"/page-1", "/page-2", "/page-3"} <= again
    assert "/page-4" not in again
    assert set(second.table("pages")["url"]) - set(first.table("pages")["url"]) == {
        "http://169.254.169.254/"
    }
    pages = second.table("pages").set_index("url")
    assert pages["error"]["http://169.254.169.254/"] == "private-address"
    assert pages["status"][f"{site.base}/page-4"] == "302"
