"""Attach report.html to mails, as far as mail servers accept its size."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING, NamedTuple

from sitemap_audit.storage.csv_parts import HTML

if TYPE_CHECKING:
    from pathlib import Path

PLAIN_BYTES = 8_000_000
"Maximum size of a report that is attached as it is; a larger one is compressed with gzip."
MAX_BYTES = 20_000_000
"Maximum size of an attachment. Base64 makes it a third larger; many servers accept 25 to 35 MB."


class Attachment(NamedTuple):
    """A file in a mail."""

    name: str
    content: bytes
    mimetype: str


def read_attachment(path: Path) -> Attachment | str:
    """Read a report to attach it, compressed if it is large; or return why it is left out.

    Raises:
        OSError: the file cannot be read.
    """
    if path.stat().st_size <= min(PLAIN_BYTES, MAX_BYTES):
        return Attachment(path.name, path.read_bytes(), "text/html")
    content = gzip.compress(path.read_bytes(), mtime=0)
    if len(content) <= MAX_BYTES:
        return Attachment(f"{path.name}.gz", content, "application/gzip")
    return f"it has {_megabytes(len(content))} with gzip"


def left_out(why: str, place: str) -> str:
    """Return the line of a mail on a report that is not attached."""
    return f"{HTML} is not attached: {why}. It is here: {place}/{HTML}"


def _megabytes(size: int) -> str:
    return f"{size / 1_000_000:,.1f} MB"
