"""Where the slices of an audit are: in its folder, which every executor sees, or on its store.

On a store an executor works in a temporary folder that is laid out as the audit's, with what its
slice needs, and uploads what it writes. The command downloads it when it takes it into the audit.
"""

from __future__ import annotations

import errno
import os
import shutil
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from sitemap_audit.audit_place import AuditPlace
from sitemap_audit.errors import AuditError
from sitemap_audit.machine.lock import take_lock
from sitemap_audit.options.kinds import is_url
from sitemap_audit.storage.fsspec_files import write_whole
from sitemap_audit.storage.masked import key_of
from sitemap_audit.storage.parts import read_list
from sitemap_audit.storage.remote_files import (
    SLICES,
    counting,
    delete_below,
    download,
    exists,
    files_at,
    names_at,
    read_file,
    upload,
)
from sitemap_audit.storage.run_file import LOG_FILE, RUN_FILE
from sitemap_audit.storage.temporary_copies import copy_of
from sitemap_audit.storage.uploads import PART_LIST, Uploads
from sitemap_audit.storage.working_copy import bring_key, send_now

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

_NEEDED = ("robots", "robots_lines")
"Tables of the audit that a slice reads."


class LocalSlices:
    """The folder of slices on a disk that every executor sees.

    Names are relative to that folder.
    """

    def __init__(self, audit: Path) -> None:
        self.audit, self.folder = audit, audit / SLICES

    def names(self) -> list[str]:
        """Return the names of the files and folders in it."""
        return sorted(path.name for path in self.folder.glob("*"))

    def has(self, name: str) -> bool:
        """Whether there is a file."""
        return (self.folder / name).exists()

    def read(self, name: str) -> bytes:
        """Return the content of a file; empty if there is none."""
        path = self.folder / name
        return path.read_bytes() if path.exists() else b""

    def write(self, name: str, content: bytes) -> None:
        """Write a file that crawlers look for."""
        (self.folder / name).write_bytes(content)

    def share(self, names: Sequence[str]) -> None:
        """Show files of the local folder to the executors, and what the audit has stored."""

    def prepare(self, targets: str) -> None:
        """Bring what a slice needs to the machine of its executor."""

    def bring(self, attempt: str) -> None:
        """Bring what an attempt has written to this machine."""

    @contextmanager
    def sending(self, _attempt: str) -> Iterator[Callable[[], None]]:
        """Show what an attempt writes to others while the block runs.

        It gets a function to call at the end: after it the rest is shown, too.
        """
        yield lambda: None

    def settle(self) -> None:
        """Store what was taken into the audit, before it is deleted here."""

    def delete(self, name: str) -> None:
        """Delete a file, or a folder with its files; '' is the folder itself."""
        path = self.folder / name
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)

    @contextmanager
    def ended(self, attempt: str) -> Iterator[None]:
        """Wait until the crawler of an attempt has ended.

        Raises:
            UsageError: it does not end.
        """
        lock = take_lock(self.folder / attempt)
        try:
            yield
        finally:
            os.close(lock)


class StoredSlices(LocalSlices):
    """The folder of slices on a store; the local one has what this machine needs of it.

    All functions raise OSError if the store does not respond.
    """

    def __init__(self, audit: Path, url: str) -> None:
        super().__init__(audit)
        self._audit_url, self._url = url, f"{url}/{SLICES}"

    def names(self) -> list[str]:
        return names_at(self._url)

    def has(self, name: str) -> bool:
        return exists(f"{self._url}/{name}")

    def read(self, name: str) -> bytes:
        return read_file(f"{self._url}/{name}")

    def write(self, name: str, content: bytes) -> None:
        write_whole(f"{self._url}/{name}", lambda file: file.write(content))

    def share(self, names: Sequence[str]) -> None:
        key_of(self.audit)  # one for all executors
        self.settle()
        upload(self._url, self.folder, names)

    def prepare(self, targets: str) -> None:
        bring_key(self.audit, self._audit_url)
        listed = read_list(read_file(f"{self._audit_url}/{PART_LIST}")).values()
        parts = [f"data/{part.table}/{part.name}" for part in listed if part.table in _NEEDED]
        download(self._audit_url, self.audit, [*parts, f"{SLICES}/{targets}"])

    def bring(self, attempt: str) -> None:
        url, folder = f"{self._url}/{attempt}", self.folder / attempt
        download(url, folder, counting(url, folder, files_at(url)))

    @contextmanager
    def sending(self, attempt: str) -> Iterator[Callable[[], None]]:
        uploads = Uploads(self.folder / attempt, f"{self._url}/{attempt}")
        uploads.send_now()  # what earlier attempts have written, then that this one has begun
        uploads.keep_sending()
        try:
            yield lambda: uploads.send_rest([LOG_FILE])
        finally:
            uploads.stop_sending()

    def settle(self) -> None:
        try:
            send_now(self.audit)
        except AuditError as error:  # the audit was taken over
            raise OSError(errno.EIO, str(error)) from None

    def delete(self, name: str) -> None:
        # First what says that an attempt has begun: one that lacks parts must not count.
        delete_below(f"{self._url}/{name}".rstrip("/"), first=RUN_FILE)
        super().delete(name)

    @contextmanager
    def ended(self, _attempt: str) -> Iterator[None]:
        # It looks for the file that stops it, and what it writes later counts for nothing: no other
        # round has the same number.
        yield


def slices_of(audit: AuditPlace) -> LocalSlices:
    """Return the slices of an audit, in its folder or on its store."""
    return StoredSlices(audit.folder, audit.url) if audit.url else LocalSlices(audit.folder)


@contextmanager
def working_place(audit: str) -> Iterator[AuditPlace]:
    """Return where an executor works on an audit: of one on a store in a temporary folder.

    Args:
        audit: its folder or URL, of :attr:`AuditPlace.shared`.
    """
    if not is_url(audit):
        yield AuditPlace(Path(audit))
        return
    with copy_of(audit) as place:
        yield place
