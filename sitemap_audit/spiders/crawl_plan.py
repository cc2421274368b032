"""What an audit fetches, in which order: sitemaps, pages, and the rounds that rest on them."""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from typing import TYPE_CHECKING

from scrapy.utils.asyncio import create_looping_call

from sitemap_audit.frontier.frontier import MAX_REPORTED_SITEMAPS
from sitemap_audit.frontier.targets import SitemapTarget
from sitemap_audit.handlers.engine import end_waiting, is_idle
from sitemap_audit.items import Role
from sitemap_audit.middlewares.retry_after import RetryAfterMiddleware
from sitemap_audit.middlewares.robots import RobotsMiddleware
from sitemap_audit.middlewares.robots_policies import RobotsPolicies
from sitemap_audit.options import HOSTS_AT_ONCE
from sitemap_audit.parsing import urls
from sitemap_audit.reading.robots import RobotsTarget
from sitemap_audit.spiders import requests
from sitemap_audit.spiders.discovery import Discovery
from sitemap_audit.spiders.first_contact import FirstContact
from sitemap_audit.spiders.last_round import WINDOW as LAST_WINDOW
from sitemap_audit.spiders.last_round import LastRound
from sitemap_audit.spiders.loops import LoopRound
from sitemap_audit.spiders.request_queue import RequestQueue

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from scrapy import Request
    from scrapy.crawler import Crawler
    from scrapy.utils.asyncio import AsyncioLoopingCall
    from twisted.internet.task import LoopingCall

    from sitemap_audit.frontier.frontier import Frontier
    from sitemap_audit.frontier.targets import DiscoveredUrls, PageLink, PageTarget
    from sitemap_audit.items import Sitemap
    from sitemap_audit.middlewares.host_throttle import HostThrottle
    from sitemap_audit.reading.pages import ReadPage
    from sitemap_audit.spiders.inputs import Target
    from sitemap_audit.spiders.rounds import Round
    from sitemap_audit.spiders.sitemap import SitemapSpider

logger = logging.getLogger(__name__)

SITEMAP_WINDOW = 8
"Sitemaps under way at once."
PAGES_AHEAD = 4
"Pages of one host given out, scheduled ones included, for each request that it may get at once."
STOP_LOOK = 0.2
"Seconds between two looks whether the crawl is being stopped."
SLOW_DELAY = 0.5
"Seconds between two requests from which on few are given out: a stop waits for them."
LOST_AFTER = 3
"Looks in a row at an idle engine after which what was given out is known to be lost."


