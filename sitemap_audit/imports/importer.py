"""Import files into a stored audit, and say what each of them is."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from sitemap_audit.errors import UsageError
from sitemap_audit.imports.bots import BotFinder
from sitemap_audit.imports.exports import COLUMNS
from sitemap_audit.imports.lists import ListReader, NotRecognizedError, open_list, reason_in
from sitemap_audit.imports.log_formats import recognize_log
from sitemap_audit.imports.logs import LogReader
from sitemap_audit.imports.site import site_of
from sitemap_audit.imports.sources import lines_of_head, opened, table_of
from sitemap_audit.items import ImportedFile, ImportedUnreadable
from sitemap_audit.storage.duckdb import DuckDBStore
from sitemap_audit.storage.imported import ImportWriter

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from sitemap_audit.imports.lists import List
    from sitemap_audit.imports.log_formats import LogFormat
    from sitemap_audit.imports.sources import Source

REASONS = {
    "request": "no HTTP request",
    "time": "no date",
    "status": "no status code",
    "json": "invalid JSON",
    "no-url": "no URL",
    "not-a-url": "not a URL",
    "encoding": "in another encoding",
    "columns": "wrong number of columns",
    "too-long": "URL too long",
    "truncated": "truncated",
}
"Why rows cannot be read, in words."


_MEMORY = 600_000_000
"Bytes that this process may use to sum the requests of a log; the rest goes to disk."
_COUNTS = """
CREATE TABLE counts (
    url VARCHAR, url_key BIGINT, url_near_key BIGINT, bot VARCHAR, verified VARCHAR,
    status BIGINT, day VARCHAR, hits BIGINT
)
"""
_SUMMED = """
SELECT
    CAST({file_id} AS BIGINT) AS file_id, url, url_key, url_near_key, bot, verified, status, day,
    CAST(SUM(hits) AS BIGINT) AS hits
