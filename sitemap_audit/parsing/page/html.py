"""What an HTML page says about itself, read from the tree that a browser would build."""

from __future__ import annotations

import itertools
import re
from typing import TYPE_CHECKING, NamedTuple

from selectolax.lexbor import LexborHTMLParser

from sitemap_audit.parsing.cleaning import MAX_URL, clean, fold
from sitemap_audit.parsing.page.refresh import read_refresh
from sitemap_audit.parsing.page.robots_meta import Directive, is_bot, read_meta
from sitemap_audit.parsing.page.structure import repeated_elements
from sitemap_audit.parsing.page.text import MainText, main_text
from sitemap_audit.parsing.urls import read_link

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

MAX_ELEMENTS = 10_000
"""Elements of a page that are looked at; no page has as many annotations in earnest."""

_RELS = frozenset({"alternate", "canonical", "sitemap"})
_MARK = "end-of-head"
_HEAD_END = re.compile(r"<(?i:/head|body)[\s/>]")
_MISPLACED = (
    'body link[rel~="canonical" i], body link[rel~="alternate" i][hreflang],'
    ' body meta[name="robots" i], body base'
)
_MAX_ENDS = 20
"Ends of head looked at; those within a script or a comment are none."


class Element(NamedTuple):
    """A <link> that may point to another form of the page or to a sitemap, or an <a hreflang>."""

    name: str
    rels: frozenset[str]
    "Link types, lower case."
    attributes: dict[str, str]
    in_head: bool

    @property
    def href(self) -> str | None:
        """As written; None where there is none."""
        return clean(self.attributes.get("href"), MAX_URL)


class HtmlFacts(NamedTuple):
    """What was read of an HTML page."""

    title: str | None
    h1: str | None
    lang: str | None
    base: str | None
    base_url: str
    "What relative URLs are resolved against: the base, else the page's own URL."
    refresh: str | None
    head_ended_by: str | None
    meta_robots: str | None
    elements: list[Element]
    directives: list[Directive]
    repeated_elements: str | None
    og_url: str | None
    main: MainText


def read_html(text: str, url: str) -> HtmlFacts:
    """Read a page; ``url`` is its own, in normal form."""
    tree = LexborHTMLParser(text)
    in_head = {node.mem_id for node in tree.head.css("link, meta")} if tree.head else set()
    metas = tree.css("meta[content]")[:MAX_ELEMENTS]
    robots = [node for node in metas if is_bot(_name(node))]
    elements = _elements(tree, in_head)
    base = _first_attribute(tree, "base[href]", "href")
    return HtmlFacts(
        title=_title(tree),
        h1=_text(tree.css_first("h1")),
        lang=_lang(tree),
        base=base,
        base_url=(read_link(base, url).url if base is not None else None) or url,
        refresh=_refresh(metas),
        head_ended_by=_head_ended_by(text, tree),
        meta_robots=_meta_robots(robots),
        elements=elements,
        directives=_directives(robots, in_head),
        repeated_elements=repeated_elements(text, tree),
        og_url=_first_attribute(tree, 'meta[property="og:url" i][content]', "content"),
        main=main_text(tree),  # last: it takes elements out of the tree
    )


def _attribute(node: LexborNode, name: str) -> str:
    return node.attributes.get(name) or ""


def _first_attribute(tree: LexborHTMLParser, selector: str, name: str) -> str | None:
    node = tree.css_first(selector)
    return clean(_attribute(node, name), MAX_URL) if node else None


def _name(node: LexborNode) -> str:
    return _attribute(node, "name").strip().lower()


def _text(node: LexborNode | None) -> str | None:
    return fold(node.text(separator=" ")) if node else None


def _title(tree: LexborHTMLParser) -> str | None:
    """The first title of the document; that of a drawing is none."""
    titles = (node for node in tree.css("title")[:MAX_ELEMENTS] if not _is_in(node, "svg"))
    return _text(next(titles, None))


def _is_in(node: LexborNode, tag: str) -> bool:
    return node.parent is not None and node.parent.tag == tag


def _lang(tree: LexborHTMLParser) -> str | None:
    attributes = tree.root.attributes if tree.root else {}
    names = [name for name in ("lang", "xml:lang") if name in attributes]
    return clean(attributes[names[0]] or "") if names else None


def _refresh(metas: list[LexborNode]) -> str | None:
    """The first refresh that does something; in <noscript> it is for those without scripts."""
    for node in metas:
        if _attribute(node, "http-equiv").strip().lower() == "refresh":
            content = _attribute(node, "content")
            if read_refresh(content) and not _is_in(node, "noscript"):
                return clean(content, MAX_URL)
    return None


def _meta_robots(robots: list[LexborNode]) -> str | None:
    lines = [f"{_name(node)}: {fold(_attribute(node, 'content'))}" for node in robots]
    return clean("\n".join(lines), MAX_URL) if lines else None


def _directives(robots: list[LexborNode], in_head: set[int]) -> list[Directive]:
    return [
        directive
        for node in robots
        for directive in read_meta(
            _name(node), _attribute(node, "content"), in_head=node.mem_id in in_head
        )
    ][:MAX_ELEMENTS]


def _elements(tree: LexborHTMLParser, in_head: set[int]) -> list[Element]:
    nodes = tree.css("link[rel], a[hreflang]")[:MAX_ELEMENTS]
    elements = (_element(node, node.mem_id in in_head) for node in nodes)
    return [element for element in elements if element.name == "a" or element.rels & _RELS]


def _element(node: LexborNode, in_head: bool) -> Element:
    attributes = {name: value or "" for name, value in node.attributes.items()}
    rels = frozenset(attributes.get("rel", "").lower().split())
    return Element(node.tag or "", rels, attributes, in_head)


def _head_ended_by(text: str, tree: LexborHTMLParser) -> str | None:
    """Name of the first thing in the body that stands before the head's end in the source.

    The end is the first </head> or <body>. A page with neither ends its head where its content
    begins, as it may; that is reported only where a tag that belongs into the head comes later.
    """
    for end in itertools.islice(_HEAD_END.finditer(text), _MAX_ENDS):
        start = LexborHTMLParser(f"{text[: end.start()]}<{_MARK}>")
        if start.css_first(_MARK) is not None:
            first = _first_in_body(start)
            return None if first == _MARK else first
    return _first_in_body(tree) if tree.css_first(_MISPLACED) is not None else None


def _first_in_body(tree: LexborHTMLParser) -> str | None:
    nodes = tree.body.iter(include_text=True, skip_empty=True) if tree.body else iter(())
    first = next((node.tag for node in nodes), None)
    return "#text" if first == "-text" else first
