"""The sheets of redirects and of hreflang pairs."""

from __future__ import annotations

from typing import Any

from sitemap_audit.reporting import words
from sitemap_audit.reporting.sheets.table import Table


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
    """
    WITH chosen AS (
        SELECT url, listed, statuses, next_url, hops, final_url, final_status, outcome
        FROM redirect_chains
        ORDER BY CASE outcome WHEN 'ok' THEN 3 WHEN 'unknown' THEN 2 ELSE 1 END, url
        LIMIT $rows
    )

    SELECT
        url, CASE WHEN listed THEN 'yes' ELSE 'no' END AS in_sitemap, statuses, next_url, hops,
        final_url, final_status, CASE outcome WHEN 'unknown' THEN 'not checked' ELSE outcome END
            AS outcome_told
    FROM chosen
    ORDER BY url
    """,
    "SELECT COUNT(*) FROM redirect_chains",
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
    """
    WITH chosen AS (
        SELECT
            pair.url_key, pair.alternate_key, pair.code, pair.in_sitemap, pair.on_page,
            COALESCE(pair.target_fault, pair.unknown_reason) AS why,
            CASE
                WHEN pair.target_fault IS NOT NULL THEN 'target faulty'
                WHEN pair.has_return THEN 'valid'
                WHEN pair.has_return IS NULL THEN 'not checked'
                ELSE 'missing'
            END AS return_link
        FROM hreflang_pairs AS pair
        ORDER BY return_link = 'valid', pair.url_key, pair.alternate_key, pair.code
        LIMIT $rows
    )

    SELECT
        source.url, source.self_code, target.url AS alternate, chosen.code, chosen.return_link,
        chosen.why,
        CASE WHEN chosen.in_sitemap THEN 'yes' ELSE 'no' END AS in_sitemap,
        CASE WHEN chosen.on_page THEN 'yes' ELSE 'no' END AS on_page
    FROM chosen
    INNER JOIN hreflang_ends AS source ON chosen.url_key = source.url_key
    INNER JOIN hreflang_ends AS target ON chosen.alternate_key = target.url_key
    ORDER BY source.url, chosen.code, target.url
    """,
    "SELECT COUNT(*) FROM hreflang_pairs",
    ("hreflang pairs", "those that are not valid", "alternates"),
    ("alternates", {}),
    _pair,
)
