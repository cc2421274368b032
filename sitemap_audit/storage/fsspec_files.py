"""Open and write files by their place: a local path, or a URL of fsspec (``s3://bucket/audits/…``).

Credentials come from the environment of the process, as the library of the store reads them. A URL
is opened by one library, fsspec, for reading and for writing: pyarrow's own file systems find
credentials and endpoints in other ways.
"""

from __future__ import annotations

import errno
import os
import re
import shutil
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

from sitemap_audit.errors import AuditError, NotInstalledError, UsageError, error_message
from sitemap_audit.machine.files import write_whole as write_locally
from sitemap_audit.masking import without_userinfo
from sitemap_audit.options.kinds import is_url

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from fsspec import AbstractFileSystem
    from pyarrow import fs

_PACKAGES = {
    **dict.fromkeys(("s3", "s3a"), ("s3fs", "sitemap-audit[s3]")),
    **dict.fromkeys(("gs", "gcs"), ("gcsfs", "gcsfs")),
    **dict.fromkeys(("abfs", "abfss", "az"), ("adlfs", "adlfs")),
}
"The package for a store and what pip installs, by protocol."
_PUT_WHOLE = frozenset({"s3", "s3a", "gs", "gcs", "abfs", "abfss", "az", "memory"})
"Protocols of stores where a file exists only once it is uploaded whole."
AT_ONCE = 8
"Files of a list that are copied at once: fsspec may read each whole into memory."
_ATTEMPTS = 8
"""Attempts of one request to S3: with the growing waits in between, about a minute of SlowDown. The
variable AWS_MAX_ATTEMPTS replaces it."""
_OPTIONS: dict[str, dict[str, Any]] = {
    "s3": {
        "use_listings_cache": False,  # other processes write there, too
        "config_kwargs": {"retries": {"mode": "standard", "total_max_attempts": _ATTEMPTS}},
    },
    "gs": {"use_listings_cache": False},
}
"Options of fsspec's file systems, by protocol."


class Store(NamedTuple):
    """A store that fsspec opens, and a path in it."""

    files: AbstractFileSystem
    path: str
    protocol: str


def open_store(url: str) -> Store:
    """Open the store of a URL.

    Raises:
        UsageError: the library of the store is not installed, fsspec does not know it, or takes the
            path for a pattern.
        OSError: the store refuses to be opened.
    """
    from fsspec.core import url_to_fs  # late: most audits are stored on a local disk

    protocol = url.partition("://")[0].lower()
    options = _OPTIONS.get({"s3a": "s3", "gcs": "gs"}.get(protocol, protocol), {})
    if "AWS_MAX_ATTEMPTS" in os.environ:
        options = {name: value for name, value in options.items() if name != "config_kwargs"}
    try:
        with store_errors(url):
            files, path = url_to_fs(url, **options)
    except ImportError as error:
        raise missing_package(shown(url), protocol, error) from None
    except ValueError as error:
        raise UsageError(f"Cannot open {shown(url)}: {error_message(error)}.") from None
    if re.search(r"[*?\[]", path):
        raise UsageError(f"Cannot open {shown(url)}: its path has *, ? or [. Choose another one.")
    files.invalidate_cache()  # others write there, too
    return Store(files, path.rstrip("/"), protocol)


@contextmanager
def store_at(url: str) -> Iterator[Store]:
    """Open the store of a URL; see :func:`open_store` and :func:`store_errors`."""
    store = open_store(url)
    with store_errors(url):
        yield store


def missing_package(name: str, protocol: str, error: ImportError) -> UsageError:
    """Return the error of a store whose library is not installed.

    Args:
        name: its URL, as messages may have it.
    """
    if protocol in _PACKAGES:
        return NotInstalledError(f"{protocol}://", *_PACKAGES[protocol])
    return UsageError(f"Cannot open {name}: {error_message(error).rstrip('.')}.")


