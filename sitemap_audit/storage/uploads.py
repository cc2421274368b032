"""Upload the files of a crawl to a store (``s3://…``) while it writes them to a local folder.

Complete parts first, then the list of parts: a part that the store has not listed does not count.
"""

from __future__ import annotations

import json
import logging
import os
import signal
import threading
import time
from typing import TYPE_CHECKING, NamedTuple

from sitemap_audit.errors import AuditError
from sitemap_audit.storage.fsspec_files import write_whole
from sitemap_audit.storage.parts import HEAD, LIST
from sitemap_audit.storage.received import FOLDER as RECEIVED
from sitemap_audit.storage.remote_files import parts_in, upload
from sitemap_audit.storage.run_file import RUN_FILE

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

logger = logging.getLogger(__name__)

PART_LIST = f"data/{LIST}"
LAST = (PART_LIST, RUN_FILE)
"Files that say which others count."
SECONDS = 5.0
"Seconds between two looks for new parts."
_TRIES = 2
"Attempts to upload the last parts, each with the attempts of its requests."


class _Snapshot(NamedTuple):
    """A file at a moment."""

    name: str
    state: tuple[int, int]
    "Size and time, not later than the content."
    content: bytes


_NOTHING = _Snapshot("", (0, 0), b"")
_EMPTY_LIST = _Snapshot(PART_LIST, (0, 0), HEAD.encode())
"Stored before the first part: without a list, another machine would not know of a lost one."


class Uploads:
    """Uploads what a crawl has written to a local folder."""

    def __init__(self, folder: Path, url: str) -> None:
        self.folder, self.url = folder, url
        self._sent: dict[str, tuple[int, int] | None] = {}
        "Size and time of each file as it is in the store, by path; None if it does not count."
        self._sending = threading.Lock()
        self._ended = threading.Event()
        self._sender: threading.Thread | None = None

    def keep_sending(self) -> None:
        """Upload complete parts as they are written."""
        self._sender = threading.Thread(target=self._send_regularly, daemon=True)
        self._sender.start()

    def stop_sending(self) -> None:
        """Upload no more parts as they are written."""
        self._ended.set()
        if self._sender is not None:
            self._sender.join()

    def send_now(self) -> None:
        """Upload listed parts, files as received, and the record of an audit that is running.

        Raises:
            OSError: the store cannot be written.
            AuditError: another process writes there.
        """
        with self._sending:
            self._require()
            if not self._sent:
                self._put(_EMPTY_LIST)
            listed, record = map(self._snapshot, LAST)
            parts = sorted(parts_in(listed.content))
            received = (path.name for path in (self.folder / RECEIVED).glob("*.gz"))
            names = [*parts, *(f"{RECEIVED}/{name}" for name in received)]
            self._send(self._changed(name for name in names if (self.folder / name).exists()))
            self._put(listed)
            if record.content and not json.loads(record.content)["complete"]:
                self._put(record)

    def send_rest(self, names: Iterable[str]) -> None:
        """Upload the last parts, and further files, and no more after them.

        Raises:
            OSError: the store cannot be written, although it was tried several times.
        """
        self.stop_sending()
        for tries_left in reversed(range(_TRIES)):
            try:
                self.send_now()
                self._send(self._changed(name for name in names if (self.folder / name).exists()))
            except OSError:
                if not tries_left:
                    raise
                time.sleep(SECONDS)
            else:
                return

    def _require(self) -> None:
        """Refuse to write if another process does."""

    def _send_regularly(self) -> None:
        while not self._ended.wait(SECONDS):
            try:
                self.send_now()
            except OSError as error:
                logger.warning("Not stored yet: %s", error)
            except AuditError:  # nothing more can be stored: stop the crawl
                os.kill(os.getpid(), signal.SIGTERM)
                return

    def _state(self, name: str) -> tuple[int, int]:
        status = (self.folder / name).stat()
        return status.st_size, status.st_mtime_ns

    def _changed(self, names: Iterable[str]) -> list[str]:
        return [name for name in names if self._sent.get(name) != self._state(name)]

    def _snapshot(self, name: str) -> _Snapshot:
        path = self.folder / name
        return _Snapshot(name, self._state(name), path.read_bytes()) if path.exists() else _NOTHING

    def _put(self, file: _Snapshot) -> None:
        """Upload a file as it was before those that it names were uploaded."""
        if file.content and self._sent.get(file.name) != file.state:
            write_whole(f"{self.url}/{file.name}", lambda written: written.write(file.content))
            self._sent[file.name] = file.state

    def _send(self, names: Iterable[str]) -> None:
        states = {name: self._state(name) for name in names}
        upload(self.url, self.folder, [*states])
        self._sent |= states
