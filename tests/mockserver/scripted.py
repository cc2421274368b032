"""A server that sends scripted responses byte by byte and records the requests."""

from __future__ import annotations

import contextlib
import ipaddress
import socketserver
import threading
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import socket
    import ssl
    from collections.abc import Callable, Iterable, Iterator


class ReceivedRequest(NamedTuple):
    """A recorded request."""

    method: str
    target: str
    headers: dict[str, str]
    "Headers by name in lower case."
    server: str = ""
    "IP address of the server that the client connected to."


class ScriptedServer:
    """A running scripted server."""

    def __init__(self, address: str) -> None:
        self.address = address
        "scheme://host:port."
        self.asked: list[ReceivedRequest] = []
        self.connected: set[str] = set()
        "IP addresses that clients connected to, with or without a request."

    def targets(self) -> list[str]:
        """Return the request targets, in order."""
        return [asked.target for asked in self.asked]


def answer(
    body: bytes | str = b"",
    *,
    status: str = "200 OK",
    kind: str = "text/html; charset=utf-8",
    headers: Iterable[str] = (),
) -> bytes:
    """Make a whole response with ``Connection: close``."""
    content = body.encode() if isinstance(body, str) else body
    lines = [
        f"HTTP/1.1 {status}",
        f"Content-Type: {kind}",
        f"Content-Length: {len(content)}",
        "Connection: close",
        *headers,
    ]
    return "\r\n".join([*lines, "", ""]).encode("latin-1") + content


@contextlib.contextmanager
def scripted(
    script: Callable[[ReceivedRequest], bytes | Iterable[bytes]],
    *,
    host: str = "127.0.0.1",
    port: int = 0,
    tls: ssl.SSLContext | None = None,
    listening: socket.socket | None = None,
) -> Iterator[ScriptedServer]:
    """Serve every request with the script while the block runs.

    Args:
        listening: a socket to use instead of ``host`` and ``port``.
    """

    class Handler(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            with (
                contextlib.suppress(OSError),
                tls.wrap_socket(self.request, server_side=True)
                if tls
                else self.request as connection,
            ):
                self._respond(connection)

        def _respond(self, connection: socket.socket) -> None:
            connection.settimeout(120)
            address = _server(connection)
            server.connected.add(address)
            head = _read_head(connection)
            if head is None:
                return
            asked = parse(head)._replace(server=address)
            server.asked.append(asked)
            said = script(asked)
            for piece in [said] if isinstance(said, bytes) else said:
                connection.sendall(piece)

    class Server(socketserver.ThreadingTCPServer):
        allow_reuse_address = True
        daemon_threads = True
        block_on_close = False

    with Server((host, port), Handler, bind_and_activate=listening is None) as serving:
        if listening is not None:
            serving.socket.close()
            serving.socket = listening
        place = serving.socket.getsockname()[1]
        server = ScriptedServer(f"{'https' if tls else 'http'}://{host}:{place}")
        thread = threading.Thread(target=serving.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        try:
            yield server
        finally:
            serving.shutdown()
            thread.join()


def _server(connection: socket.socket) -> str:
    """Return the IP address that a client connected to, with IPv4-mapped IPv6 unmapped."""
    address = ipaddress.ip_address(connection.getsockname()[0].partition("%")[0])
    return str(getattr(address, "ipv4_mapped", None) or address)


_TLS = b"\x16\x03"
"How a TLS handshake begins: a server of plain HTTP does not wait for the rest."


def _read_head(connection: socket.socket) -> str | None:
    head = b""
    while b"\r\n\r\n" not in head:
        piece = connection.recv(65_536)
        if not piece or (head + piece).startswith(_TLS):
            return None
        head += piece
    return head.decode("latin-1")


def parse(head: str) -> ReceivedRequest:
    """Parse the head of an HTTP/1.1 request."""
    first, *lines = head.split("\r\n\r\n")[0].split("\r\n")
    method, target, _ = first.split(" ", 2)
    fields = (line.partition(":") for line in lines)
    return ReceivedRequest(
        method, target, {name.lower(): value.strip() for name, _, value in fields}
    )
