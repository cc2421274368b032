"""Fetch redirect loops again, keeping cookies.

The crawl sends no cookies, as search engines do. A server that sets one and redirects until it
comes back makes a redirect loop; with the cookie the page may be there.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from scrapy.http.cookies import CookieJar

from sitemap_audit.frontier.targets import MAX_REDIRECTS_KEPT, Redirect
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

MAX_REFETCHED = 1_000
"Redirects of loops that are fetched again, at most."
MAX_HOPS = 10


class CookieTrail(NamedTuple):
    """The way from a redirect on, its cookies kept."""

    start: Redirect
    jar: CookieJar
    visits: list[tuple[int, frozenset[tuple[str, str | None]]]]
    "Key of each URL requested, with the cookies that were sent."


class Step(NamedTuple):
    """A URL on the way."""

    url: str
    key: int
    requested: str
    trail: CookieTrail


class LoopRound(ChosenRound[Redirect]):
    """Notes redirects while the crawl goes on; fetches those in loops again, with cookies."""

    def __init__(self, spider: SitemapSpider) -> None:
        super().__init__(spider)
        self._redirects: dict[int, Redirect] = {}

    def restore_redirects_met(self, redirects: Iterable[Redirect]) -> None:
        """Take redirects that earlier runs of the audit have met."""
        self._redirects |= {each.key: each for each in redirects}

    def note(self, target: PageTarget, target_key: int) -> None:
        """Take note of a redirect."""
        if len(self._redirects) < MAX_REDIRECTS_KEPT:
            redirect = Redirect(target.url, target.key, target.requested, target_key)
            self._redirects[target.key] = redirect

    def choose(self) -> Iterator[Redirect]:
        """The redirects that are in a loop."""
        looped = keys_in_loops({key: each.target_key for key, each in self._redirects.items()})
        chosen = (self._redirects[key] for key in islice(looped, MAX_REFETCHED))
        return (each for each in chosen if not each.is_refetched)

    def request(self, chosen: Redirect) -> tuple[Request, str]:
        """The first request of a loop."""
        trail = CookieTrail(chosen, CookieJar(), [])
        step = Step(chosen.url, chosen.key, chosen.requested, trail)
        return self._request(step), step.url

    def _request(self, step: Step) -> Request:
        jar = step.trail.jar
        step.trail.visits.append((step.key, _pairs(jar)))
        request = self.request_for(step, step.requested, dont_retry=True)
        jar.add_cookie_header(request)
        return request

    async def parse(self, response: Response, target: Step) -> list[RedirectLoop]:
        """Go on where it leads, or store how it ended."""
        trail = target.trail
        assert response.request is not None
        trail.jar.extract_cookies(response, response.request)
        fetch = fetched(response)
        if (link := fetch.redirect) is not None and link.url is not None and link.key is not None:
            is_new = (link.key, _pairs(trail.jar)) not in trail.visits
            if is_new and len(trail.visits) <= MAX_HOPS:
                step = Step(link.url, link.key, urls.wire(link.url), trail)
                self.spider.admit(self._request(step), step.url)
                return []
        return self.end(target, fetch)

    def end(self, target: Step, fetch: Fetch) -> list[RedirectLoop]:
        with self.accounted():
            self.spider.count("loops")
            return [_record(target, fetch)]
        return []


def keys_in_loops(leads: Mapping[int, int]) -> Iterator[int]:
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


def _record(end: Step, fetch: Fetch) -> RedirectLoop:
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
