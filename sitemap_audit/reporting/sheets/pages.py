"""The sheet that counts the pages: by answer and reason of fetching, and by indexability."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_audit.reporting import looks
from sitemap_audit.reporting.sheets.sheet import Sheet

if TYPE_CHECKING:
    import pandas as pd
    from openpyxl import Workbook

    from sitemap_audit.store import Store

NAME = "Pages"
_ROLES = ("listed", "redirect", "canonical", "alternate", "home")
_ANSWERS = """
SELECT
    role,
    COALESCE(CAST(status AS VARCHAR), '') || CASE WHEN error IS NULL THEN ''
        WHEN status IS NULL THEN error ELSE ', ' || error END AS answer,
    COUNT(*) AS pages
FROM pages GROUP BY role, answer
"""
_INDEXABLE = """
SELECT
    CASE is_indexable WHEN TRUE THEN 'indexable' WHEN FALSE THEN 'not indexable'
        ELSE 'unknown' END AS verdict,
    CASE WHEN is_indexable THEN '' ELSE COALESCE(NULLIF(reasons, ''), unknown_reason, '') END
        AS why,
    COUNT(*) AS pages
FROM indexability WHERE listed
GROUP BY verdict, why
ORDER BY verdict, pages DESC, why
"""


def write(book: Workbook, store: Store) -> None:
    """Write the sheet."""
    sheet = Sheet(book, NAME, widths=[30, 34, *[13] * (len(_ROLES) - 1)])
    sheet.wide("Pages", looks.TITLE, height=30)
    sheet.wide("Each URL was fetched once; pages.csv has every one.", looks.MUTED)
    _answers(sheet, pivot(store.frame(_ANSWERS)))
    _indexable(sheet, store)
    sheet.close()


def pivot(answers: pd.DataFrame) -> pd.DataFrame:
    """Pages by answer (rows) and role (columns), with the sum first; in order of the answer."""
    table = answers.pivot_table(index="answer", columns="role", values="pages", aggfunc="sum")
    wanted = [role for role in _ROLES if role in table.columns]
    table = table.reindex(columns=wanted).fillna(0).astype(int).sort_index()
    table.insert(0, "all", table.sum(axis="columns"))
    return table


def _answers(sheet: Sheet, table: pd.DataFrame) -> None:
    sheet.add()
    sheet.add([sheet.cell("Answers, by why the page was fetched", looks.HEADING)], height=24)
    heads = ["Status or error", *(str(column).capitalize() for column in table.columns)]
    sheet.add([sheet.cell(head, looks.HEAD) for head in heads], height=20)
    for answer, *counts in table.itertuples(name=None):
        cells = [sheet.cell(number or None, looks.NUMBER) for number in counts]
        sheet.add([sheet.cell(answer, looks.TEXT_BOLD), *cells])


def _indexable(sheet: Sheet, store: Store) -> None:
    sheet.add()
    sheet.add([sheet.cell("Listed URLs, by indexability", looks.HEADING)], height=24)
    heads = ("Verdict", "Why", "Pages")
    sheet.add([sheet.cell(head, looks.HEAD) for head in heads], height=20)
    for verdict, why, pages in store.rows(_INDEXABLE):
        cells = [sheet.cell(verdict, looks.TEXT_BOLD), sheet.cell(why, looks.WRAPPED)]
        sheet.add([*cells, sheet.cell(pages, looks.NUMBER)])
