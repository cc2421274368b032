"""Make the table ``left_out``: listed or linked URLs that the options of an audit leave out.

The selection depends only on the stored entries, so that a resumed audit and its reports repeat it.
"""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

from sitemap_audit.parsing.patterns import pattern
from sitemap_audit.parsing.scope import FILTERED, NOT_IN_SITEMAP, NOT_MODIFIED, NOT_SAMPLED

if TYPE_CHECKING:
    from sitemap_audit.parsing.scope import Selection
    from sitemap_audit.storage import Store

_TABLES = (
    "CREATE OR REPLACE TABLE left_out (url_key BIGINT, reason VARCHAR)",
    "CREATE OR REPLACE TABLE sampled (url_key BIGINT, weight DOUBLE)",
)
_OUT_OF_SCOPE = """
INSERT INTO left_out
SELECT url_key, why_left_out(url) AS reason
FROM (
    SELECT url_key, url FROM entries WHERE kind = 'url' AND url_key IS NOT NULL
    UNION
    SELECT url_key, url FROM link_targets
)
WHERE why_left_out(url) <> ''
"""
_OTHER_SITEMAPS = """
CREATE OR REPLACE TABLE other_sitemaps AS
SELECT sitemap_url FROM (SELECT DISTINCT sitemap_url FROM entries)
WHERE why_left_out(sitemap_url) <> ''
"""
_NOT_IN_SITEMAP = f"""
INSERT INTO left_out
SELECT url_key, '{NOT_IN_SITEMAP}' AS reason
FROM entries
LEFT JOIN other_sitemaps ON entries.sitemap_url = other_sitemaps.sitemap_url
WHERE
    kind = 'url' AND url_key IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM left_out WHERE left_out.url_key = entries.url_key)
GROUP BY url_key
HAVING COUNT(*) = COUNT(other_sitemaps.sitemap_url)
"""
_FILTERED = f"""
INSERT INTO left_out
SELECT url_key, '{FILTERED}' AS reason
FROM entries
WHERE
    kind = 'url' AND url_key IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM left_out WHERE left_out.url_key = entries.url_key)
GROUP BY url_key
HAVING COUNT(*) = COUNT(CASE WHEN filtered THEN 1 END)
"""
# A date without a time ends 36 hours after its start in UTC where the time zone is UTC-12.
_LATEST = """
lastmod_at + CASE lastmod_precision
    WHEN 'year' THEN INTERVAL 8796 HOUR
    WHEN 'month' THEN INTERVAL 756 HOUR
    WHEN 'day' THEN INTERVAL 36 HOUR
    WHEN 'minute' THEN INTERVAL 1 MINUTE
    ELSE INTERVAL 0 HOUR
END
"""
_CANDIDATES = """
CREATE OR REPLACE TABLE candidates AS
SELECT url_key, MIN(sitemap_url) AS sitemap_url, url_pattern(MIN(url)) AS pattern
FROM entries
WHERE
    kind = 'url' AND url_key IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM left_out WHERE left_out.url_key = entries.url_key)
GROUP BY url_key
"""
_NOT_MODIFIED = f"""
HAVING COUNT(*) = COUNT(lastmod_at) AND MAX({_LATEST}) < CAST('{{since}}' AS TIMESTAMPTZ)
"""
# The largest strata get half of the sample at most for one URL each; the others are one stratum,
# so that each can have a URL. Each stratum gets its next URL in the order of (n - 1/2) / size:
# proportional representation by the method of Sainte-Laguë.
_LARGEST = """
CREATE OR REPLACE TABLE largest_strata AS
SELECT sitemap_url, pattern
FROM candidates
GROUP BY sitemap_url, pattern
ORDER BY COUNT(*) DESC, sitemap_url, pattern
LIMIT $kept
"""
_STRATA = """
CREATE OR REPLACE TABLE strata AS
SELECT
    candidates.url_key,
    COALESCE(largest.sitemap_url, '') AS sitemap_url,
    COALESCE(largest.pattern, '') AS pattern
FROM candidates
LEFT JOIN largest_strata AS largest
    ON candidates.sitemap_url = largest.sitemap_url AND candidates.pattern = largest.pattern
"""
_CHOSEN = """
CREATE OR REPLACE TABLE chosen_urls AS
SELECT ranked.url_key, ranked.sitemap_url, ranked.pattern, sizes.urls
FROM (
    SELECT
        url_key,
        sitemap_url,
        pattern,
        ROW_NUMBER() OVER (
            PARTITION BY sitemap_url, pattern
            ORDER BY SUBSTRING(MD5(CONCAT($seed, ':', url_key)), 1, 12), url_key
        ) AS place
    FROM strata
) AS ranked
INNER JOIN (
    SELECT sitemap_url, pattern, COUNT(*) AS urls
    FROM strata
    GROUP BY sitemap_url, pattern
) AS sizes
    ON ranked.sitemap_url = sizes.sitemap_url AND ranked.pattern = sizes.pattern
ORDER BY
    CASE WHEN ranked.place > 1 THEN 1 ELSE 0 END,
    CAST(2 * ranked.place - 1 AS DOUBLE) / sizes.urls,
    ranked.url_key
LIMIT $most
"""
_SAMPLED = """
INSERT INTO sampled
SELECT
    url_key,
    urls / COUNT(*) OVER (PARTITION BY sitemap_url, pattern) AS weight
FROM chosen_urls
"""
_NOT_SAMPLED = """
INSERT INTO left_out
SELECT url_key, $reason AS reason
FROM candidates
WHERE NOT EXISTS (SELECT 1 FROM sampled WHERE sampled.url_key = candidates.url_key)
"""
_SCRATCH = "candidates", "largest_strata", "strata", "chosen_urls"