class CrawlPlan:
    """Gives out the requests of an audit, and takes what came of them."""

    def __init__(
        self,
        spider: SitemapSpider,
        frontier: Frontier,
        throttle: HostThrottle,
    ) -> None:
        assert spider.run is not None
        self._spider, self._run, self.frontier = spider, spider.run, frontier
        self.queue = RequestQueue(
            throttle,
            RobotsPolicies(self._run.spool),
            self._robots_request,
            obeys_robots=spider.options.obey_robots,
        )
        self._discovery = Discovery(self._run, frontier)
        self.first_contact = FirstContact(spider, self.queue, self._discovery)
        self.last_round = LastRound(self._run, frontier)
        self.loops = LoopRound(spider)
        self._round: Round | None = None
        self._settings = spider.crawler.settings
        self._in_flight: dict[tuple[type, int], PageTarget | SitemapTarget] = {}
        "What was taken from the frontier, by kind and key."
        self._idle_looks = 0
        self._stop_look: AsyncioLoopingCall | LoopingCall | None = None
        throttle.on_pause = self._keep_traffic
        self.lost = 0
        "Requests that another component of the crawl has dropped."

    def connect(self, crawler: Crawler) -> None:
        """Have the middlewares know what the pump knows, and the other way round."""
        robots = crawler.get_downloader_middleware(RobotsMiddleware)
        if robots is not None:
            robots.policies = self.queue.policies
        retry_after = crawler.get_downloader_middleware(RetryAfterMiddleware)
        if retry_after is not None:
            retry_after.throttle = self.queue.throttle
        self._stop_look = create_looping_call(end_waiting, crawler)
        self._stop_look.start(STOP_LOOK, now=False)

    def _robots_request(self, origin: str) -> Request:
        return requests.robots_request(self._spider, RobotsTarget(origin), self._run.spool)

    def follow_robots(self, target: RobotsTarget, url: str) -> None:
        """Fetch what a robots.txt redirects to."""
        request = requests.robots_request(self._spider, target, self._run.spool, url)
        self.queue.give_out(request)

    async def requests(self) -> AsyncIterator[Request]:
        """All requests, as they may be made."""
        await self.first_contact.learn_addresses()
        self.first_contact.begin()
        while not self._is_stopped and self._has_more():
            async for request in self._given_out(self._take):
                yield request
            self._detect_dropped()
        for each in self._rounds():
            if self._is_stopped:
                return
            self._round = each
            await each.begin()
            while not (self._is_stopped or each.has_ended):
                async for request in self._given_out(self._take_from_round):
                    yield request
                self._detect_dropped()

    def _given_out(self, take: Callable[[], None]) -> AsyncIterator[Request]:
        active = self._spider.crawler.engine.downloader.active
        return self.queue.given_out(take, self._is_busy, active)

    @property
    def _is_stopped(self) -> bool:
        return self._spider.stop_because is not None

    def _has_more(self) -> bool:
        is_open = not (self.queue.is_empty and self.frontier.is_done)
        return is_open or self._discovery.guess() or self.last_round.begin()

    def _is_busy(self) -> bool:
        return not self.frontier.is_idle or (self._round is not None and self._round.in_flight > 0)

    def _detect_dropped(self) -> None:
        """Do not wait for what never ends: requests that another component dropped silently."""
        waits = self._is_busy() or not self.queue.is_empty
        if (
            not waits
            or self.queue.holds_requests
            or self.queue.was_woken
            or not is_idle(self._spider.crawler)
        ):
            self._idle_looks = 0
            return
        self._idle_looks += 1
        if self._idle_looks >= LOST_AFTER:
            self._idle_looks = 0
            self._give_up_dropped()

    def _give_up_dropped(self) -> None:
        lost = list(self._in_flight.values())
        in_round = self._round.in_flight if self._round is not None else 0
        origins = self.queue.forget_all()
        self.lost += max(len(lost) + in_round, origins)
        logger.error("%d requests were dropped by another component", self.lost)
        for target in lost:
            self.finish(target)
        if self._round is not None:
            self._round.in_flight = 0

    def _rounds(self) -> list[Round]:
        from sitemap_audit.spiders.media import MediaRound
        from sitemap_audit.spiders.renders import RenderRound
        from sitemap_audit.spiders.user_agents import UserAgentRound

        options = self._spider.options
        rounds: list[Round] = [self.loops]
        if options.media:
            rounds.append(MediaRound(self._spider))
        if options.compare_user_agent:
            rounds.append(UserAgentRound(self._spider))
        if options.render != "never":
            rounds.append(RenderRound(self._spider))
        return rounds

    def _take_from_round(self) -> None:
        assert self._round is not None
        for request, url in self._round.take():
            self.queue.admit(request, url)

    def _take(self) -> None:
        """Admit sitemaps and pages."""
        frontier, counts = self.frontier, self.frontier.counts
        for sitemap in frontier.take_sitemaps(SITEMAP_WINDOW - counts.sitemaps_in_flight):
            self._in_flight[_place(sitemap)] = sitemap
            self.queue.admit(self._spider.sitemap_request(sitemap), sitemap.url)
        if not (counts.sitemaps_waiting or counts.sitemaps_in_flight):
            frontier.add_pending()
        room = self._window * HOSTS_AT_ONCE - counts.pages_in_flight
        if room >= self._refill:
            for page in frontier.take_pages(room, self._room_of):
                self._in_flight[_place(page)] = page
                if self._should_skip(page):
                    self.finish(page)
                else:
                    self.queue.admit(requests.page_request(self._spider, page), page.url)

    def _should_skip(self, page: PageTarget) -> bool:
        """Whether not to request a page a second time."""
        given_up = self.queue.throttle.given_up
        is_left = page.is_second and not given_up.keys().isdisjoint(_names(page.url))
        return is_left or self.last_round.should_skip(page)

    @property
    def _at_once(self) -> int:
        return self._settings.getint("CONCURRENT_REQUESTS_PER_DOMAIN")

    @property
    def _window(self) -> int:
        return LAST_WINDOW if self.last_round.has_begun else max(32, PAGES_AHEAD * self._at_once)

    @property
    def _refill(self) -> int:
        """Pages that are taken together, so that the frontier is queried less often."""
        return 1 if self.last_round.has_begun else 8

    def _room_of(self, host: str, in_flight: int) -> int:
        """How many pages of a host may be given out now."""
        throttle = self.queue.throttle
        if throttle.seconds_until_start(host) > 0:
            return 0
        if (most := throttle.most_at_once(host)) is not None:
            return most if in_flight < self._at_once else 0
        downloader = self._spider.crawler.engine.downloader
        slot = downloader.slots.get(host)
        if slot is not None and slot.delay > SLOW_DELAY:
            return 2 - in_flight
        room = self._window - in_flight
        return room if room >= self._refill else 0

    async def take_discovered(self, discovered: DiscoveredUrls) -> None:
        """Take what a piece of a sitemap leads to."""
        await asyncio.to_thread(self.frontier.add_discovered, discovered)
        self.queue.wake()  # there are pages to fetch while the rest is read

    def note(self, target: PageTarget, read: ReadPage, links: list[PageLink]) -> None:
        """Take where a page leads."""
        page = read.page
        if page.redirect_url is not None and page.redirect_key is not None:
            self.frontier.redirect(target, page.redirect_url, page.redirect_key)
            self.loops.note(target, page.redirect_key)
        self.frontier.add_links(links)
        if target.role == Role.HOME:
            self._discovery.take_links(target.url, read.sitemap_links)
        self.last_round.note(target, page)

    def settle(self, item: Sitemap) -> tuple[list[Sitemap], Target | None]:
        """What to keep of a sitemap that was read, and the site where it is a page of one."""
        kept, site = self._discovery.settle(item)
        if site is not None:
            logger.info(site.told(is_restricted=not self._spider.scope.is_everything))
            self.queue.with_policy(urls.origin(site.url), partial(self._discovery.begin, site))
        return kept, site

    def redirect_sitemap(self, target: SitemapTarget) -> list[Sitemap]:
        """Offer what a sitemap redirects to; what to keep now, where that is not requested."""
        if self.frontier.add_sitemap(target):
            return []
        return self._discovery.keep_unclear(target.url)

    def finish(self, target: PageTarget | SitemapTarget) -> None:
        """A page or sitemap that was given out is under way no more."""
        left = 0
        if self._in_flight.pop(_place(target), None) is not None:
            left = self.frontier.finish(target)
        if isinstance(target, SitemapTarget) or left % self._refill == 0 or left < self._refill:
            self.queue.wake()

    def _keep_traffic(self) -> None:
        """Write down how long hosts have paused: an audit that is killed knows it afterwards."""
        self._run.traffic = self.queue.throttle.traffic.record()
        try:
            self._run.begin()
        except OSError as error:
            self._spider.cannot_continue(error)

    def put_back(self, target: PageTarget) -> None:
        """A page that was given out has not been requested, and waits again."""
        if self._in_flight.pop(_place(target), None) is not None:
            self.frontier.put_back(target)
        self.queue.wake()

    def close(self, *, is_finished: bool) -> list[str]:
        """End; sentences that say what was not done."""
        if self._stop_look is not None and self._stop_look.running:
            self._stop_look.stop()
        counts, run = self.frontier.counts, self._run
        faults = self._given_up()
        run.limit_reached = self.frontier.limit_reached
        run.traffic = self.queue.throttle.traffic.record()
        faults += self.last_round.faults
        if deep := self.frontier.too_deep:
            more = " or more" if len(deep) == MAX_REPORTED_SITEMAPS else ""
            faults.append(
                f"{len(deep):,}{more} sitemaps were not read: nested too deep or too many"
                f" redirects, for example {deep[0]}."
            )
        waiting = counts.pages_waiting + counts.pages_in_flight
        if waiting and not is_finished:
            faults.append(f"{waiting:,} pages were not crawled yet.")
        self.frontier.close()
        self.queue.policies.close()
        return faults

    def _given_up(self) -> list[str]:
        """Sentences about hosts of the audited sites that paused too often to be fetched."""
        sites = {name for target in self._run.targets for name in _names(target.url)}
        given_up = self.queue.throttle.given_up
        for name in given_up.keys() - sites:
            self.queue.throttle.remark(given_up[name])
        return [sentence for name, sentence in given_up.items() if name in sites]


def _names(url: str) -> tuple[str, str]:
    """What the throttle gives up: a host, or an origin."""
    return urls.host(url), urls.origin(url)


def _place(target: PageTarget | SitemapTarget) -> tuple[type, int]:
    return type(target), target.key
