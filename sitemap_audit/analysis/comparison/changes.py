"""An audit's findings and those of the previous one: what is new, back, resolved, not compared.

Two findings are the same if their ``finding_id`` is. One that only one of the audits has is told as
new or gone where the other audit ran the same check, read what the finding names, and found
nothing. Otherwise it is not compared: the other one did not fetch it, did not list it, or did not
check it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_audit.analysis.catalogue.checkfile import PREVIOUS, RestsOn
from sitemap_audit.analysis.catalogue.findings import AFFECTED
from sitemap_audit.analysis.comparison import change_queries as queries
from sitemap_audit.analysis.comparison.compared_tables import (
    EMPTY_ISSUES,
    LASTMOD_TRUST,
    make_finding_changes,
)
from sitemap_audit.analysis.comparison.previous import is_same_link_crawl
from sitemap_audit.analysis.sql_columns import columns_but, quoted
from sitemap_audit.analysis.views import make_views

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from sitemap_audit.analysis.catalogue.checkfile import Check
    from sitemap_audit.analysis.comparison.previous import Previous
    from sitemap_audit.run_record import RunRecord
    from sitemap_audit.storage import Store

LINKS = "outlinks"
"The table of checks that rest on a link crawl."
IMPORTS = frozenset({"imported_urls", "log_hits"})
"The tables of checks that rest on imports: samples and periods, which no two audits share."
CHANGE_TABLES = (
    *("changes", "change_runs", "change_causes", "issue_changes", "resolved_findings"),
    LASTMOD_TRUST,
)
"Tables of changes, which are saved with the results."


def find_changes(
    store: Store,
    folder: Path,
    previous: Previous | None,
    checks: Sequence[Check],
    run: RunRecord,
) -> None:
    """Compare the stored findings of an audit with those of the previous one.

    Makes the tables ``finding_changes``: ``change`` (new | back | resolved), the finding, and
    ``is_known``, false if it is not compared; ``issue_changes``: by check, the affected URLs before
    and now, and how many of them are ``fixed``, ``new`` or not compared; and ``resolved_findings``:
    the ``finding_id`` of what was resolved in this audit or an earlier one and is not back.

    Args:
        store: with the tables of the previous audit attached.
        folder: where the findings and runs of checks of this audit are stored.
        checks: those that it ran.
        run: its record; if it is not complete, no finding is known to be resolved.
    """
    make_finding_changes(store)
    store.execute(EMPTY_ISSUES)
    if previous is not None:
        _read_checks(store, checks, is_same_link_crawl=is_same_link_crawl(previous.record, run))
        for name, audit in (("now", folder), ("before", previous.folder)):
            _read_results(store, name, audit)
        _only_in(store, "now", "before", folder, previous.folder)
        store.execute(queries.ADD.format(change=queries.NEW, is_known="only_here.is_known"))
        _only_in(store, "before", "now", previous.folder, folder)
        # What a page had that returns an error or a redirect now is not resolved.
        is_known = "only_here.is_known AND NOT only_here.is_gone" if run.complete else "FALSE"
        store.execute(queries.ADD.format(change="'resolved'", is_known=f"({is_known})"))
        store.execute(queries.ISSUES)
    store.execute(queries.RESOLVED)


def load_changes(store: Store) -> None:
    """Load the stored tables of changes.

    Raises:
        UsageError: the checks have not finished.
    """
    for table in CHANGE_TABLES:
        store.load(table)


def _read_results(store: Store, name: str, folder: Path) -> None:
    """Make tables of an audit's findings, with the ignored ones, and of its runs of checks.

    A finding that is ignored in one of two audits is neither new nor resolved. Both audits count
    what a check affects by the same unit.
    """
    for table in ("findings", "ignored_findings"):
        store.attach(f"{table}_{name}", table, folder, queries.FOUND)
    store.attach(f"ran_{name}", "check_runs", folder, queries.RAN)
    others = quoted((name for name in queries.FOUND if name != "unit"), "stored")
    parts = [
        f"SELECT {others}, COALESCE(rests.unit, stored.unit) AS unit,"
        f" {is_ignored} AS is_ignored, {queries.IDENTITY} AS subject"
        f" FROM {table}_{name} AS stored"
        ' LEFT JOIN rests ON stored."check" = rests."check"'
        for table, is_ignored in (("findings", "FALSE"), ("ignored_findings", "TRUE"))
    ]
    store.execute(
        f"CREATE OR REPLACE TABLE all_{name} AS"
        f" SELECT {quoted(queries.FOUND)}, is_ignored, subject,"
        f" {AFFECTED.format('told')} AS affected FROM ({' UNION ALL '.join(parts)}) AS told"
    )


def _read_checks(store: Store, checks: Sequence[Check], *, is_same_link_crawl: bool) -> None:
    """The tables ``rests``: on what a finding of each check rests; and ``worse_checks``.

    Args:
        is_same_link_crawl: whether both audits know the same links, as far as they can.
    """
    from sitemap_audit.analysis.comparison import definitions  # late: numpy comes with it

    store.execute(
        'CREATE OR REPLACE TABLE rests ("check" VARCHAR, on_named BOOLEAN, on_entry BOOLEAN,'
        " is_rendered BOOLEAN, is_medium BOOLEAN, ends_with_entry BOOLEAN, on_pair BOOLEAN,"
        " on_previous BOOLEAN, is_same_scope BOOLEAN, unit VARCHAR)"
    )
    rows = [
        {
            "check": check.name,
            "on_named": definitions.rests_on_named(check),
            "on_entry": definitions.rests_on_entry(check),
            "is_rendered": "renders" in check.needs,
            "is_medium": "media" in check.needs,
            "ends_with_entry": definitions.ends_with_entry(check)
            or check.keeps_out is not None
            or check.subject == "redirect",
            "on_pair": definitions.rests_on_pair(check),
            "on_previous": PREVIOUS in check.needs,
            "is_same_scope": (is_same_link_crawl or LINKS not in check.needs)
            and (IMPORTS.isdisjoint(check.needs) or check.rests_on is RestsOn.NAMED),
            "unit": check.unit,
        }
        for check in checks
    ]
    store.insert("rests", rows)
    store.execute('CREATE OR REPLACE TABLE worse_checks ("check" VARCHAR, worse VARCHAR)')
    worse = [{"check": check.name, "worse": name} for check in checks for name in check.worse]
    store.insert("worse_checks", worse)


def _only_in(store: Store, here: str, there: str, folder: Path, other: Path) -> None:
    """Make the table ``only_here``: faults that only one of two audits has told.

    Args:
        here: the audit that has them, and ``there`` the other: ``now`` or ``before``.
        folder: of the first; ``other`` of the second.
    """
    is_gone = there == "now"
    store.execute(queries.ONLY.format(here=here, there=there, is_gone=is_gone))
    columns = columns_but(store, "only_here", alias="only_here")
    if not store.value("SELECT COUNT(*) FROM only_here WHERE is_same_check"):
        store.execute(
            f"CREATE OR REPLACE TABLE only_here AS SELECT {columns}, FALSE AS is_known,"
            " FALSE AS is_gone, FALSE AS was_removed FROM only_here"
        )
        return
    for side, audit in (("here", folder), ("there", other)):
        for table, kinds in queries.TABLES.items():
            store.attach(f"{table}_{side}", table, audit, kinds)
    make_views(store, ["status_codes"])
    store.execute(queries.NAMED)
    store.execute(queries.RESPONSES)
    _follow_redirects(store)
    store.execute(queries.READ)
    store.execute(queries.GONE)
    store.execute(queries.PLACED.format(columns=columns))
    removed = queries.REMOVED if is_gone else "FALSE"
    store.execute(queries.JUDGED.format(columns=columns, removed=removed, is_gone=is_gone))


def _follow_redirects(store: Store) -> None:
    """Make the table ``trail``: the responses that each named URL leads to, by redirects."""
    store.execute(queries.TRAIL)
    step = 0
    while store.value("SELECT COUNT(*) FROM trail WHERE step = $step", {"step": step}):
        store.execute(queries.NEXT, {"step": step})
        step += 1
