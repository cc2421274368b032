"""The spider: which URL next, and why. It neither parses nor judges, and fetches no page itself.

``start()`` is the one pump. What is read tells the frontier what it points to; the pump alone gives
out what is to be fetched, a window ahead of those who fetch, and ends when nothing waits and
nothing is under way.
"""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scrapy import Spider
from scrapy.exceptions import CloseSpider

from sitemap_audit import audit as audits
from sitemap_audit.config import read_options
from sitemap_audit.crawling.discovery import Discovery
from sitemap_audit.crawling.last_round import WINDOW, LastRound
from sitemap_audit.crawling.loops import LoopRound
from sitemap_audit.crawling.media import MediaRound
from sitemap_audit.crawling.pages import PageWork
from sitemap_audit.crawling.sitemaps import SitemapWork
from sitemap_audit.crawling.targets import read_given
from sitemap_audit.delivery.delivering import read_delivery
from sitemap_audit.delivery.receivers import refuse_in_command
from sitemap_audit.errors import UsageError
from sitemap_audit.machine.interpreter import look_at_new_only
from sitemap_audit.network import limits
from sitemap_audit.network.fetches import Stopped
from sitemap_audit.network.robots_gate import RobotsGate
from sitemap_audit.options import HOSTS_AT_ONCE
from sitemap_audit.parsing import urls
from sitemap_audit.processes.crew import Crew
from sitemap_audit.processes.hands import OwnHands
from sitemap_audit.records import Role
from sitemap_audit.rendering.installed import install
from sitemap_audit.rendering.round import RenderRound

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from scrapy import Request
    from scrapy.crawler import Crawler

    from sitemap_audit.crawling.offers import Answer, PageTarget
    from sitemap_audit.processes.hands import Hands

PAGE_WINDOW = 200
"Pages of one host under way at once for each process that fetches, scheduled ones included."
REFILL = 50
"Pages of a host taken from the frontier at once."
SITEMAP_WINDOW = 8


