"""The views of what search engines say by their APIs, beside what the audit says."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from checks.examples.viewing import view

from sitemap_audit.analysis.catalogue.catalogue import load_checks
from sitemap_audit.analysis.coverage import Counts
from sitemap_audit.storage.duckdb import DuckDBStore

if TYPE_CHECKING:
    from collections.abc import Sequence

CRAWLED, INDEXED = "Crawled - currently not indexed", "Submitted and indexed"


@pytest.mark.parametrize(
    ("imported", "inspected", "expected"),
    [
        pytest.param(
            f"@/a | D-2026-01-10.zip/Table.csv | {CRAWLED}",
            f"@/a | 2026-01-11 | PASS | {INDEXED}",
            (True, INDEXED, "URL Inspection of 2026-01-11"),
            id="inspected later",
        ),
        pytest.param(
            f"@/a | D-2026-01-11.zip/Table.csv | {CRAWLED}",
            f"@/a | 2026-01-11 | PASS | {INDEXED}",
            (True, INDEXED, "URL Inspection of 2026-01-11"),
            id="on the same day, as an export is of some days before",
        ),
        pytest.param(
            f"@/a | D-2026-01-12.zip/Table.csv | {CRAWLED}",
            f"@/a | 2026-01-11 | PASS | {INDEXED}",
            (False, CRAWLED, "Search Console, export of 2026-01-12"),
            id="exported later",
        ),
        pytest.param(
            "@/b | D-2026-01-12.zip/Table.csv |",
            f"@/a | 2026-01-11 | PASS | {INDEXED}\n@/a | 2026-01-13 | NEUTRAL | Planned",
            (False, "Planned", "URL Inspection of 2026-01-13"),
            id="the verdict, where the reason is not known",
        ),
    ],
)
def test_the_state_of_a_url_is_the_latest_one(
    imported: str, inspected: str, expected: Sequence[object]
) -> None:
    found = view(
        "SELECT is_indexed, state, state_source FROM search_urls WHERE url LIKE '%/a'",
        imported_urls=f"url | file | state\n{imported}",
        inspected_urls=f"url | inspected_at | verdict | coverage_state\n{inspected}",
    )
    assert found == [expected]


def test_what_we_say_beside_what_google_says() -> None:
    found = view(
        "SELECT url, relation, unknown_reason, is_inspected FROM google_comparison ORDER BY url",
        entries="loc\n@/a\n@/b\n@/c\n@/d\n@/e\n@/f",
        pages="url | noindex\n@/a | false\n@/b | false\n@/c | true\n@/d | true\n@/f | false",
        inspected_urls=(
            "url | verdict | coverage_state\n"
            f"@/a | PASS | {INDEXED}\n@/b | NEUTRAL | {CRAWLED}\n@/c | PASS | {INDEXED}\n"
            f"@/d | NEUTRAL | {CRAWLED}\n@/e | PASS | {INDEXED}\n@/x | PASS | {INDEXED}"
        ),
    )
    assert found == [
        ("@/a", "indexable-indexed", None, True),
        ("@/b", "indexable-not-indexed", None, True),
        ("@/c", "not-indexable-indexed", None, True),
        ("@/d", "neither", None, True),
        ("@/e", "not-checked", "not-fetched", True),
        ("@/f", "not-checked", "not-inspected", False),
        ("@/x", "not-checked", "not-fetched", True),
    ]


def test_without_a_state_of_google_nothing_is_compared() -> None:
    assert not view(
        "SELECT url FROM google_comparison",
        entries="loc\n@/a",
        imported_urls="url | clicks\n@/a | 12",
    )


@pytest.mark.parametrize(
    ("lastmod", "crawled", "inspected", "expected"),
    [
        ("2026-01-05", "2026-01-08", "2026-01-10", "after-change"),
        ("2026-01-05T10:00:00Z", "2026-01-05T10:00:01Z", "2026-01-10", "after-change"),
        ("2026-01-05", "2026-01-02", "2026-01-10", "before-change"),
        ("2026-01-05", "2026-01-05T12:00:00Z", "2026-01-10", None),
        ("2026-01-12", "2026-01-02", "2026-01-10", None),
        ("2026-01", "2026-01-02", "2026-01-10", None),
        ("", "2026-01-02", "2026-01-10", None),
        ("2026-01-05", "", "2026-01-10", "never-crawled"),
    ],
)
def test_whether_google_crawled_after_the_change(
    lastmod: str, crawled: str, inspected: str, expected: str | None
) -> None:
    found = view(
        "SELECT crawl FROM google_comparison",
        entries=f"loc | lastmod\n@/a | {lastmod}",
        inspected_urls=(
            "url | verdict | coverage_state | last_crawled_at | inspected_at\n"
            f"@/a | NEUTRAL | {CRAWLED} | {crawled} | {inspected}"
        ),
    )
    assert found == [(expected,)]


def test_the_canonical_of_google_against_ours() -> None:
    found = view(
        "SELECT url, canonical, agrees FROM google_comparison ORDER BY url",
        pages="url | status\n@/a | 200\n@/b | 200\n@/c | 200\n@/d | 404",
        page_canonicals="url | canonical\n@/b | @/a",
        inspected_urls=(
            "url | verdict | google_canonical\n@/a | PASS | @/a\n@/b | NEUTRAL | @/b\n"
            "@/c | NEUTRAL | \n@/d | PASS | @/d"
        ),
    )
    assert found == [
        ("@/a", "@/a", True),
        ("@/b", "@/a", False),
        ("@/c", "@/c", None),
        ("@/d", None, None),
    ]


def test_shares_of_indexed_urls_weigh_what_was_inspected_first() -> None:
    """Of 8 indexable URLs 2 are inspected, 1 indexed; both that are not indexable are inspected."""
    listed = "abcdefghij"
    found = view(
        'SELECT "of", name, urls, inspected, indexed, represented, share, size FROM indexed_shares'
        ' WHERE "of" <> \'pattern\' ORDER BY "of"',
        entries="loc\n" + "\n".join(f"@/p/{name}" for name in listed),
        pages="url | noindex\n"
        + "\n".join(f"@/p/{name} | {str(name in 'ij').lower()}" for name in listed),
        inspected_urls=(
            f"url | verdict | coverage_state\n@/p/a | PASS | {INDEXED}\n"
            f"@/p/b | NEUTRAL | {CRAWLED}\n@/p/i | NEUTRAL | {CRAWLED}\n"
            f"@/p/j | NEUTRAL | {CRAWLED}"
        ),
        imported_urls=f"url | state\n@/p/c | {CRAWLED}",
    )
    share = (10, 4, 1, 10, pytest.approx(0.4), pytest.approx(100 / 34))
    assert found == [
        ("directory", "@/p/", *share),
        ("site", None, *share),
        ("sitemap", "@/sitemap.xml", *share),
    ]


def test_a_share_of_urls_that_are_all_inspected_is_no_estimate() -> None:
    found = view(
        "SELECT share, size FROM indexed_shares WHERE \"of\" = 'site'",
        entries="loc\n@/a\n@/b",
        inspected_urls=(
            f"url | verdict | coverage_state\n@/a | PASS | {INDEXED}\n@/b | NEUTRAL | {CRAWLED}"
        ),
    )
    assert found == [(0.5, None)]


def test_submitted_and_declared_sitemaps() -> None:
    found = view(
        "SELECT url, is_submitted, is_declared, index_url, state, engine_urls, entries, repeated,"
        " elsewhere FROM engine_sitemaps ORDER BY url",
        robots_lines="field | value\nsitemap | @/index.xml\nsitemap | @/news.xml",
        sitemaps="url | found_by\n@/index.xml | robots\n@/a.xml | index\n@/news.xml | robots",
        entries=(
            "sitemap_url | loc | kind\n@/index.xml | @/a.xml | sitemap\n@/a.xml | @/1 | url\n"
            "@/a.xml | @/1 | url\n@/a.xml | https://other.example/2 | url\n@/news.xml | @/3 | url"
        ),
        submitted_sitemaps="url | downloaded_at\n@/index.xml | 2026-01-14\n@/old.xml |",
        submitted_counts="url | submitted\n@/index.xml | 2",
    )
    assert found == [
        ("@/a.xml", False, True, "@/index.xml", "contained", *[None] * 4),
        ("@/index.xml", True, True, None, "read", 2, 3, 1, 1),
        ("@/news.xml", False, True, None, "not-submitted", *[None] * 4),
        ("@/old.xml", True, False, None, "not-downloaded", *[None] * 4),
    ]


@pytest.mark.parametrize(
    ("name", "is_covered"),
    [
        ("https://example.com/", True),
        ("https://example.com/shop/", False),
        ("http://example.com/", False),
        ("sc-domain:example.com", True),
        ("sc-domain:www.example.com", False),
        ("sc-domain:ample.com", False),
    ],
)
def test_a_property_without_submitted_sitemaps(name: str, is_covered: bool) -> None:
    found = view(
        "SELECT url, is_submitted, state FROM engine_sitemaps",
        robots_lines="field | value\nsitemap | @/sitemap.xml",
        entries="loc\n@/a",
        imported_files=f"file | product | kind\nsearch-console:{name} | gsc | sitemaps",
    )
    assert found == ([("@/sitemap.xml", False, "not-submitted")] if is_covered else [])


def test_a_list_that_was_not_read_whole() -> None:
    found = view(
        "SELECT url, is_submitted, state FROM engine_sitemaps",
        robots_lines="field | value\nsitemap | @/sitemap.xml",
        entries="loc\n@/a",
        imported_files=(
            "file | product | kind | read_until\n"
            "search-console:https://example.com/ | gsc | sitemaps | 3"
        ),
    )
    assert found == [("@/sitemap.xml", None, None)]


@pytest.mark.parametrize("rows", [0, 1])
def test_what_one_engine_tells_does_not_stand_for_another_that_was_not_read(rows: int) -> None:
    (check,) = (each for each in load_checks() if each.name == "search/sitemap-errors")
    list_of_bing = f"SELECT FALSE AS is_pending, 0 AS errors, 0 AS warnings FROM RANGE({rows})"
    with DuckDBStore(None, in_memory=True) as store:
        store.create("engine_sitemaps", list_of_bing)
        coverage = Counts((), {"submitted_sitemaps"}).of(store, check)
    assert coverage == (rows + 1, 1, "api-not-read 1")
