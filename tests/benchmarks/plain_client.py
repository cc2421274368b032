"""A plain asyncio client that fetches and parses pages: what there is to gain without a framework.

``python tests/benchmarks/plain_client.py BASE PAGES CONCURRENCY`` prints the pages it has read.
"""

from __future__ import annotations

import asyncio
import sys
from typing import TYPE_CHECKING

import aiohttp
import uvloop
from selectolax.lexbor import LexborHTMLParser

if TYPE_CHECKING:
    from collections.abc import Iterator


def read(body: bytes) -> tuple[str | None, str | None, list[tuple[str | None, str | None]]]:
    """Title, canonical, and alternates as (language, address)."""
    tree = LexborHTMLParser(body)
    title = tree.css_first("title")
    canonical = tree.css_first('link[rel="canonical"]')
    alternates = tree.css('link[rel="alternate"][hreflang]')
    return (
        title.text() if title else None,
        canonical.attributes.get("href") if canonical else None,
        [(link.attributes.get("hreflang"), link.attributes.get("href")) for link in alternates],
    )


async def fetch(session: aiohttp.ClientSession, urls: Iterator[str]) -> int:
    """Take URLs until there is none left; how many were read."""
    count = 0
    for url in urls:
        async with session.get(url, allow_redirects=False) as response:
            read(await response.read())
            count += 1
    return count


async def main(base: str, pages: int, concurrency: int) -> None:
    """Fetch them all."""
    urls = (f"{base}/p/{number}" for number in range(pages))
    async with aiohttp.ClientSession() as session:
        print(sum(await asyncio.gather(*(fetch(session, urls) for _ in range(concurrency)))))


if __name__ == "__main__":
    uvloop.run(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
