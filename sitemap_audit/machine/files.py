"""Files on a local disk that are whole or absent."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, BinaryIO

from sitemap_audit.errors import naming

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def write_whole(path: Path, write: Callable[[BinaryIO], object]) -> None:
    """Write a local file that is whole or absent, and on the disk when this returns."""
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f".{path.name}.unfinished")
    with naming(path), unfinished.open("wb") as file:
        write(file)
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(path)
