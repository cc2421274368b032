"""Figures in words."""

import pytest
from rows import record_of

from sitemap_audit.report import words
from sitemap_audit.report.overview import Ledger


def ledger(outcomes: dict[str, int]) -> Ledger:
    """A ledger of these outcomes."""
    refused = sum(number for name, number in outcomes.items() if name.startswith("refused:"))
    return Ledger(sum(outcomes.values()), outcomes.get("fetched", 0), refused, outcomes)


@pytest.mark.parametrize(
    ("outcomes", "told"),
    [
        ({"fetched": 1}, "1 URL in sitemaps: 1 crawled"),
        (
            {"fetched": 2_940, "disallowed": 60},
            "3,000 URLs in sitemaps: 2,940 crawled, 60 blocked by robots.txt",
        ),
        (
            {"fetched": 4, "failed:timeout": 7, "refused:throttled": 5, "duplicate": 2},
            "16 URLs in sitemaps: 4 crawled, 12 could not be read; plus 2 duplicates",
        ),
        (
            {"not-asked": 9, "not-asked:ignored": 1, "not-a-url:empty": 1, "duplicate": 1},
            "10 URLs in sitemaps: 0 crawled, 9 not requested, 1 could not be read;"
            " plus 1 duplicate and 1 invalid URL",
        ),
        (
            {"fetched": 5, "over-limit": 3, "out-of-scope:excluded": 2, "interrupted": 1},
            "11 URLs in sitemaps: 5 crawled, 2 excluded by --exclude,"
            " 3 over --max-urls, 1 left when the audit ended",
        ),
    ],
)
def test_the_urls_of_the_sitemaps_are_counted(outcomes: dict[str, int], told: str) -> None:
    assert ledger(outcomes).coverage("in sitemaps") == told


@pytest.mark.parametrize(
    ("kind", "code", "number", "is_known", "told"),
    [
        (
            *("page", "disallowed", 5, True),
            "5 URLs are blocked by robots.txt: their canonicals and hreflang are not known.",
        ),
        (
            *("page", "timeout", 1, True),
            "1 URL timed out: its canonical and hreflang are not known.",
        ),
        (
            *("page", "bot-protection", 1, False),
            "1 URL is blocked by bot protection: its noindex, canonical and hreflang are not"
            " known.",
        ),
        (
            *("alternate", "not-fetched", 12, False),
            "12 alternates were not crawled (--no-follow): their return links are not known.",
        ),
        (
            *("sitemap", "status 503", 1, None),
            "1 sitemap returned 503: some of its URLs are not known.",
        ),
        (
            *("render", "crashed", 3, None),
            "3 pages could not be rendered (crashed): their changes by JavaScript are not known.",
        ),
        (
            *("unlisted", "reset", 2, False),
            "2 unlisted pages could not be read (connection reset): their noindex, canonicals and"
            " hreflang are not known.",
        ),
    ],
)
def test_why_urls_were_not_read_is_a_sentence_for_each_cause(
    kind: str, code: str, number: int, is_known: bool | None, told: str
) -> None:
    assert words.unread(kind, code, number, is_known=is_known, options=["--no-follow"]) == told


@pytest.mark.parametrize(
    ("counts", "told"),
    [
        (None, None),
        ("sitemap-not-read 13", "sitemap not read: 13"),
        ("timeout 1200, sitemap-not-read-before 1", "timed out: 1,200, sitemap not read before: 1"),
    ],
)
def test_why_rows_were_not_checked_ends_with_their_number(
    counts: str | None, told: str | None
) -> None:
    assert words.not_checked(counts) == told


@pytest.mark.parametrize(
    ("outcome", "told"),
    [
        ("fetched", "Crawled"),
        (
            "refused:bot-protection",
            "Not checked: refused by the host (blocked by bot protection)",
        ),
        ("failed:dns", "No usable response (DNS lookup failed)"),
        ("new-word", "New word"),
    ],
)
def test_an_outcome_of_the_ledger_in_words(outcome: str, told: str) -> None:
    assert words.result(outcome) == told


@pytest.mark.parametrize(
    ("units", "host_urls", "told"),
    [
        ({"URL": 1204}, None, "1,204 URLs"),
        ({"sitemap": 7, "URL": 1, "host": 2}, None, "1 URL, 2 hosts and 7 sitemaps"),
        ({"host": 1}, 12, "1 host (12 URLs)"),
        ({"host": 1}, 0, "1 host"),
        ({}, None, ""),
    ],
)
def test_what_is_affected_is_told_with_its_unit(
    units: dict[str, int], host_urls: int | None, told: str
) -> None:
    assert words.affected(units, host_urls) == told


def test_requests_to_a_host_are_told_with_rate_and_pauses() -> None:
    host = {
        "host": "www.example.com",
        "requests": 495,
        "mean_per_second": 46.3,
        "peak_per_second": 97,
        "pauses": {"status 429": 3},
        "paused_seconds": 12.0,
    }
    assert words.traffic(record_of({"traffic": {"by_host": [host]}})) == [
        "495 requests to www.example.com (average 46/s, peak 97/s); paused 3 times (429), 12 s."
    ]
