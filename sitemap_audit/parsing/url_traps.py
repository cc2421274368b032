"""URL traps: patterns of URLs that lead to ever more URLs of the same kind.

A link crawl requests a few URLs of each pattern and leaves out the rest.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import NamedTuple
from urllib.parse import unquote

from sitemap_audit.parsing import urls


class TrapKind(StrEnum):
    """Why a URL looks like one of a trap."""

    SESSION_ID = "session-id"
    REPEATED_PATH = "repeated-path"
    "A directory that repeats: a relative link that goes ever deeper."
    DEEP_PATH = "deep-path"
    CALENDAR = "calendar"
    FACETS = "facets"
    "Filters, sorting and pagination in the query."


class Trap(NamedTuple):
    """A pattern of URLs, and how many of them to request."""

    kind: TrapKind
    pattern: str
    "Equal for all URLs of the pattern."

    @property
    def budget(self) -> int:
        """Number of URLs of this pattern to request."""
        return BUDGETS[self.kind]


BUDGETS = {
    TrapKind.SESSION_ID: 10,
    TrapKind.REPEATED_PATH: 10,
    TrapKind.DEEP_PATH: 50,
    TrapKind.CALENDAR: 100,
    TrapKind.FACETS: 200,
}
"URLs of one pattern to request, by its kind."
DEEPEST = 12
"Directories of a path, over which it is a deep one."
REPEATS = 3
"Times that a directory stands in a path that repeats."

_SESSION = re.compile(
    r"(?:^|[?&;])(?:phpsessid|jsessionid|aspsessionid\w*|sessionid|session_id|sid|cfid|cftoken"
    r"|zenid|oscsid)=[^&;]+",
    re.IGNORECASE,
)
_DATE_NAMES = frozenset({"date", "day", "month", "year", "week", "from", "start", "ical"})
"Parameters that step through a calendar, if their value is a number or a date."
_FACET_NAMES = frozenset(
    {"color", "colour", "dir", "filter", "limit", "max_price", "min_price", "order", "orderby"}
    | {"page", "per_page", "price", "q", "s", "search", "size", "sort", "sortby", "tag", "view"}
)
"Parameters of a list; a URL with one parameter of another name, such as id, is a page of its own."
_DATE_VALUE = re.compile(r"\d{1,4}(?:-\d{1,2}){0,2}")
_DATE_PATH = re.compile(r"/(?:19|20)\d\d[/-](?:0?[1-9]|1[0-2])(?:[/-](?:0?[1-9]|[12]\d|3[01]))?/?$")
"A path that ends in a month or a day: an article's has its name behind the date."
_NUMBER = re.compile(r"\d+")


def find_trap(url: str) -> Trap | None:
    """Return the trap that a URL in normal form may belong to; None for a plain URL."""
    path, _, query = url.partition("?")
    place = urls.origin(url)
    path = path.removeprefix(place)
    if _SESSION.search(query) or _SESSION.search(path):
        return Trap(TrapKind.SESSION_ID, f"{place}{_directory(_SESSION.sub('', path))}")
    segments = [segment for segment in path.split("/") if segment]
    if any(segments.count(segment) >= REPEATS for segment in set(segments)):
        return Trap(TrapKind.REPEATED_PATH, place)
    if len(segments) > DEEPEST:
        return Trap(TrapKind.DEEP_PATH, place)
    names = _names(query)
    if _DATE_PATH.search(path) or any(
        name in _DATE_NAMES and _DATE_VALUE.fullmatch(value) for name, value in names.items()
    ):
        return Trap(TrapKind.CALENDAR, f"{place}{_NUMBER.sub('0', path)}?{'&'.join(sorted(names))}")
    if len(names) > 1 or not _FACET_NAMES.isdisjoint(names):
        return Trap(TrapKind.FACETS, f"{place}{path}")
    return None


def _names(query: str) -> dict[str, str]:
    pairs = (pair.partition("=") for pair in query.split("&") if pair)
    return {unquote(name).lower(): unquote(value) for name, _, value in pairs}


def _directory(path: str) -> str:
    return path.rpartition("/")[0]
