"""Where an audit finds its sitemaps: robots.txt, the home page, the usual places."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_audit.frontier.targets import sitemap_target
from sitemap_audit.items import FetchError, FoundBy, Role
from sitemap_audit.local_files import find
from sitemap_audit.parsing import urls
from sitemap_audit.spiders.inputs import TargetKind

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sitemap_audit.frontier.frontier import Frontier
    from sitemap_audit.items import Robots
    from sitemap_audit.middlewares.robots import RobotsPolicy
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
    FetchError.DNS: "no such host is known, or the name is mistyped",
    FetchError.RESOLVER: "DNS did not answer",
    FetchError.REFUSED: "the connection was refused",
    FetchError.UNREACHABLE: "there is no way to its network",
    FetchError.TIMEOUT: "it did not answer in time",
    FetchError.RESET: "it closed the connection without an answer",
    FetchError.TLS: "no secure connection could be made",
    FetchError.TRUNCATED: "its answer broke off",
}


def _is_answering(robots: Robots) -> bool:
    """Whether the host responded to the request for its robots.txt."""
    return robots.redirects > 0 or robots.error == FetchError.TRUNCATED


def _why(robots: Robots) -> str:
    """Why a robots.txt could not be read."""
    error = robots.error or ""
    return f"{_UNREACHED.get(error, error)} ({robots.error_detail})"


def _refusal(robots: Robots) -> str:
    """What keeps a host's robots.txt from being known."""
    if robots.status is not None:
        return f"answers {robots.status}"
    if robots.redirects:
        return f"redirects to {robots.final_url}, which could not be read: {_why(robots)}"
    return f"could not be read: {_why(robots)}"


class Discovery:
    """Finds the sitemaps of an audit's targets, one source after the other."""

    def __init__(self, run: AuditRun, frontier: Frontier) -> None:
        self._run, self._frontier = run, frontier
        self._unnamed: dict[str, None] = {}
        "Sites (home pages) of which no sitemap is known yet."

    def begin(self, target: Target, policy: RobotsPolicy) -> None:
        """Offer what was given, what its robots.txt names, and the home page."""
        url, kind, _ = target
        is_here = find(self._run.folder, url) is not None
        fault = self._fault(f"{urls.origin(url)}/" if is_here else url, policy.record)
        if fault and fault not in self._run.faults:
            self._run.faults.append(fault)
        if fault and not is_here:
            return
        if kind is TargetKind.SITEMAP:
            self._frontier.add_sitemap(sitemap_target(url, FoundBy.GIVEN, None))
        else:
            if not self._take_from_robots(policy):
                self._unnamed[url] = None
            self._frontier.add_page(url, Role.HOME)

    def _fault(self, url: str, robots: Robots) -> str | None:
        if robots.error and not _is_answering(robots):
            return f"{url} could not be reached: {_why(robots)}."
        if robots.policy == "disallow-all" and self._run.options.obey_robots:
            return (
                f"{robots.url} {_refusal(robots)}, so nothing on the site may be fetched"
                " (RFC 9309, 2.3.1.4). Audit it all the same by --no-obey-robots."
            )
        return None

    def _take_from_robots(self, policy: RobotsPolicy) -> bool:
        sitemaps = [line for line in policy.text.lines if line.field == "sitemap" and line.url]
        for line in sitemaps:
            self._frontier.add_sitemap(
                sitemap_target(
                    line.url or "",
                    FoundBy.ROBOTS,
                    policy.record.url,
                    requested=None if line.problem else line.value,
                )
            )
        return bool(sitemaps)

    def take_links(self, home: str, links: Iterable[str]) -> None:
        """Offer the sitemaps that a home page links to by ``<link rel="sitemap">``."""
        for link in links:
            self._frontier.add_sitemap(sitemap_target(link, FoundBy.LINK, home))
            self._unnamed.pop(home, None)

    def guess(self) -> bool:
        """Offer the usual places of sites that name no sitemap; False where there is none such."""
        sites, self._unnamed = self._unnamed, {}
        for home in sites:
            for path in GUESSES:
                self._frontier.add_sitemap(sitemap_target(home + path, FoundBy.GUESS, None))
        return bool(sites)
