"""A server on this machine that speaks IndexNow, and is the proxy of the audited sites."""

from __future__ import annotations

import json
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from commanding import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Iterator

SITE = "http://www.example.com"
KEY = "0123456789abcdef"
KEY_FILE = f"{SITE}/{KEY}.txt"
_TYPES = {"txt": "text/plain", "xml": "application/xml"}


class IndexNow:
    """What the server has received, and how it responds."""

    def __init__(self) -> None:
        self.files = {KEY_FILE: KEY}
        "Files of the sites by URL; any other returns 404."
        self.received: list[dict[str, Any]] = []
        "Submitted requests."
        self.planned: list[tuple[int, dict[str, str]] | None] = []
        "Responses to the next requests; None: the connection is held until `release`."
        self.release = threading.Event()
        self.url = ""

    @property
    def urls(self) -> list[str]:
        """The submitted URLs."""
        return [url for each in self.received for url in each["urlList"]]

    def judge(self, body: dict[str, Any]) -> tuple[int, dict[str, str]]:
        """Respond as the protocol says."""
        if self.files.get(body["keyLocation"]) != body["key"]:
            return 403, {}
        if any(urlsplit(url).netloc != body["host"] for url in body["urlList"]):
            return 422, {}
        return (400 if len(body["urlList"]) > 10_000 else 200), {}


@contextmanager
def serving() -> Iterator[IndexNow]:
    """Serve the endpoint and the sites."""
    state = IndexNow()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            text = state.files.get(self.path)
            kind = _TYPES.get(self.path.rpartition(".")[2], "text/html; charset=utf-8")
            status = 404 if text is None else 200
            self._respond(status, {"Content-Type": kind}, (text or "").encode())

        def do_POST(self) -> None:
            assert self.path == "/indexnow"
            assert self.headers["Content-Type"] == "application/json; charset=utf-8"
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            state.received.append(body)
            planned = state.planned.pop(0) if state.planned else state.judge(body)
            if planned is None:
                state.release.wait(PATIENCE)
                return
            self._respond(*planned, b'{"message": "why"}' if planned[0] >= 400 else b"")

        def _respond(self, status: int, headers: dict[str, str], body: bytes) -> None:
            self.send_response(status)
            for name, value in {**headers, "Content-Length": str(len(body))}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        state.url = f"http://127.0.0.1:{server.server_port}"
        try:
            yield state
        finally:
            state.release.set()
            server.shutdown()
            thread.join()
