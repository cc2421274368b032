"""A site of scripted pages on loopback, which notes what it is asked for."""

from __future__ import annotations

import contextlib
import gzip
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_FRAME = '<!doctype html><html lang="en"><head><title>Page</title>{}</head><body>Text</body></html>'


class ReceivedRequest(NamedTuple):
    """A request that came in."""

    path: str
    headers: Mapping[str, str]


class Site:
    """Pages by path: what stands in their head, or an answer as (status, headers, body)."""

    def __init__(self, pages: Mapping[str, object], *, host: str = "127.0.0.1") -> None:
        self.pages = dict(pages)
        self.asked: list[ReceivedRequest] = []
        self.released = threading.Event()
        "Set when what hangs is to end."
        self._server = ThreadingHTTPServer((host, 0), self._handler())
        self._server.daemon_threads = True
        self.base = f"http://{host}:{self._server.server_port}"

    def paths(self) -> list[str]:
        """What was asked for, in order."""
        return [asked.path for asked in self.asked]

    @contextlib.contextmanager
    def serving(self) -> Iterator[Site]:
        """Serve while the block runs."""
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        try:
            yield self
        finally:
            self.released.set()
            self._server.shutdown()
            self._server.server_close()

    def answer(self, path: str) -> tuple[int, dict[str, str], str]:
        """Status, headers and body of a path."""
        if path == "/robots.txt":
            return 200, {"Content-Type": "text/plain"}, f"Sitemap: {self.base}/sitemap.txt\n"
        if path == "/sitemap.txt":
            listed = [self.base + page for page, it in self.pages.items() if isinstance(it, str)]
            return 200, {"Content-Type": "text/plain; charset=utf-8"}, "\n".join(listed)
        page = self.pages.get(path)
        if page is None:
            return 404, {}, ""
        if isinstance(page, tuple):
            return page
        return 200, {"Content-Type": "text/html; charset=utf-8"}, _FRAME.format(page)

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        site = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                site.asked.append(ReceivedRequest(self.path, dict(self.headers)))
                if self.path.startswith("/never"):
                    site.released.wait()
                if self.path.startswith("/without-end"):
                    self.send_without_end()
                    return
                status, headers, text = site.answer(self.path)
                body = text.encode()
                if "gzip" in self.headers.get("Accept-Encoding", ""):
                    body, headers = gzip.compress(body), {**headers, "Content-Encoding": "gzip"}
                self.send_response(status)
                for name, value in {**headers, "Content-Length": str(len(body))}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)

            def send_without_end(self) -> None:
                self.send_response(200)
                self.send_header("Connection", "close")
                self.end_headers()
                with contextlib.suppress(OSError):
                    while not site.released.is_set():
                        self.wfile.write(bytes(2**20))

            def log_message(self, *_: object) -> None:
                """Nothing on the terminal."""

        return Handler
