"""Name the reports, and the CSV files of a table: one file, or parts in a folder.

The findings and the URLs are beside the reports, where people look first; the other tables are in
a folder there. A store of many rows writes ``findings/part-00001.csv``,
``findings/part-00002.csv`` and so on instead of ``findings.csv``. Parts of an audit on an object
store are there only: its working copy does not have them.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from sitemap_audit.storage.fsspec_files import move, remove
from sitemap_audit.storage.remote_files import delete, files_like

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from sitemap_audit.audit_place import AuditPlace

logger = logging.getLogger(__name__)

MOST = 1_000_000
"Rows of a CSV file that Spark writes. A sheet of Excel has 1,048,576."
HTML, PDF, WORKBOOK = REPORTS = ("report.html", "report.pdf", "report.xlsx")
PATTERN = "part-*.csv"
BESIDE_REPORTS = ("findings", "urls")
FOLDER = "tables"
"Of the other tables."
_without_answer: set[str] = set()
"URLs of audits whose store did not respond: it is not asked once more for each table."


def file_of(table: str) -> str:
    """Return the CSV file of a table in the folder of the reports."""
    return f"{table}.csv" if table in BESIDE_REPORTS else f"{FOLDER}/{table}.csv"


def pattern_of(table: str) -> str:
    """Return the CSV parts of a table in the folder of the reports, as a pattern."""
    return f"{file_of(table).removesuffix('.csv')}/{PATTERN}"


def parts_of(place: AuditPlace, table: str = "*") -> list[str]:
    """Return the parts of a CSV file in a folder, or of every one, by relative path, in order.

    The list is empty if the store does not respond: the local copy is written all the same, and the
    command says at its end that it could not be stored.
    """
    pattern, folder = f"{table}/{PATTERN}", place.folder
    if place.url is None:
        return sorted(path.relative_to(folder).as_posix() for path in folder.glob(pattern))
    audit = place.url.removesuffix(f"/{FOLDER}")
    if audit in _without_answer:
        return []
    try:
        return files_like(place.url, pattern)
    except OSError as error:
        _without_answer.add(audit)
        logger.warning("CSV parts in %s could not be listed: %s", place, error)
        return []


def tables_in_parts(place: AuditPlace) -> frozenset[str]:
    """Return the tables of an audit that are written as parts."""
    parts = (*parts_of(place), *parts_of(place / FOLDER))
    return frozenset(part.partition("/")[0] for part in parts)


def files_of(folder: Path) -> list[Path]:
    """Return the CSV files of an audit's tables, without parts."""
    return sorted(path for place in (folder, folder / FOLDER) for path in place.glob("*.csv"))


def keep_file(place: AuditPlace, table: str) -> None:
    """Remove the parts of a table that is now in one file in a folder.

    Raises:
        OSError: they cannot be removed.
    """
    _remove_parts(place, table, kept=0)


def keep_parts(place: AuditPlace, table: str, made: Sequence[str]) -> None:
    """Move files to the parts of a table, in place of earlier ones and of its one file.

    Args:
        place: the folder of the one file.
        made: their paths or URLs, in the order of the table.

    Raises:
        OSError: they cannot be moved.
    """
    for number, each in enumerate(made, 1):
        move(each, f"{place.shared}/{table}/part-{number:05}.csv")
    _remove_parts(place, table, kept=len(made))
    (place.folder / f"{table}.csv").unlink(missing_ok=True)
    remove(f"{place.shared}/{table}.csv")


def _remove_parts(place: AuditPlace, table: str, *, kept: int) -> None:
    names = {f"{table}/part-{number:05}.csv" for number in range(1, kept + 1)}
    surplus = [name for name in parts_of(place, table) if name not in names]
    if place.url is not None:
        delete(place.url, surplus)
        return
    for name in surplus:
        (place.folder / name).unlink()
    folder = place.folder / table
    if surplus and not any(folder.iterdir()):
        folder.rmdir()
