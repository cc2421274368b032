"""Limit what a compressed file may unpack to: a small one can hold any number of bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_audit.errors import UsageError

if TYPE_CHECKING:
    from pathlib import Path

MOST_UNPACKED = 64 * 2**30
"Bytes that a compressed file may unpack to."
MOST_TIMES = 250
"Unpacked to compressed size. Access logs stay below 50; deflate reaches 1,032."
ALWAYS_ALLOWED = 64 * 2**20
"Bytes that may be unpacked whatever the size of the file."


class Allowance:
    """Counts the bytes that a file unpacks to, all of its members together."""

    def __init__(self, path: Path) -> None:
        """Count for the file ``path``.

        Raises:
            OSError: it cannot be read.
        """
        self._path = path
        by_size = max(MOST_TIMES * path.stat().st_size, ALWAYS_ALLOWED)
        self._most = min(by_size, MOST_UNPACKED)
        self._taken = 0

    def check(self, announced: int) -> None:
        """Check how many bytes the file says that it unpacks to, before anything is read.

        Raises:
            UsageError: it is too many.
        """
        if announced > self._most:
            raise UsageError(
                f"Cannot import {self._path}: it unpacks to more than {self._most:,} bytes, which"
                " real exports and logs do not. If you trust it, extract it, and pass the files;"
                " save a workbook as CSV."
            )

    def take(self, size: int) -> None:
        """Count bytes that were unpacked.

        Raises:
            UsageError: they are too many.
        """
        self._taken += size
        self.check(self._taken)
