"""Group changes by cause, so that one release of a template is one line, not 12,400.

Changes of one kind (from 200 to 404) are grouped by host if they concern most of its URLs, else by
URL pattern, and those of files by file.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_audit.analysis.catalogue.findings import COLUMNS
from sitemap_audit.analysis.causes import LEAST_OF_HOST, SHARE_OF_HOST
from sitemap_audit.analysis.columns import columns_but, first_number
from sitemap_audit.parsing.patterns import pattern

if TYPE_CHECKING:
    from sitemap_audit.storage import Store

TABLE = "change_causes"
OF_HOME = (
    *("canonical", "content", "description", "h1", "hreflang", "redirect-target", "title"),
    "url-removed",
)
"Changes that are one step more severe on the home page."
EMPTY = (
    f"""CREATE OR REPLACE TABLE changes (
        {COLUMNS}, severity VARCHAR, pattern VARCHAR, cause_by VARCHAR, cause VARCHAR
    )""",
    """CREATE OR REPLACE TABLE change_runs (
        "check" VARCHAR, title VARCHAR, severity VARCHAR, rank BIGINT, looked_at BIGINT,
        "unknown" BIGINT, unknown_reasons VARCHAR
    )""",
    f"""CREATE OR REPLACE TABLE {TABLE} (
        "check" VARCHAR, severity VARCHAR, kind VARCHAR, cause_by VARCHAR, cause VARCHAR,
        urls BIGINT, url VARCHAR, sitemap_url VARCHAR, related_url VARCHAR, observed VARCHAR,
        expected VARCHAR, fix VARCHAR
    )""",
)
"Statements that make the tables of changes without rows."
_PATTERNS = """
CREATE OR REPLACE TABLE change_patterns AS
SELECT url, pattern_of(url) AS pattern
FROM (SELECT DISTINCT url FROM changes WHERE url IS NOT NULL) AS urls
"""
# A new finding, or one that is back, is as severe as the finding.
_GROUPED = f"""
CREATE OR REPLACE TABLE changes AS
WITH severities AS (
    SELECT "check", MIN(severity) AS severity FROM finding_changes GROUP BY "check"
),

placed AS (
    SELECT
        {{columns}},
        COALESCE(severities.severity, run.severity) AS severity,
        patterns.pattern,
        SPLIT_PART(changes.url, '/', 3) AS host
    FROM changes
    INNER JOIN change_runs AS run ON changes."check" = run."check"
    LEFT JOIN change_patterns AS patterns ON changes.url = patterns.url
    LEFT JOIN severities
        ON
            changes.kind = severities."check"
            AND changes."check" IN ('change/finding-new', 'change/finding-back')
),

totals AS (
    SELECT SPLIT_PART(url, '/', 3) AS host, COUNT(*) AS urls
    FROM url_states
    WHERE outcome IS NOT NULL
    GROUP BY SPLIT_PART(url, '/', 3)
),

hosts AS (
    SELECT placed."check", placed.kind, placed.host
    FROM placed
    INNER JOIN totals ON placed.host = totals.host
    GROUP BY placed."check", placed.kind, placed.host
    HAVING
        COUNT(DISTINCT placed.pattern) > 1
        AND COUNT(DISTINCT placed.url) >= {LEAST_OF_HOST}
        AND COUNT(DISTINCT placed.url) >= {SHARE_OF_HOST} * MAX(totals.urls)
),

patterns AS (
    SELECT "check", kind, pattern
    FROM placed
    GROUP BY "check", kind, pattern
    HAVING COUNT(*) > 1
)

SELECT
    {{placed}},
    CASE
        WHEN
            hosts.host IS NULL
            AND SPLIT_PART(placed.url, '://', 2) = CONCAT(placed.host, '/')
            AND placed."check" IN ({", ".join(f"'change/{name}'" for name in OF_HOME)})
            THEN CASE placed.severity WHEN 'notice' THEN 'warning' ELSE 'error' END
        ELSE placed.severity
    END AS severity,
    placed.pattern,
    CASE
        WHEN hosts.host IS NOT NULL THEN 'host'
        WHEN placed.url IS NULL AND placed.sitemap_url IS NULL THEN 'site'
        WHEN placed.url IS NULL THEN 'sitemap'
        WHEN patterns.pattern IS NOT NULL THEN 'pattern'
        ELSE 'urls'
    END AS cause_by,
    CASE
        WHEN hosts.host IS NOT NULL THEN hosts.host
        WHEN placed.url IS NULL THEN COALESCE(placed.sitemap_url, 'the site')
        ELSE COALESCE(patterns.pattern, 'URLs that share no pattern')
    END AS cause
FROM placed
LEFT JOIN hosts
    ON placed."check" = hosts."check"
    AND placed.kind IS NOT DISTINCT FROM hosts.kind
    AND placed.host = hosts.host
LEFT JOIN patterns
    ON placed."check" = patterns."check"
    AND placed.kind IS NOT DISTINCT FROM patterns.kind
    AND placed.pattern = patterns.pattern
"""
_TEXTS = ("related_url", "observed", "expected", "fix")
"Told of the first change that has each."
_FIRST = {
    name: first_number("changes", ("url", "sitemap_url", "line", "observed"), name)
    for name in _TEXTS
}
_CAUSES = f"""
CREATE OR REPLACE TABLE {TABLE} AS
WITH groups AS (
    SELECT
        "check",
        severity,
        kind,
        cause_by,
        cause,
        COUNT(DISTINCT COALESCE(url, sitemap_url, related_url, '')) AS urls,
        MIN(url) AS url,
        MIN(sitemap_url) AS sitemap_url,
        {", ".join(f"{number} AS {name}_number" for name, number in _FIRST.items())}
    FROM changes
    GROUP BY "check", severity, kind, cause_by, cause
)

SELECT
    groups."check", groups.severity, groups.kind, groups.cause_by, groups.cause, groups.urls,
    groups.url, groups.sitemap_url,
    {", ".join(f"of_{name}.{name}" for name in _TEXTS)}
FROM groups
{
    " ".join(
        f"LEFT JOIN changes AS of_{name} ON groups.{name}_number = of_{name}.number"
        for name in _TEXTS
    )
}
"""


def group_changes(store: Store) -> None:
    """Give each change its severity, pattern and cause, and make the table ``change_causes``.

    It has one row per group of changes.

    Columns: ``check``, ``severity``, ``kind``, ``cause_by`` (host | pattern | sitemap | urls |
    site), ``cause``, ``urls`` (distinct), and the first change.

    Args:
        store: with ``changes``, ``change_runs``, ``finding_changes`` and ``url_states``.
    """
    store.execute_with("pattern_of", pattern, _PATTERNS)
    made = ("severity", "pattern", "cause_by", "cause")
    columns = (columns_but(store, "changes", made, alias) for alias in ("changes", "placed"))
    store.execute(_GROUPED.format(columns=next(columns), placed=next(columns)))
    store.execute(_CAUSES)
    store.execute("DROP TABLE change_patterns")
