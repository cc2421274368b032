"""The files of a folder by their paths, as a host publishes them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import xxhash

from sitemap_audit.errors import UsageError
from sitemap_audit.masking import quoted

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def is_published(name: str) -> bool:
    """Whether every host publishes a name: RFC 8615 for ``.well-known``, no other with a dot."""
    return not name.startswith(".") or name == ".well-known"


class BuiltFiles:
    """The files of a folder, listed once: exact in case, and none outside of the folder.

    Folders whose names begin with a dot are left out, such as ``.git``: see :func:`is_published`.
    A symbolic link counts if what it leads to is in the folder, too.

    Raises:
        UsageError: the folder cannot be read.
    """

    def __init__(self, folder: Path) -> None:
        self._root = folder
        self._inside = os.path.realpath(folder)
        try:
            self._files = dict(self._below("", (self._inside,)))
        except OSError as error:
            raise UsageError(
                f"Cannot read {quoted(str(folder))}: {error.strerror}. Check the path of the folder"
                " and its permissions."
            ) from None

    def _below(self, name: str, above: tuple[str, ...]) -> Iterator[tuple[str, tuple[int, int]]]:
        """Yield the paths of files below a folder, with their sizes and times.

        Args:
            above: the real paths of the folders that contain it, and its own as the last one: a
                link to one of them has no end.
        """
        with os.scandir(self._root / name) as entries:
            for entry in entries:
                path = f"{name}/{entry.name}".removeprefix("/")
                is_link = entry.is_symlink()
                real = os.path.realpath(entry.path) if is_link else f"{above[-1]}/{entry.name}"
                if is_link and os.path.commonpath((real, self._inside)) != self._inside:
                    continue
                if entry.is_file():
                    yield path, _size_and_time(entry.stat())
                elif entry.is_dir() and is_published(entry.name) and real not in above:
                    yield from self._below(path, (*above, real))

    def __contains__(self, path: str) -> bool:
        """Whether there is a file of this path, which has no slash at its beginning."""
        return path in self._files

    def is_unchanged(self, path: str, status: os.stat_result) -> bool:
        """Return whether a file is still the one that was listed.

        Args:
            status: of the file now.
        """
        return self._files[path] == _size_and_time(status)

    @property
    def state(self) -> str:
        """A hash of the paths, sizes and times of all files."""
        state = xxhash.xxh3_128()
        for path, (size, time) in sorted(self._files.items()):
            state.update(os.fsencode(f"{path}\0{size} {time}\0"))
        return state.hexdigest()

    def __getitem__(self, path: str) -> Path:
        """Return where a file is."""
        return self._root / path


def state_of(path: Path) -> str:
    """Return the sizes and times of a file, or a hash of those in a folder; empty without it."""
    if path.is_dir():
        return BuiltFiles(path).state
    return str(_size_and_time(path.stat())) if path.is_file() else ""


def _size_and_time(status: os.stat_result) -> tuple[int, int]:
    """Return the size in bytes and the time of the last change in nanoseconds."""
    return status.st_size, status.st_mtime_ns
