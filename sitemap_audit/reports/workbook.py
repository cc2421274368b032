"""report.xlsx: what an analyst mails. Written row after row, never held as a whole."""

from __future__ import annotations

import errno
import os
from bisect import bisect_right
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from lxml.etree import SerialisationError
from openpyxl import Workbook

from sitemap_audit.machine.files import unfinished
from sitemap_audit.report import sheet_rows, words
from sitemap_audit.reports.sheets import (
    about_sheet,
    changes_sheet,
    coverage_sheet,
    google_sheet,
    issues_sheet,
    matrix_sheet,
    sources_sheet,
    summary_sheet,
    table_sheets,
)
from sitemap_audit.reports.sheets.table import cut
from sitemap_audit.reports.sheets.table import write as write_table
from sitemap_audit.storage.csv_parts import WORKBOOK

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from sitemap_audit.report.report import Report
    from sitemap_audit.reports.sheets.table import Table
    from sitemap_audit.run_record import RunRecord

MOST_ROWS = 1_000_000
"Rows of a table in its sheet; Excel holds few more."


def write_workbook(
    report: Report, folder: Path, *, rows: int = MOST_ROWS, cells: int | None = None
) -> Path:
    """Write report.xlsx, whole or not at all; return its path.

    Args:
        folder: where it is written.
        rows: of a table at most in its sheet. The most important ones come first.
        cells: of all these tables at most; None for any number.

    Raises:
        OSError: a file cannot be written.
    """
    path = folder / WORKBOOK
    with _writing(path, report.run) as book:
        _write_sheets(book, report, rows, cells)
    return path


def _write_sheets(book: Workbook, report: Report, rows: int, cells: int | None) -> None:
    shown = [
        *([table_sheets.changes(report.titles)] if report.run.previous else []),
        table_sheets.FINDINGS,
        table_sheets.URLS,
        table_sheets.REDIRECTS,
        table_sheets.PAIRS,
        table_sheets.SITEMAPS,
        *([sources_sheet.DIRECTORIES] if report.directories else []),
        *([google_sheet.URLS, google_sheet.SHARES] if report.indexing else []),
        *([google_sheet.SITEMAPS] if report.tree and report.tree.engines else []),
    ]
    if cells is not None:
        rows = _rows_within(cells, rows, report, shown)
    cuts = {table.name: cut(report, table, rows) for table in shown}
    told = [sentence for sentence in cuts.values() if sentence]
    rows_of = {name: row for name, row in _first_rows(report) if row <= rows + 1}
    by_name = {table.name: table for table in shown}

    def write_named(name: str) -> None:
        """Write the sheet of a table, if the audit has one."""
        if name in by_name:
            write_table(book, report, by_name[name], rows=rows, left_out=cuts[name])

    summary_sheet.write(book, report, rows_of, told)
    if report.changes:
        changes_sheet.write(book, report.changes)
    write_named("Changes")
    issues_sheet.write(book, report.overview, rows_of, report.clicks)
    write_named("Findings")
    write_named(table_sheets.URLS.name)
    if report.sets:
        sources_sheet.write(book, report.sets, report.files.csv("url_sources"))
    write_named(sources_sheet.DIRECTORIES.name)
    write_named(google_sheet.URLS.name)
    write_named(google_sheet.SHARES.name)
    write_named(table_sheets.REDIRECTS.name)
    matrix_sheet.write(book, report.matrix, report.files.csv("locale_pairs"))
    write_named(table_sheets.PAIRS.name)
    write_named(table_sheets.SITEMAPS.name)
    write_named(google_sheet.SITEMAPS.name)
    coverage_sheet.write(book, report.overview, report.not_checked)
    about_sheet.write(book, report, told)


def _rows_within(cells: int, rows: int, report: Report, shown: Sequence[Table]) -> int:
    """Return the most rows of each table with which all of them have so many cells."""

    def cells_with(most: int) -> int:
        return sum(
            min(report.stream(table.rows).total, most) * len(table.widths) for table in shown
        )

    return bisect_right(range(rows + 1), cells, key=cells_with) - 1


def _first_rows(report: Report) -> Iterator[tuple[str, int]]:
    """Yield each check with the row of its first finding in the sheet, below the head."""
    row = 2
    for name, number in report.stream(sheet_rows.OF_CHECKS).rows():
        yield name, row
        row += number


@contextmanager
def _writing(path: Path, run: RunRecord) -> Iterator[Workbook]:
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
