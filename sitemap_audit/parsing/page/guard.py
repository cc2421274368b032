"""Pages that would cost the HTML parser minutes or gigabytes, told before they are parsed.

HTML 13.2.6 gives a parser no limits: a tag may have a million attributes, elements may be nested a
million deep, and every unclosed <b> is made again in every paragraph. No page does that in earnest.
"""

from __future__ import annotations

import re
from collections import Counter

_MAX_DEPTH = 5_000
_MAX_REMADE = 1_000_000
"Unclosed formatting elements times tags: elements that may be made of them."
_MAX_ATTRIBUTES = 5_000
_LONG = 20_000
"Characters without '>' below which a tag is not counted."

_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9-]*)(?:[^<>]*(/)>)?")
_RAW_TEXT = ("<script", "<style", "<textarea", "<title", "<!")
_FORMATTING = frozenset(
    {
        *("b", "big", "code", "em", "font", "i", "nobr"),
        *("s", "small", "strike", "strong", "tt", "u"),
    }
)
# All of _FORMATTING and a few more: the names one by one would take twice as long.
_FORMATTED = re.compile(r"<[bcefinstuBCEFINSTU](?i:ig|ode|m|ont|obr|mall|trike|trong|t)?[\s>/]")
# Those that have no end tag or are closed without one.
_UNNESTED = frozenset(
    {
        *("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta"),
        *("source", "track", "wbr", "body", "colgroup", "dd", "dt", "head", "html", "li"),
        *("optgroup", "option", "p", "rp", "rt", "tbody", "td", "tfoot", "th", "thead", "tr"),
    }
)


def is_too_costly(text: str) -> bool:
    """Whether a page is left unparsed because of the time or memory that would take."""
    if len(text) > _LONG and _has_endless_tag(text.split(">")):
        return True
    tags = text.count("<")
    return _may_be_too_deep(text, tags) and _is_too_deep(text, tags)


def _has_endless_tag(pieces: list[str]) -> bool:
    if max(map(len, pieces)) <= _LONG:
        return False
    before = ""
    for piece in pieces:
        if len(piece) > _LONG:
            tag = piece[_tag_start(before, piece) :]
            if len(tag.split(None, _MAX_ATTRIBUTES)) > _MAX_ATTRIBUTES:
                return True
        before = piece
    return False


def _tag_start(before: str, piece: str) -> int:
    """Where the tag begins that a piece of source, up to its '>', ends with; its end if none."""
    opened = before[before.rfind("<") :].lower()
    start = piece.find("</" if opened.startswith(_RAW_TEXT) else "<")
    return len(piece) if start < 0 or piece.startswith("<!", start) else start


def _may_be_too_deep(text: str, tags: int) -> bool:
    """Whether it would be if nothing in it were ever closed: of most pages that is all it takes."""
    return tags > _MAX_DEPTH or len(_FORMATTED.findall(text)) * tags > _MAX_REMADE


def _is_too_deep(text: str, tags: int) -> bool:
    open_tags: Counter[str] = Counter()
    depth = formatting = 0
    for is_end, name, is_closed in _TAG.findall(text):
        lower = name.lower()
        if is_closed or lower in _UNNESTED or (is_end and not open_tags[lower]):
            continue
        step = -1 if is_end else 1
        open_tags[lower] += step
        depth += step
        if lower in _FORMATTING:
            formatting += step
        if depth > _MAX_DEPTH or formatting * tags > _MAX_REMADE:
            return True
    return False
