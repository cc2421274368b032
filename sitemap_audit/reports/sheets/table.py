"""Write a sheet that is a table: a head, then one row for each row of a query.

Rows are plain values: a style for each cell would double the time and the size. Severities are
coloured by conditional formatting, which costs nothing per row.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from openpyxl.cell import WriteOnlyCell
from openpyxl.formatting.rule import Rule
from openpyxl.styles.differential import DifferentialStyle
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.datavalidation import DataValidation

from sitemap_audit.analysis.catalogue import column_docs
from sitemap_audit.report.escaping import begins_like_formula, cell_text
from sitemap_audit.reports.sheets import styles
from sitemap_audit.reports.sheets.sheet import Sheet
from sitemap_audit.severity import SEVERITIES

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from openpyxl import Workbook

    from sitemap_audit.report.report import Report
    from sitemap_audit.report.streams import LongTable


class Table(NamedTuple):
    """What a sheet shows."""

    name: str
    "Of the sheet."
    widths: Mapping[str, float]
    "Of the columns in characters, by head."
    rows: LongTable
    about: tuple[str, str, str]
    """What the rows are ('findings'), which of them a sheet has that is cut ('the most severe'),
    and the CSV table that has all."""
    documented_by: tuple[str, Mapping[str, str]]
    "A CSV, and its columns by head: they have the same meaning."
    convert: Callable[[tuple[Any, ...]], Sequence[Any]] = tuple
    "Makes the cells of a row."
    choices: Mapping[str, Sequence[str]] = {}
    "What people may choose in a column that is empty, by head."
    folded: int = 0
    "The last columns, which are hidden until they are asked for."


def cut(report: Report, table: Table, rows: int) -> str | None:
    """Return a sentence on the rows that a sheet leaves out; None if it has all of them."""
    total, files = report.stream(table.rows).total, report.files
    if total <= rows:
        return None
    noun, chosen, name = table.about
    stored = files.parquet(name)
    as_parquet = f" and, as Parquet, in {stored}" if stored else ""
    return (
        f"The sheet {table.name} has {rows:,} of {total:,} {noun}: {chosen}. All of them are in"
        f" {files.csv(name)}{as_parquet}."
    )


def write(
    book: Workbook, report: Report, table: Table, *, rows: int, left_out: str | None = None
) -> None:
    """Write the sheet of a table.

    Args:
        rows: of the table at most in the sheet.
        left_out: a sentence on the others, of :func:`cut`; the last row.
    """
    sheet = Sheet(
        book, table.name, widths=list(table.widths.values()), frozen=1, folded=table.folded
    )
    file, columns = table.documented_by
    sheet.heads(table.widths, height=30, comments=column_docs.comments(file, columns))
    for row in report.stream(table.rows).rows(rows):
        sheet.append([_cell(sheet, value) for value in table.convert(row)])
    sheet.filter(1, len(table.widths))
    _colour(sheet, table)
    _offer(sheet, table)
    if left_out:
        sheet.add()  # what is sorted or filtered ends there
        sheet.wide(left_out, styles.NOTICE)
    sheet.close()


def _cell(sheet: Sheet, value: Any) -> Any:
    """A value as it is, and a text always as text, whatever it begins with."""
    if not isinstance(value, str):
        return value
    text = cell_text(value)
    if text[:1].isalnum() or not (text.startswith("#") or begins_like_formula(text)):
        return text
    cell = WriteOnlyCell(sheet.worksheet, text)
    cell.data_type = "s"  # openpyxl takes =1+1 for a formula, and #N/A for an error value
    cell.quotePrefix = True
    return cell


def _colour(sheet: Sheet, table: Table) -> None:
    """Colour the severities."""
    heads = list(table.widths)
    if "Severity" not in heads or sheet.rows < 2:
        return
    letter = get_column_letter(heads.index("Severity") + 1)
    for severity in SEVERITIES:
        style = styles.pill(severity)
        look = DifferentialStyle(font=style.font, fill=style.fill)
        rule = Rule("expression", dxf=look, formula=[f'${letter}2="{severity}"'])
        sheet.format(f"{letter}2:{letter}{sheet.rows}", rule)


def _offer(sheet: Sheet, table: Table) -> None:
    """Offer the choices of columns that people fill in."""
    heads = list(table.widths)
    for head, choices in table.choices.items():
        if sheet.rows > 1:
            letter = get_column_letter(heads.index(head) + 1)
            offer = DataValidation("list", formula1=f'"{",".join(choices)}"', allow_blank=True)
            offer.add(f"{letter}2:{letter}{sheet.rows}")
            sheet.worksheet.data_validations.append(offer)
