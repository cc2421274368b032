"""Parsing of dates: W3C Datetime (https://www.w3.org/TR/NOTE-datetime), and what others mean."""

from __future__ import annotations

import re
from datetime import MAXYEAR, UTC, datetime, timedelta, timezone
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from sitemap_audit.parsing.date_forms import StatedDate, date_in, plain_text, read_stated


class DateProblem(StrEnum):
    """What is wrong with a date as written."""

    EMPTY = "empty"
    NOT_W3C = "not-w3c"
    "None of the forms that W3C Datetime allows."
    NO_TIME_ZONE = "no-time-zone"
    "A time of day without Z or an offset; read as UTC."
    IMPOSSIBLE = "impossible"
    "The right form, but no such day, time or offset: 2024-13-01."
    SPACE_SEPARATOR = "space-separator"
    "A space where the T belongs."
    NUMERIC_ZONE = "numeric-zone"
    "An offset without its colon: +0000."
    MAIL_DATE = "mail-date"
    "Wed, 01 May 2024 10:00:00 GMT: right in RSS and HTTP, not in a sitemap."
    UNIX_TIME = "unix-time"
    "Seconds or milliseconds since 1970."
    UNREADABLE = "unreadable"
    "No date of HTTP, mail or ISO 8601."


class Moment(NamedTuple):
    """A parsed date."""

    at: datetime | None
    "UTC; the first moment of a year, month or day. Also set where the fault leaves no doubt."
    precision: str | None
    "year | month | day | minute | second | fraction."
    problem: DateProblem | None
    correction: str | None = None
    """What to write instead, where there is a problem: the same in the right form. The date alone
    where the time zone is not clear; None where the text does not say that, either."""

    @property
    def latest(self) -> datetime | None:
        """The last instant that it can be: of a day without a time zone, its end in UTC-12."""
        is_exact = self.precision not in _DAYS and self.problem is None
        if self.at is None or is_exact or self.at.year == MAXYEAR:
            return self.at
        hours = 24 * _DAYS.get(self.precision or "", 0) + _BEHIND_UTC
        return self.at + timedelta(hours=hours)


_DAYS = {"year": 366, "month": 31, "day": 1}
_BEHIND_UTC = 12
"Hours of the time zone that is farthest behind UTC."
_W3C = re.compile(
    r"([0-9]{4})(?:-([0-9]{2})(?:-([0-9]{2})"
    r"(?:T([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:\.([0-9]+))?)?(Z|[+-][0-9]{2}:[0-9]{2})?)?)?)?"
)
_UNIX = re.compile(
    r"(?!20[0-9]{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01])[0-9]{2}$)"
    r"(?:([0-9]{9,10})|([0-9]{10})(?:[0-9]{3}){1,3}"
    r"|\\?/Date\(([0-9]{9,10})[0-9]{3}(?:[+-][0-9]{4})?\)\\?/)"
)
"""Seconds since 1970, to nanoseconds; .NET writes milliseconds in /Date(…)/, in UTC also with an
offset. 2024061807 is a day with an hour."""
_SPACED = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2} ")
_NUMERIC = re.compile(r"[0-9-]{10}T[0-9:.]+[+-][0-9]{2}(?:[0-9]{2})?")
_BLANK = " \t\r\n"
_LONGEST = 100
"Characters; nothing longer is a date."


@lru_cache(maxsize=8192)
def read_w3c(text: str | None) -> Moment:
    """Parse a W3C Datetime, from ``2024`` to ``2024-05-01T10:00:00.5+02:00``."""
    written = (text or "").strip(_BLANK)
    if not written:
        return Moment(None, None, DateProblem.EMPTY)
    if len(written) > _LONGEST:
        return Moment(None, None, DateProblem.NOT_W3C)
    match = _W3C.fullmatch(written)
    if match is None or (match[4] and not match[8]):
        return _read_other(written)
    try:
        return Moment(_instant(match), _precision(match), None)
    except (ValueError, OverflowError):
        return _read_other(written)._replace(problem=DateProblem.IMPOSSIBLE)


