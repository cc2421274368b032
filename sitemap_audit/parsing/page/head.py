"""Where <head> ends, and elements of which a page may have one alone.

A tree has one head and one body, whatever the source has: so both are looked for in the source.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from selectolax.lexbor import LexborHTMLParser

if TYPE_CHECKING:
    from collections.abc import Iterable

# The case within the group: a pattern that begins with a plain '<' is found several times as fast.
_TAG = re.compile(r"<(?i:(/head|body)|head)[\s/>]")
# What a tokeniser would not read as tags.
_NO_TAGS = re.compile(
    r"<!--.*?(?:-->|\Z)|<(script|style|textarea|template|svg|noscript|title)\b.*?(?:</\1\s*>|\Z)",
    re.IGNORECASE | re.DOTALL,
)
_LONGEST = 2 * 2**20
"Characters of a page in which a second start tag is looked for."
_MARK = "end-of-head"
_MISPLACED = (
    'body link[rel~="canonical" i], body link[rel~="alternate" i][hreflang],'
    ' body meta[name="robots" i], body base'
)
_MAX_ENDS = 20
"Ends of head looked at; those within a script or a comment are none."


class HeadFacts(NamedTuple):
    """What is wrong with a page's head, if anything."""

    ended_by: str | None
    "Name of the first thing in the body that stands before the head's end in the source."
    repeated_elements: str | None
    "Of head, body, title and base, those that a page has more than once; comma between."


def read_head(text: str, tree: LexborHTMLParser) -> HeadFacts:
    """Read what of the head only the source tells."""
    tags = list(_TAG.finditer(text))
    ends = [tag.start() for tag in tags if tag[1]][:_MAX_ENDS]
    return HeadFacts(_ended_by(text, ends, tree), _repeated_elements(text, tags, tree))


def _ended_by(text: str, ends: list[int], tree: LexborHTMLParser) -> str | None:
    """What ended the head before its end, which is the first </head> or <body>.

    A page with neither ends its head where its content begins, as it may; that is reported only
    where a tag that belongs into the head comes later.
    """
    for end in ends:
        start = LexborHTMLParser(f"{text[:end]}<{_MARK}>")
        if start.tags(_MARK):
            first = _first_in_body(start)
            return None if first == _MARK else first
    return _first_in_body(tree) if tree.css_first(_MISPLACED) is not None else None


def _first_in_body(tree: LexborHTMLParser) -> str | None:
    nodes = tree.body.iter(include_text=True, skip_empty=True) if tree.body else iter(())
    first = next((node.tag for node in nodes), None)
    return "#text" if first == "-text" else first


def _repeated_elements(text: str, tags: list[re.Match[str]], tree: LexborHTMLParser) -> str | None:
    names = _repeated(tag for tag in tags if tag.end() <= _LONGEST)
    if names:
        within_tags = _repeated(_TAG.finditer(_NO_TAGS.sub("", text[:_LONGEST])))
        names = [name for name in names if name in within_tags]
    if tree.head is not None:
        names += [
            name
            for name, selector in (("title", "title"), ("base", "base[href]"))
            if len(tree.head.css(selector)) > 1
        ]
    return ", ".join(names) or None


def _repeated(tags: Iterable[re.Match[str]]) -> list[str]:
    """Of head and body those whose start tag stands there twice."""
    counts = Counter((tag[1] or "head").lower() for tag in tags)
    return [name for name in ("head", "body") if counts[name] > 1]
