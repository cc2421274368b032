"""Reader of entries of an XML sitemap: ``<url>`` and ``<sitemap>`` elements to records."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from lxml import etree

from sitemap_audit.parsing.sitemap.extensions import Extensions, text_of
from sitemap_audit.parsing.sitemap.names import (
    SITEMAP,
    Role,
    line_of,
    local_name,
    meant_extension,
    split,
    written_name,
)
from sitemap_audit.parsing.sitemap.rows import FoundEntry
from sitemap_audit.parsing.sitemap.schema import CHILDREN, OWN, Schema, meant_child
from sitemap_audit.parsing.urls import Link, UrlProblem

if TYPE_CHECKING:
    from collections.abc import Collection

    from lxml.etree import _Element

    from sitemap_audit.parsing.sitemap.names import Names
    from sitemap_audit.parsing.sitemap.sink import Sink

_DAMAGED = re.compile(r"&[^\W\d][\w.:-]*;|[<\ufffd]")
"An entity, a piece of markup, or bytes that were no text."
_URL = re.compile(r"\s*https?://", re.IGNORECASE)
_DOUBTFUL = Link(None, None, None, UrlProblem.MALFORMED)


_SHAPES_AT_MOST = 1000


class _Shape(NamedTuple):
    """The positions of an entry's children; most entries of a file share a few shapes."""

    fields: tuple[int | None, ...]
    "Places of loc, lastmod, changefreq and priority."
    links: tuple[int, ...]
    extensions: tuple[tuple[int, Role], ...]
    faults: tuple[tuple[int, Role], ...]
    "Places of elements that are not allowed in an entry, or not once more."
    counts: tuple[int, int, int, int]
    "Links, images, videos, news."
    is_ordered: bool
    locs: tuple[int, ...]
    "Places of its URLs, where there is more than one."


