"""Shares of a sample: weighted, with a confidence interval, never extrapolated to counts."""

from __future__ import annotations

from typing import Any

import pytest
from rows import record_of

from reports import sample
from sitemap_audit.report.figures import key_figures, read_figures, title, wilson
from sitemap_audit.report.history import line_of
from sitemap_audit.report.overview import read_overview
from sitemap_audit.report.report import Report
from sitemap_audit.report.sheet_rows import SITEMAPS

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
    built = {"base": "-", "folder": "public", "host": "Netlify", "state": "-"}
    folder = record_of(RUN | {"built": built})
    assert title(folder, "SEO") == "SEO (folder public, sample of 1,000 of 48,212 URLs)"
    assert line_of("-", folder).sites.endswith(" (folder public)")
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
    assert values(run)["indexable"] == ("848 of 1,000", None)


def test_an_audit_of_all_urls_keeps_its_numbers() -> None:
    run = RUN | {"selected": None}
    assert title(record_of(run)) == "Sitemap audit of https://www.example.com/"
    assert values(run)["indexable"] == ("848 of 1,000 (84.8 %)", "+14.8 points")


@pytest.mark.parametrize(
    "part", [{"complete": False, "incomplete_because": ["Stopped."]}, {"limit_reached": True}]
)
def test_a_part_of_an_audit_has_no_share(part: dict[str, Any]) -> None:
    run = record_of(RUN | {"selected": None, "previous": None} | part)
    figures = {each.name: each for each in key_figures(run)}
    assert figures["indexable"].value == "848 of 1,000"
    assert figures["indexable"].kind == "low"
    assert figures["clusters_complete"].value == "5 of 5"
    assert figures["clusters_complete"].kind == "plain"
    assert not [each for each in figures.values() if each.share is not None]


def test_urls_with_errors_are_those_with_one_that_is_no_consequence() -> None:
    with sample.audit() as store:
        assert read_figures(store).urls_with_error == 5
        store.execute("UPDATE findings SET root_id = 'another' WHERE url LIKE '%/gone'")
        assert read_figures(store).urls_with_error == 4
        overview = read_overview(store, sample.CHECKS)
    assert overview.told("error") == "4 URLs"


def test_files_are_not_counted_as_urls() -> None:
    check = "entry/lastmod-not-w3c"
    places: list[dict[str, Any]] = [
        *({"sitemap_url": f"{sample.SITE}/{n}.xml", "line": line} for n in "ab" for line in (2, 3)),
        {"url": f"{sample.SITE}/robots.txt"},
        {"url": f"{sample.SITE}/a", "sitemap_url": f"{sample.SITE}/a.xml"},
    ]
    findings = [{"check": check, "url": None, **place} for place in places]
    with sample.audit(findings=findings) as store:
        overview = read_overview(store, sample.CHECKS)
        told = "1 URL, 1 robots.txt file and 2 sitemaps"
        assert {result.told for result in overview.failed} == {told, ""}
        assert (overview.told("warning"), overview.told("error")) == (told, "")


def test_a_fault_of_a_host_is_counted_by_the_host_and_is_none_of_its_urls() -> None:
    findings = [{"check": "site/blocked", "url": f"{sample.SITE}/{page}"} for page in "ab"]
    with sample.audit(findings=findings) as store:
        assert read_overview(store, sample.CHECKS).told("warning") == "1 host"
        ranks = store.rows("SELECT rank, own_rank, findings FROM reported_url_findings")
    assert ranks == [(2, None, 1)] * 2


def test_each_report_counts_the_same_sitemaps() -> None:
    with sample.audit() as store:
        guessed = {"found_by": "guess", "requested": "-", "depth": 0, "attempts": 1}
        store.insert(
            "sitemaps",
            [
                guessed | {"id": n, "url": url, "url_key": n, "status": status, "kind": kind}
                for n, (url, status, kind) in enumerate(
                    [
                        ("@/none.xml", 404, None),
                        ("@/page", 200, "html"),
                        ("@/is.xml", 200, "urlset"),
                    ],
                    7,
                )
            ],
        )
        store.execute(
            "CREATE OR REPLACE TABLE unnamed_sitemaps AS"
            " SELECT url, url_key FROM sitemaps WHERE id > 6"
        )
        report = Report(store, sample.CHECKS, record_of(sample.RUN))
        tree = report.tree
        assert tree is not None
        assert (report.sitemaps, tree.all_files, report.stream(SITEMAPS).total) == (3, 3, 3)
