"""The round of a crawl that renders: its last one, after every page has been fetched."""

from __future__ import annotations

import asyncio
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from sitemap_audit.handlers.errors import NotFetched, Unrendered
from sitemap_audit.items import RenderProblem
from sitemap_audit.parsing import urls
from sitemap_audit.rendering.reading import Rendered, failed_render, read_render
from sitemap_audit.spiders.render_choice import choose, chosen
from sitemap_audit.spiders.rounds import Round, flush_stored

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scrapy import Request
    from scrapy.http import Response
    from twisted.python.failure import Failure

    from sitemap_audit.items import Render
    from sitemap_audit.rendering.reading import RenderTarget
    from sitemap_audit.rendering.visit import Visit
    from sitemap_audit.spiders.sitemap import SitemapSpider

PATIENCE = 3
"Attempts to start the browser; after so many failures nothing is rendered."
_AGAIN = {RenderProblem.BROWSER_LOST, RenderProblem.MEMORY}
"Another page may be at fault; the page is rendered once more, alone."


class RenderRound(Round):
    """Renders pages that the stored audit holds, and stores what came of it."""

    def __init__(self, spider: SitemapSpider) -> None:
        super().__init__(spider)
        assert spider.run is not None
        self._run = spider.run
        self._targets: Iterator[RenderTarget] = iter(())
        self._again: list[RenderTarget] = []
        self._total = self._left = self._given = self._not_started = 0

    async def begin(self) -> None:
        """Choose the pages from what is stored."""
        await flush_stored(self.spider)
        file = self._run.spool / "renders"
        self._total = await asyncio.to_thread(choose, self._run.folder, file, self.spider.options)
        self._left, self._targets = self._total, chosen(file)
        self.spider.crawler.stats.set_value("audit/renders_chosen", self._total)

    @property
    def has_ended(self) -> bool:
        """Whether all have been rendered, or the browser cannot be started."""
        if self._not_started >= PATIENCE:
            self._left = 0
        return not (self._left or self.in_flight)

    def next_request(self) -> tuple[Request, str] | None:
        """The next page; one that is rendered again has the browser to itself."""
        if not self._left:
            return None
        from sitemap_audit.rendering.browser import PAGES_A_BROWSER  # late: Playwright

        is_second_round = self._left <= len(self._again)
        # A browser that has shown so many pages is started anew while none is open.
        if self.in_flight and (is_second_round or self._given % PAGES_A_BROWSER == 0):
            return None
        target = self._again.pop(0) if is_second_round else next(self._targets)
        self._left -= 1
        self._given += 1
        return self._request(target), target.url

    def _request(self, target: RenderTarget) -> Request:
        from sitemap_audit.rendering.visit import Visit  # late: Playwright comes with it

        visit = Visit(target.url, timeout=self.spider.options.render_timeout)
        has_tls_problem = target.tls_problem is not None
        meta = visit.meta(str(self._given), has_tls_problem=has_tls_problem)
        return self.request_for(target, target.requested, dont_retry=True, **meta)

    async def parse(self, response: Response, target: RenderTarget) -> list[Render]:
        """Store what the browser showed."""
        with self._done():
            visit: Visit = response.meta["visit"]
            rendered = self._rendered(target, response.meta.get("render_seconds"))
            facts = visit.facts | self._disallowed(visit.resources)
            self._not_started = 0
            return [read_render(rendered, response, facts, self.spider.options.robots_token)]
        return []

    def _disallowed(self, resources: set[str]) -> dict[str, Any]:
        """What the audited bot may not fetch of what a page needs of its own origin."""
        token = self.spider.options.robots_token
        normal = sorted({link.url for link in map(urls.read_link, resources) if link.url})
        verdicts = {url: self.spider.verdict(url, token) for url in normal}
        refused = [
            (url, decision.rule)
            for url, decision in verdicts.items()
            if decision.robots == "disallowed"
        ]
        url, rule = refused[0] if refused else (None, None)
        return {"disallowed": len(refused), "disallowed_url": url, "disallowed_rule": rule}

    async def unanswered(self, request: Request, failure: Failure) -> list[Render]:
        """Store why nothing is known of the page, or render it once more."""
        target: RenderTarget = request.cb_kwargs["target"]
        with self._done():
            problem = _problem(failure.value)
            if problem.problem is RenderProblem.NO_BROWSER:
                self._not_started += 1
                self._run.add_fault(f"The browser could not be started: {problem}")
            elif problem.problem in _AGAIN and not target.is_second:
                self._again.append(target._replace(is_second=True))
                self._left += 1
            else:
                rendered = self._rendered(target, request.meta.get("render_seconds"))
                return [failed_render(rendered, problem)]
        return []

    def _rendered(self, target: RenderTarget, seconds: float | None) -> Rendered:
        return Rendered(next(self.spider.ids), target, seconds)

    @contextmanager
    def _done(self) -> Iterator[None]:
        """One that was given out has come to its end."""
        with self.accounted():
            yield
        done = self._total - self._left - self.in_flight
        self.spider.crawler.stats.set_value("audit/renders", done)


def _problem(error: BaseException | None) -> Unrendered:
    if isinstance(error, Unrendered):
        return error
    if isinstance(error, NotFetched):
        return Unrendered(RenderProblem.NOT_ALLOWED, str(error))
    return Unrendered(RenderProblem.OTHER, f"{type(error).__name__}: {error}"[:300])
