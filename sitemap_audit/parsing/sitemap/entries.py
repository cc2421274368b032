"""An entry of an XML sitemap: ``<url>`` or ``<sitemap>``, as an element, to records."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sitemap_audit.parsing.sitemap.extensions import Extensions, text_of
from sitemap_audit.parsing.sitemap.names import SITEMAP, Role, line_of, local_name
from sitemap_audit.parsing.sitemap.rows import FoundEntry
from sitemap_audit.parsing.sitemap.schema import OWN, Schema
from sitemap_audit.parsing.urls import Link, UrlProblem

if TYPE_CHECKING:
    from lxml.etree import _Element

    from sitemap_audit.parsing.sitemap.names import Names
    from sitemap_audit.parsing.sitemap.sink import Sink

_DAMAGED = re.compile(r"&[^\W\d][\w.:-]*;|[<\ufffd]")
"An entity, a piece of markup, or bytes that were no text."
_DOUBTFUL = Link(None, None, None, UrlProblem.MALFORMED)


class EntryReader:
    """Makes the records of the entries of one file."""

    def __init__(self, sink: Sink, names: Names) -> None:
        """Add to ``sink``."""
        self._sink, self._names = sink, names
        self._extensions = Extensions(sink, names)
        self._adders = {
            Role.IMAGE: self._extensions.add_image,
            Role.VIDEO: self._extensions.add_video,
            Role.NEWS: self._extensions.add_news,
        }
        self.schema = Schema(sink)
        self.has_entities = False
        "Whether the file declares entities: a URL with one in it is not to be had."

    def read(self, element: _Element, base: int, *, kind: str, mended: bool = False) -> None:
        """Add an entry and what belongs to it.

        Args:
            base: lines to add to lxml's line numbers.
            kind: ``url`` or ``sitemap``.
            mended: the markup was broken, so that a URL may not be what was meant.
        """
        line = line_of(element, base)
        position = self._next_position(kind)
        if not mended:
            self.schema.entry(element, base)
        fields: dict[Role, _Element] = {}
        links: list[_Element] = []
        others: list[tuple[Role, _Element]] = []
        role_of, link_role, reached = self._names.roles.get, Role.LINK, 0
        for child in element:
            tag = child.tag
            role = role_of(tag) or self._names.classify(child, base)
            if role is link_role:
                links.append(child)
                continue
            place = _PLACES.get(tag, _LAST)
            if (place < reached or (links and place < _LAST)) and not mended:
                self.schema.order(line)
            reached = max(reached, place)
            if role in _FIELDS and role not in fields:
                fields[role] = child
            elif role is not Role.FOREIGN:
                others.append((role, child))
        self._add_entry(fields, links, others, (position, line, kind, mended))
        if links:
            self._extensions.add_alternates(links, position=position, base=base)
        if others:
            self._add_others(others, position, base)
        if kind == "sitemap":
            self._report_of_pages(fields, position, base)

    def _report_of_pages(self, fields: dict[Role, _Element], position: int, base: int) -> None:
        """Report what a page's entry may have and an index's may not."""
        for role in _OF_PAGES & fields.keys():
            self._sink.problem(
                "unknown-element",
                f"<{role.value}> in an entry of a sitemap index",
                expected="loc or lastmod",
                line=line_of(fields[role], base),
                position=position,
            )

    def _next_position(self, kind: str) -> int:
        if kind == "sitemap":
            self._sink.children += 1
            return self._sink.children
        self._sink.entries += 1
        return self._sink.entries

    def _add_entry(
        self,
        fields: dict[Role, _Element],
        links: list[_Element],
        others: list[tuple[Role, _Element]],
        place: tuple[int, int, str, bool],
    ) -> None:
        position, line, kind, mended = place
        text = {role: text_of(child) for role, child in fields.items()}
        loc = text.get(Role.LOC)
        is_doubtful = False
        if loc is None or not loc.strip():
            self._sink.problem(
                "missing-element",
                f"<{kind}> has {'no <loc>' if loc is None else 'an empty <loc>'}",
                expected="one <loc> with a URL",
                line=line,
                position=position,
            )
        else:
            is_doubtful = self._is_doubtful(fields[Role.LOC], loc, mended=mended)
        kinds = [role for role, _ in others]
        self._sink.found.entries.append(
            FoundEntry(
                position,
                line,
                kind,
                loc,
                _DOUBTFUL if is_doubtful else None,
                text.get(Role.LASTMOD),
                None,
                text.get(Role.CHANGEFREQ),
                text.get(Role.PRIORITY),
                len(links),
                kinds.count(Role.IMAGE),
                kinds.count(Role.VIDEO),
                kinds.count(Role.NEWS),
            )
        )

    def _is_doubtful(self, element: _Element, loc: str, *, mended: bool) -> bool:
        """Whether it cannot be told which URL is meant: better none than a wrong one."""
        if len(element):
            return True
        is_suspect = mended or self.has_entities
        return is_suspect and _DAMAGED.search(loc) is not None

    def _add_others(self, others: list[tuple[Role, _Element]], position: int, base: int) -> None:
        for role, element in others:
            if add := self._adders.get(role):
                add(element, position, base)
            else:
                self._report(role, element, position, base)

    def _report(self, role: Role, element: _Element, position: int, base: int) -> None:
        name = local_name(element.tag)
        code, detail, expected = {
            Role.UNKNOWN: (
                "unknown-element",
                f"<{name}> in an entry",
                "loc, lastmod, changefreq, priority, or an extension's element",
            ),
            Role.URL: ("mixed-content", "<url> in an entry", "<url> in <urlset>"),
            Role.SITEMAP: ("mixed-content", "<sitemap> in an entry", "<sitemap> in <sitemapindex>"),
        }.get(role, ("repeated-element", f"<{name}> more than once in one entry", "once"))
        line = line_of(element, base)
        self._sink.problem(code, detail, expected=expected, line=line, position=position)


_OF_PAGES = frozenset({Role.CHANGEFREQ, Role.PRIORITY})
_FIELDS = frozenset({Role.LOC, Role.LASTMOD, Role.CHANGEFREQ, Role.PRIORITY})
_PLACES = {f"{{{SITEMAP}}}{name}": place for place, name in enumerate(OWN)}
"The order of the schema."
_LAST = len(OWN)
