"""Detect pages that would take the HTML parser minutes or gigabytes, before parsing.

HTML 13.2.6 sets no limits: a tag may have a million attributes, elements may be nested a million
deep, and each distinct unclosed <b> is recreated in every paragraph.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from itertools import islice
from typing import TYPE_CHECKING

from sitemap_audit.parsing.page.tags import count_attributes, next_tag
from sitemap_audit.parsing.page.tree_size import (
    ATTRIBUTE,
    CLONED_ATTRIBUTE,
    ELEMENT,
    MAX_SAME,
    TreeSize,
    tree_size,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

_MAX_SIZE = TreeSize(depth=5_000, memory=64 * 2**20, attributes=5_000, options=20_000)
"""The memory suffices for 80,000 elements with two attributes each. Parsing time is quadratic in
the number of options (262,000 took five minutes)."""
_OPTION = re.compile(r"<[oO](?i:ption)[\s/>]")
_LONG_TEXT = 20_000
"Characters without '>' above which the attributes of a tag are counted."
_SEPARATORS = " \n\t\r\f/\"'"

_RAW_TEXT = ("<script", "<style", "<textarea", "<title", "<!")
_MAX_RAW_NAME = max(map(len, _RAW_TEXT))
_FEW = 8
"Attributes of a link that are not counted: most links have fewer."
# An attribute quoted unambiguously, so that every parser sees the same end of the tag.
_ATTRIBUTE = r"""(?:[\t\n\f\r ]++[\w:-]++(?>="[^"<>]*+"|='[^'<>]*+'|))"""
# Matches <a> with more than a few attributes, all formatting elements, and a few others: a list of
# names would take twice as long.
_FORMATTING_TAG = re.compile(
    rf"<(?![aA](?>{_ATTRIBUTE}{{0,{_FEW}}})\s*+>)"
    r"[abcefinstuABCEFINSTU](?i:ig|ode|m|ont|obr|mall|trike|trong|t)?[\s>/]"
)
# An element that contains text only, or a void element.
_CLOSED_ELEMENT = re.compile(
    rf"<(?:([a-zA-Z][a-zA-Z0-9-]*+)(?>{_ATTRIBUTE}*)>[^<>]*+</\1>"
    rf"|(?:br|hr|img|input|link|meta)(?>{_ATTRIBUTE}*)\s*+/?+>)"
)
_LONG_TAG = 2_000
"Maximum length of a formatting tag that is parsed here, in characters."
_PASSES = 5
"Levels of closed elements to remove, from the inside, at most."


def is_too_costly(text: str) -> bool:
    """Return whether parsing a page would take too much time or memory."""
    tags = text.count("<")
    may_be = (
        (len(text) > _LONG_TEXT and _may_have_endless_tag(text))
        or (tags > _MAX_SIZE.options and _may_have_too_many_options(text))
        or _may_be_too_large(text, tags)
    )
    return may_be and tree_size(text, _MAX_SIZE) is None


def _may_have_too_many_options(text: str) -> bool:
    return next(islice(_OPTION.finditer(text), _MAX_SIZE.options, None), None) is not None


def _may_have_endless_tag(text: str) -> bool:
    """Return whether a tag may have too many attributes: words in quotes count as such."""
    most = _MAX_SIZE.attributes
    tags = (text[_tag_start(text, start, end) : end] for start, end in _long_pieces(text))
    return any(len(tag.split(None, most)) > most for tag in tags)


def _long_pieces(text: str) -> Iterator[tuple[int, int]]:
    """Yield start and end of text between two '>' more than _LONG_TEXT apart."""
    start = 0
    while len(text) - start > _LONG_TEXT:
        end = text.rfind(">", start, start + _LONG_TEXT + 1)
        if end < 0:
            end = text.find(">", start + _LONG_TEXT)
            end = len(text) if end < 0 else end
            yield start, end
        start = end + 1


def _tag_start(text: str, start: int, end: int) -> int:
    """Return where the tag begins in a piece of source up to its '>'; its end if there is none."""
    before = text.rfind(">", 0, max(start - 1, 0)) + 1
    opened = text.rfind("<", before, start)
    is_raw = opened >= 0 and text[opened : opened + _MAX_RAW_NAME].lower().startswith(_RAW_TEXT)
    tag = text.find("</" if is_raw else "<", start, end)
    return end if tag < 0 or text.startswith("<!", tag) else tag


def _may_be_too_large(text: str, tags: int) -> bool:
    """Return whether the tree may be too large, by a fast estimate without nesting."""
    # An attribute takes two characters: those of most pages need not be counted.
    room = _MAX_SIZE.memory - tags * ELEMENT - len(text) // 2 * ATTRIBUTE
    if tags <= _MAX_SIZE.depth and tags * _reconstructed(text) <= room:
        return False
    starts = tags - text.count("</")
    room = _MAX_SIZE.memory - starts * ELEMENT - _separators(text) * ATTRIBUTE
    for _ in range(_PASSES):
        text = _CLOSED_ELEMENT.sub("", text)
        if text.count("<") <= _MAX_SIZE.depth and tags * _reconstructed(text) <= room:
            return False
    return True


def _reconstructed(text: str) -> int:
    """Return the memory of reconstructing all formatting elements once (13.2.4.3), in bytes."""
    of_each, of_link = 0, ELEMENT + _FEW * CLONED_ATTRIBUTE
    same: Counter[str] = Counter()
    for match in _FORMATTING_TAG.finditer(text):
        if match[0].endswith(">"):
            same[match[0]] += 1
            continue
        start = match.start()
        tag = next_tag(text[start : start + _LONG_TAG], 0)
        if tag is None or tag.end == _LONG_TAG:
            return sys.maxsize
        own = ELEMENT + CLONED_ATTRIBUTE * count_attributes(tag.attributes)
        if match[0][1] in "aA":  # at most one <a> is active
            of_link = max(of_link, own)
        else:
            of_each += own
    of_each += ELEMENT * sum(min(times, MAX_SAME) for times in same.values())
    return of_each + of_link


def _separators(text: str) -> int:
    """Return an upper bound of the number of attributes."""
    return sum(map(text.count, _SEPARATORS)) - text.count("</")
