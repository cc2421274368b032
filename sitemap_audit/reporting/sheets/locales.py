"""Write the sheet of locales: the share of hreflang links that have a return link."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from openpyxl.utils import get_column_letter

from sitemap_audit.analysis import column_docs
from sitemap_audit.reporting import styles
from sitemap_audit.reporting.sheets.sheet import Sheet

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from openpyxl import Workbook

    from sitemap_audit.reporting.sheets.rows import Cell
    from sitemap_audit.storage import Store

NAME = "Locales"
_MOST = 60
"Locales in the matrix; a site with more has the rest in the CSV alone."
_HEADS = ("From", "To", "Links", "Returned", "Missing", "Broken", "Not checked", "Share")
_CSV_COLUMNS = {
    "From": "source_code",
    "To": "target_code",
    "Links": "links",
    "Returned": "returned",
    "Missing": "missing",
    "Broken": "broken",
    "Not checked": "unknown",
    "Share": "returned_per_cent",
}
"Columns of locale_pairs.csv that the sheet shows, by head."
_PAIRS = """
SELECT source_code, target_code, links, returned, missing, broken, "unknown", returned_share
FROM locale_pairs
ORDER BY source_code, target_code
"""


class Matrix(NamedTuple):
    """Shares returned, by source and target; None where there are no links or nothing is known."""

    sources: list[str]
    targets: list[str]
    shares: Mapping[tuple[str, str], float | None]


def write(book: Workbook, store: Store) -> None:
    """Write the sheet: the matrix, then the figures of each pair. None where nothing is named."""
    pairs = store.rows(_PAIRS)
    if not pairs:
        return
    table = matrix((source, target, links, share) for source, target, links, *_, share in pairs)
    wide = max(len(table.targets), len(_HEADS) - 1)
    sheet = Sheet(book, NAME, widths=[14, *[11] * wide])
    sheet.wide("Return links by locale", styles.TITLE, height=30)
    sheet.wide(
        "Share of hreflang links from the locale on the left to the locale above that have a "
        "return link, of those that could be checked. Empty: no links, or none could be checked.",
        styles.MUTED,
    )
    sheet.add()
    _matrix(sheet, table)
    sheet.add()
    _figures(sheet, pairs)
    sheet.close()


def matrix(pairs: Iterable[tuple[str, str, int, float | None]]) -> Matrix:
    """Share returned, source by target; the locales with most links first, both ways alike.

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


def _matrix(sheet: Sheet, table: Matrix) -> None:
    heads = ["From / to", *table.targets]
    sheet.add([sheet.cell(head, styles.HEAD_LOW) for head in heads], height=22)
    first = sheet.rows + 1
    for source in table.sources:
        shares = (table.shares.get((source, target)) for target in table.targets)
        sheet.add([sheet.cell(source, styles.TEXT_BOLD), *(_share(sheet, s) for s in shares)])
    last = get_column_letter(1 + len(table.targets))
    sheet.format(f"B{first}:{last}{sheet.rows}", styles.SHARES)


def _share(sheet: Sheet, share: float | None) -> Cell:
    return sheet.cell(share, styles.SHARE)


def _figures(sheet: Sheet, pairs: Iterable[tuple[Any, ...]]) -> None:
    sheet.heads(_HEADS, comments=column_docs.comments("locale_pairs", _CSV_COLUMNS))
    head = sheet.rows
    for source, target, *counts, share in pairs:
        sheet.add(
            [
                sheet.cell(source, styles.TEXT),
                sheet.cell(target, styles.TEXT),
                *_counts(sheet, counts),
                _share(sheet, share),
            ]
        )
    sheet.filter(head, len(_HEADS))


def _counts(sheet: Sheet, counts: Sequence[int]) -> list[Cell]:
    return [sheet.cell(int(count), styles.NUMBER) for count in counts]
