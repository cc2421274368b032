"""Load the Parquet parts of one audit into DuckDB tables.

The only module that uses DuckDB.
"""

from __future__ import annotations

import copy
import itertools
import shutil
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from tempfile import mkdtemp
from threading import Event, Timer
from typing import TYPE_CHECKING, Any

import duckdb

from sitemap_audit.errors import NoSuchColumnError, QueryTimeoutError, UsageError
from sitemap_audit.items import TABLES, column_types
from sitemap_audit.machine.files import unfinished
from sitemap_audit.machine.resources import SCRATCH, allowed
from sitemap_audit.storage.audit_files import AuditFiles, in_sql
from sitemap_audit.storage.csv_cells import in_cells
from sitemap_audit.storage.csv_files import OPTIONS
from sitemap_audit.storage.foreign_query import refuse_other_sql
from sitemap_audit.storage.memory_limits import limits_of
from sitemap_audit.storage.stored_tables import (
    KEYS,
    not_saved,
    of_stored_fetches,
    unreadable,
    with_fetches,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
    from types import TracebackType

    import pandas as pd
    import pyarrow as pa

WRITE_ERRORS = (
    OSError,
    duckdb.IOException,
    duckdb.TransactionException,
    duckdb.FatalException,  # no disk space for a checkpoint
)
"Exceptions when the disk is full or cannot be written."
MEMORY_ERRORS = (MemoryError, duckdb.OutOfMemoryException)
"Exceptions when the memory limit is exceeded."
CURSORS = 2
"One query often uses one CPU only; two at once save 35-40 % of the time."
_ROWS_PER_INSERT = 500
"Rows of one INSERT."
_HARMFUL = ("statistics_propagation",)
"""Optimizers that are always off. This one replaces a column without values by a constant. DuckDB
2.0 then fails to bind `CASE WHEN x IS NOT NULL THEN … END = 'y'` (split_part is such a CASE): a
query would fail if no page has a `lang`."""
_FOR_MANY_ROWS = ("join_order", "common_subplan", "common_subexpressions", "join_filter_pushdown")
"Optimizers that take longer than they save with few rows: 7 % of what judging these takes."
_TYPES = {
    str: "VARCHAR",
    int: "BIGINT",
    float: "DOUBLE",
    bool: "BOOLEAN",
    datetime: "TIMESTAMPTZ",
}
_TEXT_COLUMNS = """
SELECT columns.table_name, columns.column_name
FROM duckdb_columns() AS columns
INNER JOIN duckdb_tables() AS tables ON columns.table_oid = tables.table_oid
WHERE columns.data_type = 'VARCHAR'
ORDER BY columns.table_name, columns.column_index
"""
_EMPTY_TABLES = "SELECT table_name FROM duckdb_tables() WHERE estimated_size = 0"
_MACROS = """
CREATE MACRO format_number(number, decimals) AS FORMAT('{:,}', CAST(number AS BIGINT));
CREATE MACRO first_number
    (number, a, b, c, d) AS ARG_MIN(number, ROW(a, b, c, d, number)),
    (number, a, b, c, d, e) AS ARG_MIN(number, ROW(a, b, c, d, e, number));
"""
"""What Spark spells in another way. FORMAT_NUMBER(12345, 0) is '12,345', of whole numbers only.
FIRST_NUMBER(number, …) is that of the first row of a group by four or five columns, NULL last,
without the rows where it is NULL: an aggregate, where a window would sort the rows of each group.
"""


def _empty(table: str) -> str:
    types = column_types(table).items()
    columns = ", ".join(f'"{name}" {_TYPES[kind]}' for name, (kind, _) in types)
    return f"CREATE TABLE {table} ({columns})"


class DuckDBStore:
    """The tables of one audit, for the checks and the reports."""

    def __init__(
        self,
        folder: Path | None = None,
        *,
        memory: int | None = None,
        tables: Collection[str] = tuple(TABLES),
        in_memory: bool = False,
        others: Collection[Path] = (),
        scratch: Path | None = None,
        has_few_rows: bool = False,
        is_restricted: bool = True,
    ) -> None:
        """Open the audit in ``folder``; without it, create empty tables.

        Args:
            tables: tables to load; the others are empty until :meth:`load_missing`.
            memory: memory limit of this process in bytes; default a quarter of the machine's.
                DuckDB spills the rest to disk, below ``folder`` or the temporary folder.
            in_memory: write nothing to disk: another process may use the audit.
            others: further folders that SQL may read and write, for :meth:`attach`.
            scratch: folder for temporary files, which is replaced; default one below ``folder``.
            has_few_rows: run each query in one thread, and plan it quickly: to hand over a few rows
                or to find their best plan takes longer than to compute them.
            is_restricted: SQL reads and writes files of the folders alone; else :meth:`restrict_to`
                is called before it comes from elsewhere.
        """
        self._files = AuditFiles(folder) if folder else None
        self.folder = folder
        self._scratch = None if in_memory else scratch or self._scratch_folder()
        self._clear_scratch()
        limits = limits_of(memory or allowed(None))
        self._has_few_rows = has_few_rows
        self._has_spare_threads = has_few_rows and limits["threads"] > 1
        self._missing = set(TABLES)
        try:
            self._connection = duckdb.connect(str(self._create_scratch() or ":memory:"))
            self._apply_settings(limits | ({"threads": 1} if has_few_rows else {}))
            self._connection.execute(_MACROS)
            for table in TABLES:
                self.execute(_empty(table))
            self.load_missing(tables)
        except BaseException:  # such as for a full disk
            self._clear_scratch()
            raise
        if self.folder and is_restricted:
            self.restrict_to([folder.absolute() for folder in (self.folder, *others)])

    def __enter__(self) -> DuckDBStore:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection and remove temporary files; the parts stay."""
        self._connection.close()
        self._clear_scratch()

    @property
    def cursors(self) -> int:
        """How many queries shall run at once: one if memory suffices for one thread only."""
        if self._has_spare_threads:
            return CURSORS
        return min(CURSORS, int(self.value("SELECT current_setting('threads')")))

    @contextmanager
    def cursor(self) -> Iterator[DuckDBStore]:
        """Open a cursor on the same tables for another thread."""
        other = copy.copy(self)
        other._connection = self._connection.cursor()
        try:
            yield other
        finally:
            other._connection.close()

    @contextmanager
    def limited(self, seconds: float) -> Iterator[None]:
        """End the queries of this cursor after some seconds, by a QueryTimeoutError."""
        is_over = Event()

        def end() -> None:
            is_over.set()
            self._connection.interrupt()

        timer = Timer(seconds, end)
        timer.daemon = True
        timer.start()
        try:
            yield
        except duckdb.InterruptException:
            if not is_over.is_set():
                raise
            raise QueryTimeoutError(f"its queries took more than {seconds:,g} seconds") from None
        finally:
            timer.cancel()

    def _scratch_folder(self) -> Path | None:
        if self._files is None:
            return None
        if self.folder is None:  # DuckDB needs a local disk
            return Path(mkdtemp(prefix="sitemap-audit-"))
        # A relative path that starts with "s3:" would be a URL to DuckDB.
        return self.folder.absolute() / SCRATCH

    def _create_scratch(self) -> Path | None:
        if self._scratch is None:
            return None
        self._scratch.mkdir(mode=0o700)
        return self._scratch / "tables.duckdb"

    def _clear_scratch(self) -> None:
        """Remove temporary files of this store, or of one that was killed."""
        if self._scratch and self._scratch.exists():
            shutil.rmtree(self._scratch)

    def _apply_settings(self, limits: Mapping[str, int]) -> None:
        settings: dict[str, str | int] = {
            "GLOBAL TimeZone": "UTC",  # for cursors too
            # Freed memory up to here stays for the next query: a hash table of one row has 2 MB.
            "allocator_bulk_deallocation_flush_threshold": "4MB",
            "disabled_optimizers": ",".join(
                (*_HARMFUL, *_FOR_MANY_ROWS) if self._has_few_rows else _HARMFUL
            ),
            "preserve_insertion_order": "false",  # queries that need an order have ORDER BY
            "fsync_mode": "NONE",  # after a power failure the tables are loaded again
            "memory_limit": f"{limits['memory']}B",
            "threads": limits["threads"],
        }
        if self._scratch:
            settings["temp_directory"] = str(self._scratch / "spilled")
            settings["max_temp_directory_size"] = "1000TB"  # so that DuckDB reports a full disk
        for name, value in settings.items():
            self._connection.execute(f"SET {name} = $value", {"value": value})
        if self.value("SELECT current_setting('enable_progress_bar')"):
            # In a notebook without ipywidgets it is off, and may not even be turned off.
            self._connection.execute("SET enable_progress_bar = false")
        # The database file is removed on close.
        self._connection.execute("PRAGMA disable_checkpoint_on_shutdown")

    def restrict_to(self, folders: Iterable[Path]) -> None:
        """Restrict SQL to files in some folders, for good: it may come from elsewhere.

        Temporary files of DuckDB's own are still written.
        """
        allowed_folders = [str(folder) for folder in folders]
        self._connection.execute("SET allowed_directories = $value", {"value": allowed_folders})
        self._connection.execute("SET enable_external_access = false")

    def _keep_latest(self, name: str, key: str) -> None:
        """Keep only the last row of each key: a resumed audit may fetch a URL again."""
        total, distinct = self.rows(f"SELECT COUNT(*), COUNT(DISTINCT {key}) FROM {name}")[0]
        if total != distinct:
            self.execute(
                f"DELETE FROM {name} WHERE rowid NOT IN"
                f" (SELECT arg_max(rowid, fetched_at) FROM {name} GROUP BY {key})"
            )

    def load_missing(self, tables: Collection[str]) -> None:
        """Load those of the tables, and of their fetches, that are not loaded yet."""
        for name in with_fetches(tables):
            if name in self._missing:
                self._missing.remove(name)
                self._load(name)

    def _load(self, name: str, where: str = "TRUE") -> None:
        """Load the parts of a table, without rows whose fetch is not stored."""
        if self._files is None or (stored := self._files.select(name)) is None:
            return
        if where == "TRUE":
            where = of_stored_fetches(name)
        try:
            self._connection.execute(f"INSERT INTO {name} BY NAME {stored} WHERE {where}")
        except (*WRITE_ERRORS, *MEMORY_ERRORS):
            raise
        except duckdb.Error as error:
            raise UsageError(unreadable(self._files.folder, name, str(error))) from None
        if key := KEYS.get(name):
            self._keep_latest(name, key)

    def execute(self, sql: str, parameters: Mapping[str, Any] | None = None) -> None:
        """Run one statement and drop its result."""
        self.rows(sql, parameters)

    @contextmanager
    def function(self, name: str, function: Callable[[str], str | None]) -> Iterator[None]:
        """Let SQL call a Python function on strings; NULL stays NULL."""
        self._connection.create_function(name, function, ["VARCHAR"], "VARCHAR")
        try:
            yield
        finally:
            self._connection.remove_function(name)

    def rows(self, sql: str, parameters: Mapping[str, Any] | None = None) -> list[tuple[Any, ...]]:
        """Return all rows of a query.

        Each thread needs memory to sort and join. If memory runs out, the query runs again with
        one thread.
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

    def select(self, query: str, *, rows: int, seconds: float) -> list[dict[str, Any]]:
        """Return the first rows of a query that somebody else wrote, by the names of its columns.

        It runs in a transaction that cannot write, and is interrupted after some seconds; see
        :func:`refuse_other_sql`. Texts that it makes are not in DuckDB's limit of memory.

        Raises:
            UsageError: it is refused, it fails, it takes too long, or two columns have one name.
        """
        try:
            refuse_other_sql(self._connection, query)
            self._connection.execute("SET python_enable_replacements = false")
            self._connection.execute("BEGIN TRANSACTION READ ONLY")
            try:
                with self.limited(seconds):
                    result = self._connection.execute(query)
                    names = [name for name, *_ in result.description or ()]
                    if twice := next((name for name in names if names.count(name) > 1), None):
                        raise UsageError(
                            f"Cannot run the query: two of its columns have the name '{twice}'."
                            " Name one of them by AS."
                        )
                    found = result.fetchmany(rows)
            finally:
                with suppress(duckdb.Error):  # it has ended by an error
                    self._connection.execute("ROLLBACK")
        except QueryTimeoutError:
            raise UsageError(
                f"Cannot run the query: it took more than {seconds:g} seconds. Filter or group it."
            ) from None
        except MEMORY_ERRORS:
            raise UsageError(
                "Cannot run the query: it needs too much memory. Filter or group it."
            ) from None
        except duckdb.Error as error:
            raise UsageError(f"Cannot run the query: {error}") from None
        return [dict(zip(names, row, strict=True)) for row in found]

    def page(
        self, table: str, wanted: Mapping[str, Any], *, first: int, rows: int
    ) -> list[dict[str, Any]]:
        """Return some rows of a table in its order; see :meth:`sitemap_audit.api.Audit.page`."""
        where = " AND ".join(["TRUE", *(f'"{name}" = ${name}' for name in wanted)])
        names = self.columns(table)
        query = f"SELECT * FROM {table} WHERE {where} LIMIT $rows OFFSET $first"
        found = self.rows(query, {**wanted, "rows": rows, "first": first})
        return [dict(zip(names, row, strict=True)) for row in found]

    def stream(
        self, sql: str, parameters: Mapping[str, Any] | None = None
    ) -> Iterator[tuple[Any, ...]]:
        """Iterate over the rows of a query, without loading all of them into memory."""
        cursor = self._connection.cursor()
        cursor.execute(sql, parameters or {})
        while rows := cursor.fetchmany(10_000):
            yield from rows

    def value(self, sql: str, parameters: Mapping[str, Any] | None = None) -> Any:
        """Return the first column of the first row."""
        return self.rows(sql, parameters)[0][0]

    def empty_tables(self) -> set[str]:
        """Return the tables without rows."""
        return {name for (name,) in self.rows(_EMPTY_TABLES)}

    def count(self, table: str) -> int:
        """Return the number of rows of a table or view."""
        return int(self.value(f"SELECT COUNT(*) FROM {table}"))

    def drop(self, *tables: str) -> None:
        """Drop tables; one that does not exist is passed over."""
        for table in tables:
            self.execute(f"DROP TABLE IF EXISTS {table}")

    def create(self, table: str, query: str, parameters: Mapping[str, Any] | None = None) -> int:
        """Create or replace a table from a query; return its rows."""
        return int(self.value(f"CREATE OR REPLACE TABLE {table} AS {query}", parameters))

    def create_empty(self, table: str, columns: str) -> None:
        """Create or replace a table without rows."""
        self.execute(f"CREATE OR REPLACE TABLE {table} ({columns})")

    def create_view(self, name: str, query: str) -> None:
        """Create or replace a view, a name for a query."""
        self.execute(f"CREATE OR REPLACE VIEW {name} AS {query}")

    def create_sorted(
        self, table: str, query: str, parameters: Mapping[str, Any] | None = None
    ) -> None:
        """Create or replace a table from a query, with a column ``number`` in its order."""
        # Numbers are given while the sorted rows pass. A window with ORDER BY takes half as long
        # again, and holds all rows.
        self.create(table, f"SELECT *, ROW_NUMBER() OVER () AS number FROM ({query})", parameters)

    def columns(self, table: str) -> list[str]:
        """Return a table's column names, in order; empty if the table does not exist."""
        try:
            return [name for name, *_ in self.rows(f"DESCRIBE {table}")]
        except duckdb.CatalogException:
            return []

    def text_columns(self) -> dict[str, list[str]]:
        """Return the columns of texts of each table that has some, by its name; views have none."""
        tables: dict[str, list[str]] = {}
        for table, column in self.rows(_TEXT_COLUMNS):
            tables.setdefault(table, []).append(column)
        return tables

    def frame(self, sql: str, parameters: Mapping[str, Any] | None = None) -> pd.DataFrame:
        """Return the result of a query as a pandas data frame, with Arrow types."""
        import pandas as pd

        frame: pd.DataFrame = self.arrow(sql, parameters).to_pandas(types_mapper=pd.ArrowDtype)
        return frame

    def arrow(self, sql: str, parameters: Mapping[str, Any] | None = None) -> pa.Table:
        """Return the result of a query as an Arrow table."""
        return self._connection.sql(sql, params=dict(parameters or {})).to_arrow_table()

    def describe(
        self, sql: str, parameters: Mapping[str, Any] | None = None
    ) -> list[tuple[str, str]]:
        """Return the columns of a query: name as written in SQL, and type."""
        columns = self.rows(f"DESCRIBE {sql}", parameters)
        return [('"' + name.replace('"', '""') + '"', kind) for name, kind, *_ in columns]

    def write_csv(self, sql: str, path: Path, *, has_rows: bool = True) -> int:
        """Write a query's rows as one CSV file, see :class:`Store`; return the number of rows."""
        columns = self.describe(sql)
        cells = in_cells(sql, columns, has_rows=has_rows, is_short=self._has_few_rows)
        with unfinished(path) as file:
            ((rows,),) = self.rows(f"COPY ({cells}) TO {in_sql(file.absolute())} ({OPTIONS})")
        return int(rows)

    def insert(self, table: str, rows: Iterable[Mapping[str, Any]]) -> None:
        """Add rows to a table; columns that are not named are NULL."""
        for columns, alike in itertools.groupby(rows, tuple):
            # One list per column: planning a statement with VALUES takes 0.2 ms per row.
            named = ", ".join(f'UNNEST(${n}) AS "{name}"' for n, name in enumerate(columns, 1))
            while some := list(itertools.islice(alike, _ROWS_PER_INSERT)):
                values = zip(*(row.values() for row in some), strict=True)
                self._connection.execute(
                    f"INSERT INTO {table} BY NAME SELECT {named}", [list(each) for each in values]
                )

    def insert_query(
        self,
        table: str,
        query: str,
        parameters: Mapping[str, Any] | None = None,
        values: Mapping[str, Any] | None = None,
    ) -> None:
        """Add the rows of a query to a table, by the names of columns; see :class:`Store`."""
        of_all = {f"of_all_{name}": value for name, value in (values or {}).items()}
        named = "".join(f'$of_all_{name} AS "{name}", ' for name in values or ())
        try:
            self.execute(
                f"INSERT INTO {table} BY NAME SELECT {named}made.* FROM (\n{query}\n) AS made",
                {**of_all, **(parameters or {})},
            )
        except duckdb.BinderException:
            given = {name.strip('"') for name, _ in self.describe(query, parameters)}
            if others := {*given, *(values or ())} - {*self.columns(table)}:
                raise NoSuchColumnError(", ".join(sorted(others))) from None
            raise

    def append(self, table: str, rows: pa.Table) -> None:
        """Add the rows of an Arrow table."""
        self._connection.register("appended", rows)
        try:
            self._connection.execute(f"INSERT INTO {table} BY NAME SELECT * FROM appended")
        finally:
            self._connection.unregister("appended")

    def record_batches(
        self, sql: str, parameters: Mapping[str, Any] | None = None
    ) -> Iterator[pa.RecordBatch]:
        """Iterate over the result of a query as Arrow, at most 100,000 rows at a time."""
        yield from self._connection.sql(sql, params=parameters).to_arrow_reader(100_000)

    def load(self, table: str, where: str = "TRUE") -> None:
        """Load a table, or the rows that meet a condition.

        Results replace those loaded before, and keep the order in which they were saved.

        Raises:
            UsageError: it is a table of results that is not saved.
        """
        stored = self._files.select(table) if self._files else None
        if stored is None and table not in TABLES:
            raise UsageError(not_saved(self.folder, table))
        if table in TABLES:
            self._load(table, where)
        else:
            self._connection.execute("SET preserve_insertion_order = true")
            self._connection.execute(f"CREATE OR REPLACE TABLE {table} AS {stored} WHERE {where}")
            self._connection.execute("SET preserve_insertion_order = false")

    def attach(
        self, name: str, table: str, folder: Path | None, columns: Mapping[str, type]
    ) -> None:
        """Make a view of a stored table of another audit, which is read when it is queried.

        Without an audit it is an empty table.

        Args:
            folder: of the audit, among ``others``; None for a table without rows.
            columns: its columns by name; one that was not stored is NULL.
        """
        if folder is None:
            named = ", ".join(f'"{column}" {_TYPES[kind]}' for column, kind in columns.items())
            self._connection.execute(f"CREATE OR REPLACE TABLE {name} ({named})")
            return
        empty = ", ".join(
            f'CAST(NULL AS {_TYPES[kind]}) AS "{column}"' for column, kind in columns.items()
        )
        query = f"SELECT {empty} WHERE FALSE"
        if stored := AuditFiles(folder).select(table):
            names = ", ".join(f'"{column}"' for column in columns)
            query = f"SELECT {names} FROM ({query} UNION ALL BY NAME {stored})"
        self._connection.execute(f"CREATE OR REPLACE VIEW {name} AS {query}")

    def save(self, table: str, folder: Path | None = None) -> None:
        """Save a table of results as a Parquet part, in place of an earlier one.

        Args:
            folder: of another audit, among ``others``.
        """
        files = AuditFiles(folder) if folder else self._files
        if files is None or self._scratch is None:
            return
        made = self._scratch / f"{table}.parquet"
        order = "number" if "number" in self.columns(table) else "rowid"
        ((rows,),) = self.rows(
            f"COPY (SELECT * FROM {table} ORDER BY {order}) TO {in_sql(made.absolute())}"
            " (FORMAT parquet, COMPRESSION zstd)"
        )
        files.replace_parts(table, [(made, int(rows))])
