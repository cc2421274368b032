"""Find the stored audits of a site in the output folder, OUTPUT/HOST/TIME."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from sitemap_audit.audit_place import AuditPlace
from sitemap_audit.errors import UsageError
from sitemap_audit.storage.run_file import RUN_FILE, read_run
from sitemap_audit.storage.temporary_copies import bring_records

if TYPE_CHECKING:
    from sitemap_audit.run_record import RunRecord


class Audit(NamedTuple):
    """A stored audit."""

    place: AuditPlace
    record: RunRecord
    "Its run.json."


def file_name(text: str) -> str:
    """Return a text as the name of a file or folder: 'localhost_8000' for 'localhost:8000'."""
    return re.sub(r"[^\w.-]", "_", text)[:100].strip(".")


def audits_of(site: str, output: AuditPlace) -> list[Audit]:
    """Return the audits of a site with a readable run record, the earliest first.

    Args:
        site: URL or host of the site, or the folder of its audits.

    Raises:
        UsageError: there is none.
    """
    place = AuditPlace(Path(site))
    if "://" in site or not place.folder.is_dir():
        place = output / file_name(urlsplit(site).netloc or site.split("/")[0])
    bring_records(place)
    found = (place.at(path.parent) for path in place.folder.glob(f"*/{RUN_FILE}"))
    audits = [audit for each in found if (audit := _read(each))]
    if not audits:
        raise UsageError(
            f"No audits of {site} in {output}. Pass its URL as it was audited, the folder of one"
            " audit, or the folder of your audits by --output."
        )
    return sorted(audits, key=lambda audit: (audit.record.started_at, audit.place.folder))


def _read(place: AuditPlace) -> Audit | None:
    try:
        return Audit(place, read_run(place.folder))
    except UsageError:
        return None
