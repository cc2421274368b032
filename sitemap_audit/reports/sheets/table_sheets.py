"""The sheets of the workbook that are tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sitemap_audit.report import sheet_rows, words
from sitemap_audit.reports.sheets.table import Table

if TYPE_CHECKING:
    from collections.abc import Mapping

STATUSES = ("Open", "In progress", "Fixed", "Will not fix", "No fault")
"What people may say of a finding."
_FINDING_COLUMNS = {
    "Severity": "severity",
    "Issue": "title",
    "Check": "check",
    "URL": "url",
    "Observed": "observed",
    "Expected": "expected",
    "Fix": "fix",
    "Page to change": "change_url",
    "Change": "change",
    "Related URL": "related_url",
    "Sitemap": "sitemap_url",
    "Line": "line",
    "Kind": "kind",
    "ID": "id",
    "File": "file",
    "Line of file": "file_line",
}


FINDINGS = Table(
    "Findings",
    {
        "Severity": 11,
        "Issue": 44,
        "URL": 60,
        "Observed": 40,
        "Expected": 34,
        "Fix": 46,
        "Page to change": 50,
        "Change": 60,
        "Sitemap": 46,
        "Line": 8,
        "Consequence of": 40,
        "Status": 14,
        "Owner": 16,
        "Comment": 40,
        "Related URL": 50,
        "Kind": 18,
        "ID": 19,
        "Check": 34,
        "File": 50,
        "Line of file": 12,
    },
    sheet_rows.FINDINGS,
    ("findings", "the most severe", "findings"),
    ("findings", _FINDING_COLUMNS),
    lambda row: [*row[:11], None, None, None, *row[11:]],
    {"Status": STATUSES},
    folded=6,
)

_HREFLANG = {
    "ok": "complete",
    "problem": "incomplete",
    "error": "faulty",
    "uncertain": "not checked",
}


def _url(row: tuple[Any, ...]) -> list[Any]:
    url, status, outcome, is_indexable, reasons, unknown, *rest = row
    redirect, canonical, cluster, findings, sitemap, sitemaps = rest
    verdict = {True: "yes", False: "no"}.get(is_indexable, "not checked")
    code = reasons if is_indexable is False else None if is_indexable else unknown
    why = words.not_indexable(code) if code else None
    if outcome != "fetched" and outcome is not None:
        verdict, why = "not checked", words.result(outcome)
    hreflang = _HREFLANG.get(cluster, cluster) or "none"
    return [
        *(url, status, verdict, why, redirect, canonical, hreflang, findings, sitemap, sitemaps),
    ]


URLS = Table(
    "URLs",
    {
        "URL": 70,
        "Status": 9,
        "Indexable": 13,
        "Why not": 40,
        "Redirects to": 50,
        "Canonical": 50,
        "Hreflang cluster": 16,
        "Findings": 10,
        "Sitemap": 50,
        "Sitemaps": 10,
    },
    sheet_rows.URLS,
    ("URLs", "those with the most severe findings", "urls"),
    (
        "urls",
        {
            "URL": "url",
            "Status": "status",
            "Indexable": "is_indexable",
            "Redirects to": "redirect_url",
            "Canonical": "canonical",
            "Findings": "findings",
            "Sitemap": "sitemap_url",
        },
    ),
    _url,
)


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

_SHOWN = 13
"Columns up to the trust in lastmod, which one cell shows."


def _sitemap(row: tuple[Any, ...]) -> list[Any]:
    url, kind, status, state, *counts, last_modified, confirmed, pages = row[:_SHOWN]
    read, colon, code = state.partition(": ")
    state = f"{read}{colon}{words.reason(code)}"
    trust = words.lastmod_trust(confirmed, pages) if counts[0] else None
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


def changes(titles: Mapping[str, str]) -> Table:
    """All changes since the previous audit, the most severe first.

    Args:
        titles: of the checks, by name.
    """

    def convert(row: tuple[Any, ...]) -> list[Any]:
        severity, state, check, kind, told_with, *rest = row
        names = (titles.get(name, name) for name in (check, kind, told_with))
        return [severity, state, *names, *rest, None, None, None]

    return Table(
        "Changes",
        {
            "Severity": 11,
            "State": 11,
            "Change": 34,
            "Kind": 30,
            "Told with": 30,
            "URL": 60,
            "Before": 44,
            "Now": 44,
            "If not intended": 46,
            "Related URL": 50,
            "Sitemap": 46,
            "Line": 8,
            "Status": 14,
            "Owner": 16,
            "Comment": 40,
        },
        sheet_rows.CHANGES,
        ("changes", "the most severe", "changes"),
        (
            "changes",
            {
                "Severity": "severity",
                "State": "state",
                "Change": "check",
                "Kind": "kind",
                "Told with": "told_with",
                "URL": "url",
                "Before": "before",
                "Now": "now",
                "If not intended": "fix",
                "Related URL": "related_url",
                "Sitemap": "sitemap_url",
                "Line": "line",
            },
        ),
        convert,
        {"Status": STATUSES},
    )
