"""Parse a fetched robots.txt into its item."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import xxhash

from sitemap_audit.items import Columns, Robots, RobotsLine
from sitemap_audit.parsing.decompression import Decompressor, Limits
from sitemap_audit.parsing.robots_txt import ReceivedRobots, RobotsRules

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sitemap_audit.reading.facts import Fetch

MAX_REDIRECTS = 5
"RFC 9309, 2.3.1.2."
MAX_BYTES = 2 * 2**20
"Four times the limit of Google; the rest is ignored (RFC 9309, 2.5)."


class RobotsTarget(NamedTuple):
    """A robots.txt to fetch."""

    origin: str
    "scheme://host[:port] that the rules apply to."
    redirects: int = 0
    "Number of redirects followed."


def read_robots_item(
    robots_id: int,
    target: RobotsTarget,
    url: str,
    fetch: Fetch,
    received: bytes,
    tokens: Iterable[str],
) -> tuple[Robots, RobotsRules]:
    """Return the item of a robots.txt, and its rules.

    Args:
        robots_id: ID of the fetch.
        url: final URL after redirects.
        received: the body as received.
        tokens: product tokens of the bots whose rules are kept.
    """
    body = b"".join(
        Decompressor(
            [received],
            content_encoding=fetch.header("content-encoding"),
            limits=Limits(unpacked=MAX_BYTES),
        )
    )
    policy = _policy(fetch, target.redirects)
    text = ReceivedRobots(body if policy == "rules" else b"", origin=target.origin)
    for line in text.lines:
        line.robots_id = robots_id
    item = Robots(
        id=robots_id,
        origin=target.origin,
        url=f"{target.origin}/robots.txt",
        final_url=url,
        redirects=target.redirects,
        status=fetch.status,
        error=fetch.error,
        error_detail=fetch.error_detail,
        policy=policy,
        content_type=fetch.content_type,
        bytes=len(body) if fetch.status else None,
        is_html=text.is_html,
        is_utf8=text.is_utf8,
        has_bom=text.has_bom,
        sitemaps=text.sitemaps,
        content_hash=xxhash.xxh3_128_hexdigest(body) if fetch.status else None,
        rules_hash=text.rules_hash if policy == "rules" else None,
        fetched_at=fetch.fetched_at,
        seconds=fetch.seconds,
        robots_lines=Columns.of(RobotsLine, text.lines),
    )
    return item, RobotsRules(text, tokens)


def _policy(fetch: Fetch, redirects: int) -> str:
    """Return how crawlers treat the host (RFC 9309, 2.3.1; Google treats 429 as a server error)."""
    if fetch.status is None or fetch.status >= 500 or fetch.status == 429:
        return "disallow-all"
    if redirects > MAX_REDIRECTS or not 200 <= fetch.status < 300:
        return "allow-all"
    return "rules"
