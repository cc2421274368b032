"""Throttle: whether an origin may get a request now, at a time, or never.

Behind the answer are ``--hours``, ``--max-rate``, and for each host its Crawl-delay and its pauses.
A host that returns 429, or 503 with Retry-After, is paused, with all its ports. Its pauses count
towards one budget: ``--max-wait``, and two minutes while the host has returned nothing usable.
After that, an origin is given up that returns nothing else: another port may work. A successful
response does not reset the budget, and a resumed audit continues with the rest of it. A host that
refuses connections is paused a few times too: a server that restarts is usually back by then.
"""

from __future__ import annotations

import logging
import math
import time
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from sitemap_audit.middlewares.crawl_hours import Hours
from sitemap_audit.middlewares.traffic import HostTraffic, Traffic
from sitemap_audit.parsing import urls

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
"Failed URLs in a row after which an origin without budget gets no more requests."
PAUSES_WITHOUT_CONNECTION = 5
"Pauses in a row (155 seconds) after which an origin without connection is given up."
LONGEST_DELAY = 30.0
"Maximum seconds of Crawl-delay to respect."
NOTABLE_DELAY = 0.1
"Seconds from which on the summary reports a Crawl-delay."


@dataclass(slots=True)
class _Host:
    """What all ports of a host share; times are of the throttle's clock."""

    name: str
    traffic: HostTraffic
    is_unlimited: bool = False
    "Nothing is requested from it, as it is read from a folder, or by --offline."
    waited_until: float = 0.0
    "End of the time that its budget has counted; in the future: the host is paused."
    refusal: str = ""
    "Why it was paused last."
    delay: float = 0.0
    "Seconds between two requests (Crawl-delay)."
    next_start: float = 0.0


@dataclass(slots=True)
class _Origin:
    """How an origin has responded lately."""

    name: str
    host: _Host
    status: int = 0
    "Status code of its latest refusal (429, 503); 0 if it did not respond."
    refused_in_a_row: int = 0
    "URLs in a row whose first request returned 429, 503 or nothing."
    refused_at: float | None = None
    "Time of the latest refusal; None after a successful response."
    pauses_in_a_row: int = 0


