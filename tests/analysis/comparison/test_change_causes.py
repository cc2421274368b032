"""Severity and grouping of changes."""

from __future__ import annotations

from sitemap_audit.analysis.catalogue.findings import COLUMNS
from sitemap_audit.analysis.comparison.change_causes import group_changes
from sitemap_audit.analysis.comparison.compared_tables import EMPTY_FINDING_CHANGES
from sitemap_audit.storage.duckdb import DuckDBStore

RUNS = {"change/title": "notice", "change/hreflang": "warning", "change/url-added": "notice"}


def test_a_change_of_the_home_page_is_one_step_more_severe() -> None:
    urls = ["https://example.com/", "https://example.com/a"]
    with DuckDBStore() as store:
        store.execute(f"CREATE TABLE changes ({COLUMNS})")
        store.execute('CREATE TABLE change_runs ("check" VARCHAR, severity VARCHAR)')
        store.execute("CREATE TABLE url_states (url VARCHAR, outcome VARCHAR)")
        store.execute(EMPTY_FINDING_CHANGES)
        store.insert("change_runs", [{"check": c, "severity": s} for c, s in RUNS.items()])
        store.insert("changes", [{"check": check, "url": url} for check in RUNS for url in urls])
        group_changes(store, ())
        told = store.rows('SELECT "check", url, severity FROM change_causes')
    assert sorted(told) == [
        ("change/hreflang", urls[0], "error"),
        ("change/hreflang", urls[1], "warning"),
        ("change/title", urls[0], "warning"),
        ("change/title", urls[1], "notice"),
        ("change/url-added", urls[0], "notice"),
    ]
