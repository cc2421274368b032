"""The order of requests in an audit: sitemaps, pages, and the phases that depend on them."""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from typing import TYPE_CHECKING

from scrapy import signals
from scrapy.utils.asyncio import create_looping_call

from sitemap_audit.frontier.restore import restore_pages
from sitemap_audit.frontier.targets import SitemapTarget, respell
from sitemap_audit.frontier.waiting_sitemaps import MAX_REPORTED_SITEMAPS
from sitemap_audit.handlers.engine import end_waiting, is_idle
from sitemap_audit.items import Role
from sitemap_audit.middlewares.retry_after import RetryAfterMiddleware
from sitemap_audit.middlewares.robots import OWN_TOKEN, RobotsMiddleware, tokens_of
from sitemap_audit.middlewares.robots_policies import RobotsPolicies
from sitemap_audit.options import HOSTS_AT_ONCE
from sitemap_audit.parsing import urls
from sitemap_audit.reading.robots import RobotsTarget
from sitemap_audit.spiders import requests
from sitemap_audit.spiders.base_probes import BaseProbePhase
from sitemap_audit.spiders.discovery import Discovery
from sitemap_audit.spiders.loops import RedirectLoopPhase
from sitemap_audit.spiders.phases import flush_stored
from sitemap_audit.spiders.reachability import ReachabilityCheck
from sitemap_audit.spiders.request_queue import RequestQueue
from sitemap_audit.spiders.resume import restore_phases, stored_policies
from sitemap_audit.spiders.retries import WINDOW as RETRY_WINDOW
from sitemap_audit.spiders.retries import RetryPhase

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from scrapy import Request
    from scrapy.utils.asyncio import AsyncioLoopingCall
    from twisted.internet.task import LoopingCall

    from sitemap_audit.frontier.frontier import Frontier
    from sitemap_audit.frontier.targets import DiscoveredUrls, PageLink, PageTarget
    from sitemap_audit.items import Sitemap
    from sitemap_audit.middlewares.host_throttle import HostThrottle
    from sitemap_audit.reading.facts import Fetch
    from sitemap_audit.reading.pages import ReadPage
    from sitemap_audit.spiders.crawl_state import Crawl
    from sitemap_audit.spiders.phases import CrawlPhase
    from sitemap_audit.targets import Target

logger = logging.getLogger(__name__)

SITEMAP_WINDOW = 8
"Maximum number of sitemaps in flight."
PAGES_AHEAD = 4
"Pages of one host in flight, scheduled ones included, per request that it may get at once."
STOP_POLL_SECONDS = 0.2
"Seconds between two checks whether the crawl is being stopped."
SLOW_DELAY = 0.5
"Download delay in seconds from which on few pages are in flight, as a stop waits for them."
DROPPED_AFTER = 3
"Checks in a row that find the engine idle, after which requests in flight count as dropped."


