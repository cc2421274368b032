"""Downloader middleware: how the first try of a request failed, before it is made again.

Scrapy retries after a server error or a broken connection, and keeps no more of the tries
before than their number. A 429, and a 503 with Retry-After, are pauses and no failures. Neither is
a timeout while this process stood still: a machine that slept, a terminal that was paused (Ctrl-S).
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
"Seconds between two beats of the event loop's heart."
STANDSTILL = 3.0
"Seconds without a beat after which the process has stood still."


class FirstFailureMiddleware:
    """Notes the first failure of a request in its ``meta``, which its next try takes over."""

    def __init__(self) -> None:
        self._beat_at = self._stood_until = seconds()
        self._heart = create_looping_call(self._beat)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Watch the event loop while the spider is open."""
        middleware = cls()
        crawler.signals.connect(middleware.spider_opened, signal=signals.spider_opened)
        crawler.signals.connect(middleware.spider_closed, signal=signals.spider_closed)
        return middleware

    def spider_opened(self) -> None:
        """Begin to watch."""
        self._heart.start(BEAT)

    def spider_closed(self) -> None:
        """Watch no longer."""
        self._heart.stop()

    def _beat(self) -> None:
        now = seconds()
        if now - self._beat_at > STANDSTILL:
            self._stood_until = now
        self._beat_at = now

    def process_request(self, request: Request) -> None:
        """Note when a try begins."""
        request.meta[_BEGUN] = seconds()

    def process_response(self, request: Request, response: Response) -> Response:
        """Note a server error, and a response that is incomplete."""
        is_pause = response.status == 503 and "Retry-After" in response.headers
        if response.status >= 500 and not is_pause:
            request.meta.setdefault(FIRST_FAILURE, response.status)
        elif "dataloss" in response.flags:
            request.meta.setdefault(FIRST_FAILURE, FetchError.TRUNCATED)
        return response

    def process_exception(self, request: Request, exception: Exception) -> None:
        """Note why no response came."""
        self._beat()
        if request.meta.get(_BEGUN, self._stood_until) < self._stood_until:
            return
        if not isinstance(exception, IgnoreRequest):  # it was not requested
            request.meta.setdefault(FIRST_FAILURE, exception)
