"""Where an audit finds its sitemaps: robots.txt, the home page, the usual places."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from sitemap_audit.frontier.targets import sitemap_target
from sitemap_audit.items import FetchError, FoundBy, Role, SitemapKind
from sitemap_audit.local_files import find
from sitemap_audit.parsing import urls
from sitemap_audit.spiders.inputs import TargetKind, site_of

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator

    from sitemap_audit.frontier.frontier import Frontier
    from sitemap_audit.frontier.targets import SitemapTarget
    from sitemap_audit.items import Robots, Sitemap
    from sitemap_audit.middlewares.robots_policies import RobotsPolicy
    from sitemap_audit.spiders.inputs import Target
    from sitemap_audit.spiders.run import AuditRun

GUESSES = (
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


_UNREACHED: dict[str, str] = {
    FetchError.DNS: "DNS lookup failed, no such host",
    FetchError.NO_ADDRESS: "the host has no IP address",
    FetchError.RESOLVER: "the DNS server failed",
    FetchError.REFUSED: "connection refused",
    FetchError.UNREACHABLE: "network unreachable",
    FetchError.TIMEOUT: "timed out",
    FetchError.RESET: "connection reset",
    FetchError.TLS: "TLS failed",
    FetchError.TRUNCATED: "truncated response",
}


_SITEMAP_NAME = re.compile(r"[.](xml|txt|rss|atom|gz)([?]|$)", re.IGNORECASE)
"In the URL of what is a sitemap by its name: an HTML page there is a fault."
_SITEMAP_KINDS = set(SitemapKind) - {SitemapKind.HTML, SitemapKind.EMPTY, SitemapKind.UNKNOWN}


class _Unclear(NamedTuple):
    """A URL that was given and may be that of a page."""

    target: Target
    sitemaps: list[Sitemap]
    "Those that redirect from it to the URL that is requested now."


def _named_by(policy: RobotsPolicy) -> Iterator[SitemapTarget]:
    """The sitemaps that a robots.txt names."""
    for url, requested in policy.rules.sitemaps.items():
        yield sitemap_target(url, FoundBy.ROBOTS, policy.record.url, requested=requested)


def _is_answering(robots: Robots) -> bool:
    """Whether the host responded to the request for its robots.txt."""
    return robots.redirects > 0 or robots.error == FetchError.TRUNCATED


def _why(robots: Robots) -> str:
    """Why a robots.txt could not be read."""
    error = robots.error or ""
    return f"{_UNREACHED.get(error, error)} ({robots.error_detail})"


def _refusal(robots: Robots) -> str:
    """Say why a host's robots.txt could not be read."""
    if robots.status is not None:
        return f"returns {robots.status}"
    if robots.redirects:
        return f"redirects to {robots.final_url}, which could not be read: {_why(robots)}"
    return f"could not be read: {_why(robots)}"


class Discovery:
    """Finds the sitemaps of an audit's targets, one source after the other."""

    def __init__(self, run: AuditRun, frontier: Frontier) -> None:
        self._run, self._frontier = run, frontier
        self._unnamed: dict[str, None] = {}
        "Sites (home pages) of which no sitemap is known yet."
        self._unclear: dict[str, _Unclear] = {}
        "By the URL that is requested for it: what was given and may be a page."

    def begin(self, target: Target, policy: RobotsPolicy) -> None:
        """Offer what was given, what its robots.txt names, and the home page."""
        url = target.url
        is_here = find(self._run.folder, url) is not None
        fault = self._fault(f"{urls.origin(url)}/" if is_here else url, policy.record)
        if fault and fault not in self._run.faults:
            self._run.faults.append(fault)
        if fault and not is_here:
            return
        if target.kind is TargetKind.LIST:
            self._frontier.add_sitemap(sitemap_target(url, FoundBy.LIST, None))
        elif target.kind is TargetKind.SITEMAP:
            if not is_here and not _SITEMAP_NAME.search(url):
                self._unclear[url] = _Unclear(target, [])
            self._frontier.add_sitemap(sitemap_target(url, FoundBy.GIVEN, None))
        else:
            named = list(_named_by(policy))
            self._try_folder(target, {each.url for each in named})
            for sitemap in named:
                self._frontier.add_sitemap(sitemap)
            if not named:
                self._unnamed[url] = None
            self._frontier.add_page(url, Role.HOME)
            if target.page is not None:
                self._frontier.add_page(target.page, Role.HOME)

    def _try_folder(self, target: Target, named: Container[str]) -> None:
        """Offer the sitemap in the folder of a page that was given, unless robots.txt names it."""
        if target.folder is not None and (url := f"{target.folder}{GUESSES[0]}") not in named:
            self._frontier.add_sitemap(sitemap_target(url, FoundBy.GUESS, None))

    def settle(self, item: Sitemap) -> tuple[list[Sitemap], Target | None]:
        """What to keep once a sitemap is read, and the site to audit where it is a page of one.

        What was given under a name that says nothing may be a page. Until that is known, behind
        redirects too, nothing of it is kept: a page is no sitemap with a fault.
        """
        if item.found_by == FoundBy.GUESS and item.kind in _SITEMAP_KINDS:
            self._unnamed.pop(f"{urls.origin(item.url)}/", None)
        given = self._unclear.pop(item.url, None)
        if given is None:
            return [item], None
        if item.redirect_url is not None and item.redirect_url not in self._unclear:
            self._unclear[item.redirect_url] = given._replace(sitemaps=[*given.sitemaps, item])
            return [], None
        if item.kind == SitemapKind.HTML and not _SITEMAP_NAME.search(item.url):
            return [], self._take_as_page(given.target, item.url)
        return [*given.sitemaps, item], None

    def keep_unclear(self, url: str) -> list[Sitemap]:
        """What to keep where a redirect leads to a sitemap that is not requested again."""
        given = self._unclear.pop(url, None)
        return given.sitemaps if given is not None else []

    def _take_as_page(self, given: Target, page: str) -> Target:
        site = site_of(page, given.written)
        self._run.targets = [site if each == given else each for each in self._run.targets]
        return site

    def _fault(self, url: str, robots: Robots) -> str | None:
        if robots.error and not _is_answering(robots):
            return f"{url} could not be reached: {_why(robots)}."
        if robots.policy == "disallow-all" and self._run.options.obey_robots:
            return (
                f"{robots.url} {_refusal(robots)}. The whole site counts as disallowed"
                " (RFC 9309, 2.3.1.4). --no-obey-robots crawls it nevertheless."
            )
        return None

    def take_links(self, home: str, links: Iterable[str]) -> None:
        """Offer the sitemaps that a home page links to by ``<link rel="sitemap">``."""
        for link in links:
            self._frontier.add_sitemap(sitemap_target(link, FoundBy.LINK, home))
            self._unnamed.pop(f"{urls.origin(home)}/", None)

    def guess(self) -> bool:
        """Offer the usual places of sites that name no sitemap; False where there is none such."""
        sites, self._unnamed = self._unnamed, {}
        for home in sites:
            for path in GUESSES:
                self._frontier.add_sitemap(sitemap_target(home + path, FoundBy.GUESS, None))
        return bool(sites)
