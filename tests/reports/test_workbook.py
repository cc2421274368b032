"""The workbook: ten sheets, opened again and read."""

from __future__ import annotations

import gc
import io
import resource
from typing import TYPE_CHECKING, Any

import pytest
from openpyxl import load_workbook
from openpyxl.utils import get_column_letter
from rich.console import Console
from rows import record_of

from reports import sample
from sitemap_audit.analysis.catalogue import column_docs
from sitemap_audit.audit_place import AuditPlace
from sitemap_audit.report.counts import read_counts
from sitemap_audit.report.issue_groups import read_first
from sitemap_audit.report.overview import read_overview
from sitemap_audit.report.report import Report
from sitemap_audit.reports import terminal
from sitemap_audit.reports.workbook import write_workbook

if TYPE_CHECKING:
    from pathlib import Path

    from openpyxl import Workbook

    from sitemap_audit.report.issue_groups import IssueGroup
    from sitemap_audit.storage import Store

SHEETS = [
    *("Summary", "Issues", "Findings", "URLs", "Redirects"),
    *("Hreflang matrix", "Hreflang pairs", "Sitemaps", "Coverage", "About"),
]
TABLES = ("Findings", "URLs", "Redirects", "Hreflang pairs", "Sitemaps")


@pytest.fixture(scope="module")
def book(folder: Path) -> Workbook:
    return load_workbook(folder / "report.xlsx")


def written(
    store: Store, folder: Path, run: dict[str, Any] = sample.RUN, **limits: int
) -> Workbook:
    report = Report(store, sample.CHECKS, record_of(run), place=AuditPlace(folder))
    return load_workbook(write_workbook(report, folder, **limits))


def texts(sheet: Any) -> list[str]:
    return [str(cell.value) for row in sheet.iter_rows() for cell in row if cell.value is not None]


def row_of(sheet: Any, value: str) -> list[Any]:
    """The values of the first row that has a cell of this value."""
    rows = ([cell.value for cell in row] for row in sheet.iter_rows())
    return next(row for row in rows if value in row)


def records(sheet: Any) -> list[dict[str, Any]]:
    """The rows of a table by head."""
    heads, *rows = sheet.iter_rows(values_only=True)
    return [dict(zip(heads, row, strict=True)) for row in rows]


def test_the_workbook_has_ten_sheets_each_named_for_what_it_holds(book: Workbook) -> None:
    assert book.sheetnames == SHEETS


@pytest.mark.parametrize("name", TABLES)
def test_a_table_has_a_frozen_head_a_filter_and_comments(book: Workbook, name: str) -> None:
    sheet: Any = book[name]
    assert sheet.freeze_panes == "A2"
    assert sheet.auto_filter.ref == f"A1:{sheet.cell(sheet.max_row, sheet.max_column).coordinate}"
    assert sheet.print_title_rows == "$1:$1"
    assert not any(cell.hyperlink for row in sheet.iter_rows() for cell in row)


def test_heads_of_columns_have_their_meaning_as_a_comment(book: Workbook) -> None:
    sheet: Any = book["Findings"]
    texts_of = {each.name: each.text for each in column_docs.columns_of("findings")}
    comments = {cell.value: cell.comment for cell in sheet[1]}
    assert comments["Observed"].text == texts_of["observed"]
    told = [comment for comment in comments.values() if comment is not None]
    assert len(told) == 16
    for comment in told:  # each is as high as its text
        assert comment.height >= 15 * len(comment.text) / 60
    for name in ("Sitemaps", "Coverage", "URLs"):
        rows = book[name].iter_rows()
        assert sum(cell.comment is not None for row in rows for cell in row) >= 6, name


def test_the_summary_says_what_was_audited_and_that_it_is_complete(book: Workbook) -> None:
    sheet = book["Summary"]
    assert "https://www.example.com" in texts(sheet)
    assert "Crawl complete" in texts(sheet)
    assert "2026-07-01 12:00 UTC · evaluated for Googlebot" in texts(sheet)


def test_key_figures_are_values_and_not_formulas(book: Workbook) -> None:
    sheet: Any = book["Summary"]
    assert row_of(sheet, "URLs in sitemaps")[3:6] == [5, None, "-"]
    assert row_of(sheet, "Indexable")[3:6] == [3, 0.75, "-"]
    assert row_of(sheet, "URLs with errors")[3] == 5
    assert row_of(sheet, "Not checked")[3] == 1