FROM counts
GROUP BY url, url_key, url_near_key, bot, verified, status, day
"""
_BOTS = """
SELECT bot, SUM(hits), SUM(CASE WHEN verified = 'yes' THEN hits ELSE 0 END)
FROM counts WHERE bot IS NOT NULL GROUP BY bot ORDER BY 2 DESC, bot
"""


class _Origin(NamedTuple):
    """Columns of ``imported_files`` that say what a file is."""

    product: str
    kind: str
    encoding: str
    language: str | None = None
    state: str | None = None
    first_day: str | None = None
    last_day: str | None = None


class Wanted(NamedTuple):
    """What to import, and how."""

    folder: Path
    "Folder of the audit."
    columns: Mapping[str, str] = {}
    "Names of columns in the files, by column of ours."
    base: str | None = None
    "Origin of paths."
    bot_ranges: Sequence[str] = ()
    "Files of IP ranges, or BOT=FILE."


class Importer:
    """Imports files one after the other."""

    def __init__(self, wanted: Wanted, run: Mapping[str, Any]) -> None:
        """Import into the audit with the record ``run``.

        Raises:
            UsageError: the audit has no site.
        """
        self._wanted = wanted
        self._site = site_of(wanted.folder, run, wanted.base)
        self._bots = BotFinder(wanted.bot_ranges)
        self._sentences: list[str] = []
        self._advance: Callable[[int], None] = lambda _: None

    def read(self, path: Path, advance: Callable[[int], None]) -> list[str]:
        """Import a file, and return what it is in sentences.

        Args:
            advance: called with the number of bytes of the file that are read, again and again.

        Raises:
            UsageError: it cannot be used; nothing of it is stored.
            OSError: it cannot be read, or the disk is full.
        """
        self._sentences, self._advance = [], advance
        with opened(path) as sources:
            if len(sources) == 1 and sources[0].name == path.name:
                self._read(sources[0])
            else:
                self._read_archive(path, sources)
        return self._sentences

    def _read(self, source: Source) -> None:
        if source.table is None and (log := recognize_log(lines_of_head(source))):
            self._store_log(source, log)
            return
        try:
            found = open_list(source, self._wanted.columns)
        except NotRecognizedError as error:
            raise UsageError(_not_recognized(source.name, error.columns)) from None
        self._store(source, found, None)

    def _read_archive(self, path: Path, sources: Sequence[Source]) -> None:
        """Import the files of a zip that have URLs."""
        found: list[tuple[Source, List]] = []
        others: list[Source] = []
        has_logs = False
        for source in sources:
            if source.table is None and (log := recognize_log(lines_of_head(source))):
                self._store_log(source, log)
                has_logs = True
                continue
            try:
                found.append((source, open_list(source, self._wanted.columns)))
            except NotRecognizedError as error:
                if len(error.columns) == 2:
                    others.append(source)
        with_urls = [each for each in found if each[1].recognized.export.has_urls]
        if not with_urls and not has_logs:
            if found:
                self._store(*found[0], None)
            names = ", ".join(source.name.partition("/")[2] for source in sources) or "nothing"
            raise UsageError(
                f"Cannot import {path.name}: no file in it has URLs. It holds {names}."
            )
        for source, each in with_urls:
            state = None
            if each.recognized.export.kind == "indexing":
                state = _reason(path, [other.name for other in others])
            self._store(source, each, state)

    def _store(self, source: Source, found: List, state: str | None) -> None:
        title, export = found.recognized.title, found.recognized.export
        if not export.has_urls:
            raise UsageError(
                f"{source.name} is a {title}: it holds numbers of pages, not their URLs. Open each"
                " reason in Search Console, export it there, and import these files."
            )
        reader = ListReader(found, self._site, source.id, state)
        writer = ImportWriter(self._wanted.folder, source.id)

        def batches() -> Iterator[Any]:
            stored = 0
            for batch in reader.batches(lambda: self._advance(source.stream.position())):
                stored += len(batch)
                if len(batch):
                    yield batch
            if not stored:
                raise UsageError(self._no_match(source.name, title, reader))

        urls = writer.write("imported_urls", batches())
        origin = _Origin(export.product, export.kind, found.encoding, export.language, state)
        self._finish(source, reader, writer, origin, title, urls)
        if export.product == "gsc" and export.kind == "indexing" and state is None:
            self._sentences.append(
                "  The reason of these URLs is not in this file, but in Metadata.csv beside it:"
                " import the zip as Search Console wrote it."
            )

    def _store_log(self, source: Source, log: LogFormat) -> None:
        reader = LogReader(source.stream, log, self._site, self._bots)
        writer = ImportWriter(self._wanted.folder, source.id)
        title = f"access log ({log.title})"
        with DuckDBStore(self._wanted.folder, tables=(), memory=_MEMORY) as store:
            store.execute(_COUNTS)
            for counts in reader.counts(lambda: self._advance(source.stream.position())):
                store.append("counts", counts)
            first, last, hits = store.rows("SELECT MIN(day), MAX(day), SUM(hits) FROM counts")[0]
            if not hits:
                raise UsageError(self._no_match(source.name, title, reader))
            query = _SUMMED.format(file_id=source.id)
            writer.write("log_hits", store.record_batches(query))
            bots = store.rows(_BOTS)
        origin = _Origin("access-log", log.kind, "utf-8", first_day=first, last_day=last)
        self._finish(source, reader, writer, origin, title, int(hits))
        days = first if first == last else f"{first} to {last}"
        found = ", ".join(
            f"{bot} {hits:,}" + (f" ({verified:,} verified)" if verified else " (claimed)")
            for bot, hits, verified in bots
        )
        self._sentences.append(f"  {days}. {f'Bots: {found}.' if found else 'No known bot.'}")

    def _finish(
        self,
        source: Source,
        reader: ListReader | LogReader,
        writer: ImportWriter,
        origin: _Origin,
        title: str,
        urls: int,
    ) -> None:
        """Write the rows about the file, and say what it is."""
        is_truncated = source.stream.is_truncated
        file = ImportedFile(
            id=source.id,
            file=source.name,
            **origin._asdict(),
            rows=reader.rows,
            urls=urls,
            elsewhere=reader.elsewhere.rows,
            unreadable=reader.unreadable.rows.total(),
            read_until=reader.last_line if is_truncated else None,
            imported_at=datetime.now(UTC),
        )
        unreadable = [
            ImportedUnreadable(source.id, reason, rows, reader.unreadable.lines[reason])
            for reason, rows in reader.unreadable.rows.items()
        ]
        writer.finish(file, unreadable)
        self._say(title, file, unreadable)

    def _no_match(self, name: str, title: str, reader: ListReader | LogReader) -> str:
        if reader.elsewhere.rows:
            return (
                f"{name} is of another site: none of its rows ({reader.rows:,}) has a URL of"
                f" {self._site.name}; the first has {reader.elsewhere.first}. Nothing of it is"
                " stored."
            )
        why = ", ".join(
            f"{rows:,} {REASONS[reason]}" for reason, rows in reader.unreadable.rows.items()
        )
        return f"{name} ({title}) has no URL{f': {why}' if why else ''}. Nothing of it is stored."

    def _say(
        self, title: str, file: ImportedFile, unreadable: Sequence[ImportedUnreadable]
    ) -> None:
        state = f", {file.state}" if file.state else ""
        whose = f"{file.urls:,} of them URLs of this site"
        self._sentences.append(f"{file.file}: {title}{state}, {_rows(file.rows)}: {whose}.")
        if file.elsewhere:
            self._sentences.append(f"  Left out: {_rows(file.elsewhere)} of other hosts.")
        for each in unreadable:
            where = f" (line {each.line:,})" if each.line else ""
            if each.rows:
                self._sentences.append(f"  Not read: {each.rows:,} {REASONS[each.reason]}{where}.")
        if file.read_until is not None:
            self._sentences.append(
                f"  The file is truncated: read until line {file.read_until:,}. Copy it again."
            )


def _rows(number: int) -> str:
    return "1 row" if number == 1 else f"{number:,} rows"


def read_columns_option(given: Sequence[str]) -> dict[str, str]:
    """Read the values of --column: url=Address.

    Raises:
        UsageError: there is no such column.
    """
    columns = {}
    for each in given:
        ours, _, theirs = each.partition("=")
        if ours not in COLUMNS or not theirs.strip():
            raise UsageError(
                f"--column is {each!r}; it must be NAME=COLUMN, such as url=Address. NAME is one"
                f" of {', '.join(COLUMNS)}."
            )
        columns[ours] = theirs
    return columns


def _reason(path: Path, names: Sequence[str]) -> str | None:
    """Return the reason of a page indexing export, from the files of two columns in its zip."""
    with opened(path) as sources:
        reasons = [reason_in(table_of(source).rows) for source in sources if source.name in names]
    return next(filter(None, reasons), None)


def _not_recognized(name: str, columns: Sequence[str]) -> str:
    shown = ", ".join(columns[:12]) + (", …" if len(columns) > 12 else "")
    has = f"its columns are {shown[:400]}" if columns else "it has no columns"
    return (
        f"Cannot import {name}: it is no export that is known; {has}. Name the column of its URLs:"
        " --column 'url=COLUMN'."
    )
