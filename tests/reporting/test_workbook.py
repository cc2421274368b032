"""The workbook, opened again."""

from __future__ import annotations

import gc
import io
import resource
from typing import TYPE_CHECKING, Any

import pytest
from openpyxl import load_workbook
from rich.console import Console

from reporting import sample
from sitemap_audit.analysis import column_docs
from sitemap_audit.reporting import machine, terminal
from sitemap_audit.reporting.causes import do_first
from sitemap_audit.reporting.sheets.sheet import sheet_names
from sitemap_audit.reporting.words import count
from sitemap_audit.reporting.workbook import write_workbook

if TYPE_CHECKING:
    from pathlib import Path

    from openpyxl import Workbook

    from sitemap_audit.reporting.causes import Matter
    from sitemap_audit.storage import Store

RETURN = "hreflang missing-return-link"
CANONICAL = "canonical listed-url-canonical…"


@pytest.fixture(scope="module")
def book(folder: Path) -> Workbook:
    return load_workbook(folder / "report.xlsx")


def written(store: Store, folder: Path, **limits: int) -> Workbook:
    record = machine.run_record(store, sample.CHECKS, sample.RUN)
    path = folder / "report.xlsx"
    return load_workbook(write_workbook(store, sample.CHECKS, record, path, **limits))


def texts(sheet: Any) -> list[str]:
    return [str(cell.value) for row in sheet.iter_rows() for cell in row if cell.value is not None]


def row_of(sheet: Any, value: str) -> list[Any]:
    """The values of the first row that has a cell of this value."""
    rows = ([cell.value for cell in row] for row in sheet.iter_rows())
    return next(row for row in rows if value in row)


def head_row(sheet: Any) -> int:
    return next(row for row in range(1, 20) if sheet.cell(row, 1).value == "URL")


def test_heads_of_columns_have_their_meaning_as_a_comment(book: Workbook) -> None:
    sheet: Any = book[RETURN]
    heads = [cell for cell in sheet[head_row(sheet)] if cell.value is not None]
    texts_of = {each.name: each.text for each in column_docs.columns_of("findings")}
    comments = {cell.value: cell.comment.text for cell in heads}
    assert comments["Observed"] == texts_of["observed"]
    for cell in heads:  # each is as high as its text
        lines = len(cell.comment.text) / 60
        assert cell.comment.height >= 15 * lines
    for name in ("Causes", "Sitemaps", "Coverage", "Locales"):
        rows = book[name].iter_rows()
        assert sum(cell.comment is not None for row in rows for cell in row) >= 8, name


def test_a_failing_check_has_a_sheet_the_worst_first(book: Workbook) -> None:
    assert book.sheetnames == [
        "Summary",
        "Index",
        "Causes",
        "By sitemap",
        RETURN,
        "status listed-url-not-found",
        CANONICAL,
        "entry lastmod-not-w3c",
        "Sitemaps",
        "Locales",
        "Pages",
        "Coverage",
    ]


def test_the_causes_stand_next_to_the_summary_the_worst_first(book: Workbook) -> None:
    sheet = book["Causes"]
    rows = [[cell.value for cell in row[:5]] for row in sheet.iter_rows(min_row=5)]
    assert rows[:2] == [
        [
            "error",
            3,
            "Hreflang link without a return link",
            "URLs without a common pattern",
            "https://www.example.com/a",
        ],
        [
            "error",
            2,
            "Listed URL that is not found",
            "URLs without a common pattern",
            "https://www.example.com/gone",
        ],
    ]
    assert len(rows) == 4


def test_the_summary_says_what_was_audited_and_that_it_is_complete(book: Workbook) -> None:
    sheet = book["Summary"]
    assert "https://www.example.com" in texts(sheet)
    assert "Crawl complete" in texts(sheet)
    assert row_of(sheet, "Started")[2] == "2026-07-01 12:00 UTC"
    assert row_of(sheet, "Duration")[2] == "3 min 12 s"
    assert row_of(sheet, "User agent evaluated")[2] == "Googlebot"
    assert row_of(sheet, "Made with")[2] == "sitemap-audit 0.1.0"


def test_the_summary_says_how_many_checks_were_chosen(tmp_path: Path) -> None:
    with sample.audit() as store:
        run = sample.RUN | {"checks_known": 313}
        path = write_workbook(store, sample.CHECKS, run, tmp_path / "report.xlsx")
    assert "Only 8 of 313 checks were selected." in texts(load_workbook(path)["Summary"])


