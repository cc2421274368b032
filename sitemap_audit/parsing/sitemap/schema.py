"""Violations of the sitemap schemas that no other check finds: order, attributes, extra content.

Search engines ignore them. Generators repeat a fault in each entry, so each kind is reported once
per file, at its first place. Sources: the schemas that
https://www.sitemaps.org/protocol.html#validating names, and those of Google's extensions.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sitemap_audit.near_names import nearest
from sitemap_audit.parsing.sitemap.names import EXTENSIONS, SITEMAP, line_of, local_name, split

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from lxml.etree import _Element

    from sitemap_audit.parsing.sitemap.sink import Sink

OWN = ("loc", "lastmod", "changefreq", "priority")
CHILDREN = {
    "image": ("loc", "caption", "geo_location", "title", "license"),
    "news": (
        *("publication", "access", "genres", "publication_date", "title", "keywords"),
        *("geo_locations", "stock_tickers"),
    ),
    "publication": ("name", "language"),
    "video": (
        *("thumbnail_loc", "title", "description", "content_loc", "player_loc", "duration"),
        *("expiration_date", "rating", "content_segment_loc", "view_count", "publication_date"),
        *("tag", "category", "family_friendly", "restriction", "gallery_loc", "price"),
        *("requires_subscription", "uploader", "tvshow", "platform", "live", "id"),
    ),
    "tvshow": (
        *("show_title", "video_type", "episode_title", "season_number", "episode_number"),
        "premier_date",
    ),
}
"By the element that they stand in: the elements of extensions, in the schemas' order."
_MANY = frozenset({"tag", "price", "id", "content_segment_loc", "category"})
"Those that an element may have more than once."
_READ = {
    "image": CHILDREN["image"][:1],
    "entry": OWN,
    **{f"{name}:": ("link" if name == "xhtml" else name,) for name in EXTENSIONS},
}
"""Names to propose, where they are not those of the schema: of an image, Google reads the URL
alone. With a colon: what an entry may have of an extension."""
_REQUIRED = {
    "image": ("loc",),
    "news": ("publication", "publication_date", "title"),
    "publication": ("name", "language"),
    "video": ("thumbnail_loc", "title", "description"),
}
_WORDS = {
    **dict.fromkeys(("url", "uri", "src", "href", "link", "location"), "loc"),
    **dict.fromkeys(("headline", "name"), "title"),
    **dict.fromkeys(("pub", "publish"), "publication"),
    **dict.fromkeys(("pubdate", "published", "datetime", "uploaddate"), "publication_date"),
    **dict.fromkeys(("lastmodified", "modified", "updated", "date"), "lastmod"),
    **dict.fromkeys(("frequency", "changefrequency"), "changefreq"),
    **dict.fromkeys(("tags", "keyword", "keywords"), "tag"),
    **dict.fromkeys(("thumb", "thumbnailurl"), "thumbnail_loc"),
    "desc": "description",
    "lang": "language",
    "views": "view_count",
}
"What an element is called in its place; a name that is there stays what it is."
_PLACES = {
    name: {child: place for place, child in enumerate(children)}
    for name, children in CHILDREN.items()
}
_ATTRIBUTES = {
    "player_loc": ("allow_embed", "autoplay"),
    "content_segment_loc": ("duration",),
    "restriction": ("relationship",),
    "platform": ("relationship",),
    "gallery_loc": ("title",),
    "price": ("currency", "type", "resolution"),
    "uploader": ("info",),
    "id": ("type",),
}
"By element of an extension: those that it may have; all others have none."
_TEXT_BEHIND = re.compile(r"</[^<>]*+>\s*+[^\s<]")
_TEXT_FIRST = re.compile(r"<(?:url|sitemap)>\s*+[^\s<]")
_SINGLE_QUOTED = re.compile(r"=\s*+'")
_IN_ORDER = ", ".join(f"<{name}>" for name in OWN)


def may_repeat(name: str) -> bool:
    """Return whether an element of an extension may have a child more than once."""
    return name in _MANY


def is_required(container: str, name: str, present: Collection[str]) -> bool:
    """Return whether an element lacks a child that it must have."""
    is_video_url = container == "video" and name in ("content_loc", "player_loc")
    if is_video_url and not {"content_loc", "player_loc"}.intersection(present):
        return True
    return name in _REQUIRED.get(container, ()) and name not in present


def meant_child(container: str, written: str, present: Collection[str] = ()) -> str | None:
    """Return the child of an element that is meant by a name which is none; None if unknown.

    Args:
        present: the children that the element has: none of them is meant.
    """
    possible = _READ.get(container) or CHILDREN[container]
    names = [name for name in possible if name in _MANY or name not in present]
    words = re.sub(r"(?<=[a-z])(?=[A-Z])|[-.]", "_", written).lower().split("_")
    whole = ["".join(words)]
    usual = [[_WORDS.get(word, word) for word in each] for each in (whole, words)]
    for parts in (whole, words, *usual):
        same = [name for name in names if name.replace("_", "") == "".join(parts).replace("_", "")]
        holding = [name for name in names if set(parts) <= set(name.split("_"))]
        if same or len(holding) == 1:
            return (same or holding)[0]
    return nearest("_".join(words), names, 0.75)


class Schema:
    """Validator of the entries of one file against the schemas."""

    def __init__(self, sink: Sink) -> None:
        """Report to ``sink``."""
        self._sink = sink
        self._told: set[str] = set()
        self._seen = self._odd = 0
        self._is_odd = False

    def root(self, name: str, attributes: Iterable[str], line: int) -> None:
        """Check the root element; namespace declarations and foreign attributes are allowed."""
        for attribute in attributes:
            if ":" not in attribute and attribute != "xmlns":
                self._tell(f"Attribute {attribute} of <{name}>", "No attributes", line)

    def order(self, line: int) -> None:
        """Report an entry whose elements are not in the schema's order."""
        self._tell("Elements of an entry in the wrong order", f"{_IN_ORDER}, then extensions", line)

    def stray(self, namespace: str, name: str, where: str, line: int) -> None:
        """Report an extension element outside all entries."""
        if (prefix := _PREFIXES.get(namespace)) and (name in (prefix, "link")):
            entry = "<sitemap>" if where == "<sitemapindex>" else "<url>"
            self._tell(f"<{prefix}:{name}> in {where}", f"Inside {entry}", line, "unknown-element")

    def begin(self, piece: str) -> None:
        """Note whether the text of the next entries may have attributes or extra text."""
        quotes = 6 * piece.count(":link ")
        self._is_odd = (
            piece.count('"') != quotes
            or _TEXT_BEHIND.search(piece) is not None
            or _TEXT_FIRST.search(piece) is not None
            or ("'" in piece and _SINGLE_QUOTED.search(piece) is not None)
        )

    def entry(self, entry: _Element, base: int, *, is_new: bool) -> None:
        """Check an entry; ``base`` is added to lxml's line numbers.

        A check takes half as long as reading. Only these are checked: the first thousand entries,
        the first thousands that are odd, each that ``is_new`` (has other elements than the entries
        before it), and one in twenty of the rest.
        """
        self._seen += 1
        is_early = self._seen <= _FIRST
        if self._is_odd and self._odd < _ODD:
            self._odd += 1
            is_early = True
        if is_early or is_new or self._seen % _ONE_OF == 0:
            self._look(entry, base)

    def _look(self, entry: _Element, base: int) -> None:
        self._content(entry, local_name(entry.tag), (), base)
        for child in entry:
            tag = child.tag
            if tag == _LINK:
                if child.text or len(child):
                    self._link(child, base)
            elif tag in _OWN_TAGS:
                self._value(child, f"<{local_name(tag)}>", (), base)
            else:
                namespace, local = split(tag)
                if prefix := _PREFIXES.get(namespace):
                    self._extension(child, prefix, local, base)

    def _extension(self, element: _Element, prefix: str, local: str, base: int) -> None:
        if prefix == local:
            self._container(element, prefix, local, base)
        elif prefix == "xhtml":
            self._link(element, base)

    def _link(self, element: _Element, base: int) -> None:
        if len(element) or (element.text or "").strip():
            self._tell("Content in <xhtml:link>", "Empty element", line_of(element, base))

    def _container(self, element: _Element, prefix: str, name: str, base: int) -> None:
        known, reached = _PLACES[name], 0
        self._content(element, f"{prefix}:{name}", (), base)
        for child in element:
            local = local_name(child.tag)
            place = known.get(local)
            if place is None:
                continue
            if place < reached and name != "image":
                self._tell(
                    f"Elements of <{prefix}:{name}> in the wrong order",
                    ", ".join(known),
                    line_of(child, base),
                )
            reached = max(reached, place)
            if local in CHILDREN:
                self._container(child, prefix, local, base)
            else:
                self._value(child, f"<{prefix}:{local}>", _ATTRIBUTES.get(local, ()), base)

    def _value(self, element: _Element, name: str, attributes: tuple[str, ...], base: int) -> None:
        """Check an element that has only text."""
        self._attributes(element, name, attributes, base)
        if len(element):
            self._tell(f"Element in {name}", "Only text", line_of(element, base))

    def _content(
        self, element: _Element, name: str, attributes: tuple[str, ...], base: int
    ) -> None:
        """Check an element that has only child elements."""
        self._attributes(element, f"<{name}>", attributes, base)
        texts = [element.text or "", *[child.tail or "" for child in element]]
        if "".join(texts).strip():
            self._tell(f"Text in <{name}>", "Only elements", line_of(element, base))

    def _attributes(
        self, element: _Element, name: str, attributes: tuple[str, ...], base: int
    ) -> None:
        for attribute in element.attrib:
            if attribute not in attributes and not str(attribute).startswith(_INSTANCE):
                self._tell(
                    f"Attribute {local_name(str(attribute))} of {name}",
                    ", ".join(attributes) or "No attributes",
                    line_of(element, base),
                )

    def _tell(self, detail: str, expected: str, line: int, code: str = "schema") -> None:
        if detail not in self._told and len(self._told) < _MOST_TOLD:
            self._told.add(detail)
            self._sink.problem(code, detail[:_LONGEST], expected, line)


_PREFIXES = {uri: prefix for prefix, uri in EXTENSIONS.items()}
_LINK = f"{{{EXTENSIONS['xhtml']}}}link"
_OWN_TAGS = frozenset(f"{{{SITEMAP}}}{name}" for name in OWN)
_INSTANCE = "{http://www.w3.org/2001/XMLSchema-instance}"
_FIRST = 1_000
_ODD = 5_000
_ONE_OF = 20
_MOST_TOLD = 100
_LONGEST = 200
"Characters."
