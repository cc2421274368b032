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
from sitemap_audit.records import FoundBy, Role

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
CREATE TABLE pointers (
    source INTEGER NOT NULL, key INTEGER NOT NULL, url TEXT NOT NULL, requested TEXT NOT NULL,
    role TEXT NOT NULL, UNIQUE (source, key)
);
CREATE TABLE sitemaps (
    n INTEGER PRIMARY KEY, key INTEGER NOT NULL UNIQUE, url TEXT NOT NULL, requested TEXT NOT NULL,
    found_by TEXT NOT NULL, found_in TEXT, depth INTEGER NOT NULL, state INTEGER NOT NULL
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


class SitemapTarget(NamedTuple):
    """A sitemap to fetch."""

    url: str
    key: int
    requested: str
    found_by: str
    found_in: str | None
    depth: int


class Pointer(NamedTuple):
    """What a page points to."""

    url: str
    key: int
    requested: str
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
        self.limit_reached = False
        self.too_deep: list[str] = []
        self._db = sqlite3.connect(file, check_same_thread=False, isolation_level=None)
        # One transaction that is never committed: nothing here has to outlive the process.
        self._db.executescript(f"PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; {_TABLES}")
        self._db.execute("BEGIN")

    def close(self) -> None:
        """Forget everything."""
        self._db.close()
        self._file.unlink(missing_ok=True)

    def list_pages(self, pages: Iterable[tuple[str, int, str]]) -> None:
        """Offer listed pages: (URL, key, as written)."""
        with self._lock:
            for url, key, written in pages:
                self._list_page(url, key, written)

    def _list_page(self, url: str, key: int, written: str) -> None:
        known = self._db.execute("SELECT listed, state FROM pages WHERE key = ?", (key,)).fetchone()
        if known and known[0]:
            return
        if self._max_urls is not None and self._listed >= self._max_urls:
            self.limit_reached = True
            return
        self._listed += 1
        if known is None:
            self._add_page(url, key, urls.wire(written), Role.LISTED, 0, listed=1)
        else:
            self._db.execute("UPDATE pages SET listed = 1 WHERE key = ?", (key,))
            self._release_pointers(key)

    def _add_page(
        self, url: str, key: int, requested: str, role: str, hops: int, *, listed: int = 0
    ) -> None:
        added = self._db.execute(
            "INSERT OR IGNORE INTO pages (key, url, requested, role, hops, listed, state)"
            " VALUES (?, ?, ?, ?, ?, ?, 0)",
            (key, url, requested, role, hops, listed),
        ).rowcount
        self._waiting += added

    def _release_pointers(self, source: int) -> None:
        """What an unlisted page points to is fetched once the page turns out to be listed."""
        held = "SELECT url, key, requested, role FROM pointers WHERE source = ?"
        for pointer in self._db.execute(held, (source,)).fetchall():
            self._add_page(*pointer, 0)
        self._db.execute("DELETE FROM pointers WHERE source = ?", (source,))

    def add_page(self, url: str, role: Role) -> None:
        """Offer a page that nothing lists, such as the home page."""
        with self._lock:
            self._add_page(url, urls.key(url), url, role, 0)

    def point(self, source: int, hops: int, pointers: Iterable[Pointer]) -> None:
        """Offer what a page points to.

        A redirect's target is always followed, up to MAX_HOPS; canonicals and alternates only of
        pages that are listed, since those of others would lead ever further away.
        """
        if not self._follow:
            return
        with self._lock:
            listed = self._db.execute("SELECT listed FROM pages WHERE key = ?", (source,)).fetchone()
            for pointer in pointers:
                if pointer.role == Role.REDIRECT:
                    if hops < MAX_HOPS:
                        self._add_page(*pointer, hops + 1)
                elif listed and listed[0]:
                    self._add_page(*pointer, 0)
                else:
                    self._db.execute(
                        "INSERT OR IGNORE INTO pointers VALUES (?, ?, ?, ?, ?)",
                        (source, pointer.key, pointer.url, pointer.requested, pointer.role),
                    )

    def add_sitemap(
        self, url: str, found_by: FoundBy, found_in: str | None, depth: int, requested: str | None = None
    ) -> bool:
        """Offer a sitemap; False where it lies too deep to be read."""
        if depth > MAX_DEPTH:
            self.too_deep.append(url)
            return False
        with self._lock:
            self._sitemaps_waiting += self._db.execute(
                "INSERT OR IGNORE INTO sitemaps"
                " (key, url, requested, found_by, found_in, depth, state) VALUES (?, ?, ?, ?, ?, ?, 0)",
                (urls.key(url), url, urls.wire(requested or url), found_by, found_in, depth),
            ).rowcount
        return True

    def take_sitemaps(self, count: int) -> list[SitemapTarget]:
        """The next sitemaps to fetch."""
        with self._lock:
            rows = self._db.execute(
                "SELECT url, key, requested, found_by, found_in, depth FROM sitemaps"
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
                "SELECT url, key, requested, role, hops FROM pages WHERE state = 0 ORDER BY n LIMIT ?",
                (count,),
            ).fetchall()
            targets = [PageTarget(*row) for row in rows]
            self._mark("pages", targets, _TAKEN)
            self._waiting -= len(targets)
            self._in_flight += len(targets)
        return targets

    def _mark(self, table: str, targets: Iterable[PageTarget | SitemapTarget], state: int) -> None:
        self._db.executemany(
            f"UPDATE {table} SET state = ? WHERE key = ?",  # noqa: S608
            [(state, target.key) for target in targets],
        )

    def finish_page(self, target: PageTarget) -> None:
        """A page that was given out has its record."""
        with self._lock:
            self._mark("pages", [target], _DONE)
            self._in_flight -= 1

    def finish_sitemap(self, target: SitemapTarget) -> None:
        """A sitemap that was given out has its record."""
        with self._lock:
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
                "INSERT OR IGNORE INTO sitemaps (key, url, requested, found_by, depth, state)"
                " VALUES (?, ?, ?, '', 0, 2)",
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