@pytest.mark.parametrize(
    ("options", "reached", "told"),
    [
        ({"max_urls": None}, False, []),
        ({"max_urls": 1000}, False, ["1,000, not reached"]),
        ({"max_urls": 1000}, True, ["1,000, reached"]),
    ],
    ids=["no limit", "not reached", "reached"],
)
def test_a_limit_of_urls_is_told_where_one_was_set(
    options: dict[str, Any], told: list[str], tmp_path: Path, *, reached: bool
) -> None:
    run = sample.RUN | {"options": options, "limit_reached": reached}
    with sample.audit() as store:
        path = write_workbook(store, sample.CHECKS, run, tmp_path / "report.xlsx")
    rows = load_workbook(path)["Summary"].iter_rows(values_only=True)
    assert [row[2] for row in rows if row[1] == "Limit (--max-urls)"] == told


def test_an_audit_that_is_not_complete_says_so_in_red_with_the_reasons(incomplete: Path) -> None:
    sheet: Any = load_workbook(incomplete / "report.xlsx")["Summary"]
    banner = next(
        cell for row in sheet.iter_rows() for cell in row if "NOT COMPLETE" in str(cell.value)
    )
    assert banner.fill.start_color.rgb == "00B3261E"
    assert [sheet.cell(banner.row + n, banner.column).value for n in (1, 2)] == [
        "The crawl was stopped by hand.",
        "1 sitemap could not be read: what hangs on it is partial.",
    ]
    assert not [text for text in texts(sheet) if text.startswith("Crawl complete")]


def test_the_ledger_adds_up(book: Workbook) -> None:
    sheet = book["Summary"]
    parts = ("fetched", "duplicate", "interrupted", "not-a-url:empty")
    assert [row_of(sheet, part)[3] for part in parts] == [4, 1, 1, 1]
    assert row_of(sheet, "Total")[2:4] == [
        "5 URLs in sitemaps: 4 crawled, 1 left when the audit ended;"
        " plus 1 duplicate and 1 invalid URL",
        7,
    ]


def test_the_summary_counts_by_severity_and_links_to_each_sheet(book: Workbook) -> None:
    sheet: Any = book["Summary"]
    assert row_of(sheet, "error")[1:5] == ["error", "hreflang 3, status 2", 5, 2]
    assert row_of(sheet, "notice")[1:5] == ["notice", None, 0, 0]
    links = {
        cell.value: cell.hyperlink.location
        for row in sheet.iter_rows()
        for cell in row
        if cell.hyperlink
    }
    assert links["Hreflang link without a return link"] == f"'{RETURN}'!A1"
    assert {link.split("'")[1] for link in links.values()} <= set(book.sheetnames)


def test_do_first_is_what_the_terminal_says(store: Store, book: Workbook) -> None:
    sheet: Any = book["Summary"]
    rows = [[cell.value for cell in row[1:5]] for row in sheet.iter_rows()]
    first = next(place for place, row in enumerate(rows) if row[0] == "Do this first") + 2
    most = do_first(store, sample.CHECKS)
    told = [[each.cause.severity, each.cause.what, each.urls, each.where] for each in most]
    assert rows[first : first + len(told)] == told
    console = Console(width=200, height=60, file=io.StringIO())
    with console.capture() as shown:
        console.print(terminal.summary(store, sample.CHECKS, sample.RUN))
    heads = [_head_of(each) for each in most]
    assert [line for line in shown.get().splitlines() if line in heads] == heads


def _head_of(matter: Matter) -> str:
    return f"{matter.cause.severity:<8}{count(matter.urls, 'URL'):>11}  {matter.cause.what}"


def test_the_index_leads_to_every_check_in_the_order_of_the_tabs(book: Workbook) -> None:
    sheet: Any = book["Index"]
    assert row_of(sheet, "hreflang/missing-return-link") == [
        "error",
        "hreflang",
        "Hreflang link without a return link",
        3,
        33,
        7,
        "hreflang/missing-return-link",
    ]
    names = [row[2].hyperlink.location.split("'")[1] for row in sheet.iter_rows(min_row=5)]
    assert names == book.sheetnames[4:8]
    colors = [book[name].sheet_properties.tabColor for name in names]
    assert [color and color.rgb for color in colors] == [
        "00C9363D",
        "00C9363D",
        "00E0A100",
        "00E0A100",
    ]


def test_every_sheet_prints_as_wide_as_the_paper_with_its_head_on_each(book: Workbook) -> None:
    sheets: list[Any] = list(book)
    assert {sheet.page_setup.orientation for sheet in sheets} == {"landscape"}
    assert {sheet.sheet_properties.pageSetUpPr.fitToPage for sheet in sheets} == {True}
    assert {sheet.page_setup.fitToHeight for sheet in sheets} == {0}
    head = head_row(book[RETURN])
    assert book[RETURN].print_title_rows == f"${head}:${head}"
    assert [book[name].page_setup.paperSize for name in ("Summary", "Causes", RETURN)] == [9, 8, 9]


