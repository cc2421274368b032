"""What robots.txt says of each request, before it is made.

Every host's robots.txt is fetched once, before the first request to it, and is itself part of the
audit. It decides two things: whether we may fetch a URL under our own name, and whether the bot
that verdicts are made for may.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, NamedTuple

import xxhash
from scrapy import Request

from sitemap_audit.network import fetches
from sitemap_audit.network.downloader import downloader_of
from sitemap_audit.network.fetches import Fetch, NotFetched, Stopped
from sitemap_audit.network.spool import WHOLE
from sitemap_audit.parsing import urls
from sitemap_audit.parsing.crawl_delay import crawl_delay
from sitemap_audit.parsing.decompression import Limits, Unpacker
from sitemap_audit.parsing.robots import RobotsText, read_robots
from sitemap_audit.records import FetchError, Record, Robots
from sitemap_audit.workplace import workplace_of

if TYPE_CHECKING:
    from pathlib import Path

    from scrapy.crawler import Crawler

OWN_TOKEN = "sitemap-audit"  # noqa: S105
MAX_REDIRECTS = 5
"RFC 9309, 2.3.1.2."
MAX_BYTES = 5 * 2**20
"Ten times what Google reads."

_OF_THE_HOST = (FetchError.PRIVATE_ADDRESS, FetchError.PROXY, FetchError.THROTTLED)
"What keeps its pages from being asked for as it keeps its robots.txt, where that is on it."


class Rules(NamedTuple):
    """What is known of a host's robots.txt."""

    record: Robots
    text: RobotsText

    def verdict(self, url: str, token: str) -> tuple[str, str | None]:
        """allowed | disallowed | unknown for a bot, and the rule that decided."""
        if self.record.policy == "disallow-all":
            return "unknown", None
        if self.record.policy == "allow-all":
            return "allowed", None
        verdict = self.text.verdict(url, token)
        return "allowed" if verdict.allowed else "disallowed", verdict.rule


class RobotsGate:
    """Downloader middleware: lets a request through once its host's robots.txt is known."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._rules: dict[str, asyncio.Future[Rules]] = {}

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> RobotsGate:
        return cls(crawler)

    async def process_request(self, request: Request) -> None:
        """Note the audited bot's verdict in ``meta['robots']``; stop what we may not fetch."""
        if request.meta.get("is_robots"):
            return
        audit = workplace_of(self._crawler)
        url = request.cb_kwargs["target"].url
        rules = await self.rules(urls.origin(url))
        if rules.record.error in _OF_THE_HOST and not rules.record.redirects:
            raise NotFetched(FetchError(rules.record.error), rules.record.error_detail or "")
        request.meta["robots"] = rules.verdict(url, audit.options.robots_token)
        if not audit.options.obey_robots:
            return
        verdict, rule = rules.verdict(url, OWN_TOKEN)
        if verdict == "unknown":
            raise NotFetched(
                FetchError.ROBOTS_UNREACHABLE,
                f"{rules.record.url} could not be read, so nothing on this host may be fetched"
                " (RFC 9309, 2.3.1.4).",
            )
        if verdict == "disallowed":
            raise NotFetched(FetchError.DISALLOWED, f"robots.txt: {rule or 'disallowed'}")

    async def rules(self, origin: str) -> Rules:
        """The rules of ``scheme://host[:port]``; fetched once, however many ask at once."""
        if origin not in self._rules:
            future = asyncio.ensure_future(self._read(origin))
            future.add_done_callback(lambda done: done.cancelled() or done.exception())
            self._rules[origin] = future
        return await asyncio.shield(self._rules[origin])

    async def _read(self, origin: str) -> Rules:
        rules = await self._known_or_fetched(origin)
        delay = crawl_delay(rules.text.lines, OWN_TOKEN)
        if delay and workplace_of(self._crawler).options.obey_robots:
            workplace_of(self._crawler).turns.keep_apart(urls.host(origin), delay)
        return rules

    async def _known_or_fetched(self, origin: str) -> Rules:
        audit = workplace_of(self._crawler)
        if origin in audit.known_robots:
            record, body = audit.known_robots[origin]
            return Rules(record, read_robots(body, origin=origin))
        fetch, url, redirects, body = await self._fetch(f"{origin}/robots.txt")
        policy = _policy(fetch, redirects)
        text = read_robots(body if policy == "rules" else b"", origin=origin)
        record = Robots(
            origin=origin,
            url=f"{origin}/robots.txt",
            final_url=url,
            redirects=redirects,
            status=fetch.status,
            error=fetch.error,
            error_detail=fetch.error_detail,
            policy=policy,
            content_type=fetch.header("content-type"),
            bytes=len(body) if fetch.status else None,
            is_html=text.is_html,
            is_utf8=text.is_utf8,
            has_bom=text.has_bom,
            sitemaps=len(text.sitemaps),
            content_hash=xxhash.xxh3_128_hexdigest(body) if fetch.status else None,
            rules_hash=text.rules_hash if policy == "rules" else None,
            fetched_at=fetch.fetched_at,
            seconds=fetch.seconds,
        )
        records: list[Record] = [record, *text.lines]
        audit.writer.add(records)
        return Rules(record, text)

    async def _fetch(self, url: str) -> tuple[Fetch, str, int, bytes]:
        """Ask, following redirects: the last answer, its URL, the hops, the body.

        What is longer than MAX_BYTES is read so far, as crawlers do (RFC 9309, 2.5).
        """
        spool = (
            workplace_of(self._crawler).spool / f"robots-{xxhash.xxh3_64_hexdigest(url.encode())}"
        )
        # Half the rules would be other rules.
        meta = {"is_robots": True, WHOLE: True, "download_maxsize": MAX_BYTES, "spool": str(spool)}
        for redirects in range(MAX_REDIRECTS + 1):
            request = Request(url, meta=meta, dont_filter=True)
            try:
                response = await downloader_of(self._crawler).fetch_directly(request)
            except Stopped:
                raise
            except Exception as error:
                fetch = fetches.failed(error, getattr(error, "request", request))
                return fetch, url, redirects, b""
            fetch = fetches.answered(response)
            if fetch.redirect is None or fetch.redirect.url is None:
                return fetch, url, redirects, _body(spool, fetch)
            next_url = fetch.redirect.url
            if redirects < MAX_REDIRECTS:
                url = next_url
        return fetch, url, MAX_REDIRECTS + 1, b""


def _body(spool: Path, fetch: Fetch) -> bytes:
    packed = spool.read_bytes()
    spool.unlink()
    encoding = fetch.header("content-encoding")
    return b"".join(
        Unpacker([packed], content_encoding=encoding, limits=Limits(unpacked=MAX_BYTES))
    )


def _policy(fetch: Fetch, redirects: int) -> str:
    """How a crawler treats the host (RFC 9309, 2.3.1; Google treats 429 as a server error)."""
    if fetch.status is None or fetch.status >= 500 or fetch.status == 429:
        return "disallow-all"
    if redirects > MAX_REDIRECTS or not 200 <= fetch.status < 300:
        return "allow-all"
    return "rules"
