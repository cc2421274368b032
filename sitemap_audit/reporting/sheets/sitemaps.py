"""The sheet of sitemap files: how each was found, what it lists, and whether it was read."""

from __future__ import annotations

from typing import Any

from sitemap_audit.reporting.sheets.table import Table
from sitemap_audit.reporting.words import lastmod_trust, reason

_STOPPED = {
    "gzip": "corrupt gzip",
    "long-entry": "entry too long",
    "ratio": "expands too much",
    "size": "too large",
    "time": "took too long",
    "xml": "not well-formed",
}
"Why reading stopped, in words."
_SQL = """
WITH about AS (
    SELECT sitemap_url, COUNT(*) AS findings
    FROM findings WHERE sitemap_url IS NOT NULL GROUP BY sitemap_url
),

shares AS (
    SELECT
        entries.sitemap_id,
        COUNT(DISTINCT CASE WHEN page.is_indexable THEN entries.url_key END) AS indexable,
        COUNT(DISTINCT CASE WHEN page.is_indexable IS NOT NULL THEN entries.url_key END) AS checked
    FROM entries
    INNER JOIN indexability AS page ON entries.url_key = page.url_key
    WHERE entries.kind = 'url'
    GROUP BY entries.sitemap_id
)

SELECT
    sitemap.url, sitemap.kind, sitemap.status,
    CASE
        WHEN sitemap.error IS NOT NULL THEN 'not read: ' || sitemap.error
        WHEN sitemap.redirect_url IS NOT NULL THEN 'redirects'
        WHEN sitemap.status >= 400 THEN 'not read'
        WHEN sitemap.complete THEN 'complete'
        ELSE 'incomplete: ' || COALESCE(sitemap.stopped_by, 'invalid')
    END AS state,
    sitemap.entries, sitemap.children, shares.checked, shares.indexable,
    COALESCE(about.findings, 0) AS findings, sitemap.last_modified,
    trust.confirmed, trust.pages, sitemap.bytes,
    ROUND(sitemap.seconds, 2) AS seconds, sitemap.found_by, sitemap.found_in
FROM sitemaps AS sitemap
LEFT JOIN about ON sitemap.url = about.sitemap_url
LEFT JOIN shares ON sitemap.id = shares.sitemap_id
LEFT JOIN lastmod_trust AS trust ON sitemap.url = trust.sitemap_url
WHERE
    COALESCE(sitemap.kind, '') <> 'html'
    OR sitemap.url NOT IN (SELECT unnamed.url FROM unnamed_sitemaps AS unnamed)
ORDER BY sitemap.url, sitemap.fetched_at
LIMIT $rows
"""
_COUNT = """
SELECT COUNT(*)
FROM sitemaps AS sitemap
WHERE
    COALESCE(sitemap.kind, '') <> 'html'
    OR sitemap.url NOT IN (SELECT unnamed.url FROM unnamed_sitemaps AS unnamed)
"""


_SHOWN = 12
"Columns up to the trust in lastmod, which one cell shows."


def _sitemap(row: tuple[Any, ...]) -> list[Any]:
    url, kind, status, state, *counts, last_modified, confirmed, pages = row[:_SHOWN]
    read, colon, code = state.partition(": ")
    state = f"{read}{colon}{_STOPPED.get(code) or reason(code)}"
    trust = lastmod_trust(confirmed, pages) if counts[0] else None
    return [url, kind, status, state, *counts, last_modified, trust, *row[_SHOWN:]]


SITEMAPS = Table(
    "Sitemaps",
    {
        "Sitemap": 70,
        "Kind": 13,
        "Status": 9,
        "Read": 22,
        "URLs": 10,
        "Child sitemaps": 10,
        "URLs checked": 10,
        "Indexable": 10,
        "Findings": 10,
        "Last-Modified": 28,
        "lastmod trust": 18,
        "Bytes": 12,
        "Seconds": 9,
        "Found by": 11,
        "Found in": 56,
    },
    _SQL,
    _COUNT,
    ("sitemaps", "the first, in the order of their URLs", "sitemaps"),
    (
        "sitemaps",
        {
            "Sitemap": "url",
            "Kind": "kind",
            "Status": "status",
            "URLs": "entries",
            "Child sitemaps": "children",
            "Bytes": "bytes",
            "Seconds": "seconds",
            "Last-Modified": "last_modified",
            "lastmod trust": "lastmod_trust",
            "Found by": "found_by",
            "Found in": "found_in",
        },
    ),
    _sitemap,
)
