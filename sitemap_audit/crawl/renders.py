"""Render pages in a browser, the last question of a crawl (``--render``)."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from sitemap_audit.crawl.question import Question, flush_stored
from sitemap_audit.crawl.render_selection import select_pages, selected_pages
from sitemap_audit.handlers.ignored_requests import NotFetched, Unrendered
from sitemap_audit.items import RenderProblem
from sitemap_audit.parsing import urls
from sitemap_audit.rendering.reading import Rendered, RenderTarget, failed_render, read_render

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scrapy import Request
    from scrapy.http import Response
    from twisted.python.failure import Failure

    from sitemap_audit.crawl.crawl import Crawl
    from sitemap_audit.items import Render
    from sitemap_audit.rendering.page_load import PageLoad

MAX_FAILED_STARTS = 3
"Failed browser starts after which no page is rendered."
_RETRIED = {RenderProblem.BROWSER_LOST, RenderProblem.MEMORY}
"Problems that another page may cause: the page is rendered again, alone."


class Renders(Question[RenderTarget]):
    """Stored pages as a browser renders them."""

    counter = "renders"

    def __init__(self, crawl: Crawl) -> None:
        super().__init__(crawl)
        self._selected: Iterator[RenderTarget] = iter(())
        self._left = self._started = self._failed_starts = 0
        # `next_targets` are pages to render again.

    async def begin(self) -> None:
        """Select the pages from the stored audit."""
        await flush_stored(self.crawl)
        folder, file = self.crawl.run.folder, self.crawl.run.spool / "renders"
        self._left = await asyncio.to_thread(select_pages, folder, file, self.crawl.options)
        self._selected = selected_pages(file)
        self.crawl.crawler.stats.set_value("audit/renders_chosen", self._left)

    @property
    def is_done(self) -> bool:
        """Whether all pages have been rendered, or the browser cannot be started."""
        if self._failed_starts >= MAX_FAILED_STARTS:
            self._left = 0
            self.next_targets.clear()
        return not self._left and super().is_done

    def next_target(self) -> RenderTarget | None:
        """Return the next page; a page that is rendered again gets its own browser."""
        from sitemap_audit.rendering.browser import PAGES_PER_BROWSER  # late: Playwright

        # The browser is restarted after PAGES_PER_BROWSER pages, while none is open.
        is_next_browser = not self._left or self._started % PAGES_PER_BROWSER == 0
        if self.is_done or (self.in_flight and is_next_browser):
            return None
        self._started += 1
        if not self._left:
            return self.next_targets.popleft()
        self._left -= 1
        return next(self._selected)

    def request(self, target: RenderTarget) -> Request:
        """Make the request that opens a page in the browser."""
        from sitemap_audit.rendering.page_load import PageLoad  # late: Playwright comes with it

        page_load = PageLoad(target.url, timeout=self.crawl.options.render_timeout)
        has_tls_problem = target.tls_problem is not None
        meta = page_load.meta(str(self._started), has_tls_problem=has_tls_problem)
        return self.request_for(target, target.requested, dont_retry=True, **meta)

    async def parse(self, target: RenderTarget, response: Response) -> list[Render]:
        """Return the rendered page."""
        page_load: PageLoad = response.meta["page_load"]
        rendered = self._rendered(target, response.meta.get("render_seconds"))
        facts = page_load.facts | self._disallowed(page_load.resources)
        self._failed_starts = 0
        token, reader = self.crawl.options.robots_token, self.crawl.reader
        return [await read_render(rendered, response, facts, token, reader)]

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

    async def errback(
        self, target: RenderTarget, failure: Failure, request: Request
    ) -> list[Render]:
        """Return why a page was not rendered; none if it is rendered again."""
        problem = _problem(failure.value)
        if problem.problem is RenderProblem.NO_BROWSER:
            self._failed_starts += 1
            self.crawl.run.add_fault(f"The browser could not be started: {problem}")
        elif problem.problem in _RETRIED and not target.is_second:
            self.next_targets.append(target._replace(is_second=True))
        else:
            rendered = self._rendered(target, request.meta.get("render_seconds"))
            return [failed_render(rendered, problem)]
        return []

    def _rendered(self, target: RenderTarget, seconds: float | None) -> Rendered:
        return Rendered(next(self.crawl.ids), target, seconds)


def _problem(error: BaseException | None) -> Unrendered:
    if isinstance(error, Unrendered):
        return error
    if isinstance(error, NotFetched):
        return Unrendered(RenderProblem.NOT_ALLOWED, str(error))
    return Unrendered(RenderProblem.OTHER, f"{type(error).__name__}: {error}"[:300])
