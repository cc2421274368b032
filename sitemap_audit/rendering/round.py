"""The round of a crawl that renders: its last one, after every page has been fetched."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from scrapy import Request
from scrapy.exceptions import CloseSpider

from sitemap_audit.crawling.accounts import accounted
from sitemap_audit.network.fetches import NotFetched, Stopped
from sitemap_audit.parsing import urls
from sitemap_audit.pipelines import Batch
from sitemap_audit.rendering.reading import Rendered, Shown, read_render, unread
from sitemap_audit.rendering.target import Disallowed, Problem, Unrendered

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from scrapy.http import Response
    from scrapy.statscollectors import StatsCollector
    from twisted.python.failure import Failure

    from sitemap_audit.audit import Audit
    from sitemap_audit.network.robots_gate import RobotsGate
    from sitemap_audit.rendering.queue import RenderQueue
    from sitemap_audit.rendering.target import RenderTarget
    from sitemap_audit.rendering.visit import Visit

WINDOW = 4
"Pages in the browser at once."
PATIENCE = 3
"A browser that does not start so many times is not asked again."
_AGAIN = {Problem.BROWSER_LOST, Problem.MEMORY}
"Another page may be at fault; the page is asked for once more, alone."


class RenderRound:
    """Renders what the stored audit holds, and stores what came of it."""

    def __init__(self, audit: Audit, gate: RobotsGate, stats: StatsCollector) -> None:
        self._audit, self._gate, self._stats = audit, gate, stats
        self._in_flight = self._not_started = 0
        self._wake = asyncio.Event()
        self._queue: RenderQueue

    async def requests(self) -> AsyncIterator[Request]:
        """The requests of the round, a few at a time, until all have been answered."""
        queue = self._queue = await asyncio.to_thread(self._choose)
        self._stats.set_value("audit/renders_chosen", queue.total)
        while queue.left or self._in_flight:
            self._wake.clear()
            self._stop_if_hopeless()
            while self._in_flight < WINDOW and (target := self._next()) is not None:
                self._in_flight += 1
                yield self._request(target)
            if self._in_flight:
                await self._wake.wait()

    def _choose(self) -> RenderQueue:
        from sitemap_audit.rendering.queue import RenderQueue  # late: DuckDB comes with it

        self._audit.writer.flush()
        file = self._audit.spool / "renders"
        return RenderQueue(self._audit.folder, file, self._audit.options)

    def _next(self) -> RenderTarget | None:
        """The next page; one that is asked for again has the browser to itself."""
        if self._queue.is_second_round and self._in_flight:
            return None
        return self._queue.take()

    def _stop_if_hopeless(self) -> None:
        if self._audit.stop_because is not None:
            raise CloseSpider(self._audit.stop_because)
        if self._not_started >= PATIENCE:
            self._queue.drop()

    def _request(self, target: RenderTarget) -> Request:
        from sitemap_audit.rendering.visit import Visit  # late: Playwright comes with it

        visit = Visit(target.url, timeout=self._audit.options.render_timeout)
        meta: dict[str, Any] = {"visit": visit, "verbatim_url": True, "dont_retry": True}
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

    async def parse(self, response: Response, target: RenderTarget) -> AsyncIterator[Batch]:
        """Store what the browser showed."""
        with accounted(self._audit, self._done):
            visit: Visit = response.meta["visit"]
            rendered = self._rendered(target, response.meta.get("render_seconds"))
            shown = Shown(visit.visited, await self._disallowed(target.url, visit.resources))
            token = self._audit.options.robots_token
            yield Batch(read_render(rendered, response, shown, token))
            self._not_started = 0

    async def _disallowed(self, page: str, resources: set[str]) -> Disallowed:
        """What the audited bot may not fetch of what a page needs of its own origin."""
        rules = await self._gate.rules(urls.origin(page))
        token = self._audit.options.robots_token
        normal = sorted({link.url for link in map(urls.read_link, resources) if link.url})
        verdicts = {url: rules.verdict(url, token) for url in normal}
        refused = [
            (url, rule) for url, (verdict, rule) in verdicts.items() if verdict == "disallowed"
        ]
        return Disallowed(len(refused), *(refused[0] if refused else (None, None)))

    def failed(self, failure: Failure) -> Iterator[Batch]:
        """Store why nothing is known of the page, or ask once more."""
        request = failure.request  # type: ignore[attr-defined]
        target: RenderTarget = request.cb_kwargs["target"]
        with accounted(self._audit, self._done):
            if isinstance(failure.value, Stopped):
                return
            problem = _problem(failure.value)
            if problem.problem is Problem.NO_BROWSER:
                self._note_missing_browser(problem)
            elif problem.problem in _AGAIN and not target.is_second:
                self._queue.again(target)
            else:
                rendered = self._rendered(target, request.meta.get("render_seconds"))
                yield Batch([unread(rendered, problem)])

    def _note_missing_browser(self, problem: Unrendered) -> None:
        self._not_started += 1
        sentence = f"The browser could not be started: {problem}"
        if sentence not in self._audit.faults:
            self._audit.faults.append(sentence)

    def _rendered(self, target: RenderTarget, seconds: float | None) -> Rendered:
        return Rendered(self._audit.writer.next_id(), target, seconds)

    def _done(self) -> None:
        """One that was given out is under way no more."""
        self._in_flight -= 1
        done = self._queue.total - self._queue.left - self._in_flight
        self._stats.set_value("audit/renders", done)
        self._wake.set()


def _problem(error: BaseException | None) -> Unrendered:
    if isinstance(error, Unrendered):
        return error
    if isinstance(error, NotFetched):
        return Unrendered(Problem.NOT_ALLOWED, str(error))
    return Unrendered(Problem.OTHER, f"{type(error).__name__}: {error}"[:300])
