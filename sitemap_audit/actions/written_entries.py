"""Read the entries of an XML sitemap as they are written, and change them in place.

Expat says where each element begins and ends. All other bytes stay as they are.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple
from xml.parsers import expat
from xml.sax.saxutils import escape, quoteattr

from sitemap_audit.errors import AuditError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sitemap_audit.actions.plan import Edit

XHTML = "http://www.w3.org/1999/xhtml"
KINDS = ("url", "sitemap")
_TAG = re.compile(rb"<[^\"'>]*(?:\"[^\"]*\"[^\"'>]*|'[^']*'[^\"'>]*)*>")
_BLANKS = b" \t\r\n"
_MARK = re.compile(rb"<!--|<!\[CDATA\[|&")
_ENDS = {b"<!--": b"-->", b"<![CDATA[": b"]]>"}
_REFERENCE = re.compile(rb"&(?:amp|lt|gt|quot|apos|#[0-9]{1,7}|#x[0-9A-Fa-f]{1,6});")
_LONGEST = 12
"Bytes of a reference, or of the beginning of a comment or CDATA section."


class XmlError(AuditError):
    """A sitemap that cannot be changed, with the reason."""


class Piece(NamedTuple):
    """An entry, with the bytes since the entry before."""

    kind: str
    "url | sitemap | end: the rest of the file."
    before: bytes
    "Up to the entry; of the first one, the beginning of the file."
    entry: bytes


class EntryScanner:
    """Reads the entries of a file of UTF-8 one after the other."""

    def __init__(self) -> None:
        self.root = ""
        "Name of the root element as written."
        self.prefix: str | None = None
        "Prefix of xhtml:link that the root element declares; None if it declares none."
        self._parser = expat.ParserCreate("UTF-8")
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.StartDoctypeDeclHandler = _refuse_doctype
        self._depth = 0
        self._begin = -1
        "Where the entry begins in the file."
        self._buffer = bytearray()
        self._offset = 0
        "Of the buffer in the file."
        self._spans: list[tuple[str, int, int]] = []

    def pieces(self, chunks: Iterable[bytes]) -> Iterator[Piece]:
        """Yield the entries of a file, and its end.

        Raises:
            XmlError: the file is not well-formed.
        """
        for chunk in chunks:
            self._buffer += chunk
            self._parse(chunk)
            at = 0
            for kind, begin, end in self._spans:
                yield Piece(kind, bytes(self._buffer[at:begin]), bytes(self._buffer[begin:end]))
                at = end
            del self._buffer[:at]
            self._offset += at
            self._spans.clear()
        self._parse(b"", is_last=True)
        del self._parser  # it refers to this object
        yield Piece("end", bytes(self._buffer), b"")

    def _parse(self, chunk: bytes, *, is_last: bool = False) -> None:
        try:
            self._parser.Parse(chunk, is_last)
        except expat.ExpatError as error:
            raise XmlError(f"its XML is not well-formed ({error})") from None

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        if self._depth == 1:
            self.root = name
            self.prefix = next(
                (
                    key.removeprefix("xmlns:")
                    for key, value in attributes.items()
                    if value == XHTML and key.startswith("xmlns:")
                ),
                None,
            )
        elif self._depth == 2:
            self._begin = self._parser.CurrentByteIndex

    def _end(self, name: str) -> None:
        if self._depth == 2 and (kind := _local(name)) in KINDS:
            begin = self._begin - self._offset  # the buffer holds all since the entry before
            end = self._parser.CurrentByteIndex - self._offset
            self._spans.append((kind, begin, _end_of(self._buffer, begin, end)))
        self._depth -= 1


def _refuse_doctype(*_: object) -> None:
    raise XmlError("it has a DOCTYPE")


def _local(name: str) -> str:
    return name.rpartition(":")[2]


def _end_of(text: bytes | bytearray, begin: int, end_tag: int) -> int:
    """Return where an element ends whose end tag is at ``end_tag``, if it has one."""
    tag = _TAG.match(text, begin)
    if tag is not None and tag[0].endswith(b"/>"):
        return tag.end()
    return text.index(b">", end_tag) + 1


def with_escaped_ampersands(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Escape each ``&`` that begins no reference, outside of comments and CDATA sections."""
    rest = b""
    for chunk in chunks:
        made, rest = _escaped(rest + chunk, is_last=False)
        yield made
    yield b"".join(_escaped(rest, is_last=True))


def _escaped(text: bytes, *, is_last: bool) -> tuple[bytes, bytes]:
    """Return a text with escaped ``&``, and what of it needs the text that follows."""
    made: list[bytes] = []
    at = 0
    while mark := _MARK.search(text, at):
        made.append(text[at : mark.start()])
        at = mark.start()
        if mark[0] == b"&":
            if not is_last and len(text) - at < _LONGEST:
                return b"".join(made), text[at:]
            made.append(b"&" if _REFERENCE.match(text, at) else b"&amp;")
            at += 1
        elif (end := text.find(_ENDS[mark[0]], mark.end())) >= 0:
            made.append(text[at:end])
            at = end
        else:
            return b"".join(made), text[at:]
    begun = -1 if is_last else text.rfind(b"<", max(at, len(text) - _LONGEST))
    cut = begun if begun >= 0 else len(text)
    return b"".join([*made, text[at:cut]]), text[cut:]


