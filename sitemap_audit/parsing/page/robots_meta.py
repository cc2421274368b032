"""Robots directives of a page: robots meta tags and X-Robots-Tag headers.

Source: https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from sitemap_audit.masking import without_userinfo
from sitemap_audit.parsing.cleaning import clean, show_invisible
from sitemap_audit.parsing.dates import read_any_date

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from datetime import datetime


class DirectiveProblem(StrEnum):
    """What is wrong with a directive."""

    UNKNOWN = "unknown"
    BAD_VALUE = "bad-value"


class Directive(NamedTuple):
    """A directive for one bot or all bots."""

    source: str
    "meta | header."
    agent: str
    "Lower case: 'robots' (meta) and '*' (header) are every bot."
    directive: str
    "Lower case."
    value: str | None
    "Behind the colon."
    problem: DirectiveProblem | None
    in_head: bool = True


class EffectiveDirectives(NamedTuple):
    """The effect of a page's directives on one bot."""

    noindex: bool
    nofollow: bool
    noindex_source: str | None
    "meta | header | both; None where there is no noindex."
    unavailable_after: str | None
    "As written; of several the earliest that can be read, else the first."
    unavailable_after_at: datetime | None


SPACE = " \t\n\f\r"
"White space of HTML and of headers; a no-break space is a part of the name."
EVERY_BOT = frozenset({"robots", "*"})

_BOT_NAME = re.compile(r"[a-z0-9._-]*(?:bot|spider|crawler)(?:-[a-z0-9-]+)?")
_WELL_KNOWN = frozenset(
    {
        *("robots", "googlebot", "googlebot-news", "bingbot", "msnbot", "slurp", "yandex"),
        *("adsbot-google", "bingpreview", "google-extended", "mediapartners-google", "yeti"),
    }
)
NO_BOTS = {"bing-bot": "bingbot", "bot": "robots", "google-bot": "googlebot", "robot": "robots"}
"Names that no crawler has, with those that were meant."
_PLAIN = frozenset(
    {
        *("all", "follow", "index", "indexifembedded", "noai", "noarchive", "nocache"),
        *("nofollow", "noimageai", "noimageindex", "noindex", "none", "noodp"),
        *("nopagereadaloud", "nositelinkssearchbox", "nosnippet", "notranslate", "noydir"),
        *("archive", "noyaca", "snippet"),
    }
)
_UNAVAILABLE_AFTER = "unavailable_after"
_NUMBER = re.compile(r"-1|[0-9]{1,9}")
_PREVIEW = re.compile(r"none|standard|large", re.IGNORECASE)
_VALUES = {
    "max-snippet": _NUMBER,
    "max-video-preview": _NUMBER,
    "max-image-preview": _PREVIEW,
}
NAMES = _PLAIN | _VALUES.keys()
_AGENT = re.compile(r"[a-z][a-z0-9_-]*|\*", re.IGNORECASE)
_LONGEST = 200
"Characters kept of a directive or of its value."


def is_directive(text: str) -> bool:
    """Return whether a text is a valid directive, with its value."""
    return _read_piece(text)[2] is None


def is_bot(name: str) -> bool:
    """Return whether a meta name (lower case) may be a crawler's."""
    return name in _WELL_KNOWN or bool(_BOT_NAME.fullmatch(name) and name not in NO_BOTS)


def read_meta(name: str, content: str, *, in_head: bool = True) -> list[Directive]:
    """Parse the directives of ``<meta name="robots" content="noindex, nofollow">``.

    For an unknown name (chatbot), return them only if one is a known directive.
    """
    agent = clean(name.strip(SPACE).lower(), _LONGEST) or ""
    read = [_read_piece(piece) for piece in _pieces(content)]
    if agent not in _WELL_KNOWN and all(p is DirectiveProblem.UNKNOWN for _, _, p in read):
        return []
    return [Directive("meta", agent, *directive, in_head) for directive in read]


def read_header(values: Iterable[str]) -> list[Directive]:
    """Parse the directives of all X-Robots-Tag headers.

    Directives after a bot's name are for that bot, up to the next name or header.
    """
    return [directive for value in values for directive in _read_value(value)]


