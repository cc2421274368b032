"""Elements of which a page may have one alone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from selectolax.lexbor import LexborHTMLParser

# What a tokeniser would not read as tags.
_NO_TAGS = re.compile(
    r"<!--.*?(?:-->|\Z)|<(script|style|textarea|template|svg|noscript|title)\b.*?(?:</\1\s*>|\Z)",
    re.IGNORECASE | re.DOTALL,
)
# The case within the groups: a pattern that begins with a plain '<' is found several times as fast.
_START = {name: re.compile(rf"<(?i:{name})[\s>/]") for name in ("head", "body")}
_LONGEST = 2 * 2**20
"Characters of a page in which a second start tag is looked for."


def repeated_elements(text: str, tree: LexborHTMLParser) -> str | None:
    """Of head, body, title and base, those that a page has more than once; comma between."""
    names = [name for name in _START if _is_repeated(name, text)]
    head = tree.head
    if head is not None:
        names += [
            name
            for name, selector in (("title", "title"), ("base", "base[href]"))
            if len(head.css(selector)) > 1
        ]
    return ", ".join(names) or None


def _is_repeated(name: str, text: str) -> bool:
    """Whether its start tag stands twice in the source: a tree has each but once."""
    if len(_START[name].findall(text, 0, _LONGEST)) < 2:
        return False
    return len(_START[name].findall(_NO_TAGS.sub("", text[:_LONGEST]))) > 1
