"""Read the columns of requests: URL, status code and day, as logs of each format write them."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sitemap_audit.parsing.dates import read_any_date

if TYPE_CHECKING:
    from numpy.typing import NDArray

_REQUEST = re.compile(r"[A-Za-z]+ (\S.*?)(?: HTTP/[\d.]+)?")
_DAY = re.compile(
    r"\[?(\d{1,2})/(\w{3})/(\d{4})|(\d{4})[-/](\d{2})[-/](\d{2})|(\d{9,19})(?:\.\d+)?$"
)
_STATUS = re.compile(r"[1-9]\d\d(?!\d)", re.ASCII)
_MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]


def codes(column: pa.ChunkedArray) -> tuple[NDArray[np.int64], list[str]]:
    """Return a column as places in the list of its values, and that list."""
    encoded = pc.dictionary_encode(column).combine_chunks()
    if isinstance(encoded, pa.ChunkedArray):
        encoded = encoded.chunk(0)
    return encoded.indices.to_numpy().astype(np.int64), encoded.dictionary.to_pylist()


def join_targets(table: pa.Table) -> pa.ChunkedArray:
    """Return host, newline, then the request line or URL."""
    return pc.binary_join_element_wise(table["host"], table["target"], "\n")


def read_target(text: str) -> str | None:
    """Return host, newline and URL; None if there is no request."""
    host, _, target = text.partition("\n")
    if match := _REQUEST.fullmatch(target):
        target = match[1]
    elif not target.startswith(("/", "http://", "https://")):
        return None
    return f"{'' if host in ('-', '_') else host}\n{target}"


def shorten_times(table: pa.Table) -> pa.ChunkedArray:
    """Return what the day stands in: few distinct texts where that is at the beginning."""
    text = table["time"]
    is_date = pc.match_substring_regex(text, r"^(\[?\d{1,2}/|\d{4}[-/])")
    return pc.if_else(is_date, pc.utf8_slice_codeunits(text, 0, 12), text)


@lru_cache(10_000)
def read_day(text: str) -> str | None:
    """Return the day of a time as logs write it: 10/Oct/2000, ISO 8601, seconds since 1970."""
    match = _DAY.match(text)
    if match is None:
        at = read_any_date(text).at
        return at.date().isoformat() if at else None
    try:
        if match[1]:
            month = _MONTHS.index(match[2]) + 1
            return date(int(match[3]), month, int(match[1])).isoformat()
        if match[4]:
            return date(*map(int, match.groups()[3:6])).isoformat()
    except ValueError:  # no such day
        return None
    seconds = int(match[7][:10])  # the rest are milli-, micro- or nanoseconds
    return datetime.fromtimestamp(seconds, UTC).date().isoformat()


def read_status(text: str) -> int:
    """Return a status code; 0 if it is none."""
    match = _STATUS.match(text)
    return int(match[0]) if match else 0