class EntryReader:
    """Reader of the entries of one file."""

    def __init__(self, sink: Sink, names: Names) -> None:
        """Write to ``sink``."""
        self._sink, self._names = sink, names
        self._extensions = Extensions(sink, names)
        self._adders = {
            Role.IMAGE: self._extensions.add_image,
            Role.VIDEO: self._extensions.add_video,
            Role.NEWS: self._extensions.add_news,
        }
        self.schema = Schema(sink)
        self._told: set[str] = set()
        "Elements of extensions that have been reported."
        self.has_entities = False
        "Whether the file declares entities: a URL with one in it is not to be had."
        self._shapes: dict[tuple[str, ...], _Shape] = {}
        "By the tags of the children."

    def read(self, element: _Element, base: int, *, kind: str, mended: bool = False) -> None:
        """Add an entry and its extensions.

        Args:
            base: lines to add to lxml's line numbers.
            kind: ``url`` or ``sitemap``.
            mended: the markup was repaired, so the URL may be wrong.
        """
        children = list(element)
        tags = tuple([child.tag for child in children])
        shape = self._shapes.get(tags)
        if not mended:
            self.schema.entry(element, base, is_new=shape is None)
        if shape is None:
            shape = self._new_shape(tags, children, base)
        if shape.locs:
            for part in self._parts(element, [children[place] for place in shape.locs], base):
                self.read(part, base, kind=kind, mended=True)
            return
        position = self._next_position(kind)
        line = line_of(element, base)
        if not shape.is_ordered and not mended:
            self.schema.order(line)
        loc, lastmod, changefreq, priority = [
            None if place is None else text_of(children[place]) for place in shape.fields
        ]
        if loc is None and _URL.match(text := element.text or ""):
            self._sink.entries_as_text(f"<{kind}>", f"<{kind}>", text, line)
            loc, link = text, _DOUBTFUL if _DAMAGED.search(text) else None
        elif loc is None or not loc.strip():
            self._without_loc(loc, position, line, kind)
            link = None
        else:
            link = self._doubt(children[shape.fields[0] or 0], loc, mended=mended)
        # Made as a tuple: the class's own constructor takes three times as long, measured.
        values = (position, line, kind, loc, link, lastmod, None, changefreq, priority)
        self._sink.found.entries.append(tuple.__new__(FoundEntry, values + shape.counts))
        self._add_children(children, shape, position, base)
        if kind == "sitemap":
            self._report_of_pages(children, shape, position, base)

    def _add_children(
        self, children: list[_Element], shape: _Shape, position: int, base: int
    ) -> None:
        """Add the extensions of an entry, and report the elements that it may not have."""
        if shape.links:
            links = [children[place] for place in shape.links]
            self._extensions.add_alternates(links, position=position, base=base)
        for place, role in shape.extensions:
            self._adders[role](children[place], position, base)
        if shape.faults:
            present = {local_name(child.tag) for child in children}
            for place, role in shape.faults:
                self._report(role, children[place], position, base, present)

    def _parts(self, element: _Element, locs: list[_Element], base: int) -> list[_Element]:
        """Split an entry with several URLs: each part begins with its URL."""
        first, *further = [loc for loc in locs if text_of(loc).strip()] or locs[:1]
        for loc in locs:
            if loc is not first:
                self._report(Role.LOC, loc, self._sink.entries + 1, base)
        begins, repeated, parts = set(further), set(locs) - {first, *further}, [element]
        for child in list(element):
            if child in begins:
                parts.append(etree.Element(element.tag))
                parts[-1].sourceline = child.sourceline
            if child in repeated:
                element.remove(child)
            elif len(parts) > 1:
                parts[-1].append(child)
        return parts

    def _new_shape(self, tags: tuple[str, ...], children: list[_Element], base: int) -> _Shape:
        """Find the position of each field and extension; repeated fields are "others"."""
        role_of, classify = self._names.roles.get, self._names.classify
        roles = [role_of(child.tag) or classify(child, base) for child in children]
        names, taken = [*map(local_name, tags)], set(roles)
        present = set(names)
        for place, (child, role) in enumerate(zip(children, roles, strict=True)):
            if role is Role.FOREIGN:
                self._report_outside(child, base)
            elif role is Role.UNKNOWN and not len(child):
                meant = meant_child("entry", names[place], present)
                if meant and Role(meant) not in taken:
                    roles[place] = Role(meant)
                    taken.add(roles[place])
                    self._report_misnamed(child, meant, base)
        fields = tuple(roles.index(role) if role in roles else None for role in _FIELDS)
        rest = [(place, role) for place, role in enumerate(roles) if place not in fields]
        order = [_PLACES.get(tag, len(OWN)) for tag in tags]
        shape = _Shape(
            fields,
            _places(roles, Role.LINK),
            tuple(each for each in rest if each[1] in self._adders),
            tuple(each for each in rest if each[1] not in _ALLOWED),
            (
                *(roles.count(Role.LINK), roles.count(Role.IMAGE)),
                *(roles.count(Role.VIDEO), roles.count(Role.NEWS)),
            ),
            order == sorted(order),
            _places(roles, Role.LOC) if roles.count(Role.LOC) > 1 else (),
        )
        if len(self._shapes) >= _SHAPES_AT_MOST:
            self._shapes.clear()
        self._shapes[tags] = shape
        return shape

    def _report_of_pages(
        self, children: list[_Element], shape: _Shape, position: int, base: int
    ) -> None:
        """Report elements that are allowed for pages but not in a sitemap index."""
        for role, place in zip(_FIELDS, shape.fields, strict=True):
            if role in (Role.CHANGEFREQ, Role.PRIORITY) and place is not None:
                self._sink.problem(
                    "unknown-element",
                    f"<{role.value}> in an entry of a sitemap index",
                    "<loc> or <lastmod>",
                    line_of(children[place], base),
                    position=position,
                )

    def _report_outside(self, element: _Element, base: int) -> None:
        """Report an element of an extension that has to be in another one, or that is unknown."""
        namespace, local = split(element.tag)
        extension = meant_extension(namespace, element.prefix)
        detail = f"<{written_name(element)}> in an entry"
        if extension is None or detail in self._told or self._names.is_own(namespace):
            return
        self._told.add(detail)
        prefix = f"{element.prefix}:" if element.prefix else ""
        expected = f"An element of the {extension} extension"
        if local in CHILDREN.get(extension, ()):
            expected = f"Inside <{prefix}{extension}>"
        elif meant := meant_child(f"{extension}:", local):
            expected = f"<{prefix}{meant}>"
        line = line_of(element, base)
        self._sink.problem("unknown-element", detail, expected, line)

    def _report_misnamed(self, element: _Element, meant: str, base: int) -> None:
        """Report an element that is read as the one that it is meant to be."""
        if (detail := f"<{local_name(element.tag)}> in an entry") not in self._told:
            self._told.add(detail)
            code = "misnamed-loc" if meant == Role.LOC else "unknown-element"
            line = line_of(element, base)
            self._sink.problem(code, detail, f"<{meant}>", line)

    def _next_position(self, kind: str) -> int:
        if kind == "sitemap":
            self._sink.children += 1
            return self._sink.children
        self._sink.entries += 1
        return self._sink.entries

    def _without_loc(self, loc: str | None, position: int, line: int, kind: str) -> None:
        self._sink.problem(
            "missing-element",
            f"<{kind}> has {'no <loc>' if loc is None else 'an empty <loc>'}",
            "One <loc> with a URL",
            line,
            position=position,
        )

    def _doubt(self, element: _Element, loc: str, *, mended: bool) -> Link | None:
        """Return a link without URL if the URL is ambiguous: no URL is better than a wrong one."""
        is_suspect = mended or self.has_entities
        is_doubtful = len(element) or (is_suspect and _DAMAGED.search(loc) is not None)
        return _DOUBTFUL if is_doubtful else None

    def _report(
        self,
        role: Role,
        element: _Element,
        position: int,
        base: int,
        present: Collection[str] = (),
    ) -> None:
        name = local_name(element.tag)
        meant = meant_child("entry", name, present) if role is Role.UNKNOWN else None
        code, detail, expected = {
            Role.UNKNOWN: (
                "unknown-element",
                f"<{name}> in an entry",
                f"<{meant}>" if meant else _KNOWN,
            ),
        }.get(role, ("repeated-element", f"<{name}> more than once in one entry", "Once per entry"))
        line = line_of(element, base)
        self._sink.problem(code, detail, expected, line, position=position)


def _places(roles: list[Role], wanted: Role) -> tuple[int, ...]:
    return tuple(place for place, role in enumerate(roles) if role is wanted)


_ALLOWED = (Role.LINK, Role.FOREIGN, Role.IMAGE, Role.VIDEO, Role.NEWS)
_KNOWN = "<loc>, <lastmod>, <changefreq>, <priority> or an extension element"
_FIELDS = (Role.LOC, Role.LASTMOD, Role.CHANGEFREQ, Role.PRIORITY)
_PLACES = {f"{{{SITEMAP}}}{name}": place for place, name in enumerate(OWN)}
"The order of the schema."