def test_key_figures_say_what_has_changed_since_the_last_audit(
    store: Store, tmp_path: Path
) -> None:
    before = {
        "folder": "-",
        "started_at": "2026-06-01T12:00:00Z",
        "figures": {"urls_in_sitemaps": 1_005, "checked": 4, "indexable": 4, "not_checked": 1},
    }
    sheet = written(store, tmp_path, sample.RUN | {"previous": before})["Summary"]
    assert row_of(sheet, "URLs in sitemaps")[5] == "-1,000"
    assert row_of(sheet, "Indexable")[5] == "-25.0 points"
    assert row_of(sheet, "Not checked")[5] == "±0"
    assert row_of(sheet, "URLs with errors")[5] == "-"


def test_charts_stand_beside_their_tables(book: Workbook) -> None:
    sheet: Any = book["Summary"]
    assert len(sheet._charts) == 3
    assert row_of(sheet, "hreflang")[1:6] == ["hreflang", None, 3, None, None]
    assert row_of(sheet, "404")[1:4] == ["404", None, 1]
    assert row_of(sheet, "returns 4xx")[1:4] == ["returns 4xx", None, 1]


def told_of(group: IssueGroup) -> str:
    """The cell of an issue."""
    return f"{group.title}\n{group.sentence}"


def test_do_first_is_what_the_terminal_says(store: Store, book: Workbook) -> None:
    sheet: Any = book["Summary"]
    rows = [[cell.value for cell in row[1:8]] for row in sheet.iter_rows()]
    first = next(place for place, row in enumerate(rows) if row[0] == "Do this first") + 2
    most = read_first(store, sample.CHECKS, read_overview(store, sample.CHECKS))
    told = [
        [told_of(each), each.example or None, each.cause.severity, each.urls, None, step, who]
        for each in most
        for step, who in [(each.cause.first_step, each.cause.who)]
    ]
    assert rows[first : first + len(told)] == told
    assert told[0][5:] == ["Correct the entry, see the protocol.", "template"]
    console = Console(width=200, height=60, file=io.StringIO())
    with console.capture() as shown:
        console.print(terminal.summary(Report(store, sample.CHECKS, record_of(sample.RUN))))
    heads = [f"{each.cause.severity:<8}{each.affected:>11}  {each.title}" for each in most]
    assert [line for line in shown.get().splitlines() if line in heads] == heads


def test_a_number_of_what_is_affected_says_its_unit(tmp_path: Path) -> None:
    with sample.audit() as store:
        for table in ("findings", "causes"):
            store.execute(f"UPDATE {table} SET unit = 'sitemap' WHERE \"check\" LIKE 'entry/%'")
        book = written(store, tmp_path)
    issues = {row[1].value: row[2].number_format for row in book["Issues"].iter_rows(min_row=2)}
    first = {
        str(row[1].value).partition("\n")[0]: row[4].number_format
        for row in book["Summary"].iter_rows()
        if "\n" in str(row[1].value)
    }
    assert issues == first
    assert issues["Lastmod that is not a W3C date"] == '[=1]#,##0 "sitemap";#,##0 "sitemaps"'
    assert {*issues.values()} == {
        '[=1]#,##0 "URL";#,##0 "URLs"',
        '[=1]#,##0 "sitemap";#,##0 "sitemaps"',
    }


def test_links_lead_to_the_first_finding_of_a_check(store: Store, book: Workbook) -> None:
    titles = {
        told_of(each): each.title
        for each in read_first(store, sample.CHECKS, read_overview(store, sample.CHECKS))
    }
    findings = records(book["Findings"])
    for name in ("Summary", "Issues"):
        links = {
            (row[1] if name == "Summary" else cell).value: cell.hyperlink.location
            for row in book[name].iter_rows()
            for cell in row
            if cell.hyperlink
        }
        assert len(links) == 4
        for told, place in links.items():
            title = titles.get(str(told), told)
            sheet, _, cell = str(place).partition("!A")
            assert sheet == "'Findings'"
            row = int(cell) - 2
            assert findings[row]["Issue"] == title
            assert row == 0 or findings[row - 1]["Issue"] != title


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
    store: Store, options: dict[str, Any], told: list[str], tmp_path: Path, *, reached: bool
) -> None:
    book = written(store, tmp_path, sample.RUN | {"options": options, "limit_reached": reached})
    rows = book["About"].iter_rows(values_only=True)
    assert [row[1] for row in rows if row[0] == "Limit (--max-urls)"] == told
    banner = "Limited by --max-urls: 4 of 5 URLs in sitemaps crawled; the others were not checked."
    assert (banner in texts(book["Summary"])) is reached


