"""When a host may be asked next, by clocks that a test turns."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest
from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.http import Response

from sitemap_audit.crawl_settings import AUDIT_OPTIONS
from sitemap_audit.handlers.errors import NotFetched, Postponed
from sitemap_audit.items import FetchError
from sitemap_audit.middlewares.host_throttle import (
    FIRST_PAUSE,
    LONGEST_DELAY,
    LONGEST_PAUSE,
    PATIENCE,
    HostThrottle,
)
from sitemap_audit.middlewares.retry_after import STARTED, RetryAfterMiddleware
from sitemap_audit.options import Options
from sitemap_audit.spiders.sitemap import AuditSpider

if TYPE_CHECKING:
    from middlewares.conftest import Clock

NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
HOST, OTHER = "www.example.com", "other.example"
URL = f"https://{HOST}/a"


@pytest.fixture
def throttle(clock: Clock) -> HostThrottle:
    throttle = HostThrottle(Options(), clock, now=lambda: NOON)
    throttle.note_response(HOST, 200, None)  # it is up
    return throttle


@pytest.mark.parametrize(
    ("status", "asked", "pause"),
    [
        pytest.param(429, 20.0, 20.0, id="429"),
        pytest.param(429, None, FIRST_PAUSE, id="429 without Retry-After"),
        pytest.param(429, 0.0, 1.0, id="429 with Retry-After 0"),
        pytest.param(503, 20.0, 20.0, id="503"),
        pytest.param(503, None, 0.0, id="503 without Retry-After"),
        pytest.param(503, 0.0, 0.0, id="503 with Retry-After 0"),
        pytest.param(500, 20.0, 0.0, id="500"),
        pytest.param(200, 20.0, 0.0, id="200"),
        pytest.param(429, 9_999.0, LONGEST_PAUSE, id="longer than an audit waits"),
    ],
)
def test_a_response_makes_its_host_pause(
    status: int, asked: float | None, pause: float, throttle: HostThrottle, clock: Clock
) -> None:
    assert throttle.note_response(HOST, status, asked) is (pause > 0)
    assert throttle.start(HOST) == pause
    assert throttle.start(OTHER) == 0.0
    assert throttle.seconds_until_next_start() == (pause or None)
    clock.seconds += pause
    assert throttle.start(HOST) == 0.0
    assert throttle.seconds_until_next_start() is None


def test_a_pause_is_told(throttle: HostThrottle) -> None:
    throttle.note_response(HOST, 429, 20.0)
    throttle.note_response(HOST, 429, 9_999.0)
    record = throttle.traffic.record()
    assert record.by_host[0].pauses == {"status 429": 1}
    assert record.by_host[0].paused_seconds == LONGEST_PAUSE
    assert throttle.waits_for == f"waiting for {HOST} until 12:05:00, it returned 429"


def test_a_pause_that_is_cut_is_told(throttle: HostThrottle) -> None:
    throttle.note_response(HOST, 503, 9_999.0)
    assert throttle.traffic.record().remarks == [
        f"{HOST} requested a pause of 9,999 s (Retry-After); the audit continued after"
        f" {LONGEST_PAUSE:.0f} s."
    ]


def test_pauses_in_a_row_grow(throttle: HostThrottle, clock: Clock) -> None:
    for number in range(6):
        throttle.note_response(HOST, 429, None)
        assert throttle.start(HOST) == FIRST_PAUSE * 2**number
        clock.seconds += LONGEST_PAUSE
    throttle.note_response(HOST, 200, None)
    throttle.note_response(HOST, 429, None)
    assert throttle.start(HOST) == FIRST_PAUSE


def test_a_host_that_is_given_up_is_not_waited_for(clock: Clock) -> None:
    throttle = HostThrottle(Options(max_wait=60.0), clock)
    for _ in range(PATIENCE):
        throttle.note_response(HOST, 429, 30.0)
        clock.seconds += 30.0
    assert throttle.is_given_up(HOST)
    assert throttle.given_up == {
        HOST: f"{HOST} returned 429 to {PATIENCE} URLs in a row, after 60 seconds of waiting"
        ", the limit (--max-wait): its other URLs were not requested."
    }
    assert (throttle.start(HOST), throttle.seconds_until_start(HOST)) == (0.0, 0.0)
    assert throttle.seconds_until_next_start() is None
    assert throttle.waits_for is None


def test_a_crawl_delay_keeps_requests_apart(throttle: HostThrottle, clock: Clock) -> None:
    throttle.set_crawl_delay(HOST, 2.0)
    throttle.set_crawl_delay(HOST, 1.0)
    assert throttle.most_at_once(HOST) == 1
    assert throttle.most_at_once(OTHER) is None
    assert [throttle.start(HOST), throttle.start(HOST)] == [0.0, 2.0]
    clock.seconds += 2.0
    assert throttle.start(HOST) == 0.0


@pytest.mark.parametrize(
    ("options", "seconds"),
    [
        (Options(), 2.0 * 100),  # by Crawl-delay
        (Options(delay=1.0), 900.0),  # of the other host; the two are requested at the same time
        (Options(delay=5.0), 5.0 * 900),
        (Options(max_rate=0.5), 2.0 * 1_000),
    ],
)
def test_what_is_left_takes_as_long_as_the_slowest_host(
    options: Options, seconds: float, clock: Clock
) -> None:
    throttle = HostThrottle(options, clock)
    throttle.set_crawl_delay(HOST, 2.0)
    assert throttle.least_seconds(1_000, [(OTHER, 900), (HOST, 100)]) == seconds


def test_a_crawl_delay_is_kept_so_far_and_told(throttle: HostThrottle) -> None:
    throttle.set_crawl_delay(HOST, 0.05)
    throttle.set_crawl_delay(HOST, 3_600.0)
    throttle.start(HOST)
    assert throttle.seconds_until_start(HOST) == LONGEST_DELAY
    assert throttle.traffic.record().remarks == [
        f"robots.txt of {HOST} has Crawl-delay: 3600 s between two requests; {LONGEST_DELAY:g} s"
        " applied. --no-obey-robots ignores it."
    ]


def test_a_rate_holds_for_all_hosts_together(clock: Clock) -> None:
    throttle = HostThrottle(Options(max_rate=4.0), clock)
    starts = []
    for number in range(9):
        while (seconds := throttle.start((HOST, OTHER)[number % 2])) > 0:
            clock.seconds += seconds
        starts.append(clock.seconds - 1_000.0)
    assert starts == [0.0, *(0.25 * number for number in range(1, 9))]
    assert throttle.most_at_once(HOST) == 1


def test_nothing_starts_outside_of_the_hours(clock: Clock) -> None:
    now = datetime(2026, 11, 21, 21, 0, tzinfo=UTC)
    throttle = HostThrottle(Options(hours="22-6"), clock, now=lambda: now)
    assert throttle.start(HOST) == throttle.seconds_until_next_start() == 3_600.0
    assert throttle.waits_for == "paused outside 22-6 (--hours)"
    now = datetime(2026, 11, 21, 22, 0, tzinfo=UTC)
    assert throttle.start(HOST) == 0.0
    assert throttle.traffic.record().remarks == ["No requests were sent outside 22-6 (--hours)."]


# The middleware.


@pytest.fixture
def middleware(throttle: HostThrottle) -> RetryAfterMiddleware:
    crawler = Crawler(AuditSpider, {"RETRY_TIMES": 2})
    crawler.settings.set(AUDIT_OPTIONS, Options())
    middleware = RetryAfterMiddleware(crawler)
    middleware.throttle = throttle
    return middleware


def request(*, is_counted: bool = False, tries: int = 0) -> Request:
    """A request of the audit's."""
    meta = {"retry_times": tries} | ({STARTED: True} if is_counted else {})
    return Request(URL, cb_kwargs={"target": ()}, meta=meta)


