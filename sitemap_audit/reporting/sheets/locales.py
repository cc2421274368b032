"""The sheet of hreflang by locale: of what each names in another, how much is named in return."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd
from openpyxl.utils import get_column_letter

from sitemap_audit.reporting import looks
from sitemap_audit.reporting.sheets.sheet import Sheet

if TYPE_CHECKING:
    from collections.abc import Sequence

    from openpyxl import Workbook

    from sitemap_audit.reporting.sheets.rows import Cell
    from sitemap_audit.storage import Store

NAME = "Locales"
_MOST = 60
"Locales in the matrix; a site with more has the rest in the CSV alone."
_HEADS = ("From", "To", "Links", "Returned", "Missing", "Broken", "Unknown", "Share")
_COLUMNS = (
    "source_code",
    "target_code",
    "links",
    "returned",
    "missing",
    "broken",
    "unknown",
    "returned_share",
)
_PAIRS = f"""
SELECT {", ".join(f'"{column}"' for column in _COLUMNS)}
FROM locale_pairs
ORDER BY source_code, target_code
"""


def write(book: Workbook, store: Store) -> None:
    """Write the sheet: the matrix, then the figures of each pair. None where nothing is named."""
    pairs = pd.DataFrame(store.rows(_PAIRS), columns=_COLUMNS).astype({"returned_share": float})
    if pairs.empty:
        return
    table = matrix(pairs).iloc[:_MOST, :_MOST]
    wide = max(len(table.columns), len(_HEADS) - 1)
    sheet = Sheet(book, NAME, widths=[14, *[11] * wide])
    sheet.wide("Return links by locale", looks.TITLE, height=30)
    sheet.wide(
        "Of the links from pages of the locale on the left to pages of the locale above: how many "
        "are returned, of those that could be judged. Empty: no links, or nothing known.",
        looks.MUTED,
    )
    sheet.add()
    _matrix(sheet, table)
    sheet.add()
    _figures(sheet, pairs)
    sheet.close()


def matrix(pairs: pd.DataFrame) -> pd.DataFrame:
    """Share returned, source by target; the locales with most links first, both ways alike."""
    sent = pairs.groupby("source_code")["links"].sum()
    received = pairs.groupby("target_code")["links"].sum()
    links = sent.add(received, fill_value=0).rename_axis("code").reset_index(name="links")
    order = links.sort_values(["links", "code"], ascending=[False, True])["code"].tolist()
    table = pairs.pivot_table("returned_share", "source_code", "target_code", dropna=False)
    sources = [code for code in order if code in set(pairs["source_code"])]
    targets = [code for code in order if code in set(pairs["target_code"])]
    return table.reindex(index=sources, columns=targets)


def _matrix(sheet: Sheet, table: pd.DataFrame) -> None:
    heads = ["From / to", *map(str, table.columns)]
    sheet.add([sheet.cell(head, looks.HEAD_LOW) for head in heads], height=22)
    first = sheet.rows + 1
    for source, *shares in table.itertuples(name=None):
        sheet.add([sheet.cell(source, looks.TEXT_BOLD), *(_share(sheet, s) for s in shares)])
    last = get_column_letter(1 + len(table.columns))
    sheet.format(f"B{first}:{last}{sheet.rows}", looks.SHARES)


def _share(sheet: Sheet, share: float) -> Cell:
    return sheet.cell(None if pd.isna(share) else float(share), looks.SHARE)


def _figures(sheet: Sheet, pairs: pd.DataFrame) -> None:
    sheet.heads(_HEADS)
    head = sheet.rows
    for source, target, *counts, share in pairs.itertuples(index=False, name=None):
        sheet.add(
            [
                sheet.cell(source, looks.TEXT),
                sheet.cell(target, looks.TEXT),
                *_counts(sheet, counts),
                _share(sheet, share),
            ]
        )
    sheet.filter(head, len(_HEADS))


def _counts(sheet: Sheet, counts: Sequence[int]) -> list[Cell]:
    return [sheet.cell(int(count), looks.NUMBER) for count in counts]
