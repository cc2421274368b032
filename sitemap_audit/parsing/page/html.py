"""SEO facts of an HTML page, read from the tree that a browser would build."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from sitemap_audit.parsing.cleaning import MAX_URL, clean, fold, has_text
from sitemap_audit.parsing.page.head import parse_html
from sitemap_audit.parsing.page.main_text import LOGIN_INPUT, MainText, main_text, shows_nothing
from sitemap_audit.parsing.page.outlinks import LINKS, PageOutlink, read_outlinks
from sitemap_audit.parsing.page.page_dates import (
    JSON_LD,
    MODIFIED,
    modified_in_json,
    modified_in_microdata,
)
from sitemap_audit.parsing.page.refresh import read_refresh
from sitemap_audit.parsing.page.robots_meta import SPACE, Directive, is_bot, read_meta
from sitemap_audit.parsing.page.robots_slips import VoidDirectives, find_void
from sitemap_audit.parsing.urls import key, read_link

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from selectolax.lexbor import LexborHTMLParser, LexborNode

MAX_ANNOTATIONS = 10_000
"""Links, and directives, of a page that say something of it; no page has as many in earnest. Of one
that has more, none is taken: the rest could say otherwise."""

_MOST_METAS = 200
"Elements of a page that may be a robots meta tag without effect; those of products come later."
_RELS = frozenset({"amphtml", "canonical", "sitemap"})
_ALTERNATE_OF = frozenset({"hreflang", "media"})
"Attributes of an alternate that is a translation or a form for other devices: a feed is neither."
_LOOKED_AT = f"base, h1, link, meta, title, a[hreflang], {LOGIN_INPUT}, {JSON_LD}, {MODIFIED}"
"What facts are read of, found in one pass: each pass over the tree takes as long again."


class Element(NamedTuple):
    """A <link> to another version of the page or to a sitemap, or an <a hreflang>."""

    name: str
    rels: frozenset[str]
    "Link types, lower case."
    attributes: dict[str, str]
    in_head: bool

    @property
    def href(self) -> str | None:
        """The href as written; None if there is none."""
        return clean(self.attributes.get("href"), MAX_URL)


class HtmlFacts(NamedTuple):
    """The values read from an HTML page."""

    title: str | None
    h1: str | None
    description: str | None
    lang: str | None
    base: str | None
    base_url: str
    "What relative URLs are resolved against: the base, else the page's own URL."
    refresh: str | None
    head_ended_by: str | None
    head_ended_element: str | None
    meta_robots: str | None
    elements: list[Element]
    directives: list[Directive]
    has_too_many: bool
    "Elements or directives: neither are all of them here."
    repeated_elements: str | None
    og_url: str | None
    modified: str | None
    outlinks: list[PageOutlink]
    "Empty if they were not asked for."
    links: int | None
    "Number of all links, of which MAX_LINKS are read; None if they were not asked for."
    main: MainText
    shows_nothing: bool
    "No title either."
    void_robots: VoidDirectives | None


def pieces(values: Iterable[str]) -> int:
    """Count how many annotations some values may hold, by their commas."""
    return sum(value.count(",") + 1 for value in values)


class _Meta(NamedTuple):
    """A <meta> with a content attribute."""

    node: LexborNode
    attributes: dict[str, str | None]
    name: str
    "Lower case."
    content: str


def read_html(text: str, url: str, *, with_outlinks: bool = False) -> HtmlFacts:
    """Read a page; ``url`` is its URL in normal form.

    Raises:
        TooManyTagsError: of head and body.
    """
    tree, head_ended_by, head_ended_element, repeated = parse_html(text)
    found = _find(tree)
    titles = found.all("title")
    has_title = any(map(_text, titles))
    bases = [node for node in found.all("base") if "href" in node.attributes]
    metas = [meta for meta in _metas(found.all("meta")) if _matters(meta)]
    robots = [meta for meta in metas if meta.name and is_bot(meta.name)]
    written = (node.attributes for node in found.all("meta")[:_MOST_METAS])
    void_robots = next(filter(None, map(find_void, written)), None)
    elements = _elements(found)
    has_too_many = (
        len(elements) > MAX_ANNOTATIONS or pieces(meta.content for meta in robots) > MAX_ANNOTATIONS
    )
    base = clean(bases[0].attributes["href"] or "", MAX_URL) if bases else None
    base_url = (read_link(base, url).url if base is not None else None) or url
    anchors = tree.css(LINKS) if with_outlinks else []
    repeated += [nodes[0].tag or "" for nodes in (titles, bases) if sum(map(_in_head, nodes)) > 1]
    facts = HtmlFacts(
        title=_title(titles),
        h1=_text(next(iter(found.all("h1")), None)),
        description=_description(metas),
        lang=_lang(tree),
        base=base,
        base_url=base_url,
        refresh=_refresh(metas),
        head_ended_by=head_ended_by,
        head_ended_element=head_ended_element,
        meta_robots=_meta_robots(robots),
        elements=elements,
        directives=[] if has_too_many else _directives(robots),
        has_too_many=has_too_many,
        repeated_elements=", ".join(repeated) or None,
        og_url=clean(_content(metas, "og:url"), MAX_URL),
        modified=_modified(found, metas),
        outlinks=read_outlinks(anchors, base_url, key(url)),
        links=len(anchors) if with_outlinks else None,
        # Last: it takes elements out of the tree.
        main=main_text(tree, has_password_field=bool(found.all("input"))),
        shows_nothing=False,
        void_robots=void_robots,
    )
    if has_text(facts.main.text) or has_title or facts.h1:
        return facts
    return facts._replace(shows_nothing=shows_nothing(text))


class _Found(NamedTuple):
    """Elements of :data:`_LOOKED_AT` in document order, with their tags."""

    nodes: list[tuple[str | None, LexborNode]]

    def all(self, *tags: str) -> list[LexborNode]:
        """Return the elements with one of these tags."""
        return [node for tag, node in self.nodes if tag in tags]


def _find(tree: LexborHTMLParser) -> _Found:
    # One that two selectors match comes twice.
    nodes = {node.mem_id: node for node in tree.css(_LOOKED_AT)}.values()
    return _Found([(node.tag, node) for node in nodes])


def _in_head(node: LexborNode) -> bool:
    """Return whether an element is in the head, directly or in a <noscript>."""
    parent = node.parent
    if parent is not None and parent.tag == "noscript":
        parent = parent.parent
    return parent is not None and parent.tag == "head"


def _metas(nodes: Iterable[LexborNode]) -> Iterator[_Meta]:
    for node in nodes:
        attributes = node.attributes
        if "content" in attributes:
            name = (attributes.get("name") or "").strip(SPACE).lower()
            yield _Meta(node, attributes, name, attributes["content"] or "")


def _matters(meta: _Meta) -> bool:
    """Return whether the element may be read; a page may have any number of others."""
    return (
        is_bot(meta.name)
        or meta.name == "description"
        or "property" in meta.attributes
        or "http-equiv" in meta.attributes
    )


def _description(metas: list[_Meta]) -> str | None:
    """Return the first meta description."""
    return next((fold(meta.content) for meta in metas if meta.name == "description"), None)


def _content(metas: list[_Meta], name: str) -> str | None:
    """Return the content of the first <meta> with this property."""
    found = (m.content for m in metas if (m.attributes.get("property") or "").lower() == name)
    return next(found, None)


def _modified(found: _Found, metas: list[_Meta]) -> str | None:
    """Return the modified date as written: of JSON-LD, else of meta, else of microdata."""
    written = (
        modified_in_json(found.all("script"))
        or _content(metas, "article:modified_time")
        or modified_in_microdata(node for _, node in found.nodes)
    )
    return fold(written) or None if written else None


def _text(node: LexborNode | None) -> str | None:
    return fold(node.text(separator=" ")) if node else None


def _title(nodes: Iterable[LexborNode]) -> str | None:
    """Return the first title of the document, ignoring those in SVG."""
    return _text(next((node for node in nodes if not _is_in(node, "svg")), None))


def _is_in(node: LexborNode, tag: str) -> bool:
    return node.parent is not None and node.parent.tag == tag


def _lang(tree: LexborHTMLParser) -> str | None:
    attributes = tree.root.attributes if tree.root else {}
    names = [name for name in ("lang", "xml:lang") if name in attributes]
    return clean(attributes[names[0]] or "") if names else None


def _refresh(metas: list[_Meta]) -> str | None:
    """Return the first refresh with an effect; those in <noscript> have none."""
    for meta in metas:
        is_refresh = (meta.attributes.get("http-equiv") or "").strip().lower() == "refresh"
        if is_refresh and read_refresh(meta.content) and not _is_in(meta.node, "noscript"):
            return clean(meta.content, MAX_URL)
    return None


def _meta_robots(robots: list[_Meta]) -> str | None:
    lines = [f"{meta.name}: {fold(meta.content)}" for meta in robots]
    return clean("\n".join(lines), MAX_URL) if lines else None


def _directives(robots: list[_Meta]) -> list[Directive]:
    return [
        directive
        for meta in robots
        for directive in read_meta(meta.name, meta.content, in_head=_in_head(meta.node))
    ]


def _elements(found: _Found) -> list[Element]:
    """Return links and anchors in document order; at most one more than the limit."""
    elements = filter(None, map(read_element, found.all("link", "a")))
    return list(islice(elements, MAX_ANNOTATIONS + 1))


def read_element(node: LexborNode) -> Element | None:
    """Return a <link> or <a> as an annotation may be read of it; None if it can be none."""
    name = node.tag or ""
    attributes = node.attributes
    rels = frozenset((attributes.get("rel") or "").lower().split())
    is_alternate = "alternate" in rels and not _ALTERNATE_OF.isdisjoint(attributes)
    if "hreflang" not in attributes if name == "a" else not (rels & _RELS or is_alternate):
        return None
    written = {name: value or "" for name, value in attributes.items()}
    return Element(name, rels, written, _in_head(node))