class _Child(NamedTuple):
    """An element of an entry, by its offsets."""

    name: str
    attributes: dict[str, str]
    begin: int
    end: int
    inner: tuple[int, int]
    text: str


class _EntryReader:
    """Reads the elements of one entry."""

    def __init__(self, entry: bytes) -> None:
        self.children: list[_Child] = []
        self._entry = entry
        self._parser = expat.ParserCreate("UTF-8")
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._text
        self._depth = 0
        self._begun: tuple[int, dict[str, str]] = (0, {})
        self._texts: list[str] = []
        self.end = 0
        "Where the end tag of the entry begins."
        self._parser.Parse(entry, True)
        del self._parser  # it refers to this object: freed late, thousands of them take memory

    def _start(self, _name: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        if self._depth == 2:
            self._begun = self._parser.CurrentByteIndex, attributes
            self._texts = []

    def _text(self, text: str) -> None:
        if self._depth == 2:
            self._texts.append(text)

    def _end(self, name: str) -> None:
        at = self._parser.CurrentByteIndex
        if self._depth == 2:
            begin, attributes = self._begun
            end = _end_of(self._entry, begin, at)
            tag = _TAG.match(self._entry, begin)
            inner = (tag.end() if tag else at, at)
            text = "".join(self._texts)
            self.children.append(_Child(_local(name), attributes, begin, end, inner, text))
        self.end = at
        self._depth -= 1


def loc_of(entry: bytes) -> str | None:
    """Return the text of an entry's ``<loc>``; None if it has none, or several."""
    found = [child.text for child in _EntryReader(entry).children if child.name == "loc"]
    return found[0] if len(found) == 1 else None


def changed(entry: bytes, edits: Sequence[Edit], prefix: str | None) -> tuple[bytes, list[Edit]]:
    """Return an entry with changes made, and the changes that were made.

    Args:
        edits: of this entry. Nothing is done if its ``<loc>`` is another one than theirs.
        prefix: of ``xhtml:link``.
    """
    reader = _EntryReader(entry)
    locs = [child.text.split() for child in reader.children if child.name == "loc"]
    loc = (edits[0].loc or "").split()
    if locs != [loc] and (locs or loc):
        return entry, []
    if removal := next((edit for edit in edits if edit.action == "remove"), None):
        return b"", [removal]
    splices: list[tuple[int, int, bytes]] = []
    done: list[Edit] = []
    for edit in edits:
        made = [*_splices(entry, reader, edit, prefix)]
        splices += made
        done += [edit] if made else []
    for begin, end, new in sorted(splices, reverse=True):
        entry = entry[:begin] + new + entry[end:]
    return entry, done


def _splices(
    entry: bytes, reader: _EntryReader, edit: Edit, prefix: str | None
) -> Iterator[tuple[int, int, bytes]]:
    if edit.action == "add-link":
        yield _added(entry, reader, edit, prefix)
        return
    if edit.action.startswith("link"):
        found = [child for child in reader.children if child.name == "link" and _is(child, edit)]
        found = found[1:] if edit.action == "link-again" else found
    else:
        found = [child for child in reader.children if child.name == edit.action]
        if not found and edit.new is not None and not edit.old:
            yield _valued(entry, reader, edit)
    for child in found:
        if edit.new is None:
            begin = len(entry[: child.begin].rstrip(_BLANKS))
            yield begin, child.end, b""
        elif edit.action == "link":
            code, _, href = edit.new.partition(" ")
            attributes = child.attributes | {"hreflang": code, "href": href}
            tag = _TAG.match(entry, child.begin)
            assert tag is not None
            name = _name_of(tag[0])
            end = "/>" if tag[0].endswith(b"/>") else ">"
            yield tag.start(), tag.end(), f"<{_written(name, attributes)}{end}".encode()
        else:
            yield *child.inner, escape(edit.new).encode()


def _is(link: _Child, edit: Edit) -> bool:
    written = f"{link.attributes.get('hreflang', '')} {link.attributes.get('href', '')}"
    return written.split() == (edit.old or "").split()


def _name_of(tag: bytes) -> str:
    return re.split(rb"[\s/>]", tag[1:], maxsplit=1)[0].decode()


def _valued(entry: bytes, reader: _EntryReader, edit: Edit) -> tuple[int, int, bytes]:
    """Return where a missing element stands, behind <loc>, and the element."""
    loc = next(child for child in reader.children if child.name == "loc")
    name = _name_of(entry[loc.begin : loc.end]).removesuffix("loc") + edit.action
    space = entry[len(entry[: loc.begin].rstrip(_BLANKS)) : loc.begin]
    return loc.end, loc.end, space + f"<{name}>{escape(edit.new or '')}</{name}>".encode()


def _added(
    entry: bytes, reader: _EntryReader, edit: Edit, prefix: str | None
) -> tuple[int, int, bytes]:
    code, _, href = (edit.new or "").partition(" ")
    attributes = {"rel": "alternate", "hreflang": code, "href": href}
    if prefix is None:
        attributes = {"xmlns:xhtml": XHTML, **attributes}
    name = prefix or "xhtml"
    last = reader.children[-1]
    space = entry[len(entry[: last.begin].rstrip(_BLANKS)) : last.begin]
    link = f"<{_written(f'{name}:link', attributes)}/>".encode()
    return last.end, last.end, space + link


def _written(name: str, attributes: dict[str, str]) -> str:
    return " ".join([name, *(f"{key}={quoteattr(value)}" for key, value in attributes.items())])
