"""Findings that are new since the audit before, those that are gone, and those not compared."""

from __future__ import annotations

import json
from dataclasses import fields
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from rows import list_parts, record_of

from sitemap_audit import __version__
from sitemap_audit.analysis.catalogue.catalogue import load_checks
from sitemap_audit.analysis.comparison.changes import find_changes
from sitemap_audit.analysis.comparison.compared_tables import attach_previous
from sitemap_audit.analysis.comparison.definitions import (
    ends_with_entry,
    rests_on_entry,
    rests_on_named,
)
from sitemap_audit.analysis.comparison.previous import (
    Previous,
    differences,
    history,
    previous_audit,
)
from sitemap_audit.audit_place import AuditPlace
from sitemap_audit.options import USER_AGENT
from sitemap_audit.report.history import line_of
from sitemap_audit.report.recorded_changes import compared_facts, count_changes
from sitemap_audit.run_record import Changes, Figures
from sitemap_audit.storage.duckdb import DuckDBStore
from sitemap_audit.storage.run_file import FORMAT

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    Finding = tuple[Any, ...]

SITE = "https://www.example.com/"
MAP, OTHER_MAP = f"{SITE}sitemap.xml", f"{SITE}other.xml"
GONE, FRAGMENT, PAIR = "status/not-found", "entry/fragment", "hreflang/target-client-error"
HOSTS, BROKEN = "site/missing-pages-return-200", "sitemap/not-well-formed"
CHURN = "entry/lastmod-churn"
SOME, MANY, NONE = (f"sitemap/{name}-indexable" for name in ("some-not", "many-not", "none"))
ORPHAN, CRAWLED = "links/orphan", "search/crawled-not-indexed"
NAMES = (GONE, FRAGMENT, PAIR, HOSTS, BROKEN, CHURN, SOME, MANY, NONE, ORPHAN, CRAWLED)
CHECKS = [check for check in load_checks() if check.name in NAMES]
SEVERITIES = {check.name: str(check.severity) for check in CHECKS}
FINDING = ("check", "url", "sitemap_url", "related_url", "line", "observed")
A = (GONE, f"{SITE}a", MAP, None, 1, "404")
B = (GONE, f"{SITE}b", MAP, None, 2, "404")
C = (FRAGMENT, f"{SITE}c#d", MAP, None, 3, "d")
TO_B = (PAIR, f"{SITE}a", MAP, f"{SITE}b", 1, "404")
TO_A = (PAIR, f"{SITE}a", MAP, f"{SITE}a", 1, "404")
FIRST = datetime(2026, 1, 1, 12, tzinfo=UTC)
PAGE = {"status": 404, "error": None, "redirect_key": None, "robots": "allowed", "challenge": None}
LISTED = tuple((MAP, f"{SITE}{path}") for path in ("a", "b", "c#d"))
KEYS = {f"{SITE}{path}": key for key, path in enumerate(("a", "b", "end"), start=1)}


def page(path: str, **values: Any) -> dict[str, Any]:
    """The row of a page that was fetched."""
    url = SITE + path
    whole = {"url": url, "url_key": KEYS[url], "parsed": True, "content_type": "text/html"}
    return whole | {"cached_at": None, "fetched_at": FIRST} | PAGE | values


