"""The round of a crawl that renders: its last one, after every page has been fetched."""

from __future__ import annotations

import asyncio
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from scrapy import Request

from sitemap_audit.handlers.errors import NotFetched
from sitemap_audit.parsing import urls
from sitemap_audit.rendering.reading import Rendered, Shown, read_render, unread
from sitemap_audit.rendering.target import Disallowed, Problem, Unrendered
from sitemap_audit.spiders.rounds import Round, flush_stored

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scrapy.http import Response
    from twisted.python.failure import Failure

    from sitemap_audit.items import Render
    from sitemap_audit.rendering.target import RenderTarget
    from sitemap_audit.rendering.visit import Visit
    from sitemap_audit.spiders.render_choice import RenderQueue
    from sitemap_audit.spiders.sitemap import SitemapSpider

PATIENCE = 3
"A browser that does not start so many times is not asked again."
_AGAIN = {Problem.BROWSER_LOST, Problem.MEMORY}
"Another page may be at fault; the page is asked for once more, alone."


class RenderRound(Round):
    """Renders pages that the stored audit holds, and stores what came of it."""

    def __init__(self, spider: SitemapSpider) -> None:
        super().__init__(spider)
        assert spider.run is not None
        self._run = spider.run
        self._not_started = 0
        self._queue: RenderQueue

    async def begin(self) -> None:
        """Choose the pages from what is stored."""
        await flush_stored(self.spider)
        self._queue = await asyncio.to_thread(self._choose)
        self.spider.crawler.stats.set_value("audit/renders_chosen", self._queue.total)

    def _choose(self) -> RenderQueue:
        from sitemap_audit.spiders.render_choice import RenderQueue  # late: DuckDB comes with it

        return RenderQueue(self._run.folder, self._run.spool / "renders", self.spider.options)

    @property
    def has_ended(self) -> bool:
        """Whether all have been rendered, or the browser cannot be started."""
        if self._not_started >= PATIENCE:
            self._queue.drop()
        return not (self._queue.left or self.in_flight)

    def next_request(self) -> tuple[Request, str] | None:
        """The next page; one that is asked for again has the browser to itself."""
        if self._queue.is_second_round and self.in_flight:
            return None
        target = self._queue.take()
        return None if target is None else (self._request(target), target.url)

    def _request(self, target: RenderTarget) -> Request:
        from sitemap_audit.rendering.visit import Visit  # late: Playwright comes with it

        visit = Visit(target.url, timeout=self.spider.options.render_timeout)
        meta: dict[str, Any] = {
            "visit": visit,
            "verbatim_url": True,
            "dont_retry": True,
            "dont_cache": True,
        }
        if target.tls_problem is not None:
            meta["tls_problem"] = target.tls_problem
        return Request(
            target.requested,
            callback=self.parse,
            errback=self.failed,
            cb_kwargs={"target": target},
            meta=meta,
            dont_filter=True,
        )

    async def parse(self, response: Response, target: RenderTarget) -> list[Render]:
        """Store what the browser showed."""
        with self._done():
            visit: Visit = response.meta["visit"]
            rendered = self._rendered(target, response.meta.get("render_seconds"))
            shown = Shown(visit.visited, self._disallowed(visit.resources))
            self._not_started = 0
            return [read_render(rendered, response, shown, self.spider.options.robots_token)]
        return []

    def _disallowed(self, resources: set[str]) -> Disallowed:
        """What the audited bot may not fetch of what a page needs of its own origin."""
        token = self.spider.options.robots_token
        normal = sorted({link.url for link in map(urls.read_link, resources) if link.url})
        verdicts = {url: self.spider.verdict(url, token) for url in normal}
        refused = [
            (url, rule) for url, (verdict, rule) in verdicts.items() if verdict == "disallowed"
        ]
        return Disallowed(len(refused), *(refused[0] if refused else (None, None)))

    async def failed(self, failure: Failure) -> list[Render]:
        """Store why nothing is known of the page, or ask once more."""
        if self.is_given_back(failure):
            return []
        request = failure.request  # type: ignore[attr-defined]
        target: RenderTarget = request.cb_kwargs["target"]
        with self._done():
            problem = _problem(failure.value)
            if problem.problem is Problem.NO_BROWSER:
                self._note_missing_browser(problem)
            elif problem.problem in _AGAIN and not target.is_second:
                self._queue.again(target)
            else:
                rendered = self._rendered(target, request.meta.get("render_seconds"))
                return [unread(rendered, problem)]
        return []

    def _note_missing_browser(self, problem: Unrendered) -> None:
        self._not_started += 1
        sentence = f"The browser could not be started: {problem}"
        if sentence not in self._run.faults:
            self._run.faults.append(sentence)

    def _rendered(self, target: RenderTarget, seconds: float | None) -> Rendered:
        return Rendered(next(self.spider.ids), target, seconds)

    @contextmanager
    def _done(self) -> Iterator[None]:
        """One that was given out has come to its end."""
        with self.accounted():
            yield
        done = self._queue.total - self._queue.left - self.in_flight
        self.spider.crawler.stats.set_value("audit/renders", done)


def _problem(error: BaseException | None) -> Unrendered:
    if isinstance(error, Unrendered):
        return error
    if isinstance(error, NotFetched):
        return Unrendered(Problem.NOT_ALLOWED, str(error))
    return Unrendered(Problem.OTHER, f"{type(error).__name__}: {error}"[:300])
