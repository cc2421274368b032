"""Many URLs understood at once: what is done to all of them is done in one go."""

from __future__ import annotations

import re
from itertools import repeat
from operator import methodcaller
from struct import unpack
from typing import TYPE_CHECKING, TypeAlias

import xxhash

from sitemap_audit.parsing.urls import (
    ESCAPES,
    MAX_LENGTH,
    NORMAL,
    PLAIN,
    UrlProblem,
    near_form,
    read_link,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Meaning: TypeAlias = tuple[str | None, int | None, int | None, UrlProblem | None]
"A Link; but as a plain tuple, of which a million can be made without the garbage collector."

_PLAIN_LINE = re.compile(rf"^{PLAIN}\n".encode(), re.MULTILINE)
_NORMAL_LINES = re.compile(rf"(?:{NORMAL}\n)*+".encode())
_ESCAPES = re.compile(ESCAPES.pattern.encode())
_PATH_LINE = re.compile(rb"^https?://(?:www\.)?+([^\n?]++)\n", re.MULTILINE)
_without_slashes = methodcaller("rstrip", b"/")


def read_links(written: Iterable[str]) -> dict[str, Meaning]:
    """What each URL means, as :func:`~sitemap_audit.parsing.urls.read_link` says."""
    unique = list(dict.fromkeys(written))
    lines = "\n".join([*unique, ""]).encode("utf-8", "surrogatepass")
    if not unique or not _are_readable(unique, lines):
        return {url: read_link(url) for url in unique}
    urls, near_forms = unique, None if b"%" in lines else _plain(lines, len(unique))
    if near_forms is None:
        is_normal = _NORMAL_LINES.fullmatch(lines)
        if not is_normal and b"%" in lines:
            lines = _ESCAPES.sub(lambda match: match[0].upper(), lines)
            urls = lines.decode("utf-8", "surrogatepass").split("\n")[:-1]
            is_normal = _NORMAL_LINES.fullmatch(lines)
        if not is_normal:
            return {url: read_link(url) for url in unique}
        near_forms = _near_forms(lines, len(unique))
    keys = _keys(lines.split(b"\n")[:-1])
    return dict(zip(unique, zip(urls, keys, _keys(near_forms), repeat(None)), strict=True))


def _are_readable(texts: Sequence[str], lines: bytes) -> bool:
    """Whether no text asks for more than a look: each is one line, short, without dot segments."""
    if lines.count(b"\n") != len(texts) or b"/." in lines:
        return False
    return len(lines) <= MAX_LENGTH or max(map(len, texts)) <= MAX_LENGTH


def _plain(lines: bytes, count: int) -> list[bytes] | None:
    """The near forms of URLs that are all in lower case and without a query; else None."""
    found = _PLAIN_LINE.findall(lines)
    if len(found) != count or b"index." in lines or b"default." in lines:
        return None
    return list(map(_without_slashes, found)) if b"/\n" in lines else found


def _near_forms(lines: bytes, count: int) -> list[bytes]:
    """The near forms of URLs in normal form."""
    lower = lines.lower()
    if b"?" not in lower and b"index." not in lower and b"default." not in lower:
        return list(map(_without_slashes, _PATH_LINE.findall(lower)))
    return [near_form(text).encode() for text in lines.decode().split("\n")[:count]]


def _keys(texts: Sequence[bytes]) -> tuple[int, ...]:
    """As :func:`sitemap_audit.parsing.urls.key`."""
    return unpack(f">{len(texts)}q", b"".join(map(xxhash.xxh3_64_digest, texts)))
