"""Figures in words."""

import pytest

from sitemap_audit.reporting import words
from sitemap_audit.reporting.overview import Ledger, Overview


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
            "16 URLs in sitemaps: 4 crawled, 12 could not be checked; plus 2 duplicates",
        ),
        (
            {"not-asked": 9, "not-asked:ignored": 1, "not-a-url:empty": 1, "duplicate": 1},
            "10 URLs in sitemaps: 0 crawled, 9 not requested, 1 could not be checked;"
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
    assert words.coverage(ledger(outcomes)) == told


@pytest.mark.parametrize(
    ("outcomes", "told"),
    [
        ({"fetched": 4, "disallowed": 2}, None),
        (
            {"fetched": 4, "failed:timeout": 7, "refused:throttled": 5},
            "12 URLs could not be checked (7 timed out, 5 returned 429 or 503); see report.html",
        ),
        (
            {"refused:bot-protection": 1},
            "1 URL could not be checked (1 blocked by bot protection); see report.html",
        ),
    ],
)
def test_urls_that_could_not_be_checked_are_told_with_the_reason(
    outcomes: dict[str, int], told: str | None
) -> None:
    assert words.unchecked(Overview((), {}), ledger(outcomes)) == told


@pytest.mark.parametrize(
    ("outcome", "told"),
    [
        ("fetched", "Crawled"),
        (
            "refused:bot-protection",
            "Not checked: refused by the host (blocked by bot protection)",
        ),
        ("failed:dns", "Not checked: no usable response (DNS lookup failed)"),
        ("new-word", "New word"),
    ],
)
def test_an_outcome_of_the_ledger_in_words(outcome: str, told: str) -> None:
    assert words.result(outcome) == told


def test_requests_to_a_host_are_told_with_rate_and_pauses() -> None:
    host = {
        "host": "www.example.com",
        "requests": 495,
        "mean_per_second": 46.3,
        "peak_per_second": 97,
        "pauses": {"status 429": 3},
        "paused_seconds": 12.0,
    }
    assert words.traffic({"traffic": {"by_host": [host]}}) == [
        "495 requests to www.example.com (average 46/s, peak 97/s); paused 3 times (429), 12 s."
    ]
