"""Atomic writes of local files."""

from __future__ import annotations

import os
from contextlib import contextmanager
from typing import TYPE_CHECKING, BinaryIO

from sitemap_audit.errors import file_name_in_errors

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


@contextmanager
def unfinished(path: Path) -> Iterator[Path]:
    """Yield a temporary path and rename it to ``path`` at the end; system errors name the file."""
    other = path.with_name(f".{path.name}.unfinished")
    with file_name_in_errors(path):
        yield other
    other.replace(path)


def write_whole(path: Path, write: Callable[[BinaryIO], object]) -> None:
    """Write a local file atomically and flush it to disk."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with unfinished(path) as other, other.open("wb") as file:
        write(file)
        file.flush()
        os.fsync(file.fileno())
