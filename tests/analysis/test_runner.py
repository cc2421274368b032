"""Running of checks: outcomes, coverage, order, errors, views, the table about the run."""

from __future__ import annotations

import re
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from checks.examples.fixtures import make_store
from checks.examples.manual import Example, Row
from rows import record_of

from sitemap_audit.analysis.catalogue.catalogue import CatalogueError, load_checks
from sitemap_audit.analysis.comparison.compared_tables import LASTMOD_TRUST
from sitemap_audit.analysis.cursors import on_cursors
from sitemap_audit.analysis.runner import prepare, run_checks, separate_url_lists
from sitemap_audit.analysis.views import uses_of
from sitemap_audit.evaluation.report_writing import views_of_reports
from sitemap_audit.storage.duckdb import DuckDBStore
from sitemap_audit.storage.run_file import write_run

if TYPE_CHECKING:
    from sitemap_audit.analysis.catalogue.catalogue import Check
    from sitemap_audit.storage import Store

BASE = next(check for check in load_checks() if check.name == "sitemap/too-many-urls")


def check_of(sql: str, name: str = "page/slow", **fields: object) -> Check:
    values = {"over": "pages", "when": "TRUE", "unknown": "FALSE", "parameters": {}} | fields
    return replace(BASE, name=name, sql=sql, **values)  # type: ignore[arg-type]


def store_of(**tables: list[Row]) -> DuckDBStore:
    store = make_store(Example(title="", given=tables, parameters={}, finds=[]))
    separate_url_lists(store)
    return store


def pages(*statuses: int) -> list[Row]:
    return [
        {"url": f"https://example.com/{place}", "status": str(status)}
        for place, status in enumerate(statuses, start=1)
    ]


def test_why_rows_were_not_checked_is_told_most_first() -> None:
    states: list[Row] = [
        {"parsed": "false", "unread_reason": "too-complex"},
        {"error": "timeout", "status": None},
        {"error": "resolver", "status": None},
        {"error": "resolver", "status": None},
        {},
    ]
    rows: list[Row] = [
        {"url": f"https://example.com/{place}", **row} for place, row in enumerate(states)
    ]
    store = store_of(entries=[{"loc": row["url"]} for row in rows], pages=rows)
    check = check_of(
        "SELECT url FROM listed_pages WHERE FALSE",
        over="listed_pages",
        unknown="NOT annotations_known",
    )
    prepare(store, [check])
    run_checks(store, [check])
    told = store.rows('SELECT looked_at, "unknown", unknown_reasons FROM check_runs')
    assert told == [(5, 4, "resolver 2, too-complex 1")]


BROKEN = "SELECT url, status AS observed FROM pages WHERE status >= 400"


@pytest.mark.parametrize(
    ("statuses", "unknown", "outcome", "counts"),
    [
        pytest.param([200, 404], "FALSE", "failed", (1, 2, 0), id="a finding"),
        pytest.param([200, 301], "FALSE", "passed", (0, 2, 0), id="none"),
        pytest.param([200, 301], "status = 301", "passed", (0, 2, 1), id="some are unknown"),
        pytest.param([301, 301], "status = 301", "not checked", (0, 2, 2), id="all are unknown"),
        pytest.param([], "FALSE", "not applicable", (0, 0, 0), id="no row"),
        pytest.param([404, 301], "TRUE", "failed", (1, 2, 2), id="a finding beats unknown"),
    ],
)
def test_a_run_ends_as(
    statuses: list[int], unknown: str, outcome: str, counts: tuple[int, int, int]
) -> None:
    store = store_of(pages=pages(*statuses))
    run_checks(store, [check_of(BROKEN, unknown=unknown)])
    rows = store.rows('SELECT outcome, found, looked_at, "unknown", error FROM check_runs')
    assert rows == [(outcome, *counts, None)]


def test_only_rows_it_applies_to_are_counted() -> None:
    store = store_of(pages=pages(200, 200, 404))
    run_checks(store, [check_of(BROKEN, when="status = 200")])
    assert store.value("SELECT looked_at FROM check_runs") == 2


def test_an_error_in_one_check_stays_there() -> None:
    store = store_of(pages=pages(404))
    run_checks(
        store, [check_of("SELECT nothing FROM pages", "a/wrong"), check_of(BROKEN, "b/right")]
    )
    rows = store.rows('SELECT "check", outcome, found FROM check_runs')
    assert rows == [("a/wrong", "error", 0), ("b/right", "failed", 1)]
    assert "nothing" in store.value("SELECT error FROM check_runs WHERE error IS NOT NULL")
    assert store.rows('SELECT "check" FROM findings') == [("b/right",)]


