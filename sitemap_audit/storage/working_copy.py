"""Work on an audit of a store (``s3://…``) in a temporary local copy of its folder.

Whoever writes holds the lease of the audit (:mod:`.lease`). While an audit is crawled, complete
parts are uploaded as they are written, and the list of parts after them: a part that the store has
not listed does not count. At the end the rest is uploaded, run.json last.
"""

from __future__ import annotations

import json
import logging
import os
import signal
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from sitemap_audit.errors import AuditError, UsageError
from sitemap_audit.machine.copies import forget_copy, url_of
from sitemap_audit.storage.copies import copies, explained, local_path, reason_of, require_audit
from sitemap_audit.storage.lease import Lease
from sitemap_audit.storage.masked import KEY_FILE
from sitemap_audit.storage.parts import LIST
from sitemap_audit.storage.places import shown, upload, write_whole
from sitemap_audit.storage.received import FOLDER as RECEIVED
from sitemap_audit.storage.remote_files import (
    at_once,
    counting,
    delete,
    download,
    exists,
    files_at,
    files_in,
    parent_of,
    parts_in,
)
from sitemap_audit.storage.run_record import RUN_FILE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

logger = logging.getLogger(__name__)

_PARTS = f"data/{LIST}"
_LAST = (_PARTS, RUN_FILE)
"Files that say which others count."
_SECONDS = 5.0
"Seconds between two looks for new parts."


class _Snapshot(NamedTuple):
    """A file at a moment."""

    name: str
    state: tuple[int, int]
    "Size and time, not later than the content."
    content: bytes


_NOTHING = _Snapshot("", (0, 0), b"")


class WorkingCopy:
    """A local copy of an audit's folder, which is written to a store."""

    def __init__(self, url: str, root: Path, *, is_new: bool = False) -> None:
        """Take the lease of an audit, and copy its folder.

        Args:
            root: folder of the copies, of :func:`copies`.
            is_new: the audit has begun in its local folder, and is not stored yet.

        Raises:
            UsageError: there is no audit at the URL, or another process holds it.
            OSError: the store cannot be read or written.
        """
        self.url, self._root = url, root
        self.folder = local_path(url, root)
        self._sent: dict[str, tuple[int, int] | None] = {}
        "Size and time of each file as it is in the store, by path; None if it does not count."
        self._sending = threading.Lock()
        self._ended = threading.Event()
        self._keeper: threading.Thread | None = None
        if not is_new:
            require_audit(url)
        self.lease = Lease(url)
        try:
            self._begin(is_new=is_new)
        except BaseException:
            self.lease.release()
            raise

    def keep_sending(self) -> None:
        """Upload complete parts as they are written."""
        self._keeper = threading.Thread(target=self._send_regularly, daemon=True)
        self._keeper.start()

    def close(self) -> None:
        """Upload what has changed, run.json last, and release the lease.

        Raises:
            AuditError: the store cannot be written; the local folder stays.
        """
        self._ended.set()
        if self._keeper is not None:
            self._keeper.join()
        try:
            self._send_rest()
        except (OSError, AuditError) as error:
            forget_copy(self._root)
            later = parent_of(parent_of(self.url))
            how = f" To store it: sitemap-audit report {self.folder} --publish {shown(later)}"
            raise AuditError(
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
        download(self.url, self.folder, names)
        for name in names:
            self._sent[name] = self._state(name)
        if not is_new and exists(f"{parent_of(self.url)}/{KEY_FILE}"):
            download(parent_of(self.url), self.folder.parent, [KEY_FILE])

    def _state(self, name: str) -> tuple[int, int]:
        status = (self.folder / name).stat()
        return status.st_size, status.st_mtime_ns

    def _changed(self, names: Iterable[str]) -> list[str]:
        return [name for name in names if self._sent.get(name) != self._state(name)]

    def _send_regularly(self) -> None:
        while not self._ended.wait(_SECONDS):
            try:
                self._send_parts()
            except OSError as error:
                logger.warning("Not stored yet: %s", error)
            except AuditError:  # nothing more can be stored: stop the crawl
                os.kill(os.getpid(), signal.SIGTERM)
                return

    def _send_parts(self) -> None:
        """Upload listed parts, files as received, and the record of an audit that is running."""
        with self._sending:
            self.lease.require()
            listed, record = map(self._snapshot, _LAST)
            parts = sorted(parts_in(listed.content))
            received = (path.name for path in (self.folder / RECEIVED).glob("*.gz"))
            names = [*parts, *(f"{RECEIVED}/{name}" for name in received)]
            self._send(self._changed(name for name in names if (self.folder / name).exists()))
            self._put(listed)
            if record.content and not json.loads(record.content)["complete"]:
                self._put(record)

    def _snapshot(self, name: str) -> _Snapshot:
        path = self.folder / name
        return _Snapshot(name, self._state(name), path.read_bytes()) if path.exists() else _NOTHING

    def _put(self, file: _Snapshot) -> None:
        """Upload a file as it was before those that it names were uploaded."""
        if file.content and self._sent.get(file.name) != file.state:
            write_whole(f"{self.url}/{file.name}", lambda written: written.write(file.content))
            self._sent[file.name] = file.state

    def _send_rest(self) -> None:
        """Upload all that has changed, and delete what is gone."""
        with self._sending:
            self.lease.require()
            names = files_in(self.folder) if self.folder.exists() else []
            changed = self._changed(names)
            gone = self._sent.keys() - set(names)
            if not changed and not gone:
                return
            if RUN_FILE in self._sent and RUN_FILE in names and {*changed, *gone} != {RUN_FILE}:
                self._mark_unfinished()
            self._send(name for name in changed if name not in _LAST)
            self._send(name for name in changed if name == _PARTS)
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
        place = f"{parent_of(self.url)}/{KEY_FILE}"
        if key.exists() and not exists(place):
            upload(key, place)

    def _send(self, names: Iterable[str]) -> None:
        def send(name: str) -> None:
            state = self._state(name)
            upload(self.folder / name, f"{self.url}/{name}")
            self._sent[name] = state

        at_once(send, names)


@contextmanager
def working_copy(url: str) -> Iterator[WorkingCopy]:
    """Copy the folder of an audit to work on it, and store what has changed at the end.

    Raises:
        UsageError: there is no audit at the URL, or another process holds it.
        AuditError: the store cannot be read or written; what is not stored stays in the copy.
    """
    url = url.rstrip("/")
    with copies(parent_of(parent_of(url))) as root:
        with explained(url):
            copy = WorkingCopy(url, root)
        try:
            yield copy
        finally:
            copy.close()


@contextmanager
def stored(folder: Path) -> Iterator[None]:
    """Store an audit that has begun in a folder of :func:`copies` while it is crawled.

    Raises:
        UsageError, AuditError: see :func:`working_copy`.
    """
    if (url := url_of(folder)) is None:
        yield
        return
    with explained(url):
        copy = WorkingCopy(url, folder.parent.parent, is_new=True)
    copy.keep_sending()
    try:
        yield
    finally:
        copy.close()
