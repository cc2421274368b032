"""Decoding of HTML as browsers do it (WHATWG Encoding and HTML, 13.2.3)."""

from __future__ import annotations

import codecs
import re
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from sitemap_audit.parsing.cleaning import clean
from sitemap_audit.parsing.content_type import header_charset
from sitemap_audit.parsing.page.tags import next_tag, read_attributes

if TYPE_CHECKING:
    from collections.abc import Iterator


class Text(NamedTuple):
    """A decoded page."""

    text: str
    charset: str | None
    "The label that was declared, lower case; None where none was."
    conflict: str | None = None
    "The first other label that means another encoding."
    declared: str | None = None
    "All labels with their places, where two mean different encodings."
    problem: str | None = None
    "undeclared | not-as-declared."


_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16le"),
    (codecs.BOM_UTF16_BE, "utf-16be"),
)
_PRESCAN = 4096
"Bytes searched for a declaration; the standard's 1,024 and what browsers add to it."
_CHARSET = re.compile(r"charset\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s;\"'][^\s;]*))", re.IGNORECASE)
_LABEL = re.compile(r"\s*([\w.:-]{1,40})\s*")
_XML = re.compile(rb"\s*<\?xml[^>]{1,200}?encoding\s*=\s*[\"']([\w.:-]{1,40})", re.IGNORECASE)
# Labels whose WHATWG encoding is another than Python's of that name.
_CODECS = {
    "ascii": "cp1252",
    "big5": "big5hkscs",
    "euc_kr": "cp949",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "iso8859-1": "cp1252",
    "iso8859-9": "cp1254",
    "iso8859-11": "cp874",
    "shift_jis": "cp932",
    "tis-620": "cp874",
    "utf-16": "utf-16-le",
}
_TEXT_CODEC = re.compile(
    r"utf-8|utf-16-[lb]e|cp(?:125\d|866|874|932|949)|iso8859-\d+|koi8-[ru]|gb18030|big5hkscs"
    r"|euc_jp|iso2022_jp|mac-(?:roman|cyrillic)"
)
UNDECLARED, NOT_AS_DECLARED = "undeclared", "not-as-declared"
_TAIL = 3
"Bytes that a character at the end of a truncated page may lack."
_UTF_16 = ("utf-16-le", "utf-16-be")


def decode(body: bytes, content_type: str | None) -> Text:
    """Decode a page by its byte order mark, else the header, else its own declaration.

    Without any of these it is UTF-8 if valid, else windows-1252. Invalid bytes become U+FFFD.
    """
    bom, mark = next((pair for pair in _BOMS if body.startswith(pair[0])), (b"", None))
    inner = _declared(body) if mark in (None, "utf-8") else None
    named = {"Byte order mark": mark, "Header": header_charset(content_type), "HTML": inner}
    labels = {source: label for source, label in named.items() if label}
    known = {source: codec for source, label in labels.items() if (codec := _codec(label))}
    source = next(iter(known), None)
    codec = known.get(source or "")
    conflict = next((labels[other] for other in known if known[other] != codec), None)
    declared = "; ".join(f"{other}: {labels[other]}" for other in known) if conflict else None
    # A declaration that can be read before the encoding is known is not in UTF-16.
    codec = "utf-8" if source == "HTML" and codec in _UTF_16 else codec
    text, problem = _as_declared(body[len(bom) :], codec) if codec else _guess(body)
    label = labels[source] if source else next(iter(labels.values()), None)
    return Text(text, clean(label), clean(conflict), clean(declared), problem)


def _as_declared(body: bytes, codec: str) -> tuple[str, str | None]:
    text = body.decode(codec, "replace")
    invalid = text.count("\ufffd", 0, -_TAIL) if codec == "utf-8" else 0
    if not invalid or b"\xef\xbf\xbd" in body:
        return text, None
    valid = len(text) - len(text.encode("ascii", "ignore")) - invalid
    return text, NOT_AS_DECLARED if invalid > valid else None


def _guess(body: bytes) -> tuple[str, str | None]:
    try:
        return body.decode(), None
    except UnicodeDecodeError as error:
        if error.start >= len(body) - _TAIL and not body[: error.start].isascii():
            return body.decode(errors="replace"), None
    return body.decode("cp1252", "replace"), UNDECLARED


def _declared(body: bytes) -> str | None:
    """Return the first known label that a page declares, else the first label."""
    start = body[:_PRESCAN]
    unknown = None
    for label in chain(_of_metas(start), _of_xml(start)):
        if _codec(label):
            return label
        unknown = unknown or label
    return unknown


def _of_xml(start: bytes) -> Iterator[str]:
    if match := _XML.match(start):
        yield match[1].decode("ascii", "replace").lower()


def _of_metas(start: bytes) -> Iterator[str]:
    """Yield the labels in <meta> (13.2.3.2, "prescan a byte stream to determine its encoding")."""
    if b"charset" not in start.lower():
        return
    text = start.decode("latin-1")
    position = 0
    while (tag := next_tag(text, position)) is not None:
        position = tag.end
        if tag.name == "meta" and not tag.is_end and (label := _of_meta(read_attributes(tag))):
            yield label


def _of_meta(attributes: dict[str, str]) -> str | None:
    written = attributes.get("charset")
    if written is None and attributes.get("http-equiv", "").lower() == "content-type":
        found = _CHARSET.search(attributes.get("content", ""))
        written = "".join(filter(None, found.groups())) if found else None
    label = _LABEL.fullmatch(written or "")
    return label[1].lower() if label else None


def _codec(label: str | None) -> str | None:
    """Return Python's codec for a label; None if browsers do not know the label."""
    try:
        name = codecs.lookup(label).name if label else ""
    except LookupError:
        return None
    name = _CODECS.get(name, name)
    return name if _TEXT_CODEC.fullmatch(name) else None
