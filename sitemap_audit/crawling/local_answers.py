"""Requests that are answered from the audit's own folder: for sitemaps that were given as files."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

from scrapy.exceptions import NotConfigured
from scrapy.http import Response

from sitemap_audit.audit import audit_of
from sitemap_audit.crawling.local import FOLDER, find
from sitemap_audit.network.robots_gate import RobotsGate
from sitemap_audit.parsing import urls

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.crawler import Crawler

    from sitemap_audit.workplace import Workplace


class LocalAnswers:
    """Downloader middleware: what was given as a file is not asked for."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> LocalAnswers:
        """Made where there are such files alone.

        Raises:
            NotConfigured: there are none.
        """
        place: Workplace | None = getattr(crawler.spider, "audit", None)
        if place is None or not (place.folder / FOLDER).is_dir():
            raise NotConfigured
        return cls(crawler)

    async def process_request(self, request: Request) -> Response | None:
        """Answer by the copy, with no header: what a server will send is not known."""
        if "spool" not in request.meta or request.meta.get("is_robots"):
            return None
        audit = audit_of(self._crawler)
        copy = find(audit.folder, request.url)
        if copy is None:
            return None
        gate = self._crawler.get_downloader_middleware(RobotsGate)
        assert gate is not None
        rules = await gate.rules(urls.origin(request.url))
        request.meta["robots"] = rules.verdict(request.url, audit.options.robots_token)
        is_whole = await asyncio.to_thread(_spool, copy, request)
        request.meta["stopped_by"] = None if is_whole else "size"
        return Response(request.url)


def _spool(copy: Path, request: Request) -> bool:
    """Put a file where a body is expected, if it is not larger than a body may be."""
    most: int = request.meta["download_maxsize"]
    spool = Path(request.meta["spool"])
    if copy.stat().st_size <= most:
        shutil.copyfile(copy, spool)
        return True
    with copy.open("rb") as file:
        spool.write_bytes(file.read(most + 1))
    return False
