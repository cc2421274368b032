"""Parsing and validation of the values of an entry's elements."""

from __future__ import annotations

import re
from decimal import Decimal

from sitemap_audit.parsing.dates import Moment, read_w3c
from sitemap_audit.parsing.language_registry import languages, regions, three_letter_languages

CHANGEFREQS = frozenset({"always", "hourly", "daily", "weekly", "monthly", "yearly", "never"})
_EXACT = 17
"Characters of a number that a float tells from 0 and from 1."
_INTEGER = re.compile(r"[+-]?[0-9]{1,9}")
_DECIMAL = re.compile(r"[+-]?(?:[0-9]++(?:\.[0-9]*+)?|\.[0-9]++)")
_NO_MOMENT = Moment(None, None, None)
_DURATIONS = (
    re.compile(
        r"(?:PT)?(?:([0-9]+) ?h(?:(?:ou)?rs?)?)? ?(?:([0-9]+) ?m(?:in(?:ute)?s?)?)?"
        r" ?(?:([0-9]+(?:\.[0-9]+)?) ?s(?:ec(?:ond)?s?)?)?",
        re.IGNORECASE,
    ),
    re.compile(r"([0-9]{1,2}):([0-5][0-9]):([0-5][0-9](?:\.[0-9]+)?)"),
    re.compile(r"()([89]|[1-9][0-9]+):([0-5][0-9])"),
    re.compile(r"()()([0-9]+\.[0-9]+)"),
)
"""Hours, minutes and seconds: of ISO 8601, in words, as a clock shows them, and a fraction. 1:30
has two meanings; 12:30 has one, as no video may have more than 8 hours."""
_LONGEST_VIDEO = 28_800
_LONGEST_DURATION = 40
"Characters."
_HALF = Decimal("0.5")
_NEWS_LANGUAGES = frozenset({"zh-cn", "zh-tw"})


def decimal(written: str | None) -> float | None:
    """Parse a decimal number of XML Schema: no exponent, no comma."""
    text = (written or "").strip()
    return float(text) if _DECIMAL.fullmatch(text) else None


def integer(written: str | None) -> int | None:
    """Parse an integer of at most nine digits."""
    text = (written or "").strip()
    return int(text) if _INTEGER.fullmatch(text) else None


def duration_correction(written: str | None) -> int | None:
    """Return the whole seconds that a duration of another form says; None if it says none."""
    text = " ".join((written or "").split())
    if integer(text) is not None or len(text) > _LONGEST_DURATION:
        return None
    match = next(filter(None, (form.fullmatch(text) for form in _DURATIONS)), None)
    hours, minutes, seconds = match.groups() if match else ("", "", "")
    total = int(hours or 0) * 3600 + int(minutes or 0) * 60 + int(Decimal(seconds or 0) + _HALF)
    return total if 1 <= total <= _LONGEST_VIDEO else None


def read_date(written: str | None) -> Moment:
    """Parse a W3C date; a missing date has no problem."""
    return _NO_MOMENT if written is None else read_w3c(written)


def changefreq_problem(written: str | None) -> str | None:
    """Return empty, not-lower-case or unknown; None if valid or missing."""
    text = None if written is None else written.strip()
    if text is None or text in CHANGEFREQS:
        return None
    if not text:
        return "empty"
    return "not-lower-case" if text.lower() in CHANGEFREQS else "unknown"


def priority_problem(written: str | None, value: float | None) -> str | None:
    """Return empty, not-a-number or out-of-range; None if valid or missing."""
    if written is None:
        return None
    if value is None:
        return "not-a-number" if written.strip() else "empty"
    exact = Decimal(written.strip()) if len(written) > _EXACT else value
    return None if 0 <= exact <= 1 else "out-of-range"


def unknown_country(written: str | None) -> str | None:
    """Return the first word of a ``video:restriction`` that is not an ISO 3166-1 alpha-2 code."""
    return next((word for word in (written or "").split() if word.upper() not in regions()), None)


def news_language_problem(written: str | None) -> str | None:
    """Return unknown-language, malformed or empty; None if valid or missing.

    ISO 639 codes of two or three letters, and zh-cn and zh-tw:
    https://developers.google.com/search/docs/crawling-indexing/sitemaps/news-sitemap
    """
    code = None if written is None else written.strip().lower()
    if code is None or code in _NEWS_LANGUAGES or code in languages():
        return None
    if not code:
        return "empty"
    if not (code.isascii() and code.isalpha() and len(code) in (2, 3)):
        return "malformed"
    return None if code in three_letter_languages() else "unknown-language"
