"""The crawl frontier: URLs that are still to be fetched.

The queue is in scratch tables on disk, so it takes no memory. It need not survive the process: it
can be rebuilt from the stored audit (see :mod:`.restore`). The event loop and the threads that
read sitemaps use it, so each call is short.
"""

from __future__ import annotations

import sys
import threading
from itertools import islice
from typing import TYPE_CHECKING, TypeVar

from sitemap_audit.frontier import (
    known_pages,
    linked_pages,
    page_assertions,
    pending_links,
    scratch,
    waiting_pages,
    waiting_sitemaps,
)
from sitemap_audit.frontier.known_pages import KnownPages
from sitemap_audit.frontier.linked_pages import LinkedPages
from sitemap_audit.frontier.page_assertions import PageAssertions
from sitemap_audit.frontier.pending_links import PendingLinks
from sitemap_audit.frontier.url_records import MAX_HOPS, Counts, PageTarget, page_target
from sitemap_audit.frontier.waiting_pages import WaitingPages
from sitemap_audit.frontier.waiting_sitemaps import WaitingSitemaps
from sitemap_audit.items import FoundBy, Role
from sitemap_audit.parsing.scope import EVERYTHING, EXCLUDED
from sitemap_audit.parsing.sites import site

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from sitemap_audit.frontier.linked_pages import LinkLimits
    from sitemap_audit.frontier.url_records import (
        DiscoveredUrls,
        ListedPage,
        OutlinkUrl,
        PageAssertion,
        PageLink,
        SitemapTarget,
    )
    from sitemap_audit.items import LinkTarget
    from sitemap_audit.parsing.scope import UrlScope

RowT = TypeVar("RowT")
_BATCH = 1_000
"URLs to add at once: a few statements for all of them, and the lock is held for some milliseconds."
_TABLES = (
    known_pages.TABLES,
    linked_pages.TABLES,
    page_assertions.TABLES,
    pending_links.TABLES,
    waiting_pages.TABLES,
    waiting_sitemaps.TABLES,
)


