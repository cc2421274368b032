"""Each robots.txt and sitemap is kept as received: comments and extensions as they were written."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

import xxhash

from sitemap_audit.errors import naming

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

FOLDER = "received"
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


def _chunks(body: Path | Iterable[bytes]) -> Iterator[bytes]:
    if not isinstance(body, Path):
        yield from body
        return
    with body.open("rb") as file:
        while chunk := file.read(CHUNK):
            yield chunk
