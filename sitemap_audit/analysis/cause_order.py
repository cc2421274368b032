"""Put the causes in one order, which every report has: by what is lost.

Errors come before warnings and notices. Of one severity, faults that keep pages out of the index or
out of their language come first, by the number of pages; a click in search results, where an import
has it, counts like a page. What is in a sitemap that nothing names comes after the other errors and
warnings.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_audit.analysis.catalogue.findings import AFFECTED
from sitemap_audit.analysis.sql_columns import quoted

if TYPE_CHECKING:
    from sitemap_audit.storage import Store

TIER_OF_SEVERITY = "CASE {0} WHEN 'error' THEN 1 WHEN 'warning' THEN 2 ELSE 4 END"
ISSUE = "COALESCE({0}.diagnosis_id, CONCAT({0}.\"check\", CHR(10), COALESCE({0}.kind, '')))"
"What has one line in 'Do this first': a diagnosis, or the findings of one check and kind."
_CLICKS = """
CREATE OR REPLACE TABLE known_clicks AS
SELECT url, MAX(clicks) AS clicks FROM search_urls WHERE clicks IS NOT NULL GROUP BY url
"""
_NO_CLICKS = "CREATE OR REPLACE TABLE known_clicks (url VARCHAR, clicks BIGINT)"
_AFFECTED = f"""
CREATE OR REPLACE TABLE affected_urls AS
SELECT found.issue, found.cause_by, found.cause, found.affected, known.clicks
FROM (
    SELECT DISTINCT
        {ISSUE.format("findings")} AS issue, cause_by, cause,
        {AFFECTED.format("findings")} AS affected
    FROM findings
    WHERE root_id IS NULL
) AS found
LEFT JOIN known_clicks AS known ON found.affected = known.url
"""
_CAUSE_ORDER = f"""
CREATE OR REPLACE TABLE cause_order AS
WITH of_causes AS (
    SELECT issue, cause_by, cause, SUM(clicks) AS clicks
    FROM affected_urls
    GROUP BY issue, cause_by, cause
),

of_issues AS (
    SELECT urls.issue, COUNT(*) AS urls, SUM(urls.clicks) AS clicks
    FROM (SELECT DISTINCT issue, affected, clicks FROM affected_urls) AS urls
    GROUP BY urls.issue
),

placed AS (
    SELECT
        {ISSUE.format("grouped_causes")} AS issue,
        cause_by, cause, folded, likely, urls_told, host_urls, clicks_of_host,
        CASE
            WHEN is_unnamed THEN 3
            ELSE {TIER_OF_SEVERITY.format("severity")}
        END AS tier,
        CASE
            WHEN keeps_out IS NOT NULL THEN 'index'
            WHEN SPLIT_PART("check", '/', 1) = 'hreflang' THEN 'language'
        END AS kept_from
    FROM grouped_causes
)

SELECT
    placed.issue, placed.cause_by, placed.cause, placed.tier, placed.kept_from,
    CAST(COALESCE(placed.clicks_of_host, of_causes.clicks) AS BIGINT) AS clicks,
    COUNT(*) OVER (PARTITION BY placed.issue) AS issue_causes,
    CAST(SUM(placed.folded) OVER (PARTITION BY placed.issue) AS BIGINT) AS issue_folded,
    CAST(SUM(placed.likely) OVER (PARTITION BY placed.issue) AS BIGINT) AS issue_likely,
    COUNT(placed.likely) OVER (PARTITION BY placed.issue) AS issue_sampled,
    CAST(COALESCE(
        SUM(placed.urls_told) OVER (PARTITION BY placed.issue), of_issues.urls
    ) AS BIGINT) AS issue_urls,
    CAST(SUM(placed.host_urls) OVER (PARTITION BY placed.issue) AS BIGINT) AS issue_host_urls,
    CAST(COALESCE(
        SUM(placed.clicks_of_host) OVER (PARTITION BY placed.issue), of_issues.clicks
    ) AS BIGINT) AS issue_clicks
FROM placed
INNER JOIN of_issues ON placed.issue = of_issues.issue
INNER JOIN of_causes
    ON placed.issue = of_causes.issue
    AND placed.cause_by = of_causes.cause_by
    AND placed.cause = of_causes.cause
"""
_CAUSES = f"""
SELECT
    {{of_causes}}, causes.issue, place.tier, place.kept_from, place.clicks, place.issue_causes,
    place.issue_folded, place.issue_urls, place.issue_host_urls, place.issue_clicks,
    place.issue_likely, place.issue_sampled
FROM (SELECT {{columns}}, {ISSUE.format("grouped_causes")} AS issue FROM grouped_causes) AS causes
INNER JOIN cause_order AS place
    ON causes.issue = place.issue
    AND causes.cause_by = place.cause_by
    AND causes.cause = place.cause
"""
_ORDER = f"""
    tier, {TIER_OF_SEVERITY.format("severity")},
    kept_from IS NULL,
    COALESCE(issue_host_urls, issue_urls) + COALESCE(issue_clicks, 0) DESC, kept_from,
    "check", kind NULLS FIRST, issue,
    COALESCE(host_urls, urls) + COALESCE(clicks, 0) DESC, cause_by, cause
"""


def know_clicks(store: Store) -> None:
    """Make the table ``known_clicks``: the clicks of each URL of imported lists, once."""
    store.execute(_CLICKS if store.columns("search_urls") else _NO_CLICKS)


def order_causes(store: Store) -> None:
    """Make the table ``causes`` of ``grouped_causes``, with their ``number``, from the first.

    Columns that they gain: ``tier`` (of errors, warnings, what is in sitemaps that nothing names,
    notices), ``kept_from`` (index | language), ``clicks`` (NULL if they are not known), and of the
    line of its check and kind in 'Do this first': ``issue``, ``issue_urls``, ``issue_host_urls``,
    ``issue_clicks``, ``issue_causes``, ``issue_folded``, ``issue_likely``, ``issue_sampled``.

    Args:
        store: with ``findings`` and ``known_clicks``.
    """
    for statement in (_AFFECTED, _CAUSE_ORDER):
        store.execute(statement)
    columns = store.columns("grouped_causes")
    told = _CAUSES.format(columns=quoted(columns), of_causes=quoted(columns, "causes"))
    store.create_sorted("causes", told, _ORDER)
    for table in ("affected_urls", "cause_order", "grouped_causes"):
        store.execute(f"DROP TABLE {table}")
