"""The extensions of an entry: hreflang links, images, videos and news."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_audit.parsing.sitemap.names import EXTENSIONS, line_of, split
from sitemap_audit.parsing.sitemap.rows import FoundExtension

if TYPE_CHECKING:
    from lxml.etree import _Element

    from sitemap_audit.parsing.sitemap.names import Names
    from sitemap_audit.parsing.sitemap.sink import Sink

_MANY = frozenset({"tag", "price", "id", "content_segment_loc", "category"})
_ATTRIBUTES = {"restriction": "relationship", "platform": "relationship", "uploader": "info"}
"Attributes that are kept, by the child of a video."


def text_of(element: _Element) -> str:
    """All text of an element, as written; elements inside it are read through."""
    if len(element):
        return "".join(str(part) for part in element.itertext())
    return element.text or ""


class Extensions:
    """Finds the extension elements of entries."""

    def __init__(self, sink: Sink, names: Names) -> None:
        """Add to ``sink``."""
        self._sink, self._names = sink, names
        self._locals: dict[str, dict[str, str]] = {name: {} for name in EXTENSIONS}
        "Local names by lxml's tag, of the tags in an extension's own namespace."

    def add_alternates(self, elements: list[_Element], *, position: int, base: int) -> None:
        """Add the hreflang links of an entry; ``base`` is added to lxml's line numbers."""
        add = self._sink.found.alternates.append
        for element in elements:
            get = element.get
            rel, hreflang, href = get("rel"), get("hreflang"), get("href")
            line = (element.sourceline or 1) + base  # type: ignore[operator]
            if rel != "alternate" or not (hreflang and href):
                self._check_attributes(element, position, line)
            add((line, rel, hreflang, href))

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
        texts, elements = self._texts(element, "image", position, base)
        line = line_of(element, base)
        self._sink.found.images.append(FoundExtension(line, texts, elements))

    def add_video(self, element: _Element, position: int, base: int) -> None:
        """Add a ``<video:video>``."""
        children, names = self._children(element, "video", position, base)
        player = children.get("player_loc")
        attributes = {
            name: None if child is None else child.get(attribute)
            for name, attribute in _ATTRIBUTES.items()
            for child in (children.get(name),)
        }
        attributes["player_loc"] = None if player is None else " ".join(map(str, player.keys()))
        self._sink.found.videos.append(
            FoundExtension(
                line_of(element, base),
                {name: text_of(child) for name, child in children.items()},
                _listed(names),
                {name: value or None for name, value in attributes.items()},
                names.count("tag"),
            )
        )

    def add_news(self, element: _Element, position: int, base: int) -> None:
        """Add a ``<news:news>``; what its publication holds beside what it holds itself."""
        children, names = self._children(element, "news", position, base)
        texts = {name: text_of(child) for name, child in children.items()}
        if (publication := children.get("publication")) is not None:
            about, _ = self._texts(publication, "news", position, base)
            texts |= {f"publication/{name}": text for name, text in about.items()}
        line = line_of(element, base)
        self._sink.found.news.append(FoundExtension(line, texts, _listed(names)))

    def _texts(
        self, element: _Element, extension: str, position: int, base: int
    ) -> tuple[dict[str, str], str]:
        """The text of the first child of each local name; the names of all children."""
        children, names = self._children(element, extension, position, base)
        return {name: text_of(child) for name, child in children.items()}, _listed(names)

    def _children(
        self, element: _Element, extension: str, position: int, base: int
    ) -> tuple[dict[str, _Element], list[str]]:
        """The first child of each local name; the names of all children."""
        children: dict[str, _Element] = {}
        names: list[str] = []
        known = self._locals[extension]
        for child in element:
            local = known.get(child.tag) or self._local_name(child, extension, base)
            names.append(local)
            if local in children and local not in _MANY:
                self._sink.problem(
                    "repeated-element",
                    f"<{extension}:{local}> more than once in one <{extension}:{extension}>",
                    expected="once",
                    line=line_of(child, base),
                    position=position,
                )
            children.setdefault(local, child)
        return children, names

    def _local_name(self, child: _Element, extension: str, base: int) -> str:
        namespace, local = split(child.tag)
        if namespace == EXTENSIONS[extension]:
            self._locals[extension][child.tag] = local
        else:
            self._names.check(extension, namespace, line_of(child, base))
        return local


def _listed(names: list[str]) -> str:
    return f" {' '.join(names)} "
