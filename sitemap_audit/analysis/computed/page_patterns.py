"""Find the URL patterns of pages where several pages may have the fault of one template.

The canonical may be written into every page by a template, or the template may lack hreflang
annotations: then all pages of a pattern have the fault.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_audit.analysis.sql_columns import template
from sitemap_audit.parsing.patterns import pattern

if TYPE_CHECKING:
    from sitemap_audit.storage import Store

TABLE = "page_patterns"
"""One row per URL that is listed or has or is the target of hreflang annotations, of an origin
where three or more listed URLs, that differ not only by their parameters, have the same effective
canonical, another URL, or where three or more pages lack hreflang annotations. ``pattern``: as in
patterns.py; ``template``: the same with {lang} for the language. ``origin``: scheme, host, port."""

SOURCES = "; ".join(
    f"SELECT 1 FROM {name}"
    for name in (
        "listed",
        "effective_canonicals",
        "hreflang_urls",
        "hreflang_faulty_pairs",
        "hreflang_sets",
    )
)
"Queries that name every table that it is made from."

_ORIGIN = "CONCAT(SPLIT_PART({0}, '/', 1), '//', SPLIT_PART({0}, '/', 3))"
_FILL = f"""
INSERT INTO {TABLE}
WITH shared AS (
    SELECT {_ORIGIN.format("listed.url")} AS origin
    FROM effective_canonicals AS effective
    INNER JOIN listed ON effective.url_key = listed.url_key
    WHERE effective.canonical_key <> effective.url_key
    GROUP BY {_ORIGIN.format("listed.url")}, effective.canonical_key
    HAVING COUNT(DISTINCT SPLIT_PART(listed.url, '?', 1)) >= 3
    UNION
    SELECT {_ORIGIN.format("alternate")} AS origin
    FROM hreflang_faulty_pairs
    WHERE target_fault IS NULL
    GROUP BY {_ORIGIN.format("alternate")}
    HAVING COUNT(DISTINCT alternate) >= 3
    UNION
    SELECT {_ORIGIN.format("url")} AS origin
    FROM hreflang_sets
    WHERE judged AND fault IS NULL AND links > 0 AND NOT has_self
    GROUP BY {_ORIGIN.format("url")}
    HAVING COUNT(*) >= 3
),

named AS (
    SELECT url_key, url, TRUE AS listed FROM listed
    UNION ALL
    SELECT named.url_key, named.url, FALSE AS listed
    FROM hreflang_urls AS named
    LEFT JOIN listed ON named.url_key = listed.url_key
    WHERE listed.url_key IS NULL
)

SELECT named.url_key, pattern_of(named.url) AS pattern, shared.origin, named.listed
FROM named
INNER JOIN shared ON {_ORIGIN.format("named.url")} = shared.origin
"""
_TEMPLATES = f"""
CREATE OR REPLACE TABLE {TABLE} AS
SELECT url_key, pattern, {template("pattern")} AS template, origin, listed FROM {TABLE}
"""


def make(store: Store) -> None:
    """Fill the table; it is empty if pages do not share a canonical."""
    store.execute(
        f"CREATE OR REPLACE TABLE {TABLE}"
        " (url_key BIGINT, pattern VARCHAR, origin VARCHAR, listed BOOLEAN)"
    )
    with store.function("pattern_of", pattern):
        store.execute(_FILL)
    store.execute(_TEMPLATES)