class SitemapSpider(Spider):
    """``scrapy crawl sitemap -a site=https://www.example.com``"""

    name = "sitemap"
    audit: audits.Audit
    hands: Hands
    "Who fetches the pages."

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **kwargs: Any) -> SitemapSpider:
        """Make the spider of an audit.

        Args:
            audit: one that is begun; or else
            resume: the folder of one that was stopped; or else
            site: the address of a site, or several with commas between, and
            config: a TOML file, and any option of :mod:`sitemap_audit.config`. The setting
                SITEMAP_AUDIT holds options too; an argument wins over it, and it over the file.
        """
        spider = cls(*args)
        spider._set_crawler(crawler)
        spider._wake = asyncio.Event()
        try:
            spider.audit = kwargs.pop("audit", None) or _begin(crawler, **kwargs)
        except UsageError as error:
            spider.usage_error = str(error)
        else:
            limits.apply(spider.audit.options, crawler)
            install(spider.audit.options, crawler.settings)
            spider._prepare()
        return spider

    usage_error: str | None = None
    _wake: asyncio.Event
    _sitemaps: SitemapWork
    _discovery: Discovery
    _last_round: LastRound
    _loops: LoopRound

    def _prepare(self) -> None:
        """Settle who does what."""
        self._sitemaps = SitemapWork(self.audit, self._wake.set, self._count)
        self._last_round = LastRound(self.audit)
        self._loops = LoopRound(self.audit, self._count)
        options, hosts = self.audit.options, {urls.host(each.url) for each in self.audit.targets}
        workers = limits.workers(options, len(hosts))
        for sentence in limits.on_workers(options, len(hosts)):
            self.logger.warning(sentence)
            self.audit.traffic.remark(sentence)
        if workers == 1:
            self.hands = OwnHands(PageWork(self.crawler, options, self._take))
        else:
            self.hands = Crew(self.audit, self.crawler, workers, self._take, self._wake.set)

    async def start(self) -> AsyncIterator[Request]:
        """Give out requests until there is nothing left to fetch."""
        if self.usage_error:
            self.logger.error(self.usage_error)
            raise CloseSpider("wrong usage")
        gate = self.crawler.get_downloader_middleware(RobotsGate)
        assert gate is not None
        self._discovery = Discovery(self.audit, gate)
        look_at_new_only()
        try:
            async for request in self._rounds(gate):
                yield request
        except (OSError, sqlite3.Error) as error:
            self.audit.write_error = error
            raise CloseSpider(self.audit.stop_because or "") from None
        except Stopped:
            raise CloseSpider(self.audit.stop_because or "cancelled") from None

    async def _rounds(self, gate: RobotsGate) -> AsyncIterator[Request]:
        """The sitemaps and their pages, and then what rests on these."""
        await self.hands.begin()
        await self._discovery.begin()
        frontier = self.audit.frontier
        while not frontier.is_done or self._discovery.guess() or self._last_round.begin():
            self._wake.clear()
            if self.audit.stop_because is not None:
                raise CloseSpider(self.audit.stop_because)
            for request in self._next_requests():
                yield request
            if frontier.is_idle:
                await asyncio.sleep(0)  # what is held is released piece by piece
            else:
                await self._wake.wait()
        async for request in self._further_rounds(gate):
            yield request

    async def _further_rounds(self, gate: RobotsGate) -> AsyncIterator[Request]:
        """What rests on the pages: redirects in circles, listed files, pages in a browser."""
        async for request in self._loops.requests():
            yield request
        options, stats = self.audit.options, self.crawler.stats
        if options.media or options.render != "never":
            await self.end()  # what other processes have read is written
        if options.media:
            async for request in MediaRound(self.audit, gate, stats).requests():
                yield request
        if options.render != "never":
            async for request in RenderRound(self.audit, gate, stats).requests():
                yield request

    def _next_requests(self) -> Iterator[Request]:
        """Have pages fetched; the requests of sitemaps."""
        frontier = self.audit.frontier
        counts = frontier.counts
        for sitemap in frontier.take_sitemaps(SITEMAP_WINDOW - counts.sitemaps_in_flight):
            yield self._sitemaps.request(sitemap)
        if not (counts.sitemaps_waiting or counts.sitemaps_in_flight):
            frontier.release()
        if self._last_round.has_begun:
            window, refill = WINDOW, 1
        else:
            window, refill = PAGE_WINDOW * self.hands.count, REFILL
        room = window * HOSTS_AT_ONCE - counts.pages_in_flight
        if room >= refill:
            pages = frontier.take_pages(room, window, refill)
            self.hands.give(list(self._worth_asking(pages)))

    def _worth_asking(self, pages: list[PageTarget]) -> Iterator[PageTarget]:
        for page in pages:
            if self._last_round.is_hopeless(page):
                self.audit.frontier.finish(page)
                self._wake.set()
            else:
                yield page

    def _take(self, target: PageTarget, answer: Answer) -> None:
        """Take note of what became of a page, whoever fetched it."""
        try:
            if answer.is_let_go:
                self.audit.frontier.put_back(target)
            else:
                self._note(target, answer)
        except sqlite3.Error as error:
            self.audit.write_error = error
        finally:
            self._wake.set()

    def _note(self, target: PageTarget, answer: Answer) -> None:
        """Take note of where a page leads, and that it is under way no more."""
        frontier = self.audit.frontier
        try:
            if answer.redirect is not None:
                frontier.redirect(target, *answer.redirect)
                self._loops.note(target, answer.redirect[1])
            frontier.point(answer.pointers)
            if target.role == Role.HOME:
                self._discovery.take_links(target.url, answer.sitemap_links)
            self._last_round.note(target, answer)
            self._count_page(answer)
        finally:
            frontier.finish(target)

    def _count_page(self, answer: Answer) -> None:
        self._count("pages")
        if answer.is_ours:
            self.audit.own_errors += 1
        elif answer.status is None:
            self._count("failures")

    def _count(self, what: str) -> None:
        self.crawler.stats.inc_value(f"audit/{what}")

    async def end(self) -> None:
        """Wait for the other processes of the audit, once the crawl has ended."""
        await self.hands.end()
        await self._sitemaps.readers.end()


def _begin(
    crawler: Crawler,
    *,
    site: str = "",
    config: str | None = None,
    resume: str | None = None,
    _job: str | None = None,
    **given: Any,
) -> audits.Audit:
    """The audit that arguments ask for; ``_job`` is what Scrapyd calls it."""
    refuse_in_command(given.get("notify"))
    if resume:
        return _take_up(Path(resume), _job, {"site": site, "config": config, **given})
    from sitemap_audit.analysis.selection import choose  # late: deploying need not read the checks

    in_settings = crawler.settings.getdict("SITEMAP_AUDIT")
    options, sites = read_options(in_settings | given, Path(config) if config else None)
    asked = read_given(site.split(",") if site else sites, options.base)
    choose(options)  # a misspelt check is said now, not after the crawl
    read_delivery(options)
    return audits.create(options, asked.targets, files=asked.files, job=_job)


def _take_up(folder: Path, job: str | None, others: dict[str, Any]) -> audits.Audit:
    from sitemap_audit.crawling.resumption import ANEW, resume

    given = {name: value for name, value in others.items() if value}
    if said := sorted(given.keys() - ANEW):
        raise UsageError(
            f"An audit that is taken up goes on as it was begun; leave {', '.join(said)} away."
        )
    return resume(folder, given, job=job)
