"""Store the sitemaps that were submitted to a search engine."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sitemap_audit.imports.lists import is_decoded
from sitemap_audit.imports.site import reason_of
from sitemap_audit.items import Columns, SubmittedCount, SubmittedSitemap, column_names
from sitemap_audit.parsing.urls import read_link
from sitemap_audit.plural import counted
from sitemap_audit.search_engines.storing import storing

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import datetime
    from pathlib import Path

    from sitemap_audit.items import Row
    from sitemap_audit.search_engines.storing import Reading, Source

KIND = "sitemaps"
"In ``imported_files.kind``."


class Sitemap(NamedTuple):
    """A submitted sitemap as a search engine tells of it; None is what it does not say."""

    path: str
    "Its URL."
    in_index: str | None = None
    "URL of the sitemap index that contains it; None if it was submitted itself."
    kind: str | None = None
    is_index: bool | None = None
    is_pending: bool | None = None
    submitted_at: datetime | None = None
    downloaded_at: datetime | None = None
    errors: int | None = None
    warnings: int | None = None
    urls: int | None = None
    status: str | None = None
    counts: Mapping[str, int] = {}
    "URLs by type."


def store_sitemaps(
    folder: Path, source: Source, sitemaps: Iterable[Sitemap], *, is_whole: bool = True
) -> str:
    """Store all sitemaps of a property in place of an earlier reading, and say what was read.

    Those of other hosts are stored, too: a site may have its sitemaps on another host.

    Args:
        is_whole: whether these are all; else nothing is said of a sitemap that is not among them.

    Raises:
        OSError: the folder cannot be written.
        Exception: whatever the iterator raises; then nothing is stored.
    """
    with storing(folder, source, KIND) as reading:
        rows: list[SubmittedSitemap] = []
        counts: list[SubmittedCount] = []
        for each in sitemaps:
            reading.rows += 1
            link = read_link(each.path)
            if link.url is None or link.key is None or not is_decoded(each.path):
                reading.unreadable.add(reason_of(link.problem))
                continue
            rows.append(_row(each, link.url, link.key, reading))
            counts += [
                SubmittedCount(reading.id, source.engine, link.url, link.key, content, submitted)
                for content, submitted in each.counts.items()
            ]
        reading.stored = len(rows)
        reading.write("submitted_sitemaps", _batches(SubmittedSitemap, rows))
        reading.write("submitted_counts", _batches(SubmittedCount, counts))
        reading.read_until = None if is_whole else reading.rows
        file, _ = reading.finish()
    contained = sum(row.in_index is not None for row in rows)
    told = [f"{counted(len(rows) - contained, 'submitted sitemap')}"]
    if contained:
        told.append(f"{contained:,} in sitemap indexes")
    if file.unreadable:
        told.append(f"{file.unreadable:,} not read, as they are no URL")
    return f"{source.name}: {', '.join(told)}."


def _row(sitemap: Sitemap, url: str, key: int, reading: Reading) -> SubmittedSitemap:
    return SubmittedSitemap(
        file_id=reading.id,
        engine=reading.source.engine,
        property=reading.source.property,
        written=sitemap.path,
        url=url,
        url_key=key,
        in_index=read_link(sitemap.in_index).url,
        kind=sitemap.kind,
        is_index=sitemap.is_index,
        is_pending=sitemap.is_pending,
        submitted_at=sitemap.submitted_at,
        downloaded_at=sitemap.downloaded_at,
        errors=sitemap.errors,
        warnings=sitemap.warnings,
        urls=sitemap.urls,
        status=sitemap.status,
    )


def _batches(
    kind: type[Row], rows: Sequence[SubmittedSitemap] | Sequence[SubmittedCount]
) -> list[Columns]:
    """Return the rows as one batch; none if there are no rows."""
    names = column_names(kind)
    return [Columns(kind, [[getattr(row, name) for row in rows] for name in names])] if rows else []
