"""When an origin may get its next request."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from middlewares.conftest import HOST, ORIGIN, OTHER, PORT, TimedThrottle
from sitemap_audit.middlewares.host_throttle import (
    FIRST_PAUSE,
    LONGEST_DELAY,
    LONGEST_PAUSE,
    PATIENCE,
    WAIT_FOR_FIRST,
)

MAX_WAIT = 900.0
"Seconds; the default."
REFUSALS = pytest.mark.parametrize(
    ("status", "asked"),
    [
        pytest.param(503, 9_999.0, id="503 with Retry-After"),
        pytest.param(503, 1.0, id="503 with a short Retry-After"),
        pytest.param(429, None, id="429"),
        pytest.param(503, None, id="503 alone"),
        pytest.param(None, None, id="no response"),
    ],
)


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
    status: int, asked: float | None, pause: float, throttle: TimedThrottle
) -> None:
    assert throttle.note_response(f"{ORIGIN}/a", status, asked) is (pause > 0)
    for url in (ORIGIN, PORT):
        assert throttle.may_start(url) == throttle.start(url) == pause
    assert throttle.start(OTHER) == 0.0
    throttle.passed += pause
    assert throttle.start(ORIGIN) == 0.0


def test_the_next_start_is_the_earliest_that_was_told(throttle: TimedThrottle) -> None:
    throttle.note_response(ORIGIN, 429, 20.0)
    throttle.note_response(OTHER, 429, 10.0)
    assert throttle.seconds_until_next_start() is None, "no request waits"
    assert [throttle.may_start(each) for each in (ORIGIN, OTHER)] == [20.0, 10.0]
    assert throttle.seconds_until_next_start() == 10.0
    assert throttle.may_start(OTHER) == 10.0
    throttle.passed += 11.0
    assert throttle.seconds_until_next_start() == 0.0, "it may start by now"
    assert throttle.seconds_until_next_start() is None


def test_a_pause_is_told(throttle: TimedThrottle) -> None:
    for _ in range(2):
        throttle.note_response(ORIGIN, 503, 9_999.0)
    record = throttle.traffic.record()
    assert record.by_host[0].pauses == {"status 503": 1}
    assert record.by_host[0].paused_seconds == LONGEST_PAUSE
    assert record.remarks == [
        f"{HOST} requested a pause of 9,999 s (Retry-After); the audit continued after"
        f" {LONGEST_PAUSE:.0f} s."
    ]
    assert throttle.waits_for == f"waiting for {HOST} until 12:05:00, it returned 503"


def test_pauses_in_a_row_grow(throttle: TimedThrottle) -> None:
    for number in range(6):
        throttle.note_response(ORIGIN, 429)
        assert throttle.start(ORIGIN) == FIRST_PAUSE * 2**number
        throttle.passed += LONGEST_PAUSE
    throttle.note_response(ORIGIN, 200)
    throttle.note_response(ORIGIN, 429)
    assert throttle.start(ORIGIN) == FIRST_PAUSE


@pytest.mark.parametrize(
    "written",
    ["HTTPS://WWW.Example.com:443/A", f"https://me:secret@{HOST}/", f"{ORIGIN}?a", f"{ORIGIN}/"],
)
def test_an_origin_is_known_however_it_is_written(written: str) -> None:
    throttle = TimedThrottle(max_wait=0.0)
    for _ in range(PATIENCE):
        throttle.note_response(written, 429)
    assert list(throttle.given_up) == [ORIGIN]
    assert throttle.why_given_up(written) == throttle.given_up[ORIGIN]
    assert [throttle.may_start(each) for each in (written, ORIGIN, PORT)] == [None, None, 0.0]


# Crawl-delay, --max-rate and --hours.


def test_a_crawl_delay_keeps_requests_apart_and_is_told(throttle: TimedThrottle) -> None:
    for seconds in (0.05, 3_600.0, 1.0):
        throttle.set_crawl_delay(ORIGIN, seconds)
    assert [throttle.is_spaced(each) for each in (PORT, OTHER)] == [True, False]
    assert [throttle.start(ORIGIN), throttle.start(PORT)] == [0.0, LONGEST_DELAY]
    throttle.passed += LONGEST_DELAY
    assert throttle.start(ORIGIN) == 0.0
    told = f"robots.txt of {HOST} has Crawl-delay: %s. --no-obey-robots ignores it."
    assert throttle.traffic.record().remarks == [
        told % f"3600 s between two requests; {LONGEST_DELAY:g} s applied",
        told % "1 s between two requests",
    ]


@pytest.mark.parametrize(
    ("options", "seconds"),
    [
        ({}, 2.0 * 100),  # by Crawl-delay
        ({"delay": 1.0}, 900.0),  # of the other host; the two are requested at the same time
        ({"delay": 5.0}, 5.0 * 900),
        ({"max_rate": 0.5}, 2.0 * 1_000),
    ],
)
def test_what_is_left_takes_as_long_as_the_slowest_host(
    options: dict[str, Any], seconds: float
) -> None:
    throttle = TimedThrottle(**options)
    throttle.set_crawl_delay(ORIGIN, 2.0)
    assert throttle.least_seconds(1_000, [(OTHER, 900), (ORIGIN, 100)]) == seconds


def test_a_rate_holds_for_all_hosts_together() -> None:
    throttle = TimedThrottle(max_rate=4.0)
    for number in range(9):
        while seconds := throttle.start((ORIGIN, OTHER)[number % 2]):
            throttle.passed += seconds
        assert throttle.passed == 0.25 * number
    assert throttle.is_spaced(ORIGIN)


def test_nothing_starts_outside_of_the_hours() -> None:
    throttle = TimedThrottle(hours="22-6")
    assert throttle.start(ORIGIN) == throttle.seconds_until_next_start() == 36_000.0
    assert throttle.waits_for == "paused outside 22-6 (--hours)"
    throttle.now += timedelta(hours=10)
    assert throttle.start(ORIGIN) == 0.0
    assert throttle.waits_for is None
    assert throttle.traffic.record().remarks == ["No requests were sent outside 22-6 (--hours)."]


# The budget, and origins that are given up.


@REFUSALS
@pytest.mark.parametrize(
    ("home", "budget", "limit"),
    [
        pytest.param(200, MAX_WAIT, "(--max-wait)", id="page"),
        pytest.param(500, WAIT_FOR_FIRST, "for a host that has returned no page", id="no page"),
    ],
)
def test_an_origin_that_returns_nothing_else_is_given_up(
    home: int, budget: float, limit: str, status: int | None, asked: float | None
) -> None:
    throttle, requests = TimedThrottle(), 0
    throttle.note_response(f"{ORIGIN}/", home)
    throttle.note_response(f"{ORIGIN}/robots.txt", 200)
    while throttle.may_start(ORIGIN) is not None:
        throttle.ask(status, asked)
        throttle.passed += 1.0  # for a response
        requests += 1
        assert requests < 2_000
    assert budget <= throttle.passed < budget + requests + 1
    did = f"returned {status}" if status else "did not respond"
    assert throttle.given_up == {
        ORIGIN: f"{ORIGIN} {did} to {requests} URLs in a row, after {budget:.0f} seconds of"
        f" waiting, the limit {limit}: its other URLs were not requested."
    }
    assert throttle.start(ORIGIN) is throttle.waits_for is None  # type: ignore[comparison-overlap]
    throttle.note_response(ORIGIN, 404)
    assert throttle.budget_left(ORIGIN) == MAX_WAIT - throttle.traffic.hosts[HOST].waited


@REFUSALS
def test_another_port_of_a_host_that_works_is_still_requested(
    status: int | None, asked: float | None, throttle: TimedThrottle
) -> None:
    while not throttle.given_up:
        throttle.ask(status, asked, url=PORT)
        throttle.ask(200)
        throttle.passed += 1.0  # for the responses
        assert throttle.passed < 2 * MAX_WAIT
    assert throttle.passed >= MAX_WAIT
    throttle.passed += LONGEST_PAUSE
    assert [throttle.may_start(each) for each in (PORT, ORIGIN)] == [None, 0.0]


def test_a_section_under_maintenance_does_not_keep_an_audit_for_days(
    throttle: TimedThrottle,
) -> None:
    for _ in range(300):
        throttle.ask(503, 9_999.0)
        throttle.ask(200)
    assert throttle.passed == MAX_WAIT
    assert not throttle.given_up


def test_two_ports_wait_for_the_same_seconds_once(throttle: TimedThrottle) -> None:
    for _ in range(9):
        for url in (ORIGIN, PORT):
            throttle.note_failure(url, is_again=False)
        throttle.passed += 5.0
    assert throttle.budget_left(ORIGIN) == MAX_WAIT - 8 * 5.0


def test_a_resumed_audit_has_the_budget_that_is_left(throttle: TimedThrottle) -> None:
    throttle.note_response(ORIGIN, 503, 200.0)
    resumed = TimedThrottle()
    resumed.traffic.restore(throttle.traffic.record())
    assert resumed.budget_left(ORIGIN) == MAX_WAIT - 200.0


@pytest.mark.parametrize(("status", "is_waited_for"), [(503, False), (429, True)])
def test_a_url_that_returns_503_on_a_host_that_responds_is_waited_for_once(
    status: int, *, is_waited_for: bool, throttle: TimedThrottle
) -> None:
    assert throttle.note_response(ORIGIN, status, 9_999.0)
    throttle.passed += LONGEST_PAUSE
    throttle.note_response(ORIGIN, 200)
    assert throttle.note_response(ORIGIN, status, 9_999.0, is_again=True) is is_waited_for


def test_a_url_that_does_not_respond_on_a_host_that_does_costs_nothing(
    throttle: TimedThrottle,
) -> None:
    for _ in range(1_000):
        throttle.ask(None)
        throttle.passed += 4.0
        throttle.ask(200)
    assert throttle.budget_left(ORIGIN) == MAX_WAIT


def test_an_origin_without_connection_is_given_up_after_pauses_that_grow(
    throttle: TimedThrottle,
) -> None:
    for pause in (5.0, 10.0, 20.0, 40.0, 80.0, 0.0):
        throttle.refuse()
        assert throttle.may_start(PORT) == pause  # it may respond
    assert throttle.may_start(ORIGIN) is None
    assert throttle.given_up[ORIGIN].startswith(f"No connection to {ORIGIN} for ")


def test_a_server_that_restarts_is_waited_for(throttle: TimedThrottle) -> None:
    for _ in range(50):
        throttle.refuse()
        assert throttle.may_start(ORIGIN) == FIRST_PAUSE
        assert (throttle.waits_for or "").endswith(", it accepts no connection")
        throttle.ask(200)
    assert not throttle.given_up


@pytest.mark.parametrize("max_wait", [0.0, 7.0])
def test_a_host_is_waited_for_as_long_as_the_user_says(max_wait: float) -> None:
    throttle = TimedThrottle(max_wait=max_wait)
    for _ in range(3):
        throttle.refuse()
    assert throttle.may_start(ORIGIN) is None
    assert throttle.passed == max_wait


def test_a_host_that_is_read_from_a_folder_is_not_limited() -> None:
    throttle = TimedThrottle(served=HOST, max_rate=0.1, hours="22:00-23:00")
    throttle.set_crawl_delay(ORIGIN, 20.0)
    assert [throttle.start(ORIGIN) for _ in range(3)] == [0.0, 0.0, 0.0]
    assert not throttle.is_spaced(ORIGIN)
    assert throttle.least_seconds(1_000, [(ORIGIN, 900), (OTHER, 100)]) == 1_000.0
    assert throttle.traffic.record().remarks == []
    assert throttle.start(OTHER)
    assert throttle.is_spaced(OTHER)


def test_a_host_from_which_nothing_is_requested_is_not_limited() -> None:
    throttle = TimedThrottle(offline=True, max_rate=0.1)
    assert [throttle.start(OTHER) for _ in range(3)] == [0.0, 0.0, 0.0]
    assert not throttle.is_spaced(OTHER)
