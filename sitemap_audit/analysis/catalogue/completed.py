"""Give results that an earlier version has stored the columns that came later."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_audit.analysis.catalogue.findings import AFFECTED, CHANGE, ORDER
from sitemap_audit.analysis.columns import columns_but, quoted

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sitemap_audit.storage import Store

_OF_FINDINGS = dict.fromkeys((*CHANGE, "change", "root_id"), "VARCHAR")
_OF_CAUSES = {"is_unnamed": "BOOLEAN", "place": "VARCHAR", "step": "VARCHAR"}
_NUMBERS = {"folded": "0", "urls": "counted.urls"}
"Columns of causes that were not stored at first, then as DOUBLE; what they are otherwise."
_COUNTED = f"""
LEFT JOIN (
    SELECT "check", kind, cause_by, cause, COUNT(DISTINCT {AFFECTED}) AS urls
    FROM findings
    GROUP BY "check", kind, cause_by, cause
) AS counted
    ON causes."check" = counted."check"
    AND causes.kind IS NOT DISTINCT FROM counted.kind
    AND causes.cause_by = counted.cause_by
    AND causes.cause = counted.cause
"""


def complete_results(store: Store) -> None:
    """Complete the loaded tables ``findings`` and ``causes``; findings get their ``number``."""
    known = store.columns("findings")
    if missing := _missing(known, _OF_FINDINGS):
        store.execute(
            f"CREATE OR REPLACE TABLE findings AS SELECT {quoted(known)}{missing} FROM findings"
        )
    if "number" not in known:
        number_findings(store)
    known = store.columns("causes")
    others = columns_but(store, "causes", _NUMBERS, "causes")
    numbers = ", ".join(
        f"CAST({f'COALESCE(causes.{name}, {other})' if name in known else other} AS BIGINT)"
        f" AS {name}"
        for name, other in _NUMBERS.items()
    )
    store.execute(
        f"CREATE OR REPLACE TABLE causes AS SELECT {others}{_missing(known, _OF_CAUSES)}, {numbers}"
        f" FROM causes {_COUNTED}"
    )


def _missing(known: list[str], columns: Mapping[str, str]) -> str:
    """Return SQL for the columns that are not known: ', CAST(NULL AS VARCHAR) AS "step"'."""
    return "".join(
        f', CAST(NULL AS {kind}) AS "{name}"' for name, kind in columns.items() if name not in known
    )


def number_findings(store: Store, table: str = "findings") -> None:
    """Give findings the numbers of their order: they have none, or other checks' names now."""
    store.create_sorted(
        table, f"SELECT {columns_but(store, table, ['number'])} FROM {table}", ORDER
    )
