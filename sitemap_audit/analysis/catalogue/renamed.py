"""Earlier names of checks: an audit that was stored under them is read under those of today."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_audit.analysis.catalogue.findings import number_findings
from sitemap_audit.analysis.columns import columns_but
from sitemap_audit.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sitemap_audit.analysis.catalogue.checkfile import Check
    from sitemap_audit.storage import Store

CURRENT = 'COALESCE(renamed.name, stored."check") AS "check"'
"The name of today of the check of a row of ``stored``, as SQL; with :data:`RENAMED` in FROM."
RENAMED = 'LEFT JOIN renamed ON stored."check" = renamed.old_name'
"``make_renamed`` comes first."

_COLUMNS = (
    *(("findings", "root_check"), ("findings", "check")),
    *(("causes", "check"), ("check_runs", "check")),
)
"Columns of results with names of checks."
_NEWEST = {"check_runs": "unit", "findings": "unit", "causes": "host_urls"}
"By table: the column that it gained last."
_COUNT = 'SELECT COUNT(*) FROM {} AS stored INNER JOIN renamed ON stored."{}" = renamed.old_name'


def load_results(store: Store, table: str) -> None:
    """Load a stored table of the results of the checks.

    Raises:
        UsageError: an earlier version has stored it.
    """
    store.load(table)
    if _NEWEST[table] not in store.columns(table):
        raise UsageError(
            f"An earlier version has judged {store.folder}. Judge it again first:"
            f" 'sitemap-audit check {store.folder}'."
        )


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
    for table, column in _COLUMNS:
        if store.value(_COUNT.format(table, column)):
            others = columns_but(store, table, [column], "stored")
            current, renamed = (
                part.replace('"check"', f'"{column}"') for part in (CURRENT, RENAMED)
            )
            store.execute(
                f"CREATE OR REPLACE TABLE {table} AS SELECT {current}, {others}"
                f" FROM {table} AS stored {renamed}"
            )
            if (table, column) == ("findings", "check"):
                number_findings(store)
    store.execute("DROP TABLE renamed")
