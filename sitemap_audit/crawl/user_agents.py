"""Request some listed pages a second time with Googlebot's user agent (``--compare-user-agent``).

The responses are stored in the table ``googlebot_pages``, not in ``pages``, which has one row per
URL.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import xxhash

from sitemap_audit.crawl.question import Answer, Question
from sitemap_audit.frontier.url_records import PageTarget
from sitemap_audit.items import GooglebotPage, Role
from sitemap_audit.parsing import urls
from sitemap_audit.parsing.patterns import pattern
from sitemap_audit.steps import step

if TYPE_CHECKING:
    from scrapy import Request

    from sitemap_audit.items import Page
    from sitemap_audit.reading.facts import Fetch
    from sitemap_audit.storage import Store

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


class AsGooglebot(Question[Step]):
    """Listed pages as Googlebot gets them: status, noindex, canonical and body.

    Redirects are followed to see whether they end. A page that is not HTML is requested once more
    as the audit itself: only a body that did not change in between can be compared.
    """

    tables = ("sitemaps", "entries", "pages", "googlebot_pages")
    counter = "googlebot_pages"

    def select(self, store: Store) -> list[Step]:
        """Return pages of every URL pattern that were not fetched so yet."""
        done = {key for (key,) in store.stream(step("user_agents/done"))}
        with store.function("pattern_of", pattern):
            store.create("candidates", step("user_agents/candidates"))
        most = self.crawl.options.compare_user_agent
        return [
            Step(PageTarget(url, key, requested, Role.LISTED, 0), requested)
            for url, key, requested in store.rows(step("user_agents/selected"), {"most": most})
            if key not in done
        ]

    def request(self, target: Step) -> tuple[Request, str]:
        """Make a request with Googlebot's user agent, or with the audit's own."""
        request = self.request_for(target, target.requested)
        if not target.is_own:
            request.headers["User-Agent"] = USER_AGENT
        return request, urls.read_link(target.requested).url or target.page.url

    async def result(self, target: Step, answer: Answer) -> list[GooglebotPage]:
        """Return the first response for a page, when it needs no other request."""
        first = target.first
        if first is None:
            first = _record((await self.crawl.read_page(target.page, *answer)).page)
        if target.is_own and answer.fetch.status is not None:
            first.own_body_hash = xxhash.xxh3_128_hexdigest(answer.body)
        elif following := _following(target._replace(first=first), answer.fetch):
            self.next_targets.appendleft(following)
            return []
        return [first]


def _following(target: Step, fetch: Fetch) -> Step | None:
    """Return the next step; record a loop."""
    assert target.first is not None
    if fetch.status is None:
        return None
    visited = (*target.visited, urls.target(target.requested, ""))
    if fetch.target is not None:
        target.first.is_loop = fetch.target in visited
        has_end = target.first.is_loop or len(visited) > MAX_HOPS
        return None if has_end else target._replace(requested=fetch.target, visited=visited)
    is_no_html = target.first.status == 200 and target.first.content_hash is None
    return target._replace(is_own=True) if is_no_html and not target.visited else None


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
