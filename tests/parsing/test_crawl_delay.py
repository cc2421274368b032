"""The Crawl-delay of a robots.txt."""

from __future__ import annotations

import time

import pytest

from sitemap_audit.parsing.robots import crawl_delay, read_robots


def delay(text: str) -> float | None:
    return crawl_delay(read_robots(text.encode(), origin="").lines, "sitemap-audit")


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        pytest.param("User-agent: *\nCrawl-delay: 10", 10.0, id="for all"),
        pytest.param("User-agent: *\nCrawl-delay: 0.5", 0.5, id="a fraction"),
        pytest.param("User-agent: *\nDisallow: /x\nCrawl-delay: 2 # s", 2.0, id="behind rules"),
        pytest.param("User-agent: bingbot\nCrawl-delay: 10", None, id="for another bot"),
        pytest.param(
            "User-agent: *\nCrawl-delay: 10\n\nUser-agent: Sitemap-Audit\nDisallow: /x",
            None,
            id="our own group says nothing",
        ),
        pytest.param(
            "User-agent: sitemap-audit\nCrawl-delay: 1\nUser-agent: *\nCrawl-delay: 9",
            1.0,
            id="our own group wins",
        ),
        pytest.param(
            "User-agent: a\nUser-agent: *\nCrawl-delay: 3\nUser-agent: b\nCrawl-delay: 7",
            3.0,
            id="a group of several agents, and one behind it",
        ),
        pytest.param("User-agent: *\nCrawl-delay: 3\nCrawl-delay: 5", 5.0, id="twice"),
        pytest.param("Crawl-delay: 3\nUser-agent: *\nDisallow:", None, id="before any agent"),
        pytest.param("User-agent: *\nCrawl-delay: soon", None, id="no number"),
        pytest.param("User-agent: *\nCrawl-delay: -4", None, id="below nothing"),
        pytest.param("User-agent: *\nCrawl-delay: 1e9", None, id="no plain number"),
        pytest.param("", None, id="nothing"),
    ],
)
def test_what_a_robots_txt_asks_of_us(text: str, seconds: float | None) -> None:
    assert delay(text) == seconds


def test_very_many_agents_are_read_in_time() -> None:
    text = "".join(f"User-agent: {number}\n" for number in range(30_000)) + "Crawl-delay: 4"
    began = time.process_time()
    assert delay(text) is None
    assert time.process_time() - began < 5
