"""Processor time to read real-shaped pages, beside what others take from the same pages.

``python tests/benchmarks/pages.py [PAGES]`` reads pages of :mod:`real_pages` in one process, in
turns, and takes the best of three runs:

* ``parse``: selectolax parses the page, and nothing is taken out of it.
* ``parsel``: Scrapy's selectors take title, canonical, hreflang, robots and links.
* ``ours``: all facts of a page that an audit stores.

``tiny`` are pages of 300 bytes: what a page costs that has nothing in it.
"""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

import real_pages
from parsel import Selector
from selectolax.lexbor import LexborHTMLParser

from sitemap_audit.parsing.page.page_reader import read_page

if TYPE_CHECKING:
    from collections.abc import Callable

RUNS = 3
URL = "https://www.example.com/p/{}"
HEADERS = [("Content-Type", "text/html; charset=utf-8")]
BOT = "Googlebot"
TINY = (
    '<!doctype html><html lang="en"><head><title>Page {0}</title>'
    '<link rel="canonical" href="https://www.example.com/p/{0}"></head>'
    "<body><h1>Page {0}</h1><p>Some words of a small page, and some more of them.</p></body></html>"
)


def ours(number: int, body: bytes) -> None:
    """Read all facts of a page."""
    read_page(body, page_id=number, url=URL.format(number), headers=HEADERS, token=BOT)


def parse(number: int, body: bytes) -> None:  # noqa: ARG001 - as the others
    """Parse a page."""
    LexborHTMLParser(body.decode())


def parsel(number: int, body: bytes) -> None:  # noqa: ARG001 - as the others
    """Take what a small spider takes."""
    page = Selector(body.decode())
    page.css("title::text").get()
    page.css('link[rel="canonical"]::attr(href)').get()
    page.css('link[rel="alternate"]::attr(hreflang)').getall()
    page.css('link[rel="alternate"]::attr(href)').getall()
    page.css('meta[name="robots"]::attr(content)').get()
    page.css("a::attr(href)").getall()


READERS = (parse, parsel, ours)


def milliseconds(reader: Callable[[int, bytes], None], bodies: list[bytes]) -> float:
    """Of the processor, a page."""
    began = time.process_time()
    for number, body in enumerate(bodies):
        reader(number, body)
    return (time.process_time() - began) / len(bodies) * 1_000


def compare(name: str, bodies: list[bytes]) -> None:
    """Print a table of all readers on the same pages."""
    for reader in READERS:
        reader(0, bodies[0])
    runs = [[milliseconds(reader, bodies) for reader in READERS] for _ in range(RUNS)]
    best = [min(each) for each in zip(*runs, strict=True)]
    size = sum(map(len, bodies)) / len(bodies)
    print(f"{f'{name}, {size:,.0f} bytes':24}{'ms a page':>11}{'to parse':>10}{'to parsel':>11}")
    for reader, took in zip(READERS, best, strict=True):
        ratios = f"{took / best[0]:10.2f}{took / best[1]:11.2f}"
        print(f"{reader.__name__:24}{took:11.3f}{ratios}")


def main(pages: int) -> None:
    """Compare on real-shaped pages and on tiny ones."""
    compare("real", [real_pages.page(number).encode() for number in range(pages)])
    compare("tiny", [TINY.format(number).encode() for number in range(pages * 5)])


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_500)
