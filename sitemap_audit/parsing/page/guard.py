"""Detection of pages that would cost the HTML parser minutes or gigabytes, before parsing.

HTML 13.2.6 gives a parser no limits: a tag may have a million attributes, elements may be nested a
million deep, and each distinct unclosed <b> is recreated in every paragraph. Real pages do not do
this.
"""

from __future__ import annotations

import re
import sys
from itertools import islice
from typing import TYPE_CHECKING

from sitemap_audit.parsing.page.head import has_too_many_tags
from sitemap_audit.parsing.page.outline import ATTRIBUTE, ATTRIBUTE_AGAIN, ELEMENT, Size, size
from sitemap_audit.parsing.page.tags import count_attributes, next_tag

if TYPE_CHECKING:
    from collections.abc import Iterator

_BOUND = Size(depth=5_000, memory=64 * 2**20)
"Of memory: 80,000 elements with two attributes each."
_MAX_ATTRIBUTES = 5_000
_MAX_OPTIONS = 20_000
"""Of lists to choose from: the parser looks at all that are there when one more comes (measured:
262,000 took five minutes)."""
_OPTION = re.compile(r"<[oO](?i:ption)[\s/>]")
_LONG = 20_000
"Characters without '>' below which a tag is not counted."
_BETWEEN_ATTRIBUTES = " \n\t\r\f/\"'"

_RAW_TEXT = ("<script", "<style", "<textarea", "<title", "<!")
_LONGEST_RAW = max(map(len, _RAW_TEXT))
# Links and all formatting elements and a few more: the names one by one would take twice as long.
_FORMATTED = re.compile(r"<[abcefinstuABCEFINSTU](?i:ig|ode|m|ont|obr|mall|trike|trong|t)?[\s>/]")
# An element with nothing but text in it, or one that has no content. Their attributes are written
# such that no other reader could take the tag to end elsewhere.
_CLOSED = re.compile(
    r"""<(?:([a-zA-Z][a-zA-Z0-9-]*+)(?:\s++[\w:-]++(?:="[^"<>]*+"|='[^'<>]*+')?+)*+>[^<>]*+</\1>"""
    r"""|(?:br|hr|img|input|link|meta)(?:\s++[\w:-]++(?:="[^"<>]*+"|='[^'<>]*+')?+)*+\s*+/?+>)"""
)
_LONG_TAG = 2_000
"Characters from which on a tag is not looked at by itself."
_PASSES = 5
"Levels of elements that are taken away from within."


def is_too_costly(text: str) -> bool:
    """Return whether parsing a page would take too much time or memory."""
    if len(text) > _LONG and _has_endless_tag(text):
        return True
    if next(islice(_OPTION.finditer(text), _MAX_OPTIONS, None), None) is not None:
        return True
    if has_too_many_tags(text):
        return True
    return _may_be_too_large(text) and size(text, _BOUND) is None


def _has_endless_tag(text: str) -> bool:
    tags = (text[_tag_start(text, start, end) : end] for start, end in _long_pieces(text))
    return any(len(tag.split(None, _MAX_ATTRIBUTES)) > _MAX_ATTRIBUTES for tag in tags)


def _long_pieces(text: str) -> Iterator[tuple[int, int]]:
    """Yield start and end of text between two '>' more than _LONG apart."""
    start = 0
    while len(text) - start > _LONG:
        end = text.rfind(">", start, start + _LONG + 1)
        if end < 0:
            end = text.find(">", start + _LONG)
            end = len(text) if end < 0 else end
            yield start, end
        start = end + 1


def _tag_start(text: str, start: int, end: int) -> int:
    """Return where the tag begins in a piece of source up to its '>'; its end if there is none."""
    before = text.rfind(">", 0, max(start - 1, 0)) + 1
    opened = text.rfind("<", before, start)
    is_raw = opened >= 0 and text[opened : opened + _LONGEST_RAW].lower().startswith(_RAW_TEXT)
    tag = text.find("</" if is_raw else "<", start, end)
    return end if tag < 0 or text.startswith("<!", tag) else tag


def _may_be_too_large(text: str) -> bool:
    """Whether it would be if nothing in it were ever closed but what stands closed right away."""
    tags = text.count("<")
    room = _BOUND.memory - (tags - text.count("</")) * ELEMENT - _separators(text) * ATTRIBUTE
    for _ in range(_PASSES):
        text = _CLOSED.sub("", text)
        if text.count("<") <= _BOUND.depth and _remade(text, tags) <= room:
            return False
    return True


def _remade(text: str, tags: int) -> int:
    """Memory of the elements that are made again if each tag makes all that are left so."""
    of_each = of_link = 0
    for match in _FORMATTED.finditer(text):
        own = ELEMENT
        if not match[0].endswith(">"):
            start = match.start()
            tag = next_tag(text[start : start + _LONG_TAG], 0)
            if tag is None or tag.end == _LONG_TAG:
                return sys.maxsize
            own += ATTRIBUTE_AGAIN * count_attributes(tag.attributes)
        if match[0][1] in "aA":  # of <a> only one is in effect at a time
            of_link = max(of_link, own)
        else:
            of_each += own
    return tags * (of_each + of_link)


def _separators(text: str) -> int:
    """Return an upper bound of the number of attributes."""
    return sum(map(text.count, _BETWEEN_ATTRIBUTES)) - text.count("</")
