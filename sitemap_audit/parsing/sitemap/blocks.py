"""Parser of XML in pieces of a few entries: strict, with recovery if that fails.

A piece is parsed as the content of its open ancestor elements. So a fault costs one entry and not
the file, the parser holds only one piece, and line numbers stay right in files of any length. No
entity is expanded: the parser does not get the file's declarations, and a declared entity stands
for its own reference.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple
from xml.sax.saxutils import quoteattr

from lxml import etree
from lxml.etree import ErrorTypes

from sitemap_audit.parsing.sitemap.mending import EntryRepair
from sitemap_audit.parsing.sitemap.sink import INVALID_BYTES
from sitemap_audit.parsing.sitemap.tokens import invalid_reference, start_tag

if TYPE_CHECKING:
    from lxml.etree import _Element

    from sitemap_audit.parsing.sitemap.names import Names

_UNDECLARED = re.compile(r"Namespace prefix (\S+) (?:for \S+ )?on \S+ is not defined")
_LIMITS = ("XML_PARSE_HUGE", "Name too long")
"Of the parser's: a part of its messages."
_REFERENCE = re.compile(r"&([^\W\d][\w.:-]*);")

_BARE_AMPERSAND = (ErrorTypes.ERR_NAME_REQUIRED, ErrorTypes.ERR_ENTITYREF_SEMICOL_MISSING)
_BARE_BRACKET = (ErrorTypes.ERR_NAME_REQUIRED, ErrorTypes.ERR_GT_REQUIRED)
_LINE = re.compile(r" line \d+")
"In messages of the parser, which counts from where an entry begins."


class Fault(NamedTuple):
    """A place where a piece is not well-formed."""

    message: str
    line: int
    "In the piece, from 1."
    column: int
    "In its line, from 1."
    type: int
    "A code of lxml's ErrorTypes."

    is_limit: bool = False
    "It is a limit of the parser's, such as 256 elements in each other, or one of ours."


_OUTSIDE = Fault("End tag of an outer element inside the entry", 1, 1, 0)


def explain(
    fault: Fault, name: str, written: str, *, is_closed: bool, has_outer: bool
) -> tuple[str, str, str]:
    """Return code, observed and expected text of an entry's first fault.

    Args:
        written: the line with the fault.
        has_outer: the DOCTYPE names an external file, which may declare entities.
    """
    is_reference = "CharRef" in fault.message
    if is_reference and (found := invalid_reference(written)):
        return ("not-well-formed", *found)
    if fault.type == ErrorTypes.ERR_INVALID_CHAR and not is_reference:
        return "invalid-bytes", INVALID_BYTES, "Valid UTF-8 without control characters"
    if fault.type == ErrorTypes.ERR_UNDECLARED_ENTITY:
        code = "dtd" if has_outer else "not-well-formed"
        return code, fault.message, "&amp; &lt; &gt; &quot; &apos; or the character itself"
    if fault.type in _BARE_AMPERSAND and "ntity" in fault.message:
        return "not-well-formed", "Unescaped &", "&amp;"
    if not is_closed:
        return "not-well-formed", f"<{name}> is not closed", f"</{name}>"
    if fault.type in _BARE_BRACKET:
        detail = f"Unescaped < or incomplete tag ({fault.message})"
        return "not-well-formed", detail, "&lt; or a complete tag"
    return "not-well-formed", _LINE.sub("", fault.message.split("\n", 1)[0]), "Well-formed XML"


class Blocks:
    """Parser of the pieces of one file, each in the context of its open elements."""

    def __init__(self, names: Names) -> None:
        """Report undeclared prefixes to ``names``."""
        self._names = names
        self._parser = etree.XMLParser(
            resolve_entities=True,  # there are none but those declared below
            no_network=True,
            load_dtd=False,
            collect_ids=False,
            remove_comments=True,
            remove_pis=True,
        )
        self._rescuer = etree.XMLParser(
            recover=True, resolve_entities=False, no_network=True, load_dtd=False, collect_ids=False
        )
        self._repair = EntryRepair()
        self.entities: frozenset[str] = frozenset()
        "Names that the file declares: ``&name;`` reads as ``&name;``."
        self.has_more_entities = False
        "Whether it may declare others."
        self._undeclared: dict[str, str] = {}
        self._open: list[tuple[str, dict[str, str]]] = []

    def push(self, name: str, attributes: dict[str, str]) -> None:
        """Enter an element."""
        kept = self._declared(attributes)
        if "xml:base" in attributes:
            kept["xml:base"] = attributes["xml:base"]
        self._open.append((name, kept))

    def pop(self) -> None:
        """Leave the innermost element."""
        self._open.pop()

    def namespace(self, name: str, attributes: dict[str, str]) -> str:
        """Return the namespace of a start tag; empty if there is none."""
        prefix = name.rpartition(":")[0]
        key = f"xmlns:{prefix}" if prefix else "xmlns"
        scopes = [self._declared(attributes), *(kept for _, kept in reversed(self._open))]
        return next((scope[key] for scope in scopes if key in scope), "")

    def parse(self, piece: str, line: int) -> list[_Element] | Fault:
        """Return the elements of a piece that begins on ``line``, or its first fault."""
        while True:
            head = self._head(piece)
            try:
                root = etree.fromstring(self._document(head, piece), self._parser)
            except etree.XMLSyntaxError:
                fault = self._first_fault(len(head))
                if not self._declare(fault, line):
                    return fault
            else:
                elements = self._innermost(root)
                return _OUTSIDE if elements is None else elements

    def mend(self, piece: str, *, cut: bool, line: int) -> list[_Element]:
        """Return the elements recovered from a faulty piece; ``cut``: the file ends in it."""
        mended = self._repair.mend(piece, cut=cut)
        elements = self.parse(mended, line)
        if not isinstance(elements, Fault):
            return elements
        root = etree.fromstring(self._document(self._head(mended), mended), self._rescuer)
        return [] if root is None else self._innermost(root) or []

    def _declared(self, attributes: dict[str, str]) -> dict[str, str]:
        return {
            key: self._namespace(key, value)
            for key, value in attributes.items()
            if key == "xmlns" or key.startswith("xmlns:")
        }

    def _namespace(self, key: str, written: str) -> str:
        """Return the namespace in an attribute, or a substitute for one that parsers reject."""
        try:
            etree.fromstring(f"<x {key}={quoteattr(written)}/>", self._parser)
        except etree.XMLSyntaxError:
            stand_in = f"urn:written:{written.encode().hex()}"
            self._names.written[stand_in] = written
            return stand_in
        return written

    def _head(self, piece: str) -> str:
        """Return what stands before a piece: its entities, and the start tags around it."""
        used = self.entities and sorted(self.entities.intersection(_REFERENCE.findall(piece)))
        entities = "".join(f'<!ENTITY {name} "&#38;#38;{name};">' for name in used)
        undeclared = {f"xmlns:{prefix}": uri for prefix, uri in self._undeclared.items()}
        starts = (start_tag(*each) for each in (("x", undeclared), *self._open))
        return (f"<!DOCTYPE x [{entities}]>" if used else "") + "".join(starts)

    def _document(self, head: str, piece: str) -> bytes:
        ends = "".join(f"</{name}>" for name, _ in reversed(self._open))
        return f"{head}{piece}{ends}</x>".encode("utf-8", "replace")

    def _innermost(self, element: _Element) -> list[_Element] | None:
        """Return the elements of a piece; None if it closes one of those that it stands in."""
        for _ in self._open:
            if len(element) != 1:
                return None
            element = element[0]
        return [child for child in element if isinstance(child.tag, str)]

    def _first_fault(self, before: int) -> Fault:
        """The first error of the parser; so many characters stand before the piece."""
        errors = [error for error in self._parser.error_log if error.level > 1]
        if not errors:
            return Fault("not well-formed", 1, 1, 0)
        error = errors[0]
        column = error.column - (before if error.line == 1 else 0)
        is_limit = any(mark in error.message for mark in _LIMITS) or (
            self.has_more_entities and error.type == ErrorTypes.ERR_UNDECLARED_ENTITY
        )
        return Fault(error.message, error.line, max(1, column), error.type, is_limit)

    def _declare(self, fault: Fault, line: int) -> bool:
        """Declare the prefix that is at fault; False where something else is."""
        match = _UNDECLARED.fullmatch(fault.message)
        if match is None or match[1] in self._undeclared:
            return False
        self._undeclared[match[1]] = self._names.undeclared(match[1], line + fault.line - 1)
        return True
