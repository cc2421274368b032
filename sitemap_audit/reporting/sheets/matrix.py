"""Write the hreflang matrix: the share of links from one language to another that are returned."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from openpyxl.utils import get_column_letter

from sitemap_audit.reporting import styles
from sitemap_audit.reporting.sheets.sheet import Sheet

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from openpyxl import Workbook

    from sitemap_audit.storage import Store

NAME = "Hreflang matrix"
_ROOMY = 12
"Codes up to which a column has room for a percentage with a decimal."
_MOST = 60
"Codes in the matrix; a site with more has the rest in the CSV alone."
_PAIRS = """
SELECT source_code, target_code, links, returned_share
FROM locale_pairs
ORDER BY source_code, target_code
"""


class Matrix(NamedTuple):
    """Shares returned, by source and target; None where there are no links or nothing is known."""

    sources: list[str]
    targets: list[str]
    shares: Mapping[tuple[str, str], float | None]


def write(book: Workbook, store: Store) -> None:
    """Write the sheet; it says so where there are no hreflang annotations."""
    table = matrix(store.rows(_PAIRS))
    is_roomy = len(table.targets) <= _ROOMY
    widths = [9.0] * _ROOMY if is_roomy else [4.6] * len(table.targets)
    sheet = Sheet(book, NAME, widths=[14 if is_roomy else 12, *widths], frozen=4)
    sheet.worksheet.freeze_panes = "B5"
    sheet.hide_grid()
    sheet.wide("Hreflang return links by language", styles.TITLE, height=30)
    if not table.sources:
        sheet.wide("No hreflang annotations between indexable pages.", styles.MUTED)
        sheet.close()
        return
    sheet.wide(
        "Share of hreflang links from the language on the left to the language above that have a"
        " return link. -: no links. Empty: none could be checked. locale_pairs.csv has the counts.",
        styles.MUTED,
    )
    sheet.add()
    _write_matrix(sheet, table, is_roomy=is_roomy)
    sheet.close()


def matrix(pairs: Iterable[tuple[str, str, int, float | None]]) -> Matrix:
    """Share returned, source by target; the codes with most links first, both ways alike.

    Args:
        pairs: rows of source, target, links, share returned.
    """
    links: Counter[str] = Counter()
    shares = {}
    for source, target, number, share in pairs:
        links.update({source: number})
        links.update({target: number})
        shares[source, target] = share
    order = sorted(links, key=lambda code: (-links[code], code))
    sources, targets = ({pair[end] for pair in shares} for end in (0, 1))
    return Matrix(
        [code for code in order if code in sources][:_MOST],
        [code for code in order if code in targets][:_MOST],
        shares,
    )


def _write_matrix(sheet: Sheet, table: Matrix, *, is_roomy: bool) -> None:
    head, share = (
        (styles.HEAD_LOW, styles.SHARE) if is_roomy else (styles.HEAD_TURNED, styles.SHARE_SHORT)
    )
    heads = [sheet.cell(code, head) for code in table.targets]
    corner = sheet.cell("From / to", styles.HEAD_LOW)
    sheet.add([corner, *heads], height=22 if is_roomy else 66)
    first = sheet.rows + 1
    for source in table.sources:
        cells = [
            sheet.cell(table.shares.get((source, target), "-"), share) for target in table.targets
        ]
        sheet.add([sheet.cell(source, styles.TEXT_BOLD), *cells], height=18 if is_roomy else 12)
    last = get_column_letter(1 + len(table.targets))
    sheet.format(f"B{first}:{last}{sheet.rows}", styles.SHARES)
