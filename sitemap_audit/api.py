"""Audits in a script or a notebook: crawl a site, or open a stored audit, and query its tables."""

from __future__ import annotations

import re
import shutil
import weakref
from contextlib import ExitStack, contextmanager
from functools import cached_property
from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING, Any

from sitemap_audit.analysis.catalogue.column_docs import CSV_FILES
from sitemap_audit.audit_place import AuditPlace
from sitemap_audit.crawl_process import audit_in_process
from sitemap_audit.errors import UsageError
from sitemap_audit.items import TABLES
from sitemap_audit.options.kinds import is_url
from sitemap_audit.options.option_sources import read_again
from sitemap_audit.plural import counted
from sitemap_audit.steps import step
from sitemap_audit.storage.parts import describe_damage
from sitemap_audit.storage.run_file import stored_run

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from types import TracebackType

    import pandas as pd
    import pyarrow as pa

    from sitemap_audit.redaction import Redaction
    from sitemap_audit.storage.duckdb import DuckDBStore

__all__ = ["Audit", "audit", "load"]


def audit(
    *sites: str, config: Path | str | None = None, quiet: bool = False, **options: Any
) -> Audit:
    """Audit sites as the command does, in a process of its own, and open the stored audit.

    Args:
        sites: URLs of sites, sitemaps or robots.txt files; or local sitemaps.
        config: TOML file of options; by default ``sitemap-audit.toml`` in the working directory.
        quiet: show no progress on standard error.
        options: options by name: ``max_urls=100``, ``output="audits"``, ``render="sample"``.

    Raises:
        AuditError: no site can be reached, or an option is wrong (UsageError).
        KeyboardInterrupt: Ctrl-C stopped the audit. What was crawled is checked and stored.
    """
    file = Path(config) if config else None
    audit = load(audit_in_process(sites, file, options, is_quiet=quiet))
    audit._own = options.get("checks"), file
    return audit


def load(folder: Path | str, *, checks: Sequence[str] = ()) -> Audit:
    """Open a stored audit: a folder such as ``reports/www.example.com/2026-01-31T12-00-00Z``.

    Args:
        folder: also the URL of an audit on a store: its data is copied to a temporary folder.
        checks: folders of your own checks that the audit ran. Those that it names are not read,
            unless your variables or ``sitemap-audit.toml`` name them too.

    Raises:
        UsageError: there is no audit in the folder, or parts of it are lost.
        AuditError: the store does not respond.
    """
    if not is_url(folder):
        return Audit(AuditPlace(Path(folder)), checks)
    from sitemap_audit.storage.temporary_copies import reading_copy

    with ExitStack() as stack:
        audit = Audit(stack.enter_context(reading_copy(str(folder))), checks)
        weakref.finalize(audit, stack.pop_all().close)
    return audit


