"""Pages that would cost the HTML parser minutes or gigabytes, told before they are parsed.

HTML 13.2.6 gives a parser no limits: a tag may have a million attributes, elements may be nested a
million deep, and every unclosed <b> is made again in every paragraph. No page does that in earnest.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_MAX_DEPTH = 5_000
_MAX_REMADE = 1_000_000
"Unclosed formatting elements times tags: elements that may be made of them."
_MAX_ATTRIBUTES = 5_000
_LONG = 20_000
"Characters without '>' below which a tag is not counted."

_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9-]*)(?:[^<>]*(/)>)?")
_RAW_TEXT = ("<script", "<style", "<textarea", "<title", "<!")
_LONGEST_RAW = max(map(len, _RAW_TEXT))
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
    if len(text) > _LONG and _has_endless_tag(text):
        return True
    tags = text.count("<")
    return _may_be_too_deep(text, tags) and _is_too_deep(text, tags)


def _has_endless_tag(text: str) -> bool:
    tags = (text[_tag_start(text, start, end) : end] for start, end in _long_pieces(text))
    return any(len(tag.split(None, _MAX_ATTRIBUTES)) > _MAX_ATTRIBUTES for tag in tags)


def _long_pieces(text: str) -> Iterator[tuple[int, int]]:
    """Start and end of what stands between two '>' more than _LONG apart."""
    start = 0
    while len(text) - start > _LONG:
        end = text.rfind(">", start, start + _LONG + 1)
        if end < 0:
            end = text.find(">", start + _LONG)
            end = len(text) if end < 0 else end
            yield start, end
        start = end + 1


def _tag_start(text: str, start: int, end: int) -> int:
    """Where the tag begins that a piece of source, up to its '>', ends with; its end if none."""
    before = text.rfind(">", 0, max(start - 1, 0)) + 1
    opened = text.rfind("<", before, start)
    is_raw = opened >= 0 and text[opened : opened + _LONGEST_RAW].lower().startswith(_RAW_TEXT)
    tag = text.find("</" if is_raw else "<", start, end)
    return end if tag < 0 or text.startswith("<!", tag) else tag


def _may_be_too_deep(text: str, tags: int) -> bool:
    """Whether it would be if nothing in it were ever closed: of most pages that is all it takes."""
    return tags > _MAX_DEPTH or (
        tags**2 > _MAX_REMADE and len(_FORMATTED.findall(text)) * tags > _MAX_REMADE
    )


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
