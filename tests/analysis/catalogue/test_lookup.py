"""Finding a check by any of its names."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from sitemap_audit.analysis.catalogue.catalogue import CatalogueError, load_checks
from sitemap_audit.analysis.catalogue.lookup import find, not_covered

CHECKS = load_checks()
PARITY = Path(__file__).parents[2] / "checks" / "parity.csv"
RETURN_LINK = "hreflang/missing-return-link"


@pytest.mark.parametrize(
    ("written", "check"),
    [
        (RETURN_LINK, RETURN_LINK),
        ("HREFLANG RETURN LINK MISSING", RETURN_LINK),
        ("hreflang return tag missing", RETURN_LINK),
        ("Missing return links", RETURN_LINK),
        ("Hreflang: Missing Return Links", RETURN_LINK),
        ("Non-200 hreflang URLs", "hreflang/target-redirects"),
        ("XML Sitemaps: non 200 hreflang urls", "hreflang/target-client-error"),
        ("Submitted URL marked 'noindex'", "indexability/noindex"),
        ("submitted url marked \u2018noindex\u2019", "indexability/noindex"),
        ("hreflang/missing-return-*", RETURN_LINK),
    ],
)
def test_a_check_is_found_by_any_of_its_names(written: str, check: str) -> None:
    assert check in [each.name for each in find(CHECKS, written)]


def test_every_title_and_name_in_another_tool_finds_its_check() -> None:
    for check in CHECKS:
        texts = [check.name, check.title.upper()]
        for names in check.known_as.values():
            texts += [text for name in names for text in (name, name.partition(": ")[2]) if text]
        for text in texts:
            assert check in find(CHECKS, text), (check.name, text)


def test_several_checks_can_have_one_name_in_another_tool() -> None:
    found = [each.name for each in find(CHECKS, "Non-200 Hreflang URLs")]
    assert found == [
        f"hreflang/target-{what}" for what in ("client-error", "redirects", "server-error")
    ]


@pytest.mark.parametrize(
    ("written", "says"),
    [
        ("hreflang return tags lost", f"Did you mean {RETURN_LINK} (Hreflang return link missing)"),
        ("Submitted URL has noindex", "indexability/noindex ("),
        ("xyz", "There is no check 'xyz'. 'sitemap-audit checks' lists them."),
        (
            "Thumbnail too small",
            "There is no check for 'Thumbnail too small' (Google Search Console",
        ),
        ("Pages to submit to IndexNow", "(Ahrefs): it is not a fault; tables/changes.csv has"),
    ],
)
def test_without_a_hit_the_nearest_or_the_reason_is_given(written: str, says: str) -> None:
    with pytest.raises(CatalogueError) as raised:
        find(CHECKS, written)
    assert says in str(raised.value)


def test_issues_that_no_check_finds_are_those_of_parity_csv() -> None:
    with PARITY.open(encoding="utf-8", newline="") as file:
        expected = {
            (row["product"], row["issue"]) for row in csv.DictReader(file) if not row["checks"]
        }
    assert {(each.tool, each.issue) for each in not_covered()} == expected
    assert all(each.why and not each.why.endswith(".") for each in not_covered())
