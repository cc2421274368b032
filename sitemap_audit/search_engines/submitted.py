"""Store the sitemaps that were submitted to a search engine, as its API tells."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_audit.imports.told_sitemaps import SitemapRows
from sitemap_audit.plural import counted
from sitemap_audit.search_engines.storing import storing

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from sitemap_audit.imports.told_sitemaps import Sitemap
    from sitemap_audit.search_engines.storing import Source

KIND = "sitemaps"
"In ``imported_files.kind``."


def store_sitemaps(
    folder: Path, source: Source, sitemaps: Iterable[Sitemap], *, is_whole: bool = True
) -> str:
    """Store all sitemaps of a property in place of an earlier reading, and say what was read.

    Args:
        is_whole: whether these are all; else nothing is said of a sitemap that is not among them.

    Raises:
        OSError: the folder cannot be written.
        Exception: whatever the iterator raises; then nothing is stored.
    """
    with storing(folder, source, KIND) as reading:
        made = SitemapRows(reading.id, source.engine, source.property)
        for each in sitemaps:
            reading.rows += 1
            made.add(each)
        reading.unreadable, reading.stored = made.unreadable, len(made.sitemaps)
        made.write(reading.write)
        reading.read_until = None if is_whole else reading.rows
        file, _ = reading.finish()
    contained = sum(row.in_index is not None for row in made.sitemaps)
    told = [f"{counted(file.urls - contained, 'submitted sitemap')}"]
    if contained:
        told.append(f"{contained:,} in sitemap indexes")
    if file.unreadable:
        told.append(f"{file.unreadable:,} not read, as they are no URL")
    return f"{source.name}: {', '.join(told)}."
