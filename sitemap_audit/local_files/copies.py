"""Copies of local sitemap files in the folder of an audit, under their future URLs."""

from __future__ import annotations

import os
from typing import IO, TYPE_CHECKING
from urllib.parse import unquote

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from sitemap_audit.local_files.input_files import LocalFile

FOLDER = "given"
_CHUNK = 2**20


def keep(files: Iterable[LocalFile], folder: Path) -> None:
    """Copy files into an audit folder.

    Raises:
        OSError: one cannot be read, or the folder cannot be written.
    """
    for file in files:
        copy = _copy(folder, file.url)
        copy.parent.mkdir(parents=True, exist_ok=True)
        with file.content or file.path.open("rb") as given, copy.open("wb") as kept:
            given.seek(0)
            # Do not copy what is appended meanwhile.
            copy_bytes(given, kept, os.fstat(given.fileno()).st_size)


def copy_bytes(source: IO[bytes], target: IO[bytes], most: int) -> None:
    """Copy ``most`` bytes at most."""
    while most > 0 and (chunk := source.read(min(most, _CHUNK))):
        target.write(chunk)
        most -= len(chunk)


def _copy(folder: Path, url: str) -> Path:
    """Return the path of the copy for a URL: its host, then its path."""
    scheme, _, rest = url.partition("://")
    host, _, path = rest.partition("/")
    name = unquote(path)
    if "\N{REPLACEMENT CHARACTER}" in name:  # not UTF-8, as names on a store have to be
        name = path
    return folder / FOLDER / f"{scheme}_{host.replace(':', '_')}" / name


def find(folder: Path, url: str) -> Path | None:
    """Return the copy for a URL in an audit folder; None if there is none."""
    given = folder / FOLDER
    if not given.is_dir() or "?" in url:
        return None
    copy = _copy(folder, url.partition("#")[0])
    try:
        is_there = copy.is_file() and copy.resolve().is_relative_to(given.resolve())
    except OSError:  # a name that is too long
        return None
    return copy if is_there else None
