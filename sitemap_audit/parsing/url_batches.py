"""Many URLs understood at once: what is done to all of them is done in one go."""

from __future__ import annotations

import re
from operator import methodcaller
from struct import unpack
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import xxhash

from sitemap_audit.parsing.urls import (
    ESCAPES,
    MAX_LENGTH,
    NORMAL,
    OTHERWISE_ENCODED,
    PLAIN,
    UrlProblem,
    near_form,
    read_link,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Meaning: TypeAlias = tuple[str | None, int | None, int | None, UrlProblem | None]
"A Link, but as a plain tuple."

_PLAIN_LINE = re.compile(rf"^{PLAIN}\n".encode(), re.MULTILINE)
_NORMAL_LINES = re.compile(rf"(?:{NORMAL}\n)*+".encode())
_ESCAPES = re.compile(ESCAPES.pattern.encode())
_OTHERWISE_ENCODED = re.compile(OTHERWISE_ENCODED.pattern.encode())
_PATH_LINE = re.compile(rb"^https?://(?:www\.)?+([^\n?]++)\n", re.MULTILINE)
_without_slashes = methodcaller("rstrip", b"/")


class Links(NamedTuple):
    """What many URLs mean, as the columns of a :class:`~sitemap_audit.parsing.urls.Link`."""

    urls: Sequence[str | None]
    keys: Sequence[int | None]
    near_keys: Sequence[int | None]
    problems: Sequence[UrlProblem | None]


def read_links(written: Iterable[str]) -> dict[str, Meaning]:
    """What each URL means, as :func:`~sitemap_audit.parsing.urls.read_link` says."""
    unique = list(dict.fromkeys(written))
    return dict(zip(unique, zip(*_read(unique), strict=True), strict=True))


def read_columns(written: Sequence[str]) -> Links:
    """What URLs mean, one after the other; where most come up again, each is read once."""
    unique = dict.fromkeys(written)
    if 2 * len(unique) > len(written):
        return _read(written)
    place_of = dict(zip(unique, range(len(unique)), strict=True))
    places = list(map(place_of.__getitem__, written))
    columns: list[Any] = [[column[at] for at in places] for column in _read(list(unique))]
    return Links(*columns)


def _read(texts: Sequence[str]) -> Links:
    lines = "\n".join([*texts, ""]).encode("utf-8", "surrogatepass")
    if not texts or lines.count(b"\n") != len(texts) or max(map(len, texts)) > MAX_LENGTH:
        return _read_each(texts)
    urls, near_forms = texts, [] if b"%" in lines else _PLAIN_LINE.findall(lines)
    if len(near_forms) == len(texts):
        near_forms = list(map(_without_slashes, near_forms))
    elif (normal := _normal(lines)) is None:
        return _read_each(texts)
    else:
        if normal is not lines:
            lines, urls = normal, normal.decode("utf-8", "surrogatepass").split("\n")[:-1]
        near_forms = _near_forms(lines, len(texts))
    keys = _keys(lines.split(b"\n")[:-1])
    return Links(urls, keys, _keys(near_forms), [None] * len(texts))


def _read_each(texts: Sequence[str]) -> Links:
    links = [read_link(text) for text in texts]
    columns: list[Any] = [[link[column] for link in links] for column in range(4)]
    return Links(*columns)


def _normal(lines: bytes) -> bytes | None:
    """The normal form where only the case of escapes may differ from it; else None."""
    if b"/." in lines:
        return None
    if _NORMAL_LINES.fullmatch(lines):
        return lines
    if b"%" not in lines:
        return None
    lines = _ESCAPES.sub(lambda match: match[0].upper(), lines)
    return lines if _NORMAL_LINES.fullmatch(lines) else None


def _near_forms(lines: bytes, count: int) -> list[bytes]:
    """The near forms of URLs in normal form."""
    lower = lines.lower()
    is_plain = not any(slip in lower for slip in (b"?", b"index.", b"default."))
    if is_plain and not _OTHERWISE_ENCODED.search(lines):
        return list(map(_without_slashes, _PATH_LINE.findall(lower)))
    return [near_form(text).encode() for text in lines.decode().split("\n")[:count]]


def _keys(texts: Sequence[bytes]) -> tuple[int, ...]:
    """As :func:`sitemap_audit.parsing.urls.key`."""
    return unpack(f">{len(texts)}q", b"".join(map(xxhash.xxh3_64_digest, texts)))
