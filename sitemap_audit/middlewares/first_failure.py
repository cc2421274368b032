"""Downloader middleware that records how the first try of a request failed.

Scrapy retries after a server error or a lost connection and keeps only the number of tries. A 429,
and a 503 with Retry-After, are pauses, not failures. A timeout is no failure if this process was
suspended meanwhile: the machine slept, or the terminal was paused (Ctrl-S).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from scrapy import signals
from scrapy.exceptions import IgnoreRequest
from scrapy.utils.asyncio import create_looping_call

from sitemap_audit.items import FetchError
from sitemap_audit.machine.clock import seconds

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.crawler import Crawler
    from scrapy.http import Response

FIRST_FAILURE = "first_failure"
"Key of a request's ``meta``: how its first try failed (status code, FetchError, exception)."
_BEGUN = "began_at"
BEAT = 1.0
"Seconds between two heartbeats of the event loop."
STANDSTILL = 3.0
"Seconds without a heartbeat after which the process counts as suspended."


class FirstFailureMiddleware:
    """Record the first failure of a request in its ``meta``, which retries inherit."""

    def __init__(self) -> None:
        self._beat_at = self._stood_until = seconds()
        self._heart = create_looping_call(self._beat)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Create the middleware; its heartbeat runs while the spider is open."""
        middleware = cls()
        crawler.signals.connect(middleware.spider_opened, signal=signals.spider_opened)
        crawler.signals.connect(middleware.spider_closed, signal=signals.spider_closed)
        return middleware

    def spider_opened(self) -> None:
        """Start the heartbeat."""
        self._heart.start(BEAT)

    def spider_closed(self) -> None:
        """Stop the heartbeat."""
        self._heart.stop()

    def _beat(self) -> None:
        now = seconds()
        if now - self._beat_at > STANDSTILL:
            self._stood_until = now
        self._beat_at = now

    def process_request(self, request: Request) -> None:
        """Record when a try begins."""
        request.meta[_BEGUN] = seconds()

    def process_response(self, request: Request, response: Response) -> Response:
        """Record a server error or a truncated response."""
        is_pause = response.status == 503 and "Retry-After" in response.headers
        if response.status >= 500 and not is_pause:
            request.meta.setdefault(FIRST_FAILURE, response.status)
        elif "dataloss" in response.flags:
            request.meta.setdefault(FIRST_FAILURE, FetchError.TRUNCATED)
        return response

    def process_exception(self, request: Request, exception: Exception) -> None:
        """Record why there is no response."""
        self._beat()
        if request.meta.get(_BEGUN, self._stood_until) < self._stood_until:
            return
        if not isinstance(exception, IgnoreRequest):  # it was not requested
            request.meta.setdefault(FIRST_FAILURE, exception)
