"""Respond with the built files of a folder, as a host would serve them (``--pages DIR``)."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from scrapy.exceptions import NotConfigured
from scrapy.http import Headers
from scrapy.responsetypes import responsetypes

from sitemap_audit.crawl_settings import is_of_audit, options_of
from sitemap_audit.handlers.ignored_requests import NotFetched
from sitemap_audit.handlers.spool import BODY_TRUNCATED
from sitemap_audit.items import FetchError
from sitemap_audit.local_files.copies import write_file
from sitemap_audit.local_files.hosting import hosting_of
from sitemap_audit.local_files.input_files import folder_url, path_in_repository
from sitemap_audit.masking import quoted, visible
from sitemap_audit.parsing import urls

if TYPE_CHECKING:
    from pathlib import Path

    from scrapy import Request
    from scrapy.crawler import Crawler
    from scrapy.http import Response

    from sitemap_audit.options import Options


class BuiltPagesMiddleware:
    """Downloader middleware that responds for the host of ``--base``; it never connects to it."""

    def __init__(self, folder: Path, base: str, options: Options, most: int) -> None:
        """Create the middleware.

        Args:
            base: URL of the folder.
            most: maximum size of a page in bytes; the rest is left out, as of a fetched page.
        """
        self._folder, self._origin, self._most = folder, urls.origin(base), most
        self._host = urls.host(base)
        self._hosting = hosting_of(options.hosting, folder, base)
        self._path_in_repository = path_in_repository(folder)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> BuiltPagesMiddleware:
        """Create the middleware.

        Raises:
            NotConfigured: pages are fetched from the live site.
        """
        options = options_of(crawler.settings)
        base = folder_url(options.base)
        if options.pages_from is None or base is None:
            raise NotConfigured
        return cls(options.pages_from, base, options, crawler.settings.getint("DOWNLOAD_MAXSIZE"))

    async def process_request(self, request: Request) -> Response | None:
        """Respond with the file, the redirect or the 404 page of a URL of the host.

        Raises:
            NotFetched: what the host would serve is not known, or the file cannot be read.
        """
        if not is_of_audit(request):
            return None
        if urls.host(request.url) != self._host:
            return None
        if urls.origin(request.url) != self._origin:
            raise NotFetched(FetchError.HOSTING, f"The folder stands for {self._origin} only.")
        parts = urlsplit(request.url)
        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        if target == "/robots.txt" and self._hosting.above:
            return responsetypes.from_args(url=request.url)(request.url, status=404)
        served = self._hosting.serve(target)
        if served.unclear is not None:
            raise NotFetched(FetchError.HOSTING, f"Not known what is served: {served.unclear}.")
        headers = Headers(list(served.headers))
        if served.location is not None:
            headers["Location"] = served.location
        body, flags = b"", []
        if served.file is not None:
            body, is_whole = await self._read(served.file, request)
            flags = [] if is_whole or "spool" in request.meta else [BODY_TRUNCATED]
            name = served.file.relative_to(self._folder).as_posix()
            request.meta["built_file"] = f"{self._path_in_repository}/{name}"
        kind = responsetypes.from_args(headers=headers, url=request.url, body=body)
        return kind(request.url, status=served.status, headers=headers, body=body, flags=flags)

    async def _read(self, file: Path, request: Request) -> tuple[bytes, bool]:
        """Return the body, which is empty if the request's goes to a file; and if it is whole.

        Raises:
            NotFetched: the file cannot be read: it may be gone since the audit has begun.
        """
        most = request.meta.get("download_maxsize", self._most)
        try:
            if "spool" in request.meta:
                is_whole = await asyncio.to_thread(write_file, file, request.meta["spool"], most)
                request.meta["stopped_by"] = None if is_whole else "size"
                return b"", is_whole
            with file.open("rb") as built:
                body = built.read(most + 1 if most else -1)
        except OSError as error:
            raise NotFetched(
                FetchError.HOSTING,
                f"Cannot read {quoted(str(file))}: {error.strerror}. Build the site, and audit it"
                " again.",
            ) from None
        return (body[:most], False) if most and len(body) > most else (body, True)


def built_pages_remarks(options: Options) -> list[str]:
    """Return sentences on what a report of pages from a folder has to say.

    Raises:
        UsageError: the folder, or a file of rules in it, cannot be read.
    """
    base = folder_url(options.base)
    if options.pages_from is None or base is None:
        return []
    hosting = hosting_of(options.hosting, options.pages_from, base)
    folder = visible(path_in_repository(options.pages_from))
    how = f"{hosting.title} serves them"
    if hosting.recognized_by is not None:
        how += f": {hosting.recognized_by}"
    remarks = [f"The pages of {urls.origin(base)} were read from {folder}, as {how}."]
    if options.hosting is None:
        remarks[0] += " If another host will serve them, pass --hosting."
    if hosting.above:
        remarks.append(
            f"{folder} holds no robots.txt of {urls.origin(base)}: pages are audited as if there"
            " were none. Audit the live site for its rules."
        )
    return [*remarks, *hosting.not_understood]
