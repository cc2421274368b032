"""Import files into a stored audit, and say what each of them is."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from sitemap_audit.errors import UsageError
from sitemap_audit.imports.import_files import content_number
from sitemap_audit.imports.lists import ListReader
from sitemap_audit.imports.logs.bot_finder import BotFinder
from sitemap_audit.imports.logs.log_reader import LogReader
from sitemap_audit.imports.recognized import recognized
from sitemap_audit.imports.sentences import (
    NOT_OF_VISITORS,
    NOT_THE_WHOLE_LIST,
    OF_SITEMAPS_PERHAPS,
    describe_bots,
    describe_file,
    describe_missing,
)
from sitemap_audit.imports.site import site_of
from sitemap_audit.imports.sitemap_lists import SitemapListReader
from sitemap_audit.items import ImportedFile, ImportedUnreadable
from sitemap_audit.steps import step
from sitemap_audit.storage.duckdb import DuckDBStore
from sitemap_audit.storage.imported import ImportWriter

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from sitemap_audit.imports.lists import List
    from sitemap_audit.imports.logs.formats import LogFormat
    from sitemap_audit.imports.recognized import Found
    from sitemap_audit.imports.sitemap_lists import SitemapList
    from sitemap_audit.run_record import RunRecord

_MEMORY = 600_000_000
"Bytes that this process may use to sum the requests of a log; the rest goes to disk."
_SITEMAPS = (".xml", ".xml.gz")
"How the URLs of most sitemaps end, and those of no pages."
_NOT_STORED = "Nothing of it is stored."


class _Origin(NamedTuple):
    """Columns of ``imported_files`` that say what a file is."""

    product: str
    kind: str
    encoding: str
    language: str | None = None
    state: str | None = None
    first_day: str | None = None
    last_day: str | None = None
    unread: int | None = None
    unread_googlebot: int | None = None


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

    def __init__(self, wanted: Wanted, run: RunRecord) -> None:
        """Import into the audit with the record ``run``.

        Raises:
            UsageError: the audit has no site.
        """
        self._wanted = wanted
        self._site = site_of(wanted.folder, run, wanted.base)
        self._bots = BotFinder(wanted.bot_ranges)
        self.told: list[str] = []
        "Sentences on the last file, what it is and what was stored of it."
        self._advance: Callable[[int], None] = lambda _: None
        self._writer: ImportWriter | None = None

    def read(self, path: Path, advance: Callable[[int], None]) -> list[str]:
        """Import a file, and return what it is in sentences.

        Args:
            advance: called with the number of bytes of the file that are read, again and again.

        Raises:
            UsageError: it, or a file in a zip, cannot be used; nothing of that is stored.
            OSError: it cannot be read, or the disk is full.
        """
        self.told, self._advance = [], advance
        refused: list[str] = []
        with recognized(path, self._wanted.columns, self._site) as found:
            for each in found:
                try:
                    self._store(each, path)
                except UsageError as error:
                    refused.append(str(error))
                except BaseException:
                    self.abandon()
                    raise
        if refused:
            raise UsageError(" ".join(refused))
        return self.told

    def abandon(self) -> None:
        """Remove what was written of a file whose import did not finish."""
        if self._writer is not None:
            with suppress(OSError):
                self._writer.abandon()

    def _store(self, found: Found, path: Path) -> None:
        if found.log is not None:
            self._store_log(found, found.log, found.source.beginning_number)
        elif found.table is not None:
            number = content_number(path) + found.source.place
            self._store_list(found, found.table, number)
        elif found.sitemaps is not None:
            number = content_number(path) + found.source.place
            self._store_sitemaps(found, found.sitemaps, number)

    def _store_list(self, found: Found, table: List, file_id: int) -> None:
        export, source = table.recognized.export, found.source
        reader = ListReader(table, self._site, file_id, found.state)
        writer = self._writer = ImportWriter(self._wanted.folder, file_id)

        may_be_of_sitemaps = export.product == "csv" or export.kind == "indexing"
        are_sitemaps = may_be_of_sitemaps and found.state is None

        def batches() -> Iterator[Any]:
            nonlocal are_sitemaps
            stored = 0
            for batch in reader.batches(lambda: self._advance(source.stream.position())):
                stored += len(batch)
                are_sitemaps = are_sitemaps and all(row.url.endswith(_SITEMAPS) for row in batch)
                if len(batch):
                    yield batch
            if not stored:
                raise UsageError(f"{describe_missing(found, self._site, reader)} {_NOT_STORED}")

        urls = writer.write("imported_urls", batches())
        names = (export.product, export.kind, table.encoding, export.language, found.state)
        origin = _Origin(*names, *(found.period or (None, None)))
        self._finish(found, reader, writer, origin, urls)
        if are_sitemaps:
            self.told.append(OF_SITEMAPS_PERHAPS)
        if export.product == "gsc" and export.kind == "indexing" and found.state is None:
            self.told.append(
                "  The reason of these URLs is not in this file, but in Metadata.csv beside it:"
                " import the zip as Search Console wrote it."
            )

    def _store_sitemaps(self, found: Found, sitemaps: SitemapList, file_id: int) -> None:
        reader = SitemapListReader(sitemaps, self._site, file_id)
        if not reader.read(found.source.name):
            raise UsageError(f"{describe_missing(found, self._site, reader)} {_NOT_STORED}")
        writer = self._writer = ImportWriter(self._wanted.folder, file_id)
        reader.made.write(writer.write)
        export = sitemaps.export
        names = (export.product, export.kind, sitemaps.encoding, export.language)
        origin = _Origin(*names, last_day=reader.last_day)
        self._finish(found, reader, writer, origin, len(reader.made.sitemaps))
        self.told.append(NOT_THE_WHOLE_LIST)

    def _store_log(self, found: Found, log: LogFormat, file_id: int) -> None:
        reader = LogReader(found.source.stream, log, self._site, self._bots)
        writer = self._writer = ImportWriter(self._wanted.folder, file_id)
        with DuckDBStore(self._wanted.folder, tables=(), memory=_MEMORY) as store:
            store.execute(step("imports/counts"))
            for counts in reader.counts(lambda: self._advance(found.source.stream.position())):
                store.append("counts", counts)
            ((first, last, hits),) = store.rows(step("imports/log_days"))
            if not hits:
                raise UsageError(f"{describe_missing(found, self._site, reader)} {_NOT_STORED}")
            is_doubtful = store.value(step("imports/is_doubtful"))
            doubt = {"is_doubtful": is_doubtful}
            hits_of_urls = store.record_batches(
                step("imports/log_hits"), {"file_id": file_id, **doubt}
            )
            writer.write("log_hits", hits_of_urls)
            bots = store.rows(step("imports/bots"), doubt)
        unread = (reader.unread, reader.unread_googlebot)
        origin = _Origin("access-log", log.kind, "utf-8", None, None, first, last, *unread)
        self._finish(found, reader, writer, origin, int(hits))
        self.told.append(describe_bots(bots, first, last))
        if is_doubtful:
            self.told.append(NOT_OF_VISITORS)

    def _finish(
        self,
        found: Found,
        reader: ListReader | LogReader | SitemapListReader,
        writer: ImportWriter,
        origin: _Origin,
        urls: int,
    ) -> None:
        """Write the rows about the file, and say what it is."""
        is_truncated = found.source.stream.is_truncated
        file = ImportedFile(
            id=writer.id,
            file=found.source.name,
            **origin._asdict(),
            rows=reader.rows,
            urls=urls,
            elsewhere=reader.elsewhere.rows,
            unreadable=reader.unreadable.rows.total(),
            read_until=reader.last_line if is_truncated else None,
            imported_at=datetime.now(UTC),
            not_read=None,
        )
        unreadable = [
            ImportedUnreadable(writer.id, reason, rows, reader.unreadable.lines[reason])
            for reason, rows in reader.unreadable.rows.items()
        ]
        writer.finish(file, unreadable)
        self.told += describe_file(file, found.title, unreadable)
        if writer.replaces:
            self.told.append("  It replaces an earlier import of this file.")
