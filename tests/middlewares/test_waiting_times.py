"""How fast a host is asked."""

from __future__ import annotations

from datetime import UTC, datetime, time

import pytest

from sitemap_audit.middlewares.waiting_times import Hours, Pace, read_retry_after

NOW = datetime(2026, 11, 21, 12, 0, 0, tzinfo=UTC)


def answered(pace: Pace, *rounds: float) -> list[int]:
    """The limit after each round of answers that took so many seconds."""
    limits = []
    for seconds in rounds:
        for _ in range(max(8, pace.limit)):
            pace.note(seconds)
        limits.append(pace.limit)
    return limits


def test_it_begins_low_and_rises_while_answers_come_as_fast() -> None:
    pace = Pace(8)
    assert pace.limit == 2
    assert answered(pace, 0.1, 0.1, 0.1, 0.1, 0.1) == [3, 4, 6, 8, 8]
    assert pace.is_slowed is False


def test_it_halves_with_each_round_that_is_slow() -> None:
    pace = Pace(8)
    answered(pace, 0.2, 0.2, 0.2, 0.2)
    assert answered(pace, 2.0, 2.0, 2.0, 2.0) == [4, 2, 1, 1]
    assert pace.is_slowed is True
    assert answered(pace, 0.2, 0.2) == [1, 2]


def test_half_a_second_more_is_no_sign_however_fast_a_host_is() -> None:
    pace = Pace(8)
    answered(pace, 0.002, 0.002, 0.002, 0.002)
    assert answered(pace, 0.4, 0.4) == [8, 8]


def test_pages_that_are_slow_by_themselves_become_usual() -> None:
    pace = Pace(8)
    answered(pace, 0.3)
    assert answered(pace, *[1.5] * 40)[-1] == 8


def test_a_host_that_asks_for_fewer_requests_gets_fewer() -> None:
    pace = Pace(8, delay=0.05)
    answered(pace, 0.1, 0.1, 0.1, 0.1)
    pace.note_throttled()
    assert (pace.limit, pace.spacing) == (4, 0.1)
    for _ in range(20):
        pace.note_throttled()
    assert (pace.limit, pace.spacing) == (1, 10.0)
    answered(pace, *[0.1] * 40)
    assert (pace.limit, pace.spacing) == (8, 0.05)


def test_one_at_once_stays_one() -> None:
    assert answered(Pace(1), 0.1, 0.1) == [1, 1]


def test_a_delay_that_the_host_states_is_kept_where_it_is_longer() -> None:
    pace = Pace(8, delay=2.0)
    pace.keep_apart(1.0)
    assert pace.spacing == 2.0
    pace.keep_apart(5.0)
    assert pace.spacing == 5.0


@pytest.mark.parametrize(
    ("written", "seconds"),
    [
        pytest.param("120", 120.0, id="seconds"),
        pytest.param(" 0 ", 0.0, id="now"),
        pytest.param("Sat, 21 Nov 2026 12:00:30 GMT", 30.0, id="a date"),
        pytest.param("Sat, 21 Nov 2026 11:00:00 GMT", 0.0, id="a date that is past"),
        pytest.param("Saturday, 21-Nov-26 12:01:00 GMT", 60.0, id="an old form of date"),
        pytest.param("soon", None, id="a word"),
        pytest.param("-5", None, id="below nothing"),
        pytest.param("1.5", None, id="a fraction"),
        pytest.param("9" * 40, None, id="too many digits"),
        pytest.param("", None, id="empty"),
        pytest.param(None, None, id="missing"),
    ],
)
def test_what_retry_after_asks_for(written: str | None, seconds: float | None) -> None:
    assert read_retry_after(written, NOW) == seconds


@pytest.mark.parametrize(
    ("hours", "at", "closed_for"),
    [
        pytest.param("22-6", time(23, 0), 0, id="late"),
        pytest.param("22-6", time(5, 59), 0, id="early"),
        pytest.param("22-6", time(6, 0), 16 * 3600, id="the end is closed"),
        pytest.param("22-6", time(21, 59), 60, id="a minute before"),
        pytest.param("9-17", time(9, 0), 0, id="the beginning is open"),
        pytest.param("9-17", time(18, 0), 15 * 3600, id="until tomorrow"),
        pytest.param("21:30-5", time(21, 0), 1800, id="half an hour"),
        pytest.param("18-24", time(23, 59), 0, id="until midnight"),
        pytest.param("18-24", time(0, 0), 18 * 3600, id="after midnight"),
        pytest.param("8-8", time(3, 0), 0, id="the whole day"),
    ],
)
def test_hours_of_the_day(hours: str, at: time, closed_for: int) -> None:
    now = datetime.combine(NOW.date(), at)
    assert Hours.read(hours).closed_for(now) == closed_for
