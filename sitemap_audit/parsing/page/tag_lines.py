"""The lines of a page's tags, for a page whose file can be edited.

The tree of a page does not say where its elements stand in the source, and what looks like a tag
may be text of a script or a comment. So every such place gets its line as an attribute, and the
parser tells which of them are tags. The facts of the page are read from the source as it is.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from selectolax.lexbor import LexborHTMLParser

from sitemap_audit.items import PageTag, TagKind
from sitemap_audit.parsing.cleaning import MAX_URL, clean
from sitemap_audit.parsing.page.head import start_tag
from sitemap_audit.parsing.page.html import Element, read_element
from sitemap_audit.parsing.page.links import find_annotations, form_kind, is_alternate
from sitemap_audit.parsing.page.robots_meta import SPACE, is_bot
from sitemap_audit.parsing.page.robots_slips import find_void
from sitemap_audit.parsing.urls import read_link

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from selectolax.lexbor import LexborNode

MAX_TAGS = 20_000
"Tags of a page whose lines are read, in document order; findings about others name no line."
_MARK = "sitemap-audit-line"
_MARKED = re.compile(rf" {_MARK}=\d+ ")
_NAMES = ("html", "head", "title", "h1", "base", "link", "meta")
_ANNOTATED = re.compile(r"<a\s[^>]*\bhreflang\b", re.IGNORECASE)
"A page may have thousands of other links."
_PLAIN = (TagKind.HTML, TagKind.HEAD, TagKind.TITLE, TagKind.H1, TagKind.BASE)
"Those that say one thing only."
_NAME = re.compile(r"[a-z][a-z0-9-]*")


class _Kind(NamedTuple):
    """What a tag says; a <link> may be two kinds."""

    tag: str
    code: str | None = None
    written: str | None = None
    target: str | None = None


def read_tags(
    text: str,
    page: Mapping[str, Any],
    base_url: str,
    *,
    head_ended_by: str | None = None,
    with_outlinks: bool = False,
) -> list[PageTag]:
    """Return the tags of a page that findings are about, in document order.

    Args:
        text: the source, decoded.
        page: the page's ID, URL and key, as the columns of each row.
        base_url: what relative URLs are resolved against.
        head_ended_by: name of what ended the head too early, as in the table of pages.
        with_outlinks: read its links too: of those with one href the first.
    """
    also = head_ended_by if _NAME.fullmatch(head_ended_by or "") else None
    names = (*_NAMES, "a") if with_outlinks or _ANNOTATED.search(text) else _NAMES
    tree = LexborHTMLParser(_marked(text, (*names, also) if also else names))
    rows: list[PageTag] = []
    first = next(tree.body.iter(), None) if also and tree.body else None
    if first is not None and (line := _line(first.attributes)):
        element = start_tag(also or "", _without_mark(first.attributes))
        rows.append(PageTag(**page, number=0, tag=TagKind.ENDS_HEAD, line=line, element=element))
    hrefs: set[str | None] = {None}
    for node in islice(tree.css(",".join(names)), MAX_TAGS):
        attributes = node.attributes
        if (line := _line(attributes)) is None:
            continue  # the parser made it: it is not in the source
        written = _without_mark(attributes)
        for kind in _kinds(node, written, page["url"], base_url):
            element = start_tag(node.tag or "", written)
            rows.append(
                PageTag(**page, number=len(rows) + 1, line=line, element=element, **kind._asdict())
            )
        if with_outlinks and node.tag == "a" and (href := written.get("href")) not in hrefs:
            hrefs.add(href)
            target = read_link(href, base_url).url
            rows.append(
                PageTag(**page, number=len(rows) + 1, tag=TagKind.LINK, line=line, target=target)
            )
    return rows


def _marked(text: str, names: tuple[str, ...]) -> str:
    """Return the source with the line of each start tag as an attribute of it.

    The value has no quotes, which could end that of an attribute which holds the text of a tag.
    """
    line, end = 1, 0
    pieces: list[str] = []
    for tag in re.finditer(rf"<(?i:{'|'.join(names)})(?=[\s/>])", text):
        line += text.count("\n", end, tag.start())
        pieces += (text[end : tag.end()], f" {_MARK}={line} ")
        end = tag.end()
    return "".join((*pieces, text[end:]))


def _line(attributes: Mapping[str, str | None]) -> int | None:
    """Return the line of a tag; None if it is not in the source."""
    written = attributes.get(_MARK) or ""
    return int(written) if written.isdecimal() else None


def _without_mark(attributes: Mapping[str, str | None]) -> dict[str, str | None]:
    """Return the attributes as in the source: a value may hold the text of a tag, with its line."""
    return {
        name: _MARKED.sub("", value) if value and _MARK in value else value
        for name, value in attributes.items()
        if name != _MARK
    }


def _kinds(
    node: LexborNode, attributes: dict[str, str | None], url: str, base_url: str
) -> Iterator[_Kind]:
    name = node.tag or ""
    if name in _PLAIN:
        if name != "title" or node.parent is None or node.parent.tag != "svg":
            yield _Kind(name)
    elif name == "meta":
        yield from _of_meta(attributes, base_url)
    elif element := read_element(node):
        yield from _of_annotation(element._replace(attributes=_texts(attributes)), url, base_url)


def _texts(attributes: Mapping[str, str | None]) -> dict[str, str]:
    return {name: value or "" for name, value in attributes.items()}


def _of_meta(attributes: Mapping[str, str | None], base_url: str) -> Iterator[_Kind]:
    content = clean(attributes.get("content"), MAX_URL)
    name = (attributes.get("name") or "").strip(SPACE).lower()
    equivalent = (attributes.get("http-equiv") or "").strip().lower()
    if (name and is_bot(name)) or find_void(attributes):
        yield _Kind(TagKind.ROBOTS, name or None, content)
    if name == TagKind.DESCRIPTION:
        yield _Kind(name, None, content)
    if (attributes.get("property") or "").lower() == TagKind.OG_URL:
        yield _Kind(TagKind.OG_URL, None, content, read_link(content, base_url).url)
    if equivalent == TagKind.REFRESH:
        yield _Kind(equivalent, None, content)
    if "charset" in attributes or equivalent == "content-type":
        yield _Kind(TagKind.CHARSET, None, clean(attributes.get("charset")) or content)


def _of_annotation(element: Element, url: str, base_url: str) -> Iterator[_Kind]:
    (found,) = find_annotations([element], base_url, (), url)
    if found.source == "html" and "canonical" in found.rels:
        yield _Kind(TagKind.CANONICAL, None, found.href, found.link.url)
    if is_alternate(found):
        yield _Kind(
            TagKind.HREFLANG, clean(found.attributes["hreflang"]), found.href, found.link.url
        )
    if form_kind(found):
        yield _Kind(
            TagKind.ALTERNATE, clean(found.attributes.get("media")), found.href, found.link.url
        )
