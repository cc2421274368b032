"""What a killed process has read of pages becomes the part that it would have written."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pyarrow.parquet as pq
from rows import make

from sitemap_audit import drafts
from sitemap_audit.storage.writer import SPAN, Writer, next_first, recover

if TYPE_CHECKING:
    from pathlib import Path

    from sitemap_audit.items import Row

NOW = datetime(2026, 1, 31, 12, 30, 15, 250_000, tzinfo=UTC)


def page(number: int) -> list[Row]:
    """The records of a page."""
    url = f"https://example.com/{number}/ä\u2028"
    return [
        make("page_canonicals", page_id=number, url=url),
        make("pages", id=number, url=url, fetched_at=NOW, latency=0.25),
    ]


def test_what_a_draft_holds_is_read_as_it_was(tmp_path: Path) -> None:
    Writer(tmp_path).add(page(1), draft=True)
    ((path, _),) = drafts.left_behind(tmp_path)
    assert list(drafts.read(path)) == [page(1)]


def test_a_killed_writer_loses_no_page_and_doubles_none(tmp_path: Path) -> None:
    writer = Writer(tmp_path)
    writer.add(page(1), draft=True)
    writer.flush()
    writer.add(page(2), draft=True)
    writer.add([make("entries", sitemap_id=1)])
    assert list(recover(tmp_path, writer.first)) == [page(2)]
    assert list(recover(tmp_path)) == []
    for name in ("pages", "page_canonicals"):
        assert pq.read_table(tmp_path / "data" / name).num_rows == 2
    assert not (tmp_path / "data" / "entries").exists()


def test_a_part_that_was_begun_is_written_anew(tmp_path: Path) -> None:
    writer = Writer(tmp_path)
    writer.add(page(1), draft=True)
    ((path, _),) = drafts.left_behind(tmp_path)
    left = path.read_bytes()
    writer.flush()
    (part,) = (tmp_path / "data" / "pages").iterdir()
    part.unlink()  # it was killed between one table and the next
    path.write_bytes(left + b'[["pages", 1, "torn')
    list(recover(tmp_path))
    for name in ("pages", "page_canonicals"):
        assert pq.read_table(tmp_path / "data" / name).num_rows == 1


def test_a_part_that_was_finished_is_not_made_twice(tmp_path: Path) -> None:
    writer = Writer(tmp_path)
    writer.add(page(1), draft=True)
    ((path, _),) = drafts.left_behind(tmp_path)
    left = path.read_bytes()
    writer.flush()
    path.write_bytes(left)  # it was killed before the draft was gone
    assert list(recover(tmp_path)) == [page(1)]
    assert len(list((tmp_path / "data" / "pages").iterdir())) == 1


def test_numbers_are_above_those_that_were_used_whatever_the_clock_says(tmp_path: Path) -> None:
    future = Writer(tmp_path, first=2**62)
    future.add(page(1))
    future.flush()
    assert next_first(tmp_path) == 2**62 + SPAN
    assert next_first(tmp_path, 2**62 + SPAN) == 2**62 + 2 * SPAN
