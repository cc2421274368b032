"""When a request is given out: once its robots.txt is known and its host may get a request."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from contextlib import suppress
from typing import TYPE_CHECKING

from sitemap_audit.middlewares.retry_after import STARTED, host_name
from sitemap_audit.middlewares.robots import OWN_TOKEN
from sitemap_audit.parsing import urls

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Collection, Iterator

    from scrapy import Request

    from sitemap_audit.middlewares.host_throttle import HostThrottle
    from sitemap_audit.middlewares.robots_policies import RobotsPolicies, RobotsPolicy


PAGE_MEMORY = 32 * 2**20
"Bytes that pages may take between request and reading, as far as the last ones tell."
_COPIES = 3
"A page is in memory as received, decompressed and on its way to a worker process."
_FIRST_SIZE = 2**20
"Bytes taken for granted of a page until as many have been read as are looked at."
_LAST_PAGES = 64
LOOK = 1.0
"Seconds after which the pump looks again, whether or not it was woken."


class RequestQueue:
    """Holds requests back until they may be made; the spider's ``start()`` yields what comes."""

    def __init__(
        self,
        throttle: HostThrottle,
        policies: RobotsPolicies,
        robots_request: Callable[[str], Request],
        *,
        obeys_robots: bool,
    ) -> None:
        """Give out requests as a throttle allows.

        Args:
            policies: robots.txt by origin, those that are known already.
            robots_request: makes the request for the robots.txt of an origin.
            obeys_robots: Crawl-delay is kept.
        """
        self.throttle, self.policies = throttle, policies
        self._robots_request, self._obeys_robots = robots_request, obeys_robots
        self._wake = asyncio.Event()
        self._ready: deque[Request] = deque()
        self._sizes = deque([_FIRST_SIZE] * _LAST_PAGES, maxlen=_LAST_PAGES)
        "Of the bodies of the last pages."
        self._is_full = False
        "Pages wait for memory."
        self._until_policy: dict[str, list[Callable[[RobotsPolicy], None]]] = {}
        "By origin whose robots.txt is under way: who waits for it."

    @property
    def is_empty(self) -> bool:
        """Whether no request is held back and no robots.txt is under way."""
        return not self._ready and not self._until_policy

    @property
    def holds_requests(self) -> bool:
        """Whether requests wait for their hosts."""
        return bool(self._ready)

    @property
    def was_woken(self) -> bool:
        """Whether something has ended, or come, since requests were given out last."""
        return self._wake.is_set()

    def wake(self) -> None:
        """Look again: there is something to give out, or something has ended."""
        self._wake.set()

    def note_size(self, size: int) -> None:
        """Note the bytes of a page's body."""
        self._sizes.append(size)

    def give_out(self, request: Request) -> None:
        """Have a request made when its host may get one."""
        self._ready.append(request)
        self._wake.set()

    def admit(self, request: Request, url: str) -> None:
        """Have a request made once the robots.txt of a URL's origin is known."""
        self.with_policy(urls.origin(url), lambda _: self.give_out(request))

    def with_policy(self, origin: str, then: Callable[[RobotsPolicy], None]) -> None:
        """Call ``then`` with the robots.txt of an origin, which is fetched first if need be."""
        if (policy := self.policies.get(origin)) is not None:
            then(policy)
        elif origin in self._until_policy:
            self._until_policy[origin].append(then)
        else:
            self._until_policy[origin] = [then]
            self.give_out(self._robots_request(origin))

    def learn(self, origin: str, policy: RobotsPolicy) -> None:
        """The robots.txt of an origin is known: what waited for it may go on.

        Raises:
            OSError: it cannot be kept.
        """
        self.policies.learn(origin, policy)
        delay = policy.rules.crawl_delay(OWN_TOKEN)
        if delay and self._obeys_robots:
            self.throttle.set_crawl_delay(urls.host(origin), delay)
        for then in self._until_policy.pop(origin, ()):
            then(policy)
        self._wake.set()

    def forget(self, origin: str) -> None:
        """The robots.txt of an origin will not be known, since the crawl ends."""
        self._until_policy.pop(origin, None)
        self._wake.set()

    def forget_all(self) -> int:
        """No robots.txt that is under way will be known; how many these are."""
        origins = len(self._until_policy)
        self._until_policy.clear()
        return origins

    async def given_out(
        self,
        take: Callable[[], None],
        is_busy: Callable[[], bool],
        active: Collection[Request] = (),
    ) -> AsyncIterator[Request]:
        """What may be made now; then wait until there may be more, LOOK seconds at most.

        Args:
            take: admits what there is to fetch.
            is_busy: whether something is under way whose end will wake the pump.
            active: the requests that the downloader has.
        """
        self._wake.clear()
        had_to_wait = self.throttle.seconds_until_next_start() is not None
        take()
        for request in self._ready_now(active):
            yield request
        seconds = self.throttle.seconds_until_next_start()
        if seconds is None and not self._is_full and (had_to_wait or self._ready):
            seconds = 0.0  # what had to wait when it was looked at may be made by now
        if seconds is None and self.is_empty and not is_busy():
            await asyncio.sleep(0)
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(LOOK if seconds is None else min(seconds, LOOK)):
                await self._wake.wait()

    def _ready_now(self, active: Collection[Request]) -> Iterator[Request]:
        at_once = max(1, PAGE_MEMORY // (_COPIES * max(*self._sizes, 1)))
        of_host = Counter(host_name(request.url) for request in active)
        hosts = of_host.keys() | {host_name(request.url) for request in self._ready}
        share = max(1, at_once // max(1, len(hosts)))  # a slow host must not take all of it
        self._is_full = False
        for _ in range(len(self._ready)):
            request = self._ready.popleft()
            host = host_name(request.url)
            is_full = of_host.total() >= at_once or of_host[host] >= share
            is_large = "spool" not in request.meta and is_full
            if is_large or self.throttle.start(host) > 0:
                self._is_full |= is_large
                self._ready.append(request)
            else:
                of_host[host] += 1
                request.meta[STARTED] = True
                yield request
