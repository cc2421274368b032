"""The audits of a folder, OUTPUT/HOST/TIME, as the server names and opens them."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from sitemap_audit.audit_place import AuditPlace
from sitemap_audit.errors import UsageError
from sitemap_audit.mcp_server.table_process import TableProcess
from sitemap_audit.options.option_sources import read_again
from sitemap_audit.redaction import Redaction
from sitemap_audit.storage.run_file import RUN_FILE, read_run, stored_run

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from sitemap_audit.run_record import RunRecord

_OPEN = 2
"Audits whose tables stay loaded."


class Served(NamedTuple):
    """A stored audit that the server may read."""

    name: str
    "HOST/TIME, the folders of the audit."
    place: AuditPlace
    run: RunRecord


class ServedAudits:
    """The audits below one folder; nothing outside of it is read."""

    def __init__(self, output: Path, checks: Sequence[str] = ()) -> None:
        """Serve the audits of a folder.

        Args:
            output: the folder of the audits.
            checks: folders of the user's own checks.
        """
        self._output, self.checks = output, checks
        self._redactions: dict[Path, Redaction] = {}
        self._opened = lru_cache(_OPEN)(self._open)

    def audits(self) -> tuple[list[Served], list[str]]:
        """Return the audits that can be read, the last one first, and why others cannot."""
        root = self._output.resolve()
        found, refused = [], []
        for record in self._output.glob(f"*/*/{RUN_FILE}"):
            folder = record.parent
            if not record.resolve().is_relative_to(root):  # a link leads out
                continue
            name = f"{folder.parent.name}/{folder.name}"
            try:
                found.append(Served(name, AuditPlace(folder), read_run(folder)))
            except UsageError as error:
                refused.append(str(error))
        found.sort(key=lambda each: (each.run.started_at, each.name), reverse=True)
        return found, refused

    def find(self, name: str | None) -> Served:
        """Return the audit of a name: HOST/TIME, HOST for its last one, or None for the last.

        Raises:
            UsageError: there is none.
        """
        for audit in self.audits()[0]:
            if name is None or name in (audit.name, audit.place.folder.parent.name):
                return audit
        raise UsageError(
            f"Cannot find {name or 'an audit'}: it is not in the folder of the server. Call"
            " audits for the names."
        )

    def tables(self, audit: Served) -> TableProcess:
        """Return the tables of an audit, redacted if its reports are."""
        written = (audit.place.folder / RUN_FILE).stat().st_mtime_ns  # checked again since then
        return self._opened(audit.place.folder, written)

    def redaction(self, audit: Served) -> Redaction | None:
        """Return the redaction of an audit whose reports are redacted; the same at each call."""
        if not read_again(audit.run.options, {}).redact_parameters:
            return None
        return self._redactions.setdefault(audit.place.folder, Redaction())

    def _open(self, folder: Path, _: int) -> TableProcess:
        place = AuditPlace(folder)
        served = Served(folder.name, place, stored_run(folder))
        return TableProcess(place, self.checks, self.redaction(served))
