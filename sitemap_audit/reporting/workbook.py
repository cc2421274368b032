"""report.xlsx: what an analyst mails. Written row after row, never held as a whole."""

from __future__ import annotations

import errno
import os
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from lxml.etree import SerialisationError
from openpyxl import Workbook

from sitemap_audit.machine.files import unfinished
from sitemap_audit.reporting import overview as figures
from sitemap_audit.reporting import words
from sitemap_audit.reporting.bots import read_bots
from sitemap_audit.reporting.causes import do_first
from sitemap_audit.reporting.sheets import (
    about,
    coverage,
    issues,
    matrix,
    sources,
    summary,
    tables,
    targets,
)
from sitemap_audit.reporting.sheets.sitemaps import SITEMAPS
from sitemap_audit.reporting.sheets.table import Table, cut
from sitemap_audit.reporting.sheets.table import write as write_table
from sitemap_audit.reporting.sources.clicks import read_clicks
from sitemap_audit.reporting.sources.sets import read_sets
from sitemap_audit.reporting.table_files import read_files
from sitemap_audit.reporting.tables import SEVERITY_ORDER

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from sitemap_audit.analysis.catalogue.catalogue import Check
    from sitemap_audit.reporting.table_files import TableFiles
    from sitemap_audit.storage import Store

NAME = "report"
MOST_ROWS = 1_000_000
"Rows of a table in its sheet; Excel holds few more."
_FINDINGS = f"""
SELECT found."check", COUNT(*)
FROM findings AS found
INNER JOIN check_runs AS run ON run."check" = found."check"
GROUP BY found."check", run.severity
ORDER BY {SEVERITY_ORDER.format("run.severity")}, MIN(found.number)
"""
"Findings of each check, as ORDER_OF_FINDINGS has them: those of a check stand together."


def write_workbook(
    store: Store,
    checks: Sequence[Check],
    run: Mapping[str, Any],
    folder: Path,
    *,
    rows: int = MOST_ROWS,
) -> Path:
    """Write report.xlsx, whole or not at all; return its path.

    Args:
        run: the run record, with its figures.
        folder: where it is written, with the CSV files of the tables that it is cut of. Files in
            which reports of earlier versions continue (report-2.xlsx) are removed.
        rows: of a table at most in its sheet. The most important ones come first.

    Raises:
        OSError: a file cannot be written.
    """
    titles = {check.name: check.title for check in checks}
    shown = [
        *([tables.changes(titles)] if run.get("previous") else []),
        tables.findings(titles),
        tables.URLS,
        targets.REDIRECTS,
        targets.PAIRS,
        SITEMAPS,
        *([sources.DIRECTORIES] if store.value(sources.DIRECTORIES.total) else []),
    ]
    for old in folder.glob(f"{NAME}-*.xlsx"):
        old.unlink()
    path, files = folder / f"{NAME}.xlsx", read_files(folder)
    with _writing(path, run) as book:
        _write_sheets(book, store, checks, run, shown, rows, files)
    return path


def _write_sheets(
    book: Workbook,
    store: Store,
    checks: Sequence[Check],
    run: Mapping[str, Any],
    shown: Sequence[Table],
    rows: int,
    files: TableFiles,
) -> None:
    cuts = {table.name: cut(store, table, rows, files) for table in shown}
    told = [sentence for sentence in cuts.values() if sentence]
    overview, ledger = figures.read_overview(store, checks), figures.read_ledger(store)
    rows_of = {name: row for name, row in _first_rows(store) if row <= rows + 1}
    by_name, clicks = {table.name: table for table in shown}, read_clicks(store)

    def write_named(name: str) -> None:
        """Write a sheet that not every audit has."""
        if name in by_name:
            write_table(book, store, by_name[name], rows=rows, left_out=cuts[name])

    summary.write(book, store, run, overview, do_first(store, checks), rows_of, clicks, told)
    write_named("Changes")
    issues.write(book, overview, rows_of, clicks)
    write_named("Findings")
    write_named(tables.URLS.name)
    if sets := read_sets(store):
        sources.write(book, sets, files.csv("url_sources"))
    write_named(sources.DIRECTORIES.name)
    write_named(targets.REDIRECTS.name)
    matrix.write(book, store)
    write_named(targets.PAIRS.name)
    write_named(SITEMAPS.name)
    coverage.write(book, overview, figures.read_not_checked(store, run))
    about.write(book, run, overview, ledger, read_bots(store), told)


def _first_rows(store: Store) -> Iterator[tuple[str, int]]:
    """Yield each check with the row of its first finding in the sheet, below the head."""
    row = 2
    for name, number in store.rows(_FINDINGS):
        yield name, row
        row += number


@contextmanager
def _writing(path: Path, run: Mapping[str, Any]) -> Iterator[Workbook]:
    """A workbook that is there whole when all is written, or not at all."""
    with unfinished(path) as file, _errors_of_the_disk():
        book = Workbook(write_only=True)
        _pad_numbers(book)
        book.properties.creator = "sitemap-audit"
        book.properties.title = f"{path.stem}: sitemap audit of {words.named_sites(run)}"
        yield book
        book.save(file)


def _pad_numbers(book: Any) -> None:
    """Keep numbers without a style off the text of the next column, at no cost for each cell.

    The format of the default style, which such cells have, adds spaces at the right.
    """
    normal = book._named_styles["Normal"]  # openpyxl has no public way to it
    normal.number_format = 'General"   "'
    book._cell_styles[0] = normal.as_tuple()


@contextmanager
def _errors_of_the_disk() -> Iterator[None]:
    """Have lxml's say that they are of the disk: a sheet is written as it is made."""
    try:
        yield
    except SerialisationError as error:  # IO_ENOSPC
        number = getattr(errno, str(error).removeprefix("IO_"), errno.EIO)
        raise OSError(number, os.strerror(number)) from None