class Audit:
    """A stored audit. Its attributes are the tables of its CSV files, as data frames.

    ``audit.findings`` has the rows and columns of findings.csv, ``audit.pages`` those of pages.csv,
    with Arrow types; dates and times are in UTC. :attr:`tables` has the names.
    """

    def __init__(
        self, place: AuditPlace, checks: Sequence[str] = (), redaction: Redaction | None = None
    ) -> None:
        """Open the stored audit; :func:`load` is the way to do it.

        Args:
            redaction: redacts the tables.
        """
        self._place, self.folder, self._redaction = place, place.folder, redaction
        self.run = stored_run(self.folder)
        "The run record, run.json: options, key figures, why the audit is not complete."
        if lost := describe_damage(self.folder, self.run, TABLES):
            raise UsageError(f"Cannot open {place}: {lost}. Restore it from a copy.")
        self._own: tuple[Any, Path | None] = checks, None
        "The user's folders of checks, and file of options."
        self._created: set[str] = set()
        "Tables that exist for :meth:`sql`."

    def __repr__(self) -> str:
        found = self.run.findings.by_severity if self.run.findings else {}
        counts = [counted(found[severity], severity) for severity in found]
        state = "complete" if self.is_complete else "not complete"
        return f"<Audit {self._place}: {', '.join([state, *counts])}>"

    def __enter__(self) -> Audit:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self.tables]

    def __getattr__(self, name: str) -> pd.DataFrame:
        """Return a table as a data frame, and keep it."""
        if name not in CSV_FILES:
            raise AttributeError(f"An audit has no {name!r}. Its tables: {', '.join(self.tables)}.")
        frame = self._store.frame(self._queries[name])
        setattr(self, name, frame)
        return frame

    @property
    def is_complete(self) -> bool:
        """Whether the audit is complete; if not, ``run.incomplete_because`` says why."""
        return bool(self.run.complete)

    @property
    def tables(self) -> list[str]:
        """The names of the tables."""
        return list(CSV_FILES)

    def arrow(self, name: str) -> pa.Table:
        """Return a table as an Arrow table."""
        if name not in CSV_FILES:
            raise UsageError(f"An audit has no table {name!r}. It has {', '.join(self.tables)}.")
        return self._store.arrow(self._queries[name])

    def sql(self, query: str, parameters: Mapping[str, Any] | None = None) -> pd.DataFrame:
        """Return the result of a query in DuckDB's SQL as a data frame.

        Args:
            query: it may read the tables, and the views of the reports, such as ``hreflang_pairs``;
                it may make temporary tables, and no files.
            parameters: values by name, for ``$name`` in the query.
        """
        with self._cursor(query) as cursor:
            return cursor.frame(query, parameters)

    def select(self, query: str, *, rows: int, seconds: float) -> list[dict[str, Any]]:
        """Return the first rows of a query that somebody else wrote: it reads tables, no more.

        Args:
            query: one SELECT over the tables that :meth:`sql` has.
            rows: the most to return.
            seconds: when to interrupt it, without loading the tables. DuckDB looks at that
                between two parts of a query: one that takes long ends later.

        Raises:
            UsageError: it is no SELECT, it calls a function that returns a table, it fails or it
                takes too long.
        """
        with self._cursor(query) as cursor:
            return cursor.select(query, rows=rows, seconds=seconds)

    def load_tables(self, query: str) -> None:
        """Load the tables that a query names, and open the audit if it is not open yet."""
        store = self._store
        for name in self.tables:
            if name not in self._created and re.search(rf"\b{name}\b", query, re.IGNORECASE):
                store.create(f"reported.{name}", self._queries[name])
                self._created.add(name)

    def page(
        self, name: str, wanted: Mapping[str, Any], *, first: int, rows: int
    ) -> list[dict[str, Any]]:
        """Return some rows of a table, in the order of its CSV file.

        Args:
            wanted: values of columns by name, which the rows have.
            first: rows to leave out.
            rows: the most to return.
        """
        with self._cursor(name) as cursor:
            return cursor.page(name, wanted, first=first, rows=rows)

    @contextmanager
    def _cursor(self, query: str) -> Iterator[DuckDBStore]:
        """Open a cursor that finds the tables by the names of the CSV files."""
        self.load_tables(query)
        with self._store.cursor() as cursor:
            cursor.execute(step("api/search_path"))
            yield cursor

    def close(self) -> None:
        """Close the tables, and remove temporary files; the audit stays."""
        if "_store" in self.__dict__:
            self._closing()

    @cached_property
    def _store(self) -> DuckDBStore:
        """The tables, loaded when they are first read."""
        from sitemap_audit.analysis.views import make_reported
        from sitemap_audit.evaluation.report_writing import load_reported
        from sitemap_audit.report.csv_tables import make_checks_table
        from sitemap_audit.report.overview import read_overview
        from sitemap_audit.storage.duckdb import DuckDBStore

        scratch = Path(mkdtemp(prefix="sitemap-audit-"))  # another process may use the folder's
        store = DuckDBStore(self.folder, scratch=scratch, is_restricted=False)
        self._closing = weakref.finalize(self, _close, store, scratch)
        folders, file = self._own
        options = read_again(self.run.options, {"checks": folders}, file)
        checks = load_reported(store, options)
        if self._redaction:
            self._redaction.store(store)
        make_reported(store)
        make_checks_table(store, read_overview(store, checks))
        store.execute(step("api/in_order"))
        store.execute(step("api/schema"))
        store.restrict_to([])
        return store

    @cached_property
    def _queries(self) -> dict[str, str]:
        """The SQL of the tables by name."""
        from sitemap_audit.report.csv_tables import TABLES_OF_AUDIT

        for table in TABLES_OF_AUDIT:
            if table.rows:
                self._store.create_view(f"{table.name}_csv", table.rows)
        return {table.name: table.sql for table in TABLES_OF_AUDIT}


def _close(store: DuckDBStore, scratch: Path) -> None:
    store.close()
    shutil.rmtree(scratch, ignore_errors=True)
