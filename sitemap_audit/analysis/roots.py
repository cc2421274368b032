"""Consequences of other findings: each is folded under the finding that is its root.

A hreflang link to a page that returns 404 is the fault of that page, if the page has a finding of
its own. The header of a check names the checks of which its findings can be a consequence
(``follows``), or says that all findings about its URLs are (``explains_url``): then they have no
change of their own. Which finding it is, the rows decide.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_audit.analysis.catalogue.findings import CHANGE
from sitemap_audit.analysis.columns import quoted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sitemap_audit.analysis.catalogue.checkfile import Check
    from sitemap_audit.storage import Store

_FOLLOWS = """
CREATE OR REPLACE TABLE check_follows (
    "check" VARCHAR, cause VARCHAR, of_host BOOLEAN, of_url BOOLEAN
)
"""

# Only a finding that is as severe can be a root: no error is folded under a warning.
_PARENTS = """
CREATE OR REPLACE TABLE finding_parents AS
WITH severe AS (
    SELECT
        found.finding_id,
        found."check",
        COALESCE(found.url, found.sitemap_url) AS about,
        found.related_url,
        run.subject,
        CASE run.severity WHEN 'error' THEN 1 WHEN 'warning' THEN 2 ELSE 3 END AS rank
    FROM findings AS found
    INNER JOIN check_runs AS run ON found."check" = run."check"
),

-- One root for a URL and for a host: a site may have a finding of a check for each of its URLs.
url_roots AS (
    SELECT "check", about, subject, rank, MIN(finding_id) AS finding_id
    FROM severe
    GROUP BY "check", about, subject, rank
),

host_roots AS (
    SELECT
        "check",
        SPLIT_PART(about, '/', 1) AS scheme,
        SPLIT_PART(about, '/', 3) AS host,
        rank,
        MIN(finding_id) AS finding_id
    FROM severe
    GROUP BY "check", SPLIT_PART(about, '/', 1), SPLIT_PART(about, '/', 3), rank
),

-- The same pair of URLs, the pair seen from its other end, the target, the page itself, its host.
matched AS (
    SELECT found.finding_id, root.finding_id AS root_id, 1 AS way
    FROM severe AS found
    INNER JOIN check_follows AS follows ON found."check" = follows."check"
    INNER JOIN severe AS root
        ON follows.cause = root."check"
        AND found.about = root.about
        AND found.related_url = root.related_url
    WHERE root.rank <= found.rank
    UNION ALL
    SELECT found.finding_id, root.finding_id AS root_id, 2 AS way
    FROM severe AS found
    INNER JOIN check_follows AS follows ON found."check" = follows."check"
    INNER JOIN severe AS root
        ON follows.cause = root."check"
        AND found.about = root.related_url
        AND found.related_url = root.about
    WHERE root.rank <= found.rank
    UNION ALL
    SELECT found.finding_id, root.finding_id AS root_id, 3 AS way
    FROM severe AS found
    INNER JOIN check_follows AS follows ON found."check" = follows."check"
    INNER JOIN url_roots AS root
        ON follows.cause = root."check" AND found.related_url = root.about
    WHERE root.rank <= found.rank
    UNION ALL
    SELECT found.finding_id, root.finding_id AS root_id, 4 AS way
    FROM severe AS found
    INNER JOIN check_follows AS follows ON found."check" = follows."check"
    INNER JOIN url_roots AS root ON follows.cause = root."check" AND found.about = root.about
    WHERE
        root.rank <= found.rank
        AND (found.related_url IS NULL OR found.subject = root.subject OR follows.of_url)
    UNION ALL
    SELECT found.finding_id, root.finding_id AS root_id, 5 AS way
    FROM severe AS found
    INNER JOIN check_follows AS follows ON found."check" = follows."check"
    INNER JOIN host_roots AS root
        ON follows.cause = root."check"
        AND SPLIT_PART(found.about, '/', 1) = root.scheme
        AND SPLIT_PART(found.about, '/', 3) = root.host
    WHERE root.rank <= found.rank AND follows.of_host
),

placed AS (
    SELECT
        finding_id,
        root_id,
        ROW_NUMBER() OVER (PARTITION BY finding_id ORDER BY way, root_id) AS place
    FROM matched
)

SELECT finding_id, root_id
FROM placed
WHERE place = 1
"""

# A root may be a consequence itself; no check follows itself, so this ends.
_UP = """
CREATE OR REPLACE TABLE finding_parents AS
SELECT lower.finding_id, COALESCE(upper.root_id, lower.root_id) AS root_id
FROM finding_parents AS lower
LEFT JOIN finding_parents AS upper ON lower.root_id = upper.finding_id
"""
_IS_AT_TOP = """
SELECT COUNT(*) = 0
FROM finding_parents AS lower
INNER JOIN finding_parents AS upper ON lower.root_id = upper.finding_id
"""

_FINDINGS = """
CREATE OR REPLACE TABLE findings AS
SELECT {columns}, parents.root_id
FROM findings AS found
LEFT JOIN finding_parents AS parents ON found.finding_id = parents.finding_id
LEFT JOIN findings AS root ON parents.root_id = root.finding_id
LEFT JOIN (SELECT DISTINCT cause FROM check_follows WHERE of_url) AS meant
    ON root."check" = meant.cause
"""
# Where another URL was meant, its page is to be changed, or the sitemap: as the root says.
_CHANGE = 'CASE WHEN meant.cause IS NULL THEN found."{0}" END AS "{0}"'


def find_roots(store: Store, checks: Sequence[Check]) -> None:
    """Give each finding its ``root_id``: the ``finding_id`` of its root, NULL if it is a root.

    Args:
        checks: those that were run.
    """
    of_hosts = {check.name for check in checks if check.keeps_out == "host"}
    store.execute(_FOLLOWS)
    of_urls = {check.name for check in checks if check.explains_url}
    store.insert(
        "check_follows",
        [
            {
                "check": check.name,
                "cause": cause,
                "of_host": cause in of_hosts,
                "of_url": cause in of_urls,
            }
            for check in checks
            for cause in {*check.follows, *(() if check.explains_url else of_urls)}
        ],
    )
    store.execute(_PARENTS)
    while not store.value(_IS_AT_TOP):
        store.execute(_UP)
    columns = [
        _CHANGE.format(name) if name in (*CHANGE, "change") else quoted([name], "found")
        for name in store.columns("findings")
        if name != "root_id"
    ]
    store.execute(_FINDINGS.format(columns=", ".join(columns)))
    for table in ("check_follows", "finding_parents"):
        store.execute(f"DROP TABLE {table}")
