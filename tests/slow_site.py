"""A site that counts its requests, and holds its answers back on demand."""

from __future__ import annotations

import asyncio
import threading
import time
from collections import Counter
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple, cast

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

DELAY = 0.01
"Seconds after which a page is answered."
HEAVY = 100
"Pages of a host with long links to themselves: a crawler writes a part after some of them."
LONG = "x" * 50_000
"Fragment of such a link."


class Asked(NamedTuple):
    """A request for a page."""

    url: str
    at: float
    "Seconds, of a monotonic clock."


class SlowSite:
    """A running site on loopback; some of its pages redirect or return 404."""

    def __init__(self, pages: int, hosts: int = 1, *, heavy: int = 0) -> None:
        """Serve the site.

        Args:
            pages: listed pages of each host.
            heavy: how many of them have long links to themselves, such as HEAVY.
        """
        self.pages, self._hosts, self._heavy = pages, hosts, heavy
        self.bases: list[str] = []
        "Scheme, host and port of each host."
        self.asked: list[Asked] = []
        self.most_at_once = 0
        "The most requests for pages that were answered at once since they are counted."
        self._at_once = 0
        self._holds: Callable[[str], bool] = lambda _: False
        self._waiting: list[_Connection] = []

    @property
    def times(self) -> Counter[str]:
        """How often each page was requested."""
        return Counter(asked.url for asked in self.asked)

    def count_anew(self, *, hold_after: int | None = None, hold_again: bool = False) -> None:
        """Count the requests from zero, and answer each.

        Args:
            hold_after: do not answer a page after so many.
            hold_again: do not answer a page that was requested before.
        """
        self.asked, self.most_at_once = [], self._at_once
        times = Counter[str]()

        def holds(url: str) -> bool:
            times[url] += 1
            is_late = hold_after is not None and times.total() > hold_after
            return is_late or (hold_again and times[url] > 1)

        self._holds = holds

    def answer_held(self) -> None:
        """Answer what was held back, and hold back what comes."""
        self._loop.call_soon_threadsafe(self._answer_all)

    def _answer_all(self) -> None:
        waiting, self._waiting = self._waiting, []
        for connection in waiting:
            connection.answer()

    def ask(self, connection: _Connection, url: str) -> None:
        """Count a request for a page, and answer it when it is time."""
        self._at_once += 1
        self.most_at_once = max(self.most_at_once, self._at_once)
        self.asked.append(Asked(url, time.monotonic()))
        if self._holds(url):
            self._waiting.append(connection)
        else:
            self._loop.call_later(DELAY, connection.answer)

    def leave(self) -> None:
        """Count that a request was answered, or its client has gone."""
        self._at_once -= 1

    @contextmanager
    def running(self) -> Iterator[SlowSite]:
        """Serve it in a thread while the block runs."""
        self._loop = asyncio.new_event_loop()
        servers = [
            self._loop.run_until_complete(
                self._loop.create_server(lambda: _Connection(self), f"127.0.0.{number + 1}", 0)
            )
            for number in range(self._hosts)
        ]
        names = [server.sockets[0].getsockname() for server in servers]
        self.bases = [f"http://{host}:{port}" for host, port in names]
        thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        thread.start()
        try:
            yield self
        finally:
            self._loop.call_soon_threadsafe(self._loop.stop)
            thread.join()
            for server in servers:
                server.close()
            self._loop.close()

    def response(self, base: str, path: str) -> bytes:
        """Return a whole response."""
        if path == "/robots.txt":
            return _response("200 OK", "text/plain", f"Sitemap: {base}/sitemap.xml\n")
        if path == "/sitemap.xml":
            urls = "".join(f"<url><loc>{base}/p/{n}</loc></url>" for n in range(self.pages))
            namespace = "http://www.sitemaps.org/schemas/sitemap/0.9"
            xml = f'<?xml version="1.0"?><urlset xmlns="{namespace}">{urls}</urlset>'
            return _response("200 OK", "application/xml", xml)
        number = int(path[3:]) if path.startswith("/p/") else self._heavy
        if number % 50 == 49:
            return _response("404 Not Found", "text/html", "<title>Not found</title>")
        if number % 50 == 29:
            head = f"Location: {base}/p/{number - 1}\r\n"
            return _response("301 Moved Permanently", "text/html", "", head)
        fragments = [LONG] * 4 if number < self._heavy else [""]
        links = "".join(
            f'<link rel="alternate" hreflang="en" href="{path}#{fragment}">'
            for fragment in fragments
        )
        return _response("200 OK", "text/html", f"<title>Page {number}</title>{links}<p>Words")


class _Connection(asyncio.Protocol):
    """A connection, with one request at a time."""

    def __init__(self, site: SlowSite) -> None:
        self._site, self._received = site, b""
        self._path: str | None = None
        "Path of the page that is being answered."

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        host, port = transport.get_extra_info("sockname")
        self._base = f"http://{host}:{port}"

    def data_received(self, data: bytes) -> None:
        self._received += data
        if b"\r\n\r\n" not in self._received:
            return
        head, _, self._received = self._received.partition(b"\r\n\r\n")
        path = head.split(b" ", 2)[1].decode()
        if path.startswith("/p/"):
            self._path = path
            self._site.ask(self, f"{self._base}{path}")
        else:
            self._transport.write(self._site.response(self._base, path))

    def answer(self) -> None:
        """Answer the page, unless the client has gone."""
        if self._path is not None:
            self._transport.write(self._site.response(self._base, self._path))
            self._leave()

    def connection_lost(self, _error: Exception | None) -> None:
        self._leave()

    def _leave(self) -> None:
        if self._path is not None:
            self._site.leave()
            self._path = None


def _response(status: str, kind: str, body: str, head: str = "") -> bytes:
    content = body.encode()
    length = f"Content-Length: {len(content)}\r\n"
    lines = f"HTTP/1.1 {status}\r\nContent-Type: {kind}; charset=utf-8\r\n{length}{head}\r\n"
    return lines.encode() + content
