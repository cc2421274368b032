"""Batch normalisation of URLs.

Most URLs are already in normal form. For the others, origins are normalised first, then percent
escapes (:mod:`url_escapes`), as lines of text in which non-ASCII characters are not escaped. A
pattern then finds the lines in normal form; the rest are parsed one by one.
"""

from __future__ import annotations

import re
from itertools import chain
from operator import methodcaller
from struct import unpack
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias
from unicodedata import normalize

import xxhash

from sitemap_audit.parsing.url_patterns import DECODED, ORIGIN, PLAIN
from sitemap_audit.parsing.urls import (
    BLANK,
    INDEX_PAGE,
    MAX_COMPOSED,
    MAX_LENGTH,
    NEEDLESS,
    UrlProblem,
    read_link,
    without_slips,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

ParsedUrl: TypeAlias = tuple[str | None, int | None, int | None, UrlProblem | None]
"A Link, but as a plain tuple."

_AT_ONCE = 200
"URLs that are not plain. With more, the memory of each step comes from the system anew, measured."
_PLAIN_LINE = re.compile(rf"(?:{PLAIN}|.*+)\n".encode())
_ORIGIN_LINE = re.compile(rb"(?>(https?://[^/?#\\\n]++)(?=/)|).*\n", re.IGNORECASE)
_NORMAL_ORIGIN = re.compile(ORIGIN.encode())
_NORMAL = rf"https?://[^/?#\\\n]++{DECODED}"
"Where each origin is in normal form already."
_NORMAL_LINES = re.compile(rf"(?>(?:{_NORMAL}\n)*)".encode())
_NORMAL_LINE = re.compile(rf"(?:({_NORMAL})|.*+)\n".encode())
_QUERY = re.compile(rb"\?.*")
_REST = re.compile(rb"^(?>https?://(?>www\.|)|)(.*)\n", re.MULTILINE)
_INDEX_PAGE = re.compile(INDEX_PAGE.pattern.encode(), re.MULTILINE)
_without_slashes = methodcaller("rstrip", b"/")


class Links(NamedTuple):
    """Parsed URLs, as the columns of a :class:`~sitemap_audit.parsing.urls.Link`."""

    urls: Sequence[str | None]
    keys: Sequence[int | None]
    near_keys: Sequence[int | None]
    problems: Sequence[UrlProblem | None]


def read_links(written: Iterable[str]) -> dict[str, ParsedUrl]:
    """Parse URLs as :func:`~sitemap_audit.parsing.urls.read_link` does."""
    unique = list(dict.fromkeys(written))
    return dict(zip(unique, zip(*_read(unique), strict=True), strict=True))


def read_columns(written: Sequence[str]) -> Links:
    """Parse columns of URLs; a URL in several columns is parsed once."""
    unique = dict.fromkeys(written)
    if 2 * len(unique) > len(written):
        return _read(written)
    place_of = dict(zip(unique, range(len(unique)), strict=True))
    places = list(map(place_of.__getitem__, written))
    columns: list[Any] = [[column[at] for at in places] for column in _read(list(unique))]
    return Links(*columns)


def _read(texts: Sequence[str]) -> Links:
    lines = _lines(texts)
    near_forms = [b""] if b"%" in lines else _PLAIN_LINE.findall(lines)
    is_plain = len(near_forms) == len(texts) and all(near_forms)
    if not is_plain or max(map(len, texts), default=0) > MAX_LENGTH:
        pieces = [_read_lines(texts[at : at + _AT_ONCE]) for at in range(0, len(texts), _AT_ONCE)]
        return Links(*(list(chain.from_iterable(parts)) for parts in zip(*pieces, strict=True)))
    near_keys = _keys(list(map(_without_slashes, near_forms)))
    return Links(texts, _keys(lines.split(b"\n")[:-1]), near_keys, [None] * len(texts))


def _read_lines(texts: Sequence[str]) -> Links:
    """Parse URLs of which most need only their origins and escapes normalised."""
    lines = _lines(texts)
    if b" " in lines or lines.count(b"\n") != len(texts) or max(map(len, texts)) > MAX_LENGTH:
        texts = [text.strip(BLANK) for text in texts]
        lines = _lines("" if "\n" in text or len(text) > MAX_LENGTH else text for text in texts)
    lines = _with_normal_origins(lines)
    text = _decoded(lines)
    alone: list[int] = []
    if not _NORMAL_LINES.fullmatch(text):
        normal = _NORMAL_LINE.findall(text)
        alone = [place for place, line in enumerate(normal) if not line]
        text = b"\n".join([*normal, b""])
    lines = _escaped(text)
    keys, near_keys = _keys(lines.split(b"\n")[:-1]), _keys(_near_forms(lines, text))
    urls = lines.decode().split("\n")[:-1]
    columns: tuple[list[Any], ...] = (urls, list(keys), list(near_keys), [None] * len(urls))
    for place in alone:
        for column, value in zip(columns, read_link(texts[place]), strict=True):
            column[place] = value
    return Links(*columns)


def _with_normal_origins(lines: bytes) -> bytes:
    """Normalise origins; a line whose origin is invalid becomes empty."""
    first = _ORIGIN_LINE.match(lines)
    if first and first[1] and lines.count(b"\n%b/" % first[1]) == lines.count(b"\n") - 1:
        origins = {first[1]}
    else:
        origins = set(_ORIGIN_LINE.findall(lines))
    normal = {origin: _normal_origin(origin) for origin in origins}
    for origin, other in normal.items():
        if origin != other:
            lines = b"\n%b" % lines
            lines = lines.replace(b"\n%b/" % origin, b"\n%b/" % other)[1:]
    if not all(normal.values()):
        lines = _ORIGIN_LINE.sub(lambda line: line[0] if line[1] else b"\n", lines)
    return lines


def _normal_origin(origin: bytes) -> bytes:
    """Return an origin in normal form; empty if it is invalid or has a user name."""
    if not origin or _NORMAL_ORIGIN.fullmatch(origin):
        return origin
    url = read_link(f"{origin.decode()}/").url
    return url[:-1].encode() if url else b""


def _near_forms(lines: bytes, text: bytes) -> list[bytes]:
    """Return :func:`~sitemap_audit.parsing.urls.near_form` of URLs, given escaped and as text."""
    urls = lines.split(b"\n")
    if max(map(len, urls)) > MAX_COMPOSED:
        pairs = zip(urls, text.split(b"\n"), strict=True)
        text = b"\n".join([url if len(url) > MAX_COMPOSED else line for url, line in pairs])
    rests = _in_one_encoding(b"\n".join(_REST.findall(text)))
    rests = _escaped(rests.lower(), is_folded=True)
    ends = rests
    if b"index." in rests or b"default." in rests:
        ends = _INDEX_PAGE.sub(b"/", rests)
    near_forms = list(map(_without_slashes, ends.split(b"\n")))
    if b"?" in rests:
        for place, rest in enumerate(rests.decode().split("\n")):
            if "?" in rest:
                near_forms[place] = without_slips(rest).encode()
    return near_forms


def _in_one_encoding(text: bytes) -> bytes:
    """Return the text in NFC, its paths without needless escapes."""
    if b"%2" in text or b"%3" in text or b"%40" in text:
        if b"?" in text:
            text = _QUERY.sub(lambda query: query[0].replace(b"%", b"\0"), text)
        for escape, character in NEEDLESS.items():
            text = text.replace(escape.encode(), character.encode())
        text = text.replace(b"\0", b"%")
    if text.isascii():
        return text
    segments = text.decode("utf-8", "surrogateescape").split("/")  # most of them come up again
    composed = {segment: normalize("NFC", segment) for segment in set(segments)}
    return "/".join(map(composed.__getitem__, segments)).encode("utf-8", "surrogateescape")


def _lines(texts: Iterable[str]) -> bytes:
    """Join texts to lines; lone surrogates become backslash escapes, which no normal form has."""
    return "\n".join([*texts, ""]).encode("utf-8", "backslashreplace")


def _decoded(lines: bytes) -> bytes:
    if b"%" not in lines:
        return lines
    from sitemap_audit.parsing import url_escapes  # late: numpy comes with it

    return url_escapes.decoded(lines)


def _escaped(text: bytes, *, is_folded: bool = False) -> bytes:
    if text.isascii():
        return text
    from sitemap_audit.parsing import url_escapes  # late: numpy comes with it

    return url_escapes.escaped(text, is_folded=is_folded)


def _keys(texts: Sequence[bytes]) -> tuple[int, ...]:
    """Return :func:`sitemap_audit.parsing.urls.key` of each URL."""
    return unpack(f">{len(texts)}q", b"".join(map(xxhash.xxh3_64_digest, texts)))
