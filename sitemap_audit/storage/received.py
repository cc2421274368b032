"""Keep each robots.txt and sitemap as received."""

from __future__ import annotations

import gzip
import shutil
import zlib
from contextlib import suppress
from hashlib import file_digest
from html import unescape
from typing import IO, TYPE_CHECKING
from uuid import uuid4

import xxhash

from sitemap_audit.errors import file_name_in_errors
from sitemap_audit.masking import without_userinfo

if TYPE_CHECKING:
    from io import BufferedReader, BytesIO
    from pathlib import Path

FOLDER = "received"
CHUNK = 2**20
_GZIP = b"\x1f\x8b"
_OVERLAP = 1_000
"Characters of overlap between two searched chunks."
_SEARCHED = 64 * CHUNK
"Bytes of a file that are searched; more than the audit reads of a sitemap."


def keep_received(folder: Path, body: BytesIO | BufferedReader) -> str:
    """Store a body in the audit's folder, gzip-compressed; return its hash, which is its name.

    A repeated body is stored once.

    Raises:
        OSError: the folder cannot be written.
    """
    name: str = file_digest(body, xxhash.xxh3_128).hexdigest()
    kept = folder / FOLDER / f"{name}.gz"
    if not kept.exists():
        kept.parent.mkdir(exist_ok=True)
        # Two sitemaps with the same body may arrive at the same time.
        unfinished = kept.with_name(f"{kept.stem}-{uuid4().hex}.unfinished")
        # No time and name in the header, so that the same body gives the same file.
        with (
            file_name_in_errors(kept),
            unfinished.open("xb") as raw,
            gzip.GzipFile("", "wb", 5, raw, mtime=0) as file,
        ):
            body.seek(0)
            shutil.copyfileobj(body, file, CHUNK)
        unfinished.replace(kept)
    return name


def may_contain_password(path: Path) -> bool:
    """Whether a file contains a URL with a user name or password.

    Also true if that cannot be excluded: the file is truncated, damaged or too large.
    """
    before = ""
    with path.open("rb") as file, suppress(EOFError, OSError, zlib.error):  # truncated or damaged
        content: IO[bytes] | gzip.GzipFile = file
        for _ in range(2):  # a sitemap may have been gzip-compressed
            is_compressed = content.read(2) == _GZIP
            content.seek(0)
            content = gzip.GzipFile(mode="rb", fileobj=content) if is_compressed else content
        for _ in range(_SEARCHED // CHUNK):
            if not (chunk := content.read(CHUNK)):
                return False
            text = before + chunk.replace(b"\0", b"").decode("latin-1")  # finds UTF-16, too
            text = unescape(text) if "&#" in text else text
            if without_userinfo(text, is_prose=True, is_url=True) != text:
                return True
            before = text[-_OVERLAP:]
    return True
