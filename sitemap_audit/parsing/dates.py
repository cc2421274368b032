"""Parsing of dates: W3C Datetime (sitemaps), and the date formats of HTTP, email and feeds.

Sources: https://www.w3.org/TR/NOTE-datetime, RFC 9110 (5.6.7), RFC 5322 (3.3).
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone
from email.utils import parsedate_to_datetime
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple


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


_W3C = re.compile(
    r"([0-9]{4})(?:-([0-9]{2})(?:-([0-9]{2})"
    r"(?:([Tt ])([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:\.([0-9]+))?)?"
    r"(?: ?([Zz]|UTC|[+-][0-9]{2}(?::?[0-9]{2})?))?)?)?)?"
)
_STRICT_ZONE = re.compile(r"Z|[+-][0-9]{2}:[0-9]{2}")
_MAIL = re.compile(
    r"(?:[A-Za-z]{3,9},?\s+)?(?:[0-9]{1,2}[ -][A-Za-z]{3}|[A-Za-z]{3}\s+[0-9]{1,2}\s)"
)
_UNIX = re.compile(r"[0-9]{9,10}|[0-9]{12,13}")
_BLANK = " \t\r\n"
_LONGEST = 100
"Characters; nothing longer is a date."


@lru_cache(maxsize=8192)
def read_w3c(text: str | None) -> Moment:
    """Parse a W3C Datetime, from ``2024`` to ``2024-05-01T10:00:00.5+02:00``."""
    written = (text or "").strip(_BLANK)
    if not written:
        return Moment(None, None, DateProblem.EMPTY)
    match = _W3C.fullmatch(written) if len(written) <= _LONGEST else None
    if match is None:
        return _read_other(written)
    try:
        at = _moment(match)
    except (ValueError, OverflowError):
        return Moment(None, None, DateProblem.IMPOSSIBLE)
    return Moment(at, _precision(match), _form_problem(written, match))


def read_http_date(text: str | None) -> Moment:
    """Parse a date of RFC 5322 (email, RSS) or RFC 9110 (HTTP, obsolete formats included)."""
    written = (text or "").strip(_BLANK)
    if not written:
        return Moment(None, None, DateProblem.EMPTY)
    try:
        at = parsedate_to_datetime(written[:_LONGEST])
        if at.tzinfo is None:  # -0000: UTC, of an unknown place
            at = at.replace(tzinfo=UTC)
        return Moment(at.astimezone(UTC), "second", None)
    except (ValueError, TypeError, OverflowError, IndexError):
        return Moment(None, None, DateProblem.UNREADABLE)


def read_any_date(text: str | None) -> Moment:
    """Parse a date of RFC 822, RFC 850, HTTP or ISO 8601, as in ``unavailable_after`` and feeds."""
    moment = read_w3c(text)
    if moment.problem is DateProblem.MAIL_DATE:
        return moment._replace(problem=None)
    return read_http_date(text) if moment.problem is DateProblem.NOT_W3C else moment


def _moment(match: re.Match[str]) -> datetime:
    year, month, day, _, hour, minute, second, fraction, zone = match.groups()
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
    if written is None or written in ("Z", "z", "UTC"):
        return UTC
    digits = written[1:].replace(":", "").ljust(4, "0")
    hours, minutes = int(digits[:2]), int(digits[2:])
    if hours > 14 or minutes > 59:
        raise ValueError(written)
    offset = timedelta(hours=hours, minutes=minutes)
    return timezone(-offset if written[0] == "-" else offset)


def _precision(match: re.Match[str]) -> str:
    names = ((8, "fraction"), (7, "second"), (6, "minute"), (3, "day"), (2, "month"))
    return next((name for group, name in names if match[group]), "year")


def _form_problem(written: str, match: re.Match[str]) -> DateProblem | None:
    if match[4] is None:
        return None
    if match[4] == " ":
        return DateProblem.SPACE_SEPARATOR
    if match[9] is None:
        return DateProblem.NO_TIME_ZONE
    if _STRICT_ZONE.fullmatch(match[9]):
        is_plain = match[4] == "T" and " " not in written
        return None if is_plain else DateProblem.NOT_W3C
    is_numeric = match[9][0] in "+-"
    return DateProblem.NUMERIC_ZONE if is_numeric else DateProblem.NOT_W3C


def _read_other(written: str) -> Moment:
    """Parse common date formats that are not W3C Datetime."""
    if _MAIL.match(written) and (moment := read_http_date(written)).at:
        return Moment(moment.at, "second", DateProblem.MAIL_DATE)
    if _UNIX.fullmatch(written):
        seconds = int(written) / (1000 if len(written) > 10 else 1)
        at = datetime.fromtimestamp(seconds, UTC)
        return Moment(at, "second", DateProblem.UNIX_TIME)
    return Moment(None, None, DateProblem.NOT_W3C)
