"""What robots.txt says of each request, before it is made.

The spider fetches the robots.txt of an origin before it gives out the first request to it, and
leaves what it says here. It decides two things: whether the audit may fetch a URL under its own
name, and whether the bot that verdicts are made for may.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_audit.crawl_settings import options_of
from sitemap_audit.handlers.errors import NotFetched
from sitemap_audit.items import FetchError
from sitemap_audit.middlewares.robots_policies import RobotsPolicies
from sitemap_audit.parsing import urls

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.crawler import Crawler

    from sitemap_audit.middlewares.robots_policies import RobotsPolicy
    from sitemap_audit.options import Options

OWN_TOKEN = "sitemap-audit"  # noqa: S105
"User agent that robots.txt names the audit itself by."
MEDIA_BOTS = {
    "image": "Googlebot-Image",
    "thumbnail": "Googlebot-Image",
    "video": "Googlebot-Video",
}
"""Who fetches what: developers.google.com/search/docs/crawling-indexing/google-common-crawlers"""
_OF_THE_HOST = (FetchError.PRIVATE_ADDRESS, FetchError.PROXY, FetchError.THROTTLED)
"Errors of a robots.txt that hold for all pages of its host."


def tokens_of(options: Options) -> set[str]:
    """Product tokens of all bots that verdicts are made for."""
    return {OWN_TOKEN, options.robots_token, *MEDIA_BOTS.values()}


class RobotsMiddleware:
    """Downloader middleware: refuses what robots.txt disallows, and notes the bot's verdict."""

    def __init__(self, crawler: Crawler) -> None:
        self._options = options_of(crawler.settings)
        self.policies = RobotsPolicies()
        "By origin."

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> RobotsMiddleware:
        return cls(crawler)

    def process_request(self, request: Request) -> None:
        """Note the audited bot's verdict in ``meta['robots']``; stop what we may not fetch.

        Requests of other people's components, and those for robots.txt itself, pass.

        Raises:
            NotFetched: robots.txt disallows it, or could not be read.
        """
        url: str = getattr(request.cb_kwargs.get("target"), "url", "")
        policy = self.policies.get(urls.origin(url)) if url else None
        if policy is None:
            return
        if policy.record.error in _OF_THE_HOST and not policy.record.redirects:
            raise NotFetched(FetchError(policy.record.error), policy.record.error_detail or "")
        request.meta["robots"] = policy.verdict(url, self._options.robots_token)
        if self._options.obey_robots:
            _refuse(policy, url)


def _refuse(policy: RobotsPolicy, url: str) -> None:
    """Refuse a URL that the audit itself may not fetch.

    Raises:
        NotFetched: it may not.
    """
    verdict, rule, line = policy.verdict(url, OWN_TOKEN)
    if verdict == "unknown":
        raise NotFetched(
            FetchError.ROBOTS_UNREACHABLE,
            f"{policy.record.url} could not be read: the whole host counts as disallowed"
            " (RFC 9309, 2.3.1.4).",
        )
    if verdict == "disallowed":
        raise NotFetched(FetchError.DISALLOWED, f"robots.txt, line {line}: {rule}")
