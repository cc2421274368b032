"""Fetch redirect loops again with cookies.

Like search engines, the crawl sends no cookies. A server that redirects until a cookie comes back
causes a redirect loop; with the cookie it may return the page.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from scrapy.http.cookies import CookieJar

from sitemap_audit.crawl.question import FetchResult, Question
from sitemap_audit.frontier.url_records import MAX_REDIRECTS_KEPT, Redirect
from sitemap_audit.items import RedirectLoop
from sitemap_audit.parsing import urls
from sitemap_audit.reading.fetch import fetched

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from scrapy import Request
    from scrapy.http import Response

    from sitemap_audit.crawl.crawl import Crawl
    from sitemap_audit.items import Page

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


class RedirectLoops(Question[Hop]):
    """Redirects that were met during the crawl: those in loops are requested with cookies."""

    counter = "loops"

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

    async def begin(self) -> None:
        """Select the redirects that are in a loop and were not fetched again yet."""
        looped = keys_in_loops({key: each.target_key for key, each in self._redirects.items()})
        for start in (self._redirects[key] for key in islice(looped, MAX_REFETCHED)):
            if not start.is_refetched:
                chain = CookieChain(start, CookieJar(), [])
                self.next_targets.append(Hop(start.url, start.requested, chain))

    def request(self, target: Hop) -> Request:
        """Make the request for a URL of a chain, with the cookies received before."""
        chain = target.chain
        chain.visits.append((urls.target(target.requested, ""), _pairs(chain.jar)))
        request = self.request_for(target, target.requested, dont_retry=True)
        chain.jar.add_cookie_header(request)
        return request

    async def parse(self, target: Hop, response: Response) -> list[RedirectLoop]:
        """Follow the redirect, or return the final response."""
        chain = target.chain
        assert response.request is not None
        chain.jar.extract_cookies(response, response.request)
        fetch = fetched(response)
        link = fetch.redirect
        if link is not None and link.url is not None and fetch.target is not None:
            is_new = (fetch.target, _pairs(chain.jar)) not in chain.visits
            if is_new and len(chain.visits) <= MAX_HOPS:
                self.next_targets.appendleft(Hop(link.url, fetch.target, chain))
                return []
        return await self.result(target, FetchResult(fetch, response.meta))

    async def result(self, target: Hop, ended: FetchResult) -> list[RedirectLoop]:
        chain = target.chain
        loop = RedirectLoop(
            url=chain.start.url,
            url_key=chain.start.key,
            cookies=len(_pairs(chain.jar)),
            hops=len(chain.visits) - 1,
            final_url=target.url,
            status=ended.fetch.status,
            error=ended.fetch.error,
            fetched_at=ended.fetch.fetched_at,
        )
        return [loop]


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
