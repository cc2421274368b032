"""Dates are read as written, and each fault has its name."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemap_audit.parsing.dates import (
    DateProblem,
    Moment,
    read_any_date,
    read_http_date,
    read_retry_after,
    read_w3c,
)


def utc(*parts: int) -> datetime:
    return datetime(*parts, tzinfo=UTC)  # type: ignore[misc,arg-type]


@pytest.mark.parametrize(
    ("text", "at", "precision"),
    [
        ("2024", utc(2024, 1, 1), "year"),
        ("2024-05", utc(2024, 5, 1), "month"),
        ("2024-05-17", utc(2024, 5, 17), "day"),
        ("2024-02-29", utc(2024, 2, 29), "day"),
        ("2024-05-17T10:30Z", utc(2024, 5, 17, 10, 30), "minute"),
        ("2024-05-17T10:30+02:00", utc(2024, 5, 17, 8, 30), "minute"),
        ("2024-05-17T10:30:45-05:30", utc(2024, 5, 17, 16, 0, 45), "second"),
        ("2024-05-17T10:30:45.5Z", utc(2024, 5, 17, 10, 30, 45, 500_000), "fraction"),
        ("2024-05-17T10:30:45.123456789Z", utc(2024, 5, 17, 10, 30, 45, 123_456), "fraction"),
        ("2024-12-31T23:30:00-01:00", utc(2025, 1, 1, 0, 30), "second"),
        ("\n  2024-05-17\t", utc(2024, 5, 17), "day"),
    ],
)
def test_every_w3c_form_is_read_without_a_problem(text: str, at: datetime, precision: str) -> None:
    assert read_w3c(text) == Moment(at, precision, None)


@pytest.mark.parametrize(
    ("text", "at", "problem"),
    [
        (None, None, DateProblem.EMPTY),
        ("", None, DateProblem.EMPTY),
        (" \n", None, DateProblem.EMPTY),
        ("2024-13-01", None, DateProblem.IMPOSSIBLE),
        ("2023-02-29", None, DateProblem.IMPOSSIBLE),
        ("0000-00-00", None, DateProblem.IMPOSSIBLE),
        ("2024-05-17T25:00Z", None, DateProblem.IMPOSSIBLE),
        ("2024-05-17T10:00:60Z", None, DateProblem.IMPOSSIBLE),
        ("2024-05-17T10:00+99:00", None, DateProblem.IMPOSSIBLE),
        ("0001-01-01T00:00:00+14:00", None, DateProblem.IMPOSSIBLE),
        ("2024-05-17T10:30:45", utc(2024, 5, 17, 10, 30, 45), DateProblem.NO_TIME_ZONE),
        ("2024-05-17 10:30:45", utc(2024, 5, 17, 10, 30, 45), DateProblem.NO_TIME_ZONE),
        ("2024-05-17 10:30:45 UTC", utc(2024, 5, 17, 10, 30, 45), DateProblem.SPACE_SEPARATOR),
        ("2024-05-17T10:30:45+0000", utc(2024, 5, 17, 10, 30, 45), DateProblem.NUMERIC_ZONE),
        ("2024-05-17T10:30:45+02", utc(2024, 5, 17, 8, 30, 45), DateProblem.NUMERIC_ZONE),
        ("2024-05-17t10:30:45z", utc(2024, 5, 17, 10, 30, 45), DateProblem.NOT_W3C),
        ("Fri, 17 May 2024 10:30:45 GMT", utc(2024, 5, 17, 10, 30, 45), DateProblem.MAIL_DATE),
        ("1715941845", utc(2024, 5, 17, 10, 30, 45), DateProblem.UNIX_TIME),
        ("1715941845000", utc(2024, 5, 17, 10, 30, 45), DateProblem.UNIX_TIME),
        ("17/05/2024", utc(2024, 5, 17), DateProblem.NOT_W3C),
        ("2024-5-17", utc(2024, 5, 17), DateProblem.NOT_W3C),
        ("20240517", utc(2024, 5, 17), DateProblem.NOT_W3C),
        ("2024-05-17T10", None, DateProblem.NOT_W3C),
        ("2024-05-17T10:30:45,5Z", utc(2024, 5, 17, 10, 30, 45, 500_000), DateProblem.NOT_W3C),
        ("yesterday", None, DateProblem.NOT_W3C),
        ("٢٠٢٤-05-17", utc(2024, 5, 17), DateProblem.NOT_W3C),
        ("2024-05-17T10:30:45." + "9" * 10_000 + "Z", None, DateProblem.NOT_W3C),
    ],
)
def test_a_faulty_date_keeps_its_meaning_where_that_is_plain(
    text: str | None, at: datetime | None, problem: DateProblem
) -> None:
    moment = read_w3c(text)
    assert (moment.at, moment.problem) == (at, problem)


@pytest.mark.parametrize(
    "text",
    [
        "Sun, 06 Nov 1994 08:49:37 GMT",
        "Sunday, 06-Nov-94 08:49:37 GMT",
        "Sun Nov  6 08:49:37 1994",
        "06 Nov 1994 03:49:37 EST",
        "1994-11-06T08:49:37Z",
        "1994-11-06 08:49:37",
    ],
)
def test_any_date_reads_http_mail_and_iso_forms(text: str) -> None:
    assert read_any_date(text).at == utc(1994, 11, 6, 8, 49, 37)


@pytest.mark.parametrize("text", ["soon", "Foo, 99 Bar 2024 99:99:99 GMT"])
def test_what_is_no_date_is_unreadable(text: str) -> None:
    assert read_any_date(text) == Moment(None, None, DateProblem.UNREADABLE)


@pytest.mark.parametrize(
    ("text", "correction"),
    [
        ("2024-06-18T07:05:01+02:00", None),
        ("2024-01-08T00:00:00", "2024-01-08"),
        ("2024-05-08 08:53:11 AM", "2024-05-08"),
        ("6/18/2024, 11:53:11\u202fPM", "2024-06-18"),
        ("2024-05-08 08:53:11 PM UTC", "2024-05-08T20:53:11Z"),
        ("2024-05-08 12:05 am +0200", "2024-05-08T00:05+02:00"),
        ("2022-09-20T23:11:12+0200", "2022-09-20T23:11:12+02:00"),
        ("2024-06-18 07:05:01.123456789 -05", "2024-06-18T07:05:01.123456789-05:00"),
        ("2024-06-18 07:05:01.5 +0200 CEST m=+0.01", "2024-06-18T07:05:01.5+02:00"),
        ("2024-06-18T07:05:01+02:00[Europe/Berlin]", "2024-06-18T07:05:01+02:00"),
        ("2024-06-18T07:05:01 Asia/Kolkata", "2024-06-18T07:05:01+05:30"),
        ("2024-10-27T02:30:00 Europe/Berlin", "2024-10-27"),
        ("2024-06-18T07:05:01 UTC+2", "2024-06-18T07:05:01+02:00"),
        ("2024-06-18T07:05:01+00:00Z", "2024-06-18T07:05:01Z"),
        ("2024-06-18T07:05:01+02:00Z", "2024-06-18"),
        ("2024-06-18T07:05:01 CEST", "2024-06-18T07:05:01+02:00"),
        ("2024-06-18T07:05:01 IST", "2024-06-18"),
        ("Wed Jun 18 2025 10:00:00 GMT+0200 (CEST)", "2025-06-18T10:00:00+02:00"),
        ("Wed Jun 18 2025 10:00:00 GMT-0500 (hora estándar)", "2025-06-18T10:00:00-05:00"),
        ("Wed Jun 18 2025", "2025-06-18"),
        ("Wed Jun 18 10:00:00 CEST 2025", "2025-06-18T10:00:00+02:00"),
        ("Wed Jun 18 10:00:00 CST 2025", "2025-06-18"),
        ("Wed Jun 18 10:00:00 2025 +0200", "2025-06-18T10:00:00+02:00"),
        ("Wed, 18 Jun 2025 10:00:00 CST", "2025-06-18T10:00:00-06:00"),
        ("Wed, 18 Jun 2025 10:00:00", "2025-06-18"),
        ("June 18, 2025 at 10:00 AM GMT+2", "2025-06-18T10:00+02:00"),
        ("18 June 2025", "2025-06-18"),
        ("2024-6-8", "2024-06-08"),
        ("20240618", "2024-06-18"),
        ("20240618T070501Z", "2024-06-18T07:05:01Z"),
        ("202406180705", "2024-06-18"),
        ("2024061807", None),
        ("1718700000", "2024-06-18T08:40:00Z"),
        ("1718700000123456", "2024-06-18T08:40:00Z"),
        ("/Date(1718700000123)/", "2024-06-18T08:40:00Z"),
        (r"\/Date(1718700000123+0200)\/", "2024-06-18T08:40:00Z"),
        ("/Date(-62135596800000)/", None),
        ("45461.5", None),
        ("2024/06/18", "2024-06-18"),
        ("2024年6月18日", "2024-06-18"),
        ("\uff12\uff10\uff12\uff14\u201106\u201118", "2024-06-18"),
        ("18.06.2024", "2024-06-18"),
        ("06/18/2024", "2024-06-18"),
        ("05/06/2024", None),
        ("03/03/2024", "2024-03-03"),
        ("2024-W23-2", "2024-06-04"),
        ("2024-W23", None),
        ("2024-06-18Z", "2024-06-18"),
        ("2025-01-01T24:00:00Z", "2025-01-02T00:00:00Z"),
        ("2024-06-18T07:05:60Z", "2024-06-18"),
        ("2022-02-04T18:09:12-00:14400", "2022-02-04"),
        ("2024-06-18T10", "2024-06-18"),
        ("2015-10-08T07:18:53Z 2015-06-15T15:33:55Z", None),
        ("2024-06-18 - 2024-06-20", None),
        ("2024-02-30T10:00:00", None),
        ("0000-00-00 00:00:00", None),
        ("-0001-11-30T00:00:00+00:00", None),
        ("1403/02/12", None),
        ("2024-13-01", None),
        ("yesterday", None),
    ],
)
def test_a_correction_says_what_the_text_says_and_no_other_instant(
    text: str, correction: str | None
) -> None:
    moment = read_w3c(text)
    assert moment.correction == correction
    if correction and "T" in correction:
        assert read_w3c(correction) == Moment(moment.at, read_w3c(correction).precision, None)


@pytest.mark.parametrize(
    ("text", "latest"),
    [
        ("2024-05-17", utc(2024, 5, 18, 12)),
        ("2024-05-17 10:00:00", utc(2024, 5, 17, 22)),
        ("2024-05-17T10:00:00Z", utc(2024, 5, 17, 10)),
        ("Fri, 17 May 2024 10:00:00 EST", utc(2024, 5, 17, 15)),
        ("9999-12-31", utc(9999, 12, 31)),
        ("soon", None),
    ],
)
def test_without_a_time_zone_a_date_may_be_later(text: str, latest: datetime | None) -> None:
    assert read_any_date(text).latest == latest


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("Wed, 18 Jun 2025 10:00:00", utc(2025, 6, 18, 10)),
        ("Wed, 18 Jun 2025 10:00:00 CEST", utc(2025, 6, 18, 8)),
        ("Wed, 18 Jun 2025 10:00:00 +0200", utc(2025, 6, 18, 8)),
        ("Wed Jun 18 10:00:00 2025", utc(2025, 6, 18, 10)),
        ("Wed, 18 Jun 2025 10:00:00 IST", None),
        ("Wed, 18 Jun 2025", None),
    ],
)
def test_a_date_of_http_is_utc_unless_it_says_another_zone(text: str, at: datetime | None) -> None:
    assert read_http_date(text).at == at


def test_an_http_date_that_is_missing_is_empty() -> None:
    assert read_http_date(None) == Moment(None, None, DateProblem.EMPTY)


@given(st.text() | st.from_regex(r"[0-9:TZ +.,-]{1,40}") | st.from_regex(r"\w+, \d+ \w+ \d+.*"))
def test_no_text_makes_a_reader_fail(text: str) -> None:
    for moment in (read_w3c(text), read_http_date(text), read_any_date(text)):
        assert moment.at is None or moment.at.tzinfo is UTC


@given(st.datetimes(min_value=datetime(2, 1, 1), timezones=st.just(UTC)))
def test_a_date_that_was_rendered_reads_back_the_same(at: datetime) -> None:
    assert read_w3c(at.isoformat()).at == at


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
    now = datetime(2026, 11, 21, 12, 0, 0, tzinfo=UTC)
    assert read_retry_after(written, now) == seconds
