"""Gives requests back whose host pauses (429, Retry-After, Crawl-delay, ``--hours``).

Nothing sleeps here: a request that sleeps counts as active and keeps a place from other hosts. A
request whose host pauses is given back (``Postponed``), and the spider's ``start()``, which asks
:class:`HostThrottle` before it gives a request out, gives it out again when the pause is over.
"""

from __future__ import annotations

import time
from datetime import UTC, datetime
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from scrapy import signals
from scrapy.exceptions import (
    CannotResolveHostError,
    DownloadConnectionRefusedError,
    DownloadFailedError,
    DownloadTimeoutError,
)

from sitemap_audit.crawl_settings import options_of
from sitemap_audit.handlers.errors import NotFetched, Postponed
from sitemap_audit.items import FetchError
from sitemap_audit.middlewares.host_throttle import HostThrottle
from sitemap_audit.middlewares.waiting_times import read_retry_after
from sitemap_audit.parsing import urls

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.crawler import Crawler
    from scrapy.http import Response

_NO_RESPONSE = (
    CannotResolveHostError,
    DownloadConnectionRefusedError,
    DownloadFailedError,
    DownloadTimeoutError,
    OSError,
)
_NO_CONNECTION = (CannotResolveHostError, DownloadConnectionRefusedError)
STARTED = "start_is_counted"
"Key of a request's ``meta``: the throttle has counted it already."
SENT = "sent_is_counted"
"Key of a request's ``meta``: it counts as sent."


class RetryAfterMiddleware:
    """Gives requests back whose host pauses, and notes the pauses that responses ask for."""

    def __init__(self, crawler: Crawler) -> None:
        self.throttle = HostThrottle(options_of(crawler.settings))
        self._retries = crawler.settings.getint("RETRY_TIMES")
        crawler.signals.connect(self.request_sent, signal=signals.request_reached_downloader)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> RetryAfterMiddleware:
        return cls(crawler)

    def process_request(self, request: Request) -> None:
        """Let a request through whose host may get one now.

        Raises:
            Postponed: it pauses.
            NotFetched: it gets no further requests.
        """
        name = host_name(request.url)
        for each in (name, urls.origin(request.url)):
            if self.throttle.is_given_up(each):
                raise NotFetched(FetchError.THROTTLED, self.throttle.given_up[each])
        is_counted = request.meta.pop(STARTED, False)
        if not is_counted and "target" not in request.cb_kwargs:
            return  # another component's: nobody would make it again later
        if self.throttle.is_paused(name) if is_counted else self.throttle.start(name) > 0:
            raise Postponed(name)

    def process_response(self, request: Request, response: Response) -> Response:
        """Note a pause, and give the request back where it has tries left.

        Raises:
            Postponed: it is to be made again after the pause.
        """
        if "cached" in response.flags:
            self.throttle.take_back(host_name(request.url))
            return response
        if response.status in (429, 503):
            self._note_refusal(request, response)
        else:
            self.throttle.note_response(host_name(request.url), response.status, None)
        return response

    def _note_refusal(self, request: Request, response: Response) -> None:
        """Note a 429 or 503, and give the request back where it is to be made again.

        Raises:
            Postponed: it is.
        """
        name = host_name(request.url)
        written = (response.headers.get("Retry-After") or b"").decode("latin-1")
        asked = read_retry_after(written, datetime.now(UTC))
        tries = request.meta.get("retry_times", 0)
        is_second = bool(request.meta.get("dont_retry"))
        has_paused = self.throttle.note_response(
            name, response.status, asked, is_again=is_second or tries > 0
        )
        if has_paused and not is_second and tries < self._retries:
            request.meta["retry_times"] = tries + 1
            raise Postponed(name)
        if response.status == 429 or asked:
            request.meta["dont_retry"] = True  # Scrapy would make it again at once

    def process_exception(self, request: Request, exception: Exception) -> None:
        """Note that no response came; of a host that is silent, no URL is tried three times."""
        if isinstance(exception, _NO_RESPONSE) and "target" in request.cb_kwargs:
            is_again = "retry_times" in request.meta or "dont_retry" in request.meta
            is_unconnected = isinstance(exception, _NO_CONNECTION)
            if self.throttle.note_failure(
                host_name(request.url),
                is_again=is_again,
                unconnected=urls.origin(request.url) if is_unconnected else "",
            ):
                request.meta["dont_retry"] = True
        was_sent = request.meta.pop(SENT, False)
        if was_sent and getattr(exception, "reason", None) is FetchError.PRIVATE_ADDRESS:
            self.throttle.traffic.host(host_name(request.url)).take_back_request()

    def request_sent(self, request: Request) -> None:
        """Count a request that goes over the wire; the handler may still refuse it."""
        request.meta[SENT] = True
        self.throttle.traffic.host(host_name(request.url)).note_request(time.monotonic())


def host_name(url: str) -> str:
    """The host of a URL, without port."""
    return _host_of(urls.origin(url))


@lru_cache
def _host_of(origin: str) -> str:
    return urlsplit(origin).hostname or ""
