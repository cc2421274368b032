"""Throttle by host: pauses, Crawl-delay, ``--max-rate`` and ``--hours``.

A host that returns 429, or 503 with Retry-After, is paused. All pauses of a host count towards one
budget: ``--max-wait``, and two minutes while the host has returned nothing usable. After that, each
of its origins is given up that returns nothing else: another port may work. A successful
response does not reset the budget, and a resumed audit continues with the rest of it. A host that
refuses connections is paused a few times too: a server that restarts is usually back by then.
"""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from sitemap_audit.middlewares.crawl_hours import Hours
from sitemap_audit.middlewares.traffic import Traffic

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from sitemap_audit.options import Options

logger = logging.getLogger(__name__)

LONGEST_PAUSE = 300.0
"Maximum seconds of one pause, whatever Retry-After says."
FIRST_PAUSE = 5.0
"Seconds of the pause after a 429 without Retry-After; doubled with each further one in a row."
MOST_DOUBLED = 10
"Maximum number of doublings; the pause exceeds LONGEST_PAUSE by then."
WAIT_FOR_FIRST = 120.0
"Budget, at most, of a host that has returned nothing usable yet."
LONGEST_GAP = 10.0
"Maximum seconds between two 503s without Retry-After, or two failures, to count as waited."
PATIENCE = 10
"Failed URLs in a row after which a host without budget gets no more requests."
PAUSES_WITHOUT_CONNECTION = 5
"Pauses in a row (155 seconds) after which an origin without connection is given up."
LONGEST_DELAY = 30.0
"Maximum seconds of Crawl-delay to respect."
NOTABLE_DELAY = 0.1
"Seconds from which on the summary reports a Crawl-delay."


@dataclass(slots=True)
class _Host:
    """Throttle state of a host; times are of the throttle's clock."""

    paused_until: float = 0.0
    status: int = 0
    "Status code of its latest refusal (429, 503); 0 if it did not respond."
    refused_in_a_row: int = 0
    "URLs in a row whose first request returned 429, 503 or nothing."
    refused_at: float | None = None
    "Time of the latest refusal; None after a successful response."
    pauses_in_a_row: int = 0
    is_given_up: bool = False
    delay: float = 0.0
    "Seconds between two requests (Crawl-delay)."
    next_start: float = 0.0

    @property
    def refusal(self) -> str:
        """The latest refusal in words."""
        return f"it returned {self.status}" if self.status else "it accepts no connection"

    def note_success(self) -> None:
        """Reset the counters after a successful response."""
        self.refused_in_a_row = self.pauses_in_a_row = 0
        self.refused_at = None


