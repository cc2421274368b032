"""Serve local sitemaps and robots.txt from the audit folder instead of requesting their URLs.

Where pages are read from a folder, too, a sitemap that a rule of its host redirects or replaces is
not at its URL: the response is what the host serves.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from scrapy.exceptions import NotConfigured
from scrapy.http import Response

from sitemap_audit.crawl_settings import AUDIT_FOLDER, BUILT_SITE, options_of
from sitemap_audit.local_files.body_files import spool
from sitemap_audit.local_files.copies import FOLDER, find
from sitemap_audit.middlewares.robots import RobotsMiddleware
from sitemap_audit.parsing import urls

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.crawler import Crawler

    from sitemap_audit.local_files.built_site import BuiltSite


class LocalFilesMiddleware:
    """Downloader middleware that responds with local sitemaps and robots.txt."""

    def __init__(self, crawler: Crawler, folder: Path) -> None:
        self._crawler, self._folder = crawler, folder
        self._token = options_of(crawler.settings).robots_token
        self._site: BuiltSite | None = crawler.settings.get(BUILT_SITE)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> LocalFilesMiddleware:
        """Create the middleware.

        Raises:
            NotConfigured: the audit has no local files.
        """
        folder = crawler.settings.get(AUDIT_FOLDER)
        if folder is None or not (Path(folder) / FOLDER).is_dir():
            raise NotConfigured
        return cls(crawler, Path(folder))

    async def process_request(self, request: Request) -> Response | None:
        """Respond with the copy, without headers: those of the future server are not known.

        Raises:
            CannotContinueError: the body file cannot be written, as on a full disk.
        """
        if "spool" not in request.meta:
            return None
        if self._site is not None and self._site.serves_otherwise(request.url):
            return None
        copy = find(self._folder, request.url)
        if copy is None:
            return None
        robots = self._crawler.get_downloader_middleware(RobotsMiddleware)
        policy = robots.policies.get(urls.origin(request.url)) if robots else None
        if policy is not None:
            request.meta["robots"] = policy.verdict(request.url, self._token)
        with copy.open("rb") as file:
            await spool(file, request, request.meta["download_maxsize"])
        return Response(request.url)
