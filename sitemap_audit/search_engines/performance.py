"""Store the clicks and impressions of pages as those of an imported export."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sitemap_audit.imports.lists import is_decoded
from sitemap_audit.imports.sentences import describe_file
from sitemap_audit.imports.site import reason_of
from sitemap_audit.items import Columns, ImportedUrl, column_names
from sitemap_audit.search_engines.storing import storing
from sitemap_audit.web_apis.json_api import ApiError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import date
    from pathlib import Path

    from sitemap_audit.imports.site import Site
    from sitemap_audit.search_engines.search_console import PagePerformance, SearchConsole
    from sitemap_audit.search_engines.storing import Reading, Source

KIND = "performance"
"In ``imported_files.kind``, as of an export."


def store_performance(
    folder: Path,
    source: Source,
    site: Site,
    console: SearchConsole,
    days: tuple[date, date],
) -> tuple[list[str], ApiError | None]:
    """Store the traffic of a property's pages in a period, in place of an earlier reading.

    Returns sentences on what was read, and the error that ended it before its end. The pages with
    most clicks come first: those until then are stored, unless there is an earlier reading.

    Raises:
        ApiError: nothing was read.
        OSError: the folder cannot be written.
    """
    with storing(folder, source, KIND) as reading:
        reading.first_day, reading.last_day = (day.isoformat() for day in days)
        ended: list[ApiError] = []

        def batches() -> Iterator[Columns]:
            try:
                for pages in console.performance(source.property, *days):
                    if rows := _columns(pages, site, reading):
                        yield rows
            except ApiError as error:
                if not reading.rows or reading.has_earlier:
                    raise
                reading.read_until = reading.rows
                ended.append(error)

        reading.write("imported_urls", batches())
        file, unreadable = reading.finish()
    title = f"clicks and impressions in web search, {file.first_day} to {file.last_day}"
    told = describe_file(replace(file, read_until=None), title, unreadable)
    return told, next(iter(ended), None)


def _columns(pages: Sequence[PagePerformance], site: Site, reading: Reading) -> Columns:
    """Return the rows of pages of the site; a fragment such as #:~:text= is not part of a URL."""
    written = [page.page for page in pages]
    links = site.read(written)
    kept: list[int] = []
    for at, url in enumerate(links.urls):
        line = reading.rows + at + 1
        if url is None:
            reading.unreadable.add(reason_of(links.problems[at]), line)
        elif not is_decoded(written[at]):
            reading.unreadable.add("encoding", line)
        elif site.has(url):
            kept.append(at)
        else:
            reading.elsewhere.add([url], 1)
    made: dict[str, list[Any]] = {name: [None] * len(kept) for name in column_names(ImportedUrl)}
    made |= {
        "file_id": [reading.id] * len(kept),
        "line": [reading.rows + at + 1 for at in kept],
        "written": [written[at] for at in kept],
        "url": [links.urls[at] for at in kept],
        "url_key": [links.keys[at] for at in kept],
        "url_near_key": [links.near_keys[at] for at in kept],
        "clicks": [pages[at].clicks for at in kept],
        "impressions": [pages[at].impressions for at in kept],
        "position": [pages[at].position for at in kept],
    }
    reading.rows += len(pages)
    reading.stored += len(kept)
    return Columns(ImportedUrl, list(made.values()))