@pytest.mark.parametrize("place", ["sql", "when", "unknown"])
def test_a_check_of_the_users_own_that_never_ends_is_an_error(place: str) -> None:
    endless = "WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"
    parts = {
        "sql": f"SELECT url FROM pages WHERE status IN ({endless})",
        "when": f"status IN ({endless})",
        "unknown": f"status IN ({endless})",
    }
    given = {"sql": BROKEN} | {place: parts[place]}
    store = store_of(pages=pages(404))
    own = check_of(given.pop("sql"), "a/endless", seconds=0.1, **given)
    run_checks(store, [own, check_of(BROKEN, "b/right")])
    rows = store.rows('SELECT "check", outcome, found FROM check_runs')
    assert rows == [("a/endless", "error", 0), ("b/right", "failed", 1)]
    told = store.value("SELECT error FROM check_runs WHERE error IS NOT NULL")
    assert told == "QueryTimeoutError: its queries took more than 0.1 seconds"


def test_checks_of_the_users_own_have_a_limit(tmp_path: Path) -> None:
    own = tmp_path / "own" / "page.sql"
    own.parent.mkdir()
    ours = Path(str(files("sitemap_audit"))) / "checks" / "robots" / "html.sql"
    own.write_text(ours.read_text("utf-8"))
    limits = {check.name: check.seconds for check in load_checks([tmp_path])}
    assert {name for name, seconds in limits.items() if seconds is not None} == {"own/page"}


def test_a_column_that_findings_do_not_have_is_an_error() -> None:
    store = store_of(pages=pages(404))
    run_checks(store, [check_of("SELECT url, status FROM pages")])
    assert store.value("SELECT outcome FROM check_runs") == "error"
    assert "status" in store.value("SELECT error FROM check_runs")


def test_findings_come_in_one_order_whatever_order_the_checks_find_them_in() -> None:
    store = store_of(pages=pages(404, 500, 403))
    backwards = check_of(f"{BROKEN} ORDER BY url DESC", "b/backwards")
    run_checks(store, [backwards, check_of(BROKEN, "a/forwards")])
    rows = store.rows('SELECT "check", url FROM findings')
    assert rows == sorted(rows)
    assert len(rows) == 6


def test_findings_without_a_url_come_first() -> None:
    store = store_of(pages=pages(404))
    run_checks(store, [check_of("SELECT url FROM pages UNION ALL SELECT NULL AS url FROM pages")])
    assert store.rows("SELECT url FROM findings") == [(None,), ("https://example.com/1",)]


SUBJECT = {"url": "x", "sitemap_url": "y", "related_url": "z", "line": 1, "observed": "404"}


@pytest.mark.parametrize(
    ("change", "is_same"),
    [
        pytest.param({"observed": "410"}, True, id="another text"),
        pytest.param({"line": 2}, True, id="an entry on another line"),
        pytest.param({"url": "x2"}, False, id="another URL"),
        pytest.param({"sitemap_url": "y2"}, False, id="another sitemap"),
        pytest.param({"related_url": None}, False, id="no related URL"),
    ],
)
def test_a_finding_is_the_same_one_with(change: dict[str, Any], *, is_same: bool) -> None:
    one, other = identities(SUBJECT, SUBJECT | change)
    assert (one == other) == is_same


@pytest.mark.parametrize("place", ["url", "sitemap_url"])
def test_where_a_line_is_the_subject_another_line_is_another_finding(place: str) -> None:
    one, other = identities({place: "x", "line": 1}, {place: "x", "line": 2})
    assert one != other


def test_findings_with_the_same_subject_have_different_identities() -> None:
    rows = " UNION ALL ".join(f"SELECT 'x' AS url, '{code}' AS observed" for code in ("fr", "de"))
    store = store_of(pages=pages(200))
    run_checks(store, [check_of(rows)])
    told = dict(store.rows("SELECT observed, finding_id FROM findings"))
    assert told["de"] == identities({"url": "x"})[0]
    assert told["fr"] != told["de"]