def make_left_out(store: Store, selection: Selection) -> None:
    """Make the tables ``left_out`` and ``sampled`` from the entries, one row per distinct URL.

    ``left_out.reason``: not-included | excluded | not-in-sitemap | filtered | not-sampled |
    not-modified.
    ``sampled``: the URLs of the sample; ``weight``: the number of URLs that each stands for. Strata
    are URLs of a sitemap with the same pattern.
    """
    for statement in _TABLES:
        store.execute(statement)
    if not selection.scope.is_everything:
        with store.function("why_left_out", selection.scope.why_left_out):
            store.execute(_OUT_OF_SCOPE)
    if not selection.sitemaps.is_everything:
        with store.function("why_left_out", selection.sitemaps.why_left_out):
            store.execute(_OTHER_SITEMAPS)
        store.execute(_NOT_IN_SITEMAP)
        store.execute("DROP TABLE other_sitemaps")
    if store.value("SELECT COUNT(*) FROM entries WHERE filtered"):
        store.execute(_FILTERED)
    if selection.sample is not None:
        _draw_sample(store, selection, selection.sample)


def _draw_sample(store: Store, selection: Selection, sample: str) -> None:
    condition, reason = "", NOT_SAMPLED
    if selection.since is not None:
        condition, reason = _NOT_MODIFIED.format(since=selection.since.isoformat()), NOT_MODIFIED
    with store.function("url_pattern", pattern):
        store.execute(_CANDIDATES + condition)
    most = _size(sample, int(store.value("SELECT COUNT(*) FROM candidates")))
    store.execute(_LARGEST, {"kept": most // 2})
    store.execute(_STRATA)
    store.execute(_CHOSEN, {"seed": selection.seed, "most": most})
    store.execute(_SAMPLED)
    store.execute(_NOT_SAMPLED, {"reason": reason})
    for table in _SCRATCH:
        store.execute(f"DROP TABLE {table}")


def _size(sample: str, candidates: int) -> int:
    """Return the number of URLs to choose: of ``1000``, or of a share such as ``5%``."""
    if sample.endswith("%"):
        return ceil(candidates * float(sample[:-1]) / 100)
    return int(sample)
