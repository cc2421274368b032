"""Run the checks over a stored audit: make the views, run each check, sort the findings.

The same store gives the same findings in the same order. An error in one check is stored as its
outcome, and the other checks still run.
"""

from __future__ import annotations

import time
from contextlib import nullcontext
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple

from sitemap_audit.analysis import views
from sitemap_audit.analysis.catalogue.catalogue import with_parameters
from sitemap_audit.analysis.catalogue.checkfile import names_of_parameters
from sitemap_audit.analysis.catalogue.findings import tell_findings
from sitemap_audit.analysis.comparison import definitions
from sitemap_audit.analysis.comparison.change_causes import EMPTY
from sitemap_audit.analysis.comparison.compared_tables import attach_previous
from sitemap_audit.analysis.computed.left_out import make_left_out
from sitemap_audit.analysis.coverage import Counts, Coverage
from sitemap_audit.analysis.cursors import on_cursors
from sitemap_audit.errors import ClusterError, NoSuchColumnError
from sitemap_audit.items import OPTIONAL_TABLES
from sitemap_audit.masking import visible
from sitemap_audit.options import OPTIONS
from sitemap_audit.parsing.scope import read_selection
from sitemap_audit.steps import step, steps
from sitemap_audit.storage.emptiness import has_no_rows
from sitemap_audit.storage.run_file import RUN_FILE, read_run

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from sitemap_audit.analysis.catalogue.checkfile import Check, Parameter
    from sitemap_audit.run_record import RunRecord
    from sitemap_audit.storage import Store


class Outcome(StrEnum):
    """Outcome of a check."""

    PASSED = "passed"
    FAILED = "failed"
    NOT_APPLICABLE = "not applicable"
    "There was no row that it could look at."
    NOT_CHECKED = "not checked"
    "None of its rows could be checked."
    ERROR = "error"
    "It could not be run; its message says why."


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckRun:
    """A row of ``check_runs``."""

    check: str
    title: str
    severity: str
    rank: int
    "Of the severity, the worst first: from 1."
    subject: str
    unit: str | None
    "What its findings affect: host | sitemap; None if each finding says."
    outcome: str
    "An Outcome."
    found: int
    looked_at: int
    unknown: int
    seconds: float
    error: str | None
    unknown_reasons: str | None
    "Why rows could not be judged, most first, each with its number; None where no row says."
    definition: str | None = None
    "Hash of what decides what the check finds: two audits with the same one can be compared."


class Results(NamedTuple):
    """Names of the tables that a run of checks fills."""

    findings: str
    runs: str


FINDINGS = Results("findings", "check_runs")
CHANGES = Results("changes", "change_runs")
"Of the checks of the subject ``change``, which compare the audit with the previous one."
_CHECK_RUNS: Mapping[str, type] = {
    "check": str,
    "title": str,
    "severity": str,
    "rank": int,
    "subject": str,
    "unit": str,
    "outcome": str,
    "found": int,
    "looked_at": int,
    "unknown": int,
    "seconds": float,
    "error": str,
    "unknown_reasons": str,
    "definition": str,
}
"The columns of a CheckRun."
_RUN: Mapping[str, type] = {
    "started_at": datetime,
    "finished_at": datetime,
    "reason": str,
    "complete": bool,
    "limit_reached": bool,
    "max_urls": int,
    "asks_pages": bool,
    "token": str,
    "crawl": bool,
    "crawl_depth": int,
}
"The columns of ``run``: of the record of the audit, and of its options."


def prepare(
    store: Store, checks: Sequence[Check] | None = None, *, also: Collection[str] = ()
) -> None:
    """Make the table ``run`` and the views, as tables; existing ones are replaced.

    Without :func:`attach_previous` before, there is no audit to compare with.

    Args:
        checks: make only the views that these read; None for every view.
        also: views to make in addition.
    """
    run = None
    if store.folder is None:
        if not store.columns("run"):
            store.attach("run", "run", None, _RUN)
    else:
        run = read_run(store.folder) if (store.folder / RUN_FILE).exists() else None
        make_run(store, run)
    make_local_files(store, run)
    separate_url_lists(store)
    if not store.columns("previous_run"):
        attach_previous(store)
    for statement in (*EMPTY, step("ignored/no_ignored")):
        store.execute(statement)
    wanted = None if checks is None else {*also, *views_of(checks)}
    store.load_missing({"link_targets", *views.tables_below(wanted)} & {*OPTIONAL_TABLES})
    make_left_out(store, read_selection(run.options if run else {}, run.since if run else None))
    views.make_views(store, wanted)


def separate_url_lists(store: Store) -> None:
    """Move URL lists from the input into ``url_lists``: they are not sitemaps of the site."""
    if not store.columns("url_lists"):
        store.attach("url_lists", "url_lists", None, {"id": int, "url": str})
    if lists := store.rows(step("checks/url_lists")):
        store.insert("url_lists", [{"id": number, "url": url} for number, url in lists])
        store.create("sitemaps", step("checks/sitemaps"))


def views_of(checks: Sequence[Check]) -> set[str]:
    """Return the tables and views that the queries and conditions of checks read."""
    names = {name for check in checks for name in definitions.tables_of(check)}
    is_unread = any(map(views.unread_of, names))
    return names | views.tables_in(steps("coverage")) if is_unread else names