def test_what_was_left_out_on_purpose_is_told(store: Store, tmp_path: Path) -> None:
    book = written(store, tmp_path, sample.RUN | {"checks_known": 313})
    for name in ("Summary", "About"):
        assert "Only 8 of 313 checks were selected." in texts(book[name])


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


def test_an_issue_says_why_it_matters_and_how_to_fix_it(book: Workbook) -> None:
    issues = records(book["Issues"])
    assert [issue["Check"] for issue in issues] == [
        "hreflang/missing-return-link",
        "status/listed-url-not-found",
        "canonical/listed-url-canonicalised-elsewhere",
        "entry/lastmod-not-w3c",
    ]
    assert issues[0] == {
        "Severity": "error",
        "Issue": "Hreflang link without a return link",
        "Affected": 3,
        "Findings": 3,
        "Consequences": None,
        "Checked": 33,
        "Not checked": 7,
        "Why it matters": "Search engines drop such pages.",
        "How to fix it": "Correct the entry, see the protocol.",
        "Subject": "hreflang",
        "Check": "hreflang/missing-return-link",
        "More": "https://www.sitemaps.org/protocol.html",
    }


def test_findings_are_those_of_the_csv_with_columns_for_people(book: Workbook) -> None:
    findings = records(book["Findings"])
    assert [finding["Severity"] for finding in findings] == ["error"] * 5 + ["warning"] * 2
    last = findings[-1]
    assert last["Issue"] == "Lastmod that is not a W3C date"
    assert last["Page to change"] == "https://www.example.com/sitemap.xml"
    assert last["Change"] == (
        "In https://www.example.com/sitemap.xml, line 12:"
        " replace lastmod 01.07.2026 with 2026-07-01"
    )
    assert last["Line"] == 12
    assert {last[head] for head in ("Status", "Owner", "Comment")} == {None}
    sheet: Any = book["Findings"]
    (offer,) = sheet.data_validations.dataValidation
    column = [cell.value for cell in sheet[1]].index("Status")
    letter = sheet.cell(1, column + 1).column_letter
    assert (str(offer.sqref), offer.type) == (f"{letter}2:{letter}8", "list")
    assert offer.formula1.startswith('"Open,')


def test_findings_show_at_most_14_columns_and_one_click_shows_the_others(book: Workbook) -> None:
    sheet: Any = book["Findings"]
    heads = [cell.value for cell in sheet[1]]
    hidden = [
        head
        for number, head in enumerate(heads, 1)
        if sheet.column_dimensions[get_column_letter(number)].hidden
    ]
    folded = ["Related URL", "Kind", "ID", "Check", "File", "Line of file"]
    assert hidden == folded == heads[14:]
    assert sheet.column_dimensions["O"].outlineLevel == 1
    assert sheet.column_dimensions["U"].collapsed


def test_the_charts_have_the_numbers_of_report_html(book: Workbook, store: Store) -> None:
    values = book["Summary"].iter_rows(values_only=True)
    rows = [[value for value in row if value is not None] for row in values]
    counts = read_counts(store)
    for name, numbers in read_overview(store, sample.CHECKS).by_subject:
        assert [name, *numbers.values()] in rows
    assert [["Status", "URLs"], *map(list, counts.statuses)] == rows[
        (start := rows.index(["Status codes"]) + 1) : start + 1 + len(counts.statuses)
    ]


def test_severities_are_coloured_by_a_rule(book: Workbook) -> None:
    sheet: Any = book["Findings"]
    ((place, rules),) = sheet.conditional_formatting._cf_rules.items()
    assert str(place.sqref) == "A2:A8"
    assert [rule.formula for rule in rules] == [
        [f'$A2="{severity}"'] for severity in ("error", "warning", "notice")
    ]


def test_a_consequence_names_its_root_cause(tmp_path: Path) -> None:
    with sample.audit() as store:
        store.execute(
            "UPDATE findings SET root_check = 'status/listed-url-not-found',"
            " root_id = 'status/listed-url-not-found'"
            " || ' https://www.example.com/gone' WHERE \"check\" LIKE 'entry/%'"
        )
        book = written(store, tmp_path)
    assert records(book["Findings"])[-1]["Consequence of"] == "Listed URL that is not found"
    folded = records(book["Issues"])[-1]
    assert (folded["Affected"], folded["Findings"], folded["Consequences"]) == (0, 1, 1)


