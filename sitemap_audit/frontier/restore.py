"""Rebuild the frontier from a stored audit: everything that is not fetched yet.

So an audit is resumed, and so pages are chosen that depend on all sitemaps (``--sample``), or that
are left after a round of a cluster. The stored rows are added as they are when they are found, by
the same methods of the frontier; what is done or left out is known to it before. Memory does not
grow with the audit.
"""

from __future__ import annotations

from itertools import groupby, islice, starmap
from operator import itemgetter
from typing import TYPE_CHECKING

from sitemap_audit.analysis.computed.left_out import make_left_out
from sitemap_audit.frontier.page_assertions import DATES, IMAGES
from sitemap_audit.frontier.url_records import (
    MAX_HOPS,
    MAX_REDIRECTS_KEPT,
    OutlinkUrl,
    PageAssertion,
    PageLink,
    PageTarget,
    Redirect,
    SitemapTarget,
    listed_page,
    sitemap_target,
)
from sitemap_audit.items import TEMPORARY, FetchError, FoundBy, Role
from sitemap_audit.parsing import urls
from sitemap_audit.steps import step

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sitemap_audit.frontier.frontier import Frontier
    from sitemap_audit.options import Options
    from sitemap_audit.parsing.scope import Selection
    from sitemap_audit.storage import Store

NEVER = 2**63 - 1
"ID above those of all pages."
_PASSING = {
    "passing": [
        *TEMPORARY,
        *(FetchError.ROBOTS_UNREACHABLE, FetchError.THROTTLED, FetchError.PROXY),
        *(FetchError.IGNORED, FetchError.OFFLINE, FetchError.HOSTING),
    ]
}
"Errors that a later run may not meet: parameter of the queries that say what is done."
_LINKS_AT_ONCE = 1_000


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
    make_left_out(store, selection)
    frontier.add_known(done_pages(store, since))
    for (home,) in store.stream(step("frontier/home_pages")):
        frontier.add_page(home, Role.HOME)
    frontier.add_known(key for (key,) in store.stream(step("frontier/left_out_keys")))
    frontier.add_listed(starmap(listed_page, store.stream(step("frontier/listed_pages"))))
    asserted = {"with_images": IMAGES in assertion_tables, "with_dates": DATES in assertion_tables}
    frontier.add_assertions(
        starmap(PageAssertion, store.stream(step("frontier/assertions"), asserted))
    )
    if options.crawl:
        _restore_linked(frontier, store)
    if options.follow:
        _restore_redirects(frontier, store)
        known = {"limit_reached": frontier.limit_reached}
        frontier.add_links(starmap(PageLink, store.stream(step("frontier/page_links"), known)))


def _restore_linked(frontier: Frontier, store: Store) -> None:
    """Add the internal links of a link crawl."""
    rows = store.stream(step("frontier/link_targets"))
    for depth, of_depth in groupby(rows, itemgetter(0)):
        page = PageTarget("", 0, "", Role.LINKED, 0, depth=depth)
        while links := [OutlinkUrl(*link) for _, *link in islice(of_depth, _LINKS_AT_ONCE)]:
            frontier.add_outlinks(page, links)
    frontier.restore_linked(store.value(step("frontier/linked_pages")))


def _restore_redirects(frontier: Frontier, store: Store) -> None:
    """Add the redirects of pages, which tell whose links are followed, too."""
    rows = store.stream(step("frontier/redirects"), {"most": MAX_HOPS})
    for url, key, requested, role, hops, depth, location, target_url, target_key in rows:
        page = PageTarget(url, key, requested, role, hops, depth=depth)
        frontier.redirect(page, target_url, target_key, urls.target(requested, location or ""))


def _restore_sitemaps(frontier: Frontier, store: Store) -> None:
    frontier.restore_sitemaps(store.stream(step("frontier/done_sitemaps"), _PASSING))
    for url, index, depth, loc in store.stream(step("frontier/indexed_sitemaps")):
        child = sitemap_target(url, FoundBy.INDEX, index, depth + 1, requested=loc)
        frontier.add_sitemap(child)
    hops: dict[str, int] = {}
    for *columns, location, target in store.stream(step("frontier/redirected_sitemaps")):
        sitemap = SitemapTarget._make([*columns, hops.get(columns[0], 0), ""])
        following = sitemap.redirect(target, urls.target(sitemap.requested, location or ""))
        hops.setdefault(target, following.hops)
        frontier.add_sitemap(following)


def done_pages(store: Store, since: int = NEVER) -> Iterator[int]:
    """Make the table of pages that need not be fetched again, and yield their keys.

    Args:
        since: as in :func:`restore_pages`.
    """
    done = {"since": since, **_PASSING}
    store.create("done_pages", step("frontier/done_pages"), done)
    return (key for (key,) in store.stream(step("frontier/done_keys")))


def redirects(store: Store) -> Iterator[Redirect]:
    """Return the stored redirects to search for loops, at most MAX_REDIRECTS_KEPT."""
    most = {"most": MAX_REDIRECTS_KEPT, **_PASSING}
    return starmap(Redirect, store.stream(step("frontier/first_redirects"), most))


def count_done(store: Store) -> dict[str, int]:
    """Return how many sitemaps and pages need not be fetched again."""
    return dict(store.rows(step("frontier/done_counts"), _PASSING))
