"""Request some listed pages a second time with Googlebot's user agent (``--compare-user-agent``).

The responses are stored in the table ``googlebot_pages``, not in ``pages``, which has one row per
URL.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sitemap_audit.frontier.targets import PageTarget
from sitemap_audit.items import GooglebotPage, Role
from sitemap_audit.parsing.patterns import pattern
from sitemap_audit.reading.fetch import failed, fetched
from sitemap_audit.spiders.phases import SelectedPhase

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.http import Response
    from twisted.python.failure import Failure

    from sitemap_audit.items import Page
    from sitemap_audit.reading.facts import Fetch
    from sitemap_audit.spiders.sitemap import SitemapSpider

USER_AGENT = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"
"""developers.google.com/search/docs/crawling-indexing/google-common-crawlers"""

# The selection depends on stored rows only, so that a resumed audit repeats it. The
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
_SELECTED = """
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


class UserAgentPhase(SelectedPhase[PageTarget]):
    """Requests pages as Googlebot, and stores their status, noindex and canonical."""

    def __init__(self, spider: SitemapSpider) -> None:
        super().__init__(spider)
        assert spider.run is not None
        self._run = spider.run

    def select_targets(self) -> list[PageTarget]:
        """Return pages of every URL pattern that were not fetched so yet."""
        from sitemap_audit.storage.duckdb import DuckDBStore  # late: DuckDB comes with it

        tables = ("sitemaps", "entries", "pages", "googlebot_pages")
        most = self.spider.options.compare_user_agent
        with DuckDBStore(self._run.folder, tables=tables) as store:
            done = {key for (key,) in store.stream("SELECT url_key FROM googlebot_pages")}
            store.execute_with("pattern_of", pattern, _CANDIDATES)
            rows = store.rows(_SELECTED, {"most": most})
        return [
            PageTarget(url, key, requested, Role.LISTED, 0)
            for url, key, requested in rows
            if key not in done
        ]

    def request(self, target: PageTarget) -> tuple[Request, str]:
        """Make the request for a page with Googlebot's user agent."""
        request = self.request_for(target, target.requested)
        request.headers["User-Agent"] = USER_AGENT
        return request, target.url

    async def parse(self, response: Response, target: PageTarget) -> list[GooglebotPage]:
        """Store the response of a page."""
        return await self._read(target, fetched(response), response.meta, response.body)

    async def no_response(self, request: Request, failure: Failure) -> list[GooglebotPage]:
        """Store why a request has no response."""
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
