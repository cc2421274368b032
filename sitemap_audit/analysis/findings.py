"""A finding: its columns, its order, its identity."""

from __future__ import annotations

TOLD = {
    "url": "VARCHAR",
    "sitemap_url": "VARCHAR",
    "related_url": "VARCHAR",
    "line": "BIGINT",
    "observed": "VARCHAR",
    "expected": "VARCHAR",
    "fix": "VARCHAR",
    "kind": "VARCHAR",
}
"""What people are told of a finding."""

CHANGE = {
    "change_url": "VARCHAR",
    "action": "VARCHAR",
    "place": "VARCHAR",
    "from": "VARCHAR",
    "to": "VARCHAR",
}
"""What to change, for programs: in the file or page ``change_url``, at a ``place`` in it (loc,
canonical, hreflang), ``add``, ``remove`` or ``replace`` what stands there."""

_COLUMNS = {"check": "VARCHAR", **TOLD, **CHANGE}
_ORDER = (
    *("check", "url", "sitemap_url", "line", "related_url"),
    *("observed", "expected", "fix", "kind", *CHANGE),
)

_COLUMN_LIST = ", ".join(f'"{name}" {kind}' for name, kind in _COLUMNS.items())
CREATE = f"({_COLUMN_LIST})"
"""The columns that a check's query may give, and the check, as CREATE TABLE takes them."""

ORDER = ", ".join(f'"{name}" NULLS FIRST' for name in _ORDER)
"""The same findings come in the same order, whatever found them first."""

IDENTITY = """LEFT(MD5(CONCAT(
    "check", CHR(10), COALESCE(url, ''), CHR(10), COALESCE(related_url, ''), CHR(10),
    COALESCE(sitemap_url, ''), CHR(10),
    CASE
        WHEN line IS NOT NULL AND (url IS NULL OR sitemap_url IS NULL)
            THEN CAST(line AS VARCHAR)
        ELSE ''
    END
)), 16)"""
"""The identity of a finding, as SQL: 16 hexadecimal digits of its check and its subject's keys.

The line is a key only where it is the subject: in a robots.txt, or in a sitemap where no entry's
URL is named. An entry stays the same one where lines are added above it.
"""
