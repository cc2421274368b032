"""Several processes that fetch pages, as the one that leads them sees them.

Each page is in the hands of one worker. Of one that dies, what it was fetching is given out again;
what it has read since its last part is fetched again when the audit is resumed.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Any

from sitemap_audit.crawling.offers import Answer
from sitemap_audit.machine.clock import clock
from sitemap_audit.network.fetches import Stopped
from sitemap_audit.network.limits import share
from sitemap_audit.network.politeness import Politeness
from sitemap_audit.network.robots_gate import RobotsGate
from sitemap_audit.parsing import urls
from sitemap_audit.processes.helper import Helper
from sitemap_audit.processes.messages import (
    Answers,
    Begin,
    Broken,
    FetchPages,
    Known,
    Pages,
    Stop,
    TurnsAsked,
)
from sitemap_audit.processes.turns import LentTurns
from sitemap_audit.workplace import robots_body

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Sequence

    from scrapy.crawler import Crawler

    from sitemap_audit.audit import Audit
    from sitemap_audit.crawling.offers import PageTarget
    from sitemap_audit.network.robots_gate import Rules

logger = logging.getLogger(__name__)
MODULE = "sitemap_audit.processes.worker"
TOGETHER = 10
"Pages handed over at once: each goes to the worker that has least to do."
PATIENCE = 3
"Workers that may die one after the other without an answer, or with the same page in hand."


class Worker:
    """A worker, and what is in its hands."""

    def __init__(self, helper: Helper, first: int, politeness: Politeness) -> None:
        self.helper, self.first = helper, first
        self.turns = LentTurns(politeness, helper.send)
        self.given: dict[int, PageTarget] = {}
        "By key: pages that it has not answered for."
        self._origins: set[str] = set()
        "Whose robots.txt it knows."

    def learn(self, rules: Rules) -> None:
        """Tell it what a robots.txt says that it is to keep to."""
        if rules.record.origin not in self._origins:
            self._origins.add(rules.record.origin)
            lines = ((line.field, line.value) for line in rules.text.lines)
            self.helper.send(Known(rules.record, robots_body(lines)))

    def fetch(self, pages: list[PageTarget]) -> None:
        """Hand it pages."""
        self.given |= {page.key: page for page in pages}
        self.helper.send(Pages(pages))


class Crew:
    """The workers of an audit."""

    def __init__(
        self,
        audit: Audit,
        crawler: Crawler,
        count: int,
        take: Callable[[PageTarget, Answer], None],
        wake: Callable[[], None],
    ) -> None:
        """Lead ``count`` workers.

        Args:
            crawler: this process's own, which has its settings, but is not yet running.
            take: is told what became of each page.
            wake: is called when pages wait again, or the crawl cannot go on.
        """
        self.count = count
        self._audit, self._crawler, self._take, self._wake = audit, crawler, take, wake
        self._settings = share(crawler.settings, count)
        self._workers: list[Worker] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._deaths = 0
        self._lost: Counter[int] = Counter()
        "By key: how often a page was in the hands of a worker that died."
        self._is_ending = False

    async def begin(self) -> None:
        """Start the workers."""
        try:
            for _ in range(self.count):
                await self._start()
        except OSError as error:
            self._audit.write_error = error

    async def _start(self) -> None:
        audit = self._audit
        politeness = self._crawler.get_extension(Politeness)
        assert politeness is not None
        worker = Worker(await Helper.start(MODULE, audit.lock), audit.next_first(), politeness)
        worker.helper.send(Begin(audit.folder, worker.first, clock.now()))
        worker.helper.send(FetchPages(audit.options, self._settings, audit.spool, audit.targets))
        self._workers.append(worker)
        self._do(self._listen(worker))

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def give(self, targets: Sequence[PageTarget]) -> None:
        """Hand pages over, once what robots.txt says of their host is known."""
        by_origin: dict[str, list[PageTarget]] = defaultdict(list)
        for target in targets:
            by_origin[urls.origin(target.url)].append(target)
        for origin, pages in by_origin.items():
            self._do(self._hand_over(origin, pages))

    async def _hand_over(self, origin: str, pages: list[PageTarget]) -> None:
        gate = self._crawler.get_downloader_middleware(RobotsGate)
        assert gate is not None
        try:
            rules = await gate.rules(origin)
        except Stopped:
            rules = None
        except Exception:
            logger.exception("%s/robots.txt could not be read", origin)
            self._audit.broken = f"an error of ours kept {origin}/robots.txt from being read"
            rules = None
        if rules is None or not self._workers:
            for page in pages:
                self._take(page, Answer(page.key, is_let_go=True))
            return
        for start in range(0, len(pages), TOGETHER):
            worker = min(self._workers, key=lambda worker: len(worker.given))
            worker.learn(rules)
            worker.fetch(pages[start : start + TOGETHER])

    async def _listen(self, worker: Worker) -> None:
        """Take what a worker tells; when it dies, another takes its place."""
        while (message := await worker.helper.receive()) is not None:
            self._hear(worker, message)
        worker.turns.give_back()
        how = await worker.helper.end()
        self._workers.remove(worker)
        try:
            self._take_over(worker)
            if not self._is_ending:
                await self._replace(worker, how)
        except OSError as error:
            self._audit.write_error = error
        self._wake()

    def _hear(self, worker: Worker, message: Any) -> None:
        if isinstance(message, Answers):
            self._deaths = 0
            for answer in message.answers:
                self._take(worker.given.pop(answer.key), answer)
        elif isinstance(message, TurnsAsked):
            worker.turns.take(message)
        elif isinstance(message, Broken):
            if message.write_error is None:
                logger.error("Error in a worker\n%s", message.trace)
            self._audit.write_error = self._audit.write_error or message.write_error

    def _take_over(self, worker: Worker) -> None:
        """What a worker has not read waits again."""
        for target in worker.given.values():
            self._give_back(target)

    def _give_back(self, target: PageTarget) -> None:
        """A page waits again, unless it seems to be what workers die of."""
        self._lost[target.key] += 1
        is_deadly = self._lost[target.key] > PATIENCE
        self._take(target, Answer(target.key, is_ours=is_deadly, is_let_go=not is_deadly))

    async def _replace(self, worker: Worker, how: str | None) -> None:
        self._deaths += 1
        logger.warning(
            "Worker process %d ended (%s) with %d pages in hand; another takes its place.",
            worker.helper.pid,
            how or "by itself",
            len(worker.given),
        )
        if self._deaths > PATIENCE:
            self._audit.broken = "worker processes end as soon as they begin"
        else:
            await self._start()

    async def end(self) -> None:
        """Have the workers end what is under way, and write what they have read."""
        self._is_ending = True
        for worker in self._workers:
            worker.helper.send(Stop())
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def cut_off(self) -> None:
        """End the workers at once, once nothing hears them any more."""
        for worker in self._workers:
            worker.helper.kill()

    @property
    def in_flight(self) -> int:
        """Pages in the hands of workers."""
        return sum(len(worker.given) for worker in self._workers)
