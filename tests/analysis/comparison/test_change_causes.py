"""Severity and grouping of changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sitemap_audit.analysis.catalogue.catalogue import load_checks
from sitemap_audit.analysis.comparison.change_causes import group_changes
from sitemap_audit.analysis.comparison.compared_tables import make_finding_changes
from sitemap_audit.steps import step
from sitemap_audit.storage.duckdb import DuckDBStore

if TYPE_CHECKING:
    from collections.abc import Sequence

RUNS = {check.name: str(check.severity) for check in load_checks() if check.is_of_changes}
UNITS = [{"check": check.name, "unit": check.unit} for check in load_checks()]


def causes(
    changes: Sequence[dict[str, Any]],
    findings: Sequence[dict[str, Any]] = (),
    told: str = '"check", url, state, severity',
) -> list[tuple[Any, ...]]:
    """Group changes; return the check, URL, state and severity of each cause, or other columns."""
    with DuckDBStore() as store:
        store.execute(step("changes/no_changes"))
        store.execute('CREATE TABLE change_runs ("check" VARCHAR, severity VARCHAR)')
        store.execute('CREATE TABLE check_runs ("check" VARCHAR, unit VARCHAR)')
        store.execute("CREATE TABLE url_states (url VARCHAR, outcome VARCHAR)")
        make_finding_changes(store)
        store.insert("finding_changes", [{"is_known": True} | each for each in findings])
        store.insert("change_runs", [{"check": c, "severity": s} for c, s in RUNS.items()])
        store.insert("check_runs", UNITS)
        store.insert("changes", [{"number": n} | each for n, each in enumerate(changes)])
        group_changes(store, load_checks())
        return sorted(store.rows(f"SELECT {told} FROM change_causes"))


def test_an_event_is_told_once() -> None:
    page, other, sitemap = (f"https://example.com/{name}" for name in ("a", "b", "map.xml"))
    new = {"change": "new", "check": "indexability/noindex", "severity": "error", "url": page}
    linked = {"change": "new", "check": "hreflang/target-noindex", "severity": "error"}
    linked |= {"url": other, "related_url": page}
    fixed = {"change": "resolved", "check": "status/not-found", "severity": "error", "url": other}
    findings = [new, linked | {"told_with": "indexability/noindex"}, fixed]
    told = [
        {"check": "change/finding-new", "url": page, "kind": "indexability/noindex"},
        {"check": "change/indexability-lost", "url": page, "kind": "noindex"},
        {
            "check": "change/finding-new",
            "url": other,
            "related_url": page,
            "kind": "hreflang/target-noindex",
        },
        {"check": "change/finding-resolved", "url": other, "kind": "status/not-found"},
        {"check": "change/status-recovered", "url": other, "kind": "404 to 200"},
        {"check": "change/title", "url": other},
        {"check": "change/sitemap-removed", "sitemap_url": sitemap},
        {"check": "change/url-removed", "url": page, "sitemap_url": sitemap},
    ]
    assert causes(told, findings) == [
        ("change/finding-new", page, "new", "error"),
        ("change/finding-resolved", other, "fixed", None),
        ("change/sitemap-removed", None, "changed", "notice"),
        ("change/title", other, "changed", "notice"),
    ]


def test_a_change_says_what_it_affects_as_its_finding_does() -> None:
    site = "https://example.com"
    page, file = {"url": f"{site}/a"}, {"sitemap_url": f"{site}/map.xml"}
    new = [
        page | {"kind": "status/not-found"},
        page | {"kind": "index/nested"},
        file | {"kind": "entry/without-loc"},
        {"url": f"{site}/robots.txt", "kind": "robots/html"},
    ]
    changes = [each | {"check": "change/finding-new"} for each in new]
    changes += [
        page | {"check": "change/title"},
        file | {"check": "change/sitemap-shrank"},
        {"url": f"{site}/", "check": "change/sitemap-shrank"},  # all sitemaps of the site
        {"url": f"{site}/robots.txt", "check": "change/robots-txt"},
    ]
    assert causes(changes, told='COALESCE(kind, "check"), unit') == [
        ("change/robots-txt", "robots.txt file"),
        ("change/sitemap-shrank", "URL"),
        ("change/sitemap-shrank", "sitemap"),
        ("change/title", "URL"),
        ("entry/without-loc", "sitemap"),
        ("index/nested", "sitemap"),
        ("robots/html", "host"),
        ("status/not-found", "URL"),
    ]


def test_a_change_of_the_home_page_is_one_step_more_severe() -> None:
    urls = ["https://example.com/", "https://example.com/a"]
    checks = ("change/title", "change/hreflang", "change/url-added")
    told = causes([{"check": check, "url": url} for check in checks for url in urls])
    assert [(check, url, severity) for check, url, _, severity in told] == [
        ("change/hreflang", urls[0], "error"),
        ("change/hreflang", urls[1], "warning"),
        ("change/title", urls[0], "warning"),
        ("change/title", urls[1], "notice"),
        ("change/url-added", urls[0], "notice"),
    ]
