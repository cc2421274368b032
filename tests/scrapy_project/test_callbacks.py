"""Spiders made from ours: hooks, requests, arguments, contracts, and callbacks that raise."""

from __future__ import annotations

import asyncio
import re
import runpy
from pathlib import Path

import pytest
from commanding import page
from mockserver.scripted import answer
from rows import make

from scrapy_project.project import Crawled, project, scrapy
from scrapy_project.site import FETCHED, served_site

SPIDERS = ("-s", "SPIDER_MODULES=userproject.shops")

CHOSEN = [path for path in FETCHED if path != "/page-6"]
"Paths that sitemap_filter() leaves in."
LEFT_OUT = {"out-of-scope:filtered": 1, "disallowed": 1}
RULES = {
    "product": {"/page-2"},
    "other": {f"/page-{number}" for number in (0, 1, 3, 4, 5, 7)},
}
"Pages that sitemap_rules give to a method, by the key of its items; /gone returns 404."
METADATA = "http://169.254.169.254/latest"
ELSEWHERE = "http://127.0.0.2:9/private"
BUSY = answer("busy", status="429 Too Many Requests", headers=["Retry-After: 1"])
OWN = {
    f"/own/{name}": answer(page(name)) for name in ("early", "late", "login", "page", "from-page")
}
TRIES = 3
"Of a request that returns 429: RETRY_TIMES and one."


def own_of(crawled: Crawled) -> dict[str, list[int | str]]:
    """What callbacks and errbacks of the spider's own requests were given, by URL or path."""
    results: dict[str, list[int | str]] = {}
    for item in crawled.items:
        if "own" in item:
            path = item["own"].removeprefix(crawled.site.base)
            results.setdefault(path, []).append(item["result"])
    return results


def crawl(folder: Path, spider: str, *arguments: str) -> Crawled:
    """``scrapy crawl SPIDER`` in the user's project."""
    with served_site(OWN | {"/own/busy": BUSY}) as site:
        port = site.base.rpartition(":")[2]
        given = ("-a", f"port={port}", "-a", "max_wait=0.2", "-O", "items.jsonl", *arguments)
        ended = scrapy(project(folder), "crawl", spider, *SPIDERS, *given)
    return Crawled(site, ended, ended.exported())


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Crawled:
    """A spider with hooks, requests and arguments of its own, and a site of its own."""
    return crawl(tmp_path_factory.mktemp("shop"), "shop", "-a", "country=de")


def test_the_hook_gets_each_page_with_a_response_once(shop: Crawled) -> None:
    hooked = [item for item in shop.items if "shop" in item]
    pages = {"/", "/own/page", *CHOSEN}
    assert sorted(item["url"] for item in hooked) == sorted(shop.site.base + path for path in pages)
    assert {item["status"] for item in hooked} == {200, 301, 401, 404}
    assert {item["shop"] for item in hooked} == {"de"}


def test_a_rule_gets_the_pages_of_its_pattern_that_return_200(shop: Crawled) -> None:
    found = {name: {item[name] for item in shop.items if name in item} for name in RULES}
    assert found == {
        name: {shop.site.base + path for path in paths} for name, paths in RULES.items()
    }


def test_a_page_that_the_filter_leaves_out_is_listed_and_not_fetched(shop: Crawled) -> None:
    (batch,) = (item for item in shop.items if "entry_images" in item)
    filtered = {entry["url"].removeprefix(shop.site.base) for entry in batch["entries"]} - {*CHOSEN}
    assert filtered == {"/page-6", "/kept-out"}
    assert "/page-6" not in shop.site.asked


def test_what_hooks_and_callbacks_of_its_own_raise_loses_no_page(shop: Crawled) -> None:
    assert shop.ended.run["incomplete_because"] == []
    assert shop.ended.ledger == {"fetched": len(CHOSEN)} | LEFT_OUT
    stored = [
        item["url"].removeprefix(shop.site.base) for item in shop.items if "page_canonicals" in item
    ]
    assert len(stored) == len({*stored}) == len(CHOSEN) + 4
    assert [path for path in stored if path.startswith("/own")] == ["/own/page"]
    assert shop.ended.stat("spider_exceptions/count") == shop.ended.log.count("Traceback") == 3
    assert shop.ended.run["notes"] == [
        "Restricted by sitemap_filter() of ShopSpider: other pages were not crawled and are not"
        " checked.",
        "parse_price() of ShopSpider raised KeyError for 1 URL: the audit is not affected."
        " The first one: 'price'",
        "process_page() of ShopSpider raised CancelledError for 1 URL: the audit is not affected.",
        "process_page() of ShopSpider raised ValueError for 1 URL: the audit is not affected."
        " The first one: no price",
    ]


