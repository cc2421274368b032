"""List, copy and delete the files of an audit on a store, by the lists of fsspec."""

from __future__ import annotations

import errno
import re
from typing import TYPE_CHECKING

from sitemap_audit.items import TABLES
from sitemap_audit.storage.fsspec_files import AT_ONCE, put, store_at
from sitemap_audit.storage.lease import LEASE_FILE
from sitemap_audit.storage.left_parts import note_left
from sitemap_audit.storage.parts import LIST, RESULTS, read_list

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from sitemap_audit.storage.fsspec_files import Store

_LISTED = tuple(f"data/{table}/" for table in (*TABLES, *RESULTS))
"Folders of the parts that are in the list of parts."
SLICES = "slices"
"Folder of what the tasks of a cluster have written, until it counts."
_CSV_PART = re.compile(r"(?:[^/]+/)+part-\d+\.csv")


def parent_of(url: str) -> str:
    """Return the URL without its last segment."""
    return url.rpartition("/")[0]


def files_at(url: str) -> list[str]:
    """Return the files below a URL by relative path: those that a working copy has.

    Raises:
        OSError: the store cannot be read.
    """
    return sorted(_sizes_at(url))


def _sizes_at(url: str) -> dict[str, int]:
    with store_at(url) as store:
        found = store.files.find(store.path, detail=True)
    sizes = {path.removeprefix(f"{store.path}/"): each["size"] for path, each in found.items()}
    return {name: size for name, size in sizes.items() if _is_of_audit(name)}


def files_like(url: str, pattern: str) -> list[str]:
    """Return the files below a URL that a glob pattern matches, by relative path.

    Raises:
        OSError: the store cannot be read.
    """
    with store_at(url) as store:
        paths = store.files.glob(f"{store.path}/{pattern}")
    return sorted(path.removeprefix(f"{store.path}/") for path in paths)


def names_at(url: str) -> list[str]:
    """Return the names of the files and folders in a folder; empty if there is no folder.

    Raises:
        OSError: the store cannot be read.
    """
    try:
        with store_at(url) as store:
            paths = store.files.ls(store.path, detail=False)
    except FileNotFoundError:
        return []
    return sorted(path.rstrip("/").rpartition("/")[2] for path in paths)


def read_file(url: str) -> bytes:
    """Return the content of a file; empty if there is none.

    Raises:
        OSError: the store cannot be read.
    """
    try:
        with store_at(url) as store:
            content: bytes = store.files.cat_file(store.path)
    except FileNotFoundError:
        return b""
    return content


def files_in(folder: Path) -> list[str]:
    """Return the files of a local folder as :func:`files_at` does."""
    paths = (path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    return sorted(path.as_posix() for path in paths if _is_of_audit(path.as_posix()))


def _is_of_audit(name: str) -> bool:
    """Whether a working copy has a file: not if it is hidden, the lease, or of slices.

    CSV parts are written to the store, and read nowhere.
    """
    parts = name.split("/")
    is_own = name != LEASE_FILE and parts[0] != SLICES and not _CSV_PART.fullmatch(name)
    return is_own and not any(part.startswith(".") for part in parts)


def counting(url: str, folder: Path, names: list[str]) -> list[str]:
    """Return the files of an audit that count: of the parts those in its list, if it has one.

    Raises:
        OSError: the store cannot be read.
    """
    parts = f"data/{LIST}"
    if parts not in names:
        return names
    download(url, folder, [parts])
    listed = parts_in((folder / parts).read_bytes())
    return [name for name in names if name in listed or not name.startswith(_LISTED)]


def parts_in(content: bytes) -> set[str]:
    """Return the paths of the parts that a list of parts names."""
    return {f"data/{part.table}/{part.name}" for part in read_list(content).values()}


def leave_parts(url: str, folder: Path, names: list[str]) -> list[str]:
    """Note which parts a local copy leaves on the store; return the other files.

    Args:
        names: the files of the audit that count. Without a list of parts among them, none is left.

    Raises:
        OSError: the store cannot be read.
    """
    if f"data/{LIST}" not in names:
        return names
    listed = parts_in((folder / "data" / LIST).read_bytes()) & set(names)
    sizes = {name: size for name, size in _sizes_at(url).items() if name in listed}
    note_left(folder, sizes)
    return [name for name in names if name not in sizes]


def exists(url: str) -> bool:
    """Whether there is a file at a URL.

    Raises:
        OSError: the store cannot be read.
    """
    with store_at(url) as store:
        try:
            store.files.info(store.path)
        except FileNotFoundError:
            return False
    return True


def download(url: str, folder: Path, names: Sequence[str]) -> None:
    """Copy files below a URL to a local folder; after an error, no more.

    Raises:
        OSError: the store cannot be read, or the folder cannot be written.
    """
    here = [folder / name for name in names]
    for parent in {path.parent for path in here}:
        parent.mkdir(parents=True, exist_ok=True)
    with store_at(url) as store:
        there = [f"{store.path}/{name}" for name in names]
        store.files.get(there, [*map(str, here)], batch_size=AT_ONCE)


def upload(url: str, folder: Path, names: Sequence[str]) -> None:
    """Copy files of a local folder below a URL, each in one step; after an error, no more.

    Raises:
        OSError: the store cannot be written.
    """
    with store_at(url) as store:
        there = [f"{store.path}/{name}" for name in names]
        put(store, [str(folder / name) for name in names], there)


def delete(url: str, names: Iterable[str]) -> None:
    """Delete files below a URL.

    Raises:
        OSError: the store cannot be written.
    """
    with store_at(url) as store:
        _delete(store, [f"{store.path}/{name}" for name in names])


def delete_below(url: str, first: str) -> None:
    """Delete a file, or all files of a folder.

    Args:
        first: name of the files that are deleted before the others.

    Raises:
        OSError: the store cannot be written.
    """
    with store_at(url) as store:
        paths = store.files.find(store.path)
        _delete(store, [path for path in paths if path.endswith(f"/{first}")])
        _delete(store, [path for path in paths if not path.endswith(f"/{first}")])


def _delete(store: Store, paths: list[str]) -> None:
    """Delete files, and look for them: S3 does not tell which of a list it may not delete."""
    if not paths:
        return
    store.files.rm(paths)
    if not {*paths}.isdisjoint(store.files.find(store.path)):
        raise PermissionError(errno.EACCES, "the store keeps files that are to be deleted")
