"""Tell which URLs are of the audited site."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from sitemap_audit.errors import UsageError
from sitemap_audit.parsing import urls
from sitemap_audit.steps import step

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from sitemap_audit.parsing.urls import Links, UrlProblem
    from sitemap_audit.run_record import RunRecord


class Site(NamedTuple):
    """The audited site."""

    base: str
    "Origin of paths that have none, such as in logs: https://www.example.com."
    hosts: frozenset[str]
    "Hosts of the audit, with port, without www."

    def read(self, written: Sequence[str]) -> Links:
        """Parse URLs; a path, and a URL without scheme, are of the audited site."""
        return urls.read_columns([self.absolute(each) for each in written])

    def absolute(self, written: str) -> str:
        """Return a URL with scheme and host."""
        if written.startswith("/") and not written.startswith("//"):
            return f"{self.base}{written}"
        if "://" not in written and _plain(written.partition("/")[0]) in self.hosts:
            return f"{self.base.partition('://')[0]}://{written}"
        return written

    def has(self, url: str) -> bool:
        """Whether a URL in normal form is of the audited site."""
        return _plain(url.split("/", 3)[2]) in self.hosts

    @property
    def name(self) -> str:
        """Its host, for sentences."""
        return self.base.partition("://")[2]


def site_of(folder: Path, run: RunRecord, base: str | None) -> Site:
    """Return the site of an audit: the hosts that it was given, and those of its sitemaps.

    Args:
        base: origin of paths, if the user named it.

    Raises:
        UsageError: ``base`` is not a URL, or the audit has no site.
    """
    from sitemap_audit.storage.duckdb import DuckDBStore  # late: the crawl does without it

    with DuckDBStore(folder, tables=(), in_memory=True) as store:
        store.attach("stored_entries", "entries", folder, {"url": str})
        listed = store.rows(step("imports/listed_origins"))
    given = [link.url for each in run.sites if (link := urls.read_link(str(each))).url]
    hosts = {_plain(host) for _, host in listed} | {_plain(url.split("/", 3)[2]) for url in given}
    if base is not None:
        link = urls.read_link(base)
        if link.url is None:
            raise UsageError(
                f"--base is {base!r}; it must be a URL such as https://www.example.com."
            )
        return Site(urls.origin(link.url), frozenset(hosts))
    if given:  # example.com may redirect to www.example.com: what the sitemaps list counts
        host = _plain(given[0].split("/", 3)[2])
        own = (f"{scheme}//{each}" for scheme, each in listed if _plain(each) == host)
        return Site(next(own, urls.origin(given[0])), frozenset(hosts))
    if not hosts:
        raise UsageError(f"The audit in {folder} has no site: nothing can be compared with it.")
    return Site(f"https://{sorted(hosts)[0]}", frozenset(hosts))


def site_of_urls(given: Sequence[str]) -> Site | None:
    """Return the site with these URLs; None if there is none."""
    found = [link.url for each in given if (link := urls.read_link(each)).url]
    hosts = frozenset(_plain(url.split("/", 3)[2]) for url in found)
    return Site(urls.origin(found[0]), hosts) if found else None


def _plain(host: str) -> str:
    return host.lower().removeprefix("www.")


class Unreadable:
    """Counts rows that cannot be read, by reason, with the line of the first one."""

    def __init__(self) -> None:
        self.rows: Counter[str] = Counter()
        self.lines: dict[str, int | None] = {}

    def add(self, reason: str, line: int | None = None, rows: int = 1) -> None:
        """Count rows."""
        self.rows[reason] += rows
        known = self.lines.get(reason)
        self.lines[reason] = line if known is None else min(known, line or known)


def reason_of(problem: UrlProblem | None) -> str:
    """Return why a row is unreadable by the problem of its URL."""
    told = {urls.UrlProblem.TOO_LONG: "too-long", urls.UrlProblem.USERINFO: "userinfo"}
    return told.get(problem, "not-a-url") if problem else "not-a-url"


class Elsewhere:
    """Counts URLs of other sites, and keeps the first one."""

    def __init__(self) -> None:
        self.rows = 0
        self.first: str | None = None

    def add(self, found: Iterable[str], rows: int) -> None:
        """Count rows."""
        if rows:
            self.rows += rows
            self.first = self.first or next(iter(found), None)