def identities(*rows: dict[str, Any]) -> list[str]:
    """The identities of findings of one check."""
    selects = [
        "SELECT " + ", ".join(f"{_literal(value)} AS {name}" for name, value in row.items())
        for row in rows
    ]
    store = store_of(pages=pages(200))
    for number, select in enumerate(selects):
        run_checks(store, [check_of(select)])
        selects[number] = store.value("SELECT finding_id FROM findings")
    return selects


def _literal(value: str | int | None) -> str:
    return "NULL" if value is None else repr(value)


def test_no_spreadsheet_reads_an_identity_as_a_number() -> None:
    rows = " UNION ALL ".join(f"SELECT 'x' AS url, '{code}' AS observed" for code in ("fr", "de"))
    store = store_of(pages=pages(200))
    run_checks(store, [check_of(rows)])
    found = [each for (each,) in store.rows("SELECT finding_id FROM findings")]
    assert len(found) == 2
    assert all(re.fullmatch("f[0-9a-f]{16}", each) for each in found)


def test_line_breaks_of_a_site_are_shown_escaped() -> None:
    store = store_of(pages=pages(200))
    broken = "CONCAT('a', CHR(13), CHR(10), 'b')"
    change = """'replace' AS action, url AS change_url, 'loc' AS place, 'c' AS "to\""""
    texts = ", ".join(f'{broken} AS "{name}"' for name in ("observed", "expected", "fix", "from"))
    run_checks(store, [check_of(f"SELECT url, {texts}, {change} FROM pages")])
    (found,) = store.rows('SELECT observed, expected, fix, "from", "change" FROM findings')
    shown = r"a\r\nb"
    assert found[:4] == (shown, shown, shown, "a\r\nb")
    assert found[4] == rf"In https://example.com/1: replace loc {shown} with c"


def test_an_identity_does_not_change_between_versions() -> None:
    """Ignore lists and stored audits rest on it."""
    assert identities(SUBJECT) == ["fe0547bd0400b9155"]


def test_a_finding_says_what_to_change_where_its_check_does() -> None:
    store = store_of(pages=pages(404))
    change = """'add' AS action, url AS change_url, 'loc' AS place, 'a' AS "from", 'b' AS "to\""""
    run_checks(store, [check_of(BROKEN, "a/silent"), check_of(f"SELECT url, {change} FROM pages")])
    told = 'SELECT action, change_url, place, "from", "to" FROM findings ORDER BY number'
    assert store.rows(told) == [
        (None, None, None, None, None),
        ("add", "https://example.com/1", "loc", "a", "b"),
    ]


SENTENCES = {
    "an entry of a sitemap": (
        ("replace", "loc", "a", "b"),
        "In https://example.com/sitemap.xml, line 7: replace loc a with b",
    ),
    "a whole entry": (
        ("remove", "loc", "a", None),
        "In https://example.com/sitemap.xml, line 7: remove the entry a",
    ),
    "what is not there yet": (
        ("add", "hreflang", None, "de b"),
        "In https://example.com/sitemap.xml, line 7: add hreflang annotation de b",
    ),
    "what stood there is not known": (
        ("replace", "lang", None, "de"),
        "In https://example.com/sitemap.xml, line 7: set html lang to de",
    ),
    "something that has no text": (
        ("remove", "priority", None, None),
        "In https://example.com/sitemap.xml, line 7: remove priority",
    ),
}


@pytest.mark.parametrize(("change", "sentence"), SENTENCES.values(), ids=SENTENCES.keys())
def test_a_change_is_told_as_a_sentence(change: tuple[str | None, ...], sentence: str) -> None:
    assert told(change, "https://example.com/sitemap.xml") == [(sentence,)]


def test_a_line_is_told_only_of_the_file_that_has_it() -> None:
    assert told(("remove", "canonical", "a", None), "https://example.com/1") == [
        ("In https://example.com/1: remove canonical a",)
    ]


def test_a_change_that_does_not_say_where_is_none() -> None:
    store = store_of(pages=pages(404))
    run_checks(store, [check_of("SELECT url, 'add' AS action, 'b' AS \"to\" FROM pages")])
    assert store.rows('SELECT action, "to", "change" FROM findings') == [(None, None, None)]


def told(change: tuple[str | None, ...], change_url: str) -> list[tuple[Any, ...]]:
    """The sentence of a change, of a finding in line 7 of a sitemap."""
    values = ", ".join(map(_literal, (change_url, *change)))
    store = store_of(pages=pages(404))
    sql = f"""
        SELECT url, 'https://example.com/sitemap.xml' AS sitemap_url, 7 AS line, what.*
        FROM pages, (VALUES ({values})) AS what (change_url, action, place, "from", "to")
    """
    run_checks(store, [check_of(sql)])
    return store.rows('SELECT "change" FROM findings')


