"""Downloader middleware: Scrapy's decoding of Content-Encoding, for pages alone.

A sitemap is decoded while it is read, so that what came of a broken or endless one is kept.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy.downloadermiddlewares.httpcompression import HttpCompressionMiddleware

if TYPE_CHECKING:
    from scrapy import Request, Spider
    from scrapy.http import Response


class PageDecoding(HttpCompressionMiddleware):
    """Decodes what is in memory, and leaves alone what is in a file."""

    def process_response(
        self,
        request: Request,
        response: Response,
        spider: Spider | None = None,  # noqa: ARG002 - the base class's signature
    ) -> Request | Response:
        """Decode a page's body."""
        if "spool" in request.meta:
            return response
        return super().process_response(request, response)
