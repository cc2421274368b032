"""Robots directives that are written so that they have no effect, and what was meant."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from sitemap_audit.near_names import nearest
from sitemap_audit.parsing.cleaning import clean, show_invisible
from sitemap_audit.parsing.page.head import start_tag
from sitemap_audit.parsing.page.robots_meta import (
    NAMES,
    NO_BOTS,
    SPACE,
    Directive,
    is_bot,
    is_directive,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_SEPARATOR = re.compile(r"(?:<u\+[0-9a-f]{4}>|[\s;,|/&+\uff0c\uff1b\u3001\u060c\u00b7\u2022])+")
_AROUND = "\"'`\u2018\u2019\u201a\u201c\u201d\u201e\u00ab\u00bb\u2039\u203a\u00b4[](){}<>.:="
"Quotes and brackets around a name."
_VALUE = re.compile(r"\s*[:=\uff1a]\s*")
_IS_SET = re.compile(r":(?:1|on|true|yes)$")
_HYPHENS = re.compile("[\u2010-\u2015\u2212]")
_NO = re.compile(r"\bno[\s_-]+(?=[a-z])")
_LONGEST = 200
"Characters that are read of a value: longer ones hold a text."
_MOST_ATTRIBUTES = 20
"Real <meta> elements have fewer."
_KEPT = 1_000
"Words whose bot is kept: few pages have other names of <meta>."
_LIKE = 0.8
"How similar a misspelled name is, of 1."
_DEFAULTS = frozenset({"all", "archive", "follow", "index", "snippet"})
"Directives that say what holds without them."
_FORBIDDING = frozenset(name for name in NAMES if name.startswith("no") and name != "none")
_FOR_BOTS = {
    **dict.fromkeys(("meta-robots", "robots-meta", "robots-tag", "x-robots-tag"), "robots"),
    **dict.fromkeys(("robots.txt", "robots_tag"), "robots"),
    **NO_BOTS,
}
_HINT = re.compile("bot|no(?:index|follow|archive|snippet|imageindex)", re.IGNORECASE)
"Fast test: few other elements match."
_KINDS = ("name", "property", "http-equiv", "itemprop")
"Attributes that say what a <meta> is about."
_LIKE_TAG = re.compile(r"(?:x[-_]?)?robots?(?:[-_]?tags?|-header)?")
_NOT_SET = frozenset({"0", "false", "no", "off"})


class VoidDirectives(NamedTuple):
    """A <meta> or a header that was meant to hold robots directives, and has no effect."""

    void_robots: str | None
    "The element as parsed; the header as sent."
    robots_to_write: str | None


def meant(directive: Directive) -> str | None:
    """Return what an invalid directive was meant to be, if that can be told."""
    if directive.problem is None:
        return None
    words = _words(":".join(filter(None, (directive.directive, directive.value))))
    spelled = [_spelled(word) for word in words]
    return None if None in spelled else ", ".join(filter(None, dict.fromkeys(spelled))) or None


def _words(text: str) -> list[str]:
    """Return the words of a list, whatever separates them, without quotes."""
    text = _NO.sub("no", _HYPHENS.sub("-", text.lower()))
    words = (word.strip(_AROUND) for word in _SEPARATOR.split(_VALUE.sub(":", text)))
    return [_IS_SET.sub("", word) for word in words if word]


def _spelled(word: str) -> str | None:
    """Return the directives that a word means, none of the name of a bot; None of other words."""
    if is_directive(word):
        return word
    name, colon, value = word.partition(":")
    if is_bot(name):  # a name of a bot belongs into the header alone
        return _spelled(value) if value else ""
    if is_directive(name) and (next_one := _spelled(value)):
        return f"{name}, {next_one}"
    similar = nearest(name, NAMES, _LIKE)
    whole = f"{similar}{colon}{value}"
    return whole if similar and is_directive(whole) else None


def find_void(attributes: Mapping[str, str | None]) -> VoidDirectives | None:
    """Return what a <meta> without effect was meant to be; None for any other <meta>."""
    if len(attributes) > _MOST_ATTRIBUTES:
        return None
    if not any(_HINT.search(f"{name} {value}") for name, value in attributes.items()):
        return None
    texts = {
        name: show_invisible((value or "")[:_LONGEST]).strip(SPACE)
        for name, value in attributes.items()
    }
    if is_bot(texts.get("name", "").lower()) and texts.get("content"):
        return None
    kinds = filter(None, map(texts.get, _KINDS))
    if any(not _bots(kind) and not _FORBIDDING.issuperset(_words(kind)) for kind in kinds):
        return None  # it is about something else
    bots = [bot for pair in texts.items() for text in pair for bot in _bots(text)]
    said = list(_said(texts, is_for_bots=bool(bots)))
    if _DEFAULTS.issuperset(said) or texts.get("content", "").lower() in _NOT_SET:
        return None
    names = ["robots"] if not bots or "robots" in bots else list(dict.fromkeys(bots))
    content = ", ".join(dict.fromkeys(said))
    return VoidDirectives(
        show_invisible(start_tag("meta", attributes)),
        "".join(f'<meta name="{name}" content="{content}">' for name in names),
    )


def find_void_header(headers: Mapping[str, str]) -> VoidDirectives | None:
    """Return the first header, by lower-case name, that was meant to be an X-Robots-Tag."""
    for name, value in headers.items():
        if name == "x-robots-tag" or not _LIKE_TAG.fullmatch(name):
            continue
        sent = value[:_LONGEST]
        said = [word for word in map(_spelled, _words(sent)) if word]
        if not _DEFAULTS.issuperset(said):
            return VoidDirectives(clean(f"{name}: {sent}"), f"X-Robots-Tag: {', '.join(said)}")
    return None


def _bots(text: str) -> list[str]:
    """Return the bots of a list that names nothing else."""
    bots = [_bot(word) for word in _words(text) if word != "and"]
    return [] if None in bots else [bot for bot in bots if bot]


@lru_cache(_KEPT)
def _bot(word: str) -> str | None:
    if word in _FOR_BOTS or is_bot(word):
        return _FOR_BOTS.get(word, word)
    return nearest(word, ("robots", "googlebot"), _LIKE)


def _said(texts: Mapping[str, str], *, is_for_bots: bool) -> Iterator[str]:
    """Yield the directives in names and values of attributes; without a bot, plain ones alone."""
    for name, value in texts.items():
        for text in (name, value):
            words = _words(text)
            if text is value and is_for_bots and not _bots(text):
                yield from filter(None, map(_spelled, words))
            elif words and _FORBIDDING.issuperset(words):
                yield from words
