"""Reader of an entry's extensions: hreflang links, images, videos and news."""

from __future__ import annotations

from itertools import repeat
from typing import TYPE_CHECKING, NamedTuple

from lxml import etree

from sitemap_audit.parsing.sitemap.names import line_of, meant_extension, split, written_name
from sitemap_audit.parsing.sitemap.rows import IMAGE, NEWS, VIDEO
from sitemap_audit.parsing.sitemap.schema import CHILDREN, is_required, may_repeat, meant_child

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lxml.etree import _Element

    from sitemap_audit.parsing.sitemap.names import Names
    from sitemap_audit.parsing.sitemap.sink import Sink

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


_KEPT = {
    "image": IMAGE,
    "video": VIDEO,
    "news": NEWS,
    "publication": ("name", "language"),
    "tvshow": (),
}
"Children whose text is kept, by the element that they stand in."
_EXTENSION = {"publication": "news", "tvshow": "video"}


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
    inner: int | None
    "The publication of news, the tvshow of a video."
    misnamed: str | None
    "As the column of that name says."


class Extensions:
    """Reader of the extension elements of entries."""

    def __init__(self, sink: Sink, names: Names) -> None:
        """Write to ``sink``."""
        self._sink, self._names = sink, names
        self._shapes: dict[str, dict[tuple[str, ...], _Shape]] = {name: {} for name in _KEPT}
        "By the element's name and the tags of its children."
        self._told: set[str] = set()
        "Unknown elements: each is told at its first place."

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
                'rel="alternate", hreflang and href',
                line,
                position=position,
            )

    def add_image(self, element: _Element, position: int, base: int) -> None:
        """Add an ``<image:image>``."""
        children, shape = self._children(element, "image", position, base)
        line, texts = line_of(element, base), _texts(children, shape)
        self._sink.found.images.append((line, shape.elements, shape.misnamed, *texts))

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
        if shape.inner is not None:
            self._children(children[shape.inner], "tvshow", position, base)
        texts = _texts(children, shape)
        self._sink.found.videos.append(
            (line, shape.elements, shape.misnamed, tags, names, *attributes, *texts)
        )

    def add_news(self, element: _Element, position: int, base: int) -> None:
        """Add a ``<news:news>``."""
        children, shape = self._children(element, "news", position, base)
        about: Iterable[str | None] = (None, None)
        misnamed = shape.misnamed
        if shape.inner is not None:
            inner = self._children(children[shape.inner], "publication", position, base)
            about, more = _texts(*inner), inner[1].misnamed
            misnamed = ", ".join(filter(None, (misnamed, more))) or None
        line, texts = line_of(element, base), _texts(children, shape)
        self._sink.found.news.append((line, shape.elements, misnamed, *about, *texts))

    def _children(
        self, element: _Element, name: str, position: int, base: int
    ) -> tuple[list[_Element], _Shape]:
        children = list(element)
        tags = tuple([child.tag for child in children])
        shapes = self._shapes[name]
        shape = shapes.get(tags)
        if shape is None:
            shape = self._new_shape(element, tags, children, name, base)
        for place, local in shape.repeated:
            extension = _EXTENSION.get(name, name)
            self._sink.problem(
                "repeated-element",
                f"<{extension}:{local}> more than once in one <{extension}:{extension}>",
                f"Once per <{extension}:{extension}>",
                line_of(children[place], base),
                position=position,
            )
        return children, shape

    def _new_shape(
        self,
        element: _Element,
        tags: tuple[str, ...],
        children: list[_Element],
        name: str,
        base: int,
    ) -> _Shape:
        locals_ = [self._local_name(child, element, name, base) for child in children]
        first = {local: locals_.index(local) for local in locals_}
        firsts = {local: children[place] for local, place in first.items()}
        shape = _Shape(
            tuple(map(first.get, _KEPT[name])),
            tuple(
                (place, local)
                for place, local in enumerate(locals_)
                if place != first[local] and not may_repeat(local)
            ),
            f" {' '.join(locals_)} ",
            tuple(map(first.get, ("player_loc", *_ATTRIBUTES))),
            first.get("publication", first.get("tvshow")),
            self._misnamed(element, name, firsts, base),
        )
        if len(self._shapes[name]) < _SHAPES_AT_MOST:
            self._shapes[name][tags] = shape
        return shape

    def _local_name(self, child: _Element, element: _Element, name: str, base: int) -> str:
        """Return the local name of a child; its written one if it is not of the extension."""
        extension = _EXTENSION.get(name, name)
        namespace, local = split(child.tag)
        if namespace == split(element.tag)[0]:
            return local
        if meant_extension(namespace, child.prefix) == extension:
            self._names.check(extension, child, base)
            return local
        return f":{written_name(child)}"

    def _misnamed(
        self, element: _Element, name: str, children: dict[str, _Element], base: int
    ) -> str | None:
        """Return what required children are called instead, and report other unknown children."""
        prefix = f"{element.prefix}:" if element.prefix else ""
        pairs = []
        for local, child in children.items():
            namespace, own = split(child.tag)
            is_foreign = local.startswith(":") and not self._names.is_known(namespace)
            if local in CHILDREN[name] or is_foreign:
                continue
            written, where = written_name(child), f"<{written_name(element)}>"
            if name == "news" and own in CHILDREN["publication"]:
                continue  # it is missing there
            meant = meant_child(name, own, children)
            if meant and is_required(name, meant, children):
                pairs.append(f"<{written}> → <{prefix}{meant}>")
            elif (detail := f"<{written}> in {where}") not in self._told:
                self._told.add(detail)
                extension = _EXTENSION.get(name, name)
                known = f"An element of the {extension} extension"
                wanted = f"<{prefix}{meant}>" if meant else known
                line = line_of(child, base)
                self._sink.problem("unknown-element", detail, wanted, line)
        return ", ".join(pairs) or None


def _texts(children: list[_Element], shape: _Shape) -> list[str | None]:
    return [None if place is None else text_of(children[place]) for place in shape.kept]
