"""Request some listed pages a second time with the user agents of bots (``--as``).

The responses are stored in the table ``bot_answers``, not in ``pages``, which has one row per URL.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from sitemap_audit.bots import Bot, requesting_bot
from sitemap_audit.crawl.question import FetchResult, Question
from sitemap_audit.crawl_settings import AS_BOT
from sitemap_audit.frontier.url_records import PageTarget
from sitemap_audit.items import BotAnswer, FetchError, Page, Role
from sitemap_audit.parsing import urls
from sitemap_audit.parsing.page.encoding import decode
from sitemap_audit.parsing.patterns import pattern
from sitemap_audit.steps import step

if TYPE_CHECKING:
    from scrapy import Request

    from sitemap_audit.reading.facts import Fetch
    from sitemap_audit.storage import Store

_NOT_REQUESTED = (FetchError.DISALLOWED, FetchError.ROBOTS_UNREACHABLE)
MAX_HOPS = 10
"Maximum number of redirects to follow as a bot."
_AROUND = 30
"Characters before and after the name of a bot in an excerpt."


class Step(NamedTuple):
    """A request for a page: the first one, one behind a redirect, or one as the audit itself."""

    page: PageTarget
    bot: Bot
    requested: str
    facts: tuple[object, ...]
    "What the audit itself got at first: see :func:`_facts`."
    visited: tuple[str, ...] = ()
    "URLs requested before it as the bot."
    first: BotAnswer | None = None
    "Response to the first request as the bot."
    is_own: bool = False
    "Whether it has the audit's own user agent."

    @property
    def url(self) -> str:
        """The URL whose robots.txt applies."""
        return urls.read_link(self.requested).url or self.page.url


class AsBots(Question[Step]):
    """Listed pages as bots get them: status, robots directives, canonical, title and content.

    Redirects are followed to see whether they end. A page whose response differs from the first one
    is requested once more as the audit itself: what differs there, too, is not due to the bot.
    """

    tables = ("sitemaps", "entries", "pages", "page_canonicals", "bot_answers")
    counter = "bot_answers"

    def select(self, store: Store) -> list[Step]:
        """Return the same pages, of every URL pattern, for each bot that did not get them yet."""
        options = self.crawl.options
        done = {*store.stream(step("user_agents/done"))}
        with store.function("pattern_of", pattern):
            store.create("candidates", step("user_agents/candidates"))
        pages = [*store.rows(step("user_agents/selected"), {"most": options.bots_sample})]
        return [
            Step(PageTarget(url, key, requested, Role.LISTED, 0), bot, requested, tuple(facts))
            for bot in map(requesting_bot, options.bots)
            for url, key, requested, *facts in pages
            if (key, bot.token) not in done
        ]

    def request(self, target: Step) -> Request:
        """Make a request with the bot's user agent, or with the audit's own."""
        request = self.request_for(target, target.requested)
        if not target.is_own:
            request.headers["User-Agent"] = target.bot.user_agent
            request.meta.update({AS_BOT: target.bot.token, "dont_retry": True})
        return request

    async def result(self, target: Step, ended: FetchResult) -> list[BotAnswer]:
        """Return the responses for a page, when it needs no other request."""
        first = target.first
        if first is None or target.is_own:
            page = (await self.crawl.read_page(target.page, *ended)).page
            decision = self.crawl.verdict(target.page.url, target.bot.token)
            read = _record(page, target, decision.robots, ended)
            if target.is_own:
                assert first is not None
                return [first, read]
            first = read
        if following := _following(target._replace(first=first), ended.fetch):
            self.next_targets.appendleft(following)
            return []
        return [first]


def _following(target: Step, fetch: Fetch) -> Step | None:
    """Return the next step; record a loop."""
    first = target.first
    assert first is not None
    if first.error in _NOT_REQUESTED:
        return None
    visited = (*target.visited, urls.target(target.requested, ""))
    if fetch.status is not None and fetch.target is not None:
        first.is_loop = fetch.target in visited
        if not first.is_loop and len(visited) <= MAX_HOPS:
            return target._replace(requested=fetch.target, visited=visited)
    if _facts(first) == target.facts:
        return None
    return target._replace(is_own=True, requested=target.page.requested)


def _facts(answer: BotAnswer) -> tuple[object, ...]:
    """Return what is compared, in the order of ``user_agents/selected``."""
    return (
        answer.status,
        answer.redirect_key,
        answer.content_type,
        answer.x_robots_tag,
        answer.meta_robots,
        answer.noindex,
        answer.canonicals,
        answer.canonical_key,
        answer.title,
        answer.content_hash or answer.body_hash,
        answer.usage_preferences,
    )


def _named(bot: str, ended: FetchResult) -> str | None:
    """Return the text around a bot's name in an error, without the user agent that was sent."""
    if (ended.fetch.status or 0) < 400:
        return None
    text = decode(ended.body[:100_000], ended.fetch.content_type).text
    text = " ".join(
        re.sub(r"<[^>]*>", " ", text.replace(requesting_bot(bot).user_agent, "")).split()
    )
    found = re.search(rf"(?<![\w/.-]){re.escape(bot)}(?![\w.-]*/)", text, re.IGNORECASE)
    if found is None:
        return None
    return text[max(0, found.start() - _AROUND) : found.end() + _AROUND][:80]


def _record(page: Page, target: Step, robots: str | None, ended: FetchResult) -> BotAnswer:
    canonicals = {
        (each.canonical, each.canonical_key)
        for each in page.page_canonicals
        if each.canonical_key is not None and each.in_head and each.attributes is None
    }
    canonical, key = canonicals.pop() if len(canonicals) == 1 else (None, None)
    return BotAnswer(
        id=page.id,
        url=page.url,
        url_key=page.url_key,
        bot=target.bot.token,
        is_own=target.is_own,
        robots=robots,
        attempts=page.attempts,
        status=page.status,
        error=page.error,
        error_detail=page.error_detail,
        challenge=page.challenge,
        bot_named=None if target.is_own else _named(target.bot.token, ended),
        redirect_url=page.redirect_url,
        redirect_key=page.redirect_key,
        is_loop=False,
        content_type=page.content_type,
        x_robots_tag=page.x_robots_tag,
        meta_robots=page.meta_robots,
        noindex=page.noindex,
        canonical=canonical,
        canonical_key=key,
        canonicals=page.canonicals,
        title=page.title,
        words=page.words,
        content_hash=page.content_hash,
        simhash=page.simhash,
        body_hash=page.body_hash,
        fetched_at=page.fetched_at,
        usage_preferences=page.usage_preferences,
    )
