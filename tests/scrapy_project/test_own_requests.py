"""Requests that a spider made from ours yields besides the audit's."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

import pytest
from commanding import page
from mockserver.scripted import answer

from scrapy_project.project import Ended, project, scrapy
from scrapy_project.site import FETCHED, served_site

if TYPE_CHECKING:
    from pathlib import Path

METADATA = "http://169.254.169.254/latest"
ELSEWHERE = "http://127.0.0.2:9/private"
BUSY = answer("busy", status="429 Too Many Requests", headers=["Retry-After: 1"])
PATHS = ["early", "late", "login", "page", "from-page"]
TRIES = 3
"Of a request that returns 429: RETRY_TIMES and one."


class Crawled(NamedTuple):
    """One crawl, on which all of this is asserted."""

    ended: Ended
    asked: list[str]
    results: dict[str, list[int | str]]
    "By URL, without the site's own origin: what its callbacks and errbacks were given."

    def warned(self, url: str) -> list[str]:
        """The warnings about a URL."""
        return [line for line in self.ended.log.splitlines() if "WARNING" in line and url in line]


@pytest.fixture(scope="module")
def crawled(tmp_path_factory: pytest.TempPathFactory) -> Crawled:
    """``scrapy crawl shop -a site=… -O items.jsonl`` in the user's project."""
    folder = project(tmp_path_factory.mktemp("own"))
    more = {f"/own/{name}": answer(page(name)) for name in PATHS} | {"/own/busy": BUSY}
    options = ["select=status/not-found", "workers=0", "max_wait=0.2"]
    with served_site(more) as site:
        given = [each for option in (f"site={site.base}", *options) for each in ("-a", option)]
        given += ["-s", "SPIDER_MODULES=userproject.own_requests", "-s", f"OUR_SITE={site.base}"]
        ended = scrapy(folder, "crawl", "shop", *given, "-O", "items.jsonl")
    results: dict[str, list[int | str]] = {}
    for item in _items(folder / "items.jsonl"):
        if "own" in item:
            path = str(item["own"]).removeprefix(site.base)
            results.setdefault(path, []).append(item["result"])
    return Crawled(ended, site.asked, results)


def _items(file: Path) -> list[dict[str, int | str]]:
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()]


def test_each_gets_its_response_whenever_it_is_yielded(crawled: Crawled) -> None:
    own = {path: results for path, results in crawled.results.items() if path.startswith("/own/")}
    assert own == {
        "/own/login": [200],
        "/own/early": [200],  # the second one is a duplicate
        "/own/from-page": [200],
        "/own/late": [200],
        "/own/busy": [429],
    }
    assert crawled.asked.count("/own/busy") == TRIES


def test_one_that_is_refused_says_so_and_reaches_its_errback(crawled: Crawled) -> None:
    assert crawled.results["/kept-out/own"] == ["IgnoreRequest"]
    assert crawled.results[METADATA] == ["NotFetched"]
    assert ELSEWHERE not in crawled.results  # it has no errback
    for url in ("/kept-out/own", METADATA, ELSEWHERE):
        (line,) = crawled.warned(url)
        assert " was not sent: " in line


def test_the_audit_is_that_of_the_site_alone(crawled: Crawled) -> None:
    assert crawled.ended.run["complete"] is True, crawled.ended.log
    assert crawled.ended.ledger == {"fetched": len(FETCHED), "disallowed": 1}
    assert "'finish_reason': 'finished'" in crawled.ended.log
    pages = {url.rpartition("/")[2] for url in crawled.ended.table("pages")["url"]}
    assert pages & {*PATHS, "busy"} == {"page"}  # the one that our callback has read
    tracebacks = crawled.ended.log.count("Traceback")
    assert (tracebacks, crawled.ended.log.count("ValueError: own callback")) == (1, 1)
