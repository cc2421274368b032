"""Shares of a sample: weighted, with a confidence interval, never extrapolated to counts."""

from __future__ import annotations

from typing import Any

import pytest
from rows import record_of

from sitemap_audit.report.figures import key_figures, title, wilson

RUN: dict[str, Any] = {
    "sites": ["https://www.example.com/"],
    "figures": {
        "urls_in_sitemaps": 48_212,
        "checked": 1_000,
        "indexable": 848,
        "urls_with_error": 0,
        "not_checked": 47_212,
        "refused": 0,
        "clusters": 5,
        "clusters_complete": 5,
    },
    "selected": {
        "urls": 1_000,
        "of": 48_212,
        "since": None,
        "sampled": 1_000,
        "size": 1_000.0,
        "indexable": 0.848,
        "urls_with_error": 0.0,
    },
}
RUN["previous"] = {"folder": "-", "started_at": "2026-01-01T12:00:00Z"}
RUN["previous"] |= {"figures": RUN["figures"] | {"indexable": 700, "urls_in_sitemaps": 48_000}}


def values(run: dict[str, Any]) -> dict[str, tuple[str, str | None]]:
    return {each.name: (each.value, each.change) for each in key_figures(record_of(run))}


@pytest.mark.parametrize(
    ("share", "size", "low", "high"),
    [
        (0.848, 1_000, 0.8244, 0.8690),
        (0.0, 10, 0.0, 0.2775),
        (1.0, 10, 0.7225, 1.0),
        (0.5, 1, 0.0546, 0.9454),
    ],
)
def test_the_interval_is_that_of_wilson(share: float, size: float, low: float, high: float) -> None:
    assert wilson(share, size) == pytest.approx((low, high), abs=1e-3)


def test_a_sample_has_shares_with_an_interval() -> None:
    assert (
        title(record_of(RUN))
        == "Sitemap audit of https://www.example.com/ (sample of 1,000 of 48,212 URLs)"
    )
    assert title(record_of(RUN), "SEO") == "SEO (sample of 1,000 of 48,212 URLs)"
    assert values(RUN) == {
        "urls_in_sitemaps": ("48,212", "+212"),
        "indexable": ("84.8 % (82.4-86.9 %)", None),
        "urls_with_error": ("0.0 % (0.0-0.4 %)", None),
        "not_checked": ("47,212", None),
    }


def test_a_sample_of_which_nothing_was_checked_has_no_share() -> None:
    nothing = RUN["selected"] | {"size": 0.0, "indexable": None, "urls_with_error": None}
    assert values(RUN | {"selected": nothing})["indexable"] == ("-", None)


def test_what_was_modified_is_no_sample_of_all() -> None:
    modified = RUN["selected"] | {"since": "2026-11-20T09:00:00+00:00", "sampled": 200}
    run = RUN | {"selected": modified}
    assert title(record_of(run)).endswith(
        "(1,000 of 48,212 URLs: modified since 2026-11-20, and a sample)"
    )
    assert values(run)["indexable"] == ("848 of 1,000 (84.8 %)", None)


def test_an_audit_of_all_urls_keeps_its_numbers() -> None:
    run = RUN | {"selected": None}
    assert title(record_of(run)) == "Sitemap audit of https://www.example.com/"
    assert values(run)["indexable"] == ("848 of 1,000 (84.8 %)", "+14.8 points")