class CrawlPlan:
    """Yields the requests of an audit and processes their results."""

    def __init__(self, crawl: Crawl, frontier: Frontier, throttle: HostThrottle) -> None:
        assert crawl.run is not None
        self._crawl, self._run, self.frontier = crawl, crawl.run, frontier
        self.queue = RequestQueue(
            throttle,
            RobotsPolicies(self._run.spool),
            self._robots_request,
            obeys_robots=crawl.options.obey_robots,
        )
        if crawl.options.obey_robots:
            frontier.obey(self._is_disallowed)
        self._discovery = Discovery(self._run, frontier)
        self.reachability = ReachabilityCheck(crawl, self.queue, self._discovery)
        self.retries = RetryPhase(self._run, frontier)
        self.loops = RedirectLoopPhase(crawl)
        self.base_probes = BaseProbePhase(crawl)
        self._phase: CrawlPhase | None = None
        self._settings = crawl.crawler.settings
        self._in_flight: dict[tuple[type, int], PageTarget | SitemapTarget] = {}
        "Targets taken from the frontier, by type and key."
        self._idle_polls = 0
        self._stop_poll: AsyncioLoopingCall | LoopingCall | None = None
        throttle.on_pause = self._store_traffic
        crawl.crawler.signals.connect(self.connect, signal=signals.spider_opened)
        self.dropped = 0
        "Requests that another Scrapy component has dropped without an errback."

    def connect(self) -> None:
        """Share the robots policies and the throttle with the downloader middlewares."""
        crawler = self._crawl.crawler
        robots = crawler.get_downloader_middleware(RobotsMiddleware)
        if robots is not None:
            robots.policies = self.queue.policies
        retry_after = crawler.get_downloader_middleware(RetryAfterMiddleware)
        if retry_after is not None:
            retry_after.throttle = self.queue.throttle
        crawler.signals.connect(self._crawl.results.failed, signal=signals.spider_error)
        self._stop_poll = create_looping_call(end_waiting, crawler)
        self._stop_poll.start(STOP_POLL_SECONDS, now=False)

    def _robots_request(self, origin: str) -> Request:
        return requests.robots_request(self._crawl, RobotsTarget(origin))

    def follow_robots_redirect(self, target: RobotsTarget, url: str) -> None:
        """Fetch the redirect target of a robots.txt."""
        request = requests.robots_request(self._crawl, target, url)
        self.queue.enqueue(request)

    def _is_disallowed(self, url: str) -> bool:
        return self._crawl.verdict(url, OWN_TOKEN).robots == "disallowed"

    async def requests(self) -> AsyncIterator[Request]:
        """Yield all requests of the audit, each when it may be sent."""
        if self._run.slice is None:
            self.reachability.begin()
        while not self._is_stopped and await self._has_more():
            async for request in self._next_requests(self._enqueue_targets):
                yield request
            self._detect_dropped()
        for each in self._phases():
            if self._is_stopped:
                return
            self._phase = each
            await each.begin()
            while not (self._is_stopped or each.has_ended):
                async for request in self._next_requests(self._enqueue_phase):
                    yield request
                self._detect_dropped()

    def _next_requests(self, fill: Callable[[], None]) -> AsyncIterator[Request]:
        active = self._crawl.crawler.engine.downloader.active
        return self.queue.next_requests(fill, self._is_busy, active)

    @property
    def _is_stopped(self) -> bool:
        return self._crawl.stop_because is not None

    async def _has_more(self) -> bool:
        is_open = not (self.queue.is_empty and self.frontier.is_done)
        if is_open or self._discovery.add_guesses():
            return True
        if self.frontier.waits_for_sitemaps:
            await flush_stored(self._crawl)
            if self._run.rounds is not None:
                await self._run.rounds.fetch(self._crawl)
            await asyncio.to_thread(self._choose_pages)
            return True
        return self.retries.begin()

    def _choose_pages(self) -> None:
        """Add the pages that the options choose from all listed ones; those left by a cluster."""
        from sitemap_audit.storage.duckdb import DuckDBStore  # late: it takes memory

        run, rounds = self._run, self._run.rounds
        what = (run.options, run.selection, self._crawl.assertion_tables)
        with DuckDBStore(run.folder) as store:
            if rounds is None:
                restore_pages(self.frontier, store, *what)
                return
            self.frontier.restore_known((key, 0) for key in rounds.not_fetched)
            restore_pages(self.frontier, store, *what, rounds.since)
            restore_phases(self, store)
            tokens = tokens_of(run.options)
            for origin, policy in stored_policies(store, tokens, run.running_since):
                if origin not in self.queue.policies:
                    self.queue.add_policy(origin, policy)

    def _is_busy(self) -> bool:
        return not self.frontier.is_idle or (self._phase is not None and self._phase.in_flight > 0)

    def _detect_dropped(self) -> None:
        """Detect requests that another Scrapy component dropped without an errback."""
        waits = self._is_busy() or not self.queue.is_empty
        if (
            not waits
            or self.queue.has_waiting_requests
            or self.queue.was_woken
            or not is_idle(self._crawl.crawler)
        ):
            self._idle_polls = 0
            return
        self._idle_polls += 1
        if self._idle_polls >= DROPPED_AFTER:
            self._idle_polls = 0
            self._give_up_dropped()

    def _give_up_dropped(self) -> None:
        dropped = list(self._in_flight.values())
        in_phase = self._phase.in_flight if self._phase is not None else 0
        origins = self.queue.cancel_all_robots()
        self.dropped += max(len(dropped) + in_phase, origins)
        logger.error("%d requests were dropped by another component", self.dropped)
        for target in dropped:
            self.finish(target)
        if self._phase is not None:
            self._phase.in_flight = 0

    def _phases(self) -> list[CrawlPhase]:
        from sitemap_audit.spiders.media import MediaPhase
        from sitemap_audit.spiders.renders import RenderPhase
        from sitemap_audit.spiders.user_agents import UserAgentPhase

        options = self._crawl.options
        if self._run.slice is not None:
            return []  # the process of the audit has them
        phases: list[CrawlPhase] = [self.loops, self.base_probes]
        if options.media:
            phases.append(MediaPhase(self._crawl))
        if options.compare_user_agent:
            phases.append(UserAgentPhase(self._crawl))
        if options.render != "never":
            phases.append(RenderPhase(self._crawl))
        return phases

    def _enqueue_phase(self) -> None:
        assert self._phase is not None
        for request, url in self._phase.next_requests():
            self.queue.enqueue_after_robots(request, url)

    def _enqueue_targets(self) -> None:
        """Enqueue requests for sitemaps and pages from the frontier."""
        frontier, counts = self.frontier, self.frontier.counts
        for sitemap in frontier.take_sitemaps(SITEMAP_WINDOW - counts.sitemaps_in_flight):
            self._in_flight[_flight_key(sitemap)] = sitemap
            request = requests.sitemap_request(self._crawl, sitemap)
            self.queue.enqueue_after_robots(request, sitemap.url)
        if not (counts.sitemaps_waiting or counts.sitemaps_in_flight):
            frontier.add_pending()
        room = self._window * HOSTS_AT_ONCE - counts.pages_in_flight
        if room >= self._refill:
            for page in frontier.take_pages(room, self._room_of):
                self._in_flight[_flight_key(page)] = page
                if self._should_skip(page):
                    self.finish(page)
                else:
                    request = requests.page_request(self._crawl, page)
                    self.queue.enqueue_after_robots(request, page.url)

    def _should_skip(self, page: PageTarget) -> bool:
        """Return whether to leave out the second request for a page."""
        is_given_up = page.is_second and self.queue.throttle.may_start(page.url) is None
        return is_given_up or self.retries.should_skip(page)

    @property
    def _at_once(self) -> int:
        return self._settings.getint("CONCURRENT_REQUESTS_PER_DOMAIN")

    @property
    def _window(self) -> int:
        return RETRY_WINDOW if self.retries.has_begun else max(32, PAGES_AHEAD * self._at_once)

    @property
    def _refill(self) -> int:
        """Minimum number of pages to take at once, so that the frontier is queried less often."""
        return 1 if self.retries.has_begun else 8

    def _room_of(self, origin: str, in_flight: int) -> int:
        """Return how many more pages of an origin may be in flight."""
        throttle = self.queue.throttle
        if throttle.may_start(origin):
            return 0
        if throttle.is_spaced(origin):
            return int(in_flight < self._at_once)
        downloader = self._crawl.crawler.engine.downloader
        slot = downloader.slots.get(urls.host(origin))
        if slot is not None and slot.delay > SLOW_DELAY:
            return 2 - in_flight
        room = self._window - in_flight
        return room if room >= self._refill else 0

    async def add_discovered(self, discovered: DiscoveredUrls) -> None:
        """Add the URLs found in a piece of a sitemap to the frontier."""
        await asyncio.to_thread(self.frontier.add_discovered, discovered)
        self.queue.wake()  # there are pages to fetch while the rest is read

    def add_result(self, target: PageTarget, read: ReadPage, links: list[PageLink]) -> None:
        """Add the redirect target and the links of a page to the frontier."""
        page = read.page
        if page.redirect_url is not None and page.redirect_key is not None:
            location = urls.target(target.requested, page.location or "")
            self.frontier.redirect(target, page.redirect_url, page.redirect_key, location)
            self.loops.add_redirect(page, page.redirect_key)
        self.frontier.add_links(links)
        if read.outlinks:
            page.link_targets = self.frontier.add_outlinks(target, read.outlinks)
        if target.role == Role.HOME:
            self._discovery.add_linked_sitemaps(target.url, read.sitemap_links)
        self.retries.add_result(target, page)
        self.base_probes.add_result(page)

    def follow_respelled(self, target: PageTarget | SitemapTarget, fetch: Fetch) -> bool:
        """Request another spelling of a URL that redirects to it; return whether there is one.

        Its row is that of the final response, as the normal form of all spellings is the same.
        """
        if fetch.target is None or fetch.redirect is None or fetch.redirect.key != target.key:
            return False
        following = respell(target, fetch.status, fetch.target)
        if following is None:
            return False
        if isinstance(following, SitemapTarget):
            request = requests.sitemap_request(self._crawl, following)
        else:
            request = requests.page_request(self._crawl, following)
        self.queue.enqueue_after_robots(request, following.url)
        return True

    def resolve(self, item: Sitemap) -> tuple[list[Sitemap], Target | None]:
        """Return the sitemaps to store, and the site to audit if the URL is that of a page."""
        kept, site = self._discovery.resolve(item)
        if site is not None:
            logger.info(site.explanation(is_restricted=not self._crawl.scope.is_everything))
            self.queue.with_policy(urls.origin(site.url), partial(self._discovery.add_target, site))
        return kept, site

    def redirect_sitemap(self, target: SitemapTarget) -> list[Sitemap]:
        """Add the redirect target of a sitemap; return the sitemaps to store if it is not new."""
        if self.frontier.add_sitemap(target):
            return []
        return self._discovery.release_ambiguous(target.url)

    def finish(self, target: PageTarget | SitemapTarget) -> None:
        """Mark a page or sitemap in flight as ended."""
        left = 0
        if self._in_flight.pop(_flight_key(target), None) is not None:
            left = self.frontier.finish(target)
        if isinstance(target, SitemapTarget) or left % self._refill == 0 or left < self._refill:
            self.queue.wake()

    def give_up(self, target: PageTarget | SitemapTarget | RobotsTarget) -> bool:
        """Finish a target whose callback failed; return whether it was not finished yet."""
        if not isinstance(target, RobotsTarget):
            is_open = _flight_key(target) in self._in_flight
            self.finish(target)
            return is_open
        is_open = self.queue.cancel_robots(target.origin)
        if is_open:  # what waited for it is not requested
            for each in [*self._in_flight.values()]:
                if urls.origin(each.url) == target.origin:
                    self.finish(each)
        return is_open

    def _store_traffic(self) -> None:
        """Store the pauses of hosts in run.json, so that a killed audit keeps them."""
        self._run.traffic = self.queue.throttle.traffic.record()
        try:
            self._run.begin()
        except OSError as error:
            self._crawl.cannot_continue(error)

    def put_back(self, target: PageTarget) -> None:
        """Return a page that was not requested to the frontier."""
        if self._in_flight.pop(_flight_key(target), None) is not None:
            self.frontier.put_back(target)
        self.queue.wake()

    def close(self, *, is_finished: bool) -> list[str]:
        """Close the frontier; return sentences on what was not crawled."""
        if self._stop_poll is not None and self._stop_poll.running:
            self._stop_poll.stop()
        counts, run = self.frontier.counts, self._run
        faults = self._given_up()
        run.limit_reached = self.frontier.limit_reached
        run.traffic = self.queue.throttle.traffic.record()
        faults += self.retries.faults
        if deep := self.frontier.too_deep:
            more = " or more" if len(deep) == MAX_REPORTED_SITEMAPS else ""
            told = "1 sitemap was" if len(deep) == 1 else f"{len(deep):,}{more} sitemaps were"
            faults.append(
                f"{told} not read: nested too deep or too many redirects, for example {deep[0]}."
            )
        waiting = counts.pages_waiting + counts.pages_in_flight
        if waiting and not is_finished:
            pages = "1 page was" if waiting == 1 else f"{waiting:,} pages were"
            faults.append(f"{pages} not crawled yet.")
        run.unfollowed = self.frontier.link_remarks()
        run.crawl_max_reached = self.frontier.crawl_max_reached
        self.frontier.close()
        self.queue.policies.close()
        return faults

    def _given_up(self) -> list[str]:
        """Return sentences on origins of the audited sites that were given up."""
        sites = {urls.origin(target.url) for target in self._run.targets}
        given_up = self.queue.throttle.given_up
        for name in given_up.keys() - sites:
            self.queue.throttle.remark(given_up[name])
        return [sentence for name, sentence in given_up.items() if name in sites]


def _flight_key(target: PageTarget | SitemapTarget) -> tuple[type, int]:
    return type(target), target.key
