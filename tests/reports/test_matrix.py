"""The matrix of locales, in the CSV and on its sheet."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING, Any

import pytest
from checks.examples.fixtures import make_store
from checks.examples.manual import Example
from openpyxl import Workbook, load_workbook
from rows import record_of

from reports import sample
from sitemap_audit.analysis.causes import find_causes
from sitemap_audit.analysis.runner import prepare, run_checks
from sitemap_audit.analysis.views import make_reported
from sitemap_audit.audit_place import AuditPlace
from sitemap_audit.report.matrix import read_matrix
from sitemap_audit.report.report import Report
from sitemap_audit.reports.csv import write_tables
from sitemap_audit.reports.sheets import matrix_sheet, styles

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sitemap_audit.storage import Store

SITE = "https://example.com"
LINKS = [
    ("a", "en", "a"),
    ("a", "de", "de/a"),
    ("a", "fr", "fr/a"),
    ("a", "es", "es/gone"),
    ("a", "it", "it/later"),
    ("de/a", "de", "de/a"),
    ("de/a", "en", "a"),
    ("fr/a", "fr", "fr/a"),
]


@pytest.fixture(scope="module")
def store() -> Iterator[Store]:
    alternates: list[dict[str, str | None]] = [
        {"url": f"{SITE}/{url}", "hreflang": code, "href": f"{SITE}/{href}"}
        for url, code, href in LINKS
    ]
    gone: dict[str, str | None] = {"url": f"{SITE}/es/gone", "status": "404"}
    pages: list[dict[str, str | None]] = [{"url": f"{SITE}/{u}"} for u in ("a", "de/a", "fr/a")]
    entries: list[dict[str, str | None]] = [{"loc": f"{SITE}/a"}, {"loc": f"{SITE}/de/a"}]
    tables = {"entries": entries, "pages": [*pages, gone], "page_alternates": alternates}
    with make_store(Example(title="", given=tables, parameters={}, finds=[])) as made:
        prepare(made, (), also=sample.VIEWS)
        run_checks(made, [])
        find_causes(made, [])
        make_reported(made)
        yield made


def test_the_csv_counts_links_and_what_came_back(store: Store, tmp_path: Path) -> None:
    write_tables(Report(store, [], record_of()), AuditPlace(tmp_path))
    with (tmp_path / "tables/locale_pairs.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.reader(file))
    assert rows == [
        [
            "source_code",
            "target_code",
            "links",
            "returned",
            "missing",
            "broken",
            "unknown",
            "returned_per_cent",
        ],
        ["de", "en", "1", "1", "0", "0", "0", "100.0"],
        ["en", "de", "1", "1", "0", "0", "0", "100.0"],
        ["en", "es", "1", "0", "0", "1", "0", ""],
        ["en", "fr", "1", "0", "1", "0", "0", "0.0"],
        ["en", "it", "1", "0", "0", "0", "1", ""],
    ]


def test_the_sheet_has_the_counts_of_the_page_as_a_matrix(store: Store, tmp_path: Path) -> None:
    book = Workbook(write_only=True)
    told = read_matrix(store)
    matrix_sheet.write(book, told, "tables/locale_pairs.csv")
    book.save(tmp_path / "book.xlsx")
    sheet: Any = load_workbook(tmp_path / "book.xlsx")[matrix_sheet.NAME]
    rows = [row[:7] for row in sheet.iter_rows(min_row=4, max_row=6, values_only=True)]
    assert rows == [
        ("From / to", "Problems", "de", "en", "es", "fr", "it"),
        ("de", 0, None, "✓ 1", None, None, None),
        ("en", 3, "✓ 1", None, "! 1", "✗ 1", "? 1"),
    ]
    assert sheet.freeze_panes == "C5"
    colours = [cell.fill.start_color.rgb[2:] for cell in sheet[6][2:7]]
    words = ("passed", "", "warning", "failed", "not checked")
    assert colours == [styles.FILLS.get(word, "000000") for word in words]
    assert told is not None
    assert told.lines[1].cells[3].sentence == "en → fr: 1 not returned"
