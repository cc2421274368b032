"""Discovery of sitemaps: in robots.txt, on the home page, at common paths."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from sitemap_audit.audit_targets import TargetKind
from sitemap_audit.crawl.inputs import site_of
from sitemap_audit.frontier.url_records import sitemap_target
from sitemap_audit.items import FetchError, FoundBy, Role, SitemapKind
from sitemap_audit.local_files.copies import find
from sitemap_audit.parsing import urls
from sitemap_audit.parsing.sitemap import NO_SITEMAPS
from sitemap_audit.report.words import reason

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator

    from sitemap_audit.audit_targets import Target
    from sitemap_audit.crawl.run import AuditRun
    from sitemap_audit.frontier.frontier import Frontier
    from sitemap_audit.frontier.url_records import SitemapTarget
    from sitemap_audit.items import Robots, Sitemap
    from sitemap_audit.middlewares.robots_policies import RobotsPolicy

COMMON_PATHS = (
    "sitemap.xml",
    "sitemap_index.xml",
    "sitemap-index.xml",
    "sitemap.xml.gz",
    "sitemap.txt",
    "sitemap/index.xml",
    "sitemaps.xml",
    "news-sitemap.xml",
    "sitemap-news.xml",
    "wp-sitemap.xml",
)
"Requested where neither robots.txt nor the home page names a sitemap."
_NOT_WANTED = (FetchError.OFFLINE, FetchError.HOSTING)
"Errors of a robots.txt that is not requested, as the user wants it: the audit is complete without."
_SITEMAP_NAME = re.compile(r"[.](xml|txt|rss|atom|gz)([?]|$)", re.IGNORECASE)
"Matches the URL of a sitemap file; an HTML page at such a URL is a fault."
_SITEMAP_KINDS = set(SitemapKind).difference(NO_SITEMAPS)


class _AmbiguousTarget(NamedTuple):
    """A URL that the user passed, of a sitemap or of a page."""

    target: Target
    sitemaps: list[Sitemap]
    "Redirects from it to the URL that is requested now."


def _named_by(policy: RobotsPolicy) -> Iterator[SitemapTarget]:
    """Yield the sitemaps that a robots.txt names."""
    for url, requested in policy.rules.sitemaps.items():
        yield sitemap_target(url, FoundBy.ROBOTS, policy.record.url, requested=requested)


def _has_responded(robots: Robots) -> bool:
    """Return whether the host responded to the request for its robots.txt."""
    return robots.redirects > 0 or robots.error == FetchError.TRUNCATED


def _fetch_error(robots: Robots) -> str:
    """Return the error of the request for a robots.txt, in words."""
    return f"{reason(robots.error or '')} ({robots.error_detail})"


def _unread_reason(robots: Robots) -> str:
    """Return why a robots.txt could not be read."""
    if robots.status is not None:
        return f"returns {robots.status}"
    if robots.redirects:
        return f"redirects to {robots.final_url}, which could not be read: {_fetch_error(robots)}"
    return f"could not be read: {_fetch_error(robots)}"


class Discovery:
    """Adds the sitemaps of the targets to the frontier, one source after the other."""

    def __init__(self, run: AuditRun, frontier: Frontier) -> None:
        self._run, self._frontier = run, frontier
        self._without_sitemap: dict[str, None] = {}
        "Home pages of sites without a known sitemap, in order of discovery."
        self._ambiguous: dict[str, _AmbiguousTarget] = {}
        "By requested URL: URLs that the user passed, of sitemaps or of pages."

    def add_target(self, target: Target, policy: RobotsPolicy) -> None:
        """Add a target, the sitemaps that its robots.txt names, and its home page."""
        url = target.url
        is_local = find(self._run.folder, url) is not None
        fault = self._fault(f"{urls.origin(url)}/" if is_local else url, policy.record)
        if fault:
            self._run.add_fault(fault)
            if not is_local:
                return
        if target.kind is TargetKind.LIST:
            self._frontier.add_sitemap(sitemap_target(url, FoundBy.LIST, None))
        elif target.kind is TargetKind.SITEMAP:
            if not is_local and not _SITEMAP_NAME.search(url):
                self._ambiguous[url] = _AmbiguousTarget(target, [])
            self._frontier.add_sitemap(sitemap_target(url, FoundBy.GIVEN, None))
        else:
            named = list(_named_by(policy))
            self._add_folder_sitemap(target, {each.url for each in named})
            for sitemap in named:
                self._frontier.add_sitemap(sitemap)
            if not named:
                self._without_sitemap[url] = None
            self._frontier.add_page(url, Role.HOME)
            if target.page is not None:
                self._frontier.add_page(target.page, Role.HOME)

    def _add_folder_sitemap(self, target: Target, named: Container[str]) -> None:
        """Add sitemap.xml in the folder of a target's page, unless robots.txt names it."""
        if target.folder is not None and (url := f"{target.folder}{COMMON_PATHS[0]}") not in named:
            self._frontier.add_sitemap(sitemap_target(url, FoundBy.GUESS, None))

    def resolve(self, item: Sitemap) -> tuple[list[Sitemap], Target | None]:
        """Return the sitemaps to store, and the site to audit if the URL is that of a page.

        A URL that the user passed may be that of a page, also behind redirects. Until this is
        known, none of its sitemaps is stored: an HTML page is not an invalid sitemap then.
        """
        if item.found_by == FoundBy.GUESS and item.kind in _SITEMAP_KINDS:
            self._without_sitemap.pop(f"{urls.origin(item.url)}/", None)
        given = self._ambiguous.pop(item.url, None)
        if given is None:
            return [item], None
        if item.redirect_url is not None and item.redirect_url not in self._ambiguous:
            self._ambiguous[item.redirect_url] = given._replace(sitemaps=[*given.sitemaps, item])
            return [], None
        if item.kind == SitemapKind.HTML and not _SITEMAP_NAME.search(item.url):
            return [], self._replace_by_site(given.target, item.url)
        return [*given.sitemaps, item], None

    def release_ambiguous(self, url: str) -> list[Sitemap]:
        """Return the sitemaps to store if a redirect target is not requested again."""
        given = self._ambiguous.pop(url, None)
        return given.sitemaps if given is not None else []

    def _replace_by_site(self, given: Target, page: str) -> Target:
        site = site_of(page, given.written)
        self._run.replace_target(given, site)
        return site

    def _fault(self, url: str, robots: Robots) -> str | None:
        if robots.error in _NOT_WANTED:
            return None
        if robots.error and not _has_responded(robots):
            return f"{url} could not be reached: {_fetch_error(robots)}."
        if robots.policy == "disallow-all" and self._run.options.obey_robots:
            return (
                f"{robots.url} {_unread_reason(robots)}. The whole site counts as disallowed"
                " (RFC 9309, 2.3.1.4). --no-obey-robots crawls it nevertheless."
            )
        return None

    def add_linked_sitemaps(self, home: str, links: Iterable[str]) -> None:
        """Add the sitemaps that a home page links to with ``<link rel="sitemap">``."""
        for link in links:
            self._frontier.add_sitemap(sitemap_target(link, FoundBy.LINK, home))
            self._without_sitemap.pop(f"{urls.origin(home)}/", None)

    def add_guesses(self) -> bool:
        """Add the common paths of sites without a known sitemap; False if there are none."""
        sites, self._without_sitemap = self._without_sitemap, {}
        for home in sites:
            for path in COMMON_PATHS:
                self._frontier.add_sitemap(sitemap_target(home + path, FoundBy.GUESS, None))
        return bool(sites)
