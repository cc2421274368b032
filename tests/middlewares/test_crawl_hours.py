"""The hours in which users allow a crawl, as they are written."""

from __future__ import annotations

from datetime import date, datetime, time

import pytest

from sitemap_audit.middlewares.crawl_hours import Hours


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
    now = datetime.combine(date(2026, 11, 21), at)
    assert Hours.read(hours).closed_for(now) == closed_for
