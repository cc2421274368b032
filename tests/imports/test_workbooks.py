"""Excel workbooks that are hostile, damaged or odd: a sentence, or what can be read of them."""

from __future__ import annotations

import io
import zipfile
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from imports.conftest import SITE, Import, parts, rows
from sitemap_audit.errors import UsageError
from sitemap_audit.imports import workbooks
from sitemap_audit.imports.allowance import Allowance

if TYPE_CHECKING:
    from collections.abc import Sequence

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
KIND = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
SHEET, TEXTS, STYLES = "xl/worksheets/sheet1.xml", "xl/sharedStrings.xml", "xl/styles.xml"
RELATIONS, BOOK = "xl/_rels/workbook.xml.rels", "xl/workbook.xml"
HEADER = '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>'


def row(number: int, *cells: str) -> str:
    """A row with a URL, and further cells."""
    url = f'<c t="inlineStr"><is><t>{SITE}/{number}</t></is></c>'
    return f'<row r="{number}">{url}{"".join(cells)}</row>'


def status(value: object, *, kind: str = "n") -> str:
    return f'<c t="{kind}"><v>{value}</v></c>'


def workbook(
    sheet: str, texts: Sequence[str] = ("Address", "Status Code"), without: str = "", **changed: str
) -> bytes:
    """A workbook as Excel writes it, with the rows of a sheet.

    Args:
        without: the part that is missing.
        changed: other contents of parts: ``styles``.
    """
    made = {
        "[Content_Types].xml": "<Types/>",
        BOOK: f'<workbook xmlns="{MAIN}" xmlns:r="{KIND}"><sheets><sheet name="Pages" sheetId="1"'
        ' r:id="rId1"/></sheets></workbook>',
        RELATIONS: "<Relationships>"
        + "".join(
            f'<Relationship Id="rId{number}" Type="{KIND}/{kind}" Target="{target}"/>'
            for number, (kind, target) in enumerate(
                (
                    ("worksheet", "worksheets/sheet1.xml"),
                    ("sharedStrings", "/xl/sharedStrings.xml"),
                    ("styles", "styles.xml"),
                ),
                1,
            )
        )
        + "</Relationships>",
        TEXTS: f'<sst xmlns="{MAIN}">{"".join(f"<si><t>{text}</t></si>" for text in texts)}</sst>',
        STYLES: f'<styleSheet xmlns="{MAIN}"><numFmts><numFmt numFmtId="164"'
        ' formatCode="dd/mm/yyyy"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/>'
        "</cellXfs></styleSheet>",
        SHEET: f'<worksheet xmlns="{MAIN}"><dimension ref="A1:B9"/><sheetData>{HEADER}{sheet}'
        "</sheetData></worksheet>",
    }
    made |= {path: changed[Path(path).stem] for path in made if Path(path).stem in changed}
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, contents in made.items():
            if path != without:
                archive.writestr(path, contents)
    return written.getvalue()


@pytest.mark.parametrize(
    ("sheet", "why"),
    [
        ('<row r="999999999999"/>', "row 999999999999"),
        (f'<row r="{"9" * 6000}"/>', "row 9999"),
        ('<row r="1048577"/>', "row 1048577"),
        ('<row r="1048576"/><row/>', "row 1048577"),
        ('<row r="-1"/>', "row -1"),
        ('<row r="2"><c r="XFE2"/></row>', "column 16,385"),
        (f"<row>{'<c/>' * 16_385}</row>", "column 16,385"),
    ],
)
def test_rows_and_columns_that_no_sheet_has_are_refused(
    sheet: str, why: str, read: Import, audit: Path
) -> None:
    with pytest.raises(UsageError) as told:
        read(workbook(row(2) + sheet), "pages.xlsx")
    assert f"it is damaged (it has a {why}" in str(told.value)
    assert "a sheet has at most 1,048,576 rows and 16,384 columns)" in str(told.value)
    assert parts(audit) == []


def test_a_sheet_that_begins_the_same_row_again_and_again_is_refused(
    read: Import, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workbooks, "MOST_ROWS", 5)
    with pytest.raises(UsageError, match="it has a row 6, and"):
        read(workbook('<row r="1"/>' * 9), "pages.xlsx")


@pytest.mark.parametrize("dimension", ["A1:XFD1048576", "A1", "B7:A1", "nonsense"])
def test_a_dimension_that_lies_and_rows_far_below_change_nothing(
    dimension: str, read: Import, audit: Path
) -> None:
    sheet = f'<worksheet><dimension ref="{dimension}"/>{HEADER}{row(2)}{row(1_048_576)}</worksheet>'
    told = read(workbook("", sheet1=sheet), "pages.xlsx")
    assert told[0].endswith("2 rows: 2 of them URLs of this site.")
    assert rows(audit, "SELECT line FROM imported_urls ORDER BY line") == [(2,), (1_048_576,)]


@pytest.mark.parametrize("missing", [BOOK, RELATIONS, SHEET, TEXTS, STYLES])
def test_a_workbook_without_one_of_its_parts_is_damaged(
    missing: str, read: Import, audit: Path
) -> None:
    with pytest.raises(UsageError, match=r"^Cannot import .*\.xlsx: it is damaged \(.*\)\. Export"):
        read(workbook(row(2), without=missing), "pages.xlsx")
    assert parts(audit) == []


def test_a_workbook_without_one_of_its_sheets_is_damaged(read: Import, audit: Path) -> None:
    more = '</sheets><sheets><sheet name="More" r:id="rId9"/></sheets>'
    gone = f'<Relationship Id="rId9" Type="{KIND}/worksheet" Target="gone.xml"/></Relationships>'
    with zipfile.ZipFile(io.BytesIO(workbook(row(2)))) as made:
        book, relations = made.read(BOOK).decode(), made.read(RELATIONS).decode()
    changed = {
        "workbook": book.replace("</sheets>", more),
        "workbook.xml": relations.replace("</Relationships>", gone),
    }
    with pytest.raises(UsageError, match=r"it is damaged \(.*xl/gone.xml.*\)"):
        read(workbook(row(2), **changed), "pages.xlsx")
    assert parts(audit) == []


