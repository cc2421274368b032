"""The crawl frontier: URLs that are still to be fetched.

The queue is in scratch tables on disk, so it takes no memory. It need not survive the process: it
can be rebuilt from the stored audit (see :mod:`.restore`). The event loop and the threads that
read sitemaps use it, so each call is short.
"""

from __future__ import annotations

import sqlite3
import sys
import threading
from typing import TYPE_CHECKING

from sitemap_audit.frontier import known_pages, page_assertions, pending_links, waiting
from sitemap_audit.frontier.known_pages import KnownPages, is_listed
from sitemap_audit.frontier.linked_pages import LinkedPages
from sitemap_audit.frontier.page_assertions import PageAssertions
from sitemap_audit.frontier.pending_links import PendingLinks
from sitemap_audit.frontier.targets import MAX_HOPS, Counts, PageTarget
from sitemap_audit.frontier.waiting import WaitingPages
from sitemap_audit.frontier.waiting_sitemaps import WaitingSitemaps
from sitemap_audit.items import Role
from sitemap_audit.parsing import urls
from sitemap_audit.parsing.scope import EVERYTHING, EXCLUDED
from sitemap_audit.parsing.sites import site

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from sitemap_audit.frontier.linked_pages import LinkLimits, RestoredTarget
    from sitemap_audit.frontier.targets import (
        DiscoveredUrls,
        ListedPage,
        OutlinkUrl,
        PageAssertion,
        PageLink,
        SitemapTarget,
    )
    from sitemap_audit.items import LinkTarget
    from sitemap_audit.parsing.scope import UrlScope

