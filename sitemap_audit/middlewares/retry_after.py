"""Postpone requests to paused hosts (429, Retry-After, Crawl-delay, ``--hours``).

No request sleeps here: it would count as active and take a slot from other hosts. A request to a
paused host fails with ``Postponed``. The spider's ``start()`` asks :class:`HostThrottle` before it
yields a request, and yields this one again after the pause.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from scrapy import signals
from scrapy.exceptions import (
    CannotResolveHostError,
    DownloadConnectionRefusedError,
    DownloadFailedError,
    DownloadTimeoutError,
)

from sitemap_audit.crawl_settings import AS_BOT, is_of_audit, options_of
from sitemap_audit.handlers.ignored_requests import NotFetched, Postponed
from sitemap_audit.handlers.signing import REFUSALS, SIGNED, clock_fault
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
            NotFetched: the origin gets no further requests.
        """
        throttle, url = self.throttle, request.url
        if (sentence := throttle.why_given_up(url)) is not None:
            raise NotFetched(FetchError.THROTTLED, sentence)
        is_counted = request.meta.pop(STARTED, False)
        if not is_of_audit(request):
            return  # a request of the project, which does not handle Postponed
        if throttle.is_paused(url) if is_counted else throttle.start(url):
            raise Postponed(url)

    def process_response(self, request: Request, response: Response) -> Response:
        """Record a response; postpone the request if it is to be retried after a pause.

        Raises:
            Postponed: it is retried after the pause.
        """
        throttle, url, meta = self.throttle, request.url, request.meta
        if "cached" in response.flags:
            if is_of_audit(request):
                throttle.undo_start(url)
            return response
        asked, status, now = None, response.status, datetime.now(UTC)
        if status in (429, 503):
            written = (response.headers.get("Retry-After") or b"").decode("latin-1")
            asked = read_retry_after(written, now)
        if status in REFUSALS and meta.get(SIGNED):
            date = (response.headers.get("Date") or b"").decode("latin-1")
            if sentence := clock_fault(urls.host(url), date, now):
                throttle.remark(sentence)
        if AS_BOT in meta and status in (429, 503):
            return response  # the bot is refused, not the audit
        tries, is_second = meta.get("retry_times", 0), bool(meta.get("dont_retry"))
        is_again = is_second or tries > 0
        has_paused = throttle.note_response(url, status, asked, is_again=is_again)
        if not is_of_audit(request):
            return response  # Scrapy retries it, or not
        if has_paused and not is_second and tries < self._retries:
            meta["retry_times"] = tries + 1
            raise Postponed(url)
        if status == 429 or asked:
            meta["dont_retry"] = True  # RetryMiddleware would retry at once
        return response

    def process_exception(self, request: Request, exception: Exception) -> None:
        """Record a failed request; do not retry if many URLs in a row have failed."""
        meta, is_connected = request.meta, not isinstance(exception, _NO_CONNECTION)
        is_as_bot = AS_BOT in meta  # the bot may be refused, not the audit
        if isinstance(exception, _NO_RESPONSE) and is_of_audit(request) and not is_as_bot:
            is_again = bool(meta.get("retry_times") or meta.get("dont_retry"))
            if self.throttle.note_failure(
                request.url, is_again=is_again, is_connected=is_connected
            ):
                meta["dont_retry"] = True
        was_sent = meta.pop(SENT, False)
        if was_sent and getattr(exception, "reason", None) is FetchError.PRIVATE_ADDRESS:
            self.throttle.note_not_sent(request.url)

    def request_sent(self, request: Request) -> None:
        """Count a request that is sent; the handler may still refuse it."""
        request.meta[SENT] = True
        self.throttle.note_sent(request.url)