class Frontier:
    """Queue of URLs to fetch; each URL is given out once, however often it is added."""

    def __init__(
        self,
        file: Path,
        *,
        max_urls: int | None = None,
        follow: bool = True,
        pages: bool = True,
        scope: UrlScope = EVERYTHING,
        sitemaps: UrlScope = EVERYTHING,
        waits_for_sitemaps: bool = False,
        links: LinkLimits | None = None,
    ) -> None:
        """Create the tables in ``file``.

        Args:
            max_urls: maximum number of listed pages to give out.
            follow: give out redirect targets, canonicals and alternates too.
            pages: give out pages; if false, only sitemaps.
            scope: give out only pages in this scope.
            sitemaps: give out only the sitemaps of an index that are in this scope. Others may be
                an index on the way to these.
            waits_for_sitemaps: ignore the pages that sitemaps list and what they point to. They are
                restored from the stored audit when all sitemaps have been read.
            links: limits of the link crawl; None for none.
        """
        self._file = file
        self._db = scratch.connect(file, *_TABLES)
        self._lock = threading.Lock()
        self._max_urls, self._follow, self._pages = max_urls, follow and pages, pages
        self._scope, self._sitemap_scope = scope, sitemaps
        self.waits_for_sitemaps = waits_for_sitemaps and pages
        self.limit_reached = False
        self._known = KnownPages(self._db)
        self._waiting = WaitingPages(self._db)
        self._sitemaps = WaitingSitemaps(self._db)
        self._links = PendingLinks(self._db, self._known)
        self._assertions = PageAssertions(self._db)
        self._linked = LinkedPages(self._db, links, scope) if links and pages else None

    def close(self) -> None:
        """Close the database and delete its file."""
        self._db.close()
        self._file.unlink(missing_ok=True)

    def add_discovered(self, discovered: DiscoveredUrls) -> None:
        """Add the URLs found in a piece of a sitemap."""
        for sitemap in discovered.sitemaps:
            self.add_sitemap(sitemap)
        if not self.waits_for_sitemaps:
            self.add_assertions(discovered.assertions)
            self.add_listed(discovered.pages)
            self.add_links(discovered.links)

    def add_assertions(self, what: Iterable[PageAssertion]) -> None:
        """Add what sitemaps assert about pages that are still to be given out."""
        if self._pages:
            with self._lock:
                self._assertions.add(what)

    def add_listed(self, pages: Iterable[ListedPage]) -> None:
        """Add pages that a sitemap lists."""
        within = (page for page in pages if page.url in self._scope)
        if not self._pages:
            self._known.listed += sum(1 for _ in within)
            return
        for batch in _batches(within):
            with self._lock:
                self._add_listed(batch)

    def _add_listed(self, pages: list[ListedPage]) -> None:
        known = self._known.among(page.key for page in pages)
        most = sys.maxsize if self._max_urls is None else self._max_urls - self._known.listed
        listed: dict[int, ListedPage] = {}
        for page in pages:
            if known.get(page.key) or page.key in listed:
                continue
            if len(listed) >= most:
                self.limit_reached = True
                break
            listed[page.key] = page
        self._known.list(listed)
        self._waiting.add(
            PageTarget(url, key, requested, Role.LISTED, 0)
            for url, key, requested in listed.values()
            if key not in known
        )
        if self._linked is not None:
            self._linked.add_hosts(page.url for page in listed.values())

    def _add(self, page: PageTarget) -> None:
        """Queue a page, unless it is known."""
        if self._known.add(page.key):
            self._waiting.add([page])

    def add_page(self, url: str, role: Role) -> None:
        """Add a page that no sitemap lists, such as the home page.

        A probe is added even if ``--include`` does not match it: its response describes the host.
        """
        why = self._scope.why_left_out(url)
        is_in_scope = not why or (role == Role.PROBE and why != EXCLUDED)
        with self._lock:
            if role == Role.HOME and self._linked is not None:
                self._linked.add_hosts([url])
            if self._pages and is_in_scope:
                self._add(page_target(url, role))

    def add_targets(self, pages: Iterable[PageTarget]) -> None:
        """Add pages that were chosen elsewhere, those of a slice."""
        with self._lock:
            for page in pages:
                self._add(page)

    def add_known(self, keys: Iterable[int]) -> None:
        """Add keys of pages that are not to be given out: they are fetched, or left out."""
        with self._lock:
            self._known.add_all(keys)

    def redirect(self, target: PageTarget, url: str, key: int, requested: str = "") -> None:
        """Add the redirect target of a page, and how to request it if not in normal form."""
        if self._follow and target.hops < MAX_HOPS and url in self._scope:
            hops, depth = target.hops + 1, target.depth
            with self._lock:
                if site(target.url) == site(url):
                    self._links.redirect(target.key, key)
                self._add(PageTarget(url, key, requested or url, Role.REDIRECT, hops, depth=depth))

    def add_links(self, links: Iterable[PageLink]) -> None:
        """Keep links of pages until every sitemap is read."""
        if self._follow:
            for batch in _batches(each for each in links if each.url in self._scope):
                with self._lock:
                    self._links.add(batch, keep_unlisted=not self.limit_reached)

    def add_outlinks(self, page: PageTarget, outlinks: Iterable[OutlinkUrl]) -> list[LinkTarget]:
        """Add the ``<a href>`` of a page; return the URLs that no page before it links to."""
        if self._linked is None:
            return []
        with self._lock:
            return self._linked.add(page, outlinks)

    def add_pending(self) -> None:
        """Add a batch of pending links; call it only when all known sitemaps have been read."""
        if self._has_no_links:
            return
        with self._lock:
            for link in self._links.take():
                self._add(PageTarget(link.url, link.key, link.url, link.role, 0))
            if self._links.is_empty and self._linked is not None:
                self._add_linked(self._linked)

    def _add_linked(self, linked: LinkedPages) -> None:
        """Queue a batch of pages that a link leads to."""
        pages = linked.take()
        known = self._known.among(key for _, key, _ in pages)
        for url, key, depth in pages:
            if key not in known:
                if not linked.count_page(url):
                    return
                self._add(PageTarget(url, key, url, Role.LINKED, 0, depth=depth))

    def add_sitemap(self, target: SitemapTarget) -> bool:
        """Add a sitemap; return whether it was queued; see :meth:`WaitingSitemaps.add`."""
        is_listed = target.found_by == FoundBy.INDEX and target.hops == 0
        if is_listed and target.url not in self._sitemap_scope:
            return False
        with self._lock:
            return self._sitemaps.add(target)

    @property
    def too_deep(self) -> list[str]:
        """Sitemaps that are not read because they are nested too deep."""
        return self._sitemaps.too_deep

    def take_sitemaps(self, count: int) -> list[SitemapTarget]:
        """Return the next sitemaps to fetch."""
        with self._lock:
            return self._sitemaps.take(count)

    def take_pages(
        self, count: int, room_of: Callable[[str, int], int] = lambda *_: sys.maxsize
    ) -> list[PageTarget]:
        """Return the next pages to fetch.

        Args:
            room_of: see :meth:`WaitingPages.take`.
        """
        with self._lock:
            pages = self._waiting.take(count, room_of)
            return [page._replace(assertions=self._assertions.of(page.key)) for page in pages]

    def finish(self, target: PageTarget | SitemapTarget) -> int:
        """Mark a target as finished; return how many others are in flight (of the page's host)."""
        with self._lock:
            if isinstance(target, PageTarget):
                return self._waiting.finish(target)
            return self._sitemaps.finish()

    def put_back(self, target: PageTarget) -> None:
        """Queue a page again that was given out but not requested."""
        with self._lock:
            self._waiting.add([target])
            self._waiting.finish(target)

    def keep_failed(self, target: PageTarget, status: int | None, error: str | None) -> None:
        """Keep a failed page for the second try at the end."""
        with self._lock:
            failed = target._replace(first_status=status, first_error=error)
            self._waiting.keep_failed(failed)

    def requeue_failed(self) -> None:
        """Queue the failed pages again."""
        with self._lock:
            self._waiting.requeue_failed()

    def restore_sitemaps(self, sitemaps: Iterable[tuple[int, int]]) -> None:
        """Restore sitemaps that an earlier run has read: (key, depth)."""
        with self._lock:
            self._sitemaps.restore(sitemaps)

    def restore_linked(self, pages: int) -> None:
        """Restore how many pages an earlier run has fetched because of a link alone."""
        if self._linked is not None:
            self._linked.pages = pages

    def obey(self, is_disallowed: Callable[[str], bool]) -> None:
        """Count no URL in the limits of the link crawl that robots.txt disallows."""
        if self._linked is not None:
            self._linked.is_disallowed = is_disallowed

    def link_remarks(self) -> list[str]:
        """Return sentences on the internal links that were not followed."""
        return self._linked.remarks() if self._linked is not None else []

    @property
    def crawl_max_reached(self) -> bool:
        """Whether there are more pages of the link crawl than may be fetched."""
        return self._linked is not None and self._linked.is_over

    @property
    def counts(self) -> Counts:
        """Numbers of listed, waiting and in-flight URLs."""
        return Counts(
            self._known.listed,
            self._waiting.count,
            self._waiting.in_flight,
            self._sitemaps.count,
            self._sitemaps.in_flight,
        )

    @property
    def largest_hosts(self) -> list[tuple[str, int]]:
        """The hosts with the most waiting pages, and how many these are."""
        with self._lock:
            return self._waiting.largest_hosts

    @property
    def is_done(self) -> bool:
        """Whether nothing is waiting, pending or in flight."""
        return self._has_no_links and not any(self.counts[1:])

    @property
    def _has_no_links(self) -> bool:
        """Whether no link is pending; links wait for the choice of the listed pages, too."""
        is_empty = self._links.is_empty and (self._linked is None or self._linked.is_empty)
        return is_empty or self.waits_for_sitemaps


def _batches(rows: Iterable[RowT]) -> Iterator[list[RowT]]:
    """Yield rows, some at once."""
    remaining = iter(rows)
    while batch := [*islice(remaining, _BATCH)]:
        yield batch