def stored(
    output: Path,
    day: int,
    findings: Sequence[Finding] = (),
    *,
    pages: Sequence[Mapping[str, Any]] = (page("a"), page("b")),
    maps: Mapping[str, bool] | None = None,
    listed: Sequence[tuple[str, str]] = LISTED,
    ran: Mapping[str, str] | None = None,
    unknown: int = 0,
    reasons: str | None = None,
    outcome: str = "passed",
    canonicals: Sequence[tuple[str, str]] = (),
    root: Finding | None = None,
    **run: Any,
) -> tuple[Path, dict[str, Any]]:
    """An audit of a day in January, judged and stored; its folder and its record.

    Args:
        maps: sitemaps, and whether each was read to its end.
        ran: the checks that it ran, and what they were.
        unknown: rows that each check could not judge, and ``reasons`` why.
        canonicals: URLs of pages, each with its canonical.
        root: the finding of which all others are consequences.
    """
    folder = output / f"2026-01-{day:02}T12-00-00Z"
    ran = dict.fromkeys(SEVERITIES, "as today") if ran is None else ran
    found = {finding[0] for finding in findings}
    runs = [
        {
            "check": name,
            "severity": SEVERITIES.get(name, "error"),
            "outcome": "failed" if name in found else outcome,
            "unknown": unknown,
            "unknown_reasons": reasons,
            "definition": what,
        }
        for name, what in ran.items()
    ]
    maps = {MAP: True, OTHER_MAP: True} if maps is None else maps
    sitemaps = [
        {"url": url, "status": 200, "error": None, "complete": whole, "fetched_at": FIRST}
        for url, whole in maps.items()
    ]
    entries = [{"sitemap_url": sitemap, "url": url} for sitemap, url in listed]
    rows = [dict(zip(FINDING, finding, strict=True)) for finding in findings]
    if root is not None:
        ids = {finding: f"f{number}" for number, finding in enumerate(findings)}
        roots = {finding: None if finding == root else ids[root] for finding in findings}
        rows = [
            row | {"finding_id": ids[finding], "root_id": roots[finding]}
            for row, finding in zip(rows, findings, strict=True)
        ]
    for table, stored_rows in (
        ("findings", rows),
        ("check_runs", runs),
        ("pages", pages),
        ("sitemaps", sitemaps),
        ("entries", entries),
        ("page_canonicals", [{"url": url, "canonical": other} for url, other in canonicals]),
    ):
        (folder / "data" / table).mkdir(parents=True)
        names = tuple(stored_rows[0]) if stored_rows else FINDING if table == "findings" else ()
        if names:
            columns = {name: [row[name] for row in stored_rows] for name in names}
            part = folder / "data" / table / "part-0.parquet"
            pq.write_table(pa.table(columns, schema=_schema(columns)), part)
    record = {
        "format": FORMAT,
        "sites": [SITE],
        "started_at": f"2026-01-{day:02}T12:00:00+00:00",
        "complete": True,
        "incomplete_because": [],
        "options": {},
    } | run
    (folder / "run.json").write_text(json.dumps(record))
    list_parts(folder)
    return folder, record


def _schema(columns: Mapping[str, Sequence[Any]]) -> pa.Schema:
    numbers = {"line", "status", "url_key", "redirect_key", "unknown"}
    times = {"cached_at", "fetched_at"}

    def kind(name: str) -> pa.DataType:
        if name in numbers:
            return pa.int64()
        if name in times:
            return pa.timestamp("us", "UTC")
        return pa.bool_() if name in ("parsed", "complete") else pa.string()

    return pa.schema([(name, kind(name)) for name in columns])


def compared(*audits: tuple[Path, dict[str, Any]]) -> Changes:
    """The last of some audits, compared."""
    return rows_of(*audits)[0]


def issues(*audits: tuple[Path, dict[str, Any]]) -> dict[str, tuple[int, ...]]:
    """By check: before, fixed, new, now, not compared of before and of now."""
    return {name: tuple(map(int, row[2:8])) for name, *row in rows_of(*audits)[1]}


def rows_of(*audits: tuple[Path, dict[str, Any]]) -> tuple[Changes, list[tuple[Any, ...]]]:
    """The last of some audits, compared, and the rows of ``issue_changes``."""
    folder, record = audits[-1]
    previous = previous_audit(AuditPlace(folder), record_of(record))
    others = [previous.folder] if previous else []
    with DuckDBStore(folder, tables=(), others=others, has_few_rows=True) as store:
        for table in ("findings", "check_runs"):
            if (folder / "data" / table / "part-0.parquet").exists():
                store.load(table)
            else:
                columns = ", ".join(f'"{name}" VARCHAR' for name in (*FINDING, "finding_id"))
                store.execute(f"CREATE TABLE {table} ({columns})")
        store.execute("ALTER TABLE findings ADD COLUMN IF NOT EXISTS finding_id VARCHAR")
        attach_previous(store, previous and previous.folder)
        run = record_of(record)
        find_changes(store, folder, previous, CHECKS, run)
        counts = count_changes(store, run, previous, "")
        return counts, store.rows("SELECT * FROM issue_changes")


def told(comparison: Changes) -> tuple[int, int, int | None, int | None]:
    """New, not compared, gone, gone not compared."""
    new, unclear = (sum(each.values()) for each in (comparison.new, comparison.not_compared))
    return new, unclear, comparison.gone, comparison.gone_not_compared


