"""A project's own pipeline, middlewares and extension, and what Scrapy exports and counts."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from scrapy_project.project import Crawled, crawl, project
from scrapy_project.site import FETCHED, PAGES, served_site

NOT_LISTED = 2
"Pages that are fetched besides: the home page, and one that cannot exist."


def pages_of(crawled: Crawled) -> dict[str, dict[str, Any]]:
    """The exported pages by path."""
    pages = (item for item in crawled.items if "page_alternates" in item)
    return {page["url"].removeprefix(crawled.site.base): page for page in pages}


@pytest.fixture(scope="module")
def crawled(tmp_path_factory: pytest.TempPathFactory) -> Crawled:
    """``scrapy crawl sitemap -a site=… -O items.jsonl`` in the user's project."""
    folder = project(tmp_path_factory.mktemp("components"))
    with served_site() as site:
        ended = crawl(folder, site.base, "-O", "items.jsonl")
    return Crawled(site, ended, ended.exported())


def test_every_page_is_exported_with_its_annotations_nested(crawled: Crawled) -> None:
    asked = set(crawled.site.pages_asked())
    assert pages_of(crawled).keys() == asked | {"/kept-out"}
    for number in range(PAGES):
        page = pages_of(crawled)[f"/page-{number}"]
        assert [each["canonical"] for each in page["page_canonicals"]] == [page["url"]]
        assert [each["hreflang"] for each in page["page_alternates"]] == ["en", "fr"]
    assert {path: pages_of(crawled)[path]["status"] for path in FETCHED[PAGES:]} == {
        "/moved": 301,
        "/gone": 404,
        "/secret": 401,
    }
    assert pages_of(crawled)["/kept-out"]["error"] == "disallowed"


def test_robots_sitemaps_and_entries_are_items_beside_the_pages(crawled: Crawled) -> None:
    (robots,) = (item for item in crawled.items if "robots_lines" in item)
    (sitemap,) = (item for item in crawled.items if "found_by" in item)
    (batch,) = (item for item in crawled.items if "entries" in item and item is not sitemap)
    fields = [line["field"] for line in robots["robots_lines"]]
    assert fields == ["user-agent", "disallow", "sitemap"]
    assert sitemap["url"] == f"{crawled.site.base}/sitemap.xml"
    assert len(batch["entries"]) == sitemap["entries"] == len(FETCHED) + 1


def test_items_are_counted_and_not_their_rows(crawled: Crawled) -> None:
    assert crawled.ended.stat("item_scraped_count") == len(crawled.items)
    assert len(crawled.items) == len(FETCHED) + 1 + NOT_LISTED + 3
    assert len(crawled.ended.seen("Scraped")) == len(crawled.items)


def test_responses_are_counted_as_the_server_sent_them(crawled: Crawled) -> None:
    stats = {
        status: crawled.ended.stat(f"downloader/response_status_count/{status}")
        for status in crawled.site.statuses
    }
    assert stats == dict(crawled.site.statuses)
    assert crawled.ended.stat("downloader/response_count") == len(crawled.site.asked)


def test_the_projects_item_pipeline_sees_every_page(crawled: Crawled) -> None:
    seen = crawled.ended.seen("Titles")
    titles = {url.removeprefix(crawled.site.base): title for url, title in seen}
    assert titles == {path: page["title"] for path, page in pages_of(crawled).items()}


@pytest.mark.parametrize(
    ("component", "files"), [("Depths", []), ("Statuses", ["/robots.txt", "/sitemap.xml"])]
)
def test_the_projects_middlewares_see_every_response(
    component: str, files: list[str], crawled: Crawled
) -> None:
    seen = [url.removeprefix(crawled.site.base) for url, _ in crawled.ended.seen(component)]
    assert Counter(seen) == Counter([*crawled.site.pages_asked(), *files])


def test_the_audit_is_complete_and_the_log_holds_no_traceback(crawled: Crawled) -> None:
    assert (crawled.ended.status, crawled.ended.run["complete"]) == (0, True)
    assert crawled.ended.ledger == {"fetched": len(FETCHED), "disallowed": 1}
    assert "Traceback" not in crawled.ended.log
    assert " ERROR: " not in crawled.ended.log
    assert "Audit ended: complete=True" in crawled.ended.log
    assert "'finish_reason': 'finished'" in crawled.ended.log
    assert "'audit/complete': True" in crawled.ended.log
