"""Queue of requests that wait for their robots.txt or for the throttle of their host."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from contextlib import suppress
from typing import TYPE_CHECKING

from sitemap_audit.middlewares.retry_after import STARTED
from sitemap_audit.middlewares.robots import OWN_TOKEN
from sitemap_audit.parsing import urls

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

    from scrapy import Request

    from sitemap_audit.middlewares.host_throttle import HostThrottle
    from sitemap_audit.middlewares.robots_policies import RobotsPolicies, RobotsPolicy


PAGE_MEMORY = 32 * 2**20
"Memory for pages between request and reading, in bytes; estimated from the last pages."
_COPIES = 3
"Copies of a page in memory: as received, decompressed, and sent to a worker process."
_FIRST_SIZE = 2**20
"Assumed size of a page in bytes, until _LAST_PAGES pages have been read."
_LAST_PAGES = 64
"Number of pages that the size is estimated from."
POLL_SECONDS = 1.0
"Maximum seconds between two checks for requests that may be sent."


class RequestQueue:
    """Delays requests until they may be sent; the spider's ``start()`` yields them."""

    def __init__(
        self,
        throttle: HostThrottle,
        policies: RobotsPolicies,
        robots_request: Callable[[str], Request],
        *,
        obeys_robots: bool,
    ) -> None:
        """Yield requests as the throttle allows.

        Args:
            policies: robots policies by origin, as far as known.
            robots_request: makes the request for the robots.txt of an origin.
            obeys_robots: whether to obey Crawl-delay.
        """
        self.throttle, self.policies = throttle, policies
        self._robots_request, self._obeys_robots = robots_request, obeys_robots
        self._wake = asyncio.Event()
        self._ready: deque[Request] = deque()
        self._sizes = deque([_FIRST_SIZE] * _LAST_PAGES, maxlen=_LAST_PAGES)
        "Body sizes of the last pages, in bytes."
        self._until_policy: dict[str, list[Callable[[RobotsPolicy], None]]] = {}
        "By origin whose robots.txt is being fetched: callbacks that wait for it."

    @property
    def is_empty(self) -> bool:
        """Whether no request waits and no robots.txt is being fetched."""
        return not self._ready and not self._until_policy

    @property
    def has_waiting_requests(self) -> bool:
        """Whether requests wait for their host."""
        return bool(self._ready)

    def wake(self) -> None:
        """End ``wait``: a request has ended, or there is a new one."""
        self._wake.set()

    def add_page_size(self, size: int) -> None:
        """Record the size of a page's body, in bytes."""
        self._sizes.append(size)

    def enqueue(self, request: Request) -> None:
        """Send a request as soon as the throttle of its host allows."""
        self._ready.append(request)
        self._wake.set()

    def enqueue_after_robots(self, request: Request, url: str) -> None:
        """Send a request once the robots.txt of a URL's origin is known."""
        self.with_policy(urls.origin(url), lambda _: self.enqueue(request))

    def with_policy(self, origin: str, callback: Callable[[RobotsPolicy], None]) -> None:
        """Call ``callback`` with the policy of an origin; fetch its robots.txt first if needed."""
        if (policy := self.policies.get(origin)) is not None:
            callback(policy)
        elif origin in self._until_policy:
            self._until_policy[origin].append(callback)
        else:
            self._until_policy[origin] = [callback]
            self.enqueue(self._robots_request(origin))

    def add_policy(self, origin: str, policy: RobotsPolicy) -> None:
        """Store the policy of an origin and call the callbacks that wait for it.

        Raises:
            OSError: the policy cannot be written.
        """
        self.policies.add(origin, policy)
        delay = policy.rules.crawl_delay(OWN_TOKEN)
        if delay and self._obeys_robots:
            self.throttle.set_crawl_delay(origin, delay)
        for callback in self._until_policy.pop(origin, ()):
            callback(policy)
        self._wake.set()

    def cancel_robots(self, origin: str) -> bool:
        """Stop waiting for the robots.txt of an origin; return whether something waited."""
        self._wake.set()
        return self._until_policy.pop(origin, None) is not None

    def cancel_all_robots(self) -> int:
        """Stop waiting for every robots.txt; return for how many."""
        origins = len(self._until_policy)
        self._until_policy.clear()
        return origins

    async def wait(self) -> bool:
        """Wait until requests may be sent that had to wait; return whether ``wake`` was called.

        It returns after POLL_SECONDS at the latest.
        """
        seconds = self.throttle.seconds_until_next_start()
        with suppress(TimeoutError):
            async with asyncio.timeout(
                POLL_SECONDS if seconds is None else min(seconds, POLL_SECONDS)
            ):
                await self._wake.wait()
        was_woken = self._wake.is_set()
        self._wake.clear()
        return was_woken

    def take(self, active: Collection[Request] = ()) -> Iterator[Request]:
        """Yield the requests that memory and the throttle allow; keep the others.

        Args:
            active: the requests in Scrapy's downloader.
        """
        at_once = max(1, PAGE_MEMORY // (_COPIES * max(*self._sizes, 1)))
        of_origin = Counter(urls.origin(request.url) for request in active)
        waiting = [*(urls.origin(request.url) for request in self._ready), *self._until_policy]
        origins = of_origin.keys() | waiting
        share = max(1, at_once // max(1, len(origins)))  # so that a slow one cannot use all memory
        for _ in range(len(self._ready)):
            request = self._ready.popleft()
            origin = urls.origin(request.url)
            is_full = of_origin.total() >= at_once or of_origin[origin] >= share
            if ("spool" not in request.meta and is_full) or self.throttle.start(origin):
                self._ready.append(request)
            else:  # now, or never: then the middleware refuses it
                of_origin[origin] += 1
                request.meta[STARTED] = True
                yield request
