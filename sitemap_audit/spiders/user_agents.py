"""Request some listed pages a second time with Googlebot's user agent (``--compare-user-agent``).

The responses are stored in the table ``googlebot_pages``, not in ``pages``, which has one row per
URL.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import xxhash

from sitemap_audit.frontier.targets import PageTarget
from sitemap_audit.items import GooglebotPage, Role
from sitemap_audit.parsing import urls
from sitemap_audit.parsing.patterns import pattern
from sitemap_audit.reading.fetch import failed, fetched
from sitemap_audit.spiders.phases import SelectedPhase
from sitemap_audit.steps import step

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.http import Response
    from twisted.python.failure import Failure

    from sitemap_audit.items import Page
    from sitemap_audit.reading.facts import Fetch
    from sitemap_audit.spiders.crawl_state import Crawl

USER_AGENT = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"
"""developers.google.com/search/docs/crawling-indexing/google-common-crawlers"""

MAX_HOPS = 10
"Maximum number of redirects to follow as Googlebot."


class Step(NamedTuple):
    """A request for a page: the first one, one behind a redirect, or one as the audit itself."""

    page: PageTarget
    requested: str
    visited: tuple[str, ...] = ()
    "URLs requested before it as Googlebot."
    first: GooglebotPage | None = None
    "Response to the first request."
    is_own: bool = False
    "Whether it has the audit's own user agent."


class UserAgentPhase(SelectedPhase[Step]):
    """Requests pages as Googlebot, and stores their status, noindex, canonical and body.

    Redirects are followed to see whether they end. A page that is not HTML is requested once more
    as the audit itself: only a body that did not change in between can be compared.
    """

    def __init__(self, crawl: Crawl) -> None:
        super().__init__(crawl)
        assert crawl.run is not None
        self._run = crawl.run

    def select_targets(self) -> list[Step]:
        """Return pages of every URL pattern that were not fetched so yet."""
        from sitemap_audit.storage.duckdb import DuckDBStore  # late: DuckDB comes with it

        tables = ("sitemaps", "entries", "pages", "googlebot_pages")
        most = self.crawl.options.compare_user_agent
        with DuckDBStore(self._run.folder, tables=tables) as store:
            done = {key for (key,) in store.stream(step("user_agents/done"))}
            with store.function("pattern_of", pattern):
                store.create("candidates", step("user_agents/candidates"))
            rows = store.rows(step("user_agents/selected"), {"most": most})
        return [
            Step(PageTarget(url, key, requested, Role.LISTED, 0), requested)
            for url, key, requested in rows
            if key not in done
        ]

    def request(self, target: Step) -> tuple[Request, str]:
        """Make a request with Googlebot's user agent, or with the audit's own."""
        request = self.request_for(target, target.requested)
        if not target.is_own:
            request.headers["User-Agent"] = USER_AGENT
        return request, urls.read_link(target.requested).url or target.page.url

    async def parse(self, response: Response, target: Step) -> list[GooglebotPage]:
        """Make the next request for a page, or store its first response."""
        with self.accounted():
            fetch = fetched(response)
            first = target.first or await self._read(
                target.page, fetch, response.meta, response.body
            )
            if target.is_own:
                first.own_body_hash = xxhash.xxh3_128_hexdigest(response.body)
            elif following := self._following(target._replace(first=first), fetch):
                self.in_flight += 1
                self.crawl.queue.enqueue_after_robots(*self.request(following))
                return []
            return self._stored(first)
        return []

    @staticmethod
    def _following(step: Step, fetch: Fetch) -> Step | None:
        """Return the next step; record a loop."""
        assert step.first is not None
        visited = (*step.visited, urls.target(step.requested, ""))
        if fetch.target is not None:
            step.first.is_loop = fetch.target in visited
            has_end = step.first.is_loop or len(visited) > MAX_HOPS
            return None if has_end else step._replace(requested=fetch.target, visited=visited)
        is_no_html = step.first.status == 200 and step.first.content_hash is None
        return step._replace(is_own=True) if is_no_html and not step.visited else None

    async def no_response(self, request: Request, failure: Failure) -> list[GooglebotPage]:
        """Store why a request has no response; that of a later one does not matter."""
        with self.accounted():
            step: Step = request.cb_kwargs["target"]
            fetch = failed(failure, request)
            return self._stored(step.first or await self._read(step.page, fetch, request.meta))
        return []

    async def _read(
        self, target: PageTarget, fetch: Fetch, meta: dict[str, Any], body: bytes = b""
    ) -> GooglebotPage:
        return _record((await self.crawl.read_page(target, fetch, meta, body)).page)

    def _stored(self, page: GooglebotPage) -> list[GooglebotPage]:
        self.crawl.count("googlebot_pages")
        return [page]


def _record(page: Page) -> GooglebotPage:
    canonicals = {
        (each.canonical, each.canonical_key)
        for each in page.page_canonicals
        if each.canonical_key is not None and each.in_head and each.attributes is None
    }
    canonical, key = canonicals.pop() if len(canonicals) == 1 else (None, None)
    return GooglebotPage(
        id=page.id,
        url=page.url,
        url_key=page.url_key,
        attempts=page.attempts,
        status=page.status,
        error=page.error,
        error_detail=page.error_detail,
        challenge=page.challenge,
        redirect_url=page.redirect_url,
        redirect_key=page.redirect_key,
        noindex=page.noindex,
        canonical=canonical,
        canonical_key=key,
        canonicals=page.canonicals,
        title=page.title,
        content_hash=page.content_hash,
        fetched_at=page.fetched_at,
        content_type=page.content_type,
        body_hash=page.body_hash,
    )
