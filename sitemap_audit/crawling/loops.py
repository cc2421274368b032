"""The round of a crawl that asks again for redirects that come back to themselves, keeping cookies.

The crawl sends no cookies, as search engines do. A server that sets one and waits for it to come
back sends such a visitor round in a circle; with it the page may be there.
"""

from __future__ import annotations

import asyncio
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from scrapy import Request
from scrapy.exceptions import CloseSpider
from scrapy.http.cookies import CookieJar

from sitemap_audit.crawling.accounts import accounted
from sitemap_audit.items import RedirectLoop
from sitemap_audit.network import fetches
from sitemap_audit.parsing import urls
from sitemap_audit.pipelines import Batch

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator, Mapping

    from scrapy.http import Response
    from twisted.python.failure import Failure

    from sitemap_audit.audit import Audit
    from sitemap_audit.crawling.offers import PageTarget
    from sitemap_audit.network.fetches import Fetch

NOTED = 50_000
"Redirects that are looked at for circles: the first of the crawl."
ASKED = 1_000
"Redirects of circles that are asked again."
WINDOW = 4
"Of these, under way at once."
MAX_HOPS = 10


class Redirect(NamedTuple):
    """A page that redirects."""

    url: str
    key: int
    requested: str
    leads_to: int
    "Key of its target."
    is_asked: bool = False
    "Whether an earlier run of the audit has asked for it again."


class Trail(NamedTuple):
    """The way from a redirect on, its cookies kept."""

    start: Redirect
    jar: CookieJar
    visits: list[tuple[int, frozenset[tuple[str, str | None]]]]
    "Key of each address asked, with the cookies that it was sent."


class Stop(NamedTuple):
    """An address on the way."""

    url: str
    key: int
    requested: str
    trail: Trail


class LoopRound:
    """Notes redirects while the crawl goes on; asks for those in circles, and stores their ends."""

    def __init__(self, audit: Audit, count: Callable[[str], None]) -> None:
        """Work for an audit; ``count`` is told "loops" of each that has come to an end."""
        self._audit, self._count = audit, count
        self._redirects = {each.key: each for each in audit.redirects_before}
        self._in_flight = 0
        self._wake = asyncio.Event()

    def note(self, target: PageTarget, leads_to: int) -> None:
        """Take note of a redirect."""
        if len(self._redirects) < NOTED:
            redirect = Redirect(target.url, target.key, target.requested, leads_to)
            self._redirects[target.key] = redirect

    async def requests(self) -> AsyncIterator[Request]:
        """The first request of each, a few at a time, until all have come to an end."""
        circles = on_circles({key: each.leads_to for key, each in self._redirects.items()})
        for redirect in (self._redirects[key] for key in islice(circles, ASKED)):
            if redirect.is_asked:
                continue
            await self._until_fewer_than(WINDOW)
            self._in_flight += 1
            trail = Trail(redirect, CookieJar(), [])
            yield self._request(Stop(redirect.url, redirect.key, redirect.requested, trail))
        await self._until_fewer_than(1)

    async def _until_fewer_than(self, number: int) -> None:
        while self._in_flight >= number:
            self._wake.clear()
            await self._wake.wait()
        if self._audit.stop_because is not None:
            raise CloseSpider(self._audit.stop_because)

    def _request(self, stop: Stop) -> Request:
        jar = stop.trail.jar
        stop.trail.visits.append((stop.key, _pairs(jar)))
        request = Request(
            stop.requested,
            callback=self.parse,
            errback=self.failed,
            cb_kwargs={"target": stop},
            meta={"verbatim_url": True, "dont_retry": True},
            dont_filter=True,
        )
        jar.add_cookie_header(request)
        return request

    def parse(self, response: Response, target: Stop) -> Iterator[Request | Batch]:
        """Go on where it leads, or store how it ended."""
        trail = target.trail
        assert response.request is not None
        trail.jar.extract_cookies(response, response.request)
        fetch = fetches.answered(response)
        if (link := fetch.redirect) is not None and link.url is not None and link.key is not None:
            is_new = (link.key, _pairs(trail.jar)) not in trail.visits
            if is_new and len(trail.visits) <= MAX_HOPS:
                yield self._request(Stop(link.url, link.key, urls.wire(link.url), trail))
                return
        with accounted(self._audit, self._done):
            yield Batch([_record(target, fetch)])

    def failed(self, failure: Failure) -> Iterator[Batch]:
        """Store why there is no end."""
        request = failure.request  # type: ignore[attr-defined]
        with accounted(self._audit, self._done):
            if not isinstance(failure.value, fetches.Stopped):
                fetch = fetches.failed(failure, request)
                yield Batch([_record(request.cb_kwargs["target"], fetch)])

    def _done(self) -> None:
        """One that was given out is under way no more."""
        self._in_flight -= 1
        self._count("loops")
        self._wake.set()


def on_circles(leads: Mapping[int, int]) -> Iterator[int]:
    """What comes back to itself, of all that leads somewhere; each once, in the order given."""
    done: set[int] = set()
    for start in leads:
        trail: dict[int, None] = {}
        key = start
        while key in leads and key not in done and key not in trail:
            trail[key] = None
            key = leads[key]
        if key in trail:
            yield from list(trail)[list(trail).index(key) :]
        done.update(trail)


def _pairs(jar: CookieJar) -> frozenset[tuple[str, str | None]]:
    return frozenset((cookie.name, cookie.value) for cookie in jar)


def _record(end: Stop, fetch: Fetch) -> RedirectLoop:
    trail = end.trail
    return RedirectLoop(
        url=trail.start.url,
        url_key=trail.start.key,
        cookies=len(_pairs(trail.jar)),
        hops=len(trail.visits) - 1,
        final_url=end.url,
        status=fetch.status,
        error=fetch.error,
        fetched_at=fetch.fetched_at,
    )
