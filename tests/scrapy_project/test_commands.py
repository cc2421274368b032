"""Scrapy's commands, a script, a spider made from ours, and callbacks without an audit."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from commanding import page, sitemap
from mockserver.scripted import answer
from scrapy.http import HtmlResponse, TextResponse

from scrapy_project.project import project, scrapy, script
from scrapy_project.site import FETCHED, served_site
from sitemap_audit.items import EntryBatch, Page, Robots, Sitemap
from sitemap_audit.spiders.sitemap import AuditSpider

URL = "https://www.example.com"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project of a user's."""
    return project(tmp_path_factory.mktemp("commands"))


def test_scrapy_lists_the_spider(folder: Path) -> None:
    ended = scrapy(folder, "list")
    assert (ended.status, ended.output.split()) == (0, ["sitemap"])


def test_scrapy_checks_the_spider(folder: Path) -> None:
    ended = scrapy(folder, "check")
    assert (ended.status, "OK" in ended.log) == (0, True)


def test_scrapy_shell_fetches_without_an_audit(folder: Path) -> None:
    with served_site() as site:
        ended = scrapy(folder, "shell", f"{site.base}/page-0", "-c", "response.status")
    assert (ended.status, ended.output.split()) == (0, ["200"])
    assert "WARNING" not in ended.log
    assert site.asked == ["/page-0"]


def test_a_script_without_a_guard_crawls_once_with_its_own_callback(tmp_path: Path) -> None:
    large = page("large").replace("</body>", "<p>word</p>" * 20_000 + "</body>")
    with served_site({"/page-0": answer(large)}) as site:  # worker processes read it
        ended = script(tmp_path, Path(__file__).with_name("script.py"), site.base)
    assert (ended.status, ended.output.split()) == (0, ["ended"])
    assert {path: site.asked.count(path) for path in FETCHED} == dict.fromkeys(FETCHED, 1)
    assert len(ended.audits) == 1
    assert ended.ledger["fetched"] == len(FETCHED)
    lines = (tmp_path / "lengths.jsonl").read_text("utf-8").splitlines()
    lengths = {
        line["url"].removeprefix(site.base): line["length"] for line in map(json.loads, lines)
    }
    assert lengths.keys() == set(site.pages_asked())  # a page without a response has no callback
    assert (lengths["/page-0"], lengths["/page-1"]) == (len("large"), len("/page-1"))


def test_parse_page_reads_a_saved_response() -> None:
    body = page("saved", '<link rel="canonical" href="/b">').encode()
    (item,) = asyncio.run(AuditSpider().parse_page(HtmlResponse(f"{URL}/a", body=body)))
    assert isinstance(item, Page)
    assert (item.url, item.status, item.title) == (f"{URL}/a", 200, "saved")
    assert [each.canonical for each in item.page_canonicals] == [f"{URL}/b"]


def test_parse_sitemap_reads_a_saved_response() -> None:
    async def read() -> list[EntryBatch | Sitemap]:
        response = TextResponse(f"{URL}/sitemap.xml", body=sitemap(f"{URL}/a").encode())
        return [item async for item in AuditSpider().parse_sitemap(response)]

    batch, item = asyncio.run(read())
    assert isinstance(batch, EntryBatch)
    assert isinstance(item, Sitemap)
    assert (item.url, item.kind, item.entries) == (f"{URL}/sitemap.xml", "urlset", 1)
    assert [each.url for each in batch.entries] == [f"{URL}/a"]


def test_parse_robots_reads_a_saved_response() -> None:
    response = TextResponse(f"{URL}/robots.txt", body=b"User-agent: *\nDisallow: /private\n")
    (item,) = asyncio.run(AuditSpider().parse_robots(response))
    assert isinstance(item, Robots)
    assert (item.origin, item.policy) == (URL, "rules")
    assert [line.value for line in item.robots_lines] == ["*", "/private"]