def test_each_request_of_its_own_gets_its_response_whenever_it_is_yielded(shop: Crawled) -> None:
    assert {path: results for path, results in own_of(shop).items() if "/own/" in path} == {
        "/own/login": [200],
        "/own/early": [200],  # the second one is a duplicate
        "/own/from-page": [200],
        "/own/late": [200],
        "/own/busy": [429],
    }
    assert shop.site.asked.count("/own/busy") == TRIES


def test_a_request_of_its_own_that_is_refused_says_so_and_reaches_its_errback(
    shop: Crawled,
) -> None:
    assert own_of(shop)["/kept-out/own"] == ["IgnoreRequest"]
    assert own_of(shop)[METADATA] == ["NotFetched"]
    assert ELSEWHERE not in own_of(shop)  # it has no errback
    warnings = [line for line in shop.ended.log.splitlines() if "WARNING" in line]
    for url in ("/kept-out/own", METADATA, ELSEWHERE):
        (line,) = (line for line in warnings if url in line)
        assert " was not sent: " in line


def test_a_callback_that_raises_is_told_with_the_urls_it_is_to_blame_for(tmp_path: Path) -> None:
    crawled = crawl(tmp_path, "wrong")
    pages, *robots = crawled.ended.run["incomplete_because"]
    assert {*robots} == {
        "parse_robots() of WrongSpider raised ValueError for 1 URL: it is not checked."
        " The first one: not understood",
        "parse_robots() of WrongSpider raised ValueError for 1 URL: its host is not crawled."
        " The first one: not understood",
    }
    assert pages == (
        f"parse_page() of WrongSpider raised TypeError for {len(CHOSEN) + 1} URLs: they are not"
        " checked. The first one: WrongSpider.parse_page() got an unexpected keyword argument"
        " 'target'"
    )
    assert crawled.ended.ledger == {"interrupted": len(CHOSEN)} | LEFT_OUT
    assert crawled.ended.run["findings"]["total"] == 0


def documented(folder: Path, base: str, *, classes_only: bool = False) -> Path:
    """Write the Python of docs/scrapy.md on spiders of one's own to a module of the project."""
    docs = (Path(__file__).parents[2] / "docs" / "scrapy.md").read_text("utf-8")
    section = docs.partition("## A spider of your own")[2].partition("\n## ")[0]
    blocks = re.findall(r"^```python\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)
    written = [block for block in blocks if "class " in block or not classes_only]
    module = project(folder) / "userproject" / "documented.py"
    module.write_text("\n".join(written).replace("https://www.example.com", base), "utf-8")
    return module


def test_the_documented_spiders_work(tmp_path: Path) -> None:
    names = runpy.run_path(str(documented(tmp_path, "https://www.example.com")))
    assert names["page"].status == 200
    assert names["item"] == {"url": names["page"].url, "country": "uk", "price": "5"}
    shop = names["ShopSpider"]()
    paths = ("/archive/1", "/1", "/2")
    entries = [make("entries", url=f"https://www.example.com{path}") for path in paths]
    assert list(shop.sitemap_filter(entries)) == entries[1:]
    (product,) = names["ProductSpider"]().process_page(
        names["response"].replace(url="https://www.example.com/product/1"),
        make("pages", url="https://www.example.com/product/1", status=200),
    )
    assert product == {"url": "https://www.example.com/product/1", "price": "5"}
    assert names["CountrySpider"](top="fr").site[1] == "https://shop.example.fr"
    (_, title) = asyncio.run(names["TitleSpider"]().parse_page(names["response"]))
    assert title["length"] == 0


def test_scrapy_checks_the_contracts_of_ours_and_of_a_subclass(tmp_path: Path) -> None:
    with served_site() as site:
        documented(tmp_path, site.base, classes_only=True)
        modules = ("-s", "SPIDER_MODULES=userproject.documented")
        ended = scrapy(tmp_path / "project", "check", "checked", *modules)
    assert (ended.status, "Ran 8 contracts" in ended.log, "OK" in ended.log) == (0, True, True)
    assert "/page-1" in site.asked
