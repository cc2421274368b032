"""Every request's turn: hosts are asked as fast as they like, and left alone when they ask for it.

One gate before the wire, for everything that is fetched (pages, sitemaps, robots.txt). A request
waits there while its host is busy enough or pauses, while the audit is as fast as ``--max-rate``
allows, and outside of ``--hours``. Each process has a gate of its own.
"""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from scrapy import signals

from sitemap_audit.masking import protect_logs
from sitemap_audit.network.fetches import NotFetched, Stopped
from sitemap_audit.network.pace import Hours, Pace, read_retry_after
from sitemap_audit.parsing import urls
from sitemap_audit.records import FetchError
from sitemap_audit.workplace import workplace_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from scrapy import Spider
    from scrapy.crawler import Crawler
    from scrapy.http import Response

    from sitemap_audit.network.traffic import HostTraffic
    from sitemap_audit.workplace import Workplace

logger = logging.getLogger(__name__)

LONGEST_PAUSE = 300.0
"Seconds that a host is left alone at once, whatever it asks for."
FIRST_PAUSE = 5.0
"Seconds after a 429 that says no time; twice as long with each further one."
GIVE_UP_AFTER = 5
"Pauses in a row without an answer in between: then the host is not asked any more."
LONGEST_DELAY = 30.0
"Seconds of a Crawl-delay that are kept."
NOTABLE_DELAY = 0.1
"Seconds from which on the summary tells of a Crawl-delay."
LOOK_UP = 0.5
"Seconds after which what waits looks whether the audit is being stopped."


class Host:
    """A host while it is asked."""

    def __init__(self, pace: Pace) -> None:
        self.pace = pace
        self.under_way = 0
        self.next_start = 0.0
        self.paused_until = 0.0
        self.pauses_in_a_row = 0
        self.is_given_up = False
        self.changed = asyncio.Event()

    def reserve(self, earliest: float) -> float:
        """When the next request may begin; the one after it may begin a spacing later."""
        start = max(earliest, self.next_start)
        self.next_start = start + self.pace.spacing
        return start


