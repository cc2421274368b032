"""A server in place of the API of a product: it responds as a test says, and records requests."""

from __future__ import annotations

import json
import threading
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import parse_qsl, unquote, urlsplit

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping


class ApiRequest(NamedTuple):
    """A request as received."""

    method: str
    path: str
    "Without query, as sent: a property in it is still escaped."
    query: dict[str, str]
    headers: dict[str, str]
    "By name in lower case."
    body: bytes

    @property
    def json(self) -> Any:
        """The body, read as JSON."""
        return json.loads(self.body)

    @property
    def form(self) -> dict[str, str]:
        """The body, read as a form."""
        return dict(parse_qsl(self.body.decode()))

    @property
    def segments(self) -> list[str]:
        """The segments of the path, unescaped."""
        return [unquote(each) for each in self.path.strip("/").split("/")]


class Reply(NamedTuple):
    """A response to send."""

    body: Any = None
    "Sent as JSON, but for text and bytes."
    status: int = 200
    headers: Mapping[str, str] = MappingProxyType({})
    is_cut: bool = False
    "Whether the connection is closed without a response."


@dataclass
class ApiServer:
    """A running server."""

    respond: Callable[[ApiRequest], Reply]
    "May be replaced by a test."
    requests: list[ApiRequest] = field(default_factory=list)
    base: str = ""

    def handle(self, request: ApiRequest) -> Reply:
        """Record a request and respond."""
        self.requests.append(request)
        return self.respond(request)


@contextmanager
def api_server(respond: Callable[[ApiRequest], Reply], *endpoints: str) -> Iterator[ApiServer]:
    """Serve on 127.0.0.1, in place of the APIs with these names in ``endpoints.py``.

    The base URL of each is that of the server and ``/NAME`` in lower case.
    """
    server = ApiServer(respond)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def _respond(self) -> None:
            parts = urlsplit(self.path)
            size = int(self.headers.get("Content-Length") or 0)
            headers = {name.lower(): value for name, value in self.headers.items()}
            query = dict(parse_qsl(parts.query, keep_blank_values=True))
            body = self.rfile.read(size)
            reply = server.handle(ApiRequest(self.command, parts.path, query, headers, body))
            if reply.is_cut:
                self.close_connection = True
                return
            content = reply.body
            if isinstance(content, str):
                content = content.encode()
            elif not isinstance(content, bytes):
                content = b"" if content is None else json.dumps(content).encode()
            self.send_response(reply.status)
            for name, value in {"Content-Type": "application/json", **reply.headers}.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = _respond  # noqa: N815 - of the library

        def log_message(self, *_: object) -> None:
            """Write no line for a request."""

    http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    http.daemon_threads = True
    server.base = f"http://127.0.0.1:{http.server_port}"
    threading.Thread(target=http.serve_forever, args=(0.05,), daemon=True).start()
    try:
        with pytest.MonkeyPatch.context() as patch:
            for name in endpoints:
                url = f"{server.base}/{name.lower()}"
                patch.setenv(f"SITEMAP_AUDIT_ENDPOINT_{name}", url)
            yield server
    finally:
        http.shutdown()
        http.server_close()
