"""What was added, changed or removed since the last submission, by the checks of ``change``.

The last submission keeps the state of each URL, the *baseline*. A URL that an audit did not check
keeps the state of an earlier audit there: its next change is found, however long that takes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

from sitemap_audit.analysis import runner
from sitemap_audit.analysis.compared_tables import STATES, URL_STATES
from sitemap_audit.analysis.selection import known_checks
from sitemap_audit.errors import AuditError, UsageError
from sitemap_audit.storage.files import in_sql

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from sitemap_audit.options import Options
    from sitemap_audit.storage.duckdb import DuckDBStore

_DISALLOWED = "change/robots-disallowed"
"Of pages that search engines cannot crawl any more."
_VIEWS = (
    *(STATES, "compared_audits", "compared_hreflang", "compared_listings", "compared_urls"),
    *("moved_urls", "named_sitemaps", "sitemap_states", "listed"),
)
_FAILS = """(page.state IN ('server-error', 'no-response')
    OR page.state = 'client-error' AND page.status NOT IN (404, 410))"""
"A page that fails is not submitted: it may work again unchanged."
_SUBMITTED = (
    # A page that cannot be indexed stays out of the baseline: it counts as added once it can be.
    f"""CREATE OR REPLACE TABLE left_out_urls AS
    SELECT page.url_key FROM compared_urls AS page
    WHERE page.is_listed AND (NOT page.was_listed OR page.is_moved)
        AND (NOT COALESCE(page.is_indexable, TRUE) OR COALESCE({_FAILS}, FALSE))""",
    f"""CREATE OR REPLACE TABLE submitted_urls AS
    WITH altered AS (
        SELECT url FROM changes
        UNION SELECT page.url FROM compared_hreflang AS pairs
        JOIN compared_urls AS page USING (url_key)
        WHERE pairs.may_differ AND pairs.unknown_reason IS NULL
    )
    SELECT url, MIN(change) AS change FROM (
        SELECT page.url, 'added' AS change
        FROM compared_urls AS page
        WHERE page.is_listed AND (NOT page.was_listed AND page.listing_unknown IS NULL
            OR page.is_moved) AND page.url_key NOT IN (SELECT url_key FROM left_out_urls)
        UNION ALL
        SELECT page.url,
            CASE WHEN page.status IN (404, 410) THEN 'removed' ELSE 'changed' END AS change
        FROM altered
        JOIN compared_urls AS page ON altered.url = page.url
        WHERE page.is_listed AND page.was_listed AND NOT page.is_moved
            AND NOT COALESCE({_FAILS}, FALSE)
        UNION ALL
        SELECT url, 'removed' AS change
        FROM compared_listings
        WHERE change = 'confirmed' AND unknown_reason IS NULL
    )
    GROUP BY url""",
)
_COUNTS = """
SELECT 'not_compared', COUNT(*) FROM compared_urls
WHERE unknown_reason IS NOT NULL AND is_listed AND was_listed
UNION ALL
SELECT 'listing_unknown', COUNT(*) FROM compared_urls WHERE listing_unknown IS NOT NULL
UNION ALL
SELECT 'unconfirmed', COUNT(*) FROM compared_listings
WHERE change = 'removed' AND unknown_reason IS NULL
UNION ALL
SELECT 'not_indexable', COUNT(*) FROM left_out_urls
UNION ALL
SELECT 'failing', COUNT(*) FROM compared_urls AS page
WHERE page.is_listed AND page.was_listed AND page.unknown_reason IS NULL AND """
_OF_ENTRY = {"outcome", "sitemap_url", "lastmod", "lastmod_at", "lastmod_precision"}
"Columns of url_states that the entry has; the others are of the page."
_ENTRY_IS_KNOWN = """now.outcome IS NOT NULL
    OR old.url IN (SELECT url FROM compared_listings
        WHERE change = 'confirmed' AND unknown_reason IS NULL)"""
_PAGE_IS_KNOWN = f"""old.page_id IS NULL
    OR now.page_id IS NOT NULL AND now.unknown_reason IS NULL
    AND NOT COALESCE(now.is_cached, FALSE)
    AND NOT COALESCE({_FAILS.replace("page.", "now.")}, FALSE)"""
_UNREAD = """(error IS NOT NULL AND COALESCE(status, 0) NOT BETWEEN 300 AND 399)
    OR COALESCE(status IN (401, 403, 429) OR status >= 500, FALSE)
    OR (COALESCE(status, 0) < 300 AND NOT complete AND COALESCE(kind, '') <> 'html')"""
"As in compared_audits."
_LINES = """
SELECT CONCAT(SPLIT_PART(found.url, '/', 1), '//', SPLIT_PART(found.url, '/', 3)) AS origin,
    found.url
FROM sitemap_states AS found
JOIN sitemaps ON found.id = sitemaps.id
JOIN robots ON robots.origin
    = CONCAT(SPLIT_PART(found.url, '/', 1), '//', SPLIT_PART(found.url, '/', 3))
