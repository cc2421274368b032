"""Atomic writes of local files, and what a path stands for: a descriptor, a link that leads out."""

from __future__ import annotations

import os
import shutil
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, BinaryIO

from sitemap_audit.errors import file_name_in_errors

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


_MOST_LINKS = 40
"Links that Linux follows in a row."


@contextmanager
def unfinished(path: Path) -> Iterator[Path]:
    """Yield a temporary path and rename it to ``path`` at the end; system errors name the file."""
    other = path.with_name(f".{path.name}.unfinished")
    with file_name_in_errors(path):
        os.close(create_new(other))
        try:
            yield other
        except BaseException:
            other.unlink(missing_ok=True)
            raise
    other.replace(path)


def create_new(path: Path, mode: int = 0o666) -> int:
    """Create a file and return its descriptor; what a killed process left there is removed.

    A link of the same name is removed, too: it is not followed.

    Raises:
        OSError: the file cannot be created.
    """
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    path.unlink(missing_ok=True)
    return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0), mode)


def descriptor_of(path: Path) -> int | None:
    """Return the open file of this process that a path stands for, as /dev/stdout and /dev/fd/3."""
    descriptors = os.path.realpath("/dev/fd")
    with suppress(OSError):
        for _ in range(_MOST_LINKS):
            if os.path.realpath(path.parent) == descriptors and path.name.isdecimal():
                return int(path.name)
            path = path.parent / path.readlink()
    return None


def foreign_files(folder: Path) -> Iterator[str]:
    """Yield what is in a folder and is no file of its own: links that lead out, pipes, devices."""
    root = os.path.realpath(folder) + os.sep
    folders = [str(folder)]
    while folders:
        with suppress(OSError), os.scandir(folders.pop()) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    folders.append(entry.path)
                elif entry.is_symlink():
                    if not os.path.realpath(entry.path).startswith(root):
                        yield entry.path
                elif not entry.is_file():
                    yield entry.path


def write_whole(path: Path, write: Callable[[BinaryIO], object]) -> None:
    """Write a local file atomically and flush it to disk."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with unfinished(path) as other, other.open("wb") as file:
        write(file)
        file.flush()
        os.fsync(file.fileno())


def write_json(path: Path, text: str) -> None:
    """Write a text of JSON as :func:`write_whole` does.

    A lone surrogate becomes ``\\udc80``, which is how JSON writes it.
    """
    write_whole(path, lambda file: file.write(f"{text}\n".encode("utf-8", "backslashreplace")))