def _read_value(value: str) -> Iterator[Directive]:
    agent = "*"
    for piece in _pieces(value):
        name, colon, rest = piece.partition(":")
        if colon and _is_agent(name.strip()):
            agent = name.strip().lower()
            piece = rest.strip()
        if piece:
            yield Directive("header", agent, *_read_piece(piece))


def _is_agent(name: str) -> bool:
    is_directive = name.lower() in _PLAIN or _takes_value(name.lower())
    return not is_directive and len(name) <= _LONGEST and bool(_AGENT.fullmatch(name))


def _takes_value(directive: str) -> bool:
    return directive == _UNAVAILABLE_AFTER or directive in _VALUES


def _pieces(text: str) -> Iterator[str]:
    """Split at commas, except those within a date."""
    pieces = [piece.strip(SPACE) for piece in without_userinfo(text, is_url=True).split(",")]
    position = 0
    while position < len(pieces):
        piece = pieces[position]
        position += 1
        if _UNAVAILABLE_AFTER in piece.lower():
            whole = _with_rest_of_date(piece, pieces[position : position + 2])
            position += whole.count(",")
            piece = whole
        if piece:
            yield piece


def _with_rest_of_date(piece: str, following: list[str]) -> str:
    for count in range(len(following), -1, -1):
        whole = ", ".join((piece, *following[:count]))
        if read_any_date(_date_of(whole)).at:
            return whole
    return piece


def _date_of(piece: str) -> str:
    return piece.lower().partition(_UNAVAILABLE_AFTER)[2].strip(" \t:").upper()


def _read_piece(piece: str) -> tuple[str, str | None, DirectiveProblem | None]:
    name, colon, rest = piece.partition(":")
    directive = clean(show_invisible(name.strip(SPACE).lower()), _LONGEST) or ""
    value = clean(show_invisible(rest.strip(SPACE)), _LONGEST) if colon else None
    if directive in _PLAIN:
        return directive, value, DirectiveProblem.BAD_VALUE if value else None
    if not _takes_value(directive):
        return directive, value, DirectiveProblem.UNKNOWN
    is_good = value is not None and _is_good(directive, value)
    return directive, value, None if is_good else DirectiveProblem.BAD_VALUE


def _is_good(directive: str, value: str) -> bool:
    if directive == _UNAVAILABLE_AFTER:
        return read_any_date(value).at is not None
    return _VALUES[directive].fullmatch(value) is not None


def judge(directives: Iterable[Directive], token: str) -> EffectiveDirectives:
    """Return the effect of the directives on the bot with the product token.

    Directives for all bots and for this bot apply. If they conflict, the most restrictive wins; for
    Yandex the permissive one.
    """
    names = EVERY_BOT | _names(token.lower())
    named = [d for d in directives if d.agent in names]
    heard = [d for d in named if d.problem is None]
    is_yandex = token.lower().startswith("yandex")
    noindex = _sources(heard, "noindex", "index" if is_yandex else None)
    nofollow = _sources(heard, "nofollow", "follow" if is_yandex else None)
    source = "both" if len(noindex) == 2 else next(iter(noindex), None)
    return EffectiveDirectives(bool(noindex), bool(nofollow), source, *_earliest(named))


def _names(token: str) -> set[str]:
    """Return the token and its fallbacks: googlebot for googlebot-news."""
    parts = token.split("-")
    return {"-".join(parts[:count]) for count in range(1, len(parts) + 1)}


def _sources(heard: list[Directive], negative: str, positive: str | None) -> set[str]:
    """Return the sources of ``negative``; empty if an overruling ``positive`` is present."""
    if positive and any(d.directive in (positive, "all") for d in heard):
        return set()
    return {d.source for d in heard if d.directive in (negative, "none")}


def _earliest(named: list[Directive]) -> tuple[str | None, datetime | None]:
    written = [d.value for d in named if d.directive == _UNAVAILABLE_AFTER]
    dates = [(at, value) for value in written if (at := read_any_date(value).latest)]
    if dates:
        at, value = min(dates, key=lambda date: date[0])
        return value, at
    return next(iter(written), None), None