def make_run(store: Store, run: RunRecord | None) -> None:
    """Make the table ``run``: one row about the whole audit; without record, it was interrupted."""
    store.attach("run", "run", None, _RUN)
    if run is None:
        store.insert("run", [{"complete": False}])
        return
    of_options = {name: run.options.get(name) for name in _RUN if name in OPTIONS}
    of_run = {name: getattr(run, name) for name in _RUN if name not in of_options}
    store.insert("run", [of_run | of_options])


def make_local_files(store: Store, run: RunRecord | None) -> None:
    """Make the table ``local_files``: the path of each sitemap and robots.txt read from a file."""
    store.attach("local_files", "local_files", None, {"url": str, "file": str})
    if run is not None and run.local_files:
        rows = [{"url": url, "file": visible(file)} for url, file in run.local_files.items()]
        store.insert("local_files", rows)


def run_checks(
    store: Store,
    checks: Sequence[Check],
    parameters: Mapping[str, Parameter] | None = None,
    into: Results = FINDINGS,
) -> None:
    """Run checks over a prepared store; fill the tables of findings and of runs.

    Args:
        parameters: values in place of the checks' own, by "check.parameter".
        into: the tables; checks of changes between two audits have their own.

    Raises:
        CatalogueError: a parameter does not exist, or a value has the wrong type.
    """
    chosen = with_parameters(checks, parameters or {})
    store.execute(step("findings/no_found"))
    store.attach(into.runs, into.runs, None, _CHECK_RUNS)
    by_name = {check.name: check for check in chosen}
    empty = store.empty_tables()
    counts = _count(store, chosen, empty)
    runs = on_cursors(
        store,
        dict.fromkeys(by_name, ()),
        lambda cursor, name, last: _run(cursor, by_name[name], counts, empty, is_last=last),
    )
    found = dict(store.rows(step("checks/found")))
    told = [_with_found(runs[name], found.get(name, 0)) for name in by_name]
    store.insert(into.runs, told)
    store.create_sorted("told", step("findings/told"))
    store.drop("found")
    tell_findings(store, into.findings)


def _count(store: Store, checks: Sequence[Check], empty: Collection[str]) -> Counts:
    """Count the rows that the checks look at, a view at a time."""
    by_view: dict[str, list[Check]] = {}
    for check in checks:
        if check.seconds is not None:
            continue  # it is counted within its limit
        by_view.setdefault(check.over, []).append(check)
    lacking: Collection[str] = ()
    if "imported_files" not in empty and any("imported_files" in check.needs for check in checks):
        lacking = [name for (name,) in store.rows(step("coverage/apis_not_read"))]
    counts = Counts(empty, lacking)
    on_cursors(
        store,
        dict.fromkeys(by_view, ()),
        lambda cursor, view, is_last: counts.count_view(cursor, by_view[view], is_last=is_last),
    )
    return counts


def _run(
    store: Store, check: Check, counts: Counts, empty: Collection[str], *, is_last: bool
) -> CheckRun:
    """Run one check.

    Args:
        counts: coverage of the checks, many of which look at the same rows.
        empty: tables without rows.
        is_last: on the last attempt, a memory error is the check's outcome; before, it is raised.
    """
    from sitemap_audit.storage.duckdb import MEMORY_ERRORS, WRITE_ERRORS

    started = time.perf_counter()
    coverage, outcome, error = Coverage(0, 0, None), Outcome.PASSED, None
    try:
        with nullcontext() if check.seconds is None else store.limited(check.seconds):
            coverage = counts.of(store, check)
            outcome = _outcome(coverage)
            if coverage.looked_at and not has_no_rows(check.sql, empty):
                _find(store, check)
    except (*WRITE_ERRORS, ClusterError):
        raise  # the disk is full, or the cluster is gone: so it is for the others
    except Exception as failure:
        if isinstance(failure, MEMORY_ERRORS) and not is_last:
            raise
        outcome, error = Outcome.ERROR, f"{type(failure).__name__}: {failure}"
    return CheckRun(
        check=check.name,
        title=check.title,
        severity=check.severity,
        rank=check.severity.rank,
        subject=check.subject,
        unit=check.unit,
        outcome=outcome,
        found=0,
        looked_at=coverage.looked_at,
        unknown=coverage.unknown,
        seconds=time.perf_counter() - started,
        error=error,
        unknown_reasons=coverage.reasons,
        definition=definitions.definition(check),
    )


def _find(store: Store, check: Check) -> None:
    """Insert the check's findings.

    Raises:
        ValueError: its query has a column that findings do not have.
    """
    sql = check.sql
    used = {name: check.parameters[name] for name in names_of_parameters(sql)}
    try:
        store.insert_query("found", sql, used, {"check": check.name})
    except NoSuchColumnError as error:
        raise ValueError(f"Findings have no column {error}.") from None


def _outcome(coverage: Coverage) -> Outcome:
    """Return the outcome of a check that finds nothing."""
    if not coverage.looked_at:
        return Outcome.NOT_APPLICABLE
    all_unknown = coverage.unknown >= coverage.looked_at
    return Outcome.NOT_CHECKED if all_unknown else Outcome.PASSED


def _with_found(run: CheckRun, found: int) -> dict[str, Any]:
    """Return a row of ``check_runs`` with the number of findings."""
    row = {name: getattr(run, name) for name in _CHECK_RUNS}
    return row | {"found": found, "outcome": Outcome.FAILED} if found else row
