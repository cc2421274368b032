"""Each robots.txt and sitemap is kept as received: comments and extensions as they were written."""

from __future__ import annotations

import gzip
import zlib
from contextlib import suppress
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

import xxhash

from sitemap_audit.errors import naming
from sitemap_audit.masking import without_userinfo

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

FOLDER = "received"
_GZIP = b"\x1f\x8b"
_BEHIND = 1_000
"Characters that are looked at again with what follows them."
CHUNK = 2**20


def keep_received(folder: Path, body: Path | Iterable[bytes]) -> str:
    """Keep a body in an audit's folder, gzip, named by the hash that is returned.

    The same body is kept once.

    Raises:
        OSError: the folder cannot be written.
    """
    name = xxhash.xxh3_128(b"")
    for chunk in _chunks(body):
        name.update(chunk)
    kept = folder / FOLDER / f"{name.hexdigest()}.gz"
    if not kept.exists():
        kept.parent.mkdir(exist_ok=True)
        # Two sitemaps with the same body may come at once.
        unfinished = kept.with_name(f"{kept.stem}-{uuid4().hex}.unfinished")
        # Without time and name of its own, so that the same body is the same file.
        with (
            naming(kept),
            unfinished.open("wb") as raw,
            gzip.GzipFile("", "wb", 5, raw, mtime=0) as file,
        ):
            for chunk in _chunks(body):
                file.write(chunk)
        unfinished.replace(kept)
    return name.hexdigest()


def tells_password(path: Path) -> bool:
    """Whether a body that was kept holds a URL with a user name or password."""
    with gzip.open(path) as outer:
        is_packed = outer.peek(2)[:2] == _GZIP
        file = gzip.open(outer) if is_packed else outer  # noqa: SIM115 - it has no file of its own
        before = ""
        with suppress(EOFError, OSError, zlib.error):  # one that is cut or damaged
            while chunk := file.read(CHUNK):
                # UTF-16 as well
                text = before + chunk.replace(b"\0", b"").decode("latin-1")
                text = unescape(text) if "&#" in text else text
                if without_userinfo(text, is_prose=True) != text:
                    return True
                before = text[-_BEHIND:]
    return False


def _chunks(body: Path | Iterable[bytes]) -> Iterator[bytes]:
    if not isinstance(body, Path):
        yield from body
        return
    with body.open("rb") as file:
        while chunk := file.read(CHUNK):
            yield chunk