def shown(url: str) -> str:
    """Return a URL of a store without credentials, for messages."""
    return without_userinfo(url)


@contextmanager
def store_errors(url: str) -> Iterator[None]:
    """Raise the errors of a store's library as OSError, with the URL."""
    try:
        yield
    except (AuditError, ImportError, ValueError, MemoryError):
        raise
    except OSError as error:
        if error.filename is not None:
            raise
        why = error.strerror or error_message(error)
        raise type(error)(error.errno or errno.EIO, why, shown(url)) from error
    except Exception as error:  # each library has exceptions of its own
        if "Credentials" in type(error).__name__:
            raise PermissionError(errno.EACCES, error_message(error), shown(url)) from error
        raise OSError(errno.EIO, error_message(error), shown(url)) from error


def arrow_files(place: str) -> tuple[fs.FileSystem, str]:
    """Return the Arrow file system that opens a place, and the path in it."""
    from pyarrow import fs

    if not is_url(place):
        return fs.LocalFileSystem(), str(Path(place).absolute())
    store = open_store(place)
    return fs.PyFileSystem(fs.FSSpecHandler(store.files)), store.path


def write_whole(place: str, write: Callable[[BinaryIO], object]) -> None:
    """Write a file whole or not at all, over an earlier one.

    Raises:
        OSError: it cannot be written.
    """
    if not is_url(place):
        write_locally(Path(place), write)
        return
    # An error in the middle of an upload would leave what has been uploaded as a file.
    with NamedTemporaryFile(prefix="sitemap-audit-") as file:
        write(file)  # type: ignore[arg-type]  # an open file
        file.flush()
        with store_at(place) as store:
            put(store, [file.name], [store.path])


def put(store: Store, made: list[str], paths: list[str]) -> None:
    """Copy local files to paths on a store, each in one step; after an error, no more."""
    if store.protocol in _PUT_WHOLE:
        store.files.put(made, paths, batch_size=AT_ONCE)
        return
    for each, path in zip(made, paths, strict=True):
        make_parent(store, path)
        parent, _, name = path.rpartition("/")
        unfinished = f"{parent}/.{name}.unfinished"
        store.files.put_file(each, unfinished)
        store.files.mv(unfinished, path)


def make_parent(store: Store, path: str) -> None:
    """Create the folder of a path, where a store has folders."""
    if store.protocol not in _PUT_WHOLE:
        store.files.makedirs(path.rpartition("/")[0], exist_ok=True)


@contextmanager
def opened(place: str) -> Iterator[BinaryIO]:
    """Open a file to read it.

    Raises:
        OSError: it cannot be read.
    """
    if not is_url(place):
        with Path(place).open("rb") as file:
            yield file
        return
    with store_at(place) as store, store.files.open(store.path, "rb") as remote:
        yield remote


def move(place: str, target: str) -> None:
    """Move a file to another place of the same disk or store, over an earlier one.

    Raises:
        OSError: it cannot be moved.
    """
    if not is_url(place):
        Path(target).parent.mkdir(parents=True, exist_ok=True)
        Path(place).replace(target)
        return
    with store_at(target) as to:
        make_parent(to, to.path)
        to.files.mv(open_store(place).path, to.path)


def remove(place: str) -> None:
    """Remove a file, if it exists.

    Raises:
        OSError: it cannot be removed.
    """
    if not is_url(place):
        Path(place).unlink(missing_ok=True)
        return
    with suppress(FileNotFoundError), store_at(place) as store:
        store.files.rm_file(store.path)


def remove_folder(place: str) -> None:
    """Remove a folder with all that is in it, if it exists.

    Raises:
        OSError: it cannot be removed.
    """
    if not is_url(place):
        with suppress(FileNotFoundError):
            shutil.rmtree(place)
        return
    with suppress(FileNotFoundError), store_at(place) as store:
        store.files.rm(store.path, recursive=True)
