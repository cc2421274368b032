"""Detection of a file's encoding by byte order mark, XML declaration and header.

Priority: byte order mark, XML declaration, HTTP charset, UTF-8 (XML 1.0, appendix F; RFC 7303).
"""

from __future__ import annotations

import codecs
import re
from io import IncrementalNewlineDecoder
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

UNREADABLE = "\uffff"
"Stands for bytes that are no text in the encoding; no XML and no URL may hold it."

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# How two characters of ASCII look, the first of them no NUL.
_WIDE = (
    (re.compile(rb"[^\0]\0\0\0[^\0]\0\0\0"), "utf-32-le"),
    (re.compile(rb"\0\0\0[^\0]\0\0\0[^\0]"), "utf-32-be"),
    (re.compile(rb"[^\0]\0[^\0]\0"), "utf-16-le"),
    (re.compile(rb"\0[^\0]\0[^\0]"), "utf-16-be"),
)
_EBCDIC = "<?xml".encode("cp037")
_DECLARATION = re.compile(
    r"\s*<\?xml\s[^>]{0,200}?\bencoding\s*=\s*[\"']\s*([^\"'\s>]{1,40})\s*[\"']"
)
_CHARSET = re.compile(r";\s*charset\s*=\s*[\"']?([^\s;\"']+)", re.IGNORECASE)


class Encoding(NamedTuple):
    """The encoding of a file, and what each source declares."""

    codec: str
    "Python's name of it."
    name: str
    "The usual name, lower case: utf-8, utf-16le, windows-1252."
    bom: int
    "Bytes of the byte order mark."
    declared: str | None
    "By the XML declaration, as written."
    header: str | None
    "By the charset of the Content-Type, as written."
    problems: list[tuple[str, str, str]]
    "Code, what was found, what was expected."


def charset(content_type: str | None) -> str | None:
    """Return the charset parameter of a Content-Type."""
    match = _CHARSET.search(content_type or "")
    return match[1] if match else None


def detect(head: bytes, header: str | None = None) -> Encoding:
    """Detect the encoding of a file by its first bytes ``head`` and the charset ``header``."""
    bom, marked = next(((len(bom), name) for bom, name in _BOMS if head.startswith(bom)), (0, None))
    shape = marked or _shape(head)
    declared = _declared(head[bom : bom + 1024], shape or "latin-1")
    wanted = [_codec(declared), _codec(header)]
    if shape == "cp037":
        used = wanted[0] if wanted[0] and not _is_ascii_like(wanted[0]) else shape
    else:
        used = shape or next((name for name in wanted if name and _is_ascii_like(name)), "utf-8")
    problems = [*_conflicts(used, bool(bom), declared, header)]
    if used != "utf-8":
        problems.append(("encoding-not-utf8", _usual(used), "utf-8"))
    return Encoding(used, _usual(used), bom, declared, header, problems)


def _shape(head: bytes) -> str | None:
    """Return the encoding that the first bytes imply, if they are not ASCII-compatible."""
    if head.startswith(_EBCDIC):
        return "cp037"
    return next((name for pattern, name in _WIDE if pattern.match(head)), None)


def _declared(head: bytes, codec: str) -> str | None:
    match = _DECLARATION.match(head.decode(codec, "replace"))
    return match[1] if match else None


def _codec(written: str | None) -> str | None:
    """Return Python's name of an encoding; None if it is not a text encoding."""
    try:
        info = codecs.lookup(written) if written and written.isascii() else None
    except (LookupError, ValueError):
        return None
    if info is None or not getattr(info, "_is_text_encoding", True) or info.name in _NO_CHARSETS:
        return None
    if (written or "").lower().rstrip("-_") == "utf":  # Python takes it for UTF-8
        return None
    return "utf-8" if info.name in ("ascii", "utf-8-sig") else info.name


# Python's own notations, and what a stream cannot be decoded from.
_NO_CHARSETS = frozenset(
    {"idna", "punycode", "unicode-escape", "unicode_escape", "raw-unicode-escape", "mbcs", "oem"}
    | {"raw_unicode_escape", "undefined", "utf-7"}
)


def _is_ascii_like(codec: str) -> bool:
    """Return whether an encoding is ASCII-compatible; others are detected by the first bytes."""
    try:
        return "<?xml".encode(codec) == b"<?xml"
    except (UnicodeError, LookupError, ValueError, TypeError):
        return False


def _conflicts(
    used: str, has_bom: bool, declared: str | None, header: str | None
) -> Iterator[tuple[str, str, str]]:
    source = "byte order mark" if has_bom else "file"
    for said_by, written in (("XML declaration", declared), ("Content-Type", header)):
        if written and _codec(written) is None:
            yield "encoding-conflict", f"{said_by}: unknown encoding {written}", _usual(used)
        elif written and not _agree(used, _codec(written) or ""):
            detail = f"{said_by}: {written}; {source}: {_usual(used)}"
            yield "encoding-conflict", detail, "The same encoding in both"


def _agree(used: str, named: str) -> bool:
    return used == named or (named in ("utf-16", "utf-32") and used.startswith(named))


def _usual(codec: str) -> str:
    for python, usual in (("iso8859-", "iso-8859-"), ("cp125", "windows-125")):
        if codec.startswith(python):
            return usual + codec[len(python) :]
    return codec.replace("-le", "le").replace("-be", "be")


def _mark(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return UNREADABLE, error.end


codecs.register_error("mark-unreadable", _mark)


def decode(pieces: Iterable[bytes], encoding: Encoding) -> Iterator[str]:
    """Decode a file; line ends become line feeds, invalid bytes :data:`UNREADABLE`."""
    decoder = IncrementalNewlineDecoder(
        codecs.getincrementaldecoder(encoding.codec)("mark-unreadable"), translate=True
    )
    skip = encoding.bom
    for piece in pieces:
        if text := decoder.decode(piece[skip:]):
            yield text
        skip = 0
    if text := decoder.decode(b"", final=True):
        yield text
