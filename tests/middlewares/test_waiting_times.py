"""Times that hosts and users ask for, as they are written."""

from __future__ import annotations

from datetime import UTC, datetime, time

import pytest

from sitemap_audit.middlewares.waiting_times import Hours, read_retry_after

NOW = datetime(2026, 11, 21, 12, 0, 0, tzinfo=UTC)


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