def test_each_listed_url_has_a_row(book: Workbook) -> None:
    urls = {row["URL"].removeprefix(f"{sample.SITE}/"): row for row in records(book["URLs"])}
    assert list(urls) == ["a", "b", "c", "gone", "missing"]
    verdicts = {url: (row["Status"], row["Indexable"], row["Why not"]) for url, row in urls.items()}
    assert verdicts == {
        "a": (200, "yes", None),
        "b": (200, "yes", None),
        "c": (200, "yes", None),
        "gone": (404, "no", "returns 4xx"),
        "missing": (None, "not checked", "Not crawled: the audit ended first"),
    }
    assert [row["Findings"] for row in urls.values()] == [2, 2, 1, 1, 1]
    assert urls["a"]["Sitemap"] == f"{sample.SITE}/sitemap.xml"


def test_a_number_in_a_plain_row_does_not_touch_the_text_beside_it(book: Workbook) -> None:
    heads = [cell.value for cell in next(book["URLs"].rows)]
    number = book["URLs"].cell(2, heads.index("Findings") + 1)
    assert (number.value, number.number_format) == (2, 'General"   "')


def test_sitemaps_say_what_they_are(book: Workbook) -> None:
    row = row_of(book["Sitemaps"], f"{sample.SITE}/sitemap.xml")
    assert row[1:10] == ["urlset", 200, "complete", 7, 5, 0, 4, 3, 1]


def test_coverage_lists_every_check_and_its_end(book: Workbook) -> None:
    sheet: Any = book["Coverage"]
    rows = [[cell.value for cell in row[:7]] for row in sheet.iter_rows(min_row=5)]
    *rows, _, _, cause = rows
    assert cause[0] == "1 alternate was not crawled: its return links are not known."
    assert [(row[0], row[2]) for row in rows] == [
        ("could not run", "site/blocked"),
        ("failed", "hreflang/missing-return-link"),
        ("failed", "status/listed-url-not-found"),
        ("failed", "canonical/listed-url-canonicalised-elsewhere"),
        ("failed", "entry/lastmod-not-w3c"),
        ("passed", "sitemap/not-utf8"),
        ("not checked", "entry/priority-out-of-range"),
        ("not applicable", "robots/missing"),
    ]
    assert rows[1][4:] == [3, 33, 7]
    assert row_of(sheet, "site/blocked")[-1] == "BinderException: no such column"
    assert (sheet.freeze_panes, sheet.auto_filter.ref) == ("A5", "A4:L12")


def test_the_ledger_adds_up(book: Workbook) -> None:
    sheet = book["About"]
    parts = ("fetched", "duplicate", "interrupted", "not-a-url:empty")
    assert [row_of(sheet, part)[2] for part in parts] == [4, 1, 1, 1]
    assert row_of(sheet, "Total")[1:3] == [
        "5 URLs in sitemaps: 4 crawled, 1 left when the audit ended;"
        " plus 1 duplicate and 1 invalid URL",
        7,
    ]
    assert row_of(sheet, "Duration")[1] == "3 min 12 s"
    assert row_of(sheet, "Made with")[1] == "sitemap-audit 0.1.0"


def test_what_each_bot_may_fetch_stands_below_the_ledger(store: Store, book: Workbook) -> None:
    rows = [row[:5] for row in book["About"].iter_rows(values_only=True)]
    place = rows.index(("Access by bot", None, None, None, None))
    bots = {str(row[0]): [int(str(number)) for number in row[2:]] for row in rows[place + 3 :]}
    assert len(bots) == 26
    listed = store.value("SELECT COUNT(*) FROM listed")
    assert {sum(numbers) for numbers in bots.values()} == {listed}


def test_every_sheet_prints_as_wide_as_the_paper(book: Workbook) -> None:
    sheets: list[Any] = list(book)
    assert {sheet.page_setup.orientation for sheet in sheets} == {"landscape"}
    assert {sheet.sheet_properties.pageSetUpPr.fitToPage for sheet in sheets} == {True}
    assert {sheet.page_setup.fitToHeight for sheet in sheets} == {0}
    assert [book[name].page_setup.paperSize for name in ("Summary", "Findings")] == [9, 8]


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
    sheet: Any = book["Findings"]
    marked = {cell.value: cell.quotePrefix for cell in sheet["D"][1:]}
    assert {text for text, is_marked in marked.items() if is_marked} == {*FORMULAS, "#N/A"}
    assert "\ufffd[31m" in texts(sheet)


