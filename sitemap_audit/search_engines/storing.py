"""Store what the API of a search engine returned as an imported file."""

from __future__ import annotations

from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING, NamedTuple

import xxhash

from sitemap_audit.imports.site import Elsewhere, Unreadable
from sitemap_audit.items import ImportedFile, ImportedUnreadable
from sitemap_audit.storage.imported import MAX_ID, ImportWriter
from sitemap_audit.storage.parts import IMPORTED, PartList

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from sitemap_audit.items import Columns


class Source(NamedTuple):
    """What a search engine has of one property, by its API."""

    name: str
    "In ``imported_files.file``: search-console:sc-domain:example.com."
    product: str
    "In ``imported_files.product``: gsc | bing | yandex."
    engine: str
    "google | bing | yandex."
    property: str
    "Property, site or host of the engine, as it names it."

    def file_id(self, kind: str) -> int:
        """Return the number of its rows of a kind: a second reading replaces the first."""
        return xxhash.xxh3_64_intdigest(f"{self.name} {kind}".encode()) % MAX_ID


def search_console(name: str) -> Source:
    """Return the source that is a property of Search Console."""
    return Source(f"search-console:{name}", "gsc", "google", name)


class Reading:
    """Writes the rows of one kind that a search engine returned: sitemaps, performance, …."""

    def __init__(self, folder: Path, source: Source, kind: str) -> None:
        self.source, self._kind = source, kind
        self._writer = ImportWriter(folder, source.file_id(kind))
        listed = PartList(folder).parts()
        self.has_earlier = any((table, self.id) in listed for table in IMPORTED[:-1])
        "Whether there are rows of an earlier reading; of one that failed there are none."
        self.rows, self.stored = 0, 0
        "Rows read, and those of them that are stored."
        self.elsewhere, self.unreadable = Elsewhere(), Unreadable()
        self.first_day: str | None = None
        self.last_day: str | None = None
        self.read_until: int | None = None
        "Last row read, if the others could not be read."

    @property
    def id(self) -> int:
        """Number of the imported file."""
        return self._writer.id

    def write(self, table: str, batches: Iterable[Columns]) -> None:
        """Write the rows of a table as they come.

        Raises:
            OSError: the disk is full or cannot be written.
            Exception: whatever the iterator raises; then none of the rows is stored.
        """
        self._writer.write(table, batches)

    def finish(self, not_read: str | None = None) -> tuple[ImportedFile, list[ImportedUnreadable]]:
        """Write the row about the rows; return it, and those of what is unreadable.

        Args:
            not_read: why nothing could be read.
        """
        file = ImportedFile(
            id=self.id,
            file=self.source.name,
            product=self.source.product,
            kind=self._kind,
            language=None,
            encoding="utf-8",
            state=None,
            rows=self.rows,
            urls=self.stored,
            elsewhere=self.elsewhere.rows,
            unreadable=self.unreadable.rows.total(),
            read_until=self.read_until,
            first_day=self.first_day,
            last_day=self.last_day,
            imported_at=datetime.now(UTC),
            not_read=not_read,
            unread=None,
            unread_googlebot=None,
        )
        unreadable = [
            ImportedUnreadable(self.id, reason, rows, self.unreadable.lines[reason])
            for reason, rows in self.unreadable.rows.items()
        ]
        self._writer.finish(file, unreadable)
        return file, unreadable

    def abandon(self) -> None:
        """Remove what was written of a reading that did not finish."""
        with suppress(OSError):
            self._writer.abandon()


@contextmanager
def storing(folder: Path, source: Source, kind: str) -> Iterator[Reading]:
    """Yield what writes the rows of one kind, in place of those of an earlier reading.

    If the block raises an error before the first table is written, an earlier reading stays.
    """
    reading = Reading(folder, source, kind)
    try:
        yield reading
    except BaseException:
        reading.abandon()
        raise


def store_failure(folder: Path, source: Source, kind: str, why: str) -> bool:
    """Note why rows of a kind could not be read; return whether an earlier reading stays."""
    reading = Reading(folder, source, kind)
    if not reading.has_earlier:
        reading.finish(why)
    return reading.has_earlier
