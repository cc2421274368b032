"""Fetch redirect loops again with cookies.

Like search engines, the crawl sends no cookies. A server that redirects until a cookie comes back
causes a redirect loop; with the cookie it may return the page.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from scrapy.http.cookies import CookieJar

from sitemap_audit.frontier.targets import MAX_REDIRECTS_KEPT, Redirect
from sitemap_audit.items import RedirectLoop
from sitemap_audit.parsing import urls
from sitemap_audit.reading.fetch import fetched
from sitemap_audit.spiders.phases import SelectedPhase

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from scrapy import Request
    from scrapy.http import Response

    from sitemap_audit.items import Page
    from sitemap_audit.reading.facts import Fetch
    from sitemap_audit.spiders.crawl_state import Crawl

MAX_REFETCHED = 1_000
"Maximum number of redirects in loops to fetch again."
MAX_HOPS = 10


class CookieChain(NamedTuple):
    """A redirect chain that is followed with cookies."""

    start: Redirect
    jar: CookieJar
    visits: list[tuple[str, frozenset[tuple[str, str | None]]]]
    "Each requested URL, with the cookies sent."


class Hop(NamedTuple):
    """A URL in the chain."""

    url: str
    requested: str
    chain: CookieChain


class RedirectLoopPhase(SelectedPhase[Redirect]):
    """Collects redirects during the crawl; fetches those in loops again, with cookies."""

    def __init__(self, crawl: Crawl) -> None:
        super().__init__(crawl)
        self._redirects: dict[int, Redirect] = {}

    def restore_redirects(self, redirects: Iterable[Redirect]) -> None:
        """Add the redirects of earlier runs of the audit."""
        self._redirects |= {each.key: each for each in redirects}

    def add_redirect(self, page: Page, target_key: int) -> None:
        """Record a redirect."""
        if len(self._redirects) < MAX_REDIRECTS_KEPT:
            requested = page.first_requested or page.requested
            self._redirects[page.url_key] = Redirect(page.url, page.url_key, requested, target_key)

    def select_targets(self) -> Iterator[Redirect]:
        """Return the redirects that are in a loop and were not fetched again yet."""
        looped = keys_in_loops({key: each.target_key for key, each in self._redirects.items()})
        in_loops = (self._redirects[key] for key in islice(looped, MAX_REFETCHED))
        return (each for each in in_loops if not each.is_refetched)

    def request(self, target: Redirect) -> tuple[Request, str]:
        """Make the first request of a chain."""
        chain = CookieChain(target, CookieJar(), [])
        hop = Hop(target.url, target.requested, chain)
        return self._request(hop), hop.url

    def _request(self, hop: Hop) -> Request:
        jar = hop.chain.jar
        hop.chain.visits.append((urls.target(hop.requested, ""), _pairs(jar)))
        request = self.request_for(hop, hop.requested, dont_retry=True)
        jar.add_cookie_header(request)
        return request

    async def parse(self, response: Response, target: Hop) -> list[RedirectLoop]:
        """Follow the redirect, or store the final response."""
        chain = target.chain
        assert response.request is not None
        chain.jar.extract_cookies(response, response.request)
        fetch = fetched(response)
        link = fetch.redirect
        if link is not None and link.url is not None and fetch.target is not None:
            is_new = (fetch.target, _pairs(chain.jar)) not in chain.visits
            if is_new and len(chain.visits) <= MAX_HOPS:
                hop = Hop(link.url, fetch.target, chain)
                self.crawl.queue.enqueue_after_robots(self._request(hop), hop.url)
                return []
        return self.result(target, fetch)

    def result(self, target: Hop, fetch: Fetch) -> list[RedirectLoop]:
        with self.accounted():
            self.crawl.count("loops")
            return [_record(target, fetch)]
        return []


def keys_in_loops(redirects: Mapping[int, int]) -> Iterator[int]:
    """Yield the keys in a redirect loop, each once; ``redirects`` maps keys to targets."""
    done: set[int] = set()
    for start in redirects:
        chain: dict[int, None] = {}
        key = start
        while key in redirects and key not in done and key not in chain:
            chain[key] = None
            key = redirects[key]
        if key in chain:
            yield from list(chain)[list(chain).index(key) :]
        done.update(chain)


def _pairs(jar: CookieJar) -> frozenset[tuple[str, str | None]]:
    return frozenset((cookie.name, cookie.value) for cookie in jar)


def _record(end: Hop, fetch: Fetch) -> RedirectLoop:
    chain = end.chain
    return RedirectLoop(
        url=chain.start.url,
        url_key=chain.start.key,
        cookies=len(_pairs(chain.jar)),
        hops=len(chain.visits) - 1,
        final_url=end.url,
        status=fetch.status,
        error=fetch.error,
        fetched_at=fetch.fetched_at,
    )
