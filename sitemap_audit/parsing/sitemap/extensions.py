"""Reader of an entry's extensions: hreflang links, images, videos and news."""

from __future__ import annotations

from itertools import repeat
from typing import TYPE_CHECKING, NamedTuple

from lxml import etree

from sitemap_audit.parsing.sitemap.names import line_of, local_name, split
from sitemap_audit.parsing.sitemap.rows import IMAGE, NEWS, VIDEO

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lxml.etree import _Element

    from sitemap_audit.parsing.sitemap.names import Names
    from sitemap_audit.parsing.sitemap.sink import Sink

_MANY = frozenset({"tag", "price", "id", "content_segment_loc", "category"})
_ATTRIBUTES = {"restriction": "relationship", "platform": "relationship", "uploader": "info"}
"Attributes that are kept, by the child of a video."
_SHAPES_AT_MOST = 1000
_get = etree._Element.get  # mapped, it takes half as long as a call for each, measured
_REL, _HREFLANG, _HREF = map(repeat, ("rel", "hreflang", "href"))


def text_of(element: _Element) -> str:
    """Return all text of an element as written, including its descendants'."""
    if len(element):
        return "".join(str(part) for part in element.itertext())
    return element.text or ""


_KEPT = {"image": IMAGE, "video": VIDEO, "news": NEWS, "publication": ("name", "language")}
"Children whose text is kept, by the element that they stand in."
_EXTENSION = {"publication": "news"}


class _Shape(NamedTuple):
    """The positions of an extension's children; most elements of a file share a few shapes."""

    kept: tuple[int | None, ...]
    "Where each child first stands whose text is kept."
    repeated: tuple[tuple[int, str], ...]
    "What stands there once more than it may."
    elements: str
    "Local names in their order, a space before and after each."
    with_attributes: tuple[int | None, ...]
    "The player of a video, and those of :data:`_ATTRIBUTES`."
    publication: int | None


class Extensions:
    """Reader of the extension elements of entries."""

    def __init__(self, sink: Sink, names: Names) -> None:
        """Write to ``sink``."""
        self._sink, self._names = sink, names
        self._shapes: dict[str, dict[tuple[str, ...], _Shape]] = {name: {} for name in _KEPT}
        "By the element's name and the tags of its children."

    def add_alternates(self, elements: list[_Element], *, position: int, base: int) -> None:
        """Add the hreflang links of an entry; ``base`` is added to lxml's line numbers."""
        found = self._sink.found.links
        lines = [base + (element.sourceline or 1) for element in elements]  # type: ignore[operator]  # as in line_of
        rels = list(map(_get, elements, _REL))
        codes = list(map(_get, elements, _HREFLANG))
        hrefs = list(map(_get, elements, _HREF))
        found.lines.extend(lines)
        found.rels.extend(rels)
        found.codes.extend(codes)
        found.hrefs.extend(hrefs)
        if rels.count("alternate") < len(rels) or not all(codes) or not all(hrefs):
            for element, line in zip(elements, lines, strict=True):
                self._check_attributes(element, position, line)

    def _check_attributes(self, element: _Element, position: int, line: int) -> None:
        # Without hreflang, a link may point to a version for other devices (media) or to AMP.
        is_other = element.get("media") or element.get("rel") not in (None, "", "alternate")
        wanted = ("rel", "href") if is_other else ("rel", "hreflang", "href")
        faults = [name for name in wanted if not element.get(name)]
        states = [f"no {n}" if element.get(n) is None else f"an empty {n}" for n in faults]
        if is_other and element.get("hreflang"):
            rel = element.get("rel") or "alternate"
            states += [] if "alternate" in rel.lower().split() else [f'rel="{rel[:40]}"']
        for state in states:
            self._sink.problem(
                "attribute",
                f"<xhtml:link> has {state}",
                expected='rel="alternate", hreflang and href',
                line=line,
                position=position,
            )

    def add_image(self, element: _Element, position: int, base: int) -> None:
        """Add an ``<image:image>``."""
        children, shape = self._children(element, "image", position, base)
        line, texts = line_of(element, base), _texts(children, shape)
        self._sink.found.images.append((line, shape.elements, *texts))

    def add_video(self, element: _Element, position: int, base: int) -> None:
        """Add a ``<video:video>``."""
        children, shape = self._children(element, "video", position, base)
        player, *others = (
            None if place is None else children[place] for place in shape.with_attributes
        )
        attributes = [
            None if child is None else child.get(name)
            for child, name in zip(others, _ATTRIBUTES.values(), strict=True)
        ]
        names = None if player is None else " ".join(map(str, player.keys())) or None
        line, tags = line_of(element, base), shape.elements.split().count("tag")
        texts = _texts(children, shape)
        self._sink.found.videos.append((line, shape.elements, tags, names, *attributes, *texts))

    def add_news(self, element: _Element, position: int, base: int) -> None:
        """Add a ``<news:news>``."""
        children, shape = self._children(element, "news", position, base)
        about: Iterable[str | None] = (None, None)
        if (place := shape.publication) is not None:
            about = _texts(*self._children(children[place], "publication", position, base))
        line, texts = line_of(element, base), _texts(children, shape)
        self._sink.found.news.append((line, shape.elements, *about, *texts))

    def _children(
        self, element: _Element, name: str, position: int, base: int
    ) -> tuple[list[_Element], _Shape]:
        children = list(element)
        tags = tuple([child.tag for child in children])
        shapes = self._shapes[name]
        shape = shapes.get(tags)
        if shape is None:
            shape = self._new_shape(tags, children, name, base)
        for place, local in shape.repeated:
            extension = _EXTENSION.get(name, name)
            self._sink.problem(
                "repeated-element",
                f"<{extension}:{local}> more than once in one <{extension}:{extension}>",
                expected=f"Once per <{extension}:{extension}>",
                line=line_of(children[place], base),
                position=position,
            )
        return children, shape

    def _new_shape(
        self, tags: tuple[str, ...], children: list[_Element], name: str, base: int
    ) -> _Shape:
        for child in children:
            namespace, _ = split(child.tag)
            self._names.check(_EXTENSION.get(name, name), namespace, line_of(child, base))
        locals_ = [local_name(tag) for tag in tags]
        first = {local: locals_.index(local) for local in locals_}
        shape = _Shape(
            tuple(map(first.get, _KEPT[name])),
            tuple(
                (place, local)
                for place, local in enumerate(locals_)
                if place != first[local] and local not in _MANY
            ),
            f" {' '.join(locals_)} ",
            tuple(map(first.get, ("player_loc", *_ATTRIBUTES))),
            first.get("publication"),
        )
        if len(self._shapes[name]) < _SHAPES_AT_MOST:
            self._shapes[name][tags] = shape
        return shape


def _texts(children: list[_Element], shape: _Shape) -> list[str | None]:
    return [None if place is None else text_of(children[place]) for place in shape.kept]
