"""Streaming reader of XML sitemaps and feeds: entries in batches, the rest token by token."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sitemap_audit.items import SitemapKind
from sitemap_audit.parsing.sitemap.blocks import Blocks, Fault, explain
from sitemap_audit.parsing.sitemap.entries import EntryReader
from sitemap_audit.parsing.sitemap.entry_ends import ROOTS, EntryEnds
from sitemap_audit.parsing.sitemap.feeds import FeedReader
from sitemap_audit.parsing.sitemap.mending import entry_around, has_place, without_extensions
from sitemap_audit.parsing.sitemap.names import (
    Names,
    Role,
    line_of,
    local_name,
    written_name,
)
from sitemap_audit.parsing.sitemap.outline import Outline
from sitemap_audit.parsing.sitemap.remarks import report_comment
from sitemap_audit.parsing.sitemap.roots import (
    ENTRY,
    FIRST_ENTRY,
    LONGEST_FIRST,
    OWN,
    ROOT,
)
from sitemap_audit.parsing.sitemap.sink import excerpt
from sitemap_audit.parsing.sitemap.tokens import LONGEST, MOST_TAGS, Ends, clean, read_token

if TYPE_CHECKING:
    from lxml.etree import _Element

    from sitemap_audit.parsing.sitemap.sink import Sink

_SITEMAP_ENTRIES = ("url", "sitemap")
_KINDS = {Role.URL: "url", Role.SITEMAP: "sitemap"}
_ENTRY_NAMES = {
    SitemapKind.URLSET: _SITEMAP_ENTRIES,
    SitemapKind.INDEX: _SITEMAP_ENTRIES,
    SitemapKind.RSS2: ("item",),
    SitemapKind.RSS1: ("item",),
    SitemapKind.ATOM1: ("entry",),
    SitemapKind.ATOM03: ("entry",),
}
_SPACE = " \t\n\r"
_TAG = re.compile(r"<\w")
_LONGEST_TEXT = 65_536
"Characters of stray text that are taken for one."
_LONGEST_TAG = 200
"Characters that a tag's name may lie in that has come in part."


class XmlReader:
    """Reader of one XML file; the root element decides its format."""

    def __init__(self, sink: Sink) -> None:
        """Write to ``sink``."""
        self._sink = sink
        self._names = Names(sink)
        self._blocks = Blocks(self._names)
        self._entries = EntryReader(sink, self._names)
        self._feed: FeedReader | None = None
        self.outline = Outline(sink, self._names, self._blocks, self._entries)
        self._text = ""
        self._at = 0
        self.line, self._column = 1, 1
        self._entry: re.Pattern[str] | None = None
        self._wrapper: re.Pattern[str] | None = None
        "An entry that begins with another."
        self._single_until = -1
        self._last: dict[str, int] = {}
        "Where the last end tag of what has come begins, by the tag's name."
        self._ends = Ends()
        self._skipped = ""
        "Name of the entry that is skipped."
        self._is_skipping = False
        self.is_overlong = False
        "Something was longer or deeper than is read, and left out."
        self._rest: tuple[str, int, int] | None = None
        "What ends markup that is longer than is read; line and column where that begins."

    @property
    def is_useless(self) -> bool:
        """Whether the root element is that of an HTML page."""
        return self.outline.kind is SitemapKind.HTML

    def skip(self, text: str) -> None:
        """Report and skip text before the file's XML."""
        self.outline.text(text, self.line, self._column)
        self._text += text
        self._move(len(self._text))

    def feed(self, text: str) -> None:
        """Read the next piece, as far as it is complete."""
        shift = self._at
        self._text = self._text[shift:] + text
        self._at = 0
        self._ends, self._last = Ends(), {}
        self._single_until = max(-1, self._single_until - shift)
        if self._entry is not None:
            self._entry_ends.move(shift)
        self._advance(at_end=False)

    def close(self) -> None:
        """Read the rest of the file."""
        if not self.is_useless:
            self._advance(at_end=True)
            if self._rest is not None:
                self.is_overlong = True
                self.outline.endless(*self._rest)
            elif self.outline.kind is not SitemapKind.UNKNOWN:
                self.outline.close(self.line)

    def _advance(self, *, at_end: bool) -> None:
        while not self.is_useless:
            if self._rest is not None and not self._pass_rest(self._rest[0]):
                return
            if self._is_skipping and not self._pass_over():
                return
            if self._is_lost and not self._find_entry(at_end=at_end):
                return
            start = self._text.find("<", self._at)
            if start < 0 and not at_end and self._is_text_unfinished():
                return
            if start != self._at:
                self._read_between(start if start >= 0 else len(self._text))
            if start < 0 or not self._read_markup(at_end=at_end):
                return

    def _is_text_unfinished(self) -> bool:
        rest = self._text[self._at :]
        return len(rest) < _LONGEST_TEXT and not rest.isspace()

    def _read_between(self, end: int) -> None:
        written = self._text[self._at : end]
        if stray := written.lstrip(_SPACE):
            self._move(end - len(stray))
            self.outline.text(stray, self.line, self._column)
        self._move(end)

    def _read_markup(self, *, at_end: bool) -> bool:
        """Read the markup at this position; return False if it is incomplete."""
        entry = self._entry.match(self._text, self._at) if self._entry else None
        if entry and (is_entry := self._is_whole(entry[1], at_end=at_end)) is not False:
            return is_entry is not None and self._read_entries(entry[1], at_end=at_end)
        if self.outline.root is None and ENTRY.match(self._text, self._at):
            if not at_end and len(self._text) - self._at < LONGEST_FIRST:
                return False
            if first := FIRST_ENTRY.match(self._text, self._at):
                self._adopt(first)
                return True
        token = read_token(self._text, self._at, self._ends, at_end=at_end)
        if token is None:
            return False
        if token.kind == "fault" and at_end and self._is_cut_off():
            self._move(len(self._text))
            return True
        self.outline.token(token, self._text[self._at : token.end], self.line, self._column)
        if token.rest:
            self.is_overlong = self.is_overlong or token.kind in ("fault", "doctype")
            self._rest = None if self._is_lost else (token.rest, self.line, self._column)
        if self._entry is None and self.outline.kind in _ENTRY_NAMES:
            self._begin(self.outline.kind)
        self._move(token.end)
        return True

    @property
    def _is_lost(self) -> bool:
        """Return whether the root element is unknown or damaged, and no entry was found yet."""
        return self.outline.is_in_root or self.outline.kind is SitemapKind.UNKNOWN

    def _find_entry(self, *, at_end: bool) -> bool:
        """Skip to the next entry; return False if there is none yet."""
        is_root_known = self.outline.is_in_root
        found = (self._inside if is_root_known else FIRST_ENTRY).search(self._text, self._at)
        if found is None:
            self._pass_root(max(self._at, len(self._text) - (0 if at_end else LONGEST_FIRST)))
            return False
        self._pass_root(found.start())
        if is_root_known:
            self.outline.is_in_root = False
        else:
            self._adopt(found)
        return True

    def _pass_root(self, end: int) -> None:
        """Move on, and note the root element that an unknown one is around."""
        inner = ROOT.search(self._text, self._at, end)
        if not self.outline.has_inner_root:
            before = inner.start() if inner else end
            self.outline.has_more_around |= _TAG.search(self._text, self._at, before) is not None
            self.outline.has_inner_root = inner is not None
        self._move(end)

    def _adopt(self, first: re.Match[str]) -> None:
        self.outline.adopt(first, self.line, self._column)
        if self.outline.kind is not None:
            self._begin(self.outline.kind)

    def _is_cut_off(self) -> bool:
        """Return whether this is the last markup of a truncated file, without its end.

        For a root element this is a fault of the file, unless the rest was not read.
        """
        is_last = self._text.find("<", self._at + 1) < 0 and ">" not in self._text[self._at :]
        is_reported = self.outline.root is not None or self._sink.cut
        return is_last and not self.outline.is_closed and is_reported

    def _begin(self, kind: SitemapKind) -> None:
        """Process the root element, which determines the names of the entries."""
        names = "|".join(_ENTRY_NAMES[kind])
        self._entry_ends = EntryEnds(names, self.outline.prefix)
        self._entry_tags = [f"{{*}}{name}" for name in _ENTRY_NAMES[kind]]
        self._entry = re.compile(rf"<((?:[\w.-]+:)?(?:{names}))(?=[\s/>])")
        self._inside = re.compile(rf"</?(?:[\w.-]+:)?(?:{names}|{ROOTS})(?=[\s/>])")
        if kind in OWN:
            prefix = re.escape(self.outline.prefix)
            self._entry_tags.append("{*}loc")
            self._entry = re.compile(rf"<((?:[\w.-]+:)?(?:{names})|{prefix}loc)(?=[\s/>])")
            self._wrapper = re.compile(
                rf"<{prefix}(?:{names})(?:\s[^<>]*)?(?<!/)>\s*<{prefix}(?:{names}|{ROOTS})[\s/>]"
            )
        if kind not in (SitemapKind.URLSET, SitemapKind.INDEX):
            self._feed = FeedReader(self._sink, kind)

    def _is_whole(self, name: str, *, at_end: bool) -> bool | None:
        """Return whether an entry is read as one; None if that cannot be told yet.

        One that begins with another and is too long, or never ends, is read as an element around.
        """
        if self._wrapper is None or not self._wrapper.match(self._text, self._at):
            return True
        end, is_closed = self._entry_ends.find(self._text, self._at, name, at_end=at_end)
        is_waiting = end < 0 and not at_end and len(self._text) - self._at < LONGEST
        return None if is_waiting else is_closed

    def _read_entries(self, name: str, *, at_end: bool) -> bool:
        """Read the entry at this position, together with all complete ones after it if possible.

        One by one, typical files take 1.5 times as long, measured.
        """
        if name.rpartition(":")[2] == "loc":  # of an entry whose start tag is missing
            return self._read_one(name, at_end=at_end)
        if name not in self._last:
            self._last[name] = self._text.rfind(f"</{name}>", self._at)
        last = self._last[name]
        if last > max(self._at, self._single_until):
            end = last + len(name) + 3
            if self._read_parsed(end):
                self._move(end)
                return True
            self._single_until = last
        return self._read_one(name, at_end=at_end)

    def _read_parsed(self, end: int) -> bool:
        """Parse entries together; return False if one has a fault or text is between them."""
        piece = self._text[self._at : end]
        if piece.count("<") > MOST_TAGS:
            return False
        elements = self._blocks.parse(piece, self.line)
        if isinstance(elements, Fault) or _has_stray_text(elements):
            return False
        self._read_comments(self._at, end)
        self._entries.schema.begin(piece)
        self._add(elements, self.line - 1)
        return True

    def _read_comments(self, start: int, end: int) -> None:
        """Process the comments in and between entries."""
        place, line = start, self.line
        while (opening := self._text.find("<!--", place, end)) >= 0:
            closing = self._text.find("-->", opening, end)
            if closing < 0:
                return
            line += self._text.count("\n", place, opening)
            report_comment(self._sink, self._text[opening : closing + 3], line)
            line += self._text.count("\n", opening, closing)
            place = closing + 3

    def _read_one(self, name: str, *, at_end: bool) -> bool:
        """Read one entry that may have a fault."""
        end, is_closed = self._entry_ends.find(self._text, self._at, name, at_end=at_end)
        if name.rpartition(":")[2] == "loc":  # what follows is in an element of its own
            close = self._text.find(f"</{name}>", self._at, end if end >= 0 else None)
            end, is_closed = (close + len(name) + 3, True) if close >= 0 else (end, is_closed)
        if end < 0 and not at_end and len(self._text) - self._at < LONGEST:
            return False
        is_last = end < 0 and len(self._text) - self._at < LONGEST
        if is_last:
            end = len(self._text)
        if end < 0 or self._text.count("<", self._at, end) > MOST_TAGS:
            self.is_overlong = self._is_skipping = True
            self._skipped = name
            self._move(self._at + len(name) + 1)
            return True
        piece = self._text[self._at : end]
        self._read_comments(self._at, end)
        self._entries.schema.begin(piece)
        elements = self._blocks.parse(piece, self.line)
        if isinstance(elements, Fault) and elements.is_limit:
            self.is_overlong = True
        elif isinstance(elements, Fault):
            if not is_last:
                self._report(elements, piece, name, is_closed=is_closed)
            elements = self._blocks.mend(piece, cut=is_last, line=self.line)
            if is_last:
                elements = [without_extensions(e) for e in elements if has_place(e)]
            self._add(elements, self.line - 1, mended=True)
        else:
            self._add(elements, self.line - 1)
        self._move(end)
        return True

    def _pass_rest(self, mark: str) -> bool:
        """Skip the rest of markup over the limit; return False if its end was not found yet."""
        end = self._text.find(mark, self._at)
        self._move(end + len(mark) if end >= 0 else max(self._at, len(self._text) - len(mark) + 1))
        if end >= 0:
            self._rest = None
        return end >= 0

    def _pass_over(self) -> bool:
        """Skip an entry over the limit; return False if its end was not found yet."""
        for match in self._entry_ends.pattern(self._skipped).finditer(self._text, self._at):
            if match[0].startswith("<!") or (match[2] and not match[1]):
                continue
            closing = self._text.find(">", match.end()) if match[1] else -1
            self._move(closing + 1 if closing >= 0 else match.start())
            self._is_skipping = bool(match[1]) and closing < 0
            return not self._is_skipping
        self._move(max(self._at, len(self._text) - _LONGEST_TAG))
        return False

    def _add(
        self,
        elements: list[_Element],
        base: int,
        *,
        mended: bool = False,
        inside: tuple[str, ...] | None = None,
    ) -> None:
        """Read elements between which there are entries; ``inside``: the names around them."""
        inside = self.outline.inside if inside is None else inside
        for element in elements:
            if self._is_entry(element, base, inside, mended=mended):
                continue
            before = self._sink.entries + self._sink.children
            if next(element.iterdescendants(*self._entry_tags), None) is not None:
                parts = list(element.iterchildren("*"))
                self._add(parts, base, mended=mended, inside=(written_name(element), *inside))
            is_empty = before == self._sink.entries + self._sink.children
            if is_empty and not mended and inside == self.outline.inside and self._feed is None:
                self.outline.unexpected(element.tag, line_of(element, base))

    def _is_entry(
        self, element: _Element, base: int, inside: tuple[str, ...], *, mended: bool
    ) -> bool:
        """Read an entry, or a URL without one; return False for other elements."""
        if self._feed is not None:
            is_item = local_name(element.tag) in ("item", "entry")
            if is_item:
                self.outline.check_place(element, base, inside)
                self._feed.read(element, base, inside)
            return is_item
        role = self._names.roles.get(element.tag) or self._names.classify(element, base)
        if kind := _KINDS.get(role):
            self.outline.check_entry(role, element, base, inside)
            self._entries.read(element, base, kind=kind, mended=mended, inside=inside)
        elif role is Role.LOC:
            self.outline.stray_loc(element, base, inside)
            kind = self._kind_of_entries()
            self._entries.read(entry_around(element), base, kind=kind, mended=True)
        return kind is not None

    def _kind_of_entries(self) -> str:
        return "sitemap" if self.outline.kind is SitemapKind.INDEX else "url"

    def _report(self, fault: Fault, piece: str, name: str, *, is_closed: bool) -> None:
        lines = piece.split("\n")
        written = lines[min(fault.line, len(lines)) - 1]
        has_outer = self.outline.has_outer_entities
        code, detail, expected = explain(
            fault, name, written, is_closed=is_closed, has_outer=has_outer
        )
        line, column = fault.line, fault.column
        if detail.endswith("is not closed"):
            line, column, written = 1, 1, lines[0]
        self._sink.problem(
            code,
            detail,
            expected=expected,
            line=self.line + line - 1,
            column=column + (self._column - 1 if line == 1 else 0),
            position=self._sink.entries + 1,
            excerpt=excerpt(clean(written), column),
        )

    def _move(self, end: int) -> None:
        lines = self._text.count("\n", self._at, end)
        if lines:
            self.line += lines
            self._column = end - self._text.rfind("\n", self._at, end)
        else:
            self._column += end - self._at
        self._at = end


def _has_stray_text(elements: list[_Element]) -> bool:
    """Return whether there is text between entries; only entries read one by one give its place."""
    return any((text := element.tail) and not text.isspace() for element in elements)
