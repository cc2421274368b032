"""Parsing of dates in other forms than W3C Datetime: of HTTP, email, JavaScript, Java, databases.

Only what a text says is read: 05/06/2024 has two meanings and none here, and IST is the time zone
of several countries. Sources: RFC 9110 (5.6.7), RFC 5322 (3.3 and 4.3), ISO 8601.
"""

from __future__ import annotations

import re
import unicodedata
from datetime import datetime, timedelta, timezone
from typing import NamedTuple
from zoneinfo import ZoneInfo

_MONTHS = (
    *("january", "february", "march", "april", "may", "june", "july"),
    *("august", "september", "october", "november", "december"),
)
_HOURS = (
    dict.fromkeys(("Z", "UT", "UTC", "GMT", "WET"), 0)
    | {"WEST": 1, "CET": 1, "CEST": 2, "MEZ": 1, "MESZ": 2, "EET": 2, "EEST": 3, "JST": 9, "KST": 9}
    | {"AEST": 10, "AEDT": 11, "NZST": 12, "NZDT": 13}
    | {"EST": -5, "EDT": -4, "CDT": -5, "MST": -7, "MDT": -6, "PDT": -7}
)
"The hours of time zones by name; not those that are the name of several."
_MAIL_HOURS = {"CST": -6, "PST": -8}
"Of RFC 5322, for its own form; Java writes CST for China, too."
_YEARS = range(1900, 2101)

_CLOCK = (
    r"(?P<hour>[0-9]{1,2}):(?P<minute>[0-9]{2})"
    r"(?::(?P<second>[0-9]{2})(?:[.,](?P<fraction>[0-9]*))?)?"
    r"(?: ?(?P<half>[AaPp])\.?[Mm]\.?)?"
)
_AT = rf"{_CLOCK}(?: ?(?P<zone>[^\s,].*))?"
_DAY_NAME = r"(?:[^\W\d_]{2,10}\.?,? )?"
_MONTH = r"(?P<month>[A-Za-z]{3,9})\.?"
_DAY = r"(?P<day>[0-9]{1,2})"
_MAIL = re.compile(
    rf"{_DAY_NAME}{_DAY}(?:st|nd|rd|th)?\.?[- ]{_MONTH}[- ,]{{1,2}}(?P<year>[0-9]{{4}}|[0-9]{{2}})"
    rf"(?:,? {_AT})?"
)
_FORMS = (
    re.compile(
        r"(?P<year>[0-9]{4})[-/.年](?P<month>[0-9]{1,2})[-/.月](?P<day>[0-9]{1,2})日?"
        rf"(?:Z|[+-][0-9]{{2}}:?[0-9]{{2}}|(?:[Tt]|,? ){_AT})?"
    ),
    re.compile(
        r"(?P<year>(?:19|20)[0-9]{2})(?P<month>[0-9]{2})(?P<day>[0-9]{2})"
        r"(?:[Tt ]?(?P<hour>[0-9]{2}):?(?P<minute>[0-9]{2})(?::?(?P<second>[0-9]{2}))?"
        r"(?: ?(?P<zone>[^\s0-9].*))?)?"
    ),
    _MAIL,
    re.compile(
        rf"{_DAY_NAME}{_MONTH} {_DAY}(?:st|nd|rd|th)?,? (?P<year>[0-9]{{4}})(?:,?(?: at)? {_AT})?"
    ),
    re.compile(
        rf"{_DAY_NAME}{_MONTH} {_DAY} {_CLOCK}(?: (?P<zone>\S.*?))? (?P<year>[0-9]{{4}})"
        r"(?: (?P<offset>[+-][0-9]{4}))?"
    ),
    re.compile(
        r"(?P<first>[0-9]{1,2})(?P<mark>[-/.]) ?(?P<other>[0-9]{1,2})(?P=mark) ?"
        rf"(?P<year>[0-9]{{4}})(?:(?:[Tt]|,? ){_AT})?"
    ),
)
_WEEK_DAY = re.compile(r"[0-9]{4}-?W[0-9]{2}-?[1-7]")
_OFFSET = re.compile(
    r"(?:UTC|GMT|UT)? ?(?P<sign>[+-])(?P<hours>[0-9]{1,2})(?::?(?P<minutes>[0-9]{2}))?"
    r"(?P<zulu>Z)?(?: ?\[[\w/+-]+\])?(?: [A-Z]{2,5})?(?: m=\S+)?"
)
_PLACE = re.compile(r"\[?([A-Z][A-Za-z_]+(?:/[A-Za-z_-]+){1,2})\]?")
_NAME = re.compile(r"[^\W\d_][^\d,;]*")
_COMMENT = re.compile(r"\s*\([^()]*\)$")
_DATE = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2})(?=[Tt ,Z+-]|$)")


class StatedDate(NamedTuple):
    """What a text says."""

    local: datetime
    "Without a time zone; midnight where there is no time."
    zone: timezone | None
    "None if the text has none."
    precision: str
    "day | minute | second | fraction."
    fraction: str = ""
    "The digits behind the second."
    is_clear: bool = True
    "Whether the time zone is missing or known."
    is_mail: bool = False
    "Whether it has the form of RFC 5322, or RFC 850."
    has_words: bool = False
    "Whether the month is a word."

    @property
    def w3c(self) -> str:
        """The W3C Datetime that says the same; the date alone where the time zone is not clear."""
        if self.precision == "day" or self.zone is None:
            return self.local.date().isoformat()
        written = self.local.isoformat(
            timespec="minutes" if self.precision == "minute" else "seconds"
        )
        offset = self.local.replace(tzinfo=self.zone).isoformat()[-6:]
        fraction = f".{self.fraction}" if self.fraction else ""
        return f"{written}{fraction}{'Z' if offset == '+00:00' else offset}"


