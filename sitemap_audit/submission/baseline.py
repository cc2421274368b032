"""The state of each URL after a submission, with which the next audit is compared.

A URL that an audit did not check keeps the state of an earlier audit: its next change is found,
however long that takes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_audit.analysis.comparison.compared_tables import STATES, URL_STATES
from sitemap_audit.storage.audit_files import in_sql
from sitemap_audit.submission.urls_to_submit import FAILS

if TYPE_CHECKING:
    from pathlib import Path

    from sitemap_audit.storage import Store

_OF_ENTRY = {"outcome", "sitemap_url", "lastmod", "lastmod_at", "lastmod_precision"}
"Columns of url_states that the entry has; the others are of the page."
_ENTRY_IS_KNOWN = """now.outcome IS NOT NULL
    OR old.url IN (SELECT url FROM compared_listings
        WHERE change = 'confirmed' AND unknown_reason IS NULL)"""
_PAGE_IS_KNOWN = f"""old.page_id IS NULL
    OR now.page_id IS NOT NULL AND now.unknown_reason IS NULL
    AND NOT COALESCE(now.is_cached, FALSE)
    AND NOT COALESCE({FAILS.replace("page.", "now.")}, FALSE)"""
_UNREAD = """(error IS NOT NULL AND COALESCE(status, 0) NOT BETWEEN 300 AND 399)
    OR COALESCE(status NOT IN (SELECT code.status FROM status_codes AS code WHERE code.meaning IN
        ('content', 'redirect', 'missing', 'client-error')), FALSE)
    OR (COALESCE(status, 0) < 300 AND NOT complete AND COALESCE(kind, '') <> 'html')"""
"As in compared_audits."


def write_baseline(store: Store, folder: Path) -> None:
    """Write the state of each URL after the submission to ``folder/data``.

    Args:
        folder: among the store's ``others``, or below one of them.
    """
    columns = ", ".join(
        f"CASE WHEN {_ENTRY_IS_KNOWN if name in _OF_ENTRY else _PAGE_IS_KNOWN}"
        f" THEN now.{name} ELSE old.{name} END AS {name}"
        for name in URL_STATES
        if not name.startswith("url")
    )
    keys = ", ".join(
        f"COALESCE(now.{name}, old.{name}) AS {name}"
        for name in URL_STATES
        if name.startswith("url")
    )
    merged = (
        f"SELECT {keys}, {columns}"
        f" FROM url_states AS now FULL OUTER JOIN previous_urls AS old"
        " ON now.url_key = old.url_key"
        " WHERE old.url_key IS NOT NULL"
        " OR now.url_key NOT IN (SELECT url_key FROM left_out_urls)"
    )
    merged = f"SELECT * FROM ({merged}) AS merged WHERE outcome IS NOT NULL"
    sitemaps = (
        f"SELECT * FROM sitemaps WHERE NOT ({_UNREAD})"
        " OR url_key NOT IN (SELECT url_key FROM previous_sitemaps)"
        " UNION ALL BY NAME SELECT * FROM previous_sitemaps WHERE url_key NOT IN"
        f" (SELECT url_key FROM sitemaps WHERE NOT ({_UNREAD}))"
    )
    blocked = (
        "COALESCE(policy = 'disallow-all' OR status IN (SELECT code.status FROM status_codes AS"
        " code WHERE code.meaning IN ('login', 'forbidden', 'refused', 'network')), FALSE)"
    )
    robots = (
        f"SELECT * FROM robots WHERE NOT {blocked}"
        " OR origin NOT IN (SELECT origin FROM previous_robots)"
        " UNION ALL BY NAME SELECT * FROM previous_robots WHERE origin NOT IN"
        f" (SELECT origin FROM robots WHERE NOT {blocked})"
    )
    for table, query in ((STATES, merged), ("sitemaps", sitemaps), ("robots", robots)):
        part = folder / "data" / table / "part-0.parquet"
        part.parent.mkdir(parents=True)
        store.execute(f"COPY ({query}) TO {in_sql(part)} (FORMAT parquet, COMPRESSION zstd)")
