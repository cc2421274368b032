"""Many URLs understood at once: what is done to all of them is done in one go."""

from __future__ import annotations

import re
from itertools import repeat
from operator import methodcaller
from struct import unpack
from typing import TYPE_CHECKING, TypeAlias

import xxhash

from sitemap_audit.parsing.urls import MAX_LENGTH, NORMAL, PLAIN, UrlProblem, near_form, read_link

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Meaning: TypeAlias = tuple[str | None, int | None, int | None, UrlProblem | None]
"A Link; but as a plain tuple, of which a million can be made without the garbage collector."

_PLAIN_LINE = re.compile(rf"^{PLAIN}\n".encode(), re.MULTILINE)
_NORMAL_LINES = re.compile(rf"(?:{NORMAL}\n)*+".encode())
_without_slashes = methodcaller("rstrip", b"/")


def read_links(written: Iterable[str]) -> dict[str, Meaning]:
    """What each URL means, as :func:`~sitemap_audit.parsing.urls.read_link` says."""
    unique = list(dict.fromkeys(written))
    lines = "\n".join([*unique, ""]).encode("utf-8", "surrogatepass")
    near_forms = _near_forms(unique, lines) if unique else None
    if near_forms is None:
        return {url: read_link(url) for url in unique}
    keys = _keys(lines.split(b"\n", len(unique))[:-1])
    return dict(zip(unique, zip(unique, keys, _keys(near_forms), repeat(None)), strict=True))


def _near_forms(texts: Sequence[str], lines: bytes) -> list[bytes] | None:
    """The near forms, where every text is a URL in normal form already; else None.

    Args:
        lines: the texts, a line feed behind each.
    """
    if lines.count(b"\n") != len(texts) or b"/." in lines:
        return None
    if len(lines) > MAX_LENGTH and max(map(len, texts)) > MAX_LENGTH:
        return None
    found = _PLAIN_LINE.findall(lines)
    if len(found) == len(texts) and b"index." not in lines and b"default." not in lines:
        return list(map(_without_slashes, found)) if b"/\n" in lines else found
    if _NORMAL_LINES.fullmatch(lines):
        return [near_form(text).encode() for text in texts]
    return None


def _keys(texts: Sequence[bytes]) -> tuple[int, ...]:
    """As :func:`sitemap_audit.parsing.urls.key`."""
    return unpack(f">{len(texts)}q", b"".join(map(xxhash.xxh3_64_digest, texts)))
