"""Which requests the middleware refuses, gives back and counts."""

from __future__ import annotations

from contextlib import nullcontext

import pytest
from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import DownloadConnectionRefusedError, DownloadTimeoutError
from scrapy.http import Response

from middlewares.conftest import HOST, ORIGIN, PORT, TimedThrottle
from sitemap_audit.crawl_settings import AUDIT_OPTIONS
from sitemap_audit.handlers.ignored_requests import NotFetched, Postponed
from sitemap_audit.items import FetchError
from sitemap_audit.middlewares.host_throttle import PATIENCE
from sitemap_audit.middlewares.retry_after import STARTED, RetryAfterMiddleware
from sitemap_audit.options import Options
from sitemap_audit.spiders.sitemap import AuditSpider

URL = f"{ORIGIN}/a"


@pytest.fixture
def middleware(throttle: TimedThrottle) -> RetryAfterMiddleware:
    crawler = Crawler(AuditSpider, {"RETRY_TIMES": 2})
    crawler.settings.set(AUDIT_OPTIONS, Options())
    middleware = RetryAfterMiddleware(crawler)
    middleware.throttle = throttle
    return middleware


def request(**meta: object) -> Request:
    """A request of the audit's."""
    return Request(URL, cb_kwargs={"target": ()}, meta=meta)


def response(status: int, after: str = "20", *flags: str) -> Response:
    return Response(URL, status, {"Retry-After": after}, flags=[*flags])


def test_a_request_whose_host_pauses_is_given_back(middleware: RetryAfterMiddleware) -> None:
    middleware.process_request(request())
    middleware.throttle.note_response(URL, 429, 20.0)
    for each in (request(), request(**{STARTED: True})):
        with pytest.raises(Postponed):
            middleware.process_request(each)


def test_a_request_that_the_queue_has_counted_starts_once(
    middleware: RetryAfterMiddleware,
) -> None:
    middleware.throttle.set_crawl_delay(URL, 2.0)
    assert middleware.throttle.start(URL) == 0.0
    first = request(**{STARTED: True})
    middleware.process_request(first)
    with pytest.raises(Postponed):  # made again by Scrapy's retry middleware
        middleware.process_request(first)


def test_a_request_of_the_project_is_not_given_back_to_nobody(
    middleware: RetryAfterMiddleware,
) -> None:
    for own in (Request(URL), Request(URL, cb_kwargs={"target": "its own argument"})):
        came = response(429)
        assert middleware.process_response(own, came) is came
        assert own.meta == {}  # Scrapy's middleware retries it
        assert middleware.throttle.is_paused(URL)
        middleware.process_request(own)


def test_an_origin_that_is_given_up_is_not_asked(middleware: RetryAfterMiddleware) -> None:
    middleware.throttle = TimedThrottle(max_wait=0.0)
    for _ in range(PATIENCE):
        middleware.process_response(Request(URL), response(429))
    for each in (request(), request(**{STARTED: True}), Request(URL)):
        with pytest.raises(NotFetched, match=f"{HOST} returned 429") as caught:
            middleware.process_request(each)
        assert caught.value.reason == FetchError.THROTTLED
    middleware.process_request(Request(PORT))


@pytest.mark.parametrize(
    ("status", "tries", "max_wait", "is_given_back", "is_final"),
    [
        pytest.param(429, 0, 30.0, True, False, id="429"),
        pytest.param(503, 0, 30.0, True, False, id="503"),
        pytest.param(429, 2, 30.0, False, True, id="no tries left"),
        pytest.param(503, 0, 0.0, False, True, id="no time left"),
        pytest.param(200, 0, 30.0, False, False, id="200"),
    ],
)
def test_a_response_that_asks_for_time_is_fetched_again(
    status: int,
    tries: int,
    max_wait: float,
    *,
    is_given_back: bool,
    is_final: bool,
    middleware: RetryAfterMiddleware,
) -> None:
    middleware.throttle = TimedThrottle(max_wait=max_wait)
    asked = request(retry_times=tries)
    with pytest.raises(Postponed) if is_given_back else nullcontext():
        middleware.process_response(asked, response(status))
    assert asked.meta["retry_times"] == tries + is_given_back
    assert asked.meta.get("dont_retry", False) is is_final  # by Scrapy


@pytest.mark.parametrize("error", [DownloadTimeoutError, DownloadConnectionRefusedError])
def test_a_host_that_does_not_respond_gets_no_request_three_times(
    error: type[Exception], middleware: RetryAfterMiddleware
) -> None:
    requests = [request() for _ in range(20)]
    for each in requests:
        middleware.process_exception(each, error("no response"))
    assert sum(not each.meta.get("dont_retry") for each in requests) == PATIENCE - 1
    assert middleware.throttle.is_paused(URL) is (error is DownloadConnectionRefusedError)


def test_a_response_from_the_cache_makes_no_pause_and_no_delay(
    middleware: RetryAfterMiddleware,
) -> None:
    middleware.throttle.set_crawl_delay(URL, 2.0)
    for status in (200, 429, 200):
        asked, cached = request(), response(status, "20", "cached")
        middleware.process_request(asked)  # raises Postponed where it has to wait
        assert middleware.process_response(asked, cached) is cached


def test_requests_that_are_sent_are_counted(
    middleware: RetryAfterMiddleware, throttle: TimedThrottle
) -> None:
    private = NotFetched(FetchError.PRIVATE_ADDRESS, "it is private")
    sent = [request() for _ in range(3)]
    for each in sent:
        middleware.request_sent(each)
        throttle.passed += 0.5
    middleware.process_exception(sent[-1], private)  # by the handler
    middleware.process_exception(request(), private)  # by another middleware
    (host,) = throttle.traffic.record().by_host
    assert (host.host, host.requests, host.seconds) == (HOST, 2, 1.0)
