"""Postpone requests to paused hosts (429, Retry-After, Crawl-delay, ``--hours``).

No request sleeps here: it would count as active and take a slot from other hosts. A request to a
paused host fails with ``Postponed``. The spider's ``start()`` checks :class:`HostThrottle` before
it yields a request, and yields this one again after the pause.
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

from sitemap_audit.crawl_settings import is_of_audit, options_of
from sitemap_audit.handlers.errors import NotFetched, Postponed
from sitemap_audit.items import FetchError
from sitemap_audit.middlewares.host_throttle import HostThrottle
from sitemap_audit.parsing import urls
from sitemap_audit.parsing.dates import read_retry_after

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
"Key of a request's ``meta``: HostThrottle has counted it."
SENT = "sent_is_counted"
"Key of a request's ``meta``: Traffic has counted it."


class RetryAfterMiddleware:
    """Downloader middleware that postpones requests to paused hosts and records pauses."""

    def __init__(self, crawler: Crawler) -> None:
        self.throttle = HostThrottle(options_of(crawler.settings))
        self._retries = crawler.settings.getint("RETRY_TIMES")
        crawler.signals.connect(self.request_sent, signal=signals.request_reached_downloader)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> RetryAfterMiddleware:
        return cls(crawler)

    def process_request(self, request: Request) -> None:
        """Pass a request on if its host may get one now.

        Raises:
            Postponed: the host is paused.
            NotFetched: the host gets no further requests.
        """
        name = host_name(request.url)
        for each in (name, urls.origin(request.url)):
            if self.throttle.is_given_up(each):
                raise NotFetched(FetchError.THROTTLED, self.throttle.given_up[each])
        is_counted = request.meta.pop(STARTED, False)
        if not is_of_audit(request):
            return  # a request of the project, which does not handle Postponed
        if self.throttle.is_paused(name) if is_counted else self.throttle.start(name) > 0:
            raise Postponed(name)

    def process_response(self, request: Request, response: Response) -> Response:
        """Record a refusal; postpone the request if it has tries left.

        Raises:
            Postponed: it is retried after the pause.
        """
        if "cached" in response.flags:
            if is_of_audit(request):
                self.throttle.undo_start(host_name(request.url))
            return response
        if response.status in (429, 503):
            self._note_refusal(request, response)
        else:
            self.throttle.note_response(
                host_name(request.url),
                response.status,
                None,
                origin=urls.origin(request.url),
                is_content=urlsplit(request.url).path != "/robots.txt",
            )
        return response

    def _note_refusal(self, request: Request, response: Response) -> None:
        """Record a 429 or 503; postpone the request if it is to be retried.

        Raises:
            Postponed: it is retried after the pause.
        """
        name = host_name(request.url)
        written = (response.headers.get("Retry-After") or b"").decode("latin-1")
        asked = read_retry_after(written, datetime.now(UTC))
        tries = request.meta.get("retry_times", 0)
        is_second = bool(request.meta.get("dont_retry"))
        has_paused = self.throttle.note_response(
            name,
            response.status,
            asked,
            origin=urls.origin(request.url),
            is_again=is_second or tries > 0,
        )
        if not is_of_audit(request):
            return  # Scrapy retries it, or not
        if has_paused and not is_second and tries < self._retries:
            request.meta["retry_times"] = tries + 1
            raise Postponed(name)
        if response.status == 429 or asked:
            request.meta["dont_retry"] = True  # RetryMiddleware would retry at once

    def process_exception(self, request: Request, exception: Exception) -> None:
        """Record a failed request; do not retry if many URLs of the host have failed in a row."""
        if isinstance(exception, _NO_RESPONSE) and is_of_audit(request):
            is_again = "retry_times" in request.meta or "dont_retry" in request.meta
            origin = urls.origin(request.url)
            if self.throttle.note_failure(
                host_name(request.url),
                is_again=is_again,
                unconnected=origin if isinstance(exception, _NO_CONNECTION) else "",
                origin=origin,
            ):
                request.meta["dont_retry"] = True
        was_sent = request.meta.pop(SENT, False)
        if was_sent and getattr(exception, "reason", None) is FetchError.PRIVATE_ADDRESS:
            self.throttle.traffic.host(host_name(request.url)).discard_request()

    def request_sent(self, request: Request) -> None:
        """Count a request that is sent; the handler may still refuse it."""
        request.meta[SENT] = True
        self.throttle.traffic.host(host_name(request.url)).note_request(time.monotonic())


def host_name(url: str) -> str:
    """Return the host of a URL, without port."""
    return _host_of(urls.origin(url))


@lru_cache
def _host_of(origin: str) -> str:
    return urlsplit(origin).hostname or ""