def response(status: int, **headers: str) -> Response:
    return Response(URL, status, {name.replace("_", "-"): value for name, value in headers.items()})


def test_a_request_whose_host_pauses_is_given_back(middleware: RetryAfterMiddleware) -> None:
    middleware.process_request(request())
    middleware.throttle.note_response(HOST, 429, 20.0)
    for is_counted in (False, True):
        with pytest.raises(Postponed):
            middleware.process_request(request(is_counted=is_counted))


def test_a_request_that_the_pump_has_counted_starts_once(middleware: RetryAfterMiddleware) -> None:
    middleware.throttle.set_crawl_delay(HOST, 2.0)
    assert middleware.throttle.start(HOST) == 0.0
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
        assert middleware.throttle.is_paused(HOST)
        middleware.process_request(own)


def test_a_host_that_is_given_up_is_not_asked(
    middleware: RetryAfterMiddleware, clock: Clock
) -> None:
    middleware.throttle = HostThrottle(Options(max_wait=0.0), clock)
    for _ in range(PATIENCE):
        middleware.throttle.note_response(HOST, 429, 1.0)
    with pytest.raises(NotFetched) as caught:
        middleware.process_request(request())
    assert caught.value.reason == FetchError.THROTTLED


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


def test_a_response_from_the_cache_makes_no_pause(middleware: RetryAfterMiddleware) -> None:
    cached = response(429, Retry_After="20").replace(flags=["cached"])
    assert middleware.process_response(request(), cached) is cached
    assert not middleware.throttle.is_paused(HOST)


def test_a_response_from_the_cache_does_not_delay_the_next_request(
    middleware: RetryAfterMiddleware,
) -> None:
    middleware.throttle.set_crawl_delay(HOST, 2.0)
    for _ in range(3):
        asked = request()
        middleware.process_request(asked)  # raises Postponed where it has to wait
        cached = response(200).replace(flags=["cached"])
        assert middleware.process_response(asked, cached) is cached
