"""When a request is given out: once its robots.txt is known and its host may be asked."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING

from sitemap_audit.middlewares.retry_after import STARTED, host_name
from sitemap_audit.middlewares.robots import OWN_TOKEN
from sitemap_audit.parsing import urls
from sitemap_audit.parsing.robots import crawl_delay

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator

    from scrapy import Request

    from sitemap_audit.middlewares.retry_after import HostThrottle
    from sitemap_audit.middlewares.robots import RobotsPolicy

SILENCE = 1.0
"Seconds of waiting from which on one looks whether there is anything to wait for."


class RequestPump:
    """Holds requests back until they may be made; the spider's ``start()`` yields what comes."""

    def __init__(
        self,
        throttle: HostThrottle,
        policies: dict[str, RobotsPolicy],
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
        self._until_policy: dict[str, list[Callable[[RobotsPolicy], None]]] = {}
        "By origin whose robots.txt is under way: who waits for it."
        self.is_silent = False
        "Nothing has come to its end for a while, and no request waits for its host."

    @property
    def is_empty(self) -> bool:
        """Whether no request is held back and no robots.txt is under way."""
        return not self._ready and not self._until_policy

    @property
    def awaited(self) -> list[str]:
        """Origins whose robots.txt is under way."""
        return list(self._until_policy)

    def wake(self) -> None:
        """Look again: there is something to give out, or something has ended."""
        self._wake.set()

    def give_out(self, request: Request) -> None:
        """Have a request made when its host may be asked."""
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
        """The robots.txt of an origin is known: what waited for it may go on."""
        self.policies[origin] = policy
        delay = crawl_delay(policy.text.lines, OWN_TOKEN)
        if delay and self._obeys_robots:
            self.throttle.keep_apart(urls.host(origin), delay)
        for then in self._until_policy.pop(origin, ()):
            then(policy)
        self._wake.set()

    def forget(self, origin: str) -> None:
        """The robots.txt of an origin will not be known, since the crawl ends."""
        self._until_policy.pop(origin, None)
        self._wake.set()

    async def given_out(
        self, take: Callable[[], None], is_busy: Callable[[], bool]
    ) -> AsyncIterator[Request]:
        """What may be made now; then wait until there may be more.

        Args:
            take: admits what there is to fetch.
            is_busy: whether something is under way whose end will wake the pump.
        """
        self._wake.clear()
        take()
        for request in self._ready_now():
            yield request
        seconds = self.throttle.seconds_until_next_start()
        if seconds is None and self.is_empty and not is_busy():
            await asyncio.sleep(0)
            return
        self.is_silent = False
        try:
            async with asyncio.timeout(min(SILENCE if seconds is None else seconds, SILENCE)):
                await self._wake.wait()
        except TimeoutError:
            self.is_silent = not self._ready

    def _ready_now(self) -> Iterator[Request]:
        for _ in range(len(self._ready)):
            request = self._ready.popleft()
            if self.throttle.start(host_name(request.url)) > 0:
                self._ready.append(request)
            else:
                request.meta[STARTED] = True
                yield request
