"""A small HTTP/1.1 test server whose responses can have any fault (see :mod:`.rules`).

The demo site has its own server, of aiohttp, which sends nothing that is not HTTP.

``python -m mockserver.server FOLDER`` serves a folder on loopback. It prints its URL first,
then a line for each other name (``other http://localhost:8000``), then an empty line.

The folder is as :mod:`sitemap_audit.demo.server` describes it.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import functools
import signal
import socket
import ssl
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from mockserver.responses import send
from mockserver.rules import Rule, Site, faults
from sitemap_audit.demo.server import (
    LOOPBACK,
    NOT_FOUND,
    RESET,
    UNAVAILABLE,
    clock,
    closed_port,
    sites,
)

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
    from importlib.resources.abc import Traversable

    from sitemap_audit.demo.rules import Page
    from sitemap_audit.demo.rules import Rule as AnyRule


_HEAD_LIMIT = 131_072


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """The parts of a request that a response depends on."""

    method: str
    target: str
    host: str
    keep_alive: bool
    cookie: str = ""
    user_agent: str = ""


class Responder(Protocol):
    """Interface of a site to the server."""

    def find(self, target: str) -> Page | None:
        """Return the page for a request target, or None if there is none."""

    def page(self, rule: AnyRule) -> Page:
        """Make a page of a rule."""


class Server:
    """HTTP server for a folder on loopback."""

    def __init__(
        self,
        folder: Traversable,
        *,
        hosts: Mapping[str, Responder] | None = None,
        tls: ssl.SSLContext | None = None,
        log: Callable[[str], object] | None = None,
    ) -> None:
        """Read the rules; ``log`` gets one line per request: host, method, target, status.

        ``hosts`` are additional sites, by host.

        Raises:
            SiteError: a site's rules cannot be read.
        """
        self._site: Responder = Site(folder)
        self._hosts: dict[str, Responder] = {**sites(folder / "hosts", Site), **(hosts or {})}
        self._origins: dict[str, Responder] = {**sites(folder / "origins", Site)}
        self._tls = tls
        self._log = log or (lambda _: None)
        self._requests: Counter[tuple[str, str]] = Counter()
        self._values: dict[str, str] = {}

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Respond to the requests of an accepted connection."""
        await self._serve(self._site, self._hosts, reader, writer)

    @contextlib.asynccontextmanager
    async def run(self, port: int = 0) -> AsyncIterator[dict[str, str]]:
        """Listen while the block runs; yield the URLs by name, without a trailing slash.

        Raises:
            OSError: the port is taken.
        """
        async with contextlib.AsyncExitStack() as stack:
            port = await self._listen(stack, port, self._site, self._hosts)
            self._values = {
                "base": self._address(port),
                "other": self._address(port, "localhost"),
                "closed": f"http://{LOOPBACK}:{stack.enter_context(closed_port())}",
            }
            for name, site in self._origins.items():
                own = await self._listen(stack, 0, site, {})
                self._values[f"origin.{name}"] = self._address(own)
            yield self._values

    async def _listen(
        self,
        stack: contextlib.AsyncExitStack,
        port: int,
        site: Responder,
        hosts: Mapping[str, Responder],
    ) -> int:
        serve = functools.partial(self._serve, site, hosts)
        listening = await asyncio.start_server(
            serve, LOOPBACK, port, ssl=self._tls, limit=_HEAD_LIMIT
        )
        stack.callback(listening.close)
        taken: int = listening.sockets[0].getsockname()[1]
        return taken

    def _address(self, port: int, host: str = LOOPBACK) -> str:
        return f"{'https' if self._tls else 'http'}://{host}:{port}"

    async def _serve(
        self,
        site: Responder,
        hosts: Mapping[str, Responder],
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
    ) -> None:
        try:
            while request := await _read(reader):
                page = self._page(hosts.get(request.host, site), request)
                if not (await self._respond(page, request, writer) and request.keep_alive):
                    break
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            pass  # the client has disconnected, or does not speak HTTP
        except asyncio.CancelledError:
            pass  # the server stops during a response
        finally:
            writer.close()

    def _page(self, site: Responder, request: Request) -> Page:
        page = site.find(request.target)
        if page is None:
            return site.page(NOT_FOUND)
        other = faults(page).as_googlebot
        if other and "Googlebot" in request.user_agent:
            page = site.find(other) or site.page(NOT_FOUND)
        visit = (request.host, request.target)
        self._requests[visit] += 1
        if self._requests[visit] <= page.rule.fails:
            return site.page(UNAVAILABLE)
        name = faults(page).wants_cookie
        if name and f"{name}=" not in request.cookie:
            return site.page(_cookie_redirect(name, request.target))
        return page

    def values(self, target: str) -> dict[str, str]:
        """Return the values for templates in the response to a request target."""
        return {**self._values, **clock(), "path": target}

    async def _respond(self, page: Page, request: Request, writer: asyncio.StreamWriter) -> bool:
        """Respond to a request; return False if the connection must be closed."""
        self._log(f"{request.host} {request.method} {request.target} {page.rule.status}")
        rule = faults(page)
        await asyncio.sleep(rule.delay)
        if page.rule.reset:
            writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
            return False
        values = self.values(request.target)
        if rule.raw is None:
            is_head = request.method == "HEAD"
            keep_alive = request.keep_alive
            return await send(page, values, writer, is_head=is_head, keep_alive=keep_alive)
        writer.write(page.text(rule.raw, values).encode())
        await writer.drain()
        return False


