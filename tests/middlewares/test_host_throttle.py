"""When an origin may get its next request, by clocks that a test turns."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import count
from typing import TYPE_CHECKING

import pytest

from sitemap_audit.middlewares.host_throttle import (
    FIRST_PAUSE,
    LONGEST_DELAY,
    LONGEST_PAUSE,
    PATIENCE,
    WAIT_FOR_FIRST,
    HostThrottle,
)
from sitemap_audit.options import Options

if TYPE_CHECKING:
    from middlewares.conftest import Clock

NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
HOST = "www.example.com"
ORIGIN, PORT, OTHER = f"https://{HOST}", f"https://{HOST}:8443", "https://other.example"
MAX_WAIT = 900.0
"Seconds; the default."
REFUSALS = [
    pytest.param(503, 9_999.0, id="503 with Retry-After"),
    pytest.param(503, 1.0, id="503 with a short Retry-After"),
    pytest.param(429, None, id="429"),
    pytest.param(503, None, id="503 alone"),
    pytest.param(None, None, id="no response"),
]


@pytest.fixture
def throttle(clock: Clock) -> HostThrottle:
    throttle = HostThrottle(Options(), clock, now=lambda: NOON)
    throttle.note_response(ORIGIN, 200)  # it is up
    return throttle


def ask(
    throttle: HostThrottle,
    clock: Clock,
    status: int | None,
    asked: float | None = None,
    url: str = ORIGIN,
) -> None:
    """Wait until the host may get a request, and have it respond, or not."""
    clock.seconds += throttle.start(url) or 0.0
    if status is None:
        throttle.note_failure(url, is_again=False)
    else:
        throttle.note_response(url, status, asked)


def refuse(throttle: HostThrottle, clock: Clock) -> None:
    """Wait until the host may get requests, and have the connections of some be refused."""
    clock.seconds += throttle.start(ORIGIN) or 0.0
    for _ in range(16):
        throttle.note_failure(ORIGIN, is_again=False, is_connected=False)


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
    assert throttle.note_response(f"{ORIGIN}/a", status, asked) is (pause > 0)
    for url in (ORIGIN, PORT):
        assert throttle.may_start(url) == throttle.start(url) == pause
    assert throttle.start(OTHER) == 0.0
    assert throttle.seconds_until_next_start() == (pause or None)
    clock.seconds += pause
    assert throttle.start(ORIGIN) == 0.0
    assert throttle.seconds_until_next_start() is None


@pytest.mark.parametrize(
    "written",
    ["HTTPS://WWW.Example.com:443/A", f"https://me:secret@{HOST}/", f"{ORIGIN}?a", f"{ORIGIN}/"],
)
def test_an_origin_is_known_however_it_is_written(written: str, clock: Clock) -> None:
    throttle = HostThrottle(Options(max_wait=0.0), clock)
    for _ in range(PATIENCE):
        throttle.note_response(written, 429)
    assert list(throttle.given_up) == [ORIGIN]
    assert throttle.why_given_up(written) == throttle.given_up[ORIGIN]
    assert [throttle.may_start(each) for each in (written, ORIGIN, PORT)] == [None, None, 0.0]


def test_the_next_start_is_the_earliest_of_those_that_have_to_wait(
    throttle: HostThrottle, clock: Clock
) -> None:
    throttle.note_response(ORIGIN, 429, 20.0)
    throttle.note_response(OTHER, 429, 10.0)
    assert throttle.seconds_until_next_start() is None, "no request waits"
    assert [throttle.may_start(each) for each in (ORIGIN, OTHER)] == [20.0, 10.0]
    clock.seconds += 11.0  # it may start by now
    assert throttle.seconds_until_next_start() == 0.0


def test_a_pause_is_told(throttle: HostThrottle) -> None:
    throttle.note_response(ORIGIN, 503, 9_999.0)
    throttle.note_response(ORIGIN, 503, 9_999.0)
    record = throttle.traffic.record()
    assert record.by_host[0].pauses == {"status 503": 1}
    assert record.by_host[0].paused_seconds == LONGEST_PAUSE
    assert record.remarks == [
        f"{HOST} requested a pause of 9,999 s (Retry-After); the audit continued after"
        f" {LONGEST_PAUSE:.0f} s."
    ]
    assert throttle.waits_for == f"waiting for {HOST} until 12:05:00, it returned 503"


def test_pauses_in_a_row_grow(throttle: HostThrottle, clock: Clock) -> None:
    for number in range(6):
        throttle.note_response(ORIGIN, 429)
        assert throttle.start(ORIGIN) == FIRST_PAUSE * 2**number
        clock.seconds += LONGEST_PAUSE
    throttle.note_response(ORIGIN, 200)
    throttle.note_response(ORIGIN, 429)
    assert throttle.start(ORIGIN) == FIRST_PAUSE


# Crawl-delay, --max-rate and --hours.


def test_a_crawl_delay_keeps_requests_apart(throttle: HostThrottle, clock: Clock) -> None:
    throttle.set_crawl_delay(ORIGIN, 2.0)
    throttle.set_crawl_delay(ORIGIN, 1.0)
    assert [throttle.is_spaced(each) for each in (PORT, OTHER)] == [True, False]
    assert [throttle.start(ORIGIN), throttle.start(PORT)] == [0.0, 2.0]
    clock.seconds += 2.0
    assert throttle.start(ORIGIN) == 0.0


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
    throttle.set_crawl_delay(ORIGIN, 2.0)
    assert throttle.least_seconds(1_000, [(OTHER, 900), (ORIGIN, 100)]) == seconds


def test_a_crawl_delay_is_kept_so_far_and_told(throttle: HostThrottle) -> None:
    throttle.set_crawl_delay(ORIGIN, 0.05)
    throttle.set_crawl_delay(ORIGIN, 3_600.0)
    throttle.start(ORIGIN)
    assert throttle.may_start(ORIGIN) == LONGEST_DELAY
    assert throttle.traffic.record().remarks == [
        f"robots.txt of {HOST} has Crawl-delay: 3600 s between two requests; {LONGEST_DELAY:g} s"
        " applied. --no-obey-robots ignores it."
    ]


def test_a_rate_holds_for_all_hosts_together(clock: Clock) -> None:
    throttle = HostThrottle(Options(max_rate=4.0), clock)
    starts = []
    for number in range(9):
        while seconds := throttle.start((ORIGIN, OTHER)[number % 2]):
            clock.seconds += seconds
        starts.append(clock.passed)
    assert starts == [0.0, *(0.25 * number for number in range(1, 9))]
    assert throttle.is_spaced(ORIGIN)


def test_nothing_starts_outside_of_the_hours(clock: Clock) -> None:
    now = datetime(2026, 11, 21, 21, 0, tzinfo=UTC)
    throttle = HostThrottle(Options(hours="22-6"), clock, now=lambda: now)
    assert throttle.start(ORIGIN) == throttle.seconds_until_next_start() == 3_600.0
    assert throttle.waits_for == "paused outside 22-6 (--hours)"
    now = datetime(2026, 11, 21, 22, 0, tzinfo=UTC)
    assert throttle.start(ORIGIN) == 0.0
    assert throttle.traffic.record().remarks == ["No requests were sent outside 22-6 (--hours)."]


# The budget, and origins that are given up.


@pytest.mark.parametrize(("status", "asked"), REFUSALS)
@pytest.mark.parametrize(
    ("usable", "budget", "limit"),
    [
        pytest.param([200], MAX_WAIT, "(--max-wait)", id="page"),
        pytest.param([500], WAIT_FOR_FIRST, "for a host that has returned no page", id="no page"),
    ],
)
def test_an_origin_that_returns_nothing_else_is_given_up(
    usable: list[int],
    budget: float,
    limit: str,
    status: int | None,
    asked: float | None,
    clock: Clock,
) -> None:
    throttle = HostThrottle(Options(), clock)
    throttle.note_response(f"{ORIGIN}/robots.txt", 200)
    for code in usable:
        throttle.note_response(f"{ORIGIN}/", code)
    for requests in count():
        if throttle.given_up:
            break
        ask(throttle, clock, status, asked)
        clock.seconds += 1.0  # for a response
        throttle.seconds_until_next_start()
        assert requests < 2_000
    assert budget <= clock.passed < budget + requests + 1
    did = f"returned {status}" if status else "did not respond"
    assert throttle.given_up == {
        ORIGIN: f"{ORIGIN} {did} to {max(requests, PATIENCE)} URLs in a row, after {budget:.0f}"
        f" seconds of waiting, the limit {limit}: its other URLs were not requested."
    }
    clock.seconds -= 1.0  # it may be paused for a while yet
    assert throttle.may_start(f"{ORIGIN}/a") is throttle.start(ORIGIN) is None
    assert throttle.seconds_until_next_start() is None
    assert throttle.waits_for is None
    throttle.note_response(ORIGIN, 404)
    assert throttle.budget_left(ORIGIN) == MAX_WAIT - throttle.traffic.hosts[HOST].waited


@pytest.mark.parametrize(("status", "asked"), REFUSALS)
def test_another_port_of_a_host_that_works_is_still_requested(
    status: int | None, asked: float | None, throttle: HostThrottle, clock: Clock
) -> None:
    for requests in count():
        if throttle.given_up:
            break
        ask(throttle, clock, status, asked, url=PORT)
        ask(throttle, clock, 200)
        clock.seconds += 1.0  # for the responses
        assert requests < 2_000
    assert clock.passed >= MAX_WAIT
    assert list(throttle.given_up) == [PORT]
    clock.seconds += LONGEST_PAUSE
    assert [throttle.may_start(each) for each in (PORT, ORIGIN)] == [None, 0.0]


def test_a_section_under_maintenance_does_not_keep_an_audit_for_days(
    throttle: HostThrottle, clock: Clock
) -> None:
    for _ in range(300):
        ask(throttle, clock, 503, 9_999.0)
        ask(throttle, clock, 200)
    assert clock.passed == MAX_WAIT
    assert not throttle.given_up


def test_two_ports_wait_for_the_same_seconds_once(throttle: HostThrottle, clock: Clock) -> None:
    for _ in range(9):
        for url in (ORIGIN, PORT):
            throttle.note_failure(url, is_again=False)
        clock.seconds += 5.0
    assert throttle.budget_left(ORIGIN) == MAX_WAIT - 8 * 5.0


def test_a_budget_is_what_the_user_says_and_a_resumed_audit_has_left(
    throttle: HostThrottle, clock: Clock
) -> None:
    assert HostThrottle(Options(max_wait=30.0), clock).budget_left(ORIGIN) == 30.0
    throttle.note_response(ORIGIN, 503, 200.0)
    resumed = HostThrottle(Options(), clock)
    resumed.traffic.restore(throttle.traffic.record())
    assert resumed.budget_left(ORIGIN) == MAX_WAIT - 200.0


@pytest.mark.parametrize(("status", "is_waited_for"), [(503, False), (429, True)])
def test_a_url_that_returns_503_on_a_host_that_responds_is_waited_for_once(
    status: int, *, is_waited_for: bool, throttle: HostThrottle, clock: Clock
) -> None:
    assert throttle.note_response(ORIGIN, status, 9_999.0)
    clock.seconds += LONGEST_PAUSE
    throttle.note_response(ORIGIN, 200)
    assert throttle.note_response(ORIGIN, status, 9_999.0, is_again=True) is is_waited_for


def test_a_url_that_does_not_respond_on_a_host_that_does_costs_nothing(
    throttle: HostThrottle, clock: Clock
) -> None:
    for _ in range(1_000):
        throttle.note_failure(ORIGIN, is_again=False)
        clock.seconds += 4.0
        throttle.note_response(ORIGIN, 200)
    assert throttle.budget_left(ORIGIN) == MAX_WAIT


def test_an_origin_without_connection_is_given_up_after_pauses_that_grow(
    throttle: HostThrottle, clock: Clock
) -> None:
    pauses = []
    while not throttle.given_up:
        refuse(throttle, clock)
        pauses.append(throttle.may_start(PORT))
        assert len(pauses) < 100
    assert pauses == [5.0, 10.0, 20.0, 40.0, 80.0, 0.0], "another port of it may respond"
    assert throttle.given_up[ORIGIN].startswith(f"No connection to {ORIGIN} for ")


def test_a_server_that_restarts_is_waited_for(throttle: HostThrottle, clock: Clock) -> None:
    for _ in range(50):
        refuse(throttle, clock)
        assert throttle.may_start(ORIGIN) == FIRST_PAUSE
        assert throttle.waits_for is not None
        assert throttle.waits_for.endswith(", it accepts no connection")
        ask(throttle, clock, 200)
    assert not throttle.given_up


def test_nothing_is_waited_for_without_a_budget(clock: Clock) -> None:
    throttle = HostThrottle(Options(max_wait=0.0), clock)
    refuse(throttle, clock)
    assert throttle.may_start(ORIGIN) is None
