"""The sheets of redirects and of hreflang pairs."""

from __future__ import annotations

from typing import Any

from sitemap_audit.report import sheet_rows, words
from sitemap_audit.reports.sheets.table import Table


def _pair(row: tuple[Any, ...]) -> list[Any]:
    *pair, why, in_sitemap, on_page = row
    return [*pair, words.not_indexable(why) if why else None, in_sitemap, on_page]


REDIRECTS = Table(
    "Redirects",
    {
        "URL": 70,
        "In sitemap": 11,
        "Status codes": 16,
        "Redirects to": 60,
        "Redirects": 10,
        "Final URL": 60,
        "Final status": 12,
        "Result": 14,
    },
    sheet_rows.REDIRECTS,
    ("redirects", "those that do not end at a page", "pages"),
    ("pages", {"URL": "url", "Redirects to": "redirect_url"}),
)

PAIRS = Table(
    "Hreflang pairs",
    {
        "Page": 64,
        "Language": 11,
        "Alternate": 64,
        "Hreflang": 11,
        "Return link": 14,
        "Why": 34,
        "In sitemap": 11,
        "On page": 11,
    },
    sheet_rows.PAIRS,
    ("hreflang pairs", "those that are not valid", "alternates"),
    ("alternates", {}),
    _pair,
)
