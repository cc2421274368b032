"""Decoding of HTML as browsers do it (WHATWG Encoding and HTML, 13.2.3)."""

from __future__ import annotations

import codecs
import re
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from sitemap_audit.parsing.cleaning import clean
from sitemap_audit.parsing.page.tags import next_tag, read_attributes

if TYPE_CHECKING:
    from collections.abc import Iterator


class Text(NamedTuple):
    """A decoded page."""

    text: str
    charset: str | None
    "The label that was declared, lower case; None where none was."
    conflict: str | None = None
    "The label that the HTML declares, where that of the header or the mark means another encoding."


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
_PARAMETER = re.compile(r"charset\s*=\s*[\"']?\s*([\w.:-]{1,40})", re.IGNORECASE)
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
_UTF_16 = ("utf-16-le", "utf-16-be")


def header_charset(content_type: str | None) -> str | None:
    """Return the charset parameter of a Content-Type, lower case."""
    match = _PARAMETER.search(content_type or "")
    return match[1].lower() if match else None


def decode(body: bytes, content_type: str | None) -> Text:
    """Decode a page by its byte order mark, else the header, else its own declaration.

    Without any of these it is UTF-8 if valid, else windows-1252. Invalid bytes become U+FFFD.
    """
    for bom, marked in _BOMS:
        if body.startswith(bom):
            inner = _declared(body) if marked == "utf-8" else None
            return Text(body[len(bom) :].decode(marked, "replace"), marked, _other(inner, marked))
    label = header_charset(content_type)
    codec = _codec(label)
    inner = _declared(body)
    conflict = _other(inner, label)
    if codec is None:
        codec = _codec(inner)
        label = label or inner
        # Whoever could read the declaration had no UTF-16 before him.
        codec = "utf-8" if codec in _UTF_16 else codec
    text = body.decode(codec, "replace") if codec else _guess(body)
    return Text(text, clean(label), clean(conflict))


def _other(inner: str | None, label: str | None) -> str | None:
    """Return the declared encoding, if both labels are known and mean different encodings."""
    meant = {_codec(inner), _codec(label)}
    return inner if len(meant) == 2 and None not in meant else None


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


def _guess(body: bytes) -> str:
    try:
        return body.decode()
    except UnicodeDecodeError:
        return body.decode("cp1252", "replace")
