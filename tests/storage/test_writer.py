"""Parts are whole or absent, and hold what was added."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow.parquet as pq
import pytest
from commanding import full_disk
from rows import NOW, make

from sitemap_audit.items import Columns, EntryBatch, EntryImage, SitemapProblem, column_names
from sitemap_audit.storage.duckdb import DuckDBStore
from sitemap_audit.storage.writer import SPAN, Writer, next_first

if TYPE_CHECKING:
    from pathlib import Path

    from sitemap_audit.items import Item, Row


def problem(sitemap_id: int, code: str = "dtd") -> SitemapProblem:
    return SitemapProblem(
        sitemap_id, "https://example.com/a.xml", code, None, 7, 3, "x", None, None
    )


def images(*urls: str) -> Columns:
    """Rows of entry_images as columns."""
    rows = [make("entry_images", sitemap_id=1, image_url=url) for url in urls]
    columns = [[getattr(row, name) for row in rows] for name in column_names(EntryImage)]
    return Columns(EntryImage, columns)


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    writer = Writer(tmp_path)
    writer.add([problem(1), make("sitemaps", id=1, url_key=5, url="u")])
    writer.flush()
    with DuckDBStore(tmp_path) as store:
        assert store.rows("SELECT code, line FROM sitemap_problems") == [("dtd", 7)]
        assert store.rows("SELECT url, fetched_at FROM sitemaps") == [("u", NOW)]


def stored(folder: Path) -> dict[str, int]:
    """The number of rows of each table that has parts."""
    tables = sorted((folder / "data").glob("*/"))
    return {table.name: pq.read_table(table).num_rows for table in tables}


@pytest.mark.parametrize(
    ("item", "tables"),
    [
        pytest.param(
            make(
                "pages",
                page_canonicals=[make("page_canonicals"), make("page_canonicals")],
                page_dates=[make("page_dates")],
            ),
            {"page_canonicals": 2, "page_dates": 1, "pages": 1},
            id="a page with nested rows",
        ),
        pytest.param(
            make("robots", robots_lines=[make("robots_lines")]),
            {"robots": 1, "robots_lines": 1},
            id="a robots.txt",
        ),
        pytest.param(
            EntryBatch(1, "u", entries=[make("entries")], entry_images=images("a", "b")),
            {"entries": 1, "entry_images": 2},
            id="a batch of rows and columns",
        ),
        pytest.param(images("a", "b", "c"), {"entry_images": 3}, id="columns"),
        pytest.param([problem(1), make("media")], {"media": 1, "sitemap_problems": 1}, id="a list"),
    ],
)
def test_an_item_is_stored_with_all_its_rows(
    item: Item | list[Row] | Columns, tables: dict[str, int], tmp_path: Path
) -> None:
    writer = Writer(tmp_path)
    writer.add(item)
    assert writer.waiting == sum(tables.values())
    writer.flush()
    assert stored(tmp_path) == tables
    assert writer.waiting == 0


def test_columns_without_rows_leave_no_part(tmp_path: Path) -> None:
    writer = Writer(tmp_path)
    writer.add(images())
    writer.flush()
    assert list(tmp_path.iterdir()) == []


def test_a_part_is_due_by_rows_or_by_time(tmp_path: Path) -> None:
    by_rows, by_time = Writer(tmp_path, rows=2), Writer(tmp_path, seconds=0)
    assert not by_rows.is_due
    assert not by_time.is_due
    for writer in (by_rows, by_time):
        writer.add(problem(1))
    assert by_time.is_due
    assert not by_rows.is_due
    by_rows.add(problem(1))
    assert by_rows.is_due
    by_rows.flush()
    assert not by_rows.is_due


def test_rows_of_very_long_urls_are_due_sooner(tmp_path: Path) -> None:
    long = "https://example.com/" + "a" * 64_000
    columns, page = Writer(tmp_path), Writer(tmp_path)
    columns.add(images(*[f"{long}{number}" for number in range(600)]))
    links = [make("page_alternates", href=f"{long}{number}") for number in range(200)]
    page.add(make("pages", page_alternates=links))
    assert (columns.is_due, page.is_due) == (True, True)
    few = Writer(tmp_path)
    few.add(images(*[f"https://example.com/{number}" for number in range(600)]))
    assert not few.is_due


def test_records_that_cannot_be_written_are_kept(tmp_path: Path) -> None:
    writer = Writer(tmp_path)
    (tmp_path / "data").write_text("a file in the way")
    writer.add([problem(1)])
    with pytest.raises(OSError, match="data"):
        writer.flush()
    assert writer.waiting == 1
    (tmp_path / "data").unlink()
    writer.flush()
    assert writer.waiting == 0


def test_a_disk_that_is_full_is_told_with_the_part(tmp_path: Path) -> None:
    writer = Writer(tmp_path, first=7)
    writer.add(problem(1))
    with full_disk(), pytest.raises(OSError, match=r"File too large.*/part-7\.parquet'"):
        writer.flush()
    assert writer.waiting == 1


def test_numbers_are_above_those_that_were_used_whatever_the_clock_says(tmp_path: Path) -> None:
    future = Writer(tmp_path, first=2**62)
    future.add(problem(1))
    future.flush()
    assert next_first(tmp_path) == 2**62 + SPAN
    assert next_first(tmp_path, 2**62 + SPAN) == 2**62 + 2 * SPAN
