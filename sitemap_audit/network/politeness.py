"""Every request's turn: hosts are asked as fast as they like, and left alone when they ask for it.

One gate before the wire, for everything that is fetched (pages, sitemaps, robots.txt). A request
waits there while its host is busy enough or pauses, while the audit is as fast as ``--max-rate``
allows, and outside of ``--hours``. There is one gate for an audit: its other processes ask for
their turns here (see :mod:`sitemap_audit.processes.turns`).
"""

from __future__ import annotations

import asyncio
import logging
import time
from datetime import datetime
from typing import TYPE_CHECKING

from scrapy import signals

from sitemap_audit.items import FetchError
from sitemap_audit.masking import protect_logs
from sitemap_audit.network.downloader import is_ending
from sitemap_audit.network.fetches import NotFetched, Stopped
from sitemap_audit.network.host import Host, Rate
from sitemap_audit.network.pace import Hours, Pace
from sitemap_audit.parsing import urls

if TYPE_CHECKING:
    from collections.abc import Callable

    from scrapy import Spider
    from scrapy.crawler import Crawler

    from sitemap_audit.network.traffic import HostTraffic
    from sitemap_audit.network.turns import Answered
    from sitemap_audit.workplace import LeadingPlace

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


class Politeness:
    """The gate, an extension of the crawler; its clocks may be replaced."""

    _place: LeadingPlace

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._clock: Callable[[], float] = time.monotonic
        self._now: Callable[[], datetime] = datetime.now
        self._hosts: dict[str, Host] = {}
        self._rate = Rate(None)
        self._hours: Hours | None = None
        self._is_closed = False
        crawler.signals.connect(self.spider_opened, signal=signals.spider_opened)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Politeness:
        return cls(crawler)

    def spider_opened(self, spider: Spider) -> None:
        """Read what the audit asks for."""
        place: LeadingPlace | None = getattr(spider, "audit", None)
        if place is None:
            return
        self._place = place
        place.turns = self
        protect_logs(place.credentials.secrets)
        options = place.options
        self._rate = Rate(options.max_rate)
        self._hours = Hours.read(options.hours) if options.hours else None

    @property
    def waits_for(self) -> str | None:
        """Why nothing is fetched at the moment, in a few words."""
        if self._is_closed:
            return f"paused outside of {self._place.options.hours}"
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
        turn = self.turn(name)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled() and turn.exception() is None:
                self.end(name)  # it has come, and nobody takes it
            raise

    def turn(self, name: str) -> asyncio.Future[None]:
        """The turn of a request; it may be cancelled while it has not come."""
        host = self._host(name)
        turn = asyncio.get_running_loop().create_future()
        host.waiting.append(turn)
        self._serve(name, host)
        return turn

    def end(self, name: str, answered: Answered | None = None) -> None:
        """The request is under way no more; ``answered`` is None where none was made."""
        host = self._hosts[name]
        host.end()
        if answered is not None:
            self._note(name, host, answered)
        self._serve(name, host)

    def _note(self, name: str, host: Host, answered: Answered) -> None:
        status = answered.status
        host.pace.note(answered.seconds)
        if status == 429:
            usual = FIRST_PAUSE * 2**host.pauses_in_a_row
            asked = answered.pause
            self._pause(name, host, status, usual if asked is None else max(asked, 1.0))
        elif status == 503 and answered.pause:
            self._pause(name, host, status, answered.pause)
        elif status is not None and status != 503:
            host.pauses_in_a_row = 0
        self._traffic(name).is_slowed = host.pace.is_slowed

    def keep_apart(self, name: str, seconds: float) -> None:
        """A host's robots.txt states a Crawl-delay."""
        kept = min(seconds, LONGEST_DELAY)
        self._host(name).pace.keep_apart(kept)
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

    def _serve(self, name: str, host: Host) -> None:
        """Give those who wait their turns; look again when the next may have one."""
        if host.look is not None:
            host.look.cancel()
        while (turn := host.next) is not None:
            if (refusal := self._refusal(name, host)) is not None:
                turn.set_exception(refusal)
            elif (seconds := self._wait(host)) > 0:
                host.look = turn.get_loop().call_later(
                    min(seconds, LOOK_UP), self._serve, name, host
                )
                return
            else:
                host.begin(self._clock())
                self._traffic(name).note_request(self._clock())
                turn.set_result(None)
        host.forget()

    def _refusal(self, name: str, host: Host) -> Exception | None:
        """Why a host is not asked any more, if so."""
        if is_ending(self._crawler):
            return Stopped("The crawl was stopped.")
        if host.is_given_up:
            detail = f"{name} asked to be left alone for longer than an audit waits."
            return NotFetched(FetchError.THROTTLED, detail)
        return None

    def _wait(self, host: Host) -> float:
        """Seconds until a request may begin, as far as can be told; 0 where it may now."""
        now = self._clock()
        pause = max(self._closed_for(), host.paused_until - now)
        if pause > 0 or host.is_busy:
            host.forget()
            return pause if pause > 0 else LOOK_UP
        return max(0.0, host.reserve(now, self._rate) - now)

    def _closed_for(self) -> float:
        if self._hours is None:
            return 0.0
        seconds = self._hours.closed_for(self._now())
        if bool(seconds) is not self._is_closed:
            self._is_closed = bool(seconds)
            if seconds:
                hours = self._place.options.hours
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
        if any(urls.host(target.url) == name for target in self._place.targets):
            self._place.faults.append(sentence)
        else:
            self._remark(sentence)

    def _traffic(self, name: str) -> HostTraffic:
        return self._place.traffic.host(name)

    def _remark(self, sentence: str) -> None:
        logger.info(sentence)
        self._place.traffic.remark(sentence)
