"""The matrix of locales: shares of return links, in the CSV and on its sheet."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING, Any

import pytest
from checks.examples.fixtures import make_store
from checks.examples.manual import Example
from openpyxl import Workbook, load_workbook

from reporting import sample
from sitemap_audit.analysis.causes import find_causes
from sitemap_audit.analysis.runner import prepare, run_checks
from sitemap_audit.reporting.csv import write_tables
from sitemap_audit.reporting.sheets import matrix

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
        yield made


def test_the_csv_counts_links_and_what_came_back(store: Store, tmp_path: Path) -> None:
    write_tables(store, [], tmp_path)
    with (tmp_path / "locale_pairs.csv").open(encoding="utf-8-sig", newline="") as file:
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


def test_the_sheet_has_the_shares_as_a_matrix_and_leaves_open_what_is_not_known(
    store: Store, tmp_path: Path
) -> None:
    book = Workbook(write_only=True)
    matrix.write(book, store)
    book.save(tmp_path / "book.xlsx")
    sheet: Any = load_workbook(tmp_path / "book.xlsx")[matrix.NAME]
    rows = [row[:6] for row in sheet.iter_rows(min_row=4, max_row=6, values_only=True)]
    assert rows == [
        ("From / to", "en", "de", "es", "fr", "it"),
        ("en", "-", 1, None, 0, None),
        ("de", 1, "-", "-", "-", "-"),
    ]
    assert sheet.freeze_panes == "B5"
    assert [str(place.sqref) for place in sheet.conditional_formatting] == ["B5:F6"]


def test_the_locales_with_most_links_come_first() -> None:
    table = matrix.matrix([("de", "en", 5, 1.0), ("en", "de", 5, 0.5), ("en", "fr", 2, 0.0)])
    assert (table.sources, table.targets) == (["en", "de"], ["en", "de", "fr"])
