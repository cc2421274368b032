"""The views of imported lists and access logs: what search engines and bots know of a URL."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from checks.examples.viewing import view

if TYPE_CHECKING:
    from collections.abc import Sequence

CRAWLED = "Crawled - currently not indexed"
JANUARY, MARCH = "Drilldown-2026-01-30.zip/Table.csv", "Drilldown-2026-03-30.zip/Table.csv"


@pytest.mark.parametrize(
    ("lines", "is_indexed", "state"),
    [
        pytest.param([f"{JANUARY} | {CRAWLED} | |"], False, CRAWLED, id="not indexed"),
        pytest.param([f"{JANUARY} | | 0 | 3"], True, None, id="impressions"),
        pytest.param([f"{JANUARY} | | 0 | 0"], None, None, id="neither"),
        pytest.param(
            [f"{JANUARY} | {CRAWLED} | |", f"{MARCH} | Submitted and indexed | |"],
            True,
            "Submitted and indexed",
            id="the later file counts",
        ),
        pytest.param(
            [f"{MARCH} | {CRAWLED} | |", f"{JANUARY} | Submitted and indexed | |"],
            False,
            CRAWLED,
            id="whichever was imported last",
        ),
        pytest.param(
            [f"{JANUARY} | {CRAWLED} | |", "pages.csv | | 9 | 99"],
            False,
            CRAWLED,
            id="a state before clicks",
        ),
        pytest.param(
            [f"{JANUARY} | In Prüfung | |", "pages.csv | | 9 | 99"],
            None,
            "In Prüfung",
            id="a state that is not known",
        ),
        pytest.param(
            [f"{JANUARY} | Indexed, though blocked by robots.txt | |"],
            True,
            "Indexed, though blocked by robots.txt",
            id="indexed, though",
        ),
    ],
)
def test_whether_google_has_indexed_a_url(
    lines: Sequence[str], is_indexed: bool | None, state: str | None
) -> None:
    head = "url | file | state | clicks | impressions"
    assert view(
        "SELECT is_indexed, state FROM search_urls",
        imported_urls="\n".join([head, *(f"@/a | {line}" for line in lines)]),
    ) == [(is_indexed, state)]


def test_clicks_of_overlapping_exports_are_not_added() -> None:
    assert view(
        "SELECT url, clicks, impressions, visits, clicks_source FROM search_urls ORDER BY url",
        imported_urls=(
            "url | product | file | clicks | impressions | visits\n"
            "@/a | gsc | P-2026-01-31.zip/Pages.csv | 10 | 100 |\n"
            "@/a | gsc | P-2026-02-28.zip/Pages.csv | 12 | 90 |\n"
            "@/a | gsc | P-2026-02-28.zip/Pages.csv | 3 | 5 |\n"
            "@/a | bing | traffic.csv | 4 | 40 |\n"
            "@/a | csv | more.csv | 900 | | 7\n"
            "@/a | ga4 | ga.csv | | | 30\n"
            "@/b | csv | more.csv | 8 | |\n"
            "@/c | ahrefs | top.csv | | | 50\n"
            "@/d | screaming-frog | internal_all.csv | | |"
        ),
    ) == [
        ("@/a", 19, 140, 30, "Search Console, export of 2026-02-28; Bing"),
        ("@/b", 8, None, None, "imported table"),
    ]


def test_the_engine_and_the_canonical_of_a_url() -> None:
    assert view(
        "SELECT url, is_indexed, engine, state_code, google_canonical FROM search_urls"
        " ORDER BY url",
        imported_urls=(
            "url | product | file | state | google_canonical\n"
            "@/a | yandex | y.csv | LOW_DEMAND |\n"
            f"@/a | csv | inspected.csv | {CRAWLED} | @/b\n"
            "@/c | yandex | y.csv | SEARCHABLE |\n"
            "@/d | csv | inspected.csv | planned |"
        ),
    ) == [
        ("@/a", False, "google", "crawled-not-indexed", "@/b"),
        ("@/c", None, "yandex", "indexed", None),
        ("@/d", None, None, None, None),
    ]


def test_requests_of_bots_by_status() -> None:
    assert view(
        "SELECT url, bot, hits, verified, claimed, spoofed, ok, redirects, client_errors,"
        " server_errors, first_day, last_day, error_days, last_error_day, last_error_status"
        " FROM bot_requests ORDER BY url, bot",
        log_hits=(
            "url | bot | verified | status | day | hits | file\n"
            "@/a | Googlebot | yes | 200 | 2026-01-02 | 3 | a.log\n"
            "@/a | Googlebot | yes | 503 | 2026-01-03 | 1 | a.log\n"
            "@/a | Googlebot | claimed | 304 | 2026-01-05 | 2 | b.log\n"
            "@/a | Googlebot | no | 500 | 2026-01-09 | 9 | a.log\n"
            "@/a | Bingbot | | 301 | 2026-01-02 | 1 | a.log\n"
            "@/a | | | 200 | 2026-01-01 | 50 | a.log\n"
            "@/b | Googlebot | no | 404 | 2026-01-01 | 4 | a.log\n"
            "@/c | Googlebot | | 404 | 2026-01-01 | 1 | a.log\n"
            "@/c | Googlebot | | 499 | 2026-01-01 | 1 | a.log"
        ),
    ) == [
        ("@/a", "Bingbot", 1, 0, 1, 0, 0, 1, 0, 0, *["2026-01-02"] * 2, 0, None, None),
        (
            *("@/a", "Googlebot", 6, 4, 2, 9, 5, 0, 0, 1),
            *("2026-01-02", "2026-01-05", 1, "2026-01-03", 503),
        ),
        ("@/b", "Googlebot", 0, 0, 0, 4, 0, 0, 0, 0, None, None, 0, None, None),
        ("@/c", "Googlebot", 2, 0, 2, 0, 0, 0, 1, 0, *["2026-01-01"] * 2, 0, None, None),
    ]


_COVERAGE = """SELECT url, directory, is_listed, is_linked, is_indexed, has_traffic, clicks,
is_indexable, has_error FROM coverage ORDER BY url"""


def test_coverage_by_sitemaps_and_search() -> None:
    assert view(
        _COVERAGE,
        entries="loc\n@/a\n@/shop/b\n@/c",
        pages="url | status\n@/a | 200\n@/shop/b | 404",
        imported_urls=(
            "url | file | state | clicks\n"
            f"@/a | {JANUARY} | | 5\n"
            f"@/shop/b | {JANUARY} | {CRAWLED} | 0\n"
            f"@/de/blog/d?x=1 | {JANUARY} | | 2"
        ),
    ) == [
        ("@/a", "@/", True, None, True, True, 5, True, False),
        ("@/c", "@/", True, None, None, None, None, None, None),
        ("@/de/blog/d?x=1", "@/de/blog/", False, None, True, True, 2, None, None),
        ("@/shop/b", "@/shop/", True, None, False, False, 0, False, True),
    ]


def test_coverage_by_links() -> None:
    assert view(
        "SELECT url, is_listed, is_linked, is_indexed FROM coverage ORDER BY url",
        entries="loc\n@/\n@/a\n@/b",
        pages="url | role\n@/ | home\n@/a | listed\n@/b | listed\n@/c | linked",
        outlinks="url | target\n@/ | @/a\n@/a | @/c",
    ) == [
        ("@/", True, True, None),
        ("@/a", True, True, None),
        ("@/b", True, False, None),
        ("@/c", False, True, None),
    ]


def test_an_audit_without_links_and_imports_has_no_coverage() -> None:
    assert view(_COVERAGE, entries="loc\n@/a", pages="url\n@/a") == []