# openpyxl's own objects write once more when they are collected.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("size", [1_000, 20_000])
def test_a_disk_that_is_full_is_told_with_the_workbook(
    store: Store, size: int, tmp_path: Path
) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        with pytest.raises(OSError, match=r"File too large: .*/report\.xlsx"):
            written(store, tmp_path)
        gc.collect()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_tables_are_cut_so_that_all_of_them_have_so_many_cells(
    store: Store, tmp_path: Path
) -> None:
    whole = written(store, tmp_path)
    cells = sum(len(records(whole[name])) * whole[name].max_column for name in TABLES)
    assert [len(records(each)) for each in written(store, tmp_path, cells=cells)] == [
        len(records(each)) for each in whole
    ]
    book = written(store, tmp_path, cells=cells - 1)
    assert any(text.startswith("The sheet Findings has 6 of 7") for text in texts(book["Summary"]))


def test_a_sheet_is_cut_to_the_most_severe_rows_and_says_so_in_three_places(
    store: Store, tmp_path: Path
) -> None:
    (tmp_path / "data").mkdir()
    whole, cut = (written(store, tmp_path, rows=rows) for rows in (10, 3))
    told = [
        "The sheet Findings has 3 of 7 findings: the most severe."
        " All of them are in findings.csv and, as Parquet, in data/findings.",
        "The sheet URLs has 3 of 5 URLs: those with the most severe findings."
        " All of them are in urls.csv.",
    ]
    for name in ("Summary", "About"):
        assert [text for text in texts(cut[name]) if text.startswith("The sheet")] == told
        assert not [text for text in texts(whole[name]) if text.startswith("The sheet")]
    for name, sentence in zip(("Findings", "URLs"), told, strict=True):
        rows = list(cut[name].iter_rows(values_only=True))
        assert [row[0] for row in rows[4:]] == [None, sentence]
        last: Any = cut[name].max_column
        assert cut[name].auto_filter.ref == f"A1:{cut[name].cell(4, last).coordinate}"
    assert records(cut["Findings"])[:3] == records(whole["Findings"])[:3]
    assert [row["URL"][-1] for row in records(cut["URLs"])[:3]] == ["a", "b", "c"]


def test_a_cut_sheet_of_urls_has_those_with_errors(tmp_path: Path) -> None:
    findings = [
        {"check": "entry/lastmod-not-w3c", "url": f"{sample.SITE}/a"},
        {"check": "status/listed-url-not-found", "url": f"{sample.SITE}/gone"},
    ]
    with sample.audit(findings=findings) as store:
        first, second = (written(store, tmp_path, rows=rows)["URLs"] for rows in (1, 2))
    assert [row["URL"] for row in records(first)[:1]] == [f"{sample.SITE}/gone"]
    assert [row["URL"] for row in records(second)[:2]] == [
        f"{sample.SITE}/a",
        f"{sample.SITE}/gone",
    ]


def test_a_cut_sheet_names_the_parts_of_a_large_csv(store: Store, tmp_path: Path) -> None:
    (tmp_path / "findings").mkdir()
    (tmp_path / "findings" / "part-00001.csv").touch()
    book = written(store, tmp_path, rows=3)
    assert texts(book["Findings"])[-1] == (
        "The sheet Findings has 3 of 7 findings: the most severe."
        " All of them are in findings/part-*.csv."
    )


def test_an_audit_that_read_nothing_has_a_workbook_too(tmp_path: Path) -> None:
    with sample.empty() as store:
        book = written(store, tmp_path)
    assert book.sheetnames == SHEETS
    assert "Nothing could be checked." in texts(book["Summary"])
    assert "No hreflang annotations between indexable pages." in texts(book["Hreflang matrix"])


def test_a_check_whose_manual_is_gone_is_shown_by_its_title(store: Store, tmp_path: Path) -> None:
    report = Report(store, [], record_of(sample.RUN), place=AuditPlace(tmp_path))
    book = load_workbook(write_workbook(report, tmp_path))
    assert records(book["Issues"])[0]["Issue"] == "Hreflang link without a return link"
