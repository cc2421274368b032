"""Group changes by cause, so that one release of a template is one line, not 12,400.

Changes of one kind (from 200 to 404) are grouped by host if they concern most of its URLs, else by
URL pattern, and those of files by file.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_audit.analysis.grouping import group_by_cause
from sitemap_audit.steps import step

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sitemap_audit.analysis.catalogue.checkfile import Check
    from sitemap_audit.storage import Store

EMPTY = tuple(
    step(f"changes/no_{table}")
    for table in ("changes", "change_runs", "change_causes", "issue_changes")
)
"Statements that make the tables of changes without rows."


def group_changes(store: Store, checks: Sequence[Check]) -> None:
    """Give each change its severity, unit, pattern and cause, and make the table ``change_causes``.

    It has one row per group of changes, without those that are told with another one: the check of
    that one is their ``told_with``. What follows from the root of a finding is told with it, a
    change of whether a page can be indexed with the finding that says so, and any other change with
    one of those that its check ``follows``, of the same URL or of its sitemap.

    Columns: ``check``, ``state`` (new | back | fixed | changed), ``severity``, NULL if fixed,
    ``kind``, ``cause_by`` (host | pattern | sitemap | urls | site), ``cause``, ``urls``
    (what is affected, each once), ``unit`` (URL | host | sitemap | robots.txt file), and the first
    change.

    Args:
        store: with ``changes``, ``finding_changes`` and ``url_states``, and the runs of checks.
        checks: those that ran, also of changes.
    """
    out_of_index = {check.name for check in checks if check.keeps_out and not check.is_of_changes}
    store.execute(step("changes/no_change_states"))
    states = [
        {
            "check": check.name,
            "state": check.of_findings and check.of_findings.state,
            "change": check.of_findings,
            "severe_at_home": check.severe_at_home,
        }
        for check in checks
        if check.is_of_changes
    ]
    store.insert("change_states", states)
    store.execute(step("changes/no_change_follows"))
    store.insert(
        "change_follows",
        [
            {"check": check.name, "cause": cause}
            for check in checks
            if check.is_of_changes
            for cause in {*check.follows, *(out_of_index if check.keeps_out else ())}
        ],
    )
    store.create("change_roots", step("changes/change_roots"))
    group_by_cause(store, "changes/located_changes")
    for table in ("changes", "change_causes"):
        store.create(table, step(f"changes/{table}"))
    store.drop("change_states", "change_follows", "change_roots", "grouped")
