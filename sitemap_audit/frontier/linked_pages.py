"""Internal links of a link crawl (``--crawl``): URLs seen, and those still to be fetched.

Pages that only a link leads to are given out when every sitemap is read, so that a listed page is
fetched as one. Each URL counts once, however many links lead to it.
"""

from __future__ import annotations

from datetime import UTC, datetime
from json import dumps
from typing import TYPE_CHECKING, NamedTuple

from sitemap_audit.frontier.scratch import take_rows
from sitemap_audit.items import LinkTarget
from sitemap_audit.parsing import urls
from sitemap_audit.parsing.url_traps import BUDGETS, Trap, TrapKind, find_trap

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable

    from sitemap_audit.frontier.url_records import OutlinkUrl, PageTarget
    from sitemap_audit.parsing.scope import UrlScope

BATCH = 500
"Maximum number of pages to take in one call."
TABLES = """
CREATE TABLE link_targets (key INTEGER PRIMARY KEY, is_queued INTEGER NOT NULL);
CREATE TABLE linked (n INTEGER PRIMARY KEY, url TEXT NOT NULL, key INTEGER NOT NULL, depth INTEGER);
CREATE TABLE traps (
    pattern TEXT NOT NULL, kind TEXT NOT NULL, urls INTEGER NOT NULL, example TEXT NOT NULL,
    PRIMARY KEY (pattern, kind)
) WITHOUT ROWID;
"""
"``link_targets.is_queued``: also of a URL that is left out as one of a trap."
_NAMES = {
    TrapKind.SESSION_ID: "session IDs",
    TrapKind.REPEATED_PATH: "repeated directories",
    TrapKind.DEEP_PATH: "deep paths",
    TrapKind.CALENDAR: "calendar",
    TrapKind.FACETS: "filters and pagination",
}
_COUNT_TRAP = """INSERT INTO traps VALUES (?, ?, 1, ?)
ON CONFLICT (pattern, kind) DO UPDATE SET urls = urls + 1 RETURNING urls"""
_KNOWN = """SELECT key, is_queued FROM link_targets
WHERE key IN (SELECT value FROM json_each(?))"""
_QUEUE = "INSERT INTO linked (url, key, depth) VALUES (?, ?, ?)"
_SET = "INSERT OR REPLACE INTO link_targets VALUES (?, ?)"
MAX_TRAPS_TOLD = 5
"Patterns of URL traps to name in the summary."


class LinkLimits(NamedTuple):
    """Limits of a link crawl."""

    max_pages: int
    "Pages to fetch that no sitemap lists."
    max_depth: int | None
    "Links to follow from the home page or a listed page; None for no limit."


class LinkedPages:
    """Internal links, used under the frontier's lock."""

    def __init__(self, db: sqlite3.Connection, limits: LinkLimits, scope: UrlScope) -> None:
        self._db, self._limits, self._scope = db, limits, scope
        self._hosts: set[str] = set()
        "Audited hosts, without www."
        self.pages = 0
        "Pages that were or are to be fetched because of a link alone."
        self._waiting = 0
        self.is_disallowed: Callable[[str], bool] = lambda _: False
        "Whether robots.txt disallows a URL: it is not requested, and counts in no limit."
        self.is_over = False
        "Whether there are more pages than may be fetched."

    def add_hosts(self, pages: Iterable[str]) -> None:
        """Treat links to the hosts of home pages and listed pages as internal."""
        self._hosts.update(map(_host, pages))

    def add(self, page: PageTarget, outlinks: Iterable[OutlinkUrl]) -> list[LinkTarget]:
        """Queue the URLs that a page links to; return those that no page before it links to."""
        depth, now = page.depth + 1, datetime.now(UTC)
        is_shallow = self._limits.max_depth is None or depth <= self._limits.max_depth
        # Nor links of a page elsewhere, where a redirect has ended.
        internal = [each for each in outlinks if _host(each.url) in self._hosts]
        known = self._known([each.key for each in internal])
        new, changed, queued = [], {}, []
        for url, key, near_key, is_followed in internal:
            is_wanted = is_shallow and is_followed and url in self._scope
            is_queued = known.get(key)
            if is_queued or (is_queued is not None and not is_wanted):
                continue
            pattern, trap = self._trap(url) if is_queued is None else (None, None)
            if is_wanted and trap is None:
                queued.append((url, key, depth))
            if is_queued is None:
                new.append(LinkTarget(url, key, near_key, page.key, now, depth, trap, pattern))
            known[key] = changed[key] = is_wanted or trap is not None
        self._db.executemany(_SET, changed.items())
        self._db.executemany(_QUEUE, queued)
        self._waiting += len(queued)
        return new

    def _known(self, keys: list[int]) -> dict[int, bool]:
        """Return which URLs are known, each with whether it was queued or left out."""
        return {key: bool(queued) for key, queued in self._db.execute(_KNOWN, (dumps(keys),))}

    def _trap(self, url: str) -> tuple[str | None, str | None]:
        """Count a new URL; return its pattern, and the kind of trap that it is left out for."""
        if (trap := find_trap(url)) is None or self.is_disallowed(url):
            return None, None
        return trap.pattern, trap.kind if self._count(trap, url) > trap.budget else None

    def _count(self, trap: Trap, url: str) -> int:
        """Count a URL of a trap; return how many there are."""
        counted = (trap.pattern, trap.kind, url)
        ((found,),) = self._db.execute(_COUNT_TRAP, counted).fetchall()
        return int(found)

    def take(self) -> list[tuple[str, int, int]]:
        """Return the next URLs: URL, key, depth. Some may be known pages."""
        rows = take_rows(self._db, "linked", "n", "url, key, depth", BATCH)
        self._waiting -= len(rows)
        return [(url, key, depth) for url, key, depth in rows]

    def count_page(self, url: str) -> bool:
        """Count a page that is to be fetched; return False if the limit is reached."""
        if self.is_disallowed(url):
            return True
        if self.pages >= self._limits.max_pages:
            self._waiting = 0
            self.is_over = True
            return False
        self.pages += 1
        return True

    def remarks(self) -> list[str]:
        """Return sentences on the internal links that were not followed."""
        told = []
        if self.is_over:
            told.append(
                f"{self._limits.max_pages:,} unlisted pages with internal links to them were"
                " crawled: there are more (--crawl-max)."
            )
        traps = self._db.execute("SELECT kind, urls, example FROM traps ORDER BY urls DESC")
        over = [(kind, urls - BUDGETS[kind], example) for kind, urls, example in traps]
        over = [each for each in over if each[1] > 0]
        told += [
            f"URL trap ({_NAMES[kind]}), such as {example}: {BUDGETS[kind]:,} URLs were crawled,"
            f" {left:,} left out."
            for kind, left, example in over[:MAX_TRAPS_TOLD]
        ]
        if others := over[MAX_TRAPS_TOLD:]:
            left = sum(left for _, left, _ in others)
            told.append(f"{len(others):,} more URL traps: {left:,} URLs were left out.")
        return told

    @property
    def is_empty(self) -> bool:
        """Whether no URL is waiting, or no more may be fetched."""
        return not self._waiting


def _host(url: str) -> str:
    return urls.host(url).removeprefix("www.")
