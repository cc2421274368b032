"""Rebuild the frontier from a stored audit: everything that is not fetched yet.

So an audit is resumed, and so pages are chosen that depend on all sitemaps (``--sample``). DuckDB
does the work and returns rows in the order in which they are inserted fastest. Memory does not grow
with the audit.
"""

from __future__ import annotations

from itertools import starmap
from typing import TYPE_CHECKING

from sitemap_audit.analysis.computed.left_out import make_left_out
from sitemap_audit.frontier.linked_pages import RestoredTarget
from sitemap_audit.frontier.page_assertions import DATES, IMAGES
from sitemap_audit.frontier.targets import (
    DATE,
    MAX_HOPS,
    MAX_REDIRECTS_KEPT,
    PageAssertion,
    PageLink,
    PageTarget,
    Redirect,
    sitemap_target,
)
from sitemap_audit.items import FoundBy, Role
from sitemap_audit.parsing import urls

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sitemap_audit.frontier.frontier import Frontier
    from sitemap_audit.options import Options
    from sitemap_audit.parsing.scope import Selection
    from sitemap_audit.storage import Store

NEVER = 2**63 - 1
"ID above those of all pages."
_AGAIN = (
    "'dns', 'no-address', 'resolver', 'refused', 'unreachable', 'timeout', 'reset', 'truncated',"
    " 'robots-unreachable', 'throttled', 'proxy', 'ignored'"
)
"Errors that a retry may resolve."
_DONE = f"(error IS NULL OR error NOT IN ({_AGAIN}))"
_DONE_PAGES = f"""
CREATE OR REPLACE TABLE done_before AS
SELECT url_key FROM pages
WHERE
    id >= $since
    OR (
        {_DONE} AND role NOT IN ('home', 'probe')
        AND COALESCE(status, 0) NOT IN (429, 503)
        AND (status IS NULL OR status < 500 OR first_status IS NOT NULL OR first_error IS NOT NULL)
    )
"""
"""Fetched again, unless this run has done so: the home page (it may link to sitemaps), pages that
failed and had no second try, and pages that returned 429 or 503 (the host may be available
again)."""
_LISTED = """
CREATE OR REPLACE TABLE listed_before AS
SELECT url, url_key, loc, sitemap_id, position
FROM (
    SELECT *, ROW_NUMBER() OVER (PARTITION BY url_key ORDER BY sitemap_id, position) AS place
    FROM entries
    WHERE kind = 'url' AND url IS NOT NULL AND url_key NOT IN (SELECT url_key FROM left_out)
)
WHERE place = 1
"""
_WITHIN_LIMIT = """
CREATE OR REPLACE TABLE listed_before AS
SELECT listed_before.*
FROM listed_before LEFT JOIN done_before USING (url_key)
ORDER BY done_before.url_key IS NULL, sitemap_id, position
LIMIT $most
"""
_KNOWN = """
SELECT url_key, MAX(listed) AS listed
FROM (
    SELECT url_key, 0 AS listed FROM done_before
    UNION ALL SELECT url_key, 1 FROM listed_before
    UNION ALL SELECT url_key, 0 FROM left_out
)
GROUP BY url_key ORDER BY url_key
"""
_WAITING = """
SELECT url, url_key, loc FROM listed_before
WHERE url_key NOT IN (SELECT url_key FROM done_before) ORDER BY sitemap_id, position
"""
_SOUGHT_IMAGES = """
SELECT url_key, image_url FROM entry_images
WHERE url_key IS NOT NULL AND image_url IS NOT NULL
    AND url_key NOT IN (SELECT url_key FROM done_before)
    AND url_key NOT IN (SELECT url_key FROM left_out)
"""
_SOUGHT_DATES = """
SELECT url_key FROM entries
WHERE news > 0 AND url_key IS NOT NULL AND url_key NOT IN (SELECT url_key FROM done_before)
    AND url_key NOT IN (SELECT url_key FROM left_out)
"""
_INDEXED = """
SELECT e.url, e.sitemap_url, s.depth, e.loc FROM entries e JOIN sitemaps s ON s.id = e.sitemap_id
WHERE e.kind = 'sitemap' AND e.url IS NOT NULL ORDER BY e.sitemap_id, e.position
"""
_POINTERS = {
    "entry_alternates": (Role.ALTERNATE, "alternate", "alternate_key", "TRUE"),
    "page_alternates": (Role.ALTERNATE, "alternate", "alternate_key", "source <> 'anchor'"),
    "page_forms": (Role.ALTERNATE, "form", "form_key", "TRUE"),
    "page_canonicals": (Role.CANONICAL, "canonical", "canonical_key", "TRUE"),
    "pages": (Role.REFRESH, "refresh_url", "refresh_key", "TRUE"),
}
"By table: role, URL column and key column of the link target, and a filter for rows."
_REDIRECTS = f"""
WITH RECURSIVE led AS (
    SELECT
        url_key, redirect_url AS target, redirect_key AS target_key,
        CONCAT(requested, ' ', location) AS written, 1 AS hops
    FROM pages
    WHERE redirect_key IS NOT NULL AND redirect_url IS NOT NULL
        AND redirect_key NOT IN (SELECT url_key FROM done_before)
    UNION ALL
    SELECT pages.url_key, led.target, led.target_key, led.written, led.hops + 1
    FROM led JOIN pages ON pages.redirect_key = led.url_key
    WHERE led.hops <= {MAX_HOPS}
)
SELECT ANY_VALUE(target), target_key, MIN(written), MAX(hops)
FROM led GROUP BY target_key ORDER BY target_key
"""
"Redirect targets that are not done, with the number of hops; followed backwards."
_HOSTS = """
SELECT MIN(url) FROM (
    SELECT url, SPLIT_PART(url, '/', 3) AS host FROM listed_before
    UNION ALL SELECT url, SPLIT_PART(url, '/', 3) FROM pages WHERE role = 'home'
) GROUP BY host
"""
_LINK_TARGETS = """
SELECT
    url, url_key, depth,
    trap IS NULL AND url_key IN (SELECT target_key FROM followed_links),
    url_key IN (SELECT url_key FROM done_before),
    trap IS NOT NULL,
    trap_pattern IS NOT NULL
FROM link_targets ORDER BY depth, first_seen_at
"""
_COUNT_LINKED = f"""
SELECT COUNT(*) FROM pages WHERE role = '{Role.LINKED}' AND COALESCE(error, '') <> 'disallowed'
    AND url_key IN (SELECT url_key FROM done_before)
"""
_FOLLOWED_LINKS = """
CREATE OR REPLACE TABLE followed_links AS
SELECT DISTINCT outlinks.target_key FROM outlinks JOIN pages ON pages.id = outlinks.page_id
WHERE COALESCE(outlinks.rel, '') NOT LIKE '%nofollow%' AND NOT COALESCE(pages.nofollow, FALSE)
"""
_LED = """
SELECT url, url_key, redirect_url, redirect_key FROM pages
WHERE redirect_url IS NOT NULL AND redirect_key IS NOT NULL
"""
_MET = f"""
SELECT
    url, url_key, COALESCE(first_requested, requested), redirect_key,
    url_key IN (SELECT url_key FROM redirect_loops WHERE {_DONE})
FROM pages
WHERE redirect_key IS NOT NULL
ORDER BY fetched_at
LIMIT {MAX_REDIRECTS_KEPT}
"""