def read_http_date(text: str | None) -> Moment:
    """Parse a date of RFC 9110 (HTTP, obsolete formats included): UTC, unless it says otherwise."""
    written = (text or "").strip(_BLANK)
    if not written:
        return Moment(None, None, DateProblem.EMPTY)
    try:
        stated = read_stated(plain_text(written[:_LONGEST]))
        if stated and stated.has_words and stated.is_clear and stated.precision != "day":
            return Moment(_utc(stated), "second", None)
    except (ValueError, OverflowError):
        pass
    return Moment(None, None, DateProblem.UNREADABLE)


def read_retry_after(text: str | None, now: datetime) -> float | None:
    """Return the seconds of a Retry-After header (RFC 9110, 10.2.3); None if invalid."""
    written = (text or "").strip()
    if re.fullmatch(r"[0-9]{1,9}", written):
        return float(written)
    at = read_http_date(written).at
    return None if at is None else max(0.0, (at - now).total_seconds())


def read_any_date(text: str | None) -> Moment:
    """Parse a date of RFC 822, RFC 850, HTTP or ISO 8601, as in ``unavailable_after``."""
    moment = read_w3c(text)
    if moment.problem is DateProblem.MAIL_DATE:
        return moment._replace(problem=None)
    if moment.problem is DateProblem.NOT_W3C and moment.at is None:
        return moment._replace(problem=DateProblem.UNREADABLE)
    return moment


def _instant(match: re.Match[str]) -> datetime:
    year, month, day, hour, minute, second, fraction, zone = match.groups()
    local = datetime(
        int(year),
        int(month or 1),
        int(day or 1),
        int(hour or 0),
        int(minute or 0),
        int(second or 0),
        int((fraction or "0")[:6].ljust(6, "0")),
        tzinfo=_zone(zone),
    )
    return local.astimezone(UTC)


def _zone(written: str | None) -> timezone:
    if written is None or written == "Z":
        return UTC
    hours, minutes = int(written[1:3]), int(written[4:])
    if hours > 14 or minutes > 59:
        raise ValueError(written)
    offset = timedelta(hours=hours, minutes=minutes)
    return timezone(-offset if written[0] == "-" else offset)


def _precision(match: re.Match[str]) -> str:
    names = ((7, "fraction"), (6, "second"), (5, "minute"), (3, "day"), (2, "month"))
    return next((name for group, name in names if match[group]), "year")


def _read_other(written: str) -> Moment:
    """Parse a date that is no W3C Datetime."""
    plain = plain_text(written)
    if match := _UNIX.fullmatch(plain):
        at = datetime.fromtimestamp(int(match[1] or match[2] or match[3]), UTC)
        said = StatedDate(at.replace(tzinfo=None), UTC, "second").w3c
        return Moment(at, "second", DateProblem.UNIX_TIME, said)
    try:
        stated = read_stated(plain)
    except (ValueError, OverflowError):
        return Moment(None, None, DateProblem.IMPOSSIBLE, date_in(plain))
    if stated is None:
        return Moment(None, None, DateProblem.NOT_W3C, date_in(plain))
    problem = _form_problem(plain, stated)
    if not stated.is_clear:
        return Moment(None, None, problem, stated.w3c)
    return Moment(_utc(stated), stated.precision, problem, stated.w3c)


def _utc(stated: StatedDate) -> datetime:
    second = stated.local.replace(microsecond=int(stated.fraction[:6].ljust(6, "0")))
    return second.replace(tzinfo=stated.zone or UTC).astimezone(UTC)


def _form_problem(plain: str, stated: StatedDate) -> DateProblem:
    if stated.precision == "day" or not stated.is_clear:
        return DateProblem.NOT_W3C
    if stated.zone is None:
        return DateProblem.NO_TIME_ZONE
    if stated.is_mail:
        return DateProblem.MAIL_DATE
    if _SPACED.match(plain):
        return DateProblem.SPACE_SEPARATOR
    return DateProblem.NUMERIC_ZONE if _NUMERIC.fullmatch(plain) else DateProblem.NOT_W3C