class HostThrottle:
    """Decide when an origin may get its next request.

    An origin is named by any URL of it, as a request writes it. Pauses, budgets and delays are of
    its host; what it has returned lately is its own.
    """

    def __init__(
        self,
        options: Options,
        clock: Callable[[], float] = time.monotonic,
        now: Callable[[], datetime] = datetime.now,
        *,
        share: int = 1,
        served: str | None = None,
    ) -> None:
        """Apply ``max_wait``, ``max_rate`` and ``hours``; tests pass other clocks.

        Args:
            share: number of processes that fetch from the same host at once: each waits so many
                times its Crawl-delay.
            served: a host that is read from a folder: nothing limits it.
        """
        self._options, self._share, self._served = options, share, served
        self._clock, self._now = clock, now
        self._hours = Hours.read(options.hours) if options.hours else None
        self._spacing = 1 / options.max_rate if options.max_rate else 0.0
        self._next_start = 0.0
        self._soonest = math.inf
        "The earliest time that ``may_start`` has named."
        self._hosts: dict[str, _Host] = {}
        self._origins: dict[str, _Origin] = {}
        self._is_closed = False
        self.traffic = Traffic()
        self.given_up: dict[str, str] = {}
        "By origin: why it gets no further requests, as a sentence."
        self.on_pause: Callable[[], None] = lambda: None
        "Called when a pause begins."

    def may_start(self, url: str) -> float | None:
        """Return the seconds until a request may start: 0 for now, None for never."""
        origin = self._of(url)
        if origin.name in self.given_up:
            return None
        if origin.host.is_unlimited:
            return 0.0
        now, host = self._clock(), origin.host
        closed_until = now + self._closed_for()
        start = max(closed_until, self._next_start, host.waited_until, host.next_start)
        if start <= now:
            return 0.0
        self._soonest = min(self._soonest, start)
        return start - now

    def why_given_up(self, url: str) -> str | None:
        """Return why an origin gets no further requests, as a sentence; None if it does."""
        return self.given_up.get(self._of(url).name)

    def start(self, url: str) -> float | None:
        """Return what ``may_start`` does; if that is 0, count a request that starts now."""
        wait, host = self.may_start(url), self._of(url).host
        if wait == 0 and not host.is_unlimited:
            now = self._clock()
            if self._spacing:
                is_late = now - self._next_start >= self._spacing
                self._next_start = (now if is_late else self._next_start) + self._spacing
            if host.delay:
                host.next_start = now + host.delay
        return wait

    def undo_start(self, url: str) -> None:
        """Uncount a request that was served from the cache."""
        self._next_start -= self._spacing
        self._of(url).host.next_start = 0.0

    def seconds_until_next_start(self) -> float | None:
        """Return the seconds until the earliest time named since the last call; None without."""
        soonest, self._soonest = self._soonest, math.inf
        return None if soonest == math.inf else max(0.0, soonest - self._clock())

    def is_spaced(self, url: str) -> bool:
        """Return whether there is a least time between two requests (Crawl-delay, a rate)."""
        host = self._of(url).host
        return not host.is_unlimited and bool(self._spacing or host.delay)

    def is_paused(self, url: str) -> bool:
        """Return whether the host is paused."""
        return self._of(url).host.waited_until > self._clock()

    def least_seconds(self, requests: int, by_origin: Iterable[tuple[str, int]]) -> float:
        """Return the seconds that requests take at least; hosts are requested at the same time."""
        seconds = [0.0]
        for origin, count in by_origin:
            host = self._of(origin).host
            if host.is_unlimited:
                requests -= count
            else:
                seconds.append(count * max(self._options.delay, host.delay))
        return max(requests * self._spacing, *seconds)

    @property
    def waits_for(self) -> str | None:
        """Which host the crawl waits for, why and until when; for the progress line."""
        if self._is_closed:
            return f"paused outside {self._options.hours} (--hours)"
        open_hosts = (
            each.host for each in self._origins.values() if each.name not in self.given_up
        )
        host = max(open_hosts, key=lambda each: each.waited_until, default=None)
        if host is None or (seconds := host.waited_until - self._clock()) < 1:
            return None
        until = self._now() + timedelta(seconds=seconds)
        return f"waiting for {host.name} until {until:%H:%M:%S}, {host.refusal}"

    def set_crawl_delay(self, url: str, seconds: float) -> None:
        """Apply the Crawl-delay of an origin's robots.txt to its host."""
        kept, host = min(seconds, LONGEST_DELAY), self._of(url).host
        if host.is_unlimited:
            return
        host.delay = max(host.delay, kept * self._share)
        if kept < NOTABLE_DELAY:
            return
        applied = f"; {kept:g} s applied" if kept < seconds else ""
        self.remark(
            f"robots.txt of {host.name} has Crawl-delay: {seconds:g} s between two requests"
            f"{applied}. --no-obey-robots ignores it."
        )

    def note_sent(self, url: str) -> None:
        """Count a request that is sent."""
        self._of(url).host.traffic.note_request(self._clock())

    def note_not_sent(self, url: str) -> None:
        """Uncount the latest request to a host: it was refused before it was sent."""
        self._of(url).host.traffic.discard_request()

    def note_response(
        self, url: str, status: int, asked: float | None = None, *, is_again: bool = False
    ) -> bool:
        """Record a response; return whether to retry the request after a pause.

        Args:
            asked: seconds of Retry-After.
            is_again: the URL has returned 429 or 503 before. If others of the origin have
                succeeded since, a 503 concerns this URL only, and the host is not paused.
        """
        origin = self._of(url)
        if status not in (429, 503):
            # A robots.txt may be there while the site is not.
            if status < 500 and urlsplit(url).path != "/robots.txt":
                origin.host.traffic.is_usable = True
            origin.refused_in_a_row = origin.pauses_in_a_row = 0
            origin.refused_at = None
            return False
        asks_for_time = status == 429 or bool(asked)
        is_of_url = is_again and status == 503 and origin.refused_at is None
        self._note_refusal(origin, status, is_again=is_again, is_waited_for=asks_for_time)
        if self._give_up_without_budget(origin) or is_of_url or not asks_for_time:
            return False
        return self._pause(origin, asked)

    def note_failure(self, url: str, *, is_again: bool, is_connected: bool = True) -> bool:
        """Record a failed request; return whether many URLs of its origin have failed in a row.

        The time counts towards the budget: a dead host may have thousands of URLs left.
        """
        origin = self._of(url)
        self._note_refusal(origin, 0, is_again=is_again, is_waited_for=False)
        if is_connected:
            self._give_up_without_budget(origin)
        elif origin.refused_in_a_row >= PATIENCE:
            self._wait_for_connection(origin)
        return origin.refused_in_a_row >= PATIENCE

    def budget_left(self, url: str) -> float:
        """Return the remaining seconds of a host's budget."""
        host = self._of(url).host
        return max(0.0, self._budget(host) - host.traffic.waited)

    def remark(self, sentence: str) -> None:
        """Keep a sentence for the summary."""
        logger.info(sentence)
        self.traffic.remark(sentence)

    def _of(self, url: str) -> _Origin:
        """Return the state of a URL's origin, with that of its host."""
        name, host = _origin_and_host(urls.origin(url))
        if (origin := self._origins.get(name)) is None:
            is_unlimited = self._options.offline or host == self._served
            state = _Host(host, self.traffic.host(host), is_unlimited=is_unlimited)
            shared = self._hosts.setdefault(host, state)
            origin = self._origins[name] = _Origin(name, shared)
        return origin

    def _closed_for(self) -> float:
        if self._hours is None:
            return 0.0
        seconds = self._hours.closed_for(self._now())
        if bool(seconds) is not self._is_closed:
            self._is_closed = bool(seconds)
            if seconds:
                self.remark(f"No requests were sent outside {self._options.hours} (--hours).")
        return seconds

    def _note_refusal(
        self, origin: _Origin, status: int, *, is_again: bool, is_waited_for: bool
    ) -> None:
        """Count a refusal; without a pause for it, the time since the last one as waited."""
        now, host = self._clock(), origin.host
        if origin.refused_at is not None and not is_waited_for:
            gap = min(now - max(origin.refused_at, host.waited_until), LONGEST_GAP)
            host.traffic.waited += max(0.0, gap)
            host.waited_until = max(now, host.waited_until)
        origin.status, origin.refused_at = status, now
        origin.refused_in_a_row += not is_again

    def _budget(self, host: _Host) -> float:
        most = self._options.max_wait
        return most if host.traffic.is_usable else min(most, WAIT_FOR_FIRST)

    def _give_up_without_budget(self, origin: _Origin) -> bool:
        """Give up an origin that only refuses, if its host has no budget left."""
        if origin.refused_in_a_row < PATIENCE or self.budget_left(origin.name):
            return False
        did = f"returned {origin.status}" if origin.status else "did not respond"
        self.given_up.setdefault(
            origin.name,
            f"{origin.name} {did} to {origin.refused_in_a_row} URLs in a row, after"
            f" {self._budget(origin.host):,.0f} seconds of waiting{self._limit(origin.host)}: its"
            " other URLs were not requested.",
        )
        return True

    def _wait_for_connection(self, origin: _Origin) -> None:
        """Pause the host again, or give up the origin."""
        if self.is_paused(origin.name) or origin.name in self.given_up:
            return
        if self.budget_left(origin.name) and origin.pauses_in_a_row < PAUSES_WITHOUT_CONNECTION:
            self._pause(origin)
            return
        self.given_up[origin.name] = (
            f"No connection to {origin.name} for {origin.refused_in_a_row} URLs in a row, and none"
            f" after {origin.host.traffic.waited:,.0f} seconds of waiting: its other URLs were not"
            " requested."
        )

    def _limit(self, host: _Host) -> str:
        """Return which limit the budget of a host is, in words."""
        if self._budget(host) == self._options.max_wait:
            return ", the limit (--max-wait)"
        return ", the limit for a host that has returned no page"

    def _pause(self, origin: _Origin, asked: float | None = None) -> bool:
        """Begin or extend a pause within the budget; return whether the host is paused.

        Args:
            asked: seconds of Retry-After; each pause in a row is twice as long as the one before.
        """
        now, host = self._clock(), origin.host
        begin = max(now, host.waited_until)
        is_further = begin > now
        first = FIRST_PAUSE if asked is None else 1.0
        doubled = 0.0 if is_further else first * 2.0 ** min(origin.pauses_in_a_row, MOST_DOUBLED)
        end = now + min(max(asked or 0.0, doubled), LONGEST_PAUSE)
        longer = max(0.0, min(end - begin, self.budget_left(origin.name)))
        host.traffic.waited += longer
        host.traffic.paused += longer
        host.waited_until = begin + longer
        if is_further or not longer:
            return is_further
        host.refusal = (
            f"it returned {origin.status}" if origin.status else "it accepts no connection"
        )
        logger.info("%s pauses %.0f s: %s", host.name, longer, host.refusal)
        origin.pauses_in_a_row += 1
        host.traffic.pauses[f"status {origin.status}" if origin.status else "no connection"] += 1
        if asked and longer < asked:
            self.remark(
                f"{host.name} requested a pause of {asked:,.0f} s (Retry-After); the audit"
                f" continued after {longer:,.0f} s."
            )
        if origin.status and not self.budget_left(origin.name):
            self.remark(
                f"Waited {self._budget(host):,.0f} s in total for {host.name}{self._limit(host)}."
                " URLs that return 429 or 503 after that are requested once more at the end."
            )
        self.on_pause()
        return True


@lru_cache(maxsize=1024)
def _origin_and_host(written: str) -> tuple[str, str]:
    """Return an origin in normal form, and its host without port."""
    parts = urlsplit(written)
    authority = parts.netloc.lower().rpartition("@")[2]
    usual_port = {"http": ":80", "https": ":443"}.get(parts.scheme, ":")
    return f"{parts.scheme}://{authority.removesuffix(usual_port)}", parts.hostname or ""
