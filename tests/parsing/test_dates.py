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
        ("2024-05-17 10:30:45", utc(2024, 5, 17, 10, 30, 45), DateProblem.SPACE_SEPARATOR),
        ("2024-05-17 10:30:45 UTC", utc(2024, 5, 17, 10, 30, 45), DateProblem.SPACE_SEPARATOR),
        ("2024-05-17T10:30:45+0000", utc(2024, 5, 17, 10, 30, 45), DateProblem.NUMERIC_ZONE),
        ("2024-05-17T10:30:45+02", utc(2024, 5, 17, 8, 30, 45), DateProblem.NUMERIC_ZONE),
        ("2024-05-17t10:30:45z", utc(2024, 5, 17, 10, 30, 45), DateProblem.NOT_W3C),
        ("Fri, 17 May 2024 10:30:45 GMT", utc(2024, 5, 17, 10, 30, 45), DateProblem.MAIL_DATE),
        ("1715941845", utc(2024, 5, 17, 10, 30, 45), DateProblem.UNIX_TIME),
        ("1715941845000", utc(2024, 5, 17, 10, 30, 45), DateProblem.UNIX_TIME),
        ("17/05/2024", None, DateProblem.NOT_W3C),
        ("2024-5-17", None, DateProblem.NOT_W3C),
        ("20240517", None, DateProblem.NOT_W3C),
        ("2024-05-17T10", None, DateProblem.NOT_W3C),
        ("2024-05-17T10:30:45,5Z", None, DateProblem.NOT_W3C),
        ("yesterday", None, DateProblem.NOT_W3C),
        ("٢٠٢٤-05-17", None, DateProblem.NOT_W3C),
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


def test_an_http_date_that_is_missing_is_empty() -> None:
    assert read_http_date(None) == Moment(None, None, DateProblem.EMPTY)


@given(st.text() | st.from_regex(r"[0-9:TZ +.,-]{1,40}") | st.from_regex(r"\w+, \d+ \w+ \d+.*"))
def test_no_text_makes_a_reader_fail(text: str) -> None:
    for moment in (read_w3c(text), read_http_date(text), read_any_date(text)):
        assert moment.at is None or moment.at.tzinfo is UTC


@given(st.datetimes(min_value=datetime(2, 1, 1), timezones=st.just(UTC)))
def test_a_date_that_was_rendered_reads_back_the_same(at: datetime) -> None:
    assert read_w3c(at.isoformat()).at == at