MOVED = (GONE, f"{SITE}a", MAP, None, 9, "410")
ELSEWHERE = (GONE, f"{SITE}a", OTHER_MAP, None, 1, "404")
NEAR = (GONE, f"{SITE}a", MAP, f"{SITE}b", 1, "404")


@pytest.mark.parametrize(
    ("before", "now", "expected"),
    [
        ([A], [B], {GONE: (1, 1, 1, 1, 0, 0)}),
        ([A, B, TO_B], [B], {GONE: (2, 1, 0, 1, 0, 0), PAIR: (1, 1, 0, 0, 0, 0)}),
        # Another pair of the same page.
        ([TO_B], [TO_A], {PAIR: (1, 0, 0, 1, 0, 0)}),
        ([], [A, A], {GONE: (0, 0, 1, 1, 0, 0)}),
    ],
)
def test_the_urls_of_an_issue_before_and_now_add_up(
    before: list[Finding], now: list[Finding], expected: dict[str, Any], tmp_path: Path
) -> None:
    assert issues(stored(tmp_path, 1, before), stored(tmp_path, 2, now)) == expected


def test_another_finding_about_a_sitemap_that_had_the_issue_is_told(tmp_path: Path) -> None:
    third, fourth = ((GONE, None, MAP, None, line, "404") for line in (3, 4))
    audits = stored(tmp_path, 1, [third]), stored(tmp_path, 2, [third, fourth])
    assert issues(*audits) == {GONE: (1, 0, 0, 1, 0, 0)}
    assert [row[-1] for row in rows_of(*audits)[1]] == [1]


def test_both_audits_count_a_fault_of_a_host_by_the_host(tmp_path: Path) -> None:
    first, second = ((HOSTS, f"{SITE}{page}", None, None, None, "200") for page in "ab")
    audits = [stored(tmp_path, day, [found]) for day, found in enumerate((first, second), 1)]
    assert issues(*audits) == {HOSTS: (1, 0, 0, 1, 0, 0)}


def test_urls_of_an_issue_that_were_not_fetched_are_neither_new_nor_fixed(tmp_path: Path) -> None:
    first = stored(tmp_path, 1, [A], pages=[page("a")])
    second = stored(tmp_path, 2, [B], pages=[page("b")])
    assert issues(first, second) == {GONE: (1, 0, 0, 1, 1, 1)}


def test_what_follows_from_another_finding_counts_with_its_root(tmp_path: Path) -> None:
    first = stored(tmp_path, 1)
    second = stored(tmp_path, 2, [A, TO_A], root=A)
    assert issues(first, second) == {GONE: (0, 0, 1, 1, 0, 0)}
    assert issues(second, stored(tmp_path, 3)) == {GONE: (1, 1, 0, 0, 0, 0)}


def test_what_a_page_had_that_returns_an_error_now_is_not_fixed(tmp_path: Path) -> None:
    first = stored(tmp_path, 1, [TO_B], pages=[page("a", status=200), page("b")])
    second = stored(tmp_path, 2, [A])
    comparison = compared(first, second)
    assert told(comparison) == (1, 0, 0, 1)
    assert issues(first, second) == {GONE: (0, 0, 1, 1, 0, 0), PAIR: (1, 0, 0, 0, 1, 0)}


def test_what_a_page_had_that_no_sitemap_lists_now_is_fixed_only_if_it_is_of_the_entry(
    tmp_path: Path,
) -> None:
    first = stored(tmp_path, 1, [A, TO_B])
    second = stored(tmp_path, 2, listed=[(MAP, f"{SITE}b")])
    assert issues(first, second) == {GONE: (1, 1, 0, 0, 0, 0), PAIR: (1, 0, 0, 0, 1, 0)}


@pytest.mark.parametrize(
    ("before", "now", "counts"),
    [
        ([A, C], [A, C], (0, 0, 0, 0)),
        ([A], [A, B, C], (2, 0, 0, 0)),
        ([A, B], [B], (0, 0, 1, 0)),
        ([A], [MOVED], (0, 0, 0, 0)),
        ([A], [NEAR], (0, 0, 0, 0)),
        ([A], [ELSEWHERE], (0, 0, 0, 0)),
        ([TO_B], [TO_A], (1, 0, 1, 0)),
        ([], [A, A], (1, 0, 0, 0)),
        ([TO_B], [A, TO_B], (1, 0, 0, 0)),
    ],
    ids=[
        "the same",
        "more",
        "fewer",
        "another line",
        "other advice",
        "another sitemap",
        "another pair",
        "twice",
        "another check",
    ],
)
def test_findings_are_compared_by_check_and_urls(
    before: list[Finding],
    now: list[Finding],
    counts: tuple[int, int, int, int],
    tmp_path: Path,
) -> None:
    comparison = compared(stored(tmp_path, 1, before), stored(tmp_path, 2, now))
    assert comparison.compared_with == FIRST
    assert told(comparison) == counts