def test_a_second_run_replaces_the_first() -> None:
    store = store_of(pages=pages(404))
    for _ in range(2):
        run_checks(store, [check_of(BROKEN)])
    assert store.value("SELECT COUNT(*) FROM findings") == 1
    assert store.value("SELECT COUNT(*) FROM check_runs") == 1


def test_each_run_keeps_its_time_severity_and_subject() -> None:
    store = store_of(pages=pages(404))
    run_checks(store, [check_of(BROKEN)])
    ((severity, subject, seconds),) = store.rows(
        "SELECT severity, subject, seconds FROM check_runs"
    )
    assert (severity, subject) == ("error", "page")
    assert 0 < seconds < 60


def test_parameters_stand_in_query_and_conditions() -> None:
    store = store_of(pages=pages(200, 404, 500))
    check = check_of(
        "SELECT url FROM pages WHERE status >= $least",
        when="status <> $without",
        parameters={"least": 400, "without": 200},
    )
    run_checks(store, [check])
    assert store.rows("SELECT found, looked_at FROM check_runs") == [(2, 2)]
    run_checks(store, [check], {"page/slow.least": 500})
    assert store.rows("SELECT found, looked_at FROM check_runs") == [(1, 2)]


def test_a_parameter_that_does_not_exist_is_refused_before_anything_runs() -> None:
    with pytest.raises(CatalogueError, match="has no parameter 'least'"):
        run_checks(store_of(pages=[]), [check_of(BROKEN)], {"page/slow.least": 500})


def test_a_view_uses_the_views_that_it_reads_from() -> None:
    queries = {
        "a": "/* FROM nothing */ SELECT x FROM b INNER JOIN c ON TRUE",
        "b": "SELECT x FROM c -- JOIN a",
        "c": "SELECT a AS x FROM pages",
    }
    assert uses_of(queries) == {"a": {"b", "c"}, "b": {"c"}, "c": set()}


def test_views_in_a_cycle_are_named() -> None:
    with pytest.raises(ValueError, match=r"read from each other: a, b\."):
        uses_of({"a": "SELECT x FROM b", "b": "SELECT x FROM a", "c": "SELECT x FROM pages"})


def test_what_is_stored_of_a_comparison_is_not_made_for_reports() -> None:
    views = views_of_reports()
    assert {"clusters", "coverage", "ledger", "listed"} <= views
    assert not {LASTMOD_TRUST, "compared_urls", "reported_urls"} & views


def test_what_runs_out_of_memory_is_done_again_alone() -> None:
    attempts: list[tuple[str, bool]] = []

    def work(cursor: Store, name: str, is_last: bool) -> str:
        attempts.append((name, is_last))
        if name == "b" and not is_last:
            raise MemoryError
        return str(cursor.value("SELECT $name", {"name": name}))

    with DuckDBStore() as store:
        done = on_cursors(store, {"a": (), "b": ("a",), "c": ("b",)}, work)
    assert done == {"a": "a", "b": "b", "c": "c"}
    assert attempts == [("a", False), ("b", False), ("b", True), ("c", False)]


def test_only_the_views_that_checks_rest_on_are_made() -> None:
    store = store_of(pages=pages(200))
    prepare(store, [check_of("SELECT url FROM indexability")])
    assert "is_indexable" in store.columns("indexability")
    assert store.columns("page_states")
    assert not store.columns("index_children")


def test_the_run_is_what_run_json_says(tmp_path: Path) -> None:
    run = {"reason": "finished", "complete": True, "limit_reached": False, "token": "Bingbot"}
    started = {"started_at": "2026-01-15T12:00:00+00:00", "sites": ["https://example.com/"]}
    write_run(tmp_path, record_of(run | started))
    with DuckDBStore(tmp_path) as store:
        prepare(store, [])
        rows = store.rows("SELECT reason, complete, limit_reached, token FROM run")
        assert rows == [("finished", True, False, "Bingbot")]
        assert store.value("SELECT EXTRACT(HOUR FROM started_at) FROM run") == 12


def test_an_audit_without_run_json_is_not_complete(tmp_path: Path) -> None:
    with DuckDBStore(tmp_path) as store:
        prepare(store, [])
        assert store.rows("SELECT complete, reason FROM run") == [(False, None)]