def test_columns_are_as_wide_as_their_texts(book: Workbook) -> None:
    widths = [book[RETURN].column_dimensions[letter].width for letter in "ABCD"]
    assert widths == [29, 32, 16, 43]


def test_a_sheet_of_a_check_starts_with_its_manual(book: Workbook) -> None:
    column = [book[RETURN].cell(row, 1).value for row in range(1, 8)]
    assert column == [
        "← Summary",
        "Hreflang link without a return link",
        "ERROR   ·   hreflang/missing-return-link   ·   3 findings   ·   33 checked   ·   "
        "7 not checked (not fetched or not read)   ·   rule of Google, Protocol (documented), "
        "confidence high",
        "What it finds:  Hreflang link without a return link, wherever "
        "hreflang/missing-return-link looks.",
        "Why it matters:  Search engines drop such pages.",
        "How to fix it:  Correct the entry, see the protocol.",
        "See:  https://www.sitemaps.org/protocol.html",
    ]


def test_the_findings_stand_under_a_frozen_head_with_a_filter(book: Workbook) -> None:
    sheet: Any = book[RETURN]
    head = head_row(sheet)
    assert sheet.freeze_panes == f"A{head + 1}"
    assert sheet.auto_filter.ref == f"A{head}:D{head + 3}"
    assert [cell.value for cell in sheet[head][:4]] == [
        "URL",
        "Related URL",
        "Observed",
        "Expected",
    ]
    assert [cell.value for cell in sheet[head + 1][:4]] == [
        "https://www.example.com/a",
        "https://www.example.com/de/a",
        "no link back",
        'hreflang="en" https://www.example.com/a',
    ]


def test_a_finding_says_what_to_change(book: Workbook) -> None:
    sheet: Any = book["entry lastmod-not-w3c"]
    head = head_row(sheet)
    cells = zip(sheet[head], sheet[head + 1], strict=True)
    assert {name.value: cell.value for name, cell in cells}["Change"] == (
        "In https://www.example.com/sitemap.xml, line 12:"
        " replace lastmod 01.07.2026 with 2026-07-01"
    )


def test_addresses_are_clickable(book: Workbook) -> None:
    sheet: Any = book[RETURN]
    row = sheet[head_row(sheet) + 2][:4]
    assert [cell.hyperlink.target if cell.hyperlink else None for cell in row] == [
        "https://www.example.com/b",
        "https://www.example.com/de/b",
        None,
        None,
    ]


def test_a_line_number_is_a_number(book: Workbook) -> None:
    sheet: Any = book["entry lastmod-not-w3c"]
    line = sheet[head_row(sheet) + 1][-1]
    assert (line.value, line.data_type) == (12, "n")


def test_a_column_that_is_empty_is_left_out(book: Workbook) -> None:
    sheet: Any = book["status listed-url-not-found"]
    heads = [cell.value for cell in sheet[head_row(sheet)]]
    assert heads[:2] == ["URL", "Observed"]
    assert not any(heads[2:])


FORMULAS = [
    "=1+1",
    "+1",
    "-1",
    "@SUM(A1)",
    " =1",
    "\n=1",
    "\ufeff+1",
    "\u200b\u3000\uff1d1",
    "\xa0-1",
]
NASTY = [*FORMULAS, "#N/A", "\x1b[31m", "a\x00b", "\ud7ff\uffff", "_x0041_"]


def test_no_text_of_a_site_becomes_a_formula_or_an_error(tmp_path: Path) -> None:
    findings: list[dict[str, Any]] = [
        {"check": "entry/lastmod-not-w3c", "url": text, "observed": text, "expected": text * 9}
        for text in NASTY
    ]
    with sample.audit(findings=findings) as store:
        book = written(store, tmp_path)
    types = {
        cell.data_type
        for sheet in book
        for row in sheet.iter_rows()
        for cell in row
        if cell.value is not None
    }
    assert types == {"s", "n"}
    sheet: Any = book["entry lastmod-not-w3c"]
    marked = {cell.value: cell.quotePrefix for cell in sheet["B"][head_row(sheet) :]}
    assert {text for text, is_marked in marked.items() if is_marked} == {*FORMULAS}
    assert "\ufffd[31m" in texts(sheet)
    assert not any(cell.hyperlink for cell in sheet["A"][head_row(sheet) :])


# openpyxl's own objects write once more when they are collected.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("size", [1_000, 20_000])
def test_a_disk_that_is_full_is_told_with_the_workbook(
    store: Store, size: int, tmp_path: Path
) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        with pytest.raises(OSError, match=r"File too large: '.*/report\.xlsx'"):
            written(store, tmp_path)
        gc.collect()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_sheet_that_is_cut_says_so_and_where_everything_is(store: Store, tmp_path: Path) -> None:
    sheet: Any = written(store, tmp_path, rows=2)[RETURN]
    assert "Truncated: the first 2 of 3 findings. findings.csv has all of them." in texts(sheet)
    assert sheet.max_row == head_row(sheet) + 2


