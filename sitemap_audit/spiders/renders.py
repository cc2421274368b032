"""Render pages in a browser: the last phase of a crawl (``--render``)."""

from __future__ import annotations

import asyncio
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from sitemap_audit.handlers.errors import NotFetched, Unrendered
from sitemap_audit.items import RenderProblem
from sitemap_audit.parsing import urls
from sitemap_audit.rendering.reading import Rendered, failed_render, read_render
from sitemap_audit.spiders.phases import CrawlPhase, flush_stored
from sitemap_audit.spiders.render_selection import select_pages, selected_pages

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scrapy import Request
    from scrapy.http import Response
    from twisted.python.failure import Failure

    from sitemap_audit.items import Render
    from sitemap_audit.rendering.page_load import PageLoad
    from sitemap_audit.rendering.reading import RenderTarget
    from sitemap_audit.spiders.crawl_state import Crawl

MAX_FAILED_STARTS = 3
"Failed browser starts after which no page is rendered."
_RETRIED = {RenderProblem.BROWSER_LOST, RenderProblem.MEMORY}
"Problems that another page may cause: the page is rendered again, alone."


class RenderPhase(CrawlPhase):
    """Renders pages of the stored audit."""

    def __init__(self, crawl: Crawl) -> None:
        super().__init__(crawl)
        assert crawl.run is not None
        self._run = crawl.run
        self._targets: Iterator[RenderTarget] = iter(())
        self._retries: list[RenderTarget] = []
        self._total = self._left = self._started = self._failed_starts = 0

    async def begin(self) -> None:
        """Select the pages from the stored audit."""
        await flush_stored(self.crawl)
        file = self._run.spool / "renders"
        self._total = await asyncio.to_thread(
            select_pages, self._run.folder, file, self.crawl.options
        )
        self._left, self._targets = self._total, selected_pages(file)
        self.crawl.crawler.stats.set_value("audit/renders_chosen", self._total)

    @property
    def has_ended(self) -> bool:
        """Whether all pages have been rendered, or the browser cannot be started."""
        if self._failed_starts >= MAX_FAILED_STARTS:
            self._left = 0
        return not (self._left or self.in_flight)

    def next_request(self) -> tuple[Request, str] | None:
        """Return the request for the next page; a retry gets its own browser."""
        if not self._left:
            return None
        from sitemap_audit.rendering.browser import PAGES_PER_BROWSER  # late: Playwright

        is_retry = self._left <= len(self._retries)
        # The browser is restarted after PAGES_PER_BROWSER pages, while none is open.
        if self.in_flight and (is_retry or self._started % PAGES_PER_BROWSER == 0):
            return None
        target = self._retries.pop(0) if is_retry else next(self._targets)
        self._left -= 1
        self._started += 1
        return self._request(target), target.url

    def _request(self, target: RenderTarget) -> Request:
        from sitemap_audit.rendering.page_load import PageLoad  # late: Playwright comes with it

        page_load = PageLoad(target.url, timeout=self.crawl.options.render_timeout)
        has_tls_problem = target.tls_problem is not None
        meta = page_load.meta(str(self._started), has_tls_problem=has_tls_problem)
        return self.request_for(target, target.requested, dont_retry=True, **meta)

    async def parse(self, response: Response, target: RenderTarget) -> list[Render]:
        """Store the rendered page."""
        with self._counted():
            page_load: PageLoad = response.meta["page_load"]
            rendered = self._rendered(target, response.meta.get("render_seconds"))
            facts = page_load.facts | self._disallowed(page_load.resources)
            self._failed_starts = 0
            return [read_render(rendered, response, facts, self.crawl.options.robots_token)]
        return []

    def _disallowed(self, resources: set[str]) -> dict[str, Any]:
        """Return the resources of the page's own origin that robots.txt disallows."""
        token = self.crawl.options.robots_token
        normal = sorted({link.url for link in map(urls.read_link, resources) if link.url})
        verdicts = {url: self.crawl.verdict(url, token) for url in normal}
        refused = [
            (url, decision.rule)
            for url, decision in verdicts.items()
            if decision.robots == "disallowed"
        ]
        url, rule = refused[0] if refused else (None, None)
        return {"disallowed": len(refused), "disallowed_url": url, "disallowed_rule": rule}

    async def no_response(self, request: Request, failure: Failure) -> list[Render]:
        """Store why a page was not rendered, or render it again."""
        target: RenderTarget = request.cb_kwargs["target"]
        with self._counted():
            problem = _problem(failure.value)
            if problem.problem is RenderProblem.NO_BROWSER:
                self._failed_starts += 1
                self._run.add_fault(f"The browser could not be started: {problem}")
            elif problem.problem in _RETRIED and not target.is_second:
                self._retries.append(target._replace(is_second=True))
                self._left += 1
            else:
                rendered = self._rendered(target, request.meta.get("render_seconds"))
                return [failed_render(rendered, problem)]
        return []

    def _rendered(self, target: RenderTarget, seconds: float | None) -> Rendered:
        return Rendered(next(self.crawl.ids), target, seconds)

    @contextmanager
    def _counted(self) -> Iterator[None]:
        """Count a page as rendered when the block ends."""
        with self.accounted():
            yield
        done = self._total - self._left - self.in_flight
        self.crawl.crawler.stats.set_value("audit/renders", done)


def _problem(error: BaseException | None) -> Unrendered:
    if isinstance(error, Unrendered):
        return error
    if isinstance(error, NotFetched):
        return Unrendered(RenderProblem.NOT_ALLOWED, str(error))
    return Unrendered(RenderProblem.OTHER, f"{type(error).__name__}: {error}"[:300])
