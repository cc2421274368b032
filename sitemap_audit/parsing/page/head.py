"""The tree of a page, and where its source ends <head>, which the tree does not show."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from selectolax.lexbor import LexborHTMLParser

from sitemap_audit.parsing.cleaning import clean, fold

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from selectolax.lexbor import LexborNode

# The case within the group: a pattern that begins with a plain '<' is found several times as fast.
# The next two characters rule most tags out.
_TAG = re.compile(r"<(?=[/hHbB][hHeEoO])(?i:(/head|body)|head)[\s/>]")
_START_TAG = re.compile(r"<(?i:head|body)(?=[\s/>])")
_PASSED_OVER = {
    re.compile(rf"(</?){name}(?=[\s/>])", re.IGNORECASE): rf"\1{other}"
    for name, other in (("noscript", "noframes"), ("svg", "xmp"))
}
"Elements whose tags do not count, with others whose text has none."
_OURS = "sitemap-audit-"
"What the names of our own attributes begin with."
_MARK = "sitemap-audit-end-of-head"
_COMMENT = "sitemap-audit: end of head"
_MISPLACED = (
    'body link[rel~="canonical" i], body link[rel~="alternate" i][hreflang],'
    ' body meta[name="robots" i], body base'
)
MAX_ELEMENT = 500
"Characters kept of an element."
_MAX_TAGS = 1_000
"Tags of head and body, those within a script or a comment too: a page of more is not read."


class TooManyTagsError(ValueError):
    """Finding the end of a page's head would take too long."""


class ParsedHtml(NamedTuple):
    """The tree of a page, and what its source shows about head and body."""

    tree: LexborHTMLParser
    head_ended_by: str | None
    "Name of the first thing in the body that stands before the head's end in the source."
    head_ended_element: str | None
    "Its start tag, or its text, as the parser reads it."
    repeated: list[str]
    "Of head and body, those whose start tag stands twice in the source: a tree has each but once."


def parse_html(text: str) -> ParsedHtml:
    """Parse a page, with a comment where its source ends the head.

    If the comment is in the head of the tree, nothing ended the head earlier, and the comment has
    no other effect. If it is elsewhere, the page is parsed again without it. Each tree is deleted
    before the next is made: the tree of a hostile page takes 150 MB.

    Raises:
        TooManyTagsError: of head and body.
    """
    tags = list(itertools.islice(_TAG.finditer(text), _MAX_TAGS + 1))
    if len(tags) > _MAX_TAGS:
        raise TooManyTagsError
    ends = [tag.start() for tag in tags if tag[1]]
    repeated = _repeated(text) if _stands_twice(tags) else []
    if ends:
        tree = LexborHTMLParser(f"{text[: ends[0]]}<!--{_COMMENT}-->{text[ends[0] :]}")
        if _is_marked(tree.head):
            return ParsedHtml(tree, None, None, repeated)
        del tree
    first = _before_end(text, ends)
    tree = LexborHTMLParser(text)
    if first is None and tree.css_first(_MISPLACED) is not None:
        first = _first_in_body(tree)
    return ParsedHtml(tree, *(first or (None, None)), repeated)


def _is_marked(head: LexborNode | None) -> bool:
    node = head.last_child if head is not None else None
    while node is not None:
        if node.is_comment_node and node.comment_content == _COMMENT:
            return True
        node = node.prev
    return False


def _before_end(text: str, ends: list[int]) -> tuple[str | None, str | None] | None:
    """Return name and text of the element that ended the head before its first </head> or <body>.

    Return None if the tree has no such end. A page without one may end its head where its content
    begins; this is reported only if an element that belongs in the head follows.
    """
    end = _first_end(text, ends)
    if end is None:
        return None
    first = _first_in_body(LexborHTMLParser(f"{text[:end]}<{_MARK}>"))
    return (None, None) if first[0] == _MARK else first


def _first_end(text: str, ends: list[int]) -> int | None:
    """Find the first end that the parser takes for a tag, not one in a script or comment."""
    if not ends:
        return None
    pieces = [text[: ends[0]]]
    for number, (end, following) in enumerate(zip(ends, [*ends[1:], len(text)], strict=True)):
        pieces.append(f"<{_MARK} n={number}></{_MARK}>{text[end:following]}")
    marks = LexborHTMLParser("".join(pieces)).tags(_MARK)
    return min((ends[int(mark.attributes["n"] or 0)] for mark in marks), default=None)


def _first_in_body(tree: LexborHTMLParser) -> tuple[str | None, str | None]:
    nodes = tree.body.iter(include_text=True, skip_empty=True) if tree.body else iter(())
    node = next(nodes, None)
    if node is None:
        return None, None
    if node.tag == "-text":
        return "#text", fold(node.text_content or "", MAX_ELEMENT)
    return node.tag, start_tag(node.tag or "", node.attributes)


def start_tag(name: str, attributes: Mapping[str, str | None]) -> str:
    """Return a start tag as parsed, truncated to some hundred characters."""
    texts = {key: (value or "").replace("&", "&amp;") for key, value in attributes.items()}
    written = "".join(
        f' {key}="{text.replace(chr(34), "&quot;")}"' if text else f" {key}"
        for key, text in texts.items()
    )
    return clean(f"<{name}{written}>", MAX_ELEMENT) or ""


def _stands_twice(tags: Iterable[re.Match[str]]) -> bool:
    """Return whether head or body may have two start tags."""
    counts = Counter((tag[1] or "head").lower() for tag in tags)
    return counts["head"] > 1 or counts["body"] > 1


def _repeated(text: str) -> list[str]:
    """Return which of head and body have two start tags for the parser.

    It marks tags with attributes, which text that looks like a tag cannot have. The parser adds the
    attributes of a second <body> or <html> to the first (13.2.6.4.7). It ignores a second <head>,
    so each <head> is written as <html>. <noscript> is parsed with scripts enabled: its text has no
    tags.
    """
    numbers = itertools.count()
    marked = _START_TAG.sub(lambda tag: _marked(tag[0], next(numbers)), text)
    for element, other in _PASSED_OVER.items():
        marked = element.sub(other, marked)
    tree = LexborHTMLParser(marked)
    roots = {"head": tree.root, "body": tree.body}
    return [name for name, node in roots.items() if node is not None and _met(node) > 1]


def _marked(start: str, number: int) -> str:
    name = "html" if start.lower() == "<head" else "body"
    return f"<{name} {_OURS}{number}"


def _met(node: LexborNode) -> int:
    return sum(name.startswith(_OURS) for name in node.attributes)
