"""Pauses that hosts ask for (429, Retry-After, Crawl-delay), ``--max-rate`` and ``--hours``.

Nothing sleeps here: a request that sleeps counts as active and keeps a place from other hosts. A
request whose host pauses is given back (``Postponed``), and the spider's ``start()``, which asks
:class:`HostThrottle` before it gives a request out, gives it out again when the pause is over.
"""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from scrapy import signals

from sitemap_audit.crawl_settings import options_of
from sitemap_audit.handlers.errors import NotFetched, Postponed
from sitemap_audit.items import FetchError
from sitemap_audit.middlewares.traffic import Traffic
from sitemap_audit.middlewares.waiting_times import Hours, read_retry_after
from sitemap_audit.parsing import urls

if TYPE_CHECKING:
    from collections.abc import Callable

    from scrapy import Request
    from scrapy.crawler import Crawler
    from scrapy.http import Response

    from sitemap_audit.options import Options

logger = logging.getLogger(__name__)

LONGEST_PAUSE = 300.0
"Seconds of one pause, whatever the host asks for."
FIRST_PAUSE = 5.0
"Seconds after a 429 without Retry-After; doubled with each further one."
GIVE_UP_AFTER = 5
"Pauses in a row without a good response in between: then the host gets no further requests."
LONGEST_DELAY = 30.0
"Seconds of a Crawl-delay that are kept."
NOTABLE_DELAY = 0.1
"Seconds from which on the summary tells of a Crawl-delay."
STARTED = "start_is_counted"
"Key of a request's ``meta``: the throttle has counted it already."


@dataclass(slots=True)
class _Host:
    """What is known of a host's wishes; times are of the throttle's clock."""

    paused_until: float = 0.0
    pauses_in_a_row: int = 0
    is_given_up: bool = False
    delay: float = 0.0
    "Seconds between two requests (Crawl-delay)."
    next_start: float = 0.0


class HostThrottle:
    """Says when a host may get its next request."""

    def __init__(
        self,
        options: Options,
        clock: Callable[[], float] = time.monotonic,
        now: Callable[[], datetime] = datetime.now,
    ) -> None:
        """Keep to an audit's ``max_rate`` and ``hours``; the clocks may be replaced."""
        self._clock, self._now = clock, now
        self._hours_text = options.hours
        self._hours = Hours.read(options.hours) if options.hours else None
        self._spacing = 1 / options.max_rate if options.max_rate else 0.0
        self._next_start = 0.0
        self._hosts: dict[str, _Host] = {}
        self._is_closed = False
        self.traffic = Traffic()
        self.given_up: dict[str, str] = {}
        "By host: the sentence that says why it gets no further requests."

    def seconds_until_start(self, name: str) -> float:
        """Seconds until a request to a host may start; 0 where one may start now.

        One to a host that is given up may: it is refused on its way.
        """
        now = self._clock()
        host = self._hosts.get(name)
        if host is not None and host.is_given_up:
            return 0.0
        start = max(self._next_start, host.paused_until, host.next_start) if host else 0.0
        return max(self._closed_for(), start - now, self._next_start - now, 0.0)

    def most_at_once(self, name: str) -> int | None:
        """How many requests to a host may be given out together; None is no limit."""
        host = self._hosts.get(name)
        return 1 if self._spacing or (host is not None and host.delay) else None

    def seconds_until_next_start(self) -> float | None:
        """Seconds until some host that had to wait may get a request; None where none has to."""
        now = self._clock()
        hosts = [each for each in self._hosts.values() if not each.is_given_up]
        starts = [start for each in hosts for start in (each.paused_until, each.next_start)]
        waits = [self._closed_for(), *(start - now for start in (*starts, self._next_start))]
        return min((wait for wait in waits if wait > 0), default=None)

    def start(self, name: str) -> float:
        """Count a request that starts now; seconds until it may, where it may not yet."""
        if self.is_given_up(name):
            return 0.0
        if (seconds := self.seconds_until_start(name)) > 0:
            return seconds
        now = self._clock()
        if self._spacing:
            is_late = now - self._next_start >= self._spacing
            self._next_start = (now if is_late else self._next_start) + self._spacing
        host = self._hosts.get(name)
        if host is not None and host.delay:
            host.next_start = now + host.delay
        return 0.0

    def take_back(self, name: str) -> None:
        """A request that was counted came from the cache: the next one need not wait for it."""
        if self._spacing:
            self._next_start -= self._spacing
        if name in self._hosts:
            self._hosts[name].next_start = 0.0

    def is_given_up(self, name: str) -> bool:
        """Whether a host gets no further requests."""
        host = self._hosts.get(name)
        return host is not None and host.is_given_up

    def is_paused(self, name: str) -> bool:
        """Whether a host asked for a pause that is not over."""
        host = self._hosts.get(name)
        return host is not None and host.paused_until > self._clock()

    @property
    def waits_for(self) -> str | None:
        """Why nothing is fetched at the moment, in a few words."""
        if self._is_closed:
            return f"paused outside of {self._hours_text}"
        now = self._clock()
        paused = ((host.paused_until - now, name) for name, host in self._hosts.items())
        seconds, name = max(paused, default=(0.0, ""))
        return f"{name} pauses {seconds:.0f} s" if seconds >= 1 else None

    def keep_apart(self, name: str, seconds: float) -> None:
        """A host's robots.txt states a Crawl-delay."""
        kept = min(seconds, LONGEST_DELAY)
        host = self._host(name)
        host.delay = max(host.delay, kept)
        if kept < NOTABLE_DELAY:
            return
        more = f"; of it {kept:g} are kept" if kept < seconds else ""
        self.remark(
            f"robots.txt of {name} asks for {seconds:g} seconds between two requests"
            f" (Crawl-delay){more}. --no-obey-robots fetches faster."
        )

    def note_response(self, name: str, status: int, asked: float | None) -> bool:
        """Note how a host responded; whether it asked for a pause.

        Args:
            asked: seconds of Retry-After.
        """
        if status == 429:
            host = self._host(name)
            usual = FIRST_PAUSE * 2**host.pauses_in_a_row
            self._pause(name, host, status, usual if asked is None else max(asked, 1.0))
            return True
        if status == 503 and asked:
            self._pause(name, self._host(name), status, asked)
            return True
        if status != 503 and name in self._hosts:
            self._hosts[name].pauses_in_a_row = 0
        return False

    def remark(self, sentence: str) -> None:
        """Keep a sentence for the summary."""
        logger.info(sentence)
        self.traffic.remark(sentence)

    def _host(self, name: str) -> _Host:
        return self._hosts.setdefault(name, _Host())

    def _closed_for(self) -> float:
        if self._hours is None:
            return 0.0
        seconds = self._hours.closed_for(self._now())
        if bool(seconds) is not self._is_closed:
            self._is_closed = bool(seconds)
            if seconds:
                self.remark(
                    f"Nothing was fetched outside of the hours {self._hours_text} (--hours)."
                )
        return seconds

    def _pause(self, name: str, host: _Host, status: int, seconds: float) -> None:
        """Begin a pause; responses that come while it lasts begin no further one."""
        now = self._clock()
        kept = min(seconds, LONGEST_PAUSE)
        is_further = now < host.paused_until
        host.paused_until = max(host.paused_until, now + kept)
        if is_further:
            return
        logger.info("%s returns %d: it pauses %.0f s", name, status, kept)
        host.pauses_in_a_row += 1
        self.traffic.host(name).note_pause(f"status {status}", kept)
        if kept < seconds:
            self.remark(
                f"{name} asked to be left alone for {seconds:,.0f} seconds (Retry-After); it was"
                f" asked again after {kept:.0f}."
            )
        if host.pauses_in_a_row > GIVE_UP_AFTER:
            host.is_given_up = True
            self.given_up[name] = (
                f"{name} answered {status} after each of {GIVE_UP_AFTER} pauses: what was left"
                " there was not asked for."
            )


