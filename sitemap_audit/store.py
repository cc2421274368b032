"""The store of one audit: Parquet parts in, DuckDB tables out.

The only module that knows DuckDB.
"""

from __future__ import annotations

import itertools
import os
import shutil
from typing import TYPE_CHECKING, Any

import duckdb
import pyarrow as pa
from duckdb.func import ARROW

from sitemap_audit.errors import UsageError
from sitemap_audit.machine.resources import SCRATCH, allowed
from sitemap_audit.parts import SCHEMAS
from sitemap_audit.records import TABLES

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
    from pathlib import Path
    from types import TracebackType

    import numpy as np
    import pandas as pd
    from numpy.typing import NDArray

WRITE_ERRORS = (
    OSError,
    duckdb.IOException,
    duckdb.TransactionException,
    duckdb.FatalException,  # a checkpoint that there is no room for
)
"What is raised where the disk is full or cannot be written."
MEMORY_ERRORS = (MemoryError, duckdb.OutOfMemoryException)
"What is raised where the memory allowed is not enough."
_OURS = 240_000_000
"Bytes that Python and its libraries take beside DuckDB."
_COUNTED = 0.78
"Of what DuckDB takes, so much it counts at the least: measured over analyses of 1 and 4 GB."
_LEAST = 130_000_000
"Bytes without which DuckDB cannot do its work, however much it writes to disk."
_PER_THREAD = 150_000_000
"Bytes that DuckDB needs for each thread, to sort and join without stumbling."
_AT_ONCE = 500
"Rows that one statement adds."
# The fetch that a part belongs to: (its table, the part's column).
_OWNERS = {
    "sitemap_problems": ("sitemaps", "sitemap_id"),
    "entries": ("sitemaps", "sitemap_id"),
    "entry_alternates": ("sitemaps", "sitemap_id"),
    "entry_images": ("sitemaps", "sitemap_id"),
    "entry_videos": ("sitemaps", "sitemap_id"),
    "entry_news": ("sitemaps", "sitemap_id"),
    "page_canonicals": ("pages", "page_id"),
    "page_alternates": ("pages", "page_id"),
    "page_directives": ("pages", "page_id"),
    "renders": ("pages", "page_id"),
    "render_canonicals": ("renders", "render_id"),
    "render_alternates": ("renders", "render_id"),
}

_KEYS = {
    "robots": "origin",
    "sitemaps": "url_key",
    "pages": "url_key",
    "redirect_loops": "url_key",
}


def _unreadable(parts: Path, error: Exception) -> str:
    return (
        f"{parts} holds a part that cannot be read ({str(error).splitlines()[0]})."
        " Move that part away; 'sitemap-audit resume' fetches again what was in it."
    )


