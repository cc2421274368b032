"""Name the reports, and the CSV files of a table: one file, or parts in a folder.

The findings and the URLs are beside the reports, where people look first; the other tables are in
a folder there. A store of many rows writes ``findings/part-00001.csv``,
``findings/part-00002.csv`` and so on instead of ``findings.csv``. Parts of an audit on an object
store are there only: its working copy does not have them.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from sitemap_audit.machine.copies import url_of
from sitemap_audit.storage.places import move, remove
from sitemap_audit.storage.remote_files import delete, files_like

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

logger = logging.getLogger(__name__)

MOST = 1_000_000
"Rows of a CSV file that Spark writes. A sheet of Excel has 1,048,576."
HTML, PDF, WORKBOOK = REPORTS = ("report.html", "report.pdf", "report.xlsx")
PATTERN = "part-*.csv"
BESIDE_REPORTS = ("findings", "urls")
FOLDER = "tables"
"Of the other tables."
_without_answer: set[Path] = set()
"Working copies whose store did not respond: it is not asked once more for each table."


def file_of(table: str) -> str:
    """Return the CSV file of a table in the folder of the reports."""
    return f"{table}.csv" if table in BESIDE_REPORTS else f"{FOLDER}/{table}.csv"


def pattern_of(table: str) -> str:
    """Return the CSV parts of a table in the folder of the reports, as a pattern."""
    return f"{file_of(table).removesuffix('.csv')}/{PATTERN}"


def place_of(folder: Path) -> str:
    """Return where the tasks of a cluster find a folder: its URL, or its absolute path."""
    return url_of(folder) or str(folder.absolute())


def parts_of(folder: Path, table: str = "*") -> list[str]:
    """Return the parts of a CSV file in a folder, or of every one, by relative path, in order.

    The list is empty if the store does not respond: the local copy is written all the same, and the
    command says at its end that it could not be stored.
    """
    pattern = f"{table}/{PATTERN}"
    if url := url_of(folder):
        audit = folder.parent if folder.name == FOLDER else folder
        if audit in _without_answer:
            return []
        try:
            return files_like(url, pattern)
        except OSError as error:
            _without_answer.add(audit)
            logger.warning("CSV parts in %s could not be listed: %s", url, error)
            return []
    return sorted(path.relative_to(folder).as_posix() for path in folder.glob(pattern))


def tables_in_parts(folder: Path) -> frozenset[str]:
    """Return the tables of an audit that are written as parts."""
    parts = (*parts_of(folder), *parts_of(folder / FOLDER))
    return frozenset(part.partition("/")[0] for part in parts)


def files_of(folder: Path) -> list[Path]:
    """Return the CSV files of an audit's tables, without parts."""
    return sorted(path for place in (folder, folder / FOLDER) for path in place.glob("*.csv"))


def keep_file(path: Path) -> None:
    """Remove the parts of a table that is now in one file.

    Raises:
        OSError: they cannot be removed.
    """
    _remove_parts(path, kept=0)


def keep_parts(path: Path, made: Sequence[str]) -> None:
    """Move files to the parts of a table, in place of earlier ones and of its one file.

    Args:
        path: of the one file.
        made: their places, in the order of the table.

    Raises:
        OSError: they cannot be moved.
    """
    for number, place in enumerate(made, 1):
        move(place, f"{place_of(path.parent)}/{path.stem}/part-{number:05}.csv")
    _remove_parts(path, kept=len(made))
    path.unlink(missing_ok=True)
    remove(f"{place_of(path.parent)}/{path.name}")


def _remove_parts(path: Path, *, kept: int) -> None:
    names = {f"{path.stem}/part-{number:05}.csv" for number in range(1, kept + 1)}
    surplus = [name for name in parts_of(path.parent, path.stem) if name not in names]
    if url := url_of(path.parent):
        delete(url, surplus)
        return
    for name in surplus:
        (path.parent / name).unlink()
    folder = path.with_suffix("")
    if surplus and not any(folder.iterdir()):
        folder.rmdir()
