"""URL patterns: the path with the parts that differ from page to page as placeholders.

Pages of one template share a pattern, so a fault that they share has one cause. A pattern is a
guess from a single URL: names of sections and languages stay, names of pages become placeholders.
"""

from __future__ import annotations

import re
from functools import lru_cache

_LANGUAGE = re.compile(r"[a-z]{2}(?:[-_](?:[a-z]{2}|[a-z]{4}|[0-9]{3}))?", re.IGNORECASE)
_DATE = re.compile(r"(?:19|20)[0-9]{2}[-_.][01][0-9][-_.][0-3][0-9]")
_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
# Eight characters or more of which one is a digit and one a letter, with no gap: no word.
_TOKEN = re.compile(r"(?=[a-z]*[0-9])(?=[0-9]*[a-f])[0-9a-f]{8,}", re.IGNORECASE)
_EXTENSION = re.compile(r"\.[a-z][a-z0-9]{1,4}$", re.IGNORECASE)
_NUMBERED = re.compile(r"[a-z]{1,2}[0-9]+", re.IGNORECASE)
_GAP = re.compile(r"[-_+~.,:!]|%20")
_DIGITS = re.compile(r"[0-9]+")
_INDEX = frozenset({"index", "default"})
_SLUG_WORDS = 3
"So many words are the name of a page even at the top of a site: /how-to-brew, not /about-us."
_SEGMENTS = 200_000
"Segments of paths that are remembered: those of sections come again and again."


def pattern(url: str) -> str:
    """Return the pattern of a URL in normal form: ``/de/products/{slug}-{n}``, without its host.

    ``{n}`` is a number, ``{date}`` a date, ``{id}`` a UUID or similar, ``{slug}`` the words of a
    page's name, ``{value}`` any other value in the query. Trailing slashes, extensions and
    parameter names stay.
    """
    path, mark, query = _rest(url).partition("?")
    return _path(path) + (f"?{_query(query)}" if mark else "")


def _rest(url: str) -> str:
    """Return path, query and fragment."""
    after = url.partition("://")[2]
    start = after.find("/")
    return after[start:] if start >= 0 else "/"


def _path(path: str) -> str:
    segments = path.split("/")
    last = len(segments) - 1
    while last > 0 and not segments[last]:
        last -= 1
    sections = 0
    for place, text in enumerate(segments):
        if text:
            segments[place] = _segment(text, place == last, sections > 0)
            sections += not _LANGUAGE.fullmatch(text)
    return "/".join(segments)


@lru_cache(maxsize=_SEGMENTS)
def _segment(text: str, is_last: bool, is_below: bool) -> str:
    """Return the pattern of a segment; ``is_below``: it follows a section, not only a language."""
    if _LANGUAGE.fullmatch(text):
        return text
    extension = _EXTENSION.search(text) if is_last else None
    stem = text[: extension.start()] if extension else text
    return _stem(stem, is_last, is_below) + (extension[0] if extension else "")


def _stem(stem: str, is_last: bool, is_below: bool) -> str:
    if stem.lower() in _INDEX:
        return stem
    return (_DIGITS.search(stem) and _number(stem)) or _words(stem, is_last, is_below)


def _number(stem: str) -> str | None:
    """Return the placeholder of a segment that is only a number, date or ID; else None."""
    if stem.isdigit():
        return "{n}"
    if _DATE.fullmatch(stem):
        return "{date}"
    if _UUID.fullmatch(stem) or _TOKEN.fullmatch(stem):
        return "{id}"
    return _DIGITS.sub("{n}", stem) if _NUMBERED.fullmatch(stem) else None


def _words(stem: str, is_last: bool, is_below: bool) -> str:
    words = [word for word in _GAP.split(stem) if word]
    names = [word for word in words if not word.isdigit()]
    is_slug = len(names) >= _SLUG_WORDS or "%" in stem
    is_slug = is_slug or (is_below and (is_last or len(words) > 1))
    if not is_slug:
        return _DIGITS.sub("{n}", stem)
    before = "{n}-" if words and words[0].isdigit() else ""
    after = "-{n}" if len(words) > 1 and words[-1].isdigit() else ""
    return f"{before}{{slug}}{after}"


def _query(query: str) -> str:
    return "&".join(_parameter(part) for part in query.split("&"))


def _parameter(part: str) -> str:
    name, equals, value = part.partition("=")
    if not value:
        return f"{_DIGITS.sub('{n}', name)}{equals}"
    return f"{name}={'{n}' if value.isdigit() else '{value}'}"
