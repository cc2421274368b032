"""Scrapy's commands, a script, a spider made from ours, and callbacks without an audit."""

from __future__ import annotations

import asyncio
import gzip
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import pytest
from commanding import page, sitemap
from mockserver.scripted import answer
from scrapy import Request
from scrapy.http import HtmlResponse, TextResponse

from scrapy_project.project import Ended, project, scrapy, script
from scrapy_project.site import FETCHED, Site, served_site
from sitemap_audit.items import EntryBatch, Page, Robots, Sitemap
from sitemap_audit.spiders.sitemap import AuditSpider

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from sitemap_audit.items import Entry

URL = "https://www.example.com"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project of a user's."""
    return project(tmp_path_factory.mktemp("commands"))


def test_scrapy_lists_the_spider(folder: Path) -> None:
    ended = scrapy(folder, "list")
    assert (ended.status, ended.output.split()) == (0, ["sitemap"])


def test_scrapy_parse_reads_what_a_url_has_without_an_audit(folder: Path) -> None:
    packed = gzip.compress(sitemap(f"{URL}/a").encode())
    head = b"HTTP/1.1 200 OK\r\nContent-Type: application/gzip\r\nConnection: close\r\n\r\n"
    with served_site({"/a.xml.gz": head + packed}) as site:
        given = ("--spider", "sitemap", "--nolinks", "--nocolour", "-a", f"site={site.base}")
        ended = scrapy(folder, "parse", *given, f"{site.base}/a.xml.gz")
    assert ended.status == 0
    assert f"'url': '{URL}/a'" in ended.output
    assert "'compression': 'gzip'" in ended.output
    assert site.asked == ["/a.xml.gz"]
    assert not (folder / "reports").exists()


def test_scrapy_shell_fetches_without_an_audit(folder: Path) -> None:
    with served_site() as site:
        ended = scrapy(folder, "shell", f"{site.base}/page-0", "-c", "response.status")
    assert (ended.status, ended.output.split()) == (0, ["200"])
    assert "WARNING" not in ended.log
    assert site.asked == ["/page-0"]


class Run(NamedTuple):
    """The script, and the two sites that its spiders crawled."""

    ended: Ended
    sites: tuple[Site, Site]


@pytest.fixture(scope="module")
def script_run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """One process with three spiders: two of ours, and one that audits nothing."""
    large = page("large").replace("</body>", "<p>word</p>" * 20_000 + "</body>")
    more = {"/page-0": answer(large)}  # worker processes read it
    folder, path = tmp_path_factory.mktemp("script"), Path(__file__).with_name("script.py")
    with served_site(more) as first, served_site() as second:
        return Run(script(folder, path, first.base, second.base), (first, second))


def test_a_script_without_a_guard_crawls_once_with_its_own_callback(script_run: Run) -> None:
    site, ended = script_run.sites[0], script_run.ended
    assert (ended.status, ended.output.split()) == (0, ["ended"])
    assert "ResourceWarning" not in ended.log
    assert {path: site.asked.count(path) for path in FETCHED} == dict.fromkeys(FETCHED, 1)
    lengths = {
        line["url"].removeprefix(site.base): line["length"] for line in ended.exported("titles")
    }
    assert lengths.keys() == set(site.pages_asked())  # a page without a response has no callback
    assert (lengths["/page-0"], lengths["/page-1"]) == (len("large"), len("/page-1"))


def test_two_audits_run_in_one_process(script_run: Run) -> None:
    records = [json.loads((audit / "run.json").read_text()) for audit in script_run.ended.audits]
    assert {record["sites"][0] for record in records} == {
        f"{site.base}/" for site in script_run.sites
    }
    for record in records:
        assert record["complete"]
        assert record["ledger"]["outcomes"]["fetched"] == len(FETCHED)
    told = "settings of the project: COOKIES_ENABLED, DOWNLOAD_HANDLERS (http). See"
    assert script_run.ended.log.count(told) == len(records)


def test_a_hook_with_wrong_parameters_is_named(script_run: Run) -> None:
    records = [json.loads((audit / "run.json").read_text()) for audit in script_run.ended.audits]
    (note,) = (note for record in records for note in record["notes"])
    assert note.startswith("process_page() of TitleSpider raised TypeError for ")


def test_a_spider_beside_them_obeys_robots_txt_and_follows_redirects(script_run: Run) -> None:
    site = script_run.sites[1]
    assert script_run.ended.exported("other") == [{"url": f"{site.base}/page-0"}]
    assert site.asked.count("/robots.txt") == 2  # it has a middleware of its own for it
    assert "/kept-out" not in site.asked


