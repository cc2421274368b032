"""Request some listed pages a second time with Googlebot's user agent (``--compare-user-agent``).

What comes is a row of its own table, never a second page: each URL has one page, and no check that
counts pages sees these.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sitemap_audit.frontier.targets import PageTarget
from sitemap_audit.items import GooglebotPage, Role
from sitemap_audit.parsing.patterns import pattern
from sitemap_audit.reading.fetch import failed, fetched
from sitemap_audit.spiders.rounds import ChosenRound

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.http import Response
    from twisted.python.failure import Failure

    from sitemap_audit.items import Page
    from sitemap_audit.reading.facts import Fetch
    from sitemap_audit.spiders.sitemap import SitemapSpider

USER_AGENT = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"
"""developers.google.com/search/docs/crawling-indexing/google-common-crawlers"""

# The choice depends on nothing but what is stored, so that a resumed audit makes it again. The
# first of every pattern of a host come before the second of any.
_CANDIDATES = """
CREATE OR REPLACE TABLE candidates AS
SELECT url, url_key, requested, SPLIT_PART(url, '/', 3) AS host, pattern_of(url) AS pattern
FROM pages
WHERE
    status = 200 AND error IS NULL AND parsed AND challenge IS NULL AND cached_at IS NULL
    AND COALESCE(robots, 'allowed') = 'allowed'
    AND EXISTS (SELECT 1 FROM entries WHERE entries.url_key = pages.url_key)
"""
_CHOSEN = """
WITH ranked AS (
    SELECT
        url, url_key, requested, host, pattern,
        ROW_NUMBER() OVER (PARTITION BY host, pattern ORDER BY url_key) AS place,
        COUNT(*) OVER (PARTITION BY host, pattern) AS pages
    FROM candidates
)
SELECT url, url_key, requested
FROM ranked
ORDER BY place, pages DESC, host, pattern, url_key
LIMIT $most
"""


class UserAgentRound(ChosenRound[PageTarget]):
    """Requests pages as Googlebot, and stores their status, noindex and canonical."""

    def __init__(self, spider: SitemapSpider) -> None:
        super().__init__(spider)
        assert spider.run is not None
        self._run = spider.run

    def choose(self) -> list[PageTarget]:
        """Pages of every pattern that were not requested so yet, as many as wanted."""
        from sitemap_audit.storage.duckdb import DuckDBStore  # late: DuckDB comes with it

        tables = ("sitemaps", "entries", "pages", "googlebot_pages")
        most = self.spider.options.compare_user_agent
        with DuckDBStore(self._run.folder, tables=tables) as store:
            done = {key for (key,) in store.stream("SELECT url_key FROM googlebot_pages")}
            store.execute_with("pattern_of", pattern, _CANDIDATES)
            rows = store.rows(_CHOSEN, {"most": most})
        return [
            PageTarget(url, key, requested, Role.LISTED, 0)
            for url, key, requested in rows
            if key not in done
        ]

    def request(self, chosen: PageTarget) -> tuple[Request, str]:
        """A page, as Googlebot requests it."""
        request = self.request_for(chosen, chosen.requested)
        request.headers["User-Agent"] = USER_AGENT
        return request, chosen.url

    async def parse(self, response: Response, target: PageTarget) -> list[GooglebotPage]:
        """Store how a page responded."""
        return await self._read(target, fetched(response), response.meta, response.body)

    async def unanswered(self, request: Request, failure: Failure) -> list[GooglebotPage]:
        """Store why a request brought no response."""
        fetch = failed(failure, request)
        return await self._read(request.cb_kwargs["target"], fetch, request.meta)

    async def _read(
        self, target: PageTarget, fetch: Fetch, meta: dict[str, Any], body: bytes = b""
    ) -> list[GooglebotPage]:
        with self.accounted():
            read = await self.spider.read_page(target, fetch, meta, body)
            self.spider.count("googlebot_pages")
            return [_record(read.page)]
        return []


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
    )
