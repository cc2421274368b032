"""The loop of a crawl: what is to be fetched next, until nothing is left.

Sitemaps give pages, and pages what they point to. When nothing of this is left, questions are asked
one after the other: common paths of sitemaps, the pages that options choose from all listed ones,
second tries, and those of :mod:`.question`. Each adds requests, and the loop goes on.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

from scrapy import signals
from scrapy.utils.asyncio import create_looping_call

from sitemap_audit.crawl import requests
from sitemap_audit.crawl.base_probes import BaseProbes
from sitemap_audit.crawl.discovery import Discovery
from sitemap_audit.crawl.media import ListedMedia
from sitemap_audit.crawl.question import Question, QuestionTarget, flush_stored
from sitemap_audit.crawl.reachability import ReachabilityCheck
from sitemap_audit.crawl.redirect_loops import RedirectLoops
from sitemap_audit.crawl.request_queue import RequestQueue
from sitemap_audit.crawl.second_tries import WINDOW as SECOND_WINDOW
from sitemap_audit.crawl.second_tries import SecondTries
from sitemap_audit.crawl.stored_robots import restore_policies
from sitemap_audit.crawl.user_agents import AsBots
from sitemap_audit.frontier.restore import redirects, restore_pages
from sitemap_audit.frontier.url_records import PageTarget, SitemapTarget, respell
from sitemap_audit.frontier.waiting_sitemaps import MAX_REPORTED_SITEMAPS
from sitemap_audit.handlers.engine import end_waiting, is_idle
from sitemap_audit.items import Role
from sitemap_audit.middlewares.retry_after import RetryAfterMiddleware
from sitemap_audit.middlewares.robots import OWN_TOKEN, RobotsMiddleware
from sitemap_audit.middlewares.robots_policies import RobotsPolicies
from sitemap_audit.options import HOSTS_AT_ONCE
from sitemap_audit.parsing import urls
from sitemap_audit.plural import counted
from sitemap_audit.reading.robots_files import RobotsTarget
from sitemap_audit.run_record import FINISHED
from sitemap_audit.steps import step

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from scrapy import Request
    from scrapy.crawler import Crawler
    from scrapy.utils.asyncio import AsyncioLoopingCall
    from twisted.internet.task import LoopingCall

    from sitemap_audit.audit_targets import Target
    from sitemap_audit.crawl.crawl import Crawl
    from sitemap_audit.frontier.frontier import Frontier
    from sitemap_audit.frontier.url_records import DiscoveredUrls, PageLink
    from sitemap_audit.items import Sitemap
    from sitemap_audit.middlewares.host_throttle import HostThrottle
    from sitemap_audit.reading.facts import Fetch
    from sitemap_audit.reading.pages import ReadPage
    from sitemap_audit.storage import Store

    AnyTarget = PageTarget | SitemapTarget | QuestionTarget

logger = logging.getLogger(__name__)

SITEMAP_WINDOW = 8
"Maximum number of sitemaps in flight."
PAGES_AHEAD = 4
"Pages of one host in flight, scheduled ones included, per request that it may get at once."
STOP_POLL_SECONDS = 0.2
"Seconds between two checks whether the crawl is being stopped."
SLOW_DELAY = 0.5
"Download delay in seconds from which on few pages are in flight, as a stop waits for them."


class CrawlLoop:
    """Yields the requests of an audit and processes their results."""

    def __init__(self, crawl: Crawl, frontier: Frontier, throttle: HostThrottle) -> None:
        self.crawl, self.run, self.frontier = crawl, crawl.run, frontier
        self.queue = crawl.queue = RequestQueue(
            throttle,
            RobotsPolicies(self.run.spool),
            self._robots_request,
            obeys_robots=crawl.options.obey_robots,
        )
        if crawl.options.obey_robots:
            frontier.obey(self._is_disallowed)
        self._discovery = Discovery(self.run, frontier)
        self.reachability = ReachabilityCheck(crawl, self._discovery)
        self.second_tries = SecondTries(self.run, frontier)
        self.redirect_loops = RedirectLoops(crawl)
        self.base_probes = BaseProbes(crawl)
        self._question: Question[Any] | None = None
        self._settings = crawl.crawler.settings
        self._in_flight: dict[tuple[type, int], AnyTarget] = {}
        "Targets whose requests have not ended, by type and key."
        self._stop_poll: AsyncioLoopingCall | LoopingCall | None = None
        throttle.on_pause = self._store_traffic
        crawl.crawler.signals.connect(self._connect, signal=signals.spider_opened)
        self._has_yielded_all = False
        self.has_ended = False
        "Whether the end of the crawl has been recorded."
        self._lost = 0
        "Requests that another Scrapy component has dropped without an errback."

    def _connect(self) -> None:
        """Share the robots policies and the throttle with the downloader middlewares."""
        crawler = self.crawl.crawler
        robots = crawler.get_downloader_middleware(RobotsMiddleware)
        if robots is not None:
            robots.policies = self.queue.policies
        retry_after = crawler.get_downloader_middleware(RetryAfterMiddleware)
        if retry_after is not None:
            retry_after.throttle = self.queue.throttle
        self.crawl.results.follow(crawler, self.give_up)
        self._stop_poll = create_looping_call(end_waiting, crawler)
        self._stop_poll.start(STOP_POLL_SECONDS, now=False)

    async def requests(self) -> AsyncIterator[Request]:
        """Yield all requests of the audit, each when it may be sent."""
        active = self.crawl.crawler.engine.downloader.active
        async for _ in self._questions():
            while self._is_open and not self._is_stopped:
                self._take_targets()
                for request in self.queue.take(active):
                    yield request
                if self._is_open and not await self.queue.wait():
                    self._give_up_lost()
            if self._is_stopped:
                return
        self._has_yielded_all = True

    async def _questions(self) -> AsyncIterator[None]:
        """Ask one question after the other, each when nothing is left of those before it."""
        options = self.crawl.options
        if self.run.slice is None:
            self.reachability.begin()
        yield  # sitemaps, the pages that they list, and what these point to
        while self._discovery.add_guesses():
            yield
        if self.frontier.waits_for_sitemaps:
            await flush_stored(self.crawl)
            if self.crawl.rounds is not None:
                await self.crawl.rounds.fetch(self.crawl)
            await asyncio.to_thread(self._choose_pages)
            yield
        self.second_tries.begin()
        yield
        if self.run.slice is not None:
            return  # the others are those of the whole audit
        further: list[Question[Any]] = [self.redirect_loops, self.base_probes]
        if options.media:
            further.append(ListedMedia(self.crawl))
        if options.bots:
            further.append(AsBots(self.crawl))
        if options.render != "never":
            from sitemap_audit.crawl.renders import Renders  # late: Playwright comes with it

            further.append(Renders(self.crawl))
        for self._question in further:
            await self._question.begin()
            yield

    @property
    def _is_open(self) -> bool:
        """Whether something waits, or is in flight."""
        return not (
            self.frontier.is_done
            and self.queue.is_empty
            and not self._in_flight
            and (self._question is None or self._question.is_done)
        )

    @property
    def _is_stopped(self) -> bool:
        return self.crawl.stop_because is not None

    def _choose_pages(self) -> None:
        """Add the pages that the options choose from all listed ones; those left by a cluster."""
        from sitemap_audit.storage.duckdb import DuckDBStore  # late: it takes memory

        run, rounds = self.run, self.crawl.rounds
        what = (run.options, run.selection, self.crawl.assertion_tables)
        with DuckDBStore(run.folder) as store:
            if rounds is None:
                restore_pages(self.frontier, store, *what)
                return
            restore_policies(self.crawl, store, run.running_since)
            self.frontier.add_known(rounds.not_fetched)
            restore_pages(self.frontier, store, *what, rounds.since)
            self.restore_questions(store)

    def restore_questions(self, store: Store) -> None:
        """Restore what the questions after the listed pages need of these."""
        self.redirect_loops.restore_redirects(redirects(store))
        responding = store.stream(step("resume/responding_origins"))
        self.second_tries.responding |= {origin for (origin,) in responding}
        self.base_probes.restore(store)

    def _take_targets(self) -> None:
        """Queue requests for sitemaps and pages of the frontier, and for a question."""
        frontier, counts = self.frontier, self.frontier.counts
        for sitemap in frontier.take_sitemaps(SITEMAP_WINDOW - counts.sitemaps_in_flight):
            self._send(sitemap, requests.sitemap_request(self.crawl, sitemap))
        if not (counts.sitemaps_waiting or counts.sitemaps_in_flight):
            frontier.add_pending()
        room = self._window * HOSTS_AT_ONCE - counts.pages_in_flight
        if room >= self._refill:
            for page in frontier.take_pages(room, self._room_of):
                if self._should_skip(page):
                    frontier.finish(page)
                    self.queue.wake()
                else:
                    self._send(page, requests.page_request(self.crawl, page))
        if self._question is not None:
            in_flight = sum(isinstance(each, QuestionTarget) for each in self._in_flight.values())
            for request in self._question.next_requests(in_flight):
                self._send(request.cb_kwargs["target"], request)

    def _send(self, target: AnyTarget, request: Request) -> None:
        """Queue the request for a target until the robots.txt of its URL is known."""
        self._in_flight[_flight_key(target)] = target
        self.queue.enqueue_after_robots(request, target.url)

    def _should_skip(self, page: PageTarget) -> bool:
        """Return whether to leave out the second request for a page."""
        is_given_up = page.is_second and self.queue.throttle.may_start(page.url) is None
        return is_given_up or self.second_tries.should_skip(page)

    @property
    def _at_once(self) -> int:
        return self._settings.getint("CONCURRENT_REQUESTS_PER_DOMAIN")

    @property
    def _window(self) -> int:
        is_second = self.second_tries.has_begun
        return SECOND_WINDOW if is_second else max(32, PAGES_AHEAD * self._at_once)

    @property
    def _refill(self) -> int:
        """Minimum number of pages to take at once, so that the frontier is queried less often."""
        return 1 if self.second_tries.has_begun else 8

    def _room_of(self, origin: str, in_flight: int) -> int:
        """Return how many more pages of an origin may be in flight."""
        throttle = self.queue.throttle
        if throttle.may_start(origin):
            return 0
        if throttle.is_spaced(origin):
            return int(in_flight < self._at_once)
        slot = self.crawl.crawler.engine.downloader.slots.get(urls.host(origin))
        if slot is not None and slot.delay > SLOW_DELAY:
            return 2 - in_flight
        room = self._window - in_flight
        return room if room >= self._refill else 0

    def _robots_request(self, origin: str) -> Request:
        return requests.robots_request(self.crawl, RobotsTarget(origin))

    def _is_disallowed(self, url: str) -> bool:
        return self.crawl.verdict(url, OWN_TOKEN).robots == "disallowed"

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
            self.redirect_loops.add_redirect(page, page.redirect_key)
        self.frontier.add_links(links)
        if read.outlinks:
            page.link_targets = self.frontier.add_outlinks(target, read.outlinks)
        if target.role == Role.HOME:
            self._discovery.add_linked_sitemaps(target.url, read.sitemap_links)
        self.second_tries.add_result(target, page)
        self.base_probes.add_result(page)

    def follow_robots_redirect(self, target: RobotsTarget, url: str) -> None:
        """Fetch the redirect target of a robots.txt."""
        self.queue.enqueue(requests.robots_request(self.crawl, target, url))

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
            request = requests.sitemap_request(self.crawl, following)
        else:
            request = requests.page_request(self.crawl, following)
        self.queue.enqueue_after_robots(request, following.url)
        return True

    def resolve(self, item: Sitemap) -> tuple[list[Sitemap], Target | None]:
        """Return the sitemaps to store, and the site to audit if the URL is that of a page."""
        kept, site = self._discovery.resolve(item)
        if site is not None:
            logger.info(site.explanation(is_restricted=not self.crawl.scope.is_everything))
            self.queue.with_policy(urls.origin(site.url), partial(self._discovery.add_target, site))
        return kept, site

    def redirect_sitemap(self, target: SitemapTarget) -> list[Sitemap]:
        """Add the redirect target of a sitemap; return the sitemaps to store if it is not new."""
        if self.frontier.add_sitemap(target):
            return []
        return self._discovery.release_ambiguous(target.url)

    @contextmanager
    def accounted(self, target: AnyTarget) -> Iterator[None]:
        """Finish a target when the block ends; count exceptions as internal errors."""
        try:
            yield
        except (OSError, sqlite3.Error) as error:
            self.crawl.cannot_continue(error)
        except Exception:
            self.crawl.own_errors += 1
            logger.exception("%s could not be read", target.url)
        finally:
            self.finish(target)
            if isinstance(target, SitemapTarget):
                self.crawl.count("sitemaps")

    def finish(self, target: AnyTarget) -> bool:
        """Mark a target as ended; return whether it had not ended yet."""
        left = 0
        was_open = self._in_flight.pop(_flight_key(target), None) is not None
        if was_open and not isinstance(target, QuestionTarget):
            left = self.frontier.finish(target)
        # Pages are taken from the frontier some at a time.
        if left % self._refill == 0 or left < self._refill or isinstance(target, SitemapTarget):
            self.queue.wake()
        return was_open

    def give_up(self, target: AnyTarget | RobotsTarget) -> bool:
        """Finish a target whose callback failed; return whether it was not finished yet."""
        if not isinstance(target, RobotsTarget):
            return self.finish(target)
        is_open = self.queue.cancel_robots(target.origin)
        if is_open:  # what waited for it is not requested
            for each in [*self._in_flight.values()]:
                if urls.origin(each.url) == target.origin:
                    self.finish(each)
        return is_open

    def requeue(
        self, request: Request, target: AnyTarget | RobotsTarget, *, is_later: bool
    ) -> None:
        """Take back a request that was not sent.

        Args:
            is_later: it is sent when its host may get it; otherwise the crawl is ending.
        """
        if isinstance(target, PageTarget):
            if self._in_flight.pop(_flight_key(target), None) is not None:
                tries = request.meta.get("retry_times", 0)
                self.frontier.put_back(target if target.is_second else target._replace(tries=tries))
            self.queue.wake()
        elif is_later:
            self.queue.enqueue(request.copy())  # the engine still knows this one
        elif isinstance(target, RobotsTarget):
            self.queue.cancel_robots(target.origin)
        else:
            self.finish(target)

    def _give_up_lost(self) -> None:
        """Finish what has neither a response nor an errback, if Scrapy has nothing left to do."""
        if self.queue.has_waiting_requests or not is_idle(self.crawl.crawler):
            return
        lost = [*self._in_flight.values()]
        self._lost += max(len(lost), self.queue.cancel_all_robots())
        for target in lost:
            self.finish(target)

    def _store_traffic(self) -> None:
        """Store the pauses of hosts in run.json, so that a killed audit keeps them."""
        self.run.traffic = self.queue.throttle.traffic.record()
        try:
            self.run.begin()
        except OSError as error:
            self.crawl.cannot_continue(error)

    async def end(self, reason: str) -> None:
        """Record Scrapy's close reason, once all items are stored."""
        if self.crawl.rounds is not None:
            await self.crawl.rounds.stop()
        await self.crawl.reader.close()
        self.end_at_once(reason)

    def end_at_once(self, reason: str) -> None:
        """Record the close reason, or why the crawl could not go on."""
        crawl, run = self.crawl, self.run
        if reason == FINISHED:
            reason = crawl.stop_because or reason
        is_finished = reason == FINISHED
        run.faults += self._close(is_finished=is_finished)
        if crawl.own_errors:
            run.faults.append(
                f"Internal errors: {counted(crawl.own_errors, 'URL')} could not be read. See"
                " audit.log."
            )
        if is_finished and not self._has_yielded_all:
            run.faults.append(
                f"start() of {type(crawl.callbacks).__name__}, or a spider middleware, did not"
                " yield all requests of super().start(): the others were not sent."
            )
        crawl.results.tell(run)
        if is_finished and (dropped := self._lost + crawl.results.lost):
            run.faults.append(
                f"{dropped:,} requests or items were dropped by a middleware, pipeline or"
                " callback of this Scrapy project: they are not checked."
            )
        if run.built is not None:
            run.faults += run.built.faults
        run.end(reason)
        self.has_ended = True

    def _close(self, *, is_finished: bool) -> list[str]:
        """Close the frontier; return sentences on what was not crawled."""
        if self._stop_poll is not None and self._stop_poll.running:
            self._stop_poll.stop()
        counts, run = self.frontier.counts, self.run
        faults = self._given_up()
        run.limit_reached = self.frontier.limit_reached
        run.traffic = self.queue.throttle.traffic.record()
        faults += self.second_tries.faults
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
        sites = {urls.origin(target.url) for target in self.run.targets}
        given_up = self.queue.throttle.given_up
        for name in given_up.keys() - sites:
            self.queue.throttle.remark(given_up[name])
        return [sentence for name, sentence in given_up.items() if name in sites]


def loop_of(crawler: Crawler) -> CrawlLoop | None:
    """Return the loop of an audit; None before it is prepared, or if the spider is another one."""
    loop: CrawlLoop | None = getattr(crawler.spider, "_loop", None)
    return loop


def _flight_key(target: AnyTarget) -> tuple[type, int]:
    return type(target), target.key
