"""Consequences of other findings: each is folded under the finding that is its root.

A hreflang link to a page that returns 404 is the fault of that page, if the page has a finding of
its own. The header of a check names the checks of which its findings can be a consequence
(``follows``), or says that all findings about its URLs are (``explains_url``): then they have no
change of their own. Which finding it is, the rows decide: a fault of the finding's own page, its
target, its file or its origin. A fault of a pair of pages (``row: pair`` in the view that its check
is over) explains another pair only where both pages are the same. A sum over the entries of a file
(``row: sum``) follows from what keeps one of them out of the index, and explains nothing. Where a
root is a consequence itself, its root is the finding's, too, if it is at one of the finding's own
ends.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_audit.analysis.catalogue.findings import CHANGE
from sitemap_audit.analysis.sql_columns import quoted
from sitemap_audit.analysis.views import row_of
from sitemap_audit.items import RowOf

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sitemap_audit.analysis.catalogue.checkfile import Check
    from sitemap_audit.storage import Store

_TABLES = (
    *("check_follows", "check_ends", "own_kinds"),
    *("finding_ends", "finding_faults", "finding_parents"),
)
_FOLLOWS = """
CREATE OR REPLACE TABLE check_follows ("check" VARCHAR, cause VARCHAR, of_url BOOLEAN)
"""
_ENDS_OF_CHECKS = """
CREATE OR REPLACE TABLE check_ends (
    "check" VARCHAR, of_pair BOOLEAN, of_host BOOLEAN, of_sum BOOLEAN
)
"""
_OWN_KINDS = """
CREATE OR REPLACE TABLE own_kinds ("check" VARCHAR, kind VARCHAR)
"""

# The ends of a finding, the nearest first: both URLs, its target, its page, its file, its origin.
_ENDS = """
CREATE OR REPLACE TABLE finding_ends AS
WITH named AS (
    SELECT
        found.finding_id,
        found.url,
        found.sitemap_url,
        found.related_url,
        COALESCE(found.url, found.sitemap_url) AS about,
        ends.of_sum
    FROM findings AS found
    INNER JOIN check_ends AS ends ON found."check" = ends."check"
)

SELECT
    finding_id,
    1 AS way,
    'pair' AS kind,
    CONCAT(LEAST(about, related_url), ' ', GREATEST(about, related_url)) AS place
FROM named
WHERE about IS NOT NULL AND related_url IS NOT NULL
UNION ALL
SELECT finding_id, 2 AS way, 'url' AS kind, related_url AS place
FROM named
WHERE related_url IS NOT NULL
UNION ALL
SELECT finding_id, 3 AS way, 'url' AS kind, about AS place
FROM named
WHERE about IS NOT NULL
UNION ALL
SELECT finding_id, 3 AS way, 'end of a pair' AS kind, about AS place
FROM named
WHERE about IS NOT NULL AND related_url IS NULL
UNION ALL
SELECT finding_id, 4 AS way, 'file' AS kind, sitemap_url AS place
FROM named
WHERE url IS NOT NULL AND sitemap_url IS NOT NULL
UNION ALL
SELECT finding_id, 4 AS way, 'entry' AS kind, sitemap_url AS place
FROM named
WHERE of_sum
UNION ALL
SELECT
    finding_id,
    5 AS way,
    'origin' AS kind,
    CONCAT(SPLIT_PART(about, '/', 1), '//', SPLIT_PART(about, '/', 3)) AS place
FROM named
WHERE about IS NOT NULL
"""

# What a finding is a fault of. That of a pair explains the pair, and what names one page alone.
_FAULTS = """
CREATE OR REPLACE TABLE finding_faults AS
WITH named AS (
    SELECT
        found.finding_id,
        found."check",
        found.url,
        found.sitemap_url,
        found.related_url,
        COALESCE(found.url, found.sitemap_url) AS about,
        ends.of_pair,
        ends.of_host
    FROM findings AS found
    INNER JOIN check_ends AS ends ON found."check" = ends."check"
)

SELECT
    finding_id,
    "check",
    'pair' AS kind,
    CONCAT(LEAST(about, related_url), ' ', GREATEST(about, related_url)) AS place
FROM named
WHERE about IS NOT NULL AND related_url IS NOT NULL
UNION ALL
SELECT
    finding_id, "check", CASE WHEN of_pair THEN 'end of a pair' ELSE 'url' END AS kind,
    about AS place
FROM named
WHERE about IS NOT NULL
UNION ALL
SELECT finding_id, "check", 'file' AS kind, about AS place
FROM named
WHERE about IS NOT NULL AND url IS NULL AND NOT of_pair
UNION ALL
SELECT finding_id, "check", 'entry' AS kind, sitemap_url AS place
FROM named
WHERE url IS NOT NULL AND sitemap_url IS NOT NULL AND NOT of_pair
UNION ALL
SELECT
    finding_id,
    "check",
    'origin' AS kind,
    CONCAT(SPLIT_PART(about, '/', 1), '//', SPLIT_PART(about, '/', 3)) AS place