class HostThrottle:
    """Decide when a host may get its next request."""

    def __init__(
        self,
        options: Options,
        clock: Callable[[], float] = time.monotonic,
        now: Callable[[], datetime] = datetime.now,
        *,
        share: int = 1,
    ) -> None:
        """Apply ``max_wait``, ``max_rate`` and ``hours``; tests pass other clocks.

        Args:
            share: number of processes that fetch from the same host at once: each waits so many
                times its Crawl-delay.
        """
        self._share = share
        self._clock, self._now = clock, now
        self._max_wait = options.max_wait
        self._hours_text = options.hours
        self._hours = Hours.read(options.hours) if options.hours else None
        self._spacing = 1 / options.max_rate if options.max_rate else 0.0
        self._delay = options.delay
        "The downloader's delay between two requests to a host."
        self._next_start = 0.0
        self._hosts: dict[str, _Host] = {}
        self._is_closed = False
        self.traffic = Traffic()
        self.given_up: dict[str, str] = {}
        "By host or origin: why it gets no further requests, as a sentence."
        self.on_pause: Callable[[], None] = lambda: None
        "Called when a pause begins."

    def seconds_until_start(self, name: str) -> float:
        """Return the seconds until a request to a host may start; 0 if it may start now.

        Also 0 for a host that is given up: RetryAfterMiddleware refuses the request.
        """
        now = self._clock()
        host = self._hosts.get(name)
        if host is not None and host.is_given_up:
            return 0.0
        start = max(self._next_start, host.paused_until, host.next_start) if host else 0.0
        return max(self._closed_for(), start - now, self._next_start - now, 0.0)

    def most_at_once(self, name: str) -> int | None:
        """Return how many requests to a host may be given out together; None for no limit."""
        host = self._hosts.get(name)
        return 1 if self._spacing or (host is not None and host.delay) else None

    def least_seconds(self, requests: int, by_host: Iterable[tuple[str, int]]) -> float:
        """Return the seconds that requests take at least; hosts are requested at the same time."""
        delays = (
            count * max(self._delay, self._hosts[name].delay if name in self._hosts else 0.0)
            for name, count in by_host
        )
        return max(requests * self._spacing, *delays, 0.0)

    def seconds_until_next_start(self) -> float | None:
        """Return the seconds until some waiting host may get a request; None if none waits."""
        now = self._clock()
        hosts = [each for each in self._hosts.values() if not each.is_given_up]
        starts = [start for each in hosts for start in (each.paused_until, each.next_start)]
        waits = [self._closed_for(), *(start - now for start in (*starts, self._next_start))]
        return min((wait for wait in waits if wait > 0), default=None)

    def start(self, name: str) -> float:
        """Count a request that starts now; return the seconds to wait if it may not start yet."""
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

    def undo_start(self, name: str) -> None:
        """Uncount a request that was served from the cache."""
        if self._spacing:
            self._next_start -= self._spacing
        if name in self._hosts:
            self._hosts[name].next_start = 0.0

    def is_given_up(self, name: str) -> bool:
        """Return whether a host gets no further requests."""
        host = self._hosts.get(name)
        return host is not None and host.is_given_up

    def is_paused(self, name: str) -> bool:
        """Return whether a host is paused."""
        host = self._hosts.get(name)
        return host is not None and host.paused_until > self._clock()

    def budget_left(self, name: str) -> float:
        """Return the remaining seconds of a host's budget."""
        waited = self.traffic.hosts[name].waited if name in self.traffic.hosts else 0.0
        return max(0.0, self._budget(name) - waited)

    def _budget(self, name: str) -> float:
        is_usable = name in self.traffic.hosts and self.traffic.hosts[name].is_usable
        return self._max_wait if is_usable else min(self._max_wait, WAIT_FOR_FIRST)

    @property
    def waits_for(self) -> str | None:
        """Which host the crawl waits for, why and until when; for the progress line."""
        if self._is_closed:
            return f"paused outside {self._hours_text} (--hours)"
        now = self._clock()
        paused = ((host.paused_until - now, name) for name, host in self._hosts.items())
        seconds, name = max(paused, default=(0.0, ""))
        if seconds < 1 or self.is_given_up(name):
            return None
        until = self._now() + timedelta(seconds=seconds)
        return f"waiting for {name} until {until:%H:%M:%S}, {self._hosts[name].refusal}"

    def set_crawl_delay(self, name: str, seconds: float) -> None:
        """Apply the Crawl-delay of a host's robots.txt."""
        kept = min(seconds, LONGEST_DELAY)
        host = self._host(name)
        host.delay = max(host.delay, kept * self._share)
        if kept < NOTABLE_DELAY:
            return
        applied = f"; {kept:g} s applied" if kept < seconds else ""
        self.remark(
            f"robots.txt of {name} has Crawl-delay: {seconds:g} s between two requests{applied}."
            " --no-obey-robots ignores it."
        )

    def note_response(
        self,
        name: str,
        status: int,
        asked: float | None,
        *,
        origin: str = "",
        is_again: bool = False,
        is_content: bool = True,
    ) -> bool:
        """Record a response; return whether to retry the request after a pause.

        Args:
            asked: seconds of Retry-After.
            origin: what is given up, instead of the host.
            is_again: the URL has returned 429 or 503 before. If other URLs of the host have
                succeeded since, a 503 concerns this URL only, and the host is not paused.
            is_content: of a page or file; a robots.txt may be there while the site is not.
        """
        if status not in (429, 503):
            if is_content and status < 500:
                self.traffic.host(name).is_usable = True
            for each in self._hosts.keys() & {name, origin}:
                self._hosts[each].note_success()
            return False
        host, counted = self._host(name), self._host(origin or name)
        if not (status == 429 or asked):
            self._count_gap(name, host)
        is_of_url = is_again and status == 503 and host.refused_at is None
        host.status, host.refused_at = status, self._clock()
        counted.refused_in_a_row += not is_again
        if counted.refused_in_a_row >= PATIENCE and not self.budget_left(name):
            counted.status = status
            self._give_up(name, origin or name)
            return False
        if is_of_url or not (status == 429 or asked):
            return False
        first = FIRST_PAUSE if asked is None else 1.0
        doubled = first * 2.0 ** min(host.pauses_in_a_row, MOST_DOUBLED)
        return self._pause(name, host, asked or 0.0, doubled)

    def note_failure(
        self, name: str, *, is_again: bool, unconnected: str = "", origin: str = ""
    ) -> bool:
        """Record a failed request; return whether many URLs in a row have failed.

        The time counts towards the budget: a dead host may have thousands of URLs left.

        Args:
            unconnected: the origin, if the connection failed. Other ports of the host may work.
            origin: what is given up, instead of the host.
        """
        host = self._host(name)
        counted = host if unconnected else self._host(origin or name)
        self._count_gap(name, host)
        host.status, host.refused_at = 0, self._clock()
        counted.refused_in_a_row += not is_again
        if counted.refused_in_a_row < PATIENCE:
            return False
        if unconnected:
            self._wait_for_connection(name, host, unconnected)
        elif not self.budget_left(name):
            counted.status = 0
            self._give_up(name, origin or name)
        return True

    def _wait_for_connection(self, name: str, host: _Host, origin: str) -> None:
        """Pause the host again, or give up the origin."""
        if self.is_paused(name) or self.is_given_up(origin):
            return
        if self.budget_left(name) and host.pauses_in_a_row < PAUSES_WITHOUT_CONNECTION:
            self._pause(name, host, 0.0, FIRST_PAUSE * 2.0**host.pauses_in_a_row)
            return
        self._host(origin).is_given_up = True
        self.given_up[origin] = (
            f"No connection to {origin} for {host.refused_in_a_row} URLs in a row, and none after"
            f" {self.traffic.host(name).waited:,.0f} seconds of waiting: its other URLs were not"
            " requested."
        )
        host.note_success()  # other ports of the host may work

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
                self.remark(f"No requests were sent outside {self._hours_text} (--hours).")
        return seconds

    def _count_gap(self, name: str, host: _Host) -> None:
        """Add the time since the previous failure to the budget."""
        if host.refused_at is not None:
            began = max(host.refused_at, host.paused_until)
            gap = min(self._clock() - began, LONGEST_GAP)
            self.traffic.host(name).waited += max(0.0, gap)

    def _give_up(self, name: str, origin: str) -> None:
        counted = self._hosts[origin]
        counted.is_given_up = True
        did = f"returned {counted.status}" if counted.status else "did not respond"
        self.given_up.setdefault(
            origin,
            f"{origin} {did} to {counted.refused_in_a_row} URLs in a row, after"
            f" {self._budget(name):,.0f} seconds of waiting{self._limit(name)}: its other URLs were"
            " not requested.",
        )

    def _limit(self, name: str) -> str:
        """Return which limit the budget of a host is, in words."""
        if self._budget(name) == self._max_wait:
            return ", the limit (--max-wait)"
        return ", the limit for a host that has returned no page"

    def _pause(self, name: str, host: _Host, asked: float, doubled: float) -> bool:
        """Begin or extend a pause within the budget; return whether the host is paused."""
        now, told = self._clock(), self.traffic.host(name)
        is_further = now < host.paused_until
        wanted = max(asked, 0.0 if is_further else doubled)
        kept = min(wanted, LONGEST_PAUSE)
        longer = now + kept - max(now, host.paused_until)
        longer = max(0.0, min(longer, self.budget_left(name)))
        told.waited += longer
        told.paused += longer
        host.paused_until = max(now, host.paused_until) + longer
        if is_further or not longer:
            return is_further
        logger.info("%s pauses %.0f s: %s", name, longer, host.refusal)
        host.pauses_in_a_row += 1
        told.pauses[f"status {host.status}" if host.status else "no connection"] += 1
        if longer < asked:
            self.remark(
                f"{name} requested a pause of {asked:,.0f} s (Retry-After); the audit continued"
                f" after {longer:,.0f} s."
            )
        if host.status and not self.budget_left(name):
            self.remark(
                f"Waited {self._budget(name):,.0f} s in total for {name}{self._limit(name)}. URLs"
                " that return 429 or 503 after that are requested once more at the end."
            )
        self.on_pause()
        return True
