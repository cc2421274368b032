"""Many URLs understood at once: what is done to all of them is done in one go."""

from __future__ import annotations

import re
from operator import methodcaller
from struct import unpack
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import xxhash

from sitemap_audit.parsing.url_patterns import CLEAN, NORMAL, PLAIN
from sitemap_audit.parsing.urls import (
    ESCAPES,
    MAX_LENGTH,
    NEEDLESS,
    UrlProblem,
    near_form,
    read_link,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Meaning: TypeAlias = tuple[str | None, int | None, int | None, UrlProblem | None]
"A Link, but as a plain tuple."

_PLAIN_LINE = re.compile(rf"^{PLAIN}\n".encode(), re.MULTILINE)
_CLEAN_LINE = re.compile(rf"^(?:{CLEAN}|.*+)\n".encode(), re.MULTILINE)
_NEEDLESS = re.compile(NEEDLESS.pattern.encode(), re.IGNORECASE)
_NORMAL_LINES = re.compile(rf"(?:{NORMAL}\n)*+".encode())
_ESCAPES = re.compile(ESCAPES.pattern.encode())
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
    lines = _lines(texts)
    if not texts or lines.count(b"\n") != len(texts) or max(map(len, texts)) > MAX_LENGTH:
        return _read_each(texts)
    near_forms = [] if b"%" in lines else _PLAIN_LINE.findall(lines)
    if len(near_forms) != len(texts):
        return _read_by_form(texts, lines)
    keys = _keys(lines.split(b"\n")[:-1])
    return Links(texts, keys, _near_keys(near_forms), [None] * len(texts))


def _read_by_form(texts: Sequence[str], lines: bytes) -> Links:
    """Read what is in normal form already together, and the others apart."""
    urls = list(texts)
    if (first := _ESCAPES.search(lines)) and first[0] != first[0].upper():
        lines = _ESCAPES.sub(_upper, lines)
        urls = lines.decode("utf-8", "surrogatepass").split("\n")[:-1]
    near_forms = _CLEAN_LINE.findall(lines)
    others = [place for place, near_form in enumerate(near_forms) if not near_form]
    if lower := [place for place in others if "%" in texts[place] and "?" not in texts[place]]:
        upper = _ESCAPES.sub(_upper, _lines([texts[place] for place in lower]))
        written = upper.decode("utf-8", "surrogatepass").split("\n")
        for place, url, near_form in zip(lower, written, _CLEAN_LINE.findall(upper), strict=False):
            urls[place], near_forms[place] = url, near_form
        others = [place for place in others if not near_forms[place]]
        lines = upper if len(lower) == len(urls) else _lines(urls)
    keys = _keys(lines.split(b"\n")[:-1])
    near_keys = _near_keys(_folded(near_forms))
    links = Links(urls, keys, near_keys, [None] * len(texts))
    return _with_others(links, others, texts) if others else links


def _folded(near_forms: list[bytes]) -> list[bytes]:
    """Near forms in lower case and without needless escapes."""
    lines = b"\n".join(near_forms).lower()
    if b"%2" in lines or b"%3" in lines or b"%40" in lines:
        lines = _NEEDLESS.sub(lambda match: bytes.fromhex(match[0][1:].decode()), lines)
    return lines.split(b"\n")


def _with_others(links: Links, places: list[int], texts: Sequence[str]) -> Links:
    """Put in what the URLs at some places mean."""
    columns: list[list[Any]] = [list(column) for column in links]
    for column, values in zip(columns, _read_others([texts[at] for at in places]), strict=True):
        for at, value in zip(places, values, strict=True):
            column[at] = value
    return Links(*columns)


def _read_others(texts: Sequence[str]) -> Links:
    """Read URLs with a query, an index page or another slip, or that are not in normal form."""
    lines = _lines(texts)
    if (normal := _normal(lines)) is None:
        return _read_each(texts)
    urls = texts if normal is lines else normal.decode("utf-8", "surrogatepass").split("\n")[:-1]
    near_forms = [near_form(url).encode() for url in urls]
    return Links(urls, _keys(normal.split(b"\n")[:-1]), _keys(near_forms), [None] * len(texts))


def _lines(texts: Sequence[str]) -> bytes:
    return "\n".join([*texts, ""]).encode("utf-8", "surrogatepass")


def _upper(match: re.Match[bytes]) -> bytes:
    return match[0].upper()


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
    lines = _ESCAPES.sub(_upper, lines)
    return lines if _NORMAL_LINES.fullmatch(lines) else None


def _keys(texts: Sequence[bytes]) -> tuple[int, ...]:
    """As :func:`sitemap_audit.parsing.urls.key` of each."""
    return unpack(f">{len(texts)}q", b"".join(map(xxhash.xxh3_64_digest, texts)))


def _near_keys(near_forms: Sequence[bytes]) -> tuple[int, ...]:
    return _keys(list(map(_without_slashes, near_forms)))
