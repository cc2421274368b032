"""Find the stored audits of a site in the output folder, OUTPUT/HOST/TIME."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from sitemap_audit.errors import UsageError
from sitemap_audit.storage.copies import bring_records
from sitemap_audit.storage.run_file import RUN_FILE, read_run

if TYPE_CHECKING:
    from sitemap_audit.run_record import RunRecord


class Audit(NamedTuple):
    """A stored audit."""

    folder: Path
    record: RunRecord
    "Its run.json."


def file_name(text: str) -> str:
    """Return a text as the name of a file or folder: 'localhost_8000' for 'localhost:8000'."""
    return re.sub(r"[^\w.-]", "_", text)[:100].strip(".")


def audits_of(site: str, output: Path) -> list[Audit]:
    """Return the audits of a site with a readable run record, the earliest first.

    Args:
        site: URL or host of the site, or the folder of its audits.

    Raises:
        UsageError: there is none.
    """
    folder = Path(site)
    if "://" in site or not folder.is_dir():
        folder = output / file_name(urlsplit(site).netloc or site.split("/")[0])
    bring_records(folder)
    audits = [audit for path in folder.glob(f"*/{RUN_FILE}") if (audit := _read(path.parent))]
    if not audits:
        raise UsageError(
            f"No audits of {site} in {output}. Pass its URL as it was audited, the folder of one"
            " audit, or the folder of your audits by --output."
        )
    return sorted(audits, key=lambda audit: (audit.record.started_at, audit.folder))


def _read(folder: Path) -> Audit | None:
    try:
        return Audit(folder, read_run(folder))
    except UsageError:
        return None
