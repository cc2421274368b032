"""Downloader middleware: what every request has in common, in one step instead of three."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy.http.headers import Headers

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.crawler import Crawler


class StandingHeaders:
    """Sets the headers and the timeout of the settings where a request has none of its own."""

    def __init__(self, crawler: Crawler) -> None:
        settings = crawler.settings
        self._timeout = settings.getfloat("DOWNLOAD_TIMEOUT")
        asked = {**settings["DEFAULT_REQUEST_HEADERS"], "User-Agent": settings["USER_AGENT"]}
        headers = Headers({name: value for name, value in asked.items() if value is not None})
        self._headers = list(headers.items())

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> StandingHeaders:
        return cls(crawler)

    def process_request(self, request: Request) -> None:
        """Complete a request."""
        request.meta.setdefault("download_timeout", self._timeout)
        for name, values in self._headers:
            request.headers.setdefault(name, values)
