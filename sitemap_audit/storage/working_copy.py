"""Work on an audit of a store (``s3://…``) in a temporary local copy of its folder.

Whoever writes holds the lease of the audit (:mod:`.lease`). While an audit is crawled, complete
parts are uploaded as they are written, and the list of parts after them: a part that the store has
not listed does not count. At the end the rest is uploaded, run.json last.
"""

from __future__ import annotations

import json
from contextlib import contextmanager
from typing import TYPE_CHECKING

from sitemap_audit.errors import AuditError, UsageError
from sitemap_audit.storage.fsspec_files import shown, write_whole
from sitemap_audit.storage.lease import Lease
from sitemap_audit.storage.masked import KEY_FILE
from sitemap_audit.storage.remote_files import (
    counting,
    delete,
    download,
    exists,
    files_at,
    files_in,
    leave_parts,
    parent_of,
    parts_in,
    upload,
)
from sitemap_audit.storage.run_file import RUN_FILE
from sitemap_audit.storage.temporary_copies import (
    NotStoredError,
    copy_of,
    explained,
    reason_of,
    require_audit,
)
from sitemap_audit.storage.uploads import LAST, PART_LIST, Uploads

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sitemap_audit.audit_place import AuditPlace

_open: dict[Path, WorkingCopy] = {}
"The copies that this process works on, by their folders."


class WorkingCopy(Uploads):
    """A local copy of an audit's folder, which is written to a store."""

    def __init__(
        self, place: AuditPlace, *, is_new: bool = False, leaves_parts: bool = False
    ) -> None:
        """Take the lease of an audit, and copy its folder.

        Args:
            place: its URL, and a folder of :func:`copies`.
            is_new: the audit has begun in its local folder, and is not stored yet.
            leaves_parts: do not copy the parts of the data: a cluster reads them from the store.

        Raises:
            UsageError: there is no audit at the URL, or another process holds it.
            OSError: the store cannot be read or written.
        """
        assert place.url is not None
        super().__init__(place.folder, place.url)
        self.place, self._leaves_parts = place, leaves_parts
        self._has_key = False
        "Whether the store has the key that masks passwords."
        if not is_new:
            require_audit(place.url)
        self.lease = Lease(place.url)
        try:
            self._begin(is_new=is_new)
        except BaseException:
            self.lease.release()
            raise
        _open[self.folder.absolute()] = self

    def close(self) -> None:
        """Upload what has changed, run.json last, and release the lease.

        Raises:
            AuditError: the store cannot be written; the local folder stays.
        """
        self.stop_sending()
        _open.pop(self.folder.absolute(), None)
        try:
            self._send_rest()
        except (OSError, AuditError) as error:
            if self._leaves_parts:
                raise AuditError(
                    f"Cannot store the reports of {shown(self.url)}: {reason_of(error)}. The data"
                    " of the audit is stored. Run the command again."
                ) from error
            later = parent_of(parent_of(self.url))
            how = f" To store it: sitemap-audit report {self.folder} --publish {shown(later)}"
            raise NotStoredError(
                f"Cannot store the audit in {shown(self.url)}: {reason_of(error)}. It is kept in"
                f" {self.folder}.{'' if self.lease.is_lost else how}"
            ) from error
        finally:
            self.lease.release()

    def _begin(self, *, is_new: bool) -> None:
        there = files_at(self.url)
        if is_new and there:
            raise UsageError(
                f"Cannot write {shown(self.url)}: another audit began there in the same second."
                " Start again."
            )
        self._sent = dict.fromkeys(there)
        names = counting(self.url, self.folder, there)
        if self._leaves_parts:
            names = leave_parts(self.url, self.folder, names)
        download(self.url, self.folder, names)
        for name in names:
            self._sent[name] = self._state(name)
        bring_key(self.folder, self.url)

    def send_now(self) -> None:
        """Upload also the key that masks passwords."""
        super().send_now()
        self._send_key()

    def _require(self) -> None:
        self.lease.require()

    def _send_rest(self) -> None:
        """Upload all that has changed, and delete what is gone."""
        with self._sending:
            self._require()
            names = files_in(self.folder) if self.folder.exists() else []
            changed = self._changed(names)
            # Parts that tasks have written stay; those that they have replaced go.
            left = parts_in(self._snapshot(PART_LIST).content)
            gone = set(files_at(self.url)) - set(names) - left
            if not changed and not gone:
                return
            if RUN_FILE in self._sent and RUN_FILE in names and {*changed, *gone} != {RUN_FILE}:
                self._mark_unfinished()
            self._send(name for name in changed if name not in LAST)
            self._send(name for name in changed if name == PART_LIST)
            delete(self.url, sorted(gone - {RUN_FILE}))
            self._send_key()
            if RUN_FILE in names:
                self._send([RUN_FILE])
            elif RUN_FILE in gone:
                delete(self.url, [RUN_FILE])

    def _mark_unfinished(self) -> None:
        """Store that the audit is not complete while its files are being replaced."""
        record = json.loads((self.folder / RUN_FILE).read_bytes())
        why = f"Its files have not been stored. 'sitemap-audit check {shown(self.url)}' makes them."
        record |= {"complete": False, "incomplete_because": [why]}
        content = json.dumps(record, indent=2).encode("utf-8", "backslashreplace")
        write_whole(f"{self.url}/{RUN_FILE}", lambda file: file.write(content))

    def _send_key(self) -> None:
        """Store the key that masks passwords beside the audits of a site, as on a local disk."""
        key = self.folder.parent / KEY_FILE
        if self._has_key or not key.exists():
            return
        site = parent_of(self.url)
        if not exists(f"{site}/{KEY_FILE}"):
            upload(site, key.parent, [KEY_FILE])
        self._has_key = True


@contextmanager
def working_copy(url: str, *, leaves_parts: bool = False) -> Iterator[WorkingCopy]:
    """Copy the folder of an audit to work on it, and store what has changed at the end.

    Args:
        leaves_parts: see :class:`WorkingCopy`.

    Raises:
        UsageError: there is no audit at the URL, or another process holds it.
        AuditError: the store cannot be read or written; what is not stored stays in the copy.
    """
    url = url.rstrip("/")
    with copy_of(url) as place:
        with explained(url):
            copy = WorkingCopy(place, leaves_parts=leaves_parts)
        try:
            yield copy
        finally:
            copy.close()


@contextmanager
def stored(place: AuditPlace) -> Iterator[None]:
    """Store an audit that has begun in a folder of :func:`copies` while it is crawled.

    Raises:
        UsageError, AuditError: see :func:`working_copy`.
    """
    if place.url is None:
        yield
        return
    with explained(place.url):
        copy = WorkingCopy(place, is_new=True)
    copy.keep_sending()
    try:
        yield
    finally:
        copy.close()


def send_now(folder: Path) -> None:
    """Upload the complete parts of a folder, if this process works on it as a copy.

    Raises:
        OSError: the store cannot be written.
        AuditError: another process has taken the audit over.
    """
    if (copy := _open.get(folder.absolute())) is not None:
        copy.send_now()


def bring_key(folder: Path, url: str) -> None:
    """Copy the key that masks passwords in the audits of a site, if there is one.

    Raises:
        OSError: the store cannot be read.
    """
    if not (folder.parent / KEY_FILE).exists() and exists(f"{parent_of(url)}/{KEY_FILE}"):
        download(parent_of(url), folder.parent, [KEY_FILE])
