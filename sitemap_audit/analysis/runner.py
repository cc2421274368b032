"""Run the checks over a stored audit: make the views, run each check, sort the findings.

The same store gives the same findings in the same order. An error in one check is stored as its
outcome, and the other checks still run.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple

from sitemap_audit.analysis import views
from sitemap_audit.analysis.catalogue import findings
from sitemap_audit.analysis.catalogue.catalogue import with_parameters
from sitemap_audit.analysis.catalogue.checkfile import names_of_parameters
from sitemap_audit.analysis.comparison import definitions
from sitemap_audit.analysis.comparison.change_causes import EMPTY
from sitemap_audit.analysis.comparison.compared_tables import attach_previous
from sitemap_audit.analysis.computed.left_out import make_left_out
from sitemap_audit.analysis.cursors import on_cursors
from sitemap_audit.analysis.gate import EMPTY_IGNORED
from sitemap_audit.items import OPTIONAL_TABLES
from sitemap_audit.parsing.scope import read_selection

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from pathlib import Path

    from sitemap_audit.analysis.catalogue.checkfile import Check, Parameter
    from sitemap_audit.storage import Store

    _Counted = dict[tuple[Any, ...], tuple[int, int, str | None]]
    "Rows looked at, those not judged and why, by the query that counts them and its parameters."


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
    severity: str
    subject: str
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
_CHECK_RUNS = """\
"check" VARCHAR, severity VARCHAR, subject VARCHAR, outcome VARCHAR, found BIGINT,
looked_at BIGINT, "unknown" BIGINT, seconds DOUBLE, error VARCHAR, unknown_reasons VARCHAR,
definition VARCHAR"""
_WHY = "unknown_reason"
"The column of a view that says why nothing is known of a row."
_NOT_ANNOTATED = "state IN ('ok', 'unknown') AND NOT annotations_known"
_READ_FROM_PAGES = {
    "canonical_targets": _NOT_ANNOTATED,
    "cluster_defaults": _NOT_ANNOTATED,
    "cluster_members": _NOT_ANNOTATED,
    "device_forms": _NOT_ANNOTATED,
    "hreflang_pairs": _NOT_ANNOTATED,
    "hreflang_sets": _NOT_ANNOTATED,
    "listed_redirects": "state = 'unknown'",
    "redirect_chains": "state = 'unknown'",
}
"""By view whose rows are what pages say: the listed pages of which that is not known. They have no
row there, and could not be judged."""
_RUN = """\
started_at TIMESTAMPTZ, finished_at TIMESTAMPTZ, reason VARCHAR, complete BOOLEAN,
limit_reached BOOLEAN, max_urls BIGINT, asks_pages BOOLEAN, token VARCHAR, crawl BOOLEAN,
crawl_depth BIGINT"""
_URL_LISTS = """
CREATE TABLE IF NOT EXISTS url_lists (id BIGINT, url VARCHAR);
INSERT INTO url_lists SELECT id, url FROM sitemaps WHERE found_by = 'list';
DELETE FROM sitemaps WHERE found_by = 'list'
"""


def prepare(
    store: Store, checks: Sequence[Check] | None = None, *, also: Collection[str] = ()
) -> None:
    """Make the table ``run`` and the views, as tables; existing ones are replaced.

    Without :func:`attach_previous` before, there is no audit to compare with.

    Args:
        checks: make only the views that these read; None for every view.
        also: views to make in addition.
    """
    run: Mapping[str, Any] = {}
    if store.folder is None:
        store.execute(f"CREATE TABLE IF NOT EXISTS run ({_RUN})")
    else:
        run = _stored_run(store.folder)
        make_run(store, run)
    separate_url_lists(store)
    if not store.columns("previous_run"):
        attach_previous(store)
    for statement in (*EMPTY, EMPTY_IGNORED):
        store.execute(statement)
    wanted = None if checks is None else {"unnamed_sitemaps", *also, *views_of(checks)}
    store.load_missing({"link_targets", *views.tables_below(wanted)} & {*OPTIONAL_TABLES})
    make_left_out(store, read_selection(run.get("options") or {}, run.get("since")))
    views.make_views(store, wanted)


def separate_url_lists(store: Store) -> None:
    """Move URL lists from the input into ``url_lists``: they are not sitemaps of the site."""
    store.execute(_URL_LISTS)


def views_of(checks: Sequence[Check]) -> set[str]:
    """Return the tables and views that the queries and conditions of checks read."""
    names = {name for check in checks for name in views.tables_in(definitions.code(check))}
    return names | {"listed_pages"} if names & _READ_FROM_PAGES.keys() else names


def make_run(store: Store, run: Mapping[str, Any]) -> None:
    """Make the table ``run``: one row about the whole audit."""
    store.execute(f"CREATE OR REPLACE TABLE run ({_RUN})")
    options = run.get("options") or {}
    told = {name: options.get(name) for name in ("max_urls", "crawl", "crawl_depth")} | {**run}
    columns = (column.split()[0] for column in _RUN.split(","))
    store.insert("run", [{column: told.get(column) for column in columns}])


def _stored_run(folder: Path) -> dict[str, Any]:
    """Read run.json; an audit without it was interrupted."""
    path = folder / "run.json"
    if not path.exists():
        return {"complete": False}
    run: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return run


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
    store.execute(f"CREATE OR REPLACE TABLE found {findings.CREATE}")
    store.execute(f"CREATE OR REPLACE TABLE {into.runs} ({_CHECK_RUNS})")
    by_name = {check.name: check for check in chosen}
    counted: _Counted = {}
    runs = on_cursors(
        store,
        dict.fromkeys(by_name, ()),
        lambda cursor, name, is_last: _run(cursor, by_name[name], counted, is_last=is_last),
    )
    store.insert(into.runs, [asdict(runs[name]) for name in by_name])
    store.execute(f"CREATE OR REPLACE TABLE {into.findings} AS {findings.STORED}")
    store.execute(findings.NUMBERED.format(findings=into.findings))
    store.execute("DROP TABLE found")
    if store.columns("url_lists"):
        store.execute(findings.IN_LISTS.format(findings=into.findings))
    if into is FINDINGS and store.columns("unnamed_sitemaps"):
        store.execute(findings.NOTED)


def _run(store: Store, check: Check, counted: _Counted, *, is_last: bool) -> CheckRun:
    """Run one check.

    Args:
        counted: counts of other checks, many of which check the same rows.
        is_last: on the last attempt, a memory error is the check's outcome; before, it is raised.
    """
    from sitemap_audit.storage.duckdb import MEMORY_ERRORS, WRITE_ERRORS

    started = time.perf_counter()
    looked_at = unknown = found = 0
    error = reasons = None
    try:
        looked_at, unknown, reasons = _coverage(store, check, counted)
        found = _find(store, check) if looked_at else 0
        outcome = _outcome(found, looked_at, unknown)
    except WRITE_ERRORS:
        raise  # the disk is full: so it is for the others
    except Exception as failure:
        if isinstance(failure, MEMORY_ERRORS) and not is_last:
            raise
        outcome, error = Outcome.ERROR, f"{type(failure).__name__}: {failure}"
    return CheckRun(
        check=check.name,
        severity=check.severity,
        subject=check.subject,
        outcome=outcome,
        found=found,
        looked_at=looked_at,
        unknown=unknown,
        seconds=time.perf_counter() - started,
        error=error,
        unknown_reasons=reasons,
        definition=definitions.definition(check),
    )


def _coverage(store: Store, check: Check, counted: _Counted) -> tuple[int, int, str | None]:
    """Count the rows the check applies to and those not checked, with the reasons."""
    sql = f"""
        SELECT COUNT(*), COUNT(*) FILTER (WHERE {check.unknown})
        FROM {check.over} WHERE {check.when}
    """
    used = _used(check, sql)
    key = sql, *used.items()
    if key not in counted:
        ((looked_at, unknown),) = store.rows(sql, used)
        why: Counter[str] = Counter()
        if unknown and _WHY in store.columns(check.over):
            why = _reasons(store, check.over, f"({check.when}) AND ({check.unknown})", used)
        if check.over in _READ_FROM_PAGES:
            unread, is_all = _unread(store, check.over)
            if looked_at or is_all:  # else it applies to none of the pages that were read
                looked_at, unknown = looked_at + unread.total(), unknown + unread.total()
                why += unread
        told = sorted(why.items(), key=lambda item: (-item[1], item[0]))
        counted[key] = looked_at, unknown, ", ".join(f"{each} {n}" for each, n in told) or None
    return counted[key]


def _unread(store: Store, view: str) -> tuple[Counter[str], bool]:
    """Return why listed pages missing from a view were not checked; and if none was read at all."""
    is_in_view = f"url_key IN (SELECT url_key FROM {view} WHERE url_key IS NOT NULL)"
    unread = _reasons(store, "listed_pages", f"{_READ_FROM_PAGES[view]} AND NOT {is_in_view}", {})
    ((pages,),) = store.rows("SELECT COUNT(*) FROM listed_pages")
    return unread, unread.total() == pages


def _reasons(
    store: Store, view: str, condition: str, parameters: Mapping[str, Parameter]
) -> Counter[str]:
    """Count the reasons why rows were not checked: {'not-fetched': 3, 'too-complex': 1}."""
    sql = f"""
        SELECT {_WHY}, COUNT(*) FROM {view} WHERE {condition} AND {_WHY} IS NOT NULL GROUP BY {_WHY}
    """
    used = {name: parameters[name] for name in names_of_parameters(sql)}
    return Counter(dict(store.rows(sql, used)))


def _find(store: Store, check: Check) -> int:
    """Insert the check's findings; return their number."""
    names = f"'{check.name}' AS \"check\", '{check.original_name}' AS original_name"
    sql = f"INSERT INTO found BY NAME SELECT {names}, * FROM (\n{check.sql}\n)"
    ((found,),) = store.rows(sql, _used(check, sql))
    return int(found)


def _used(check: Check, sql: str) -> dict[str, Parameter]:
    return {name: check.parameters[name] for name in names_of_parameters(sql)}


def _outcome(found: int, looked_at: int, unknown: int) -> Outcome:
    if found:
        return Outcome.FAILED
    if not looked_at:
        return Outcome.NOT_APPLICABLE
    return Outcome.NOT_CHECKED if unknown >= looked_at else Outcome.PASSED
