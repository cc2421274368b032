"""What is still to be fetched.

A scratch table on disk: what waits takes no memory, and it is lost without harm, since the stored
audit says what has been done and what it points to. Used from the event loop and from the threads
that read sitemaps.
"""

from __future__ import annotations

import sqlite3
import threading
from typing import TYPE_CHECKING, NamedTuple

from sitemap_audit.parsing import urls
from sitemap_audit.records import Role

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

MAX_DEPTH = 10
"Indexes within indexes; the protocol allows one level."
MAX_HOPS = 20
"Redirects followed from one page; Google follows ten."

_TABLES = """
CREATE TABLE pages (
    n INTEGER PRIMARY KEY, key INTEGER NOT NULL UNIQUE, url TEXT NOT NULL, requested TEXT NOT NULL,
    role TEXT NOT NULL, hops INTEGER NOT NULL, listed INTEGER NOT NULL, state INTEGER NOT NULL
);
CREATE INDEX pages_waiting ON pages (n) WHERE state = 0;
CREATE TABLE held (
    n INTEGER PRIMARY KEY, key INTEGER NOT NULL UNIQUE, url TEXT NOT NULL, role TEXT NOT NULL
);
CREATE TABLE held_of_unlisted (
    source INTEGER NOT NULL, key INTEGER NOT NULL, url TEXT NOT NULL, role TEXT NOT NULL,
    UNIQUE (source, key)
);
CREATE TABLE again (key INTEGER PRIMARY KEY, status INTEGER, error TEXT);
CREATE TABLE sitemaps (
    n INTEGER PRIMARY KEY, key INTEGER NOT NULL UNIQUE, url TEXT NOT NULL, requested TEXT NOT NULL,
    found_by TEXT NOT NULL, found_in TEXT, depth INTEGER NOT NULL, hops INTEGER NOT NULL,
    state INTEGER NOT NULL
);
"""
_WAITING, _TAKEN, _DONE = 0, 1, 2


class PageTarget(NamedTuple):
    """A page to fetch."""

    url: str
    key: int
    requested: str
    role: str
    hops: int
    first_status: int | None = None
    first_error: str | None = None
    "How it failed when it was asked first; both None where it is asked for the first time."

    @property
    def is_second(self) -> bool:
        """Whether it is asked for again."""
        return self.first_status is not None or self.first_error is not None


class SitemapTarget(NamedTuple):
    """A sitemap to fetch."""

    url: str
    key: int
    requested: str
    found_by: str
    found_in: str | None
    depth: int
    hops: int


def sitemap_target(
    url: str, found_by: str, found_in: str | None, depth: int = 0, *, requested: str | None = None
) -> SitemapTarget:
    """A sitemap to fetch, by its URL in normal form."""
    return SitemapTarget(
        url, urls.key(url), urls.wire(requested or url), found_by, found_in, depth, 0
    )


class Pointer(NamedTuple):
    """What a page points to: by redirect, canonical or alternate."""

    source: int
    "Key of the page."
    url: str
    key: int
    role: str


class Counts(NamedTuple):
    """How far the crawl is."""

    listed: int
    pages_waiting: int
    pages_in_flight: int
    sitemaps_waiting: int
    sitemaps_in_flight: int


