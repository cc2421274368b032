"""Queues of pages to fetch, one for each host, so that a paused host does not block others.

Only a limited number of pages of each host is in flight, even if the host is slow, paused or has a
Crawl-delay. Hosts take turns.
"""

from __future__ import annotations

from collections import Counter, deque
from typing import TYPE_CHECKING, Any

from sitemap_audit.frontier.url_records import PageTarget
from sitemap_audit.parsing import urls

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable, Iterator

_LARGEST = 8
"Number of hosts from which the time that is left is estimated."
_COLUMNS = "url, key, requested, role, hops, status, error, tries, depth, respelled"
TABLES = """
CREATE TABLE waiting (
    n INTEGER PRIMARY KEY, host INTEGER NOT NULL, url TEXT NOT NULL, key INTEGER NOT NULL,
    requested TEXT NOT NULL, role TEXT NOT NULL, hops INTEGER NOT NULL, status INTEGER, error TEXT,
    tries INTEGER NOT NULL, depth INTEGER NOT NULL, respelled TEXT NOT NULL
);
CREATE INDEX waiting_of_host ON waiting (host);
"""
_WAIT = f"INSERT INTO waiting (host, {_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
_TAKE = f"SELECT n, {_COLUMNS} FROM waiting WHERE host = ? ORDER BY n LIMIT ?"


class WaitingPages:
    """Page queues by host, with in-flight counts; used under the frontier's lock."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._hosts: dict[str, int] = {}
        "Numbers of origins: each has a queue of its own, as a host."
        self._names: list[str] = []
        "Origins, by number."
        self._waiting: Counter[int] = Counter()
        "By host."
        self._in_flight: Counter[int] = Counter()
        "By host."
        self._turns: deque[int] = deque()
        "Hosts with waiting pages, the least recently served first."
        self.count = self.in_flight = 0

    def add(self, targets: Iterable[PageTarget]) -> None:
        """Append pages to the queues of their hosts."""
        self._db.executemany(_WAIT, self._counted_rows(targets))

    def _counted_rows(self, targets: Iterable[PageTarget]) -> Iterator[tuple[Any, ...]]:
        for target in targets:
            row = self._row(target)
            self._count_waiting(row[0], 1)
            yield row

    def _count_waiting(self, host: int, pages: int) -> None:
        """Count pages as waiting."""
        if not self._waiting[host]:
            self._turns.append(host)
        self._waiting[host] += pages
        self.count += pages

    def _row(self, target: PageTarget) -> tuple[Any, ...]:
        """Return the row of a page; ``requested`` is empty if it equals the URL."""
        url, key, requested, *others, _ = target
        return (self._host(url), url, key, "" if requested == url else requested, *others)

    def _host(self, url: str) -> int:
        """Return the number of the host of a normalized URL."""
        origin = urls.origin(url)
        if (number := self._hosts.get(origin)) is None:
            number = self._hosts[origin] = len(self._names)
            self._names.append(origin)
        return number

    @property
    def largest_hosts(self) -> list[tuple[str, int]]:
        """The hosts with the most waiting pages, and how many these are."""
        return [(self._names[host], pages) for host, pages in self._waiting.most_common(_LARGEST)]

    def take(self, most: int, room_of: Callable[[str, int], int]) -> list[PageTarget]:
        """Return the next pages, from the least recently served host on.

        Args:
            room_of: returns how many pages of a host may be given out now; called with the host
                and the number of its pages in flight.
        """
        taken: list[PageTarget] = []
        for _ in range(len(self._turns)):
            if len(taken) >= most:
                break
            host = self._turns.popleft()
            room = room_of(self._names[host], self._in_flight[host])
            if room > 0:
                taken += self._take(host, min(room, most - len(taken)))
            if self._waiting[host]:
                self._turns.append(host)
            else:
                del self._waiting[host]
        return taken

    def _take(self, host: int, most: int) -> list[PageTarget]:
        rows = self._db.execute(_TAKE, (host, most)).fetchall()
        self._db.execute("DELETE FROM waiting WHERE host = ? AND n <= ?", (host, rows[-1][0]))
        self._waiting[host] -= len(rows)
        self._in_flight[host] += len(rows)
        self.count -= len(rows)
        self.in_flight += len(rows)
        return [
            PageTarget(url, key, requested or url, *others)
            for _, url, key, requested, *others in rows
        ]

    def finish(self, target: PageTarget) -> int:
        """Mark a page as finished; return how many others of its host are in flight."""
        host = self._host(target.url)
        self.in_flight -= 1
        left = self._in_flight[host] = self._in_flight[host] - 1
        if not left:
            del self._in_flight[host]
        return left

    def keep_failed(self, target: PageTarget) -> None:
        """Keep a failed page for the second try at the end: under the host number ``-1 - host``."""
        host, *others = self._row(target)
        self._db.execute(_WAIT, (~host, *others))

    def requeue_failed(self) -> None:
        """Queue the failed pages again."""
        kept = "SELECT ~host, COUNT(*) FROM waiting WHERE host < 0 GROUP BY host ORDER BY host DESC"
        for host, pages in self._db.execute(kept).fetchall():
            self._count_waiting(host, pages)
        self._db.execute("UPDATE waiting SET host = ~host WHERE host < 0")
