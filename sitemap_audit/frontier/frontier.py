"""What is still to be fetched.

Scratch tables on disk: what waits takes no memory, and it is lost without harm, since the stored
audit says what has been done and what it points to. Used from the event loop and from the threads
that read sitemaps; each call is short, so that none keeps another waiting.
"""

from __future__ import annotations

import sqlite3
import sys
import threading
from collections import Counter
from typing import TYPE_CHECKING

from sitemap_audit.frontier import held, sought, waiting
from sitemap_audit.frontier.held import Held, is_listed, take_rows
from sitemap_audit.frontier.sought import SoughtInPages
from sitemap_audit.frontier.targets import Counts, PageTarget, SitemapTarget
from sitemap_audit.frontier.waiting import WaitingPages
from sitemap_audit.items import Role
from sitemap_audit.parsing import urls
from sitemap_audit.parsing.scope import EVERYTHING, EXCLUDED
from sitemap_audit.parsing.sites import site

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from sitemap_audit.frontier.targets import Listed, Offer, Pointer, Sought
    from sitemap_audit.parsing.scope import UrlScope

MOST_NESTED = {2: 100_000, 3: 1_000}
"""Sitemaps read that indexes within indexes list, by depth, the last for all below: one more level
than the protocol allows is used by big sites; further ones that grow at each level have no end."""
MOST_TOLD = 1_000
"Sitemaps kept of those that lie too deep."
MAX_DEPTH = 10
"Indexes within indexes; the protocol allows one level."
MAX_HOPS = 20
"Redirects followed from one page; Google follows ten."
_CACHE = 32_768
"KiB of the tables that are kept in memory."

# A URL is text in one place only, and nowhere once it is fetched.
_TABLES = """
CREATE TABLE known_sitemaps (key INTEGER PRIMARY KEY);
CREATE TABLE waiting_sitemaps (
    n INTEGER PRIMARY KEY, url TEXT NOT NULL, key INTEGER NOT NULL, requested TEXT NOT NULL,
    found_by TEXT NOT NULL, found_in TEXT, depth INTEGER NOT NULL, hops INTEGER NOT NULL
);
"""


