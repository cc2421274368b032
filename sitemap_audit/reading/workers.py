"""What worker processes do: parse pages and sitemaps, within limits of time and memory."""

from __future__ import annotations

import traceback
from typing import TYPE_CHECKING, Any, NamedTuple

from sitemap_audit.machine.interpreter import release_memory
from sitemap_audit.machine.worker import Limits, Worker
from sitemap_audit.parsing.sites import load_suffixes
from sitemap_audit.reading.pages import read_fetched_page
from sitemap_audit.reading.sitemaps import SitemapReading

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from sitemap_audit.items import Sitemap
    from sitemap_audit.reading.pages import FetchedPage, ReadPage
    from sitemap_audit.reading.sitemaps import FetchedSitemap, Piece

MAX_SECONDS = 30.0
"Seconds until the next result of a worker process: a page, or a piece of a sitemap."
MAX_MEMORY = 300 * 2**20
"Bytes of memory (resident) of a worker process; a page of 2 MB takes half as many at most."
ALLOWED = Limits(MAX_SECONDS, MAX_MEMORY)
CHUNK = 64 * 2**10
LARGE = 512 * 2**10
"Bytes of a page after which memory is returned to the system."


class ReadFailure(NamedTuple):
    """Traceback of a worker process, as text: not every exception can be pickled."""

    trace: str


def reader() -> Worker:
    """Return a worker for these tasks."""
    return Worker(_prepare, ALLOWED)


def _prepare() -> None:
    """Load what the tasks need; this module imports the parsers."""
    load_suffixes()


def call(function: Callable[[], Any]) -> Iterator[Any]:
    """Yield the result of a function."""
    try:
        yield function()
    except Exception:
        yield ReadFailure(traceback.format_exc())


def read_pages(pages: Iterable[FetchedPage]) -> Iterator[ReadPage | ReadFailure]:
    """Parse pages; also called in the process of the crawl."""
    for page in pages:
        try:
            yield read_fetched_page(page)
        except Exception:
            yield ReadFailure(traceback.format_exc())
        if len(page.body) >= LARGE:
            release_memory()


def read_pieces(fetched: FetchedSitemap, received: Path) -> Iterator[Piece | Sitemap | ReadFailure]:
    """Parse a sitemap from its file: yield its pieces, then its item."""
    try:
        reading = SitemapReading(fetched)
        yield from reading.pieces(_chunks(received))
        yield reading.item
    except Exception:
        yield ReadFailure(traceback.format_exc())


def _chunks(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        while chunk := file.read(CHUNK):
            yield chunk