class Politeness:
    """The gate, an extension of the crawler; its clocks may be replaced."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._clock: Callable[[], float] = time.monotonic
        self._now: Callable[[], datetime] = datetime.now
        self._hosts: dict[str, Host] = {}
        self._seconds_each = 0.0
        self._next_start = 0.0
        self._hours: Hours | None = None
        self._is_closed = False
        crawler.signals.connect(self.spider_opened, signal=signals.spider_opened)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Politeness:
        return cls(crawler)

    def spider_opened(self, spider: Spider) -> None:
        """Take over from the downloader the delay between requests."""
        place: Workplace | None = getattr(spider, "audit", None)
        if place is None:
            return
        protect_logs(place.credentials.secrets)
        options = place.options
        self._seconds_each = 1 / options.max_rate if options.max_rate else 0.0
        self._hours = Hours.read(options.hours) if options.hours else None
        # As AutoThrottle does: what waits in the downloader could not be stopped.
        self._crawler.engine.downloader._delay = 0.0

    @property
    def waits_for(self) -> str | None:
        """Why nothing is fetched at the moment, in a few words."""
        if self._is_closed:
            return f"paused outside of {workplace_of(self._crawler).options.hours}"
        now = self._clock()
        paused = ((host.paused_until - now, name) for name, host in self._hosts.items())
        seconds, name = max(paused, default=(0.0, ""))
        return f"{name} pauses {seconds:.0f} s" if seconds >= 1 else None

    async def begin(self, name: str) -> None:
        """Wait for the turn of a request to a host; :meth:`end` is to follow.

        Raises:
            Stopped: the audit ends.
            NotFetched: the host is not asked any more.
        """
        host = self._host(name)
        while True:
            await self._until_free(name, host)
            host.under_way += 1
            try:
                await self._until(self._reserve(host), host)
            except BaseException:
                self.end(name)
                raise
            if self._clock() >= host.paused_until:
                break
            self.end(name)
        self._traffic(name).note_request(self._clock())

    def end(self, name: str) -> None:
        """The request is under way no more."""
        host = self._hosts[name]
        host.under_way -= 1
        host.changed.set()

    def note(self, name: str, seconds: float, response: Response | None) -> None:
        """How a host answered, if it did, and after how many seconds."""
        host = self._hosts[name]
        host.pace.note(seconds)
        status = response.status if response else None
        asked = _asked_pause(response) if status in (429, 503) else None
        if status == 429:
            usual = FIRST_PAUSE * 2**host.pauses_in_a_row
            self._pause(name, host, status, usual if asked is None else max(asked, 1.0))
        elif status == 503 and asked:
            self._pause(name, host, status, asked)
        elif status is not None and status != 503:
            host.pauses_in_a_row = 0
        self._traffic(name).is_slowed = host.pace.is_slowed

    def keep_apart(self, name: str, seconds: float) -> None:
        """A host's robots.txt states a Crawl-delay."""
        kept = min(seconds, LONGEST_DELAY)
        # Each of several processes asks the host; together they are to keep the delay.
        self._host(name).pace.keep_apart(kept * workplace_of(self._crawler).sharers)
        if kept < NOTABLE_DELAY:
            return
        more = f"; of it {kept:g} are kept" if kept < seconds else ""
        self._remark(
            f"robots.txt of {name} asks for {seconds:g} seconds between two requests"
            f" (Crawl-delay){more}. --no-obey-robots fetches faster."
        )

    def _host(self, name: str) -> Host:
        if name not in self._hosts:
            settings = self._crawler.settings
            most = settings.getint("CONCURRENT_REQUESTS_PER_DOMAIN")
            self._hosts[name] = Host(Pace(most, settings.getfloat("DOWNLOAD_DELAY")))
        return self._hosts[name]

    async def _until_free(self, name: str, host: Host) -> None:
        while True:
            if host.is_given_up:
                detail = f"{name} asked to be left alone for longer than an audit waits."
                raise NotFetched(FetchError.THROTTLED, detail)
            pause = max(self._closed_for(), host.paused_until - self._clock())
            if pause > 0:
                await self._nap(host, pause)
            elif host.under_way >= host.pace.limit:
                await self._nap(host, LOOK_UP)
            else:
                return

    def _reserve(self, host: Host) -> float:
        start = host.reserve(max(self._clock(), self._next_start))
        self._next_start = start + self._seconds_each if self._seconds_each else 0.0
        return start

    async def _until(self, start: float, host: Host) -> None:
        while (seconds := start - self._clock()) > 0:
            await self._nap(host, seconds)

    async def _nap(self, host: Host, seconds: float) -> None:
        """Wait so long at most, or until something changes, or the audit ends."""
        if self._is_ending():
            raise Stopped("The crawl was stopped.")
        host.changed.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout(min(seconds, LOOK_UP)):
                await host.changed.wait()

    def _is_ending(self) -> bool:
        engine = self._crawler.engine
        is_closing = engine._slot is None or engine._slot.closing is not None
        return not engine.running or is_closing

    def _closed_for(self) -> float:
        if self._hours is None:
            return 0.0
        seconds = self._hours.closed_for(self._now())
        if bool(seconds) is not self._is_closed:
            self._is_closed = bool(seconds)
            if seconds:
                hours = workplace_of(self._crawler).options.hours
                self._remark(f"Nothing was fetched outside of the hours {hours} (--hours).")
        return seconds

    def _pause(self, name: str, host: Host, status: int, seconds: float) -> None:
        """Leave a host alone; answers that come while it pauses ask for no further pause."""
        now = self._clock()
        kept = min(seconds, LONGEST_PAUSE)
        is_further = now < host.paused_until
        host.paused_until = max(host.paused_until, now + kept)
        if is_further:
            return
        logger.info("%s answers %d: it pauses %.0f s", name, status, kept)
        host.pace.note_throttled()
        host.pauses_in_a_row += 1
        self._traffic(name).note_pause(f"status {status}", kept)
        if kept < seconds:
            self._remark(
                f"{name} asked to be left alone for {seconds:,.0f} seconds (Retry-After); it was"
                f" asked again after {kept:.0f}."
            )
        if host.pauses_in_a_row > GIVE_UP_AFTER:
            self._give_up(name, host, status)

    def _give_up(self, name: str, host: Host, status: int) -> None:
        host.is_given_up = True
        sentence = (
            f"{name} answered {status} after each of {GIVE_UP_AFTER} pauses: what was left there"
            " was not asked for."
        )
        place = workplace_of(self._crawler)
        if any(urls.host(target.url) == name for target in place.targets):
            place.faults.append(sentence)
        else:
            self._remark(sentence)

    def _traffic(self, name: str) -> HostTraffic:
        return workplace_of(self._crawler).traffic.host(name)

    def _remark(self, sentence: str) -> None:
        logger.info(sentence)
        workplace_of(self._crawler).traffic.remark(sentence)


def _asked_pause(response: Response | None) -> float | None:
    written = response.headers.get("Retry-After") if response else None
    return read_retry_after(written.decode("latin-1"), datetime.now(UTC)) if written else None
