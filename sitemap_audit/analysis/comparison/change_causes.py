"""Group changes by cause, so that one release of a template is one line, not 12,400.

Changes of one kind (from 200 to 404) are grouped by host if they concern most of its URLs, else by
URL pattern, and those of files by file.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_audit.analysis.catalogue.findings import AFFECTED, COLUMNS, UNIT
from sitemap_audit.analysis.causes import LEAST_OF_HOST, SHARE_OF_HOST
from sitemap_audit.analysis.comparison.change_queries import IDENTITY
from sitemap_audit.analysis.comparison.compared_tables import EMPTY_ISSUES
from sitemap_audit.analysis.sql_columns import columns_but
from sitemap_audit.parsing.patterns import pattern

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sitemap_audit.analysis.catalogue.checkfile import Check
    from sitemap_audit.storage import Store

TABLE = "change_causes"
EMPTY = (
    f"""CREATE OR REPLACE TABLE changes (
        {COLUMNS}, state VARCHAR, severity VARCHAR, unit VARCHAR, told_with VARCHAR,
        pattern VARCHAR, cause_by VARCHAR, cause VARCHAR
    )""",
    """CREATE OR REPLACE TABLE change_runs (
        "check" VARCHAR, title VARCHAR, severity VARCHAR, rank BIGINT, looked_at BIGINT,
        "unknown" BIGINT, unknown_reasons VARCHAR
    )""",
    f"""CREATE OR REPLACE TABLE {TABLE} (
        "check" VARCHAR, state VARCHAR, severity VARCHAR, kind VARCHAR, cause_by VARCHAR,
        cause VARCHAR, urls BIGINT, unit VARCHAR, url VARCHAR, sitemap_url VARCHAR,
        related_url VARCHAR, observed VARCHAR, expected VARCHAR, fix VARCHAR
    )""",
    EMPTY_ISSUES,
)
"Statements that make the tables of changes without rows."
_PATTERNS = """
CREATE OR REPLACE TABLE change_patterns AS
SELECT url, pattern_of(url) AS pattern
FROM (SELECT DISTINCT url FROM changes WHERE url IS NOT NULL) AS urls
"""
_STATES = """
CREATE OR REPLACE TABLE change_states (
    "check" VARCHAR, state VARCHAR, change VARCHAR, severe_at_home BOOLEAN
)
"""
_FOLLOWS = """
CREATE OR REPLACE TABLE change_follows ("check" VARCHAR, cause VARCHAR)
"""
# A page that became noindex is told by the finding that it is; a URL of a sitemap that was removed
# by the sitemap.
_TELLING = f"""
CREATE OR REPLACE TABLE change_roots AS
WITH told AS (
    SELECT "check", url AS place, 'url' AS kind
    FROM finding_changes
    WHERE is_known AND told_with IS NULL AND url IS NOT NULL
    UNION ALL
    SELECT "check", sitemap_url AS place, 'file' AS kind
    FROM changes
    WHERE url IS NULL AND sitemap_url IS NOT NULL
),

ends AS (
    SELECT number, "check", url AS place, 'url' AS kind FROM changes WHERE url IS NOT NULL
    UNION ALL
    SELECT number, "check", sitemap_url AS place, 'file' AS kind FROM changes WHERE url IS NOT NULL
),

folded AS (
    SELECT ends.number, told."check"
    FROM ends
    INNER JOIN change_follows AS follows ON ends."check" = follows."check"
    INNER JOIN told
        ON
            follows.cause = told."check"
            AND ends.kind = told.kind
            AND ends.place = told.place
    UNION ALL
    SELECT changes.number, found.told_with AS "check"
    FROM changes
    INNER JOIN change_states AS states ON changes."check" = states."check"
    INNER JOIN finding_changes AS found
        ON
            changes.kind = found."check"
            AND states.change = found.change
            AND {IDENTITY.replace("stored.", "changes.")} = {IDENTITY.replace("stored.", "found.")}
    WHERE found.is_known AND found.told_with IS NOT NULL
)

SELECT number, MIN("check") AS told_with FROM folded GROUP BY number
"""
# A new finding, or one that is back, is as severe as the finding. What is fixed has no severity.
_GROUPED = f"""
CREATE OR REPLACE TABLE changes AS
WITH severities AS (
    SELECT "check", MIN(severity) AS severity FROM finding_changes GROUP BY "check"
),