@pytest.mark.parametrize(
    ("before", "now", "counts"),
    [
        pytest.param(SOME, MANY, (1, 0, 0, 0), id="worse"),
        pytest.param(SOME, NONE, (1, 0, 0, 0), id="much worse"),
        pytest.param(NONE, MANY, (0, 0, 1, 0), id="better"),
        pytest.param(MANY, SOME, (0, 0, 1, 0), id="better still"),
        pytest.param(MANY, None, (0, 0, 1, 0), id="repaired"),
    ],
)
def test_a_fault_that_is_worse_or_better_is_one_change(
    before: str, now: str | None, counts: tuple[int, int, int, int], tmp_path: Path
) -> None:
    was, now_found = ([(name, None, MAP, None, None, "")] if name else [] for name in (before, now))
    comparison = compared(stored(tmp_path, 1, was), stored(tmp_path, 2, now_found))
    assert told(comparison) == counts


def test_new_ones_are_counted_by_severity(tmp_path: Path) -> None:
    comparison = compared(stored(tmp_path, 1), stored(tmp_path, 2, [A, B, C]))
    assert comparison.new == {"error": 2, SEVERITIES[FRAGMENT]: 1}
    assert comparison.not_compared == {}


END = page("end", status=404)
LEADS = page("a", status=301, redirect_key=KEYS[f"{SITE}end"])


@pytest.mark.parametrize(
    ("finding", "before", "is_new"),
    [
        pytest.param(A, {}, True, id="it was fetched"),
        pytest.param(A, {"pages": [page("b")]}, False, id="it was not fetched"),
        pytest.param(A, {"pages": [page("a", status=None, error="timeout")]}, False, id="timeout"),
        pytest.param(A, {"pages": [page("a", status=403)]}, False, id="refused"),
        pytest.param(A, {"pages": [page("a", status=429)]}, False, id="throttled"),
        pytest.param(A, {"pages": [page("a", status=503)]}, False, id="unavailable"),
        pytest.param(A, {"pages": [page("a", challenge="cf")]}, False, id="bot protection"),
        pytest.param(A, {"pages": [page("a", robots=None)]}, False, id="robots.txt not read"),
        pytest.param(
            A, {"pages": [page("a", status=200, parsed=False)]}, False, id="it was not parsed"
        ),
        pytest.param(A, {"pages": [page("a", cached_at=FIRST)]}, False, id="from the cache"),
        pytest.param(A, {"pages": [LEADS, END]}, True, id="redirected to what was fetched"),
        pytest.param(A, {"pages": [LEADS]}, False, id="redirected to what was not fetched"),
        pytest.param(
            A,
            {"pages": [page("a", error="timeout"), page("a", fetched_at=FIRST.replace(hour=13))]},
            True,
            id="fetched when it was resumed",
        ),
        pytest.param(A, {"listed": LISTED[1:]}, False, id="it was not listed"),
        pytest.param(
            A, {"listed": [(OTHER_MAP, f"{SITE}a"), *LISTED[1:]]}, False, id="listed elsewhere"
        ),
        pytest.param(A, {"maps": {MAP: False}}, False, id="its sitemap was cut short"),
        pytest.param(A, {"maps": {}}, False, id="its sitemap was not read"),
        pytest.param(A, {"ran": {FRAGMENT: "as today"}}, False, id="the check did not run"),
        pytest.param(A, {"ran": {GONE: "otherwise"}}, False, id="the check was another"),
        pytest.param(A, {"outcome": "error"}, False, id="the check ended in an error"),
        pytest.param(A, {"unknown": 7}, True, id="other rows were not checked"),
        pytest.param(C, {"pages": []}, True, id="of an entry, without pages"),
        pytest.param(C, {"listed": LISTED[:2]}, False, id="of an entry that was not listed"),
        pytest.param(C, {"maps": {MAP: False}}, False, id="of an entry of what was cut short"),
        pytest.param(TO_B, {}, True, id="both of a pair were fetched"),
        pytest.param(TO_B, {"pages": [page("a")]}, False, id="the other one was not fetched"),
        pytest.param((BROKEN, None, MAP, None, 3, ""), {}, True, id="of a sitemap"),
        pytest.param(
            (BROKEN, None, MAP, None, 3, ""), {"maps": {}}, False, id="of a sitemap not read"
        ),
        pytest.param((HOSTS, f"{SITE}a", None, None, None, ""), {}, True, id="of a host"),
        pytest.param(
            (HOSTS, f"{SITE}a", None, None, None, ""),
            {"unknown": 1},
            False,
            id="of a host, and some were not checked",
        ),
    ],
)
def test_a_finding_is_new_where_the_audit_before_looked_and_found_nothing(
    finding: Finding, before: dict[str, Any], is_new: bool, tmp_path: Path
) -> None:
    comparison = compared(stored(tmp_path, 1, **before), stored(tmp_path, 2, [finding]))
    assert told(comparison)[:2] == ((1, 0) if is_new else (0, 1))


