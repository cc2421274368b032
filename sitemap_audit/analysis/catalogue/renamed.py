"""Earlier names of checks: an audit that was stored under them is read under those of today."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sitemap_audit.analysis.catalogue.checkfile import Check
    from sitemap_audit.storage import Store

CURRENT = """COALESCE(
    (SELECT renamed.name FROM renamed WHERE renamed.old_name = stored."check"), stored."check"
) AS "check\""""
"The name of today of the check of a row of ``stored``, as SQL; ``make_renamed`` comes first."


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
        store.execute(
            f'UPDATE {table} SET "check" = renamed.name FROM renamed'
            f' WHERE {table}."check" = renamed.old_name'
        )
    store.execute("DROP TABLE renamed")
