"""Pages that wait to be fetched, host by host: one that pauses keeps no other waiting.

Of each host only so many are given out at once. What a host that is slow, pauses or has a
Crawl-delay keeps under way is bounded by that, and the next host follows.
"""

from __future__ import annotations

from collections import Counter, deque
from typing import TYPE_CHECKING, Any

from sitemap_audit.frontier.targets import PageTarget
from sitemap_audit.parsing import urls

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable, Iterator

_COLUMNS = "url, key, requested, role, hops, status, error, tries"
TABLES = """
CREATE TABLE waiting (
    n INTEGER PRIMARY KEY, host INTEGER NOT NULL, url TEXT NOT NULL, key INTEGER NOT NULL,
    requested TEXT NOT NULL, role TEXT NOT NULL, hops INTEGER NOT NULL, status INTEGER, error TEXT,
    tries INTEGER NOT NULL
);
CREATE INDEX waiting_of_host ON waiting (host);
CREATE TABLE again (
    key INTEGER PRIMARY KEY, host INTEGER NOT NULL, url TEXT NOT NULL, requested TEXT,
    role TEXT NOT NULL, hops INTEGER NOT NULL, status INTEGER, error TEXT,
    tries INTEGER NOT NULL
);
"""
_WAIT = f"INSERT INTO waiting (host, {_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
_KEEP = f"INSERT OR REPLACE INTO again (host, {_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
_TAKE = f"SELECT n, {_COLUMNS} FROM waiting WHERE host = ? ORDER BY n LIMIT ?"


class WaitingPages:
    """Queues in the frontier's scratch tables and under its lock; those given out, counted."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._hosts: dict[str, int] = {}
        "Their numbers, by host and port."
        self._names: list[str] = []
        "By number: the host alone."
        self._waiting: Counter[int] = Counter()
        "By host."
        self._in_flight: Counter[int] = Counter()
        "By host."
        self._turns: deque[int] = deque()
        "Hosts with pages that wait, those served longest ago first."
        self.count = self.in_flight = 0

    def add(self, targets: Iterable[PageTarget]) -> None:
        """Have pages wait behind those of their hosts."""
        self._db.executemany(_WAIT, self._noted(targets))

    def _noted(self, targets: Iterable[PageTarget]) -> Iterator[tuple[Any, ...]]:
        for target in targets:
            row = self._row(target)
            self._note(row[0], 1)
            yield row

    def _note(self, host: int, pages: int) -> None:
        """So many pages more wait."""
        if not self._waiting[host]:
            self._turns.append(host)
        self._waiting[host] += pages
        self.count += pages

    def _row(self, target: PageTarget) -> tuple[Any, ...]:
        """A page as it is kept: a text that is there already is not kept twice."""
        url, key, requested, *others, _ = target
        return (self._host(url), url, key, "" if requested == url else requested, *others)

    def _host(self, url: str) -> int:
        """The number of a URL's host, which is in normal form."""
        place = url.split("/", 3)[2]
        if (number := self._hosts.get(place)) is None:
            number = self._hosts[place] = len(self._names)
            self._names.append(urls.host(url))
        return number

    def take(self, most: int, room_of: Callable[[str, int], int]) -> list[PageTarget]:
        """The next pages: of the host that was served longest ago, then of the next.

        Args:
            room_of: how many pages of a host may be given out now; it is told the host, and how
                many of its pages are under way.
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
        """What was given out is under way no more; how many other pages of its host are."""
        host = self._host(target.url)
        self.in_flight -= 1
        left = self._in_flight[host] = self._in_flight[host] - 1
        if not left:
            del self._in_flight[host]
        return left

    def keep_for_later(self, target: PageTarget) -> None:
        """A page is to be fetched again at the end."""
        self._db.execute(_KEEP, self._row(target))

    def ask_again(self) -> None:
        """Have the pages that were kept for later wait."""
        kept = "SELECT host, COUNT(*) FROM again GROUP BY host ORDER BY host"
        for host, pages in self._db.execute(kept).fetchall():
            self._note(host, pages)
        columns = f"host, {_COLUMNS}"
        self._db.execute(f"INSERT INTO waiting ({columns}) SELECT {columns} FROM again")
        self._db.execute("DELETE FROM again")
