"""A link crawl finds what was planted in a shop, and nothing more; URL traps do not hold it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from commanding import Ended, command

from link_crawl.serving import assert_found, serving
from link_crawl.shop import Shop
from link_crawl.traps import BASE, TRAPS

if TYPE_CHECKING:
    from pathlib import Path

ITEMS = 60
"Items in each of ten sections: 900 pages, and those of the URL traps."


@pytest.fixture(scope="module")
def shop() -> Shop:
    return Shop(ITEMS)


@pytest.fixture(scope="module")
def done(shop: Shop, tmp_path_factory: pytest.TempPathFactory) -> Ended:
    folder: Path = tmp_path_factory.mktemp("audit")
    with serving(shop, folder) as (options, environment):
        given = (BASE, "-o", folder, "--workers", 0, *options)
        return command(*given, output=folder, environment=environment)


def test_what_was_planted_is_found_and_nothing_more(shop: Shop, done: Ended) -> None:
    assert done.status == 0, done.output
    assert_found(done, shop)


@pytest.mark.parametrize("name", TRAPS)
def test_a_url_trap_is_told_and_does_not_hold_the_crawl(name: str, done: Ended) -> None:
    sentence = rf"URL trap \({name}\), such as (\S+): (\d+) URLs were crawled, \d+ left out"
    told = re.search(sentence, done.output)
    assert told, done.output
    assert told[1].startswith(TRAPS[name].url)
    assert int(told[2]) == TRAPS[name].budget


def test_pages_of_url_traps_are_not_checked(done: Ended) -> None:
    """No entry is wanted for a month of an endless calendar; an orphan is known nevertheless."""
    reasons = {run["check"]: run["unknown_reasons"] for run in done.run["checks"]["results"]}
    by_path = ("calendar", "repeated directories", "deep paths")
    crawled = sum(TRAPS[name].budget for name in by_path)
    assert reasons["links/not-in-sitemap"] == f"url-trap {crawled}"
    assert reasons["links/orphan"] is None