def _limits(memory: int) -> dict[str, int]:
    """What DuckDB may take of the bytes that the process may take."""
    theirs = max(_LEAST, int(_COUNTED * (memory - _OURS)))
    return {"memory": theirs, "threads": max(1, min(os.cpu_count() or 1, theirs // _PER_THREAD))}


class Store:
    """The tables of one audit, for the checks and the reports."""

    def __init__(
        self,
        folder: Path | None = None,
        *,
        memory: int | None = None,
        tables: Collection[str] = tuple(TABLES),
    ) -> None:
        """Open the audit in ``folder``; without one, empty tables.

        Args:
            tables: those to be read; the others are there, and empty.
            memory: bytes that this process may take; a quarter of the machine's where not given.
                What is over it goes to disk, below ``folder``.
        """
        self.folder = folder
        self._scratch = folder / SCRATCH if folder else None
        self._clear_scratch()
        self._connection = duckdb.connect(str(self._made_scratch() or ":memory:"))
        self._set(_limits(memory or allowed(None)))
        for name in reversed(TABLES):  # a fetch before its parts
            self._load(name, is_read=name in tables)

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the tables; the parts stay."""
        self._connection.close()
        self._clear_scratch()

    def _made_scratch(self) -> Path | None:
        if self._scratch is None:
            return None
        self._scratch.mkdir()
        return self._scratch / "tables.duckdb"

    def _clear_scratch(self) -> None:
        """Remove what this store has written, or one that was killed."""
        if self._scratch and self._scratch.exists():
            shutil.rmtree(self._scratch)

    def _set(self, limits: Mapping[str, int]) -> None:
        settings: dict[str, str | int] = {
            "TimeZone": "UTC",
            "enable_progress_bar": "false",
            "preserve_insertion_order": "false",  # what must be in order says so
            "memory_limit": f"{limits['memory']}B",
            "threads": limits["threads"],
        }
        if self._scratch:
            settings["temp_directory"] = str(self._scratch / "spilled")
            settings["max_temp_directory_size"] = "1000TB"  # a full disk is to be called that
        for name, value in settings.items():
            self._connection.execute(f"SET {name} = $value", {"value": value})

    def _keep_latest(self, name: str, key: str) -> None:
        """A URL asked again when an audit was resumed counts once, as it answered last."""
        total, distinct = self.rows(f"SELECT COUNT(*), COUNT(DISTINCT {key}) FROM {name}")[0]
        if total != distinct:
            self.execute(
                f"DELETE FROM {name} WHERE rowid NOT IN"
                f" (SELECT arg_max(rowid, fetched_at) FROM {name} GROUP BY {key})"
            )

    def _load(self, name: str, *, is_read: bool) -> None:
        self._connection.register("empty", SCHEMAS[name].empty_table())
        self._connection.execute(f"CREATE TABLE {name} AS SELECT * FROM empty")
        self._connection.unregister("empty")
        parts = self.folder / "data" / name if self.folder else None
        if not is_read or not parts or not any(parts.glob("part-*.parquet")):
            return
        read = f"INSERT INTO {name} BY NAME SELECT * FROM read_parquet(?, union_by_name = true)"
        if owner := _OWNERS.get(name):
            read += f" WHERE {owner[1]} IN (SELECT id FROM {owner[0]})"
        try:
            self._connection.execute(read, [str(parts / "part-*.parquet")])
        except (*WRITE_ERRORS, *MEMORY_ERRORS):
            raise
        except duckdb.Error as error:
            raise UsageError(_unreadable(parts, error)) from None
        if key := _KEYS.get(name):
            self._keep_latest(name, key)

    def execute(self, sql: str, parameters: Mapping[str, Any] | None = None) -> None:
        """Run one statement whose result nobody wants."""
        self.rows(sql, parameters)

    def execute_with(self, name: str, function: Callable[[str], str], sql: str) -> None:
        """Run one statement that calls a function of ours on texts; NULL stays NULL."""

        def each(texts: pa.ChunkedArray) -> pa.Array:
            return pa.array(map(function, texts.to_pylist()), type=pa.string())

        self._connection.create_function(name, each, ["VARCHAR"], "VARCHAR", type=ARROW)
        try:
            self.execute(sql)
        finally:
            self._connection.remove_function(name)

    def rows(self, sql: str, parameters: Mapping[str, Any] | None = None) -> list[tuple[Any, ...]]:
        """All rows of a query.

        Each thread sorts and joins for itself: where the memory is too little for all of them, one
        does it alone.
        """
        try:
            return self._rows(sql, parameters)
        except duckdb.OutOfMemoryException:
            ((threads,),) = self._rows("SELECT current_setting('threads')", None)
            self._connection.execute("SET threads = 1")
            try:
                return self._rows(sql, parameters)
            finally:
                self._connection.execute("SET threads = $threads", {"threads": threads})

    def _rows(self, sql: str, parameters: Mapping[str, Any] | None) -> list[tuple[Any, ...]]:
        rows: list[tuple[Any, ...]] = self._connection.execute(sql, parameters or {}).fetchall()
        return rows

    def stream(
        self, sql: str, parameters: Mapping[str, Any] | None = None
    ) -> Iterator[tuple[Any, ...]]:
        """The rows of a query, without holding them all."""
        cursor = self._connection.cursor()
        cursor.execute(sql, parameters or {})
        while rows := cursor.fetchmany(10_000):
            yield from rows

    def value(self, sql: str, parameters: Mapping[str, Any] | None = None) -> Any:
        """The first column of the first row."""
        return self.rows(sql, parameters)[0][0]

    def batches(self, sql: str, *, rows: int = 2_000_000) -> Iterator[list[NDArray[np.int64]]]:
        """The columns of a query of whole numbers, about ``rows`` at a time."""
        for batch in self._connection.cursor().sql(sql).to_arrow_reader(rows):
            yield [column.to_numpy() for column in batch.columns]

    def create(self, table: str, columns: Mapping[str, NDArray[Any]]) -> None:
        """Make a table of numbers, in place of an earlier one."""
        self._connection.register("made", pa.table(dict(columns)))
        self._connection.execute(f"CREATE OR REPLACE TABLE {table} AS SELECT * FROM made")
        self._connection.unregister("made")

    def columns(self, table: str) -> list[str]:
        """The names of a table's columns, in order; empty where there is no such table."""
        named = (
            "SELECT column_name FROM information_schema.columns WHERE table_name = $table"
            " ORDER BY ordinal_position"
        )
        return [name for (name,) in self.rows(named, {"table": table})]

    def frame(self, sql: str, parameters: Mapping[str, Any] | None = None) -> pd.DataFrame:
        """A whole result as a data frame."""
        import pandas as pd

        result = self._connection.sql(sql, params=dict(parameters or {})).to_arrow_table()
        frame: pd.DataFrame = result.to_pandas(types_mapper=pd.ArrowDtype)
        return frame

    def kinds(self, sql: str) -> list[tuple[str, str]]:
        """The columns of a query: the name as it is written in SQL, and the kind of its values."""
        told = self.rows(f"DESCRIBE {sql}")
        return [('"' + name.replace('"', '""') + '"', kind) for name, kind, *_ in told]

    def write_csv(self, sql: str, path: Path) -> int:
        """Write the rows of a query as a CSV file with a head (RFC 4180); how many there are."""
        options = "FORMAT csv, HEADER, NEW_LINE '\\r\\n'"
        ((rows,),) = self.rows(f"COPY ({sql}) TO '{_quoted(path)}' ({options})")
        return int(rows)

    def insert(self, table: str, rows: Iterable[Mapping[str, Any]]) -> None:
        """Add rows to a table; columns that are not named are NULL."""
        for columns, alike in itertools.groupby(rows, tuple):
            names = ", ".join(f'"{name}"' for name in columns)
            marks = f"({', '.join('?' * len(columns))})"
            while some := list(itertools.islice(alike, _AT_ONCE)):
                self._connection.execute(
                    f"INSERT INTO {table} ({names}) VALUES {', '.join([marks] * len(some))}",
                    [value for row in some for value in row.values()],
                )

    def load(self, table: str) -> None:
        """Read a table of results that was saved."""
        part = self.folder / "data" / table / "part-0.parquet" if self.folder else None
        if part is None or not part.exists():
            raise UsageError(
                f"{self.folder} has no {table} yet; run 'sitemap-audit check {self.folder}' first."
            )
        self._connection.execute(
            f"CREATE TABLE {table} AS SELECT * FROM read_parquet(?)", [str(part)]
        )

    def save(self, table: str) -> None:
        """Write a table of results beside the stored ones, in place of an earlier one."""
        if self.folder is None:
            return
        path = self.folder / "data" / table / "part-0.parquet"
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_name(f".{path.name}.unfinished")
        self.execute(
            f"COPY (SELECT * FROM {table} ORDER BY rowid) TO '{_quoted(unfinished)}'"
            " (FORMAT parquet, COMPRESSION zstd)"
        )
        with unfinished.open("rb") as file:
            os.fsync(file.fileno())
        unfinished.replace(path)


def _quoted(path: Path) -> str:
    return str(path).replace("'", "''")
