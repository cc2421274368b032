"""The sheet of sitemap files: how each was found, what it lists, and whether it was read."""

from __future__ import annotations

from typing import Any

from sitemap_audit.report import sheet_rows
from sitemap_audit.report.words import lastmod_trust, reason
from sitemap_audit.reports.sheets.table import Table

_STOPPED = {
    "gzip": "corrupt gzip",
    "long-entry": "entry too long",
    "ratio": "expands too much",
    "size": "too large",
    "time": "took too long",
    "xml": "not well-formed",
}
"Why reading stopped, in words."
_SHOWN = 13
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
        "Entries": 10,
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
    sheet_rows.SITEMAPS,
    ("sitemaps", "the first, in the order of their URLs", "sitemaps"),
    (
        "sitemaps",
        {
            "Sitemap": "url",
            "Kind": "kind",
            "Status": "status",
            "Entries": "entries",
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
