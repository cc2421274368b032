"""An audit's findings and those of the previous one: what is new, back, resolved, not compared.

Two findings are the same if their ``finding_id`` is. One that only one of the audits has is told as
new or gone where the other audit ran the same check, read what the finding names, and found
nothing. Otherwise it is not compared: the other one did not fetch it, did not list it, or did not
check it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_audit.analysis.catalogue.checkfile import PREVIOUS, RestsOn
from sitemap_audit.analysis.comparison.compared_tables import (
    FOUND,
    LASTMOD_TRUST,
    RAN,
    READ,
    make_finding_changes,
)
from sitemap_audit.analysis.comparison.previous import is_same_link_crawl
from sitemap_audit.analysis.views import make_views
from sitemap_audit.steps import step

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from sitemap_audit.analysis.catalogue.checkfile import Check
    from sitemap_audit.analysis.comparison.previous import Previous
    from sitemap_audit.run_record import RunRecord
    from sitemap_audit.storage import Store

LINKS = "outlinks"
"The table of checks that rest on a link crawl."
IMPORTS = frozenset({"imported_urls", "log_hits", "submitted_sitemaps", "inspected_urls"})
"""The tables of checks that rest on imports and on APIs of search engines: samples, periods and
lists that not every audit reads."""
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
    store.execute(step("changes/no_issue_changes"))
    if previous is not None:
        folders = {"now": folder, "before": previous.folder}
        _read_checks(store, checks, is_same_link_crawl=is_same_link_crawl(previous.record, run))
        _read_results(store, folders)
        for here, there in (("now", "before"), ("before", "now")):
            _only_in(store, {"here": here, "there": there}, folders)
            store.insert_query(
                "finding_changes",
                step("changes/finding_changes"),
                {"is_complete": run.complete},
            )
        store.create("issue_changes", step("changes/issue_changes"))
    store.create("resolved_findings", step("changes/resolved_findings"))


def load_changes(store: Store) -> None:
    """Load the stored tables of changes.

    Raises:
        UsageError: the checks have not finished.
    """
    for table in CHANGE_TABLES:
        store.load(table)


def _read_results(store: Store, folders: Mapping[str, Path]) -> None:
    """Make the table ``compared_findings``: those of both audits; attach their runs of checks.

    Args:
        folders: of the audits ``now`` and ``before``.
    """
    for audit, folder in folders.items():
        for table in ("findings", "ignored_findings"):
            store.attach(f"{table}_{audit}", table, folder, FOUND)
        store.attach(f"ran_{audit}", "check_runs", folder, RAN)
    store.create("compared_findings", step("changes/compared_findings"))


def _read_checks(store: Store, checks: Sequence[Check], *, is_same_link_crawl: bool) -> None:
    """The tables ``rests``: on what a finding of each check rests; and ``worse_checks``.

    Args:
        is_same_link_crawl: whether both audits know the same links, as far as they can.
    """
    from sitemap_audit.analysis.comparison import definitions  # late: numpy comes with it

    store.execute(step("changes/no_rests"))
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
    store.execute(step("changes/no_worse_checks"))
    worse = [{"check": check.name, "worse": name} for check in checks for name in check.worse]
    store.insert("worse_checks", worse)


def _only_in(store: Store, sides: Mapping[str, str], folders: Mapping[str, Path]) -> None:
    """Make the table ``only_here``: faults that only one of two audits has told.

    Args:
        sides: which audit has them, ``here``, and which is the other, ``there``.
        folders: of the audits ``now`` and ``before``.
    """
    for side, audit in sides.items():
        store.create_view(f"found_{side}", step(f"changes/found_{audit}"))
        store.attach(f"ran_{side}", "check_runs", folders[audit], RAN)
    store.create("only_told", step("changes/only_told"))
    if not store.value(step("changes/comparable")):
        store.create("only_here", step("changes/not_comparable"))
        return
    for side, audit in sides.items():
        for table, columns in READ.items():
            store.attach(f"{table}_{side}", table, folders[audit], columns)
    make_views(store, ["status_codes"])
    store.create("named", step("changes/named"))
    store.create("responses", step("changes/responses"))
    _follow_redirects(store)
    for table in ("read_there", "gone_pages"):
        store.create(table, step(f"changes/{table}"))
    store.create("placed_here", step("changes/placed"))
    store.create("only_here", step("changes/judged"))


def _follow_redirects(store: Store) -> None:
    """Make the table ``trail``: the responses that each named URL leads to, by redirects."""
    store.create("trail", step("changes/trail"))
    number = 0
    while store.value(step("changes/trail_ends"), {"step": number}):
        store.insert_query("trail", step("changes/next"), {"step": number})
        number += 1
