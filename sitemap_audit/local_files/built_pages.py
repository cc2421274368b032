"""Respond with the built files of a folder, as a host would serve them (``--pages DIR``)."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from scrapy.exceptions import NotConfigured
from scrapy.http import Headers
from scrapy.responsetypes import responsetypes

from sitemap_audit.crawl_settings import BUILT_SITE, is_of_audit
from sitemap_audit.handlers.ignored_requests import CannotContinueError, NotFetched
from sitemap_audit.handlers.spool import BODY_TRUNCATED
from sitemap_audit.items import FetchError
from sitemap_audit.local_files.body_files import spool
from sitemap_audit.machine.resources import out_of_handles
from sitemap_audit.masking import quoted
from sitemap_audit.parsing import urls

if TYPE_CHECKING:
    from pathlib import Path

    from scrapy import Request
    from scrapy.crawler import Crawler
    from scrapy.http import Response

    from sitemap_audit.local_files.built_site import BuiltSite


class BuiltPagesMiddleware:
    """Downloader middleware that responds for the host of a built site; it never connects to it."""

    def __init__(self, site: BuiltSite, most: int) -> None:
        """Create the middleware.

        Args:
            most: maximum size of a page in bytes; the rest is left out, as of a fetched page.
        """
        self._site, self._most = site, most

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> BuiltPagesMiddleware:
        """Create the middleware.

        Raises:
            NotConfigured: pages are fetched from the live site.
        """
        site: BuiltSite | None = crawler.settings.get(BUILT_SITE)
        if site is None:
            raise NotConfigured
        return cls(site, crawler.settings.getint("DOWNLOAD_MAXSIZE"))

    async def process_request(self, request: Request) -> Response | None:
        """Respond with the file, the redirect or the 404 page of a URL of the host.

        Raises:
            NotFetched: what the host would serve is not known, or the file cannot be read.
        """
        site = self._site
        if not is_of_audit(request):
            return None
        # A request has the host as it was written: WWW.example.com, or with a port or a dot.
        url = urls.read_link(request.url).url or request.url
        if urls.host(url).rstrip(".") != site.host:
            return None
        if urls.origin(url) != site.origin:
            raise NotFetched(FetchError.HOSTING, f"The folder stands for {site.origin} only.")
        parts = urlsplit(request.url)
        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        served = site.hosting.serve(target)
        if served.unclear is not None:
            raise NotFetched(FetchError.HOSTING, f"Not known what is served: {served.unclear}.")
        headers = Headers(list(served.headers))
        if served.location is not None:
            headers["Location"] = served.location
        body, flags = b"", []
        if served.file is not None:
            body, is_whole = await self._read(served.file, request)
            flags = [] if is_whole or "spool" in request.meta else [BODY_TRUNCATED]
            request.meta["built_file"] = site.path_in_repository(served.file)
            request.meta["built_robots"] = [
                (site.path_in_repository(each.file), each.line, each.value)
                for each in served.by_rules
                if each.name.lower() == "x-robots-tag"
            ]
        kind = responsetypes.from_args(headers=headers, url=request.url, body=body)
        return kind(request.url, status=served.status, headers=headers, body=body, flags=flags)

    async def _read(self, path: Path, request: Request) -> tuple[bytes, bool]:
        """Return the body, which is empty if the request's goes to a file; and if it is whole.

        Raises:
            NotFetched: the file cannot be read, or has changed since the audit has begun.
            CannotContinueError: the disk is full, or no file handle is left.
        """
        most: int = request.meta.get("download_maxsize", self._most)
        try:
            with path.open("rb") as file:
                if not self._site.is_unchanged(path, os.fstat(file.fileno())):
                    raise self._unread(path, "has changed since the audit has begun")
                if "spool" in request.meta:
                    return b"", await spool(file, request, most)
                body = file.read(most + 1 if most else -1)
        except OSError as error:
            if (ours := out_of_handles(error)) is not None:
                raise CannotContinueError(ours) from error
            raise self._unread(path, f"cannot be read: {error.strerror}") from None
        return (body[:most], False) if most and len(body) > most else (body, True)

    def _unread(self, path: Path, why: str) -> NotFetched:
        self._site.add_unread(path)
        name = self._site.path_in_repository(path)
        return NotFetched(FetchError.HOSTING, f"{quoted(name)} {why}.")