class Frontier:
    """URLs to fetch, each given out once whatever number of times it is offered."""

    def __init__(
        self,
        file: Path,
        *,
        max_urls: int | None = None,
        follow: bool = True,
        pages: bool = True,
        scope: UrlScope = EVERYTHING,
    ) -> None:
        """Keep the tables in ``file``.

        Args:
            max_urls: give out at most so many listed pages.
            follow: give out what is pointed to, too.
            pages: give out pages at all; else only sitemaps.
            scope: give out no page that is not in it.
        """
        self._file = file
        self._file.unlink(missing_ok=True)
        self._lock = threading.Lock()
        self._max_urls, self._follow, self._pages = max_urls, follow and pages, pages
        self._scope = scope
        self._listed = 0
        self._sitemaps_waiting = self._sitemaps_in_flight = 0
        self.limit_reached = False
        self.too_deep: list[str] = []
        "At most MOST_TOLD of them."
        self._nested: Counter[int] = Counter()
        self._db = sqlite3.connect(file, check_same_thread=False, isolation_level=None)
        # One transaction that is never committed: nothing here has to outlive the process.
        self._db.executescript(
            f"PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA cache_size=-{_CACHE};"
            f" BEGIN; {held.TABLES} {sought.TABLES} {waiting.TABLES} {_TABLES}"
        )
        self._waiting = WaitingPages(self._db)
        self._held = Held(self._db)
        self._sought = SoughtInPages(self._db)

    def close(self) -> None:
        """Forget everything."""
        self._db.close()
        self._file.unlink(missing_ok=True)

    def take(self, offer: Offer) -> None:
        """Take what a piece of a sitemap leads to."""
        self.seek(offer.sought)
        self.list_pages(offer.pages)
        for sitemap in offer.sitemaps:
            self.add_sitemap(sitemap)
        self.point(offer.pointers)

    def seek(self, what: Iterable[Sought]) -> None:
        """Have something looked for in pages that are still to be given out."""
        if self._pages:
            with self._lock:
                self._sought.add(what)

    def list_pages(self, pages: Iterable[Listed]) -> None:
        """Offer listed pages."""
        if not self._scope.is_everything:
            pages = [page for page in pages if page.url in self._scope]
        if not self._pages:
            self._listed += sum(1 for _ in pages)
            return
        with self._lock:
            for page in pages:
                self._list_page(page)

    def _list_page(self, page: Listed) -> None:
        if self._max_urls is not None and self._listed >= self._max_urls:
            self.limit_reached = self.limit_reached or not is_listed(self._db, page.key)
        elif self._know(page.key, listed=1):
            self._listed += 1
            self._wait(page.url, page.key, page.requested, Role.LISTED, 0)
        else:
            self._listed += self._db.execute(
                "UPDATE known SET listed = 1 WHERE key = ? AND listed = 0", (page.key,)
            ).rowcount

    def _know(self, key: int, *, listed: int = 0) -> bool:
        """Note a page as offered; whether it is new."""
        known = "INSERT OR IGNORE INTO known VALUES (?, ?)"
        return self._db.execute(known, (key, listed)).rowcount > 0

    def _wait(self, url: str, key: int, requested: str, role: str, hops: int) -> None:
        self._waiting.add([PageTarget(url, key, requested, role, hops)])

    def add_page(self, url: str, role: Role) -> None:
        """Offer a page that nothing lists, such as the home page.

        A probe need not be included: what the host returns for it tells of all its pages.
        """
        key = urls.key(url)
        why = self._scope.why_left_out(url)
        is_in_scope = not why or (role == Role.PROBE and why != EXCLUDED)
        with self._lock:
            if self._pages and is_in_scope and self._know(key):
                self._wait(url, key, url, role, 0)

    def redirect(self, target: PageTarget, url: str, key: int) -> None:
        """Offer the page that a page redirects to."""
        if self._follow and target.hops < MAX_HOPS and url in self._scope:
            with self._lock:
                if site(target.url) == site(url):
                    self._held.redirect([(target.key, key)])
                if self._know(key):
                    self._wait(url, key, url, Role.REDIRECT, target.hops + 1)

    def point(self, pointers: Iterable[Pointer]) -> None:
        """Hold what pages point to until every sitemap is read."""
        if self._follow:
            if not self._scope.is_everything:
                pointers = [each for each in pointers if each.url in self._scope]
            with self._lock:
                self._held.hold(pointers, keep_unlisted=not self.limit_reached)

    def release(self) -> None:
        """Offer some of what was held; to be called while every sitemap known is read."""
        if self._held.is_empty:
            return
        with self._lock:
            self._held.keep_noted(keep_unlisted=not self.limit_reached)
            for url, key, role in self._held.take():
                if self._know(key):
                    self._wait(url, key, url, role, 0)

    def add_sitemap(self, target: SitemapTarget) -> bool:
        """Offer a sitemap; whether it waits, and is neither known nor too deep to be read.

        What lies too deep is kept in ``too_deep``.
        """
        if target.depth > MAX_DEPTH or target.hops > MAX_HOPS:
            self._leave(target)
            return False
        known = "INSERT OR IGNORE INTO known_sitemaps VALUES (?)"
        with self._lock:
            if not self._db.execute(known, (target.key,)).rowcount:
                return False
            if self._is_one_too_many(target.depth):
                self._leave(target)
                return False
            self._db.execute(
                "INSERT INTO waiting_sitemaps"
                " (url, key, requested, found_by, found_in, depth, hops)"
                " VALUES (?, ?, ?, ?, ?, ?, ?)",
                target,
            )
            self._sitemaps_waiting += 1
            return True

    def _is_one_too_many(self, depth: int) -> bool:
        level = min(depth, max(MOST_NESTED))
        self._nested[level] += 1
        return level in MOST_NESTED and self._nested[level] > MOST_NESTED[level]

    def _leave(self, target: SitemapTarget) -> None:
        if len(self.too_deep) < MOST_TOLD:
            self.too_deep.append(target.url)

    def take_sitemaps(self, count: int) -> list[SitemapTarget]:
        """The next sitemaps to fetch."""
        columns = "url, key, requested, found_by, found_in, depth, hops"
        with self._lock:
            rows = take_rows(self._db, "waiting_sitemaps", "n", columns, count)
            self._sitemaps_waiting -= len(rows)
            self._sitemaps_in_flight += len(rows)
        return [SitemapTarget(*row) for row in rows]

    def take_pages(
        self, count: int, room_of: Callable[[str, int], int] = lambda *_: sys.maxsize
    ) -> list[PageTarget]:
        """The next pages to fetch.

        Args:
            room_of: see :meth:`WaitingPages.take`.
        """
        with self._lock:
            pages = self._waiting.take(count, room_of)
            return [page._replace(sought=self._sought.of(page.key)) for page in pages]

    def finish(self, target: PageTarget | SitemapTarget) -> int:
        """What was given out is under way no more; how much else is, of a page's host."""
        with self._lock:
            if isinstance(target, PageTarget):
                return self._waiting.finish(target)
            self._sitemaps_in_flight -= 1
            return self._sitemaps_in_flight

    def put_back(self, target: PageTarget) -> None:
        """What was given out has not been requested, and waits again."""
        with self._lock:
            self._waiting.add([target])
            self._waiting.finish(target)

    def keep_for_later(self, target: PageTarget, status: int | None, error: str | None) -> None:
        """A page failed; it is to be fetched again at the end."""
        with self._lock:
            failed = target._replace(first_status=status, first_error=error)
            self._waiting.keep_for_later(failed)

    def ask_again(self) -> None:
        """Offer the pages that were kept for later."""
        with self._lock:
            self._waiting.ask_again()

    def restore_known(self, pages: Iterable[tuple[int, int]]) -> None:
        """Pages that an earlier run of this audit was offered: (key, whether it is listed)."""
        with self._lock:
            self._db.executemany("INSERT OR IGNORE INTO known VALUES (?, ?)", pages)
            listed = "SELECT COUNT(*) FROM known WHERE listed = 1"
            self._listed = self._db.execute(listed).fetchone()[0]

    def restore_waiting(self, pages: Iterable[PageTarget]) -> None:
        """Pages that are known, and were not fetched."""
        with self._lock:
            self._waiting.add(pages)

    def restore_held(self, pages: Iterable[tuple[int, str, str]]) -> None:
        """Pages that listed ones point to: (key, URL, role)."""
        with self._lock:
            self._held.restore(each for each in pages if each[1] in self._scope)

    def restore_redirects(self, pages: Iterable[tuple[str, int, str, int]]) -> None:
        """Redirects that an earlier run of this audit met: (URL, key, target's URL, its key)."""
        with self._lock:
            self._held.redirect(
                (key, target_key)
                for url, key, target, target_key in pages
                if site(url) == site(target)
            )

    def restore_sitemaps(self, sitemaps: Iterable[tuple[int, int]]) -> None:
        """Sitemaps that an earlier run of this audit has read: (key, depth)."""
        with self._lock:
            for key, depth in sitemaps:
                self._db.execute("INSERT OR IGNORE INTO known_sitemaps VALUES (?)", (key,))
                self._is_one_too_many(depth)

    @property
    def counts(self) -> Counts:
        """How far the crawl is."""
        return Counts(
            self._listed,
            self._waiting.count,
            self._waiting.in_flight,
            self._sitemaps_waiting,
            self._sitemaps_in_flight,
        )

    @property
    def is_done(self) -> bool:
        """Whether nothing waits, nothing is held and nothing is being fetched."""
        return self._held.is_empty and not any(self.counts[1:])

    @property
    def is_idle(self) -> bool:
        """Whether nothing is being fetched."""
        return not (self._waiting.in_flight or self._sitemaps_in_flight)