class RetryAfterMiddleware:
    """Gives requests back whose host pauses, and notes the pauses that responses ask for."""

    def __init__(self, crawler: Crawler) -> None:
        self.throttle = HostThrottle(options_of(crawler.settings))
        self._retries = crawler.settings.getint("RETRY_TIMES")
        crawler.signals.connect(self.request_sent, signal=signals.request_reached_downloader)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> RetryAfterMiddleware:
        return cls(crawler)

    def process_request(self, request: Request) -> None:
        """Let a request through whose host may get one now.

        Raises:
            Postponed: it pauses.
            NotFetched: it gets no further requests.
        """
        name = host_name(request.url)
        if self.throttle.is_given_up(name):
            detail = f"{name} asked to be left alone for longer than an audit waits."
            raise NotFetched(FetchError.THROTTLED, detail)
        is_counted = request.meta.pop(STARTED, False)
        if not is_counted and "target" not in request.cb_kwargs:
            return  # another component's: nobody would make it again later
        if self.throttle.is_paused(name) if is_counted else self.throttle.start(name) > 0:
            raise Postponed(name)

    def process_response(self, request: Request, response: Response) -> Response:
        """Note a pause, and give the request back where it has tries left.

        Raises:
            Postponed: it is to be made again after the pause.
        """
        if "cached" in response.flags:
            self.throttle.take_back(host_name(request.url))
            return response
        asked = None
        if response.status in (429, 503) and (written := response.headers.get("Retry-After")):
            asked = read_retry_after(written.decode("latin-1"), datetime.now(UTC))
        if self.throttle.note_response(host_name(request.url), response.status, asked):
            tries = request.meta.get("retry_times", 0)
            if not request.meta.get("dont_retry") and tries < self._retries:
                request.meta["retry_times"] = tries + 1
                raise Postponed(host_name(request.url))
        return response

    def request_sent(self, request: Request) -> None:
        """Count a request that goes over the wire."""
        self.throttle.traffic.host(host_name(request.url)).note_request(time.monotonic())


def host_name(url: str) -> str:
    """The host of a URL, without port."""
    return _host_of(urls.origin(url))


@lru_cache
def _host_of(origin: str) -> str:
    return urlsplit(origin).hostname or ""