@pytest.mark.parametrize(
    ("now", "is_gone"),
    [
        pytest.param({}, True, id="it is mended"),
        pytest.param({"pages": [page("a", status=None, error="timeout")]}, False, id="timeout"),
        pytest.param({"pages": []}, False, id="not fetched"),
        pytest.param({"listed": LISTED[1:], "pages": []}, True, id="taken out of its sitemap"),
        pytest.param({"listed": [], "maps": {MAP: False}}, False, id="its sitemap was cut short"),
        pytest.param({"ran": {}}, False, id="the check did not run"),
        pytest.param({"ran": {GONE: "otherwise"}}, False, id="the check is another"),
        pytest.param({"outcome": "error"}, False, id="the check ended in an error"),
    ],
)
def test_a_finding_is_gone_where_this_audit_looked_and_found_nothing(
    now: dict[str, Any], is_gone: bool, tmp_path: Path
) -> None:
    comparison = compared(stored(tmp_path, 1, [A]), stored(tmp_path, 2, **now))
    assert told(comparison) == ((0, 0, 1, 0) if is_gone else (0, 0, 0, 1))


def test_what_was_told_without_its_target_is_not_gone_when_the_target_is_known(
    tmp_path: Path,
) -> None:
    before = stored(tmp_path, 1, [TO_B], pages=[page("a")])
    assert told(compared(before, stored(tmp_path, 2))) == (0, 0, 0, 1)


TO_B_NAMED = [(f"{SITE}a", f"{SITE}b")]


@pytest.mark.parametrize(
    ("now", "is_gone"),
    [
        pytest.param({"unknown": 7}, True, id="it is not named any more"),
        pytest.param({"canonicals": TO_B_NAMED}, False, id="it is still named"),
        pytest.param({"pages": [page("a", error="timeout")]}, False, id="timeout"),
    ],
)
def test_a_finding_of_a_target_that_was_not_fetched_is_gone_where_nothing_names_it(
    now: dict[str, Any], *, is_gone: bool, tmp_path: Path
) -> None:
    before = stored(tmp_path, 1, [TO_B], canonicals=TO_B_NAMED)
    comparison = compared(before, stored(tmp_path, 2, **{"pages": [page("a")]} | now))
    assert told(comparison) == ((0, 0, 1, 0) if is_gone else (0, 0, 0, 1))


@pytest.mark.parametrize(
    ("name", "rests"),
    [
        ("status/not-found", True),
        ("redirect/broken", True),
        ("canonical/target-noindex", True),
        ("entry/fragment", True),
        ("entry/lastmod-all-identical", True),
        ("entry/sorted-or-filtered", True),
        ("alternate/target-broken", True),
        ("alternate/target-redirects", True),
        ("news/date-differs-from-page", True),
        ("rendering/title-changed", False),
        ("change/title", False),
        ("canonical/many-to-one", False),
        ("site/near-duplicate", False),
        ("sitemap/disallowed", False),
        ("robots/blocks-everything", False),
    ],
)
def test_a_check_that_looks_at_several_pages_does_not_rest_on_those_it_names(
    name: str, rests: bool
) -> None:
    (check,) = (each for each in load_checks() if each.name == name)
    assert rests_on_named(check) is rests


