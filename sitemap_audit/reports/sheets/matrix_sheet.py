"""Write the hreflang matrix: the annotations from one language to another, as report.html does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_audit.report.matrix import SIGNS
from sitemap_audit.reports.sheets import styles
from sitemap_audit.reports.sheets.sheet import Sheet

if TYPE_CHECKING:
    from openpyxl import Workbook

    from sitemap_audit.report.matrix import Cell, Matrix

NAME = "Hreflang matrix"
_LEGEND = ", ".join(f"{sign} {state}" for state, sign in reversed(SIGNS.items()))


def write(book: Workbook, matrix: Matrix | None, file: str) -> None:
    """Write the sheet; it says so where there are no hreflang annotations.

    Args:
        file: the CSV with all counts.
    """
    is_roomy = matrix is None or matrix.is_roomy
    columns = max(1, len(matrix.codes)) if matrix else 12
    sheet = Sheet(book, NAME, widths=[14, 11, *[16.0 if is_roomy else 6.5] * columns], frozen=4)
    sheet.worksheet.freeze_panes = "C5"
    sheet.hide_grid()
    sheet.wide("Hreflang matrix", styles.TITLE, height=30)
    if matrix is None:
        sheet.wide("No hreflang annotations between indexable pages.", styles.MUTED)
        sheet.close()
        return
    cut = ""
    if len(matrix.codes) < matrix.all_codes:
        cut = f" {len(matrix.codes)} of {matrix.all_codes} languages: those with most problems."
    sheet.wide(
        "Annotations from pages in the language on the left to pages in the language above:"
        f" {_LEGEND}.{cut} {file} has the counts.",
        styles.MUTED,
    )
    sheet.add()
    head = styles.HEAD_LOW if is_roomy else styles.HEAD_TURNED
    heads = [sheet.cell(code, head) for code in matrix.codes]
    corner = [sheet.cell(name, styles.HEAD_LOW) for name in ("From / to", "Problems")]
    sheet.add([*corner, *heads], height=22 if is_roomy else 66)
    for line in matrix.lines:
        cells = [
            sheet.cell(_text(cell, is_roomy=is_roomy), styles.of_state(cell.state))
            for cell in line.cells
        ]
        label = sheet.cell(line.code, styles.TEXT_BOLD), sheet.cell(line.problems, styles.NUMBER)
        sheet.add([*label, *cells], height=18)
    sheet.close()


def _text(cell: Cell, *, is_roomy: bool) -> str | None:
    """The counts of a cell: '✗ 12  ✓ 30'; in a narrow one that of the worst state."""
    told = [f"{SIGNS[state]} {number:,}" for state, number in cell.counts.items()]
    return "  ".join(told if is_roomy else told[:1]) or None
