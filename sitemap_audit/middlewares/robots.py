"""Downloader middleware that applies robots.txt to each request.

The spider fetches the robots.txt of an origin before it yields the first request to it, and stores
the policy here. The policy answers two questions: may the audit fetch the URL under its own user
agent, and may the evaluated bot (``--robots-token``) fetch it? For requests of the project that the
audit runs in, Scrapy's own middleware obeys robots.txt.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from scrapy.exceptions import IgnoreRequest
from scrapy.http.request import NO_CALLBACK

from sitemap_audit.crawl_settings import AS_BOT, is_of_audit, options_of
from sitemap_audit.handlers.ignored_requests import NotFetched
from sitemap_audit.items import FetchError
from sitemap_audit.middlewares.robots_policies import RobotsPolicies
from sitemap_audit.parsing import urls

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.crawler import Crawler

    from sitemap_audit.middlewares.robots_policies import RobotsPolicy
    from sitemap_audit.options import Options

logger = logging.getLogger(__name__)

OWN_TOKEN = "sitemap-audit"  # noqa: S105 - no password
"Product token of the audit itself in robots.txt."
MEDIA_BOTS = {
    "image": "Googlebot-Image",
    "thumbnail": "Googlebot-Image",
    "video": "Googlebot-Video",
}
"""Bots by media type: developers.google.com/search/docs/crawling-indexing/google-common-crawlers"""
_OF_THE_HOST = (
    *(FetchError.PRIVATE_ADDRESS, FetchError.PROXY, FetchError.THROTTLED),
    FetchError.OFFLINE,
)
"Errors of robots.txt that apply to all pages of the host."


def tokens_of(options: Options) -> set[str]:
    """Return the product tokens of all evaluated bots."""
    return {OWN_TOKEN, options.robots_token, *MEDIA_BOTS.values(), *options.bots}


class RobotsMiddleware:
    """Refuse requests that robots.txt disallows; record the verdict for the evaluated bot."""

    def __init__(self, crawler: Crawler) -> None:
        self._options = options_of(crawler.settings)
        self.policies = RobotsPolicies()
        "By origin."

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> RobotsMiddleware:
        return cls(crawler)

    def process_request(self, request: Request) -> None:
        """Store the verdict for the evaluated bot in ``meta['robots']``; refuse disallowed URLs.

        Requests of the project, and those for robots.txt itself, pass.

        Raises:
            NotFetched: robots.txt disallows the URL or could not be read.
        """
        url: str = getattr(request.cb_kwargs.get("target"), "url", "")
        policy = self.policies.get(urls.origin(url)) if url else None
        if policy is None:
            return
        if policy.record.error in _OF_THE_HOST and not policy.record.redirects:
            raise NotFetched(FetchError(policy.record.error), policy.record.error_detail or "")
        request.meta["robots"] = policy.verdict(url, self._options.robots_token)
        # A folder is read instead of the host, with all that it holds: no request is sent.
        is_of_folder = policy.record.error in (FetchError.HOSTING, FetchError.OFFLINE)
        if self._options.obey_robots and not is_of_folder:
            _refuse(policy, url, OWN_TOKEN)
            if bot := request.meta.get(AS_BOT):
                _refuse(policy, url, bot)

    def process_exception(self, request: Request, exception: Exception) -> None:
        """Log that a request of the project is not sent: Scrapy tells its errback only."""
        is_awaited = request.callback is NO_CALLBACK  # whoever does gets the exception
        if isinstance(exception, IgnoreRequest) and not (is_of_audit(request) or is_awaited):
            logger.warning("%s was not sent: %s", request, exception)


def _refuse(policy: RobotsPolicy, url: str, token: str) -> None:
    """Check that the audit, or the bot as which it requests a page, may fetch a URL.

    Raises:
        NotFetched: robots.txt disallows the URL or could not be read.
    """
    verdict, rule, line = policy.verdict(url, token)
    if verdict == "unknown":
        raise NotFetched(
            FetchError.ROBOTS_UNREACHABLE,
            f"{policy.record.url} could not be read: the whole host counts as disallowed"
            " (RFC 9309, 2.3.1.4).",
        )
    if verdict == "disallowed":
        raise NotFetched(FetchError.DISALLOWED, f"robots.txt, line {line}: {rule}")
