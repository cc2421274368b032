"""Changes between two audits in words."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from sitemap_audit.analysis.catalogue.checkfile import OfFindings
from sitemap_audit.report.issue_changes import ChangeKind, Changes


def kind(
    name: str, urls: int, compared: int, not_compared: int, why: str | None = None
) -> ChangeKind:
    counts = (urls, urls, compared, not_compared)
    told = {"finding-new": OfFindings.NEW, "finding-resolved": OfFindings.RESOLVED}.get(name)
    return ChangeKind(f"change/{name}", name, "warning", *counts, why, {"URL": urls}, told)


@pytest.mark.parametrize(
    ("kinds", "told"),
    [
        ([], "nothing compared"),
        ([kind("title", 0, 0, 4)], "nothing compared; 4 URLs not compared"),
        ([kind("title", 0, 9, 0)], "no changes"),
        (
            [kind("finding-resolved", 0, 9, 5, "not-fetched 4, of-another-check-or-scope 1")],
            "no changes; 5 findings (not crawled: 4, of another check or scope: 1) not compared",
        ),
        (
            [kind("title", 1, 9, 3), kind("status", 1200, 9, 1), kind("finding-new", 0, 0, 1)],
            "title: 1 URL; status: 1,200 URLs; 3 URLs and 1 finding not compared",
        ),
    ],
)
def test_changes_are_told_in_a_sentence(kinds: list[ChangeKind], told: str) -> None:
    changes = Changes(datetime(2026, 1, 1, 12, tzinfo=UTC), "2026-01-01T12-00-00Z", kinds, [])
    assert changes.sentence == f"Since 2026-01-01 12:00 UTC: {told}."
    assert changes._replace(is_complete=False).sentence == (
        f"{changes.sentence} This audit is not complete: what it did not fetch is not compared, and"
        " no finding counts as fixed."
    )
