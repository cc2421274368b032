"""Write the sheet that counts pages: by status code and role, and by indexability."""

from __future__ import annotations

from collections import Counter, defaultdict
from http import HTTPStatus
from typing import TYPE_CHECKING

from sitemap_audit.reporting import styles
from sitemap_audit.reporting.sheets.sheet import ROW_POINTS, Sheet

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from openpyxl import Workbook

    from sitemap_audit.storage import Store

NAME = "Pages"
_ROLES = ("listed", "redirect", "canonical", "refresh", "alternate", "home")
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
    CASE is_indexable WHEN TRUE THEN 'indexable' WHEN FALSE THEN 'non-indexable'
        ELSE 'not checked' END AS verdict,
    CASE WHEN is_indexable THEN '' ELSE COALESCE(NULLIF(reasons, ''), unknown_reason, '') END
        AS why,
    COUNT(*) AS pages
FROM indexability WHERE listed
GROUP BY verdict, why
ORDER BY verdict, pages DESC, why
"""


def write(book: Workbook, store: Store) -> None:
    """Write the sheet."""
    sheet = Sheet(book, NAME, widths=[26, 44, *[13] * (len(_ROLES) + 1)])
    sheet.wide("Pages", styles.TITLE, height=30)
    sheet.wide("Each URL was requested once; pages.csv lists all of them.", styles.MUTED)
    _answers(sheet, pivot(store.rows(_ANSWERS)))
    _indexable(sheet, store)
    sheet.close()


def pivot(answers: Iterable[tuple[str, str, int]]) -> dict[str, Counter[str]]:
    """Pages by answer, in its order, and role.

    Args:
        answers: rows of role, answer, pages.
    """
    table: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for role, answer, pages in answers:
        table[answer][role] += pages
    return dict(sorted(table.items()))


def _answers(sheet: Sheet, table: Mapping[str, Counter[str]]) -> None:
    sheet.add()
    sheet.add([sheet.cell("Status codes, by reason for the request", styles.HEADING)], height=26)
    roles = [role for role in _ROLES if any(role in pages for pages in table.values())]
    cells = [sheet.cell(head, styles.HEAD) for head in ("Status or error", "Meaning")]
    cells += [sheet.cell(head.capitalize(), styles.HEAD_RIGHT) for head in ("all", *roles)]
    sheet.add(cells, height=20)
    for answer, pages in table.items():
        cells = [sheet.cell(answer, styles.TEXT_BOLD), sheet.cell(_meaning(answer), styles.TEXT)]
        counts = [pages[role] for role in roles]
        cells += [sheet.cell(n or None, styles.NUMBER) for n in (sum(counts), *counts)]
        sheet.add(cells, height=ROW_POINTS)


def _meaning(answer: str) -> str:
    """The reason phrase of a status; nothing for an error or a status that nobody knows."""
    status = answer.partition(",")[0]
    known = status.isdecimal() and int(status) in set(HTTPStatus)
    return HTTPStatus(int(status)).phrase if known else ""


def _indexable(sheet: Sheet, store: Store) -> None:
    sheet.add()
    sheet.add([sheet.cell("URLs in sitemaps, by indexability", styles.HEADING)], height=26)
    sheet.heads(("Indexability", "Reason", "Pages"))
    for verdict, why, pages in store.rows(_INDEXABLE):
        cells = [sheet.cell(verdict, styles.TEXT_BOLD), sheet.cell(why, styles.WRAPPED)]
        sheet.add([*cells, sheet.cell(pages, styles.NUMBER)], height=ROW_POINTS)
