"""Downloader middleware: Scrapy's decoding of Content-Encoding, for pages alone.

A sitemap is decoded while it is read, so that what came of a broken or endless one is kept. A page
that cannot be decoded keeps its status and headers, and a flag says what became of its body. Of
one that grows beyond ``DOWNLOAD_MAXSIZE`` the beginning is kept.
"""

from __future__ import annotations

import asyncio
import zlib
from typing import TYPE_CHECKING, Any

import brotli
import zstandard
from scrapy.downloadermiddlewares.httpcompression import HttpCompressionMiddleware
from scrapy.downloadermiddlewares.retry import get_retry_request
from scrapy.exceptions import IgnoreRequest

from sitemap_audit.crawl_settings import options_of
from sitemap_audit.handlers.spool import CUT
from sitemap_audit.parsing.decoders import decoded

if TYPE_CHECKING:
    from collections.abc import Coroutine, Iterator

    from scrapy import Request, Spider
    from scrapy.crawler import Crawler
    from scrapy.http import Response

_COUNTED = 16 * 2**20
"Bytes up to which it is told how large a page is of which the beginning is kept."
BIG = 128 * 2**10
"Bytes, as received, from which on a thread decodes: an event loop would be held."


class PageDecoding(HttpCompressionMiddleware):
    """Decodes what is in memory, and leaves alone what is in a file."""

    def __init__(self, *, crawler: Crawler) -> None:
        super().__init__(crawler=crawler)
        self._crawler = crawler
        self._thread = asyncio.Lock()
        "One thread decodes: more would add memory, and little speed."

    def process_response(  # type: ignore[override]  # Scrapy waits for what is awaitable
        self,
        request: Request,
        response: Response,
        spider: Spider | None = None,  # the base class passes none
    ) -> Request | Response | Coroutine[Any, Any, Request | Response]:
        """Decode a page's body; a truncated one is requested again first."""
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
        if CUT in response.flags:  # what is cut is no whole gzip or brotli, and not to blame for it
            return self._beginning(response)
        try:
            return super().process_response(request, response)
        except IgnoreRequest:  # it grew beyond the largest body that is read
            return self._beginning(response)
        except (OSError, EOFError, zlib.error, brotli.error, zstandard.ZstdError):
            flag = "undecodable"
        return response.replace(body=b"", flags=[*response.flags, flag])

    def _beginning(self, response: Response) -> Response:
        """What is read of a page that grew beyond the largest body."""
        most = options_of(self._crawler.settings).max_page_bytes
        encodings, _ = self._split_encodings(response.headers.getlist("Content-Encoding"))
        stream: Iterator[bytes] = iter([response.body])
        for encoding in encodings:
            name = encoding.decode("latin-1").removeprefix("x-")
            stream = decoded(name, stream, lambda *_: None)
        body, size = b"", 0
        for piece in stream:
            body += piece[: max(0, most - size)]
            size += len(piece)
            if size > _COUNTED:
                break
        headers = response.headers.copy()
        if encodings:
            for name in ("Content-Encoding", "Content-Length"):
                headers.pop(name, None)
        if encodings and CUT not in response.flags and size <= _COUNTED:
            headers["Content-Length"] = str(size)
        flags = [flag for flag in response.flags if flag != CUT]
        return response.replace(body=body, headers=headers, flags=[*flags, CUT])