@pytest.mark.parametrize("part", ["workbook", "workbook.xml", "sharedStrings", "styles", "sheet1"])
@pytest.mark.parametrize("contents", ["", "\0", "<a", "<a><b></a>", "<!DOCTYPE a><a/>"])
def test_a_workbook_with_a_part_that_is_no_xml_is_damaged(
    part: str, contents: str, read: Import
) -> None:
    with pytest.raises(UsageError, match=r"^Cannot import .*\.xlsx: it is damaged \("):
        read(workbook(row(2), **{part: contents}), "pages.xlsx")


@pytest.mark.parametrize(
    "bad",
    [
        status("NaN"),
        status("1e999"),
        status("one"),
        status(99, kind="s"),
        status(-1, kind="s"),
        status("x", kind="b"),
        '<c s="1"><v>1e15</v></c>',
        '<c r="2B"><v>1</v></c>',
        status("a" * 32_768, kind="str"),
    ],
)
def test_a_cell_that_cannot_be_read_costs_its_row_alone(
    bad: str, read: Import, audit: Path
) -> None:
    told = read(workbook(row(2) + row(3, bad) + row(4, status(7))), "pages.xlsx")
    assert told[0].endswith("3 rows: 2 of them URLs of this site.")
    assert told[1] == "  Not read: 1 damaged (line 3)."
    stored = rows(audit, "SELECT line, status FROM imported_urls ORDER BY line")
    assert stored == [(2, None), (4, 7)]


def test_errors_formulas_merged_cells_and_odd_formats(read: Import, audit: Path) -> None:
    sheet = (
        row(2, status("#N/A", kind="e"))
        + row(3, "<c><f>1+1</f></c>")  # a program wrote it that calculates nothing
        + row(4, "<c><f>1+1</f><v>2</v></c>")
        + '<row r="5"><c t="e"><v>#REF!</v></c><c><v>1</v></c></row>'
        + '<row r="6"><c/><c><v>8</v></c></row>'  # merged with that above
        + '<row r="7"/><row r="8"><c/><c s="1"/></row>'
        + row(9, '<c s="99"><v>3</v></c>')
        + row(10, '<c s="-"><v>4.0</v></c>')
    )
    told = read(workbook(sheet), "pages.xlsx")
    assert told[1] == "  Not read: 2 no URL (line 5)."
    stored = rows(audit, "SELECT line, status FROM imported_urls ORDER BY line")
    assert stored == [(2, None), (3, None), (4, 2), (9, 3), (10, 4)]


def test_dates_and_shared_texts_in_pieces(read: Import, audit: Path) -> None:
    in_pieces = f"{SITE}</t></r><rPh><t>spoken</t></rPh><r><t>/b</t></r>"
    texts = ["URL", "Last crawled", f"{SITE}/a</t></si><si><r><t>{in_pieces}<t>"]
    sheet = "".join(
        f'<row><c t="s"><v>{text}</v></c><c s="1"><v>{day}</v></c></row>'
        for text, day in ((2, 46_052), (3, 46_052.5))
    )
    read(workbook(sheet, texts), "pages.xlsx")
    stored = rows(audit, "SELECT url, last_crawled FROM imported_urls ORDER BY url")
    assert stored == [
        (f"{SITE}/a", "2026-01-30 00:00:00"),
        (f"{SITE}/b", "2026-01-30 12:00:00"),
    ]


@pytest.mark.parametrize(
    "hostile",
    [
        "<a>" * 200,
        "".join(f"<a{number}/>" for number in range(2_000)),
        "".join(f"<a b{number}=''/>" for number in range(2_000)),
        "".join(f'<a xmlns:b{number}="c"/>' for number in range(2_000)),
        f"<a b='{'c' * 2_000_000}'/>",
        f"<!--{'c' * 2_000_000}-->",
    ],
    ids=["deep", "tags", "attributes", "prefixes", "long-tag", "long-comment"],
)
def test_xml_that_would_take_memory_ends_the_sheet(hostile: str, read: Import) -> None:
    told = read(workbook(row(2) + hostile + row(3)), "pages.xlsx")
    assert told[0].endswith("1 row: 1 of them URLs of this site.")
    assert told[1] == "  The file is truncated: read until line 2. Copy it again."


def test_texts_that_would_take_memory_are_refused(
    read: Import, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workbooks, "MOST_TEXTS", 1_000)
    read(workbook(row(2)), "pages.xlsx")
    for texts in (["Address", "Status Code", *[""] * 300], ["Address", "Status Code", "a" * 1_000]):
        with pytest.raises(
            UsageError, match=r"its texts have more than 1,000 bytes\. Save it as CSV"
        ):
            read(workbook(row(2), texts), "pages.xlsx")
    monkeypatch.setattr(workbooks, "MOST_PART", 100)
    with pytest.raises(UsageError, match=r"it is damaged \(xl/workbook.xml has more than 100 byt"):
        read(workbook(row(2)), "pages.xlsx")


def test_a_workbook_that_takes_too_long_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "pages.xlsx"
    path.write_bytes(workbook(row(2)))
    ticks = count(0, workbooks.MOST_SECONDS // 3)
    with zipfile.ZipFile(path) as archive, pytest.raises(UsageError, match="more than 900 seconds"):
        list(workbooks.read_sheets(archive, path, Allowance(path), clock=lambda: next(ticks)))
