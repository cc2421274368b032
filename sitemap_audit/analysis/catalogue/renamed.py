"""Earlier names of checks: an audit that was stored under them is read under those of today."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_audit.analysis.catalogue.findings import number_findings
from sitemap_audit.analysis.columns import columns_but

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sitemap_audit.analysis.catalogue.checkfile import Check
    from sitemap_audit.storage import Store

CURRENT = 'COALESCE(renamed.name, stored."check") AS "check"'
"The name of today of the check of a row of ``stored``, as SQL; with :data:`RENAMED` in FROM."
RENAMED = 'LEFT JOIN renamed ON stored."check" = renamed.old_name'
"``make_renamed`` comes first."

_COUNT = 'SELECT COUNT(*) FROM {} AS stored INNER JOIN renamed ON stored."check" = renamed.old_name'


def make_renamed(store: Store, checks: Sequence[Check]) -> None:
    """Make the table ``renamed``: the earlier names of checks, each with the name of today."""
    store.execute("CREATE OR REPLACE TABLE renamed (old_name VARCHAR, name VARCHAR)")
    rows = [
        {"old_name": old, "name": check.name} for check in checks for old in check.earlier_names
    ]
    store.insert("renamed", rows)


def rename_results(store: Store, checks: Sequence[Check]) -> None:
    """Give the stored findings, causes and runs of checks the names of today."""
    make_renamed(store, checks)
    for table in ("findings", "causes", "check_runs"):
        if store.value(_COUNT.format(table)):
            others = columns_but(store, table, ["check"], "stored")
            store.execute(
                f"CREATE OR REPLACE TABLE {table} AS SELECT {CURRENT}, {others}"
                f" FROM {table} AS stored {RENAMED}"
            )
            if table == "findings":
                number_findings(store)
    store.execute("DROP TABLE renamed")
