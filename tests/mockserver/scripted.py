"""A server that says exactly what a test wants, byte by byte, and keeps what it was asked."""

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


class Asked(NamedTuple):
    """A request."""

    method: str
    target: str
    headers: dict[str, str]
    "Names in lower case."
    server: str = ""
    "IP address that was connected to."


class Scripted:
    """The server while it runs."""

    def __init__(self, address: str) -> None:
        self.address = address
        "scheme://host:port."
        self.asked: list[Asked] = []
        self.connected: set[str] = set()
        "IP addresses that were connected to, whatever was said then."

    def targets(self) -> list[str]:
        """What was asked for, in order."""
        return [asked.target for asked in self.asked]


def answer(
    body: bytes | str = b"",
    *,
    status: str = "200 OK",
    kind: str = "text/html; charset=utf-8",
    headers: Iterable[str] = (),
) -> bytes:
    """A whole response, to be followed by the end of the connection."""
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
    script: Callable[[Asked], bytes | Iterable[bytes]],
    *,
    host: str = "127.0.0.1",
    port: int = 0,
    tls: ssl.SSLContext | None = None,
    listening: socket.socket | None = None,
) -> Iterator[Scripted]:
    """Answer every request by the script while the block runs.

    Args:
        listening: a socket to serve, in place of one of ``host``.
    """

    class Handler(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            with (
                contextlib.suppress(OSError),
                tls.wrap_socket(self.request, server_side=True) if tls else self.request as taken,
            ):
                self._answer(taken)

        def _answer(self, connection: socket.socket) -> None:
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
        server = Scripted(f"{'https' if tls else 'http'}://{host}:{place}")
        thread = threading.Thread(target=serving.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        try:
            yield server
        finally:
            serving.shutdown()
            thread.join()


def _server(connection: socket.socket) -> str:
    """IP address that a client has connected to; on a socket for both versions, IPv4 is mapped."""
    address = ipaddress.ip_address(connection.getsockname()[0].partition("%")[0])
    return str(getattr(address, "ipv4_mapped", None) or address)


def _read_head(connection: socket.socket) -> str | None:
    head = b""
    while b"\r\n\r\n" not in head:
        piece = connection.recv(65_536)
        if not piece:
            return None
        head += piece
    return head.decode("latin-1")


def parse(head: str) -> Asked:
    """A request by HTTP/1.1, from its head."""
    first, *lines = head.split("\r\n\r\n")[0].split("\r\n")
    method, target, _ = first.split(" ", 2)
    fields = (line.partition(":") for line in lines)
    return Asked(method, target, {name.lower(): value.strip() for name, _, value in fields})
