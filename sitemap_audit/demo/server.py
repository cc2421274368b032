"""Serve a site's folder on loopback by aiohttp; :mod:`.rules` says what it returns.

A folder in ``FOLDER/hosts/`` is the site of the host with its name (localhost); other hosts get
``FOLDER`` itself. A folder in ``FOLDER/origins/`` is a site on its own port.

In files and rules ``{{base}}`` is the URL of 127.0.0.1, ``{{other}}`` of localhost,
``{{origin.NAME}}`` of ``origins/NAME``, ``{{closed}}`` of a closed port, ``{{path}}`` the request
target, ``{{star}}`` the match of the rule's ``*``, ``{{today}}`` the date and ``{{now}}`` the time,
in UTC.
"""

from __future__ import annotations

import contextlib
import socket
import struct
from collections import Counter
from datetime import UTC, datetime
from typing import TYPE_CHECKING, TypeVar

from aiohttp import hdrs, web

from sitemap_audit.demo.rules import Rule, Site

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator, Mapping
    from importlib.resources.abc import Traversable

    from aiohttp.typedefs import Handler

    from sitemap_audit.demo.rules import Page

_Site = TypeVar("_Site")
LOOPBACK = "127.0.0.1"
NOT_FOUND = Rule(
    status=404,
    type="text/html; charset=utf-8",
    body="<!doctype html><title>Not found</title><h1>Not found</h1>",
)
UNAVAILABLE = Rule(status=503, type="text/plain", body="Later.", headers={"Retry-After": "0"})
RESET = struct.pack("ii", 1, 0)
"SO_LINGER of 0 s: closing sends RST."


class Server:
    """The sites of a folder, and how often each URL was requested."""

    def __init__(self, folder: Traversable) -> None:
        """Read the rules.

        Raises:
            SiteError: a site's rules cannot be read.
        """
        self._site = Site(folder)
        self._hosts, self._origins = sites(folder / "hosts", Site), sites(folder / "origins", Site)
        self._requests: Counter[tuple[str, str]] = Counter()
        self._values: dict[str, str] = {}

    @contextlib.asynccontextmanager
    async def run(self, port: int = 0) -> AsyncIterator[dict[str, str]]:
        """Listen while the block runs; yield the URLs by name, without a trailing slash.

        Raises:
            OSError: the port is taken.
        """
        async with contextlib.AsyncExitStack() as stack:
            port = await self._listen(stack, port, self._site, self._hosts)
            self._values = {
                "base": f"http://{LOOPBACK}:{port}",
                "other": f"http://localhost:{port}",
                "closed": f"http://{LOOPBACK}:{stack.enter_context(closed_port())}",
            }
            for name, site in self._origins.items():
                own = await self._listen(stack, 0, site, {})
                self._values[f"origin.{name}"] = f"http://{LOOPBACK}:{own}"
            yield self._values

    async def _listen(
        self, stack: contextlib.AsyncExitStack, port: int, site: Site, hosts: Mapping[str, Site]
    ) -> int:
        @web.middleware
        async def respond(
            request: web.Request,
            handler: Handler,  # noqa: ARG001 - every target is ours
        ) -> web.StreamResponse:
            host = request.host.rpartition(":")[0] or request.host
            return await self._respond(hosts.get(host, site), request)

        application = web.Application(middlewares=[respond])
        application.on_response_prepare.append(_leave_out_server)
        runner = web.AppRunner(application, access_log=None, shutdown_timeout=0)
        await runner.setup()
        stack.push_async_callback(runner.cleanup)
        await web.TCPSite(runner, LOOPBACK, port).start()
        taken: int = runner.addresses[0][1]
        return taken

    def _page(self, site: Site, host: str, target: str) -> Page:
        page = site.find(target)
        if page is None:
            return site.page(NOT_FOUND)
        self._requests[host, target] += 1
        if self._requests[host, target] <= page.rule.fails:
            return site.page(UNAVAILABLE)
        return page

    async def _respond(self, site: Site, request: web.Request) -> web.StreamResponse:
        target = request.raw_path
        page = self._page(site, request.host, target)
        rule, values = page.rule, {**self._values, **clock(), "path": target}
        if rule.reset and request.transport is not None:
            of_client = request.transport.get_extra_info("socket")
            of_client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
            request.transport.abort()
        headers = page.headers(target, values)
        if not rule.fill:
            body = b"".join(page.pieces(target, values))[: -rule.cut or None]
            return web.Response(status=rule.status, headers=headers, body=body)
        response = web.StreamResponse(status=rule.status, headers=headers)
        await response.prepare(request)
        if request.method != hdrs.METH_HEAD:
            for piece in page.pieces(target, values):
                await response.write(piece)
        return response


async def _leave_out_server(_request: web.Request, response: web.StreamResponse) -> None:
    del response.headers[hdrs.SERVER]


def sites(folder: Traversable, site: Callable[[Traversable], _Site]) -> dict[str, _Site]:
    """Read the sites in a folder, by name."""
    return {each.name: site(each) for each in folder.iterdir()} if folder.is_dir() else {}


def clock() -> dict[str, str]:
    """Return the date and the time, as templates name them."""
    now = datetime.now(UTC)
    return {"today": f"{now:%Y-%m-%d}", "now": f"{now:%Y-%m-%dT%H:%M:%SZ}"}


@contextlib.contextmanager
def closed_port() -> Iterator[int]:
    """Reserve a port without listening, so that connections to it are refused."""
    with socket.socket() as taken:
        taken.bind((LOOPBACK, 0))
        yield taken.getsockname()[1]
