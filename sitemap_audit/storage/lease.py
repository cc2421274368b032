"""The lease of an audit on a store: one process writes at a time, and a killed one is replaced.

A store has no file locks. The holder is named in an object, ``lock.json``, with the time until
which it holds the audit; a thread renews it. A process that is killed does not, and another one
takes the audit over once that time has passed. The clocks of the machines must agree within 40
seconds.

On S3 the object is written on condition that nobody else has changed it. Elsewhere it is written,
and read again.
"""

from __future__ import annotations

import json
import logging
import os
import socket
import threading
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, NamedTuple
from uuid import uuid4

from sitemap_audit.errors import AuditError, UsageError
from sitemap_audit.storage.fsspec_files import make_parent, open_store, shown, store_errors

if TYPE_CHECKING:
    from types import TracebackType

logger = logging.getLogger(__name__)

LEASE_FILE = "lock.json"
HELD_SECONDS = 60.0
"Seconds that a lease holds; it is renewed three times as often."
_CONDITIONAL = frozenset({"s3", "s3a"})
"Protocols whose objects are replaced on condition that they are as they were read (IfMatch)."


class _Seen(NamedTuple):
    """The object of a lease as it was read."""

    content: bytes
    version: str | None
    "ETag; None if the store has none."

    @property
    def record(self) -> dict[str, Any]:
        record: dict[str, Any] = json.loads(self.content)
        return record


class Lease:
    """The lease of one audit, held by this process until it is released."""

    def __init__(self, url: str) -> None:
        """Take the lease of the audit at a URL.

        Raises:
            UsageError: another process holds it.
            OSError: the store cannot be read or written.
        """
        self.url = url
        self._store = open_store(f"{url}/{LEASE_FILE}")
        self._token = uuid4().hex
        self._since = _now()
        self._version: str | None = None
        self.taken_over: str | None = None
        "A sentence on the holder whose time has passed; None if nobody held the lease."
        self.is_lost = False
        "Whether another process has taken it over: this one must not write any more."
        self._take()
        self._released = threading.Event()
        self._thread = threading.Thread(target=self._renew_regularly, daemon=True)
        self._thread.start()

    def __enter__(self) -> Lease:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.release()

    def require(self) -> None:
        """Refuse to write if another process has taken the audit over.

        Raises:
            AuditError: it has.
        """
        if self.is_lost:
            raise AuditError(
                f"the store could not be reached for more than {HELD_SECONDS:.0f} seconds, and"
                " another process has taken the audit over"
            )

    def release(self) -> None:
        """Delete the lease, if this process still holds it."""
        self._released.set()
        self._thread.join()
        try:
            if not self.is_lost and self._is_own(self._read()):
                with store_errors(self.url):
                    self._store.files.rm_file(self._store.path)
        except OSError as error:  # it ends by itself
            logger.warning("The lease of %s is not released: %s", shown(self.url), error)

    def _take(self) -> None:
        seen = self._read()
        if seen is not None:
            self._refuse_if_held(seen)
        if not self._write(seen):
            seen = self._read()
            if seen is not None:
                self._refuse_if_held(seen)
            raise UsageError(
                f"Cannot write {shown(self.url)}: another process began to write it at the same"
                " time. Wait until it ends."
            )

    def _refuse_if_held(self, seen: _Seen) -> None:
        place = f"{shown(self.url)}/{LEASE_FILE}"
        try:
            record = seen.record
            until = datetime.fromisoformat(record["until"])
            since = datetime.fromisoformat(record["since"])
            who = f"process {record['pid']} on {record['host']}"
            is_held = until > _now()
        except (ValueError, TypeError, KeyError):
            raise UsageError(
                f"Cannot read {place}: it is not a lease. Delete it if no other process writes"
                " this audit."
            ) from None
        if is_held:
            raise UsageError(
                f"Cannot write {shown(self.url)}: {who} has been writing it since {_clock(since)}."
                " Wait until it ends, or stop it. If it was killed, try again after"
                f" {_clock(until)}."
            )
        self.taken_over = (
            f"{who} has not released {shown(self.url)}, and its lease ended at {_clock(until)}: it"
            " is taken over."
        ).replace("process", "Process", 1)

    def _write(self, seen: _Seen | None) -> bool:
        """Write the lease in place of what was seen; return whether this process holds it.

        Raises:
            OSError: the store cannot be read or written.
        """
        content = self._content()
        how: dict[str, str] = {}
        if seen is None:
            how = {"mode": "create"}
        elif self._store.protocol in _CONDITIONAL and seen.version:
            how = {"IfMatch": seen.version}
        failed: OSError | None = None
        try:
            with store_errors(self.url):
                make_parent(self._store, self._store.path)
                self._store.files.pipe_file(self._store.path, content, **how)
        except OSError as error:
            failed = error
        # Also after an error: a request may have been repeated although it had arrived.
        now = self._read()
        if now is not None and now.content == content:
            self._version = now.version
            return True
        if failed is not None and now == seen:
            raise failed
        return False

    def _content(self) -> bytes:
        record = {
            "token": self._token,
            "host": socket.gethostname(),
            "pid": os.getpid(),
            "since": self._since.isoformat(),
            "until": (_now() + timedelta(seconds=HELD_SECONDS)).isoformat(),
        }
        return json.dumps(record, indent=2).encode()

    def _read(self) -> _Seen | None:
        """Read the object; None if there is none.

        Raises:
            OSError: the store cannot be read.
        """
        files, path, _ = self._store
        try:
            with store_errors(self.url):
                # The version first: if the content is a later one, the condition fails.
                version = files.info(path).get("ETag")
                return _Seen(files.cat_file(path), version)
        except FileNotFoundError:
            return None

    def _is_own(self, seen: _Seen | None) -> bool:
        return seen is not None and self._token.encode() in seen.content

    def _renew_regularly(self) -> None:
        while not self.is_lost and not self._released.wait(HELD_SECONDS / 3):
            try:
                self._renew()
            except OSError as error:
                logger.warning("The lease of %s is not renewed yet: %s", shown(self.url), error)

    def _renew(self) -> None:
        seen = self._read()
        self.is_lost = not self._is_own(seen) or not self._write(seen)
        if self.is_lost:
            logger.error("Another process has taken over %s", shown(self.url))


def _now() -> datetime:
    return datetime.now(UTC)


def _clock(moment: datetime) -> str:
    """Return a time as sentences have it: '2026-01-31 12:00:59 UTC'."""
    return f"{moment.astimezone(UTC):%Y-%m-%d %H:%M:%S} UTC"
