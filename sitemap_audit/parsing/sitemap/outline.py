"""Structure of an XML file outside the entries: prolog, root, misplaced elements, end."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from sitemap_audit.items import SitemapKind
from sitemap_audit.parsing.sitemap.entry_ends import OpenTag
from sitemap_audit.parsing.sitemap.names import (
    ATOM_03,
    SITEMAP,
    Role,
    line_of,
    split,
    written_name,
)
from sitemap_audit.parsing.sitemap.remarks import report_bytes, report_comment, report_stylesheet
from sitemap_audit.parsing.sitemap.root_elements import (
    ENTRIES_AS_TEXT,
    KINDS,
    OWN,
    assumed_root,
    damaged_root,
    entry_of,
    root_around,
    root_of,
)
from sitemap_audit.parsing.sitemap.sink import Misplaced, excerpt
from sitemap_audit.parsing.sitemap.tokens import (
    ENTITY,
    Token,
    clean,
    escape,
    invalid_reference,
    is_instruction,
    unclosed,
)

if TYPE_CHECKING:
    from lxml.etree import _Element

    from sitemap_audit.parsing.sitemap.blocks import Blocks
    from sitemap_audit.parsing.sitemap.entries import EntryReader
    from sitemap_audit.parsing.sitemap.names import Names
    from sitemap_audit.parsing.sitemap.sink import Sink

_DEEPEST = 100
"Elements in each other that are followed by name; parsers refuse more than 256."


_DEEPEST_ENTRY = 10
"Entries in each other; where there are more, they are not closed."


class EntryFault(NamedTuple):
    """An entry in which another begins: at fault where its end tag does not come."""

    line: int
    column: int
    position: int
    excerpt: str
    has_url: bool


class _Open(NamedTuple):
    """An open element."""

    tag: OpenTag
    fault: EntryFault | None
    "Of an entry."
    misplaced: Misplaced
    "Entries in this one, reported where it ends."


class Outline:
    """Tracker of open elements; reports what is not allowed between entries."""

    def __init__(self, sink: Sink, names: Names, blocks: Blocks, entries: EntryReader) -> None:
        """Report to ``sink``; update ``names``, ``blocks`` and ``entries``."""
        self._sink, self._names = sink, names
        self._blocks, self._entries = blocks, entries
        self.kind: SitemapKind | None = None
        "None until the root element has come."
        self.root: str | None = None
        self.namespace: str | None = None
        self.has_outer_entities = False
        "Whether a file of its own may declare entities: a DOCTYPE names one."
        self.is_closed = False
        "Whether the root element has ended."
        self._open: list[_Open] = []
        self._stray: tuple[str, int, int] | None = None
        "Tag and line of the open element between entries; the entries read before it."
        self._deeper = 0
        "Elements that are open within these."
        self._has_trailing = False
        self._has_junk = False
        "Whether a fault or text has been reported that stands before the root element."
        self._is_first = True
        self.is_broken_off = False
        "Whether the file ends inside the root element, with no other cause."
        self.is_in_root = False
        "Whether what comes may still be a part of the root element's damaged start tag."
        self._root_place: tuple[int, int] | None = None
        "Line and column of a root element that is unknown."
        self.has_inner_root = False
        "Whether a root element of a sitemap is in it."
        self.has_more_around = False
        "Whether other elements than the root element are before that."
        self._is_rootless = False
        self._miscased: tuple[str, int] | None = None
        "Name and line of the first entry whose name is not in lower case: none is read."

    def token(self, token: Token, written: str, line: int, column: int) -> None:
        """Process a token."""
        if token.fault:
            self._has_junk = self._has_junk or self.root is None
            self._malformed(token.fault, line, column, written)
        report_bytes(self._sink, written, line, column)
        if token.kind == "fault" and self.root is None and (root := damaged_root(written)):
            token, self.is_in_root, self._names.is_root_damaged = root, True, True
        if token.kind in ("open", "empty"):
            self._start(token, line, column, written)
        elif token.kind == "close":
            self._end(token.name, line, column, written)
        elif token.kind == "doctype":
            self._doctype(token, written, line, column)
        elif token.kind == "cdata":
            self.text(written, line, column, is_cdata=True)
        elif token.kind == "comment":
            report_comment(self._sink, written, line)
        elif token.kind == "instruction":
            self._instruction(token, line, column, written)
        self._is_first = False

    def text(self, written: str, line: int, column: int | None, *, is_cdata: bool = False) -> None:
        """Process text that is not XML white space, or a CDATA section with its delimiters."""
        if not is_cdata:
            report_bytes(self._sink, written, line, column or 1)
        if written.isspace():
            return
        if self.is_closed:
            self._trailing(written, line, column)
        elif self.root is None:
            self._has_junk = True
            self._malformed("Text before the root element", line, column, written)
        elif not is_cdata and (found := invalid_reference(written)):
            self._malformed(found[0], line, column, written, found[1])
        elif not is_cdata and escape(written) != written:
            self._malformed("Unescaped & or invalid character", line, column, written)
        elif self.kind in OWN and len(self._open) <= 1 and ENTRIES_AS_TEXT.match(written):
            self._sink.entries_as_text(entry_of(self.kind), f"<{self.root}>", written, line)
        elif self.kind in OWN and len(self._open) <= 1:
            self._sink.problem(
                "stray-text",
                f"Text between the entries of <{self.root}>",
                f"Only {entry_of(self.kind)} elements",
                line,
                column=column,
                excerpt=excerpt(clean(written.strip())),
            )

    @property
    def inside(self) -> tuple[str, ...]:
        """Names of the open elements, the innermost first."""
        return tuple(each.tag.name for each in reversed(self._open))

    @property
    def prefix(self) -> str:
        """The prefix of the root element, with its colon."""
        name = self._open[0].tag.name if self._open else ""
        return name[: name.rfind(":") + 1]

    def unexpected(self, tag: str, line: int) -> None:
        """Report an element between entries, in which there is no entry."""
        if len(self._open) > 1:
            return
        namespace, name = split(tag)
        is_own = namespace in (SITEMAP, self._names.root_namespace)
        if self.kind in OWN and is_own and f"<{name.lower()}>" == entry_of(self.kind):
            self._miscased = self._miscased or (name, line)
        elif self.kind in OWN and is_own:
            self._sink.problem(
                "unknown-element", f"<{name}> in <{self.root}>", entry_of(self.kind), line
            )
        elif self.kind in OWN:
            self._entries.schema.stray(namespace, name, f"<{self.root}>", line)

    def check_place(self, element: _Element) -> bool:
        """Report an entry that is not directly in the root element (of RSS, in its channel)."""
        inside = self.inside
        parents = ["channel"] if self.kind is SitemapKind.RSS2 else []
        if not inside or [name.rpartition(":")[2] for name in inside[:-1]] == parents:
            return True
        name, outer = written_name(element), self._entry_around()
        parent = root_around(name) if self.kind in OWN else [*parents, inside[-1]][0]
        expected = f"<{name}> directly in <{parent}>"
        if outer and outer.fault and outer.fault.has_url:
            expected = f"<{name}> behind </{outer.tag.name}>, directly in <{parent}>"
        held = self._sink.misplaced if outer is None else outer.misplaced
        held.add(name, inside, expected, self._open[-1].tag.line)
        return False

    def _entry_around(self) -> _Open | None:
        return next((each for each in reversed(self._open) if each.fault), None)

    def enter(self, tags: list[OpenTag], fault: EntryFault) -> None:
        """Enter an entry, the first of these elements, that other entries are in.

        Or it is not closed, which is reported where an element around it ends.
        """
        if len(self._open) + len(tags) > _DEEPEST:
            self._report_entry(fault, tags[0].name)
            return
        if sum(each.fault is not None for each in self._open) >= _DEEPEST_ENTRY:
            self._leave_entries()
        for number, tag in enumerate(tags):
            self._push(tag, None if number else fault)

    def _leave_entries(self) -> None:
        """Report the entries that have not been closed."""
        while self._entry_around():
            last = self._pop()
            if last.fault:
                self._report_entry(last.fault, last.tag.name)

    def stray_loc(self, element: _Element, base: int, around: str | None = None) -> None:
        """Report a <loc> that is in no entry; ``around``: the name of another element around it."""
        expected, line = f"<loc> in {entry_of(self.kind)}", line_of(element, base)
        inside = self.inside if around is None else (around, *self.inside)
        self._sink.misplaced.add(written_name(element), inside, expected, line)

    def check_entry(self, role: Role, element: _Element, base: int) -> None:
        """Report a <sitemap> in a sitemap, or a <url> in a sitemap index."""
        is_placed = self.check_place(element)
        if is_placed and (role is Role.SITEMAP) != (self.kind is SitemapKind.INDEX):
            self._sink.problem(
                "mixed-content",
                f"<{role.value}> in <{self.root}>",
                entry_of(self.kind),
                line_of(element, base),
            )
        if self.is_closed:
            self._trailing(f"<{role.value}>", line_of(element, base), None)

    def adopt(self, entry: re.Match[str], line: int, column: int) -> None:
        """Accept an entry as the first of a sitemap without a root element."""
        name = root_of(entry)
        token = assumed_root(name)
        self.kind = KINDS[name.rpartition(":")[2]]
        self._names.is_root_damaged = True
        wanted = f"Root element <{name}>"
        if self._root_place:
            if self.has_inner_root:
                around = "nothing" if self.has_more_around else "no element"
                wanted, self.namespace = f"{wanted}, with {around} around it", SITEMAP
            detail, place = f"Root element <{self.root}>", self._root_place
            self._sink.problem("root", detail, wanted, place[0], column=place[1])
        elif not self._has_junk:
            detail = f"<{entry[2]}> without a root element"
            self._malformed(detail, line, column, entry[0], wanted)
        self._is_rootless = self.root is None
        self.root = self.root or name.rpartition(":")[2]
        if not self._open:
            self._names.root_namespace = SITEMAP
            self._push(OpenTag(name, token.attributes, line))
        self.is_closed = False

    def _push(self, tag: OpenTag, fault: EntryFault | None = None) -> None:
        self._open.append(_Open(tag, fault, Misplaced()))
        self._blocks.push(tag.name, tag.attributes)

    def _pop(self) -> _Open:
        self._blocks.pop()
        last = self._open.pop()
        if len(self._open) == 1:
            self._settle()
        return last

    def _settle(self) -> None:
        """Report the element between entries that ends here, unless entries were in it."""
        if self._stray and self._stray[2] == self._sink.entries + self._sink.children:
            self.unexpected(*self._stray[:2])
        self._stray = None

    def close(self, line: int) -> None:
        """Process the end of the file."""
        if self._miscased:
            (name, place), entry = self._miscased, entry_of(self.kind)
            has_entries = self._sink.entries + self._sink.children > 0
            self._sink.problem(
                "unknown-element" if has_entries else "root",
                f"<{name}> in <{self.root}>",
                entry if has_entries else f"{entry}, all names in lower case",
                place,
            )
        if self.root is None:
            self.kind = SitemapKind.UNKNOWN
        elif not self.is_closed and not self._sink.cut and not self._is_rootless:
            self.is_broken_off = True
            if self.is_in_root:
                return
            self._leave_entries()
            name = self._open[-1].tag.name if self._open else self.root
            self._malformed(f"File ends before </{name}>", line, None, "")

    def endless(self, mark: str, line: int, column: int) -> None:
        """Process the end of a file in markup that is longer than the limit."""
        if self.root is None:
            self.kind = SitemapKind.UNKNOWN
        if not self._sink.cut:
            self._malformed(unclosed(mark), line, column, "")

    def _start(self, token: Token, line: int, column: int, written: str) -> None:
        corrected = self._names.declare(token.attributes, written, line)
        token = token._replace(attributes=corrected)
        if self.root is None:
            self._root(token, line, column)
        elif self.is_closed:
            self._trailing(written, line, column)
        elif len(self._open) == 1 and self.kind in OWN:
            self._stray_element(token, line + written.count("\n"))
        if token.kind == "open" and len(self._open) < _DEEPEST:
            self._push(OpenTag(token.name, token.attributes, line + written.count("\n")))
        elif token.kind == "open":
            self._deeper += 1
        elif not self._open:
            self.is_closed = True

    def _root(self, token: Token, line: int, column: int) -> None:
        prefix, _, self.root = token.name.rpartition(":")
        used = self._blocks.namespace(token.name, token.attributes)
        self._names.root_prefix, self._names.root_line = prefix, line
        self._names.root_namespace = used
        self.namespace = self._names.as_written(used) if used else None
        self.kind = KINDS.get(self.root, SitemapKind.UNKNOWN)
        if self.kind is SitemapKind.UNKNOWN:
            self._root_place = (line, column)
        if self.root.lower() == "html":
            self.kind = SitemapKind.HTML
        elif self.kind is SitemapKind.ATOM1 and used == ATOM_03:
            self.kind = SitemapKind.ATOM03
        elif self.kind in OWN and used == SITEMAP:
            self._entries.schema.root(self.root, token.attributes, line)
        elif self.kind in OWN:
            self._sink.problem(
                "namespace",
                f"<{token.name}> in the namespace {self._names.as_written(used)}",
                SITEMAP,
                self._names.line_of_prefix(prefix) or line,
                excerpt=None if used or token.attributes.get("xmlns") is None else 'xmlns=""',
            )
        if self.kind not in (SitemapKind.HTML, SitemapKind.UNKNOWN):
            self._names.check_attributes(token.attributes, line)

    def _stray_element(self, token: Token, line: int) -> None:
        namespace = self._blocks.namespace(token.name, token.attributes)
        tag = f"{{{namespace}}}{token.name.rpartition(':')[2]}"
        self._stray = (tag, line, self._sink.entries + self._sink.children)
        if token.kind == "empty":
            self._settle()

    def _end(self, name: str, line: int, column: int, written: str) -> None:
        names = [each.tag.name for each in self._open]
        if name not in names and self._is_end_of_adopted(name):
            name = names[0]
        if self._deeper and name not in names[:1]:
            self._deeper -= 1
            return
        self._deeper = 0
        if name not in names:
            if self.is_closed and not self.has_inner_root:
                self._trailing(written, line, column)
            elif not self.is_closed:
                self._malformed(f"</{name}> without a start tag", line, column, written)
            return
        while (last := self._pop()).tag.name != name:
            if last.fault:
                self._report_entry(last.fault, last.tag.name)
            else:
                detail = f"<{last.tag.name}> is not closed before </{name}>"
                self._malformed(detail, line, column, written)
        outer = self._entry_around()
        (outer.misplaced if outer else self._sink.misplaced).merge(last.misplaced)
        if not self._open:
            self.is_closed = self._names.is_root_damaged = True

    def _report_entry(self, fault: EntryFault, name: str) -> None:
        """Report an entry that is not closed, in which those that follow it seemed to be."""
        self._sink.problem(
            "not-well-formed",
            f"<{name}> is not closed",
            f"</{name}>",
            fault.line,
            column=fault.column,
            position=fault.position,
            excerpt=fault.excerpt,
        )

    def _is_end_of_adopted(self, name: str) -> bool:
        """Return whether it ends a root element whose start tag has another name, or is missing."""
        is_adopted = self._is_rootless or self._root_place is not None
        return is_adopted and bool(self._open) and KINDS.get(name.rpartition(":")[2]) in OWN

    def _instruction(self, token: Token, line: int, column: int, written: str) -> None:
        name = token.name.lower()
        if not is_instruction(written):
            self._malformed("Invalid XML declaration or instruction", line, column, written)
        elif name == "xml":
            self._declaration(line, column, written)
        elif name == "xml-stylesheet":
            report_stylesheet(self._sink, written, line, column)

    def _declaration(self, line: int, column: int, written: str) -> None:
        if (self._is_first and (line, column) == (1, 1)) or (self._has_junk and not self.root):
            return
        if self._is_first:
            self._sink.problem(
                "leading-whitespace",
                "Whitespace before the XML declaration",
                "<?xml as the first characters of the file",
                line,
                column=column,
            )
        elif self.is_closed:
            self._trailing(written, line, column)
        else:
            self._malformed("XML declaration not at the start of the file", line, column, written)

    def _doctype(self, token: Token, written: str, line: int, column: int) -> None:
        if self.root is not None:
            self._malformed("DOCTYPE after the start of the root element", line, column, written)
            return
        self.has_outer_entities = re.search(r"\b(?:SYSTEM|PUBLIC)\b", written) is not None
        if token.name.lower() == "html":
            return
        entities = ENTITY.findall(written)
        self._blocks.entities = frozenset(entities)
        self._blocks.has_more_entities = bool(token.rest)
        self._entries.has_entities = bool(entities)
        count = "1 entity" if len(entities) == 1 else f"{len(entities)} entities"
        self._sink.problem(
            "dtd",
            f"DOCTYPE with {count}" if entities else "DOCTYPE",
            "No DOCTYPE",
            line,
            column=column,
            excerpt=excerpt(clean(written)),
        )

    def _trailing(self, written: str, line: int, column: int | None) -> None:
        if self._has_trailing:
            return
        self._has_trailing = True
        self._sink.problem(
            "trailing-content",
            f"Content after </{self.root}>",
            "Only comments and whitespace",
            line,
            column=column,
            excerpt=excerpt(clean(written.strip())),
        )

    def _malformed(
        self,
        detail: str,
        line: int,
        column: int | None,
        written: str,
        expected: str = "Well-formed XML",
    ) -> None:
        self._sink.problem(
            "not-well-formed",
            detail,
            expected,
            line,
            column=column,
            excerpt=excerpt(clean(written.strip())) or None,
        )