WHERE found.state = 'ok' AND found.kind IN ('urlset', 'sitemapindex', 'text')
    AND sitemaps.depth = 0 AND NOT (found.kind = 'text' AND found.found_by = 'given')
    AND (robots.status = 200 AND NOT robots.is_html OR robots.status IN (404, 410))
    AND found.url_key NOT IN (SELECT sitemap_key FROM named_sitemaps WHERE sitemap_key IS NOT NULL)
    AND found.url_key NOT IN (
        SELECT url_key FROM entries WHERE kind = 'sitemap' AND url_key IS NOT NULL)
ORDER BY found.url"""


class Changes(NamedTuple):
    """What to submit."""

    urls: dict[str, str]
    "URL and change: added | changed | removed; sorted."
    counts: Mapping[str, int]
    "Numbers of URLs that are not submitted, by reason."
    robots_lines: list[tuple[str, str]]
    "Origins and sitemaps that its robots.txt does not list."


def find_changes(store: DuckDBStore, options: Options) -> Changes:
    """Compare an audit with the baseline, by all checks of changes of pages.

    hreflang is compared by the sums of its annotations: the baseline has no others.

    Raises:
        AuditError: a check fails.
        UsageError: no checked page of the audit can be indexed.
    """
    checks = [
        check
        for check in known_checks(options)
        if check.is_of_changes and check.over == "compared_urls" and check.name != _DISALLOWED
    ]
    runner.prepare(store, checks, also=_VIEWS)
    checked, indexable = store.rows(
        "SELECT COUNT(is_indexable), COUNT(CASE WHEN is_indexable THEN 1 END) FROM url_states"
        " WHERE outcome IS NOT NULL"
    )[0]
    if checked and not indexable:
        raise UsageError(
            f"Not submitted: none of the {checked:,} listed pages that were checked is indexable,"
            " as on a staging server. See report.html for the reasons."
        )
    runner.run_checks(store, checks, into=runner.CHANGES)
    failed = store.rows("SELECT \"check\", error FROM change_runs WHERE outcome = 'error'")
    if failed:
        raise AuditError(f"Not submitted: the check {failed[0][0]} failed ({failed[0][1]}).")
    for statement in _SUBMITTED:
        store.execute(statement)
    urls = store.rows("SELECT url, change FROM submitted_urls ORDER BY change, url")
    return Changes(dict(urls), dict(store.rows(_COUNTS + _FAILS)), store.rows(_LINES))


def write_baseline(store: DuckDBStore, folder: Path) -> None:
    """Write the state of each URL after the submission to ``folder/data``.

    Args:
        folder: among the store's ``others``, or below one of them.
    """
    columns = ", ".join(
        f"CASE WHEN {_ENTRY_IS_KNOWN if name in _OF_ENTRY else _PAGE_IS_KNOWN}"
        f" THEN now.{name} ELSE old.{name} END AS {name}"
        for name in URL_STATES
        if not name.startswith("url")
    )
    keys = ", ".join(
        f"COALESCE(now.{name}, old.{name}) AS {name}"
        for name in URL_STATES
        if name.startswith("url")
    )
    merged = (
        f"SELECT {keys}, {columns}"
        f" FROM url_states AS now FULL OUTER JOIN previous_urls AS old"
        " ON now.url_key = old.url_key"
        " WHERE old.url_key IS NOT NULL"
        " AND old.url_key NOT IN (SELECT previous_key FROM moved_urls)"
        " OR now.url_key IS NOT NULL"
        " AND now.url_key NOT IN (SELECT url_key FROM left_out_urls)"
    )
    merged = f"SELECT * FROM ({merged}) AS merged WHERE outcome IS NOT NULL"
    sitemaps = (
        f"SELECT * FROM sitemaps WHERE NOT ({_UNREAD})"
        " OR url_key NOT IN (SELECT url_key FROM previous_sitemaps)"
        " UNION ALL BY NAME SELECT * FROM previous_sitemaps WHERE url_key NOT IN"
        f" (SELECT url_key FROM sitemaps WHERE NOT ({_UNREAD}))"
    )
    blocked = "COALESCE(policy = 'disallow-all' OR status IN (401, 403), FALSE)"
    robots = (
        f"SELECT * FROM robots WHERE NOT {blocked}"
        " OR origin NOT IN (SELECT origin FROM previous_robots)"
        " UNION ALL BY NAME SELECT * FROM previous_robots WHERE origin NOT IN"
        f" (SELECT origin FROM robots WHERE NOT {blocked})"
    )
    for table, query in ((STATES, merged), ("sitemaps", sitemaps), ("robots", robots)):
        part = folder / "data" / table / "part-0.parquet"
        part.parent.mkdir(parents=True)
        store.execute(f"COPY ({query}) TO {in_sql(part)} (FORMAT parquet, COMPRESSION zstd)")


def by_host(urls: Mapping[str, Any]) -> dict[str, list[str]]:
    """Group URLs by host and port."""
    groups: dict[str, list[str]] = {}
    for url in urls:
        groups.setdefault(urlsplit(url).netloc, []).append(url)
    return groups