def restore(
    frontier: Frontier,
    store: Store,
    options: Options,
    selection: Selection,
    assertion_tables: frozenset[str] = frozenset(),
) -> None:
    """Fill an empty frontier from a stored audit.

    Args:
        assertion_tables: tables of what is searched for in listed pages.
    """
    _restore_sitemaps(frontier, store)
    if options.pages and not frontier.waits_for_sitemaps:
        restore_pages(frontier, store, options, selection, assertion_tables)


def restore_pages(
    frontier: Frontier,
    store: Store,
    options: Options,
    selection: Selection,
    assertion_tables: frozenset[str] = frozenset(),
    since: int = NEVER,
) -> None:
    """Add the pages that a stored audit has still to fetch; arguments as in :func:`restore`.

    Args:
        since: first ID of the pages that this run has fetched: they are done, even if they failed.
    """
    frontier.waits_for_sitemaps = False
    store.execute(_DONE_PAGES, {"since": since})
    make_left_out(store, selection)
    store.execute(_LISTED)
    if options.max_urls is not None:
        frontier.limit_reached = (
            store.value("SELECT COUNT(*) FROM listed_before") > options.max_urls
        )
        store.execute(_WITHIN_LIMIT, {"most": options.max_urls})
    frontier.restore_waiting(
        PageTarget(url, key, url if loc == url else urls.wire(loc), Role.LISTED, 0)
        for url, key, loc in store.stream(_WAITING)
    )
    frontier.restore_known(store.stream(_KNOWN))
    if IMAGES in assertion_tables:
        frontier.add_assertions(
            PageAssertion(key, image) for key, image in store.stream(_SOUGHT_IMAGES)
        )
    if DATES in assertion_tables:
        frontier.add_assertions(PageAssertion(key, DATE) for (key,) in store.stream(_SOUGHT_DATES))
    if options.crawl:
        _restore_linked(frontier, store, options)
    if options.follow:
        frontier.restore_redirects(store.stream(_LED))
        _restore_pointers(frontier, store)
        for url, key, written, hops in store.stream(_REDIRECTS):
            base, _, location = written.partition(" ")
            target = PageTarget("", 0, "", Role.REDIRECT, hops - 1)
            frontier.redirect(target, url, key, urls.target(base, location))


