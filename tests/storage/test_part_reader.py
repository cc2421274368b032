"""Parts that are read and written by their place alone, as on another machine."""

from __future__ import annotations

import errno
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from sitemap_audit.storage.fsspec_files import arrow_files, write_whole
from sitemap_audit.storage.part_reader import (
    part_schema,
    read_part,
    write_part,
)
from sitemap_audit.storage.writer import SCHEMAS

if TYPE_CHECKING:
    from pathlib import Path

COLUMNS = pa.schema([field.with_nullable(True) for field in SCHEMAS["sitemaps"]])
AT = datetime(2026, 1, 31, 12, tzinfo=UTC)


@pytest.fixture(params=["{}", "memory://{}", "file://{}"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return f"{str(request.param).format(tmp_path)}/data/sitemaps/part-7.parquet"


def write(place: str, columns: dict[str, Any]) -> None:
    table = pa.table(columns)
    batches = table.to_batches(max_chunksize=2)
    part = write_part(place, table.schema, batches, "sitemaps", 7)
    assert (part.rows, part.name) == (len(table), place.rpartition("/")[2])


def test_a_part_has_the_columns_of_its_table(place: str) -> None:
    write(
        place, {"withdrawn": ["x"] * 3, "fetched_at": pa.array([AT] * 3, pa.timestamp("ms", "UTC"))}
    )
    batches = list(read_part(place, COLUMNS, rows=2))
    assert [batch.num_rows for batch in batches] == [2, 1]
    assert {batch.schema for batch in batches} == {COLUMNS}
    (row, *_) = batches[0].to_pylist()
    assert row["fetched_at"] == AT
    assert row["url"] is None


def test_results_keep_their_columns(place: str) -> None:
    write(place, {"check": ["a", "b"], "count": [1, 2]})
    assert part_schema(place).names == ["check", "count"]
    (batch,) = read_part(place)
    assert batch.to_pylist() == [{"check": "a", "count": 1}, {"check": "b", "count": 2}]


def test_a_part_that_breaks_off_leaves_the_earlier_one(place: str) -> None:
    write(place, {"url": ["earlier"]})

    def fails(file: Any) -> None:
        file.write(b"PAR1")
        raise OSError(errno.EIO, "the connection broke")

    with pytest.raises(OSError, match="broke"):
        write_whole(place, fails)
    files, path = arrow_files(place)
    with files.open_input_file(path) as file:
        assert pq.read_table(file).to_pylist() == [{"url": "earlier"}]


def test_a_missing_part_is_an_error_with_its_name(place: str) -> None:
    with pytest.raises(OSError, match="part-7"):
        list(read_part(place, COLUMNS))


def test_a_file_that_is_no_part_is_an_error(place: str) -> None:
    write_whole(place, lambda file: file.write(b"not Parquet at all"))
    with pytest.raises(pa.ArrowInvalid):
        list(read_part(place, COLUMNS))