@pytest.mark.parametrize(
    ("name", "ends", "rests"),
    [
        ("entry/fragment", True, True),
        ("entry/staging-host", True, True),
        ("entry/loc-off-host", True, True),
        ("image/loc-missing", True, True),
        ("image/not-on-page", True, False),
        ("news/title-mismatch", True, False),
        ("news/date-differs-from-page", True, False),
        ("index/nested", False, False),
        ("hreflang/missing-return-link", False, False),
        ("status/soft-404", False, False),
    ],
)
def test_a_fault_of_an_entry_ends_with_it_and_rests_on_it_where_no_page_is_read(
    name: str, ends: bool, rests: bool
) -> None:
    (check,) = (each for each in load_checks() if each.name == name)
    assert (ends_with_entry(check), rests_on_entry(check)) == (ends, rests)


def test_findings_of_pages_that_come_from_the_cache_now_are_not_compared(tmp_path: Path) -> None:
    now = [page("a", cached_at=FIRST), page("b")]
    comparison = compared(stored(tmp_path, 1), stored(tmp_path, 2, [A, B], pages=now))
    assert told(comparison) == (1, 1, 0, 0)


def test_what_happened_between_two_audits_is_not_resolved_by_the_next(tmp_path: Path) -> None:
    newer = (CHURN, None, MAP, None, None, "Newer lastmod on 6 pages")
    first = stored(tmp_path, 1, outcome="not applicable")
    second = stored(tmp_path, 2, [newer])
    assert told(compared(first, second)) == (0, 1, 0, 0)
    third = stored(tmp_path, 3)
    assert told(compared(second, third)) == (0, 0, 0, 1)
    assert told(compared(third, stored(tmp_path, 4, [newer]))) == (1, 0, 0, 0)


CRAWL = {"crawl": True, "crawl_depth": None, "crawl_max": 50_000}


@pytest.mark.parametrize(
    ("other", "is_compared"),
    [
        pytest.param({"options": CRAWL}, True, id="the same"),
        pytest.param({"options": CRAWL | {"crawl_max": 10}}, True, id="a limit not reached"),
        pytest.param({"options": {}}, False, id="without a link crawl"),
        pytest.param({"options": CRAWL | {"crawl_depth": 2}}, False, id="of another depth"),
        pytest.param({"crawl_max_reached": True}, False, id="not all pages"),
        pytest.param({"unknown": 1, "reasons": "pages-not-read 1"}, False, id="not checked"),
        pytest.param({"unknown": 9, "reasons": "url-trap 9"}, True, id="URL traps not checked"),
        pytest.param({"unknown": 9, "reasons": "stopped 1, url-trap 8"}, False, id="and others"),
    ],
)
def test_findings_on_links_are_compared_where_both_audits_followed_the_same_links(
    other: dict[str, Any], *, is_compared: bool, tmp_path: Path
) -> None:
    orphan = (ORPHAN, f"{SITE}a", MAP, None, 1, "No internal links")
    other = {"options": CRAWL} | other
    with_it = stored(tmp_path / "new", 2, [orphan], options=CRAWL)
    new = told(compared(stored(tmp_path / "new", 1, **other), with_it))
    assert new == ((1, 0, 0, 0) if is_compared else (0, 1, 0, 0))
    with_it = stored(tmp_path / "gone", 1, [orphan], options=CRAWL)
    gone = told(compared(with_it, stored(tmp_path / "gone", 2, **other)))
    assert gone == ((0, 0, 1, 0) if is_compared else (0, 0, 0, 1))


def test_findings_on_imports_are_not_compared(tmp_path: Path) -> None:
    crawled = (CRAWLED, f"{SITE}a", MAP, None, 1, "Crawled")
    found, not_found = (stored(tmp_path, 1, [crawled]), stored(tmp_path, 2))
    assert told(compared(found, not_found)) == (0, 0, 0, 1)
    assert told(compared(not_found, stored(tmp_path, 3, [crawled]))) == (0, 1, 0, 0)


def test_without_an_earlier_audit_nothing_is_compared(tmp_path: Path) -> None:
    comparison = compared(stored(tmp_path, 2, [A, B, C]))
    unclear = {"error": 2, SEVERITIES[FRAGMENT]: 1}
    assert comparison == Changes(
        compared_with=None,
        new={},
        not_compared=unclear,
        gone=None,
        gone_not_compared=None,
        sentence="",
    )


