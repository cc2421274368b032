"""A site of small pages for the benchmarks, as fast as one core serves it.

``python tests/benchmarks/server.py PAGES [ALTERNATES]`` prints its address and serves until it is
killed. With alternates, the sitemaps are as large as they may be, each entry with so many of them.

``--real`` serves pages of 60 to 100 KB shaped like real ones, compressed with gzip. ``--size
BYTES`` makes pages so large, ``--links N`` gives each so many links to other pages, ``--delay
SECONDS`` answers each after a while, ``--log FILE`` notes what is asked for, and ``--answers N``
ends the process after so many pages. ``--host`` is the IP address of the site.
"""

from __future__ import annotations

import argparse
import asyncio
import functools
import gzip
import os
from pathlib import Path
from typing import TextIO, cast

import real_pages
import uvloop

MENU = 40
"Links that every page has, of pages with links."
PER_SITEMAP = 5_000
MOST_PER_SITEMAP = 50_000
CODES = ("en", "de", "fr", "es", "it", "nl", "pl", "pt", "sv", "da", "fi", "cs", "hu", "el", "ro")


def page(base: str, number: int, size: int = 0, anchors: str = "") -> str:
    """A sound page of about 1 KB, or ``size`` and more, with a canonical and four alternates."""
    links = "".join(
        f'<link rel="alternate" hreflang="{code}" href="{base}/p/{number // 3 * 3 + offset}">'
        for offset, code in enumerate(("en", "de", "fr"))
    )
    links += f'<link rel="alternate" hreflang="x-default" href="{base}/p/{number // 3 * 3}">'
    lang = ("en", "de", "fr")[number % 3]
    return (
        f'<!doctype html><html lang="{lang}"><head><meta charset="utf-8">'
        f"<title>Page {number}</title>"
        f'<link rel="canonical" href="{base}/p/{number}">{links}</head><body><h1>Page {number}</h1>'
        f"<p>{f'Words of page {number}. ' * 20}</p>{filling(number, size)}{anchors}</body></html>"
    )