FROM named
WHERE about IS NOT NULL AND of_host
"""

# Only a finding that is as severe can be a root: no error is folded under a warning.
_PARENTS = """
CREATE OR REPLACE TABLE finding_parents AS
-- One for each place: a site may have a finding of a check for each of its URLs.
WITH roots AS (
    SELECT "check", kind, place, MIN(finding_id) AS finding_id
    FROM finding_faults
    GROUP BY "check", kind, place
),

matched AS (
    SELECT
        found.finding_id,
        root.finding_id AS root_id,
        ROW_NUMBER() OVER (
            PARTITION BY found.finding_id ORDER BY ends.way, root.finding_id
        ) AS choice
    FROM findings AS found
    INNER JOIN check_follows AS follows ON found."check" = follows."check"
    INNER JOIN check_runs AS run ON found."check" = run."check"
    INNER JOIN check_runs AS run_of_root ON follows.cause = run_of_root."check"
    INNER JOIN finding_ends AS ends ON found.finding_id = ends.finding_id
    INNER JOIN roots AS root
        ON follows.cause = root."check" AND ends.kind = root.kind AND ends.place = root.place
    LEFT JOIN own_kinds AS own ON found."check" = own."check" AND found.kind = own.kind
    WHERE run_of_root.rank <= run.rank AND (own."check" IS NULL OR follows.of_url)
)

SELECT finding_id, root_id
FROM matched
WHERE choice = 1
"""

# The root of a root is the root, too, where it is at an end of the finding. No check follows
# itself, so this ends.
_HIGHER = """
SELECT DISTINCT lower.finding_id, upper.root_id
FROM finding_parents AS lower
INNER JOIN finding_parents AS upper ON lower.root_id = upper.finding_id
INNER JOIN finding_ends AS ends ON lower.finding_id = ends.finding_id
INNER JOIN finding_faults AS fault
    ON upper.root_id = fault.finding_id AND ends.kind = fault.kind AND ends.place = fault.place
"""
_UP = f"""
CREATE OR REPLACE TABLE finding_parents AS
WITH higher AS (
    {_HIGHER}
)

SELECT lower.finding_id, COALESCE(higher.root_id, lower.root_id) AS root_id
FROM finding_parents AS lower
LEFT JOIN higher ON lower.finding_id = higher.finding_id
"""
_IS_AT_TOP = f"SELECT COUNT(*) = 0 FROM ({_HIGHER}) AS higher"

_FINDINGS = """
CREATE OR REPLACE TABLE findings AS
SELECT {columns}, parents.root_id, root."check" AS root_check
FROM findings AS found
LEFT JOIN finding_parents AS parents ON found.finding_id = parents.finding_id
LEFT JOIN findings AS root ON parents.root_id = root.finding_id
LEFT JOIN (SELECT DISTINCT cause FROM check_follows WHERE of_url) AS meant
    ON root."check" = meant.cause
"""
# Where another URL was meant, its page is to be changed, or the sitemap: as the root says.
_CHANGE = 'CASE WHEN meant.cause IS NULL THEN found."{0}" END AS "{0}"'


def find_roots(store: Store, checks: Sequence[Check]) -> None:
    """Give each finding its ``root_id`` and ``root_check``: those of its root, NULL without one.

    Args:
        checks: those that were run.
    """
    of_urls = {check.name for check in checks if check.explains_url}
    of_pages = {check.name for check in checks if check.keeps_out == "pages"}
    sums = {check.name for check in checks if row_of(check.over) is RowOf.SUM}
    store.execute(_FOLLOWS)
    store.insert(
        "check_follows",
        [
            {"check": check.name, "cause": cause, "of_url": cause in of_urls}
            for check in checks
            for cause in {
                *check.follows,
                *(() if check.explains_url else of_urls),
                *(of_pages if check.name in sums else ()),
            }
            - sums
        ],
    )
    store.execute(_ENDS_OF_CHECKS)
    store.insert(
        "check_ends",
        [
            {
                "check": check.name,
                "of_pair": row_of(check.over) is RowOf.PAIR,
                "of_host": check.keeps_out == "host",
                "of_sum": check.name in sums,
            }
            for check in checks
        ],
    )
    store.execute(_OWN_KINDS)
    store.insert(
        "own_kinds",
        [{"check": check.name, "kind": kind} for check in checks for kind in check.own_kinds],
    )
    store.execute(_ENDS)
    store.execute(_FAULTS)
    store.execute(_PARENTS)
    while not store.value(_IS_AT_TOP):
        store.execute(_UP)
    columns = [
        _CHANGE.format(name) if name in (*CHANGE, "change") else quoted([name], "found")
        for name in store.columns("findings")
        if name not in ("root_id", "root_check")
    ]
    store.execute(_FINDINGS.format(columns=", ".join(columns)))
    for table in _TABLES:
        store.execute(f"DROP TABLE {table}")
