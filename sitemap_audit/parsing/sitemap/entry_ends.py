"""Where an entry ends: at its own end tag, or where another entry or a root element begins."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from sitemap_audit.parsing.sitemap.tokens import END, LONGEST, TAG, read_attributes

if TYPE_CHECKING:
    from sitemap_audit.parsing.sitemap.tokens import Ends

ROOTS = "urlset|sitemapindex|rss|channel|RDF|feed"
_TAGS = re.compile(f"{END.pattern}|{TAG.pattern}")
_CLOSING = {"<!--": "-->", "<![CDATA[": "]]>"}


@cache
def _ends(names: str, prefix: str, root_prefix: str) -> re.Pattern[str]:
    """Match what may end an entry: elements of extensions have the same names."""
    entries = f"(?:{re.escape(prefix)}|{re.escape(root_prefix)})(?:{names})(?=[\\s/>])"
    roots = rf"(?:[\w.-]+:)?(?:{ROOTS})"
    return re.compile(
        rf"<!--|<!\[CDATA\[|<(/)?{entries}|</{roots}(?=[\s/>])|<{roots}(?:\s[^<>]*)?>\s*+<{entries}"
    )


def find_end(
    text: str, start: int, name: str, names: str, root_prefix: str, ends: Ends, *, at_end: bool
) -> tuple[int, bool]:
    """Return where an entry ends, and whether its own end tag ends it; -1 if not yet.

    Args:
        name: of the entry that begins at ``start``.
        names: local names of the entries, separated by ``|``.
        ends: searches the text for the ends of comments.
    """
    if (tag := TAG.match(text, start)) and tag[3]:
        return tag.end(), True
    limit, place = min(start + LONGEST, len(text)), start + 1
    pattern = _ends(names, name[: name.rfind(":") + 1], root_prefix)
    while match := pattern.search(text, place, limit):
        place = match.end()
        if closing := _CLOSING.get(match[0]):
            if text.rfind("<", start, match.start()) > text.rfind(">", start, match.start()):
                continue  # in the value of an attribute it begins nothing
            end = ends.find(text, closing, place, limit)
            if end < 0 and not at_end and limit == len(text):
                return -1, False
            place = end + len(closing) if end >= 0 else place
        elif match[1]:
            end = text.find(">", place, limit)
            if end < 0 and not at_end and limit == len(text):
                return -1, False
            is_whole = end >= 0 and not text[place:end].strip()
            return (end + 1 if is_whole else place), True
        else:
            return match.start(), False
    return -1, False


class OpenTag(NamedTuple):
    """A start tag whose element is open."""

    name: str
    attributes: dict[str, str]
    line: int
    "On which it ends."


def open_elements(piece: str, line: int) -> list[OpenTag]:
    """Return what is open at the end of an entry that begins on ``line`` and is not closed."""
    tags: list[OpenTag] = []
    place = 0
    for match in _TAGS.finditer(piece):
        line += piece.count("\n", place, match.end())
        place = match.end()
        if match[1] is None and not match[4]:
            tags.append(OpenTag(match[2], read_attributes(match[3])[0], line))
        elif tags and tags[-1].name == match[1]:
            tags.pop()
    return tags
