"""Fetch redirect loops again, keeping cookies.

The crawl sends no cookies, as search engines do. A server that sets one and redirects until it
comes back makes a redirect loop; with the cookie the page may be there.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from scrapy.http.cookies import CookieJar

from sitemap_audit.frontier.targets import NOTED, Redirect
from sitemap_audit.items import RedirectLoop
from sitemap_audit.parsing import urls
from sitemap_audit.reading.fetch import fetched
from sitemap_audit.spiders.rounds import ChosenRound

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from scrapy import Request
    from scrapy.http import Response

    from sitemap_audit.frontier.targets import PageTarget
    from sitemap_audit.reading.facts import Fetch
    from sitemap_audit.spiders.sitemap import SitemapSpider

ASKED = 1_000
"Redirects of loops that are fetched again, at most."
MAX_HOPS = 10


class Trail(NamedTuple):
    """The way from a redirect on, its cookies kept."""

    start: Redirect
    jar: CookieJar
    visits: list[tuple[int, frozenset[tuple[str, str | None]]]]
    "Key of each URL requested, with the cookies that were sent."


class Stop(NamedTuple):
    """A URL on the way."""

    url: str
    key: int
    requested: str
    trail: Trail


class LoopRound(ChosenRound[Redirect]):
    """Notes redirects while the crawl goes on; fetches those in loops again, with cookies."""

    def __init__(self, spider: SitemapSpider) -> None:
        super().__init__(spider)
        self._redirects: dict[int, Redirect] = {}

    def note_before(self, redirects: Iterable[Redirect]) -> None:
        """Take redirects that earlier runs of the audit have met."""
        self._redirects |= {each.key: each for each in redirects}

    def note(self, target: PageTarget, leads_to: int) -> None:
        """Take note of a redirect."""
        if len(self._redirects) < NOTED:
            redirect = Redirect(target.url, target.key, target.requested, leads_to)
            self._redirects[target.key] = redirect

    def choose(self) -> Iterator[Redirect]:
        """The redirects that are in a loop."""
        circles = on_circles({key: each.leads_to for key, each in self._redirects.items()})
        chosen = (self._redirects[key] for key in islice(circles, ASKED))
        return (each for each in chosen if not each.is_asked)

    def request(self, chosen: Redirect) -> tuple[Request, str]:
        """The first request of a loop."""
        trail = Trail(chosen, CookieJar(), [])
        stop = Stop(chosen.url, chosen.key, chosen.requested, trail)
        return self._request(stop), stop.url

    def _request(self, stop: Stop) -> Request:
        jar = stop.trail.jar
        stop.trail.visits.append((stop.key, _pairs(jar)))
        request = self.request_for(stop, stop.requested, dont_retry=True)
        jar.add_cookie_header(request)
        return request

    async def parse(self, response: Response, target: Stop) -> list[RedirectLoop]:
        """Go on where it leads, or store how it ended."""
        trail = target.trail
        assert response.request is not None
        trail.jar.extract_cookies(response, response.request)
        fetch = fetched(response)
        if (link := fetch.redirect) is not None and link.url is not None and link.key is not None:
            is_new = (link.key, _pairs(trail.jar)) not in trail.visits
            if is_new and len(trail.visits) <= MAX_HOPS:
                stop = Stop(link.url, link.key, urls.wire(link.url), trail)
                self.spider.admit(self._request(stop), stop.url)
                return []
        return self.end(target, fetch)

    def end(self, target: Stop, fetch: Fetch) -> list[RedirectLoop]:
        with self.accounted():
            self.spider.count("loops")
            return [_record(target, fetch)]
        return []


def on_circles(leads: Mapping[int, int]) -> Iterator[int]:
    """The keys that are in a redirect loop; each once, in the order given."""
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