class Frontier:
    """URLs to fetch, each given out once whatever number of times it is offered."""

    def __init__(self, file: Path, *, max_urls: int | None = None, follow: bool = True) -> None:
        """Keep the table in ``file``; give out at most ``max_urls`` listed pages."""
        self._file = file
        self._file.unlink(missing_ok=True)
        self._lock = threading.Lock()
        self._max_urls, self._follow = max_urls, follow
        self._listed = self._waiting = self._in_flight = 0
        self._sitemaps_waiting = self._sitemaps_in_flight = 0
        self._holds = False
        self.limit_reached = False
        self.too_deep: list[str] = []
        self._db = sqlite3.connect(file, check_same_thread=False, isolation_level=None)
        # One transaction that is never committed: nothing here has to outlive the process.
        self._db.executescript(f"PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; BEGIN; {_TABLES}")

    def close(self) -> None:
        """Forget everything."""
        self._db.close()
        self._file.unlink(missing_ok=True)

    def list_pages(self, pages: Iterable[tuple[str, int, str]]) -> None:
        """Offer listed pages: (URL, key, as it goes over the wire)."""
        with self._lock:
            for url, key, requested in pages:
                self._list_page(url, key, requested)

    def _list_page(self, url: str, key: int, requested: str) -> None:
        known = self._is_listed(key)
        if known:
            return
        if self._max_urls is not None and self._listed >= self._max_urls:
            self.limit_reached = True
            return
        self._listed += 1
        if known is None:
            self._add_page(url, key, requested, Role.LISTED, 0, listed=1)
        else:
            self._db.execute("UPDATE pages SET listed = 1 WHERE key = ?", (key,))

    def _is_listed(self, key: int) -> bool | None:
        """None where the page is not known at all."""
        row = self._db.execute("SELECT listed FROM pages WHERE key = ?", (key,)).fetchone()
        return row and bool(row[0])

    def _add_page(
        self, url: str, key: int, requested: str, role: str, hops: int, *, listed: int = 0
    ) -> None:
        self._waiting += self._db.execute(
            "INSERT OR IGNORE INTO pages (key, url, requested, role, hops, listed, state)"
            " VALUES (?, ?, ?, ?, ?, ?, 0)",
            (key, url, requested, role, hops, listed),
        ).rowcount

    def add_page(self, url: str, role: Role) -> None:
        """Offer a page that nothing lists, such as the home page."""
        with self._lock:
            self._add_page(url, urls.key(url), url, role, 0)

    def redirect(self, target: PageTarget, url: str, key: int) -> None:
        """Offer the page that a page redirects to."""
        if self._follow and target.hops < MAX_HOPS:
            with self._lock:
                self._add_page(url, key, url, Role.REDIRECT, target.hops + 1)

    def point(self, pointers: Iterable[Pointer]) -> None:
        """Hold what pages point to until every sitemap is read.

        Most of it is listed anyway. Only what listed pages point to is fetched in the end, since
        what the others point to would lead ever further away.
        """
        if not self._follow:
            return
        with self._lock:
            is_listed: dict[int, bool | None] = {}
            for source, url, key, role in pointers:
                self._holds = True
                if source not in is_listed:
                    is_listed = {source: self._is_listed(source)}
                if is_listed[source]:
                    self._db.execute(
                        "INSERT OR IGNORE INTO held (key, url, role) VALUES (?, ?, ?)",
                        (key, url, role),
                    )
                else:
                    self._db.execute(
                        "INSERT OR IGNORE INTO held_of_unlisted VALUES (?, ?, ?, ?)",
                        (source, key, url, role),
                    )

    def release(self) -> None:
        """Offer what was held; to be called once every sitemap is read."""
        if not self._holds:
            return
        with self._lock:
            self._holds = False
            self._db.execute(
                "INSERT OR IGNORE INTO held (key, url, role) SELECT h.key, h.url, h.role"
                " FROM held_of_unlisted h JOIN pages p ON p.key = h.source AND p.listed = 1"
            )
            self._waiting += self._db.execute(
                "INSERT OR IGNORE INTO pages (key, url, requested, role, hops, listed, state)"
                " SELECT key, url, url, role, 0, 0, 0 FROM held ORDER BY n"
            ).rowcount
            self._db.execute("DELETE FROM held")
            self._db.execute("DELETE FROM held_of_unlisted")

    def add_sitemap(self, target: SitemapTarget) -> None:
        """Offer a sitemap; what lies too deep to be read is kept in ``too_deep``."""
        if target.depth > MAX_DEPTH or target.hops > MAX_HOPS:
            self.too_deep.append(target.url)
            return
        with self._lock:
            self._sitemaps_waiting += self._db.execute(
                "INSERT OR IGNORE INTO sitemaps"
                " (url, key, requested, found_by, found_in, depth, hops, state)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, 0)",
                target,
            ).rowcount

    def take_sitemaps(self, count: int) -> list[SitemapTarget]:
        """The next sitemaps to fetch."""
        with self._lock:
            rows = self._db.execute(
                "SELECT url, key, requested, found_by, found_in, depth, hops FROM sitemaps"
                " WHERE state = 0 ORDER BY n LIMIT ?",
                (count,),
            ).fetchall()
            targets = [SitemapTarget(*row) for row in rows]
            self._mark("sitemaps", targets, _TAKEN)
            self._sitemaps_waiting -= len(targets)
            self._sitemaps_in_flight += len(targets)
        return targets

    def take_pages(self, count: int) -> list[PageTarget]:
        """The next pages to fetch."""
        with self._lock:
            rows = self._db.execute(
                "SELECT p.url, p.key, p.requested, p.role, p.hops, a.status, a.error"
                " FROM pages p LEFT JOIN again a ON a.key = p.key"
                " WHERE p.state = 0 ORDER BY p.n LIMIT ?",
                (count,),
            ).fetchall()
            targets = [PageTarget(*row) for row in rows]
            self._mark("pages", targets, _TAKEN)
            self._waiting -= len(targets)
            self._in_flight += len(targets)
        return targets

    def _mark(self, table: str, targets: Iterable[PageTarget | SitemapTarget], state: int) -> None:
        self._db.executemany(
            f"UPDATE {table} SET state = ? WHERE key = ?",
            [(state, target.key) for target in targets],
        )

    def keep_for_later(self, target: PageTarget, status: int | None, error: str | None) -> None:
        """A page failed; it is to be asked again at the end."""
        with self._lock:
            self._db.execute("INSERT INTO again VALUES (?, ?, ?)", (target.key, status, error))

    def ask_again(self) -> None:
        """Offer the pages that were kept for later."""
        with self._lock:
            self._waiting += self._db.execute(
                "UPDATE pages SET state = 0 WHERE key IN (SELECT key FROM again)"
            ).rowcount

    def finish(self, target: PageTarget | SitemapTarget) -> None:
        """What was given out is under way no more."""
        with self._lock:
            if isinstance(target, PageTarget):
                self._mark("pages", [target], _DONE)
                self._in_flight -= 1
            else:
                self._mark("sitemaps", [target], _DONE)
                self._sitemaps_in_flight -= 1

    def restore_pages(self, pages: Iterable[tuple[str, int, str, str]]) -> None:
        """Pages that an earlier run of this audit has fetched: (URL, key, requested, role)."""
        with self._lock:
            self._db.executemany(
                "INSERT OR IGNORE INTO pages (key, url, requested, role, hops, listed, state)"
                " VALUES (?, ?, ?, ?, 0, 0, 2)",
                [(key, url, requested, role) for url, key, requested, role in pages],
            )

    def restore_sitemaps(self, sitemaps: Iterable[tuple[str, int]]) -> None:
        """Sitemaps that an earlier run of this audit has read: (URL, key)."""
        with self._lock:
            self._db.executemany(
                "INSERT OR IGNORE INTO sitemaps (key, url, requested, found_by, depth, hops, state)"
                " VALUES (?, ?, ?, '', 0, 0, 2)",
                [(key, url, url) for url, key in sitemaps],
            )

    @property
    def counts(self) -> Counts:
        """How far the crawl is."""
        return Counts(
            self._listed,
            self._waiting,
            self._in_flight,
            self._sitemaps_waiting,
            self._sitemaps_in_flight,
        )

    @property
    def is_done(self) -> bool:
        """Whether nothing waits and nothing is being fetched."""
        return not any(self.counts[1:])