_CACHE = 32_768
"SQLite page cache in KiB."


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
        waits_for_sitemaps: bool = False,
        links: LinkLimits | None = None,
    ) -> None:
        """Create the tables in ``file``.

        Args:
            max_urls: maximum number of listed pages to give out.
            follow: give out redirect targets, canonicals and alternates too.
            pages: give out pages; if false, only sitemaps.
            scope: give out only pages in this scope.
            waits_for_sitemaps: ignore the pages that sitemaps list and what they point to. They are
                restored from the stored audit when all sitemaps have been read.
            links: limits of the link crawl; None for none.
        """
        self._file = file
        self._file.unlink(missing_ok=True)
        self._lock = threading.Lock()
        self._max_urls, self._follow, self._pages = max_urls, follow and pages, pages
        self._scope = scope
        self.waits_for_sitemaps = waits_for_sitemaps and pages
        self.limit_reached = False
        self._db = sqlite3.connect(file, check_same_thread=False, isolation_level=None)
        # One transaction, never committed: the tables need not outlive the process.
        self._db.executescript(
            f"PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA cache_size=-{_CACHE};"
            f" BEGIN; {known_pages.TABLES} {pending_links.TABLES} {page_assertions.TABLES}"
            f" {waiting.TABLES}"
        )
        self._known = KnownPages(self._db)
        self._waiting = WaitingPages(self._db)
        self._sitemaps = WaitingSitemaps(self._db)
        self._links = PendingLinks(self._db)
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
        if not self._scope.is_everything:
            pages = [page for page in pages if page.url in self._scope]
        if not self._pages:
            self._known.listed += sum(1 for _ in pages)
            return
        with self._lock:
            for page in pages:
                self._add_listed(page)

    def _add_listed(self, page: ListedPage) -> None:
        if self._max_urls is not None and self._known.listed >= self._max_urls:
            self.limit_reached = self.limit_reached or not is_listed(self._db, page.key)
        elif self._known.add(page.key, listed=True):
            self._add_host(page.url)
            self._enqueue(page.url, page.key, page.requested, Role.LISTED, 0)

    def _add_host(self, url: str) -> None:
        if self._linked is not None:
            self._linked.add_host(url)

    def _enqueue(
        self, url: str, key: int, requested: str, role: str, hops: int, depth: int = 0
    ) -> None:
        self._waiting.add([PageTarget(url, key, requested, role, hops, depth=depth)])

    def add_page(self, url: str, role: Role) -> None:
        """Add a page that no sitemap lists, such as the home page.

        A probe is added even if ``--include`` does not match it: its response describes the host.
        """
        key = urls.key(url)
        why = self._scope.why_left_out(url)
        is_in_scope = not why or (role == Role.PROBE and why != EXCLUDED)
        with self._lock:
            if role == Role.HOME:
                self._add_host(url)
            if self._pages and is_in_scope and self._known.add(key):
                self._enqueue(url, key, url, role, 0)

    def redirect(self, target: PageTarget, url: str, key: int, requested: str = "") -> None:
        """Add the redirect target of a page, and how to request it if not in normal form."""
        if self._follow and target.hops < MAX_HOPS and url in self._scope:
            with self._lock:
                if site(target.url) == site(url):
                    self._links.redirect([(target.key, key)])
                if self._known.add(key):
                    hops = target.hops + 1
                    self._enqueue(url, key, requested or url, Role.REDIRECT, hops, target.depth)

    def add_links(self, links: Iterable[PageLink]) -> None:
        """Keep links of pages until every sitemap is read."""
        if self._follow:
            if not self._scope.is_everything:
                links = [each for each in links if each.url in self._scope]
            with self._lock:
                self._links.add(links, keep_unlisted=not self.limit_reached)

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
            self._links.flush(keep_unlisted=not self.limit_reached)
            for url, key, role in self._links.take():
                if self._known.add(key):
                    self._enqueue(url, key, url, role, 0)
            if self._links.is_empty and self._linked is not None:
                self._add_linked(self._linked)

    def _add_linked(self, linked: LinkedPages) -> None:
        """Queue a batch of pages that a link leads to."""
        for url, key, depth in linked.take():
            if key not in self._known:
                if not linked.count_page(url):
                    return
                self._known.add(key)
                self._enqueue(url, key, url, Role.LINKED, 0, depth)

    def add_sitemap(self, target: SitemapTarget) -> bool:
        """Add a sitemap; return whether it was queued; see :meth:`WaitingSitemaps.add`."""
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

    def restore_known(self, pages: Iterable[tuple[int, int]]) -> None:
        """Restore the pages known to an earlier run: (key, whether it is listed)."""
        with self._lock:
            self._known.restore(pages)

    def restore_waiting(self, pages: Iterable[PageTarget]) -> None:
        """Restore pages that were not fetched; call it before :meth:`restore_known`."""
        with self._lock:
            given_out = self._known.keys()
            self._waiting.add(page for page in pages if page.key not in given_out)

    def restore_links(self, pages: Iterable[tuple[int, str, str]]) -> None:
        """Restore links of listed pages: (key, URL, role)."""
        with self._lock:
            self._links.restore(each for each in pages if each[1] in self._scope)

    def restore_redirects(self, pages: Iterable[tuple[str, int, str, int]]) -> None:
        """Restore redirects from an earlier run: (URL, key, target URL, target key)."""
        with self._lock:
            self._links.redirect(
                (key, target_key)
                for url, key, target, target_key in pages
                if site(url) == site(target)
            )

    def restore_sitemaps(self, sitemaps: Iterable[tuple[int, int]]) -> None:
        """Restore sitemaps that an earlier run has read: (key, depth)."""
        with self._lock:
            self._sitemaps.restore(sitemaps)

    def restore_linked(self, targets: Iterable[RestoredTarget], pages: int) -> None:
        """Restore internal links of an earlier run; see :meth:`LinkedPages.restore`."""
        if self._linked is not None:
            with self._lock:
                self._linked.restore(targets, pages)

    def restore_hosts(self, pages: Iterable[tuple[str]]) -> None:
        """Restore the hosts whose links are internal, by a URL of each."""
        with self._lock:
            for (url,) in pages:
                self._add_host(url)

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

    @property
    def is_idle(self) -> bool:
        """Whether nothing is in flight."""
        return not (self._waiting.in_flight or self._sitemaps.in_flight)