def test_what_an_incomplete_audit_did_not_find_again_is_unknown(tmp_path: Path) -> None:
    now = stored(tmp_path, 2, [B], complete=False)
    assert told(compared(stored(tmp_path, 1, [A]), now)) == (1, 0, None, None)


GLOBS = {"include": [f"{SITE}de/*", "*/fr/*"], "exclude": []}
LIST = [{"url": SITE, "kind": "list", "written": "urls.txt"}]
OTHER_LIST = [{"url": SITE, "kind": "list", "written": "pages.txt"}]


def of_folder(folder: str | None, *names: str) -> dict[str, Any]:
    """The record of an audit of sitemaps, in a local folder or on the site."""
    sites = [SITE + name for name in names]
    targets = [
        {"url": url, "kind": "sitemap", "written": url, "local_folder": folder} for url in sites
    ]
    return {"sites": sites, "targets": targets, "options": {"base": SITE if folder else None}}


@pytest.mark.parametrize(
    ("before", "now", "is_before"),
    [
        ({}, {}, True),
        ({"complete": False}, {}, False),
        ({"sites": [f"{SITE}sitemap-de.xml"]}, {}, False),
        ({"options": {"include": GLOBS["include"][::-1]}}, {"options": GLOBS}, True),
        ({}, {"options": GLOBS}, False),
        ({"options": {"exclude": ["*.pdf"]}}, {"options": GLOBS}, False),
        ({"options": {"robots_token": "bingbot"}}, {"options": {"robots_token": "a"}}, False),
        ({"targets": LIST}, {"targets": LIST}, True),
        ({"targets": LIST}, {"targets": OTHER_LIST}, False),
        ({"targets": LIST}, {}, False),
        (of_folder("public", "a.xml"), of_folder("public", "a.xml", "b.xml"), True),
        (of_folder("public", "a.xml"), of_folder("dist", "a.xml", "b.xml"), False),
        (of_folder("public", "a.xml"), of_folder(None, "b.xml"), False),
    ],
    ids=[
        "the same",
        "not complete",
        "another site",
        "the same globs",
        "no globs",
        "other globs",
        "another bot",
        "the same list",
        "another list",
        "a list and a site",
        "a folder with another file",
        "another folder",
        "a folder and a site",
    ],
)
def test_the_audit_before_was_asked_for_in_the_same_way(
    before: dict[str, Any], now: dict[str, Any], is_before: bool, tmp_path: Path
) -> None:
    folder, _ = stored(tmp_path, 1, **before)
    later, run = stored(tmp_path, 2, **now)
    previous = previous_audit(AuditPlace(later), record_of(run))
    if not is_before:
        assert previous is None
        return
    assert previous is not None
    assert previous.folder == folder


SELECTED: dict[str, Any] = {"checks_known": 405, "options": {"select": ["status"]}}
FIRST_20: dict[str, Any] = {"limit_reached": True, "options": {"max_urls": 20}}
BUILT: dict[str, Any] = {
    "built": {"base": "-", "folder": "public", "host": "Netlify", "state": "-"}
}
FIGURES = dict.fromkeys((each.name for each in fields(Figures)), 15)


@pytest.mark.parametrize(
    ("before", "now", "is_before", "differing"),
    [
        ({}, SELECTED, True, ["--select"]),
        (SELECTED, {}, False, ["--select"]),
        (SELECTED, SELECTED, True, []),
        (SELECTED, SELECTED | {"options": {"select": ["hreflang"]}}, False, ["--select"]),
        ({}, FIRST_20, True, ["--max-urls"]),
        (FIRST_20, {}, False, ["--max-urls"]),
        (FIRST_20, FIRST_20, True, []),
        (FIRST_20, FIRST_20 | {"options": {"max_urls": 50}}, False, ["--max-urls"]),
        ({"options": {"pages": False}}, {}, False, ["--no-pages"]),
        ({}, {"options": {"pages": False}}, True, ["--no-pages"]),
        (BUILT, BUILT | {"options": {"pages_from": "/b", "hosting": "netlify"}}, True, []),
        (BUILT, {"built": BUILT["built"] | {"host": "Vercel"}}, False, ["--hosting"]),
        ({}, BUILT, False, ["--pages"]),
        ({"options": {"hosting": "netlify"}}, {}, True, []),
        ({"options": {"render": "all"}}, {}, False, ["--render"]),
        ({"options": {"user_agent": "a/1"}}, {}, False, ["--user-agent"]),
        ({"options": {"user_agent": USER_AGENT.replace(__version__, "0.1")}}, {}, True, []),
        ({"since": "2026-01-01"}, {}, False, ["--since"]),
    ],
)
def test_an_audit_of_a_part_is_compared_by_itself_only_with_one_of_the_same_part(
    before: dict[str, Any],
    now: dict[str, Any],
    is_before: bool,
    differing: list[str],
    tmp_path: Path,
) -> None:
    _, first = stored(tmp_path, 1, figures=FIGURES, **before)
    later, run = stored(tmp_path, 2, **now)
    assert (previous_audit(AuditPlace(later), record_of(run)) is not None) is is_before
    assert differences(record_of(first), record_of(run)) == differing


