"""Files on a local disk that are whole or absent."""

from __future__ import annotations

import os
from contextlib import contextmanager
from typing import TYPE_CHECKING, BinaryIO

from sitemap_audit.errors import naming

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


@contextmanager
def unfinished(path: Path) -> Iterator[Path]:
    """What a file is called until it is whole; errors of the system name the file."""
    other = path.with_name(f".{path.name}.unfinished")
    with naming(path):
        yield other
    other.replace(path)


def write_whole(path: Path, write: Callable[[BinaryIO], object]) -> None:
    """Write a local file that is whole or absent, and on the disk when this returns."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with unfinished(path) as other, other.open("wb") as file:
        write(file)
        file.flush()
        os.fsync(file.fileno())
