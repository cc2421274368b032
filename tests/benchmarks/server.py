"""A site of small pages for the benchmarks, as fast as one core serves it.

``python tests/benchmarks/server.py PAGES`` prints its address and serves until it is killed.
"""

from __future__ import annotations

import asyncio
import sys
from typing import cast

import uvloop

PER_SITEMAP = 5_000


def page(base: str, number: int) -> str:
    """A sound page of about 1 KB with a canonical and four alternates."""
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
        f"<p>{f'Words of page {number}. ' * 20}</p></body></html>"
    )


def sitemap(base: str, first: int, last: int) -> str:
    """A urlset of pages."""
    urls = "".join(
        f"<url><loc>{base}/p/{n}</loc>"
        f"<lastmod>2026-{n % 9 + 1:02}-{n % 28 + 1:02}</lastmod></url>\n"
        for n in range(first, last)
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{urls}</urlset>'
    )


class Site(asyncio.Protocol):
    """One connection; requests without bodies, one after the other."""

    base = ""
    pages = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the transport."""
        self.transport = cast("asyncio.Transport", transport)
        self.buffer = b""

    def data_received(self, data: bytes) -> None:
        """Answer every whole request."""
        self.buffer += data
        while b"\r\n\r\n" in self.buffer:
            head, _, self.buffer = self.buffer.partition(b"\r\n\r\n")
            self.transport.write(self.answer(head.split(b" ", 2)[1].decode()))

    def answer(self, path: str) -> bytes:
        """A whole response."""
        kind, body = self.content(path)
        status = "200 OK" if body else "404 Not Found"
        head = f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\n"
        return f"{head}Content-Length: {len(body.encode())}\r\n\r\n{body}".encode()

    def content(self, path: str) -> tuple[str, str]:
        """Media type and body."""
        if path.startswith("/p/"):
            return "text/html; charset=utf-8", page(self.base, int(path[3:]))
        if path == "/robots.txt":
            files = range(0, self.pages, PER_SITEMAP)
            return "text/plain", "".join(f"Sitemap: {self.base}/sitemap-{n}.xml\n" for n in files)
        if path.startswith("/sitemap-"):
            first = int(path.removeprefix("/sitemap-").removesuffix(".xml"))
            return "application/xml", sitemap(
                self.base, first, min(first + PER_SITEMAP, self.pages)
            )
        return "text/plain", ""


async def serve(pages: int) -> None:
    """Listen on a free port."""
    Site.pages = pages
    server = await asyncio.get_running_loop().create_server(Site, "127.0.0.1", 0)
    Site.base = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    print(Site.base, flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    uvloop.run(serve(int(sys.argv[1])))
