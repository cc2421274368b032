"""Components of a project that drop or break things: the crawl ends, and the ledger is honest."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from scrapy_project.project import Ended, crawl, project
from scrapy_project.site import FETCHED, served_site

if TYPE_CHECKING:
    from pathlib import Path

DROPPED = (
    "{} requests or items were dropped by a middleware, pipeline or callback of this Scrapy"
    " project: they are not checked."
)


def crawl_with(folder: Path, *, counts: bool = True, **components: list[str]) -> Ended:
    """Crawl the site in a project with these components, by the setting that they stand in."""
    settings = {
        setting: json.dumps({f"userproject.components.{name}": 200 for name in names})
        for setting, names in components.items()
    }
    if not counts:
        settings["STATS_CLASS"] = "scrapy.statscollectors.DummyStatsCollector"
    with served_site() as site:
        return crawl(project(folder), site.base, settings=settings)


@pytest.fixture(scope="module")
def losing(tmp_path_factory: pytest.TempPathFactory) -> Ended:
    """A crawl that loses five pages, each in another way; a pipeline drops a stored one."""
    return crawl_with(
        tmp_path_factory.mktemp("losing"),
        counts=False,
        ITEM_PIPELINES=["DropsPages"],
        DOWNLOADER_MIDDLEWARES=["IgnoresPages", "FailsOnPages"],
        SPIDER_MIDDLEWARES=["LosesPages", "RefusesPages"],
    )


def test_pages_that_are_lost_are_not_fetched_in_the_ledger(losing: Ended) -> None:
    assert losing.ledger == {
        "fetched": len(FETCHED) - 6,
        "interrupted": 3,  # /page-4, 5 and 7
        "failed:other": 2,  # /page-3 and 6
        "not-asked:ignored": 1,  # /page-2
        "disallowed": 1,
    }


def test_pages_that_are_lost_keep_an_audit_from_being_complete(losing: Ended) -> None:
    assert losing.run["incomplete_because"] == [
        "process_spider_output() of LosesPages raised ValueError for 1 URL: it is not checked."
        " The first one: not understood",
        DROPPED.format(2),
    ]


def test_a_page_that_a_pipeline_drops_is_stored_before(losing: Ended) -> None:
    urls = losing.table("pages")["url"]
    assert any(url.endswith("/page-1") for url in urls)
    assert "Dropped: not wanted" not in losing.log


def test_a_page_that_a_middleware_failed_on_says_so_and_is_no_finding(losing: Ended) -> None:
    pages = losing.table("pages").set_index("url")
    pages.index = [url.rpartition("/")[2] for url in pages.index]
    assert pages["error_detail"]["page-2"] == "not wanted"
    assert {pages["error_detail"][name] for name in ("page-3", "page-6")} == {"not understood"}
    assert {pages["state"][name] for name in ("page-2", "page-3", "page-6")} == {"unknown"}


@pytest.mark.thorough
def test_a_sitemap_that_is_lost_ends_the_crawl(tmp_path: Path) -> None:
    ended = crawl_with(tmp_path, SPIDER_MIDDLEWARES=["LosesSitemaps"])
    assert ended.run["counts"]["sitemaps"] == 0
    assert DROPPED.format(1) in ended.run["incomplete_because"]


def test_a_robots_txt_that_is_lost_keeps_its_host_from_being_fetched(tmp_path: Path) -> None:
    ended = crawl_with(tmp_path, SPIDER_MIDDLEWARES=["LosesRobots"])
    assert ended.stat("downloader/request_count") == 0
    assert DROPPED.format(1) in ended.run["incomplete_because"]
