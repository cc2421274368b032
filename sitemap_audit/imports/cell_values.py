"""Read the cells of exports: numbers with any decimal mark, dates, states in any language."""

from __future__ import annotations

import math
import re
import tomllib
import unicodedata
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from sitemap_audit.parsing.dates import read_any_date

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

MISSING = frozenset({"", "-", "--", "n/a", "N/A"})
_GROUPED = re.compile(r"\d{1,3}(?:[.,'\u2019\s]\d{3})+|\d{1,2}(?:,\d{2})+,\d{3}")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_SAME = str.maketrans(
    dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-")
    | dict.fromkeys("\u2018\u2019\u02bc`", "'")
    | dict.fromkeys("\u201c\u201d\u201e", '"')
)
_LARGEST = 2**63 - 1
_MOST_DIGITS = 20


def fold(text: str) -> str:
    """Return a name for comparison: NFC, without case and extra space, plain dashes and quotes."""
    plain = unicodedata.normalize("NFC", text).translate(_SAME)
    return " ".join(plain.replace("\ufeff", "").split()).casefold()


def load(name: str) -> dict[str, Any]:
    """Read a TOML file of this package."""
    return tomllib.loads((files("sitemap_audit") / "imports" / name).read_text("utf-8"))


@cache
def _states() -> dict[str, str]:
    return {fold(text): code for code, texts in load("states.toml").items() for text in texts}


def state_code(state: str | None) -> str | None:
    """Return the code of a state in any language; None if it is not known."""
    return _states().get(fold(state)) if state else None


def read_integer(text: str) -> int | None:
    """Read a whole number, with or without separators of thousands: 1,200, 1.200, 1,20,000."""
    text = text.strip()
    if _GROUPED.fullmatch(text):
        text = re.sub(r"\D", "", text)
    if not _NUMBER.fullmatch(text):
        return None
    whole, _, rest = text.partition(".")
    if len(whole) > _MOST_DIGITS:
        return None
    number = round(float(text)) if rest else int(whole)
    return number if abs(number) <= _LARGEST else None


def decimal_mark(texts: Sequence[str]) -> str:
    """Return the decimal mark of a column: the comma if it stands where only that mark can."""
    marks = [mark for text in texts if (mark := _last_mark(text))]
    return "," if marks and "." not in marks else "."


def _last_mark(text: str) -> str:
    return next((character for character in reversed(text) if character in ".,"), "")


def read_decimal(text: str, mark: str) -> float | None:
    """Read a number with the decimal mark of its column."""
    other = "." if mark == "," else ","
    plain = "".join(text.replace(other, "").replace(mark, ".").split())
    number = float(plain) if _NUMBER.fullmatch(plain) else math.inf
    return number if math.isfinite(number) else None


def read_flag(text: str) -> bool | None:
    """Read yes or no."""
    return {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}.get(
        text.strip().lower()
    )


def read_crawl_time(text: str) -> datetime | None:
    """Read the time of a crawl; Search Console writes 1970-01-01 for never."""
    at = read_any_date(text.strip()).at
    return at if at is not None and at.year > 1970 else None
