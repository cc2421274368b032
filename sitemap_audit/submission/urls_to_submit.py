"""What was added, changed or removed since the last submission, by the checks of ``change``.

The last submission keeps the state of each URL, the *baseline*. A URL that an audit did not check
keeps the state of an earlier audit there: its next change is found, however long that takes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sitemap_audit.analysis import runner
from sitemap_audit.analysis.comparison.compared_tables import STATES
from sitemap_audit.analysis.selection import known_checks
from sitemap_audit.errors import AuditError, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from sitemap_audit.options import Options
    from sitemap_audit.storage import Store

_VIEWS = (
    *(STATES, "compared_audits", "compared_hreflang", "compared_listings", "compared_urls"),
    *("moved_urls", "named_sitemaps", "sitemap_states", "listed"),
)
FAILS = """(page.state IN ('server-error', 'no-response')
    OR page.state = 'client-error' AND page.status NOT IN (404, 410))"""
"A page that fails is not submitted: it may work again unchanged."
_SUBMITTED = (
    # A page that cannot be indexed stays out of the baseline: it counts as added once it can be.
    f"""CREATE OR REPLACE TABLE left_out_urls AS
    SELECT page.url_key FROM compared_urls AS page
    WHERE page.is_listed AND (NOT page.was_listed OR page.is_moved)
        AND (NOT COALESCE(page.is_indexable, TRUE) OR COALESCE({FAILS}, FALSE))""",
    f"""CREATE OR REPLACE TABLE submitted_urls AS
    WITH altered AS (
        SELECT url FROM changes
        UNION SELECT page.url FROM compared_hreflang AS pairs
        JOIN compared_urls AS page USING (url_key)
        WHERE pairs.may_differ AND pairs.unknown_reason IS NULL
    )
    SELECT url, MIN(change) AS change, SPLIT_PART(url, '/', 3) AS host FROM (
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
            AND NOT COALESCE({FAILS}, FALSE)
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


_LEFT = "left from the last submission"
_ADD_LEFT = """
INSERT INTO submitted_urls
SELECT DISTINCT url, $change, SPLIT_PART(url, '/', 3) FROM left_urls
WHERE url NOT IN (SELECT url FROM submitted_urls)"""
_HOSTS = """
SELECT host,
    CONCAT(CASE WHEN BOOL_OR(url LIKE 'https:%') THEN 'https' ELSE 'http' END, '://', host),
    COUNT(*),
    host IN (SELECT SPLIT_PART(url, '/', 3) FROM url_states WHERE outcome IS NOT NULL)
        OR EXISTS (SELECT 1 FROM compared_audits WHERE unread IS NOT NULL)
FROM submitted_urls
GROUP BY host
ORDER BY host"""


class Host(NamedTuple):
    """A host whose URLs are submitted."""

    name: str
    "With its port."
    origin: str
    "Its origin, with https if a URL has it."
    urls: int
    is_listed: bool
    "Whether a sitemap lists a URL of it, or may list one: not all sitemaps were read."


class Changes:
    """What to submit: the table ``submitted_urls``, with ``url``, ``change`` and ``host``."""

    def __init__(self, store: Store) -> None:
        """Read the counts; the URLs stay in the table."""
        self._store = store
        self.not_submitted: Mapping[str, int] = dict(store.rows(_COUNTS + FAILS))
        "Numbers of URLs that are not submitted, by reason."
        self.robots_lines: list[tuple[str, str]] = store.rows(_LINES)
        "Origins and sitemaps that its robots.txt does not list."
        self.has_moved: bool = store.value("SELECT COUNT(*) > 0 FROM moved_urls")
        "Whether most listed URLs of an origin are listed with their path on another one now."

    def counts(self) -> dict[str, int]:
        """Return the numbers of URLs by change: added | changed | left … | removed."""
        by_change = "SELECT change, COUNT(*) FROM submitted_urls GROUP BY change ORDER BY change"
        return dict(self._store.rows(by_change))

    def of_kind(self, change: str) -> Iterator[str]:
        """Yield the URLs with a change, sorted."""
        return self._urls("change = $value", change)

    def hosts(self) -> list[Host]:
        """Return the hosts of the URLs."""
        return [Host(*row) for row in self._store.rows(_HOSTS)]

    def of_host(self, host: str) -> Iterator[str]:
        """Yield the URLs of a host, sorted."""
        return self._urls("host = $value", host)

    def add_left(self, urls: Iterable[str]) -> None:
        """Add URLs that the last submission left."""
        self._store.execute("CREATE OR REPLACE TABLE left_urls (url VARCHAR)")
        self._store.insert("left_urls", ({"url": url} for url in urls))
        self._store.execute(_ADD_LEFT, {"change": _LEFT})

    def leave_out(self, host: str) -> None:
        """Leave out the URLs of a host."""
        self._store.execute("DELETE FROM submitted_urls WHERE host = $host", {"host": host})

    def _urls(self, where: str, value: str) -> Iterator[str]:
        query = f"SELECT url FROM submitted_urls WHERE {where} ORDER BY url"
        return (url for (url,) in self._store.stream(query, {"value": value}))


def find_changes(store: Store, options: Options) -> Changes:
    """Compare an audit with the baseline, by all checks of changes of pages.

    hreflang is compared by the sums of its annotations: the baseline has no others.

    Raises:
        AuditError: a check fails.
        UsageError: no checked page of the audit can be indexed.
    """
    checks = [
        check
        for check in known_checks(options)
        if check.is_of_changes and check.over == "compared_urls" and check.submit
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
    return Changes(store)
