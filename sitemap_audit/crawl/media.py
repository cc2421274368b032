"""Fetch some listed images and videos (``--media``): the first bytes of each.

That is enough for the status code and the Content-Type.
"""

from __future__ import annotations

import asyncio
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from sitemap_audit.analysis.computed.left_out import make_left_out
from sitemap_audit.crawl.question import FetchResult, Question
from sitemap_audit.items import FetchError, Medium
from sitemap_audit.middlewares.robots import MEDIA_BOTS
from sitemap_audit.parsing import urls
from sitemap_audit.parsing.cleaning import clean
from sitemap_audit.parsing.content_type import media_type
from sitemap_audit.reading.fetch import fetched
from sitemap_audit.steps import step

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scrapy import Request
    from scrapy.http import Response

    from sitemap_audit.storage import Store

BEGINNING = 1024
"Number of bytes to fetch of a file."
_INCOMPLETE = {"truncated": FetchError.TRUNCATED, "time": FetchError.TIMEOUT}


class MediumTarget(NamedTuple):
    """A file to fetch, and the first place that lists it."""

    kind: str
    url: str
    key: int
    requested: str
    page_url: str | None
    sitemap_url: str
    line: int | None


class ListedMedia(Question[MediumTarget]):
    """Images and videos that the sitemaps list, ``--media`` of them."""

    tables = ("sitemaps", "entries", "entry_images", "entry_videos", "media")
    counter = "media"

    def select(self, store: Store) -> list[MediumTarget]:
        done = set(store.rows(step("media/done")))
        make_left_out(store, self.crawl.run.selection)
        listed = islice(_targets(store.stream(step("media/listed"))), self.crawl.options.media)
        return [target for target in listed if (target.kind, target.key) not in done]

    def request(self, target: MediumTarget) -> Request:
        """Make the request for the first bytes of a file."""
        name = f"medium-{target.kind}-{target.key & (1 << 64) - 1:016x}"
        spool = str(self.crawl.run.spool / name)
        meta = {"download_maxsize": BEGINNING, "spool": spool}
        return self.request_for(target, target.requested, **meta)

    async def parse(self, target: MediumTarget, response: Response) -> list[Medium]:
        await asyncio.to_thread(Path(response.meta["spool"]).unlink, missing_ok=True)
        fetch = fetched(response)
        if error := _INCOMPLETE.get(response.meta.get("stopped_by") or ""):
            fetch = fetch._replace(error=error)
        return await self.result(target, FetchResult(fetch, response.meta))

    async def result(self, target: MediumTarget, ended: FetchResult) -> list[Medium]:
        fetch = ended.fetch
        medium = Medium(
            id=next(self.crawl.ids),
            url=target.url,
            url_key=target.key,
            kind=target.kind,
            page_url=target.page_url,
            sitemap_url=target.sitemap_url,
            line=target.line,
            robots=self.crawl.verdict(target.url, MEDIA_BOTS[target.kind]).robots,
            attempts=fetch.attempts,
            status=fetch.status,
            error=fetch.error,
            error_detail=fetch.error_detail,
            tls_problem=fetch.tls_problem,
            redirect_url=fetch.redirect.url if fetch.redirect else None,
            content_type=clean(media_type(fetch.content_type), 200),
            fetched_at=fetch.fetched_at,
        )
        return [medium]


def _targets(
    rows: Iterator[tuple[str, str, str | None, str, int | None]],
) -> Iterator[MediumTarget]:
    """Yield the files with a valid URL, each once."""
    seen: set[tuple[str, int]] = set()
    for kind, loc, page_url, sitemap_url, line in rows:
        link = urls.read_annotation(loc)
        if link.url is not None and link.key is not None and (kind, link.key) not in seen:
            seen.add((kind, link.key))
            yield MediumTarget(
                kind, link.url, link.key, urls.wire(loc), page_url, sitemap_url, line
            )
