"""Budgets and ignored findings: files that are refused, limits, and what is moved."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest

from sitemap_audit.analysis.catalogue.catalogue import load_checks
from sitemap_audit.analysis.gate import Budget, Ignore, ignore_findings, read_budget, read_ignores
from sitemap_audit.analysis.runner import prepare, run_checks
from sitemap_audit.errors import UsageError
from sitemap_audit.options import Options
from sitemap_audit.storage.duckdb import DuckDBStore

if TYPE_CHECKING:
    from pathlib import Path

FIGURES = {"checked": 0, "indexable": 0, "urls_in_sitemaps": 12_345, "urls_with_error": 7}
SITE = "https://example.com"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[findings", "is not TOML"),
        ("[finding]\nhreflang = 1", "unknown key 'finding'; known are findings, figures"),
        ("findings = 3", "findings and figures must be tables"),
        ('[findings]\n"status/not-fund" = 1', "there is no check 'status/not-fund'"),
        ("[findings]\nhreflang = -1", "hreflang is -1; it must be a number, 0 or more"),
        ("[findings]\nhreflang = true", "hreflang is True; it must be a number"),
        ("[findings]\nhreflang = nan", "hreflang is nan; it must be a number"),
        ('[figures]\nnot_checked = "3"', "not_checked is '3'; it must be a number"),
        ("[figures]\nindexable = 3", "unknown key 'indexable'; known are indexable_percent"),
    ],
)
def test_a_budget_that_cannot_be_read_is_refused(tmp_path: Path, text: str, sentence: str) -> None:
    path = tmp_path / "budget.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(UsageError) as refused:
        read_budget(Options(budget=path))
    assert sentence in str(refused.value)
    assert str(path) in str(refused.value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[ignore]\ncheck = 'hreflang'", "each entry must begin with [[ignore]]"),
        ("[[ignore]]\nreason = 'x'", "an entry has no check. Each needs check and reason"),
        ("[[ignore]]\ncheck = 'hreflang'", "an entry has no reason"),
        ("[[ignore]]\ncheck = 'hreflan'\nreason = 'x'", "there is no check 'hreflan'"),
        ("[[ignore]]\ncheck = 'hreflang'\nreason = 'x'\nuntil = '2027'", "until is '2027'; it"),
        ("[[ignore]]\ncheck = 'hreflang'\nreason = 'x'\nurl = 3", "url is 3; it must be text"),
        ("[[ignore]]\ncheck = 'hreflang'\nreason = 'x'\nurls = '*'", "unknown key 'urls'"),
        ("[[ignore]]\ncheck = 3\nreason = 'x'", "check is 3; it must be text"),
    ],
)
def test_a_list_of_ignored_findings_that_cannot_be_read_is_refused(
    tmp_path: Path, text: str, sentence: str
) -> None:
    path = tmp_path / "ignore.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(UsageError) as refused:
        read_ignores(Options(ignore_file=path))
    assert sentence in str(refused.value)


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "none.toml"
    with pytest.raises(UsageError, match="No such file"):
        read_budget(Options(budget=path))
    assert read_budget(Options()) is None
    assert read_ignores(Options()) == []


def test_each_limit_that_is_exceeded_has_a_sentence() -> None:
    found = {"status/not-found": 1_204, "status/server-error": 1}
    limits = {"urls_in_sitemaps": 20_000, "urls_with_error": 7, "indexable_percent": 95}
    most = {"status/not-found": 1_000, "status/server-error": 0, "hreflang": 0}
    budget = Budget(most, limits)
    assert budget.exceeded(found, FIGURES, load_checks()) == [
        "Over budget: 1,204 findings of status/not-found, at most 1,000.",
        "Over budget: 1 finding of status/server-error, at most 0.",
        "Over budget: urls_in_sitemaps is 12,345, at least 20,000.",
        "Over budget: indexable_percent is not known, as no URL was checked.",
    ]
    checked = {**FIGURES, "checked": 3, "indexable": 2}
    assert Budget({}, {"indexable_percent": 66.6}).exceeded({}, checked, ()) == []
    assert Budget({}, {"indexable_percent": 66.7}).exceeded({}, checked, ()) == [
        "Over budget: indexable_percent is 66.66, at least 66.7."
    ]


def test_ignored_findings_are_moved_by_the_first_entry_that_fits() -> None:
    today = date(2026, 11, 23)
    ignores = [
        Ignore("status/not-found", f"{SITE}/old/*", "It returns.", today),
        Ignore("status", f"{SITE}/*", "Later.", date(2026, 11, 22)),
        Ignore("status/not-found", "*", "Known.", None),
        Ignore("site/*", "*", "Of the whole site.", None),
    ]
    with DuckDBStore() as store:
        prepare(store, ())
        run_checks(store, ())
        rows = [
            ("status/not-found", f"{SITE}/old/a", "1"),
            ("status/not-found", f"{SITE}/b", "2"),
            ("status/server-error", f"{SITE}/old/a", "3"),
            ("site/missing-pages-return-200", None, "4"),
        ]
        names = ("check", "url", "finding_id")
        store.insert("findings", [dict(zip(names, row, strict=True)) for row in rows])
        found = store.rows('SELECT "check", COUNT(*) FROM findings GROUP BY "check"')
        store.insert(
            "check_runs",
            [{"check": check, "found": count, "outcome": "failed"} for check, count in found],
        )
        facts = ignore_findings(store, ignores, load_checks(), today)
        left = store.rows("SELECT finding_id FROM findings")
        runs = store.rows('SELECT "check", found, outcome FROM check_runs ORDER BY "check"')
    assert facts is not None
    assert left == [("3",)]
    assert [rule["findings"] for rule in facts.rules] == [1, 1, 1]
    assert facts.findings == 3
    assert runs[1:] == [("status/not-found", 0, "passed"), ("status/server-error", 1, "failed")]
    assert facts.sentences == [
        "Ignored by --ignore-file: 3 findings on 2 URLs; see tables/ignored.csv.",
        f"Expired on 2026-11-22: ignore status on {SITE}/* (Later.).",
    ]