def test_parse_page_reads_a_saved_response() -> None:
    body = page("saved", '<link rel="canonical" href="/b">').encode()
    (item,) = asyncio.run(AuditSpider().parse_page(HtmlResponse(f"{URL}/a", body=body)))
    assert isinstance(item, Page)
    assert (item.url, item.status, item.title) == (f"{URL}/a", 200, "saved")
    assert [each.canonical for each in item.page_canonicals] == [f"{URL}/b"]


def returning(value: Any) -> Any:
    """A hook that returns a value."""
    return lambda *_: value


async def awaited(*_: Any) -> list[dict[str, int]]:
    return [{"n": 1}, {"n": 2}]


async def awaited_generator(*_: Any) -> Iterator[dict[str, int]]:
    return ({"n": n} for n in (1, 2))


async def yielded(_self: AuditSpider, _response: Any, page: Page) -> AsyncIterator[Any]:
    for each in ({"n": 1}, page, {"n": 2}):
        yield each


@pytest.mark.parametrize(
    ("hook", "number"),
    [
        (returning(None), 0),
        (returning({"n": 1}), 1),
        (returning(Request(URL)), 1),
        (returning([{"n": 1}, Request(URL)]), 2),
        (lambda _, __, page: page, 0),
        (lambda *_: ({"n": n} for n in (1, 2)), 2),
        (awaited, 2),
        (awaited_generator, 2),
        (yielded, 2),
    ],
)
def test_process_page_may_be_any_kind_of_callback(hook: Any, number: int) -> None:
    spider = type("ShopSpider", (AuditSpider,), {"process_page": hook, "options": "of its own"})()
    page, *others = asyncio.run(spider.parse_page(HtmlResponse(f"{URL}/a", body=b"<p>a")))
    assert (type(page), len(others)) == (Page, number)


async def read_sitemap(spider: AuditSpider, *urls: str) -> list[EntryBatch | Sitemap]:
    """The items of a saved sitemap."""
    response = TextResponse(f"{URL}/sitemap.xml", body=sitemap(*urls).encode())
    return [item async for item in spider.parse_sitemap(response)]


def yielding(_self: AuditSpider, entries: list[Entry]) -> Iterator[Entry]:
    return (entry for entry in entries if "/a" in cast("str", entry.url))


def removing(_self: AuditSpider, entries: list[Entry]) -> list[Entry]:
    del entries[1]
    for entry in entries:
        entry.url = None
    return entries


@pytest.mark.parametrize("hook", [yielding, removing])
def test_sitemap_filter_marks_the_entries_that_it_leaves_out(hook: Any) -> None:
    spider = type("ShopSpider", (AuditSpider,), {"sitemap_filter": hook})()
    batch, _ = asyncio.run(read_sitemap(spider, f"{URL}/a", f"{URL}/b", "/a", f"{URL}/a"))
    assert isinstance(batch, EntryBatch)
    assert [entry.filtered for entry in batch.entries] == [False, True, None, False]
    assert [entry.url for entry in batch.entries] == [f"{URL}/a", f"{URL}/b", None, f"{URL}/a"]


def test_parse_sitemap_reads_a_saved_response() -> None:
    batch, item = asyncio.run(read_sitemap(AuditSpider(), f"{URL}/a"))
    assert isinstance(batch, EntryBatch)
    assert isinstance(item, Sitemap)
    assert (item.url, item.kind, item.entries) == (f"{URL}/sitemap.xml", "urlset", 1)
    assert [each.url for each in batch.entries] == [f"{URL}/a"]


@pytest.mark.parametrize(
    ("path", "body", "kinds"),
    [
        ("robots.txt", b"User-agent: *", [Robots]),
        ("robots.txt", b"<html>", [Robots]),
        ("a", sitemap(f"{URL}/a").encode(), [EntryBatch, Sitemap]),
        ("a.php", gzip.compress(sitemap(f"{URL}/a").encode()), [EntryBatch, Sitemap]),
        ("list", f"{URL}/a\n{URL}/b\n".encode(), [EntryBatch, Sitemap]),
        ("a.xml", page("a").encode(), [Page]),
        ("sitemap.xml", b"", [Page]),
    ],
)
def test_parse_reads_a_response_as_what_it_is(path: str, body: bytes, kinds: list[type]) -> None:
    async def read() -> list[type]:
        response = TextResponse(f"{URL}/{path}", body=body)
        return [type(item) async for item in AuditSpider().parse(response)]

    assert asyncio.run(read()) == kinds


def test_parse_robots_reads_a_saved_response() -> None:
    response = TextResponse(f"{URL}/robots.txt", body=b"User-agent: *\nDisallow: /private\n")
    (item,) = asyncio.run(AuditSpider().parse_robots(response))
    assert isinstance(item, Robots)
    assert (item.origin, item.policy) == (URL, "rules")
    assert [line.value for line in item.robots_lines] == ["*", "/private"]
