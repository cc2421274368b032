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
from sitemap_audit.reporting.causes import do_first
from sitemap_audit.reporting.sheets import (
    by_sitemap,
    causes,
    coverage,
    findings,
    index,
    locales,
    pages,
    sitemaps,
    summary,
)
from sitemap_audit.reporting.sheets.sheet import EXCEL_LINKS, EXCEL_ROWS, sheet_names

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from sitemap_audit.analysis.catalogue import Check
    from sitemap_audit.storage import Store

_SHEETS = (
    summary.NAME,
    index.NAME,
    causes.NAME,
    coverage.NAME,
    by_sitemap.NAME,
    sitemaps.NAME,
    locales.NAME,
    pages.NAME,
    "History",
)
_ALWAYS = (summary.NAME, causes.NAME, sitemaps.NAME, pages.NAME, coverage.NAME)
"Sheets that are there wherever something was found."
_TOP_ROWS = 50
"More than any sheet has above its table."


def write_workbook(
    store: Store,
    checks: Sequence[Check],
    run: Mapping[str, Any],
    path: Path,
    *,
    rows: int = 100_000,
    all_rows: int = 500_000,
    all_links: int = 50_000,
) -> Path:
    """Write the workbook, whole or not at all; its path.

    A sheet that is cut says so, and which CSV has everything.

    Args:
        run: the run record.
        rows: of a sheet at most.
        all_rows: findings in all sheets at most, so that the workbook still opens.
        all_links: clickable cells in all sheets at most; openpyxl keeps each, 1 KB, to the end.

    Raises:
        OSError: the file cannot be written.
    """
    with unfinished(path) as file, _errors_of_the_disk():
        overview = figures.read_overview(store, checks)
        names = sheet_names([result.name for result in overview.failed], _SHEETS)
        rows = min(rows, EXCEL_ROWS - _TOP_ROWS)
        book = Workbook(write_only=True)
        book.properties.creator = "sitemap-audit"
        book.properties.title = f"Sitemap audit of {', '.join(words.sites(run))}"
        most = do_first(store, checks)
        summary.write(book, run, overview, figures.read_ledger(store), most, names)
        if overview.failed:
            index.write(book, overview, names, _ALWAYS)
        causes.write(book, store, checks, names)
        by_sitemap.write(book, store, overview)
        for number, result in enumerate(overview.failed):
            left = len(names) - number
            limits = {
                "rows": min(rows, all_rows // left),
                "links": min(EXCEL_LINKS, all_links // left),
            }
            all_links -= findings.write(book, store, result, names[result.name], **limits)
            all_rows -= min(result.found, limits["rows"])
        sitemaps.write(book, store, rows=rows)
        locales.write(book, store)
        pages.write(book, store)
        coverage.write(book, overview, names)
        book.save(file)
    return path


@contextmanager
def _errors_of_the_disk() -> Iterator[None]:
    """Have lxml's say that they are of the disk: a sheet is written as it is made."""
    try:
        yield
    except SerialisationError as error:  # IO_ENOSPC
        number = getattr(errno, str(error).removeprefix("IO_"), errno.EIO)
        raise OSError(number, os.strerror(number)) from None
