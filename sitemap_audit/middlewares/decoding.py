"""Downloader middleware that decodes Content-Encoding, for pages only.

Sitemaps are decoded while they are parsed, so that the valid part of a truncated one is kept. A
page that cannot be decoded keeps its status and headers and gets the flag ``undecodable``. A page
that exceeds ``DOWNLOAD_MAXSIZE`` after decompression is truncated.
"""

from __future__ import annotations

import asyncio
import zlib
from typing import TYPE_CHECKING, Any

import brotli
from scrapy.downloadermiddlewares.httpcompression import HttpCompressionMiddleware
from scrapy.downloadermiddlewares.retry import get_retry_request
from scrapy.exceptions import IgnoreRequest

from sitemap_audit.handlers.spool import BODY_TRUNCATED
from sitemap_audit.parsing.decoders import decoded, zstd
from sitemap_audit.parsing.page.page_reader import MAX_HTML

if TYPE_CHECKING:
    from collections.abc import Coroutine, Iterator

    from scrapy import Request, Spider
    from scrapy.crawler import Crawler
    from scrapy.http import Response

_COUNTED = 16 * 2**20
"Bytes up to which the full size of a truncated page is counted."
BIG = 128 * 2**10
"Bytes, as received, from which on a thread decodes, so as not to block the event loop."


class PageDecoding(HttpCompressionMiddleware):
    """Decode bodies in memory; leave bodies in files as they are."""

    def __init__(self, *, crawler: Crawler) -> None:
        super().__init__(crawler=crawler)
        self._crawler = crawler
        self._thread = asyncio.Lock()
        "Only one thread decodes: more would use memory and save little time."

    def process_response(  # type: ignore[override]  # Scrapy waits for what is awaitable
        self,
        request: Request,
        response: Response,
        spider: Spider | None = None,  # the base class passes none
    ) -> Request | Response | Coroutine[Any, Any, Request | Response]:
        """Decode the body of a page; retry a truncated response."""
        if "dataloss" in response.flags or request.meta.get("stopped_by") == "truncated":
            spider = self._crawler.spider
            assert spider is not None
            again = get_retry_request(request, spider=spider, reason="truncated")
            if again is not None:
                return again
        if "spool" in request.meta:
            return response
        if len(response.body) < BIG:
            return self._decoded(request, response)
        return self._decoded_by_thread(request, response)

    async def _decoded_by_thread(self, request: Request, response: Response) -> Request | Response:
        async with self._thread:
            return await asyncio.to_thread(self._decoded, request, response)

    def _decoded(self, request: Request, response: Response) -> Request | Response:
        if BODY_TRUNCATED in response.flags:  # no complete gzip or brotli stream
            return self._beginning(response)
        try:
            return super().process_response(request, response)
        except IgnoreRequest:  # larger than DOWNLOAD_MAXSIZE after decompression
            return self._beginning(response)
        except (OSError, EOFError, zlib.error, brotli.error, zstd.ZstdError):
            return response.replace(body=b"", flags=[*response.flags, "undecodable"])

    def _beginning(self, response: Response) -> Response:
        """Return a response with the body truncated to what is read of a page."""
        encodings, _ = self._split_encodings(response.headers.getlist("Content-Encoding"))
        stream: Iterator[bytes] = iter([response.body])
        for encoding in encodings:
            name = encoding.decode("latin-1").removeprefix("x-")
            stream = decoded(name, stream, lambda *_: None)
        body, size = b"", 0
        for piece in stream:
            body += piece[: max(0, MAX_HTML - size)]
            size += len(piece)
            if size > _COUNTED:
                break
        headers = response.headers.copy()
        if encodings:
            for name in ("Content-Encoding", "Content-Length"):
                headers.pop(name, None)
        if encodings and BODY_TRUNCATED not in response.flags and size <= _COUNTED:
            headers["Content-Length"] = str(size)
        flags = [flag for flag in response.flags if flag != BODY_TRUNCATED]
        return response.replace(body=body, headers=headers, flags=[*flags, BODY_TRUNCATED])