def anchors(number: int, pages: int, count: int) -> str:
    """Links to other pages: two fifths are those of every page, the rest are its own."""
    menu = [n * pages // MENU for n in range(MENU)]
    own = range(number * 61, number * 61 + count - MENU)
    return "".join(
        f'<li><a href="/p/{n % pages}">Article {n % pages} of many</a></li>\n'
        for n in ([*menu, *own] if count else ())
    )


@functools.lru_cache(maxsize=8)
def filling(number: int, size: int) -> str:
    """Rows of a table as shops have them, so many bytes."""
    row = f'<div class="row"><a href="/p/{number}"><b>Item {number}</b></a><p>Some words.</p></div>'
    return f"{row}\n" * (size // len(row))


def sitemap(base: str, first: int, last: int, alternates: int) -> str:
    """A urlset of pages."""
    urls = "".join(
        f"<url><loc>{base}/p/{n}</loc>"
        f"<lastmod>2026-{n % 9 + 1:02}-{n % 28 + 1:02}</lastmod>"
        f"{''.join(links(base, n, alternates))}</url>\n"
        for n in range(first, last)
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
        f' xmlns:xhtml="http://www.w3.org/1999/xhtml">\n{urls}</urlset>'
    )


def links(base: str, number: int, count: int) -> list[str]:
    """The alternates of an entry; pages stand in groups of ``count``."""
    return [
        f'<xhtml:link rel="alternate" hreflang="{CODES[n]}"'
        f' href="{base}/p/{number // count * count + n}"/>'
        for n in range(count)
    ]


class Site(asyncio.Protocol):
    """One connection; requests without bodies, one after the other."""

    base = ""
    pages = 0
    size = 0
    "Bytes of a page, at least."
    alternates = 0
    anchors = 0
    "Links of each page."
    per_sitemap = PER_SITEMAP
    delay = 0.0
    "Seconds."
    log: TextIO | None = None
    answers: int | None = None
    "Pages until the end."
    packed: tuple[bytes, ...] = ()
    "Pages shaped like real ones, compressed: made before the first request."

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the transport."""
        self.transport = cast("asyncio.Transport", transport)
        self.buffer = b""

    def data_received(self, data: bytes) -> None:
        """Answer every whole request."""
        self.buffer += data
        while b"\r\n\r\n" in self.buffer:
            head, _, self.buffer = self.buffer.partition(b"\r\n\r\n")
            self.asked(head.split(b" ", 2)[1].decode())

    def asked(self, path: str) -> None:
        """Note a request, and answer it when it is time."""
        if self.log is not None:
            print(path, file=self.log, flush=True)
        if not path.startswith("/p/"):
            self.transport.write(self.answer(path))
            return
        if Site.answers is not None:
            Site.answers -= 1
            if Site.answers < 0:
                os._exit(0)
        if self.delay:
            answer = self.answer(path)
            asyncio.get_running_loop().call_later(self.delay, self.transport.write, answer)
        else:
            self.transport.write(self.answer(path))

    def answer(self, path: str) -> bytes:
        """A whole response."""
        if self.packed and path.startswith("/p/"):
            return self.real_page(int(path[3:].partition("?")[0]))
        kind, body = self.content(path)
        status = "200 OK" if body else "404 Not Found"
        head = f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\n"
        return f"{head}Content-Length: {len(body.encode())}\r\n\r\n{body}".encode()

    def real_page(self, number: int) -> bytes:
        """A whole response with a compressed page."""
        body = self.packed[number % len(self.packed)]
        head = "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n"
        return (
            f"{head}Content-Encoding: gzip\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body
        )

    def content(self, path: str) -> tuple[str, str]:
        """Media type and body."""
        if path.startswith("/p/"):
            number = int(path[3:])
            html = page(self.base, number, self.size, anchors(number, self.pages, self.anchors))
            return "text/html; charset=utf-8", html
        if path == "/robots.txt":
            files = range(0, self.pages, self.per_sitemap)
            return "text/plain", "".join(f"Sitemap: {self.base}/sitemap-{n}.xml\n" for n in files)
        name = path.removeprefix("/sitemap-").removesuffix(".xml")
        if name.isdecimal():
            first = int(name)
            last = min(first + self.per_sitemap, self.pages)
            return "application/xml", sitemap(self.base, first, last, self.alternates)
        return "text/plain", ""


async def serve(
    pages: int, alternates: int = 0, *, are_real: bool = False, host: str = "127.0.0.1"
) -> None:
    """Listen on a free port."""
    Site.pages, Site.alternates = pages, alternates
    Site.per_sitemap = MOST_PER_SITEMAP if alternates else PER_SITEMAP
    server = await asyncio.get_running_loop().create_server(Site, host, 0)
    Site.base = f"http://{host}:{server.sockets[0].getsockname()[1]}"
    if are_real:
        made = (real_pages.page(number, Site.base).encode() for number in range(pages))
        Site.packed = tuple(gzip.compress(page, compresslevel=6) for page in made)
    print(Site.base, flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("pages", type=int)
    parser.add_argument("alternates", type=int, nargs="?", default=0)
    parser.add_argument("--real", action="store_true")
    parser.add_argument("--size", type=int, default=0)
    parser.add_argument("--links", type=int, default=0)
    parser.add_argument("--delay", type=float, default=0.0)
    parser.add_argument("--log", type=Path)
    parser.add_argument("--answers", type=int)
    parser.add_argument("--host", default="127.0.0.1")
    given = parser.parse_args()
    Site.delay, Site.answers, Site.size = given.delay, given.answers, given.size
    Site.anchors = given.links
    Site.log = given.log.open("a") if given.log else None
    uvloop.run(serve(given.pages, given.alternates, are_real=given.real, host=given.host))