ERROR = {"check": GONE, "severity": "error", "definition": "as today", "outcome": "passed"}
ALIKE = {"is_in_both": True, "is_indexable": True, "previous_is_indexable": False}
LEFT_OUT = {"indexable", "checked", "refused", "clusters", "clusters_complete"}


@pytest.mark.parametrize(
    ("now", "run", "urls", "left_out"),
    [
        (ERROR, {}, ALIKE, set()),
        (ERROR | {"definition": "another one"}, {}, ALIKE, {"urls_with_error"}),
        (ERROR | {"outcome": "error"}, {}, ALIKE, {"urls_with_error"}),
        (ERROR | {"check": CHURN}, {}, ALIKE, {"urls_with_error"}),
        (ERROR, {}, ALIKE | {"is_indexable": None}, LEFT_OUT | {"urls_with_error"}),
        (ERROR, {"complete": False}, ALIKE, {each.name for each in fields(Figures)}),
        (ERROR, SELECTED, ALIKE, LEFT_OUT | {"urls_with_error", "not_checked"}),
        (ERROR, {"crawl_max_reached": True}, ALIKE, {"urls_with_error"}),
    ],
)
def test_key_figures_are_compared_only_of_audits_that_are_alike(
    now: dict[str, Any],
    run: dict[str, Any],
    urls: dict[str, Any],
    left_out: set[str],
    tmp_path: Path,
) -> None:
    folder, first = stored(tmp_path, 1, figures=FIGURES)
    _, second = stored(tmp_path, 2, **run)
    with DuckDBStore(has_few_rows=True) as store:
        for name, rows in (("ran_now", now), ("ran_before", ERROR)):
            columns = ", ".join(f'"{column}" VARCHAR' for column in ERROR)
            store.execute(f"CREATE TABLE {name} ({columns})")
            store.insert(name, [rows])
        columns = ", ".join(f"{column} BOOLEAN" for column in ALIKE)
        store.execute(f"CREATE TABLE compared_urls ({columns})")
        store.insert("compared_urls", [urls])
        facts = compared_facts(
            store, record_of(second), Previous(AuditPlace(folder), record_of(first))
        )
    assert FIGURES.keys() - (facts.figures or {}) == left_out
    assert bool(facts.differences) is (bool(left_out) and "complete" not in run)


def test_the_history_has_audits_of_a_part_and_says_so(tmp_path: Path) -> None:
    audits: list[dict[str, Any]] = [{}, SELECTED, FIRST_20, {"complete": False}]
    for day, values in enumerate(audits, start=1):
        stored(tmp_path, day, figures=FIGURES, **values)
    folder, run = stored(tmp_path, 9)
    lines = [line_of("", audit) for audit in history(AuditPlace(folder), record_of(run))]
    assert [(line.complete, line.part, line.is_whole) for line in lines] == [
        (True, "", True),
        (True, "selected checks", False),
        (True, "limited by --max-urls", False),
        (False, "", False),
    ]


def test_the_audit_before_is_the_last_one_that_began_earlier(tmp_path: Path) -> None:
    stored(tmp_path, 1)
    last, _ = stored(tmp_path, 2)
    stored(tmp_path, 3, complete=False)
    (tmp_path / "2026-01-05T12-00-00Z").mkdir()
    stored(tmp_path, 7)
    folder, run = stored(tmp_path, 6)
    previous = previous_audit(AuditPlace(folder), record_of(run))
    assert previous is not None
    assert previous.folder == last
