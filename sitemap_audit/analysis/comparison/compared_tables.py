"""Attach the tables of earlier audits to the store, as ``previous_urls`` and so on.

Without an earlier audit they are empty, and a check of what changed is not applicable.
"""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from sitemap_audit.items import column_types
from sitemap_audit.steps import step

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from sitemap_audit.storage import Store

STATES = "url_states"
"View that is stored with the findings: what an audit knows of each URL."
RESOLVED = "resolved_findings"
"Table that is stored with the changes: what was resolved, and is not back."
LASTMOD_TRUST = "lastmod_trust"
"View that is stored with the changes: how many pages confirm the lastmods of each sitemap."
URL_STATES: Mapping[str, type] = {
    "url": str,
    "url_key": int,
    "url_near_key": int,
    "outcome": str,
    "sitemap_url": str,
    "lastmod": str,
    "lastmod_at": datetime,
    "lastmod_precision": str,
    "page_id": int,
    "status": int,
    "error": str,
    "state": str,
    "redirect_url": str,
    "robots": str,
    "robots_rule": str,
    "is_indexable": bool,
    "reasons": str,
    "unknown_reason": str,
    "canonical": str,
    "annotations_known": bool,
    "entry_known": bool,
    "is_cached": bool,
    "is_html": bool,
    "title": str,
    "h1": str,
    "description": str,
    "content_hash": str,
    "simhash": int,
    "words": int,
    "latency": float,
    "fetched_at": datetime,
    "hreflang_links": int,
    "hreflang_sum": int,
    "cluster": str,
}
"Columns of ``url_states``."


class _Attached(NamedTuple):
    table: str
    "Table as stored."
    columns: Mapping[str, type]
    audit: str = "previous"
    "previous | earlier (the one before) | between (the last one since the previous audit)."


def _stored(table: str, audit: str = "previous") -> _Attached:
    columns = {name: kind for name, (kind, _) in column_types(table).items()}
    return _Attached(table, columns, audit)


COMPARED: Mapping[str, _Attached] = {
    "earlier_urls": _Attached(STATES, URL_STATES, "earlier"),
    "between_urls": _Attached(STATES, URL_STATES, "between"),
    "between_sitemaps": _stored("sitemaps", "between"),
    "between_robots": _stored("robots", "between"),
    "previous_resolved": _Attached(RESOLVED, {"finding_id": str}),
    "previous_urls": _Attached(STATES, URL_STATES),
    **{
        f"previous_{table}": _stored(table)
        for table in ("sitemaps", "robots", "robots_lines", "entry_alternates", "page_alternates")
    },
}
"The tables of earlier audits, by their names in the store."


PREVIOUS_RUN: Mapping[str, type] = {"started_at": datetime, "has_between": bool}
"""Columns of ``previous_run``: one row if there is a previous audit. ``has_between``: a complete
audit was made since."""


_OF_FINDING: Mapping[str, type] = {
    "url": str,
    "related_url": str,
    "sitemap_url": str,
    "line": int,
    "observed": str,
    "finding_id": str,
}
FINDING_CHANGES: Mapping[str, type] = {
    "change": str,
    "check": str,
    "severity": str,
    **_OF_FINDING,
    "told_with": str,
    "is_known": bool,
    "unknown_reason": str,
}
"""Columns of ``finding_changes``: findings that only one of the two audits has. ``change``: new |
back | resolved; ``told_with``: the check of its root, or its own one if the URL has other findings
of it in both audits; NULL if it counts. ``is_known``: false if it was not checked in the other
audit, and ``unknown_reason``: why not."""
FOUND: Mapping[str, type] = {
    "check": str,
    **_OF_FINDING,
    "root_id": str,
    "unit": str,
}
"Columns that are read of the findings of both audits."
RAN: Mapping[str, type] = {
    "check": str,
    "severity": str,
    "outcome": str,
    "unknown": int,
    "unknown_reasons": str,
    "definition": str,
}
"Columns that are read of their runs of checks."
READ: Mapping[str, Mapping[str, type]] = {
    "pages": {
        "url": str,
        "url_key": int,
        "redirect_url": str,
        "redirect_key": int,
        "status": int,
        "error": str,
        "challenge": str,
        "robots": str,
        "parsed": bool,
        "content_type": str,
        "cached_at": datetime,
        "fetched_at": datetime,
    },
    "sitemaps": {
        "url": str,
        "status": int,
        "error": str,
        "complete": bool,
        "fetched_at": datetime,
    },
    "robots": {"url": str, "status": int, "error": str},
    "entries": {"url": str, "sitemap_url": str},
    "page_canonicals": {"url": str, "canonical": str},
    "page_alternates": {"url": str, "alternate": str},
    "entry_alternates": {"url": str, "alternate": str},
    "renders": {"url": str, "problem": str},
}
"Columns that are read of stored tables; one that was not stored is NULL."


def make_finding_changes(store: Store) -> None:
    """Make the table ``finding_changes`` without rows."""
    store.attach("finding_changes", "finding_changes", None, FINDING_CHANGES)


def attach_previous(
    store: Store,
    previous: Path | None = None,
    started_at: datetime | None = None,
    earlier: Path | None = None,
    between: Path | None = None,
    origins: Mapping[str, str] | None = None,
) -> None:
    """Attach the tables of the previous audit, of the one before it, and of the last one since.

    Args:
        store: opened with the folders among its ``others``.
        started_at: of the previous audit.
        origins: origins of this audit that stand for one of the previous audit, by the latter.
    """
    folders = {"previous": previous, "earlier": earlier, "between": between}
    for name, (table, columns, which) in COMPARED.items():
        store.attach(name, table, folders[which], columns)
    store.attach("previous_run", "previous_run", None, PREVIOUS_RUN)
    make_finding_changes(store)
    store.execute(step("changes/no_mapped_origins"))
    store.insert(
        "mapped_origins",
        [{"previous_origin": old, "origin": new} for old, new in (origins or {}).items()],
    )
    if previous is not None:
        store.insert(
            "previous_run", [{"started_at": started_at, "has_between": between is not None}]
        )
