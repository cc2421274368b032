"""Which requests the middleware refuses, gives back and counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import DownloadConnectionRefusedError, DownloadTimeoutError
from scrapy.http import Response

from sitemap_audit.crawl_settings import AUDIT_OPTIONS
from sitemap_audit.handlers.errors import NotFetched, Postponed
from sitemap_audit.items import FetchError
from sitemap_audit.middlewares.host_throttle import PATIENCE, HostThrottle
from sitemap_audit.middlewares.retry_after import STARTED, RetryAfterMiddleware
from sitemap_audit.options import Options
from sitemap_audit.spiders.sitemap import AuditSpider

if TYPE_CHECKING:
    from middlewares.conftest import Clock

HOST = "www.example.com"
URL = f"https://{HOST}/a"


@pytest.fixture
def middleware(clock: Clock) -> RetryAfterMiddleware:
    crawler = Crawler(AuditSpider, {"RETRY_TIMES": 2})
    crawler.settings.set(AUDIT_OPTIONS, Options())
    middleware = RetryAfterMiddleware(crawler)
    middleware.throttle = HostThrottle(Options(max_wait=30.0), clock)
    middleware.throttle.note_response(URL, 200)  # it is up
    return middleware


def request(*, is_counted: bool = False, tries: int = 0) -> Request:
    """A request of the audit's."""
    meta = {"retry_times": tries} | ({STARTED: True} if is_counted else {})
    return Request(URL, cb_kwargs={"target": ()}, meta=meta)


def response(status: int, **headers: str) -> Response:
    return Response(URL, status, {name.replace("_", "-"): value for name, value in headers.items()})


def test_a_request_whose_host_pauses_is_given_back(middleware: RetryAfterMiddleware) -> None:
    middleware.process_request(request())
    middleware.throttle.note_response(URL, 429, 20.0)
    for is_counted in (False, True):
        with pytest.raises(Postponed):
            middleware.process_request(request(is_counted=is_counted))


def test_a_request_that_the_queue_has_counted_starts_once(
    middleware: RetryAfterMiddleware,
) -> None:
    middleware.throttle.set_crawl_delay(URL, 2.0)
    assert middleware.throttle.start(URL) == 0.0
    first = request(is_counted=True)
    middleware.process_request(first)
    with pytest.raises(Postponed):  # made again by Scrapy's retry middleware
        middleware.process_request(first)


def test_a_request_of_the_project_is_not_given_back_to_nobody(
    middleware: RetryAfterMiddleware,
) -> None:
    for own in (Request(URL), Request(URL, cb_kwargs={"target": "its own argument"})):
        came = response(429, Retry_After="20")
        assert middleware.process_response(own, came) is came
        assert own.meta == {}  # Scrapy's middleware retries it
        assert middleware.throttle.is_paused(URL)
        middleware.process_request(own)


def test_an_origin_that_is_given_up_is_not_asked(middleware: RetryAfterMiddleware) -> None:
    middleware.throttle.note_response(URL, 429, 30.0)
    for _ in range(PATIENCE):
        middleware.process_response(Request(URL), response(429))
    for each in (request(), request(is_counted=True), Request(URL)):
        with pytest.raises(NotFetched, match=f"{HOST} returned 429") as caught:
            middleware.process_request(each)
        assert caught.value.reason == FetchError.THROTTLED
    middleware.process_request(Request(f"https://{HOST}:8443/a"))


@pytest.mark.parametrize(
    ("status", "tries", "is_given_back"),
    [
        pytest.param(429, 0, True, id="429"),
        pytest.param(503, 0, True, id="503"),
        pytest.param(429, 2, False, id="no tries left"),
        pytest.param(200, 0, False, id="200"),
    ],
)
def test_a_response_that_asks_for_time_is_fetched_again(
    status: int, tries: int, *, is_given_back: bool, middleware: RetryAfterMiddleware
) -> None:
    asked = request(tries=tries)
    came = response(status, Retry_After="20")
    if not is_given_back:
        assert middleware.process_response(asked, came) is came
        return
    with pytest.raises(Postponed):
        middleware.process_response(asked, came)
    assert asked.meta["retry_times"] == tries + 1


def test_scrapy_does_not_make_a_request_again_that_is_waited_for_no_longer(
    middleware: RetryAfterMiddleware, clock: Clock
) -> None:
    asked, refusal = request(), response(503, Retry_After="30")
    with pytest.raises(Postponed):
        middleware.process_response(asked, refusal)
    clock.seconds += 30.0
    assert middleware.process_response(asked, refusal) is refusal
    assert asked.meta["dont_retry"]


@pytest.mark.parametrize("error", [DownloadTimeoutError, DownloadConnectionRefusedError])
def test_a_host_that_does_not_respond_gets_no_request_three_times(
    error: type[Exception], middleware: RetryAfterMiddleware
) -> None:
    requests = [request() for _ in range(20)]
    for each in requests:
        middleware.process_exception(each, error("no response"))
    assert sum(not each.meta.get("dont_retry") for each in requests) == PATIENCE - 1
    is_paused = error is DownloadConnectionRefusedError
    assert middleware.throttle.is_paused(URL) is is_paused


def test_a_response_from_the_cache_makes_no_pause_and_no_delay(
    middleware: RetryAfterMiddleware,
) -> None:
    middleware.throttle.set_crawl_delay(URL, 2.0)
    for status in (200, 429, 200):
        asked = request()
        middleware.process_request(asked)  # raises Postponed where it has to wait
        cached = response(status, Retry_After="20").replace(flags=["cached"])
        assert middleware.process_response(asked, cached) is cached
    assert not middleware.throttle.is_paused(URL)


def test_requests_that_are_sent_are_counted(middleware: RetryAfterMiddleware, clock: Clock) -> None:
    private = NotFetched(FetchError.PRIVATE_ADDRESS, "it is private")
    sent = [request() for _ in range(3)]
    for each in sent:
        clock.seconds += 0.1
        middleware.request_sent(each)
    middleware.process_exception(sent[-1], private)  # by the handler
    middleware.process_exception(request(), private)  # by another middleware
    (host,) = middleware.throttle.traffic.record().by_host
    assert (host.host, host.requests) == (HOST, 2)
    assert host.seconds == pytest.approx(0.2)
