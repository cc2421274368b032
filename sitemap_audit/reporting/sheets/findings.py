"""Write the sheet of one check: its manual, then its findings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.styles import Color

from sitemap_audit.analysis import column_docs
from sitemap_audit.reporting import styles, text
from sitemap_audit.reporting.sheets.sheet import Sheet
from sitemap_audit.reporting.words import count

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from openpyxl import Workbook

    from sitemap_audit.reporting.overview import Result
    from sitemap_audit.reporting.sheets.rows import Cell
    from sitemap_audit.reporting.styles import CellStyle
    from sitemap_audit.storage import Store

_MANUAL_WIDTH = 130
_AROUND, _LEAST_WIDTH = 4, 16
"Characters of width beside a text, and of a column at least."


class Column(NamedTuple):
    """A column of findings."""

    name: str
    head: str
    width: float
    look: CellStyle
    is_url: bool = False


_COLUMNS = (
    Column("url", "URL", 70, styles.TEXT, is_url=True),
    Column("related_url", "Related URL", 62, styles.TEXT, is_url=True),
    Column("observed", "Observed", 46, styles.WRAPPED),
    Column("expected", "Expected", 46, styles.WRAPPED),
    Column("fix", "Fix", 58, styles.WRAPPED),
    Column("change", "Change", 70, styles.WRAPPED),
    Column("kind", "Kind", 20, styles.TEXT),
    Column("sitemap_url", "Sitemap", 52, styles.TEXT, is_url=True),
    Column("line", "Line in file", 16, styles.NUMBER),
)


def write(book: Workbook, store: Store, result: Result, name: str, *, rows: int, links: int) -> int:
    """Write the sheet of one check; the number of clickable cells in it.

    Args:
        name: of the sheet.
        rows: findings at most; that there are more is said, with the file that has them.
        links: clickable cells at most; that there are more is said too.
    """
    columns = _filled(store, result.name)
    top = [*_manual(result), *_cuts(result, columns, rows, links)]
    sheet = Sheet(
        book,
        name,
        widths=_widths(columns),
        frozen=len(top) + 2,
        tab=styles.TABS.get(result.severity),
        links=links,
    )
    places = {"← Summary": "Summary", "← Index": "Index"}
    sheet.add([sheet.cell(told, styles.BACK, link=f"'{to}'!A1") for told, to in places.items()])
    for line in top:
        sheet.wide(line.value, line.look, url=line.url)
    sheet.heads((column.head for column in columns), comments=_comments())
    head = sheet.rows
    wanted = _ROWS.format(columns=", ".join(column.name for column in columns))
    for values in store.stream(wanted, {"name": result.name, "rows": rows}):
        sheet.add([_cell(sheet, *pair) for pair in zip(columns, values, strict=True)])
    sheet.filter(head, len(columns))
    sheet.close()
    return links - sheet.links_left


def _comments() -> dict[str, str]:
    """What the columns mean, by head."""
    return column_docs.comments("findings", {each.head: each.name for each in _COLUMNS})


def _filled(store: Store, check: str) -> dict[Column, int]:
    """The columns that hold anything, as wide as that needs, with how often; one at least."""
    facts = store.rows(_FACTS, {"name": check})[0]
    counts, longest = facts[::2], facts[1::2]
    filled = zip(_COLUMNS, counts, longest, strict=True)
    return {_fitted(column, most): number for column, number, most in filled if number} or {
        _COLUMNS[0]: 0
    }


def _fitted(column: Column, longest: int) -> Column:
    """A column no wider than its texts and its head."""
    width = max(longest, len(column.head)) + _AROUND
    return column._replace(width=min(column.width, max(width, _LEAST_WIDTH)))


def _widths(columns: Iterable[Column]) -> list[float]:
    """Of the columns, and of one more where those are too narrow for the manual."""
    widths = [column.width for column in columns]
    missing = _MANUAL_WIDTH - sum(widths)
    return [*widths, missing] if missing > 0 else widths


class _Line(NamedTuple):
    value: str | CellRichText
    look: CellStyle
    url: str | None = None


def _manual(result: Result) -> Iterator[_Line]:
    """The rows above the table: title, figures, what, why and how to fix."""
    yield _Line(result.title, styles.TITLE)
    yield _Line(_figures(result), styles.MUTED)
    if check := result.check:
        yield _section("What it finds", check.what_it_finds)
        yield _section("Why it matters", check.why_it_matters)
        yield _section("How to fix it", check.how_to_fix_it)
        if check.see:
            yield _section("See", ", ".join(check.see))._replace(url=check.see[0])


def _cuts(result: Result, columns: Mapping[Column, int], rows: int, links: int) -> Iterator[_Line]:
    """What is said where the sheet does not hold everything."""
    if result.found > rows:
        yield _Line(
            f"Truncated: the first {rows:,} of {result.found:,} findings. "
            "findings.csv has all of them.",
            styles.NOTICE,
        )
    if sum(min(number, rows) for column, number in columns.items() if column.is_url) > links:
        yield _Line(f"Only the first {links:,} URLs here are clickable.", styles.NOTICE)


def _figures(result: Result) -> CellRichText:
    colour = _bold(styles.INKS.get(result.severity, styles.INK))
    told = [result.name, count(result.found, "finding"), f"{result.checked:,} checked"]
    if result.unknown:
        told.append(f"{result.unknown:,} not checked (not fetched or not read)")
    if check := result.check:
        rule = ", ".join(engine.capitalize() for engine in check.engines)
        told.append(f"rule of {rule} ({check.basis}), confidence {check.confidence}")
    return CellRichText(
        TextBlock(colour, result.severity.upper()), text.cell_text("   ·   " + "   ·   ".join(told))
    )


def _bold(colour: str) -> InlineFont:
    return InlineFont(rFont="Calibri", b=True, color=Color(rgb=f"FF{colour}"), sz=10)


def _section(head: str, markdown: str) -> _Line:
    words = text.cell_text(text.plain(markdown))
    return _Line(CellRichText(TextBlock(_bold(styles.NAVY), f"{head}:  "), words), styles.MANUAL)


def _cell(sheet: Sheet, column: Column, value: Any) -> Cell:
    if column.is_url:
        return sheet.url(value, styles.LINK, column.look)
    return sheet.cell(value, column.look)


_FACTS = f"""
SELECT {", ".join(f"COUNT({c.name}), MAX(LENGTH(CAST({c.name} AS VARCHAR)))" for c in _COLUMNS)}
FROM findings WHERE "check" = $name
"""

_ROWS = """
SELECT {columns}
FROM findings
WHERE "check" = $name
ORDER BY
    url NULLS FIRST, sitemap_url NULLS FIRST, line NULLS FIRST, related_url NULLS FIRST,
    observed NULLS FIRST, expected NULLS FIRST, fix NULLS FIRST, kind NULLS FIRST
LIMIT $rows
"""