placed AS (
    SELECT
        {{columns}},
        COALESCE(states.state, 'changed') AS state,
        CASE
            WHEN states.state = 'fixed' THEN NULL
            WHEN states.state IS NOT NULL THEN COALESCE(severities.severity, run.severity)
            ELSE run.severity
        END AS severity,
        {UNIT.format("changes", "fault")} AS unit,
        roots.told_with,
        states.severe_at_home,
        patterns.pattern,
        SPLIT_PART(changes.url, '/', 3) AS host
    FROM changes
    INNER JOIN change_runs AS run ON changes."check" = run."check"
    LEFT JOIN change_patterns AS patterns ON changes.url = patterns.url
    LEFT JOIN change_states AS states ON changes."check" = states."check"
    LEFT JOIN severities ON changes.kind = severities."check"
    LEFT JOIN check_runs AS fault ON states.state IS NOT NULL AND changes.kind = fault."check"
    LEFT JOIN change_roots AS roots ON changes.number = roots.number
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
    placed.state,
    CASE
        WHEN
            hosts.host IS NULL
            AND SPLIT_PART(placed.url, '://', 2) = CONCAT(placed.host, '/')
            AND placed.severe_at_home
            THEN CASE placed.severity WHEN 'notice' THEN 'warning' ELSE 'error' END
        ELSE placed.severity
    END AS severity,
    placed.unit,
    placed.told_with,
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
_FIRST = """FIRST_NUMBER(
            CASE WHEN {name} IS NOT NULL THEN number END, url, sitemap_url, line, observed
        ) AS {name}_number"""
_CAUSES = f"""
CREATE OR REPLACE TABLE {TABLE} AS
WITH groups AS (
    SELECT
        "check",
        state,
        severity,
        kind,
        cause_by,
        cause,
        COUNT(DISTINCT {AFFECTED.format("changes")}) AS urls,
        MIN(unit) AS unit,
        MIN(url) AS url,
        MIN(sitemap_url) AS sitemap_url,
        {", ".join(_FIRST.format(name=name) for name in _TEXTS)}
    FROM changes
    WHERE told_with IS NULL
    GROUP BY "check", state, severity, kind, cause_by, cause
)

SELECT
    groups."check", groups.state, groups.severity, groups.kind, groups.cause_by, groups.cause,
    groups.urls, groups.unit, groups.url, groups.sitemap_url,
    {", ".join(f"of_{name}.{name}" for name in _TEXTS)}
FROM groups
{
    " ".join(
        f"LEFT JOIN changes AS of_{name} ON groups.{name}_number = of_{name}.number"
        for name in _TEXTS
    )
}
"""


def group_changes(store: Store, checks: Sequence[Check]) -> None:
    """Give each change its severity, unit, pattern and cause, and make the table ``change_causes``.

    It has one row per group of changes, without those that are told with another one: the check of
    that one is their ``told_with``. What follows from the root of a finding is told with it, a
    change of whether a page can be indexed with the finding that says so, and any other change with
    one of those that its check ``follows``, of the same URL or of its sitemap.

    Columns: ``check``, ``state`` (new | back | fixed | changed), ``severity``, NULL if fixed,
    ``kind``, ``cause_by`` (host | pattern | sitemap | urls | site), ``cause``, ``urls``
    (what is affected, each once), ``unit`` (URL | host | sitemap | robots.txt file), and the first
    change.

    Args:
        store: with ``changes``, ``finding_changes`` and ``url_states``, and the runs of checks.
        checks: those that ran, also of changes.
    """
    out_of_index = {check.name for check in checks if check.keeps_out and not check.is_of_changes}
    store.execute(_STATES)
    states = [
        {
            "check": check.name,
            "state": check.of_findings and check.of_findings.state,
            "change": check.of_findings,
            "severe_at_home": check.severe_at_home,
        }
        for check in checks
        if check.is_of_changes
    ]
    store.insert("change_states", states)
    store.execute(_FOLLOWS)
    store.insert(
        "change_follows",
        [
            {"check": check.name, "cause": cause}
            for check in checks
            if check.is_of_changes
            for cause in {*check.follows, *(out_of_index if check.keeps_out else ())}
        ],
    )
    store.execute(_TELLING)
    with store.function("pattern_of", pattern):
        store.execute(_PATTERNS)
    made = ("state", "severity", "unit", "told_with", "pattern", "cause_by", "cause")
    columns = (columns_but(store, "changes", made, alias) for alias in ("changes", "placed"))
    store.execute(_GROUPED.format(columns=next(columns), placed=next(columns)))
    store.execute(_CAUSES)
    for table in ("change_patterns", "change_states", "change_follows", "change_roots"):
        store.execute(f"DROP TABLE {table}")
