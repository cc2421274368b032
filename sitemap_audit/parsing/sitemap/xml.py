"""Streaming reader of XML sitemaps and feeds: entries in batches, the rest token by token."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sitemap_audit.items import SitemapKind
from sitemap_audit.parsing.sitemap.blocks import Blocks, Fault, explain
from sitemap_audit.parsing.sitemap.entries import EntryReader
from sitemap_audit.parsing.sitemap.entry_ends import ROOTS, find_end, open_elements
from sitemap_audit.parsing.sitemap.feeds import FeedReader
from sitemap_audit.parsing.sitemap.mending import (
    entry_around,
    has_place,
    is_known,
    without_extensions,
)
from sitemap_audit.parsing.sitemap.names import (
    Names,
    Role,
    line_of,
    local_name,
    split,
    written_name,
)
from sitemap_audit.parsing.sitemap.outline import EntryFault, Outline
from sitemap_audit.parsing.sitemap.remarks import report_comment
from sitemap_audit.parsing.sitemap.root_elements import ENTRY, FIRST_ENTRY, LONGEST_FIRST, OWN, ROOT
from sitemap_audit.parsing.sitemap.sink import excerpt
from sitemap_audit.parsing.sitemap.tokens import LONGEST, MOST_TAGS, Ends, clean, read_token

if TYPE_CHECKING:
    from lxml.etree import _Element

    from sitemap_audit.parsing.sitemap.sink import Sink

_KINDS = {Role.URL: "url", Role.SITEMAP: "sitemap"}
_ENTRY_NAMES = {
    SitemapKind.URLSET: "url|sitemap",
    SitemapKind.INDEX: "url|sitemap",
    SitemapKind.RSS2: "item",
    SitemapKind.RSS1: "item",
    SitemapKind.ATOM1: "entry",
    SitemapKind.ATOM03: "entry",
}
_SPACE = " \t\n\r"
_TAG = re.compile(r"<\w")
_LONGEST_TEXT = 65_536
"Characters of stray text that are taken for one."


class XmlReader:
    """Reader of one XML file; the root element decides its format.

    Entries that follow each other are parsed together by lxml. Where one of them has a fault, each
    is parsed alone, and one with a fault is mended. All else is read token by token.
    """

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
        "The start of an entry, or of a URL without one."
        self._single_until = -1
        "Up to where entries are parsed alone."
        self._last: dict[str, int] = {}
        "Where the last end tag of what has come begins, by the tag's name."
        self._ends = Ends()
        self._is_skipping = False
        "Whether an entry is passed that is longer than is read."
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
        self._single_until = max(-1, self._single_until - self._at)
        self._text = self._text[self._at :] + text
        self._at = 0
        self._ends, self._last = Ends(), {}
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
        if self._entry and (entry := self._entry.match(self._text, self._at)):
            return self._read_entries(entry[1], at_end=at_end)
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
        """Whether nothing is read up to the next entry.

        The root element is unknown or damaged, and no entry was found yet, or one is too long.
        """
        is_unknown = self.outline.kind is SitemapKind.UNKNOWN
        return self._is_skipping or self.outline.is_in_root or is_unknown

    def _find_entry(self, *, at_end: bool) -> bool:
        """Skip to the next entry; return False if there is none yet."""
        is_root_known = self._is_skipping or self.outline.is_in_root
        found = (self._inside if is_root_known else FIRST_ENTRY).search(self._text, self._at)
        if found is None:
            self._pass_root(max(self._at, len(self._text) - (0 if at_end else LONGEST_FIRST)))
            return False
        self._pass_root(found.start())
        if not is_root_known:
            self._adopt(found)
        elif self._is_skipping and found[1]:  # the end of the entry
            end = self._text.find(">", found.end())
            if end < 0 and not at_end:
                return False
            self._move(end + 1 if end >= 0 else len(self._text))
        self._is_skipping = self.outline.is_in_root = False
        return True

    def _pass_root(self, end: int) -> None:
        """Move on, and note the root element that an unknown one is around."""
        inner = ROOT.search(self._text, self._at, end)
        if not self._is_skipping and not self.outline.has_inner_root:
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
        self._entry_names, self._prefix = _ENTRY_NAMES[kind], self.outline.prefix
        any_entry = rf"(?:[\w.-]+:)?(?:{self._entry_names})"
        self._inside = re.compile(rf"<(?:(/)?{any_entry}|/?(?:[\w.-]+:)?(?:{ROOTS}))(?=[\s/>])")
        url = f"|{re.escape(self._prefix)}loc" if kind in OWN else ""
        self._entry = re.compile(rf"<({any_entry}{url})(?=[\s/>])")
        if kind not in OWN:
            self._feed = FeedReader(self._sink, kind)

    def _read_entries(self, name: str, *, at_end: bool) -> bool:
        """Read the entry at this position, together with all complete ones after it if possible.

        One by one, typical files take 1.5 times as long, measured.
        """
        if name.rpartition(":")[2] != "loc":
            if name not in self._last:
                self._last[name] = self._text.rfind(f"</{name}>", self._at)
            last = self._last[name]
            if last > max(self._at, self._single_until):
                if self._read_together(last + len(name) + 3):
                    return True
                self._single_until = last
        return self._read_one(name, at_end=at_end)

    def _read_together(self, end: int) -> bool:
        """Read entries up to ``end``; return False if there is anything else, or a fault."""
        piece = self._text[self._at : end]
        if piece.count("<") > MOST_TAGS:
            return False
        elements = self._blocks.parse(piece, self.line)
        if isinstance(elements, Fault) or not self._are_entries(elements):
            return False
        self._read_comments(self._at, end)
        self._entries.schema.begin(piece)
        self._add(elements)
        self._move(end)
        return True

    def _are_entries(self, elements: list[_Element]) -> bool:
        """Return whether elements are entries with nothing between them and no entries in them."""
        tags, names = {element.tag for element in elements}, self._entry_names.split("|")
        around = elements[0].getparent() if elements else None
        if around is None or any(local_name(tag) not in names for tag in tags):
            return False
        entries = {f"{{{split(tag)[0]}}}{name}" for tag in tags for name in names}
        return sum(1 for _ in around.iterdescendants(*entries)) == len(elements) and not any(
            (text := element.tail) and not text.isspace() for element in elements
        )

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
        """Read one entry, which may have a fault, or end where another begins."""
        names, prefix = self._entry_names, self._prefix
        end, is_closed = find_end(
            self._text, self._at, name, names, prefix, self._ends, at_end=at_end
        )
        if name.rpartition(":")[2] == "loc":  # what follows is in an element of its own
            close = self._text.find(f"</{name}>", self._at, end if end >= 0 else None)
            end, is_closed = (close + len(name) + 3, True) if close >= 0 else (end, is_closed)
        is_long = len(self._text) - self._at >= LONGEST
        if end < 0 and not is_long and not at_end:
            return False
        is_last = end < 0 and not is_long
        if is_last:
            end = len(self._text)
        if end < 0 or self._text.count("<", self._at, end) > MOST_TAGS:
            self.is_overlong = self._is_skipping = True
            self._move(self._at + len(name) + 1)
            return True
        self._read_comments(self._at, end)
        self._entries.schema.begin(self._text[self._at : end])
        if is_last:
            self._read_cut(self._text[self._at :])
        elif is_closed:
            self._read_whole(self._text[self._at : end], name)
        else:
            self._read_open(self._text[self._at : end], name, end)
        self._move(end)
        return True

    def _read_cut(self, piece: str) -> None:
        """Read the entry that a truncated file ends in."""
        elements = self._blocks.parse(piece, self.line)
        if isinstance(elements, Fault) and elements.is_limit:
            self.is_overlong = True
            return
        elements = self._blocks.mend(piece, cut=True, line=self.line)
        self._add([without_extensions(e) for e in elements if has_place(e)], mended=True)

    def _read_whole(self, piece: str, name: str, *, is_closed: bool = True) -> None:
        """Read an entry that ends with its own end tag, or else nowhere."""
        elements = self._blocks.parse(piece, self.line)
        if not isinstance(elements, Fault):
            self._add(elements)
        elif elements.is_limit:
            self.is_overlong = True
        else:
            self._report(elements, piece, name, is_closed=is_closed)
            self._add(self._blocks.mend(piece, cut=False, line=self.line), mended=True)

    def _read_open(self, piece: str, name: str, end: int) -> None:
        """Read an entry in which another begins, or that is not closed: what follows shows it."""
        around = open_elements(piece, self.line)
        closed = piece + "".join(f"</{each.name}>" for each in reversed(around))
        elements = self._blocks.parse(closed, self.line)
        is_text_open = any(is_known(each.name) for each in around[1:])
        if self._text.startswith("</", end) or is_text_open or isinstance(elements, Fault):
            self._read_whole(piece, name, is_closed=False)
            return
        place = (self.line, self._column, self._sink.entries + 1)
        elements = [element for element in elements if has_place(element)]
        self._add(elements)
        fault = EntryFault(*place, excerpt(clean(piece.split("\n", 1)[0])), bool(elements))
        self.outline.enter(around, fault)

    def _pass_rest(self, mark: str) -> bool:
        """Skip the rest of markup over the limit; return False if its end was not found yet."""
        end = self._text.find(mark, self._at)
        self._move(end + len(mark) if end >= 0 else max(self._at, len(self._text) - len(mark) + 1))
        if end >= 0:
            self._rest = None
        return end >= 0

    def _add(self, elements: list[_Element], *, mended: bool = False) -> None:
        """Read entries, and URLs without one."""
        base = self.line - 1
        for element in elements:
            if self._feed is not None:
                if local_name(element.tag) == self._entry_names:
                    self.outline.check_place(element)
                    self._feed.read(element, base)
                continue
            role = self._role_of(element, base)
            if kind := _KINDS.get(role):
                self.outline.check_entry(role, element, base)
                self._entries.read(element, base, kind=kind, mended=mended)
            elif role is Role.LOC:
                self._read_stray(element, base)
            elif locs := self._locs_in(element, base):
                for loc in locs:  # in an entry of another namespace, which is none
                    self._read_stray(loc, base, written_name(element))
            elif not mended:
                self.outline.unexpected(element.tag, line_of(element, base))

    def _locs_in(self, element: _Element, base: int) -> list[_Element]:
        children = element.iterchildren("*")
        return [child for child in children if self._role_of(child, base) is Role.LOC]

    def _role_of(self, element: _Element, base: int) -> Role:
        return self._names.roles.get(element.tag) or self._names.classify(element, base)

    def _read_stray(self, loc: _Element, base: int, around: str | None = None) -> None:
        """Read the URL of a <loc> that is in no entry."""
        self.outline.stray_loc(loc, base, around)
        kind = "sitemap" if self.outline.kind is SitemapKind.INDEX else "url"
        self._entries.read(entry_around(loc), base, kind=kind, mended=True)

    def _report(self, fault: Fault, piece: str, name: str, *, is_closed: bool) -> None:
        lines = piece.split("\n")
        written = lines[min(fault.line, len(lines)) - 1]
        has_outer = self.outline.has_outer_entities
        told = explain(fault, name, written, is_closed=is_closed, has_outer=has_outer)
        line, column = fault.line, fault.column
        if told[1].endswith("is not closed"):
            line, column, written = 1, 1, lines[0]
        self._sink.problem(
            *told,
            self.line + line - 1,
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