def read_stated(plain: str) -> StatedDate | None:
    """Parse a date of any of these forms; None if it is none, or has several meanings.

    Args:
        plain: from :func:`plain_text`.

    Raises:
        ValueError: there is no such date or time.
    """
    if _WEEK_DAY.fullmatch(plain):
        return StatedDate(datetime.fromisoformat(plain), None, "day")
    matches = ((form, form.fullmatch(plain)) for form in _FORMS)
    form, match = next((pair for pair in matches if pair[1]), (None, None))
    return _read(match, is_mail=form is _MAIL) if match else None


def date_in(text: str) -> str | None:
    """Return the date at the beginning of a text, if it is the only one and exists."""
    dates = _DATE.findall(text)
    if len(dates) != 1 or not text.startswith(dates[0]):
        return None
    try:
        return dates[0] if datetime.fromisoformat(dates[0]).year in _YEARS else None
    except ValueError:
        return None


def plain_text(text: str) -> str:
    """Return a text with plain digits, dashes and spaces, and without quotation marks."""
    plain = text
    if not text.isascii():
        plain = "".join(map(_plain, unicodedata.normalize("NFKC", text)))
    return " ".join(plain.split()).strip("\"'\u2018\u2019\u201c\u201d")


def _plain(character: str) -> str:
    if character.isdecimal():
        return str(unicodedata.decimal(character))
    return "-" if unicodedata.category(character) == "Pd" or character == "\u2212" else character


def _read(match: re.Match[str], *, is_mail: bool) -> StatedDate | None:
    found = match.groupdict()
    days = _days(found)
    if len(days) != 1:
        return None
    has_time = found["hour"] is not None
    year, month, day = days.pop()
    hour, second = _hour(found), int(found["second"] or 0)
    local = datetime(year, month, day, hour % 24, int(found["minute"] or 0), second)
    if hour == 24:
        if local.minute or local.second:
            raise ValueError(found["hour"])
        local += timedelta(days=1)
    if local.year not in _YEARS or (len(found["year"]) == 2 and not has_time):
        return None
    written = found["zone"] or found.get("offset")
    zone = _zone(written, local, is_mail=is_mail) if written else None
    if written and zone is None and not _NAME.fullmatch(written):
        return None
    fraction = found.get("fraction") or ""
    precision = "fraction" if fraction else "second" if found["second"] else "minute"
    return StatedDate(
        local,
        zone,
        precision if has_time else "day",
        fraction,
        is_clear=written is None or zone is not None,
        is_mail=is_mail,
        has_words=not (found.get("month") or "0").isdecimal(),
    )


def _days(found: dict[str, str | None]) -> set[tuple[int, int, int]]:
    """Return the dates that a text can mean.

    Raises:
        ValueError: it cannot mean any.
    """
    year = int(found["year"] or 0)
    if len(found["year"] or "") == 2:  # RFC 9110: not in the far future
        year += 2000 if year < 70 else 1900
    if (first := found.get("first")) is None:
        month = _month(found["month"] or "")
        return set() if month is None else {(year, month, int(found["day"] or 0))}
    numbers = int(first), int(found["other"] or 0)
    return {(year, month, day) for month, day in (numbers, numbers[::-1]) if month <= 12}


def _month(written: str) -> int | None:
    if written.isdecimal():
        return int(written)
    names = (number for number, name in enumerate(_MONTHS, 1) if name.startswith(written.lower()))
    return next(names, None)


def _hour(found: dict[str, str | None]) -> int:
    hour, half = int(found["hour"] or 0), (found.get("half") or "").lower()
    if hour > (12 if half else 24) or (half and not hour):
        raise ValueError(hour)
    return hour % 12 + (12 if half == "p" else 0) if half else hour


def _zone(written: str, local: datetime, *, is_mail: bool) -> timezone | None:
    """Return the time zone; None if it is not known, or there are several of its name."""
    name = _COMMENT.sub("", written)
    if match := _OFFSET.fullmatch(name):
        hours, minutes = int(match["hours"]), int(match["minutes"] or 0)
        if hours > 14 or minutes > 59 or (match["zulu"] and (hours or minutes)):
            return None
        offset = timedelta(hours=hours, minutes=minutes)
        return timezone(-offset if match["sign"] == "-" else offset)
    if match := _PLACE.fullmatch(name):
        return _zone_of_place(match[1], local)
    names = _HOURS | _MAIL_HOURS if is_mail else _HOURS
    hours_of = names.get(name.upper())
    return None if hours_of is None else timezone(timedelta(hours=hours_of))


def _zone_of_place(name: str, local: datetime) -> timezone | None:
    try:
        place = ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return None
    offsets = {local.replace(tzinfo=place, fold=fold).utcoffset() for fold in (0, 1)}
    offset = offsets.pop()
    return None if offsets or offset is None else timezone(offset)