def _cookie_redirect(name: str, target: str) -> Rule:
    return Rule(status=302, location=target, headers={"Set-Cookie": f"{name}=1; Path=/"})


async def _read(reader: asyncio.StreamReader) -> Request | None:
    """Read the next request of a connection, or None at its end; bodies are not supported."""
    text = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    first, *lines = text.rstrip("\r\n").split("\r\n")
    method, _, rest = first.partition(" ")
    target, _, version = rest.rpartition(" ")
    if not version.startswith("HTTP/1."):
        return None
    headers = {name.strip().lower(): value.strip() for name, _, value in _split(lines)}
    usual = "close" if version == "HTTP/1.0" else "keep-alive"
    return Request(
        method=method,
        target=target,
        host=headers.get("host", "").rpartition(":")[0] or headers.get("host", ""),
        keep_alive=headers.get("connection", usual).lower() != "close",
        cookie=headers.get("cookie", ""),
        user_agent=headers.get("user-agent", ""),
    )


def _split(lines: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    return (line.partition(":") for line in lines)


def main(arguments: Sequence[str] | None = None) -> None:
    """Serve a folder until stopped, and print its URL first."""
    parser = argparse.ArgumentParser(prog="mockserver.server", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--port", type=int, default=0, help="default: any free port")
    parser.add_argument("--certificate", type=Path, help="PEM file of key and certificate, for TLS")
    parser.add_argument("--log", type=Path, help="log file, one line per request")
    options = parser.parse_args(arguments)
    with contextlib.ExitStack() as stack:
        log = stack.enter_context(options.log.open("w", buffering=1)) if options.log else None
        tls = _tls(options.certificate) if options.certificate else None
        server = Server(options.folder, tls=tls, log=log and (lambda line: log.write(f"{line}\n")))
        asyncio.run(_until_stopped(server, options.port))


def _tls(certificate: Path) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    return context


async def _until_stopped(server: Server, port: int) -> None:
    stopped, loop = asyncio.Event(), asyncio.get_running_loop()
    for stop in (signal.SIGINT, signal.SIGTERM):  # Windows has no add_signal_handler
        signal.signal(stop, lambda *_: loop.call_soon_threadsafe(stopped.set))
    async with server.run(port) as addresses:
        others = [f"{name} {address}" for name, address in addresses.items() if name != "base"]
        sys.stdout.write("\n".join([addresses["base"], *others, "\n"]))
        sys.stdout.flush()
        await stopped.wait()


if __name__ == "__main__":
    main()