def test_rows_are_shared_out_between_the_sheets(store: Store, tmp_path: Path) -> None:
    book = written(store, tmp_path, all_rows=4)
    sheets: list[Any] = [book[name] for name in book.sheetnames[4:8]]
    assert [sheet.max_row - head_row(sheet) for sheet in sheets] == [1, 1, 1, 1]
    assert ["Truncated: the first 1 of" in str(texts(sheet)) for sheet in sheets] == [
        True,
        True,
        False,
        False,
    ]


def test_links_that_run_out_are_said(store: Store, tmp_path: Path) -> None:
    sheet: Any = written(store, tmp_path, all_links=16)[RETURN]
    assert "Only the first 4 URLs here are clickable." in texts(sheet)
    head = head_row(sheet)
    linked = [bool(cell.hyperlink) for row in sheet.iter_rows(min_row=head + 1) for cell in row[:2]]
    assert linked == [True, True, True, True, False, False]


def test_coverage_lists_every_check_and_its_end(book: Workbook) -> None:
    sheet: Any = book["Coverage"]
    rows = [[cell.value for cell in row[:7]] for row in sheet.iter_rows(min_row=5)]
    assert [(row[0], row[2]) for row in rows] == [
        ("could not run", "site/walled"),
        ("failed", "hreflang/missing-return-link"),
        ("failed", "status/listed-url-not-found"),
        ("failed", "canonical/listed-url-canonicalised-elsewhere"),
        ("failed", "entry/lastmod-not-w3c"),
        ("passed", "sitemap/not-utf8"),
        ("not checked", "entry/priority-out-of-range"),
        ("not applicable", "robots/missing"),
    ]
    assert rows[1][4:] == [3, 33, 7]
    assert row_of(sheet, "site/walled")[-1] == "BinderException: no such column"
    assert (sheet.freeze_panes, sheet.auto_filter.ref) == ("A5", "A4:L12")


def test_findings_are_counted_by_sitemap(book: Workbook) -> None:
    sheet = book["By sitemap"]
    assert row_of(sheet, "Sitemap") == [
        "Sitemap",
        "Errors",
        "Warnings",
        "Notices",
        "hreflang/missing-return-link",
        "status/listed-url-not-found",
        "canonical/listed-url-canonicalised-elsewhere",
        "entry/lastmod-not-w3c",
    ]
    assert row_of(sheet, f"{sample.SITE}/sitemap.xml")[1:] == [5, 2, None, 3, 2, 1, 1]


def test_pages_are_counted_by_answer(book: Workbook) -> None:
    sheet = book["Pages"]
    assert row_of(sheet, "200")[:4] == ["200", "OK", 3, 3]
    assert row_of(sheet, "404")[:4] == ["404", "Not Found", 1, 1]
    assert row_of(sheet, "non-indexable")[:3] == ["non-indexable", "client-error", 1]


def test_sitemaps_say_what_they_are(book: Workbook) -> None:
    row = row_of(book["Sitemaps"], f"{sample.SITE}/sitemap.xml")
    assert row[1:8] == ["urlset", 200, "complete", 7, 0, 0, 1]


def test_an_audit_that_read_nothing_has_a_workbook_too(tmp_path: Path) -> None:
    with sample.empty() as store:
        book = written(store, tmp_path)
    assert book.sheetnames == ["Summary", "Sitemaps", "Pages", "Coverage"]
    assert "No findings." in texts(book["Summary"])


def test_a_check_whose_manual_is_gone_is_shown_by_its_name(store: Store, tmp_path: Path) -> None:
    record = machine.run_record(store, [], sample.RUN)
    book = load_workbook(write_workbook(store, [], record, tmp_path / "report.xlsx"))
    assert book[RETURN]["A2"].value == "hreflang/missing-return-link"


@pytest.mark.parametrize(
    ("names", "chosen"),
    [
        pytest.param(["a/b"], ["a b"], id="slash"),
        pytest.param(["a/[b]:*?'"], ["a  b     "], id="what Excel refuses"),
        pytest.param(["x" * 31], ["x" * 31], id="just fits"),
        pytest.param(["x" * 32], ["x" * 30 + "…"], id="too long"),
        pytest.param(["x" * 40, "X" * 41], ["x" * 30 + "…", "X" * 28 + "… 2"], id="cut alike"),
        pytest.param(["summary"], ["summary 2"], id="taken"),
    ],
)
def test_sheet_names_are_legal_and_unlike(names: list[str], chosen: list[str]) -> None:
    assert list(sheet_names(names, ["Summary"]).values()) == chosen
