"""Detection of a file's encoding by byte order mark, XML declaration and header.

Priority: byte order mark, XML declaration, HTTP charset, UTF-8 (XML 1.0, appendix F; RFC 7303).
Text that is UTF-8 is read as UTF-8, whatever is declared: its URLs are then those that are meant.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass
from io import IncrementalNewlineDecoder
from itertools import chain
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

UNREADABLE = "\uffff"
"Stands for bytes that are no text in the encoding; no XML and no URL may hold it."

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# How two characters of ASCII look, the first of them no NUL.
_WIDE = (
    (re.compile(rb"[^\0]\0[^\0]\0"), "utf-16-le"),
    (re.compile(rb"\0[^\0]\0[^\0]"), "utf-16-be"),
)
_DECLARATION = re.compile(
    r"\s*<\?xml\s[^>]{0,200}?\bencoding\s*=\s*[\"']\s*([^\"'\s>]{1,40})\s*[\"']"
)
_CHARSET = re.compile(r";\s*charset\s*=\s*[\"']?([^\s;\"']+)", re.IGNORECASE)


@dataclass(slots=True)
class Encoding:
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
    problems: list[tuple[str, str, str, int | None]]
    "Code, what was found, what was expected, and the line."
    line: int | None
    "Of the XML declaration."


def charset(content_type: str | None) -> str | None:
    """Return the charset parameter of a Content-Type."""
    match = _CHARSET.search(content_type or "")
    return match[1] if match else None


def detect(head: bytes, header: str | None = None) -> Encoding:
    """Detect the encoding of a file by its first bytes ``head`` and the charset ``header``."""
    bom, marked = next(((len(bom), name) for bom, name in _BOMS if head.startswith(bom)), (0, None))
    shape = marked or next((name for pattern, name in _WIDE if pattern.match(head)), None)
    declared, line = _declared(head[bom : bom + 1024], shape or "latin-1")
    wanted = [_codec(declared), _codec(header)]
    used = shape or next((name for name in wanted if name and _is_ascii_like(name)), "utf-8")
    problems = [*_conflicts(used, bool(bom), declared, header, line)]
    if used != "utf-8":
        problems.append(("encoding-not-utf8", _usual(used), "utf-8", None))
    return Encoding(used, _usual(used), bom, declared, header, problems, line)


def _declared(head: bytes, codec: str) -> tuple[str | None, int | None]:
    """Return the encoding that the XML declaration names, and its line."""
    match = _DECLARATION.match(text := head.decode(codec, "replace"))
    if match is None:
        return None, None
    return match[1], len(text[: match.start(1)].splitlines())


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


_IN_DECLARATION = "XML declaration"
_RIGHT = {
    _IN_DECLARATION: 'encoding="UTF-8" in the XML declaration',
    "Content-Type": "charset=utf-8 in Content-Type",
}
"What is to be written, by what names an encoding."


def _conflicts(
    used: str, has_bom: bool, declared: str | None, header: str | None, line: int | None
) -> Iterator[tuple[str, str, str, int | None]]:
    """Yield what names another encoding; no parser reads a file of another family than declared.

    XML 1.0, 4.3.3: that is a fatal error, and so is a declared encoding that no parser knows.
    """
    source = "byte order mark" if has_bom else "file"
    for said_by, written in ((_IN_DECLARATION, declared), ("Content-Type", header)):
        codec, place = _codec(written), line if said_by == _IN_DECLARATION else None
        if written and codec is None:
            code = "encoding-false" if said_by == _IN_DECLARATION else "encoding-conflict"
            yield code, f"{said_by}: unknown encoding {written}", _RIGHT[said_by], place
        elif codec and not _agree(used, codec):
            is_other = not (_is_ascii_like(used) and _is_ascii_like(codec))
            code = "encoding-false" if is_other else "encoding-conflict"
            detail = f"{said_by}: {written}; {source}: {_usual(used)}"
            if not _is_ascii_like(used):  # the file is to change: each source is right or gone then
                yield code, detail, "UTF-8", place
                return
            yield code, detail, _RIGHT[said_by], place


def _agree(used: str, named: str) -> bool:
    return used == named or (named == "utf-16" and used.startswith(named))


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
    """Decode a file; line ends become line feeds, invalid bytes :data:`UNREADABLE`.

    Corrects the encoding where it is another than the declared one.
    """
    newlines = IncrementalNewlineDecoder(None, translate=True)
    for text in chain(_decoded(pieces, encoding), ("",)):
        if text := newlines.decode(text, final=not text):
            yield text


def _decoded(pieces: Iterable[bytes], encoding: Encoding) -> Iterator[str]:
    decoder = codecs.getincrementaldecoder(encoding.codec)("mark-unreadable")
    skip, held = encoding.bom, b""
    is_named_ascii = (encoding.declared or "").lower() in ("ascii", "us-ascii")
    is_doubtful = (is_named_ascii or encoding.codec != "utf-8") and _is_ascii_like(encoding.codec)
    for piece in chain(pieces, (b"",)):
        held += piece
        if is_doubtful and not held.isascii():
            if piece and len(held) < _SAMPLE:
                continue
            is_doubtful = False
            if _is_utf8(held[skip:], encoding.codec):
                _correct(encoding)
                decoder = codecs.getincrementaldecoder("utf-8")("mark-unreadable")
        yield decoder.decode(held[skip:], final=not piece)
        skip, held = 0, b""


_SAMPLE = 4096
"Bytes that are looked at from the first piece with others than ASCII; the rest may be shorter."


def _is_utf8(sample: bytes, codec: str) -> bool:
    """Return whether a text is UTF-8, which one of another encoding never is by chance."""
    try:
        text = codecs.getincrementaldecoder("utf-8")().decode(sample)
    except UnicodeDecodeError:
        return False
    # Two bytes can be a character of East Asian encodings and one of UTF-8.
    is_of_bytes = len(bytes(range(256)).decode(codec, "replace")) == 256
    return sum(character >= "\u0800" for character in text) > 1 or (
        is_of_bytes and not text.isascii()
    )


def _correct(encoding: Encoding) -> None:
    said_by = "Content-Type" if encoding.line is None else _IN_DECLARATION
    written = encoding.header if encoding.line is None else encoding.declared
    detail = f"{said_by}: {written}; file: utf-8"
    encoding.codec = encoding.name = "utf-8"
    encoding.problems[:] = [("encoding-false", detail, _RIGHT[said_by], encoding.line)]