def _restore_linked(frontier: Frontier, store: Store, options: Options) -> None:
    """Restore the internal links of a link crawl, and which of them are still to be fetched."""
    most = options.crawl_depth
    frontier.restore_hosts(store.stream(_HOSTS))
    store.execute(_FOLLOWED_LINKS)
    targets = (
        RestoredTarget(url, key, depth, is_followed and (most is None or depth <= most), *others)
        for url, key, depth, is_followed, *others in store.stream(_LINK_TARGETS)
    )
    frontier.restore_linked(targets, store.value(_COUNT_LINKED))


def done_pages(store: Store) -> Iterator[int]:
    """Yield the keys of the pages that need not be fetched again."""
    store.execute(_DONE_PAGES, {"since": NEVER})
    for (key,) in store.stream("SELECT url_key FROM done_before"):
        yield key


def redirects(store: Store) -> Iterator[Redirect]:
    """Return the stored redirects to search for loops, at most MAX_REDIRECTS_KEPT."""
    return starmap(Redirect, store.stream(_MET))


def count_done(store: Store) -> dict[str, int]:
    """Return how many sitemaps and pages need not be fetched again."""
    count = "SELECT COUNT(DISTINCT url_key) FROM"
    return {table: store.value(f"{count} {table} WHERE {_DONE}") for table in ("sitemaps", "pages")}


def _restore_sitemaps(frontier: Frontier, store: Store) -> None:
    done = f"SELECT url_key, depth FROM sitemaps WHERE {_DONE}"
    frontier.restore_sitemaps(store.stream(done))
    for url, found_in, depth, loc in store.stream(_INDEXED):
        child = sitemap_target(url, FoundBy.INDEX, found_in, depth + 1, requested=loc)
        frontier.add_sitemap(child)
    for url, target, requested, found_by, depth, hops in _redirected_sitemaps(store):
        how = found_by if found_by == FoundBy.GUESS else FoundBy.REDIRECT
        child = sitemap_target(target, how, url, depth, requested=requested)
        frontier.add_sitemap(child._replace(hops=hops))


def _redirected_sitemaps(store: Store) -> Iterator[tuple[str, str, str, str, int, int]]:
    """Yield redirected sitemaps: URL, target, its URL to request, found_by, depth, hops to it."""
    hops: dict[str, int] = {}
    for url, target, requested, location, how, level in store.stream(
        "SELECT url, redirect_url, requested, location, found_by, depth FROM sitemaps"
        " WHERE redirect_url IS NOT NULL ORDER BY id"
    ):
        hops.setdefault(target, hops.get(url, 0) + 1)
        yield url, target, urls.target(requested, location), how, level, hops[target]


def _restore_pointers(frontier: Frontier, store: Store) -> None:
    """Restore links to pages that are neither done nor listed."""
    for table, (role, target, target_key, counts) in _POINTERS.items():
        new = f"""{counts} AND {target_key} IS NOT NULL AND {target} IS NOT NULL
            AND {target_key} NOT IN (SELECT url_key FROM listed_before)
            AND {target_key} NOT IN (SELECT url_key FROM done_before)"""
        is_listed = "url_key IN (SELECT url_key FROM listed_before)"
        frontier.restore_links(
            (key, url, role)
            for key, url in store.stream(
                f"SELECT {target_key}, ANY_VALUE({target}) FROM {table}"
                f" WHERE {new} AND {is_listed} GROUP BY {target_key} ORDER BY {target_key}"
            )
        )
        frontier.add_links(
            PageLink(source, url, key, role)
            for source, url, key in store.stream(
                f"SELECT DISTINCT url_key, {target}, {target_key} FROM {table}"
                f" WHERE {new} AND NOT {is_listed} AND url_key IS NOT NULL ORDER BY url_key"
            )
        )
