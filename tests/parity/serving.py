"""Serves small sites, each on a loopback host of its own; the port is the same, and speaks TLS too.

Linux answers on all of 127.0.0.0/8: the site number n is at 127.1.0.n (and so on above 250), its
other host at 127.2.0.n. A site's host may be a name, which ``--connect-to`` resolves.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import socket
import ssl
import tempfile
import threading
from dataclasses import fields
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from commanding import PATIENCE
from mockserver.rules import Rule
from mockserver.server import Server

from parity import documents
from parity.sitefile import Section, SmallSite
from sitemap_audit.demo.rules import Page
from sitemap_audit.demo.rules import Rule as AnyRule

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

_TLS_HELLO = b"\x16"
_HEAD_LIMIT = 131_072
_BACKLOG = 128
_LONG = 40
"Characters of an address that are told."
_RULE = {field.name: field.type for field in fields(Rule)}
_FOLDER = Path(__file__).parent
_TYPES = {"xml": "application/xml", "txt": "text/plain; charset=utf-8", "gz": "application/gzip"}
_HTML = "text/html; charset=utf-8"


class Address(NamedTuple):
    """Where a site is."""

    host: str
    ip: str
    other_host: str
    port: int
    closed_port: int
    scheme: str

    @property
    def names(self) -> dict[str, str]:
        """What the names in braces stand for; the longer ones first."""
        return {
            "base": f"{self.scheme}://{self.host}:{self.port}",
            "other": f"http://{self.other_host}:{self.port}",
            "http": f"http://{self.host}:{self.port}",
            "https": f"https://{self.host}:{self.port}",
            "www": f"{self.scheme}://www.{self.host}:{self.port}",
            "closed": f"http://{self.host}:{self.closed_port}",
            "soon": f"{datetime.now(UTC) + timedelta(days=9):%Y-%m-%d}",
            "dead": f"http://site-{self.host.replace('.', '-')}.invalid",
        }

    @property
    def hosts(self) -> tuple[str, ...]:
        """The hosts that are the site's."""
        names = (self.host, f"www.{self.host}", self.other_host)
        return (*names, self.names["dead"].removeprefix("http://"))

    def shorten(self, text: str) -> str:
        """The opposite of :meth:`fill`; the site's own address is left out."""
        for name, address in self.names.items():
            if name == "soon":
                continue
            short = "" if name == "base" else f"{{{name}}}"
            text = re.sub(re.escape(address) + r"(?!\d)", short, text)
        return text if len(text) < _LONG else f"{text[:_LONG]}…"

    def fill(self, text: str) -> str:
        """Put the addresses in."""
        for name, address in self.names.items():
            text = text.replace(f"{{{name}}}", address)
        return text


class Origin:
    """What answers at one of a site's origins: base, other, http, https."""

    def __init__(self, site: SmallSite, address: Address, origin: str) -> None:
        self._site, self._address = site, address
        self._prefix = "" if origin == "base" else f"{{{origin}}}"

    def find(self, target: str) -> Page | None:
        """What answers a request target, None where nothing does."""
        for path in dict.fromkeys((target, target.partition("?")[0])):
            name = self._prefix + path
            if section := self._site.sections.get(name):
                return self._answer(path, section)
            if path == "/robots.txt" or name in ("/sitemap.xml", *self._site.pages):
                return self._answer(path, self._sound(path))
        for pattern, section in self._site.sections.items():
            if pattern.endswith("*") and (self._prefix + path).startswith(pattern[:-1]):
                return self._answer(path, section)
        return None

    def _sound(self, path: str) -> Section:
        """The other scheme of a site leads to its own, as on most sites."""
        if self._prefix in ("{http}", "{https}"):
            return Section(path, [("status", "301"), ("location", f"{{base}}{path}")], None)
        return Section(path, [], None)

    def page(self, rule: AnyRule) -> Page:
        """What a rule makes the site answer."""
        return Page(rule=rule, values={}, folder=_FOLDER)

    def _answer(self, path: str, section: Section) -> Page:
        settings = _collected(section.settings)
        rule: dict[str, Any] = {
            name: _value(name, self._address.fill(values[-1]))
            for name, values in settings.items()
            if name in _RULE
        }
        parts = {
            name: "\n".join(values) for name, values in settings.items() if name in documents.PARTS
        }
        headers: dict[str, str | list[str]] = {
            name: [self._address.fill(value) for value in values]
            for name, values in settings.items()
            if name[0].isupper()
        }
        if unknown := settings.keys() - rule.keys() - parts.keys() - headers.keys():
            raise ValueError(f"{self._site.name}: {section.path} has {', '.join(unknown)}.")
        body = section.body if section.body is not None else self._usual(path, parts, rule)
        rule.setdefault("type", _TYPES.get(path.partition("?")[0].rpartition(".")[2], _HTML))
        return self.page(
            Rule(
                **{
                    "body": self._address.fill(body),
                    **rule,
                    "headers": {**_usual_headers(path), **headers},
                }
            )
        )

    def _usual(self, path: str, parts: Mapping[str, str], rule: Mapping[str, Any]) -> str:
        if rule.get("status", 200) != 200:
            return ""
        if path == "/robots.txt":
            return documents.robots(has_sitemap=not self._prefix)
        if path.partition("?")[0].endswith((".xml", ".gz")):
            return documents.sitemap(self._site, parts)
        return documents.page(self._site, self._prefix + path, parts)


def _usual_headers(path: str) -> dict[str, str | list[str]]:
    return {"ETag": '"1"'} if path.endswith((".xml", ".gz", ".txt")) else {}


def _collected(settings: Sequence[tuple[str, str]]) -> dict[str, list[str]]:
    collected: dict[str, list[str]] = {}
    for name, value in settings:
        collected.setdefault(name, []).append(value)
    return collected


def _value(name: str, text: str) -> object:
    kind = _RULE[name]
    if "bool" in kind:
        return text == "true"
    return (int if "int" in kind else float if "float" in kind else str)(text)


def addresses(sites: Sequence[SmallSite], port: int, closed_port: int) -> dict[str, Address]:
    """An address for every site, by its key."""
    return {
        site.key: Address(
            host=site.host or f"127.1.{number // 250}.{number % 250 + 1}",
            ip=f"127.1.{number // 250}.{number % 250 + 1}",
            other_host=f"127.2.{number // 250}.{number % 250 + 1}",
            port=port,
            closed_port=closed_port,
            scheme=site.scheme,
        )
        for number, site in enumerate(sites)
    }


@contextlib.contextmanager
def served(
    sites: Sequence[SmallSite],
    issue: Callable[..., Path],
    certificates: Mapping[str, Path],
) -> Iterator[dict[str, Address]]:
    """Serve sites while the block runs; gives the address of each by its key.

    ``issue`` makes a good certificate for hosts; ``certificates`` are others, by the site's key.
    """
    where = addresses(sites, *_free_ports())
    good = issue(*(address.host for address in where.values()))
    contexts = {name: _context(path) for name, path in {"": good, **certificates}.items()}
    started, loop = threading.Event(), asyncio.new_event_loop()
    serving = _serve_all(sites, where, contexts, started)
    thread = threading.Thread(target=_run, args=(loop, serving), daemon=True)
    thread.start()
    if not started.wait(PATIENCE):
        raise TimeoutError("The sites are not being served.")
    try:
        yield where
    finally:
        loop.call_soon_threadsafe(_stop, loop)
        thread.join(PATIENCE)


def _free_ports() -> tuple[int, int]:
    with socket.socket() as one, socket.socket() as other:
        for free in (one, other):
            free.bind(("127.0.0.1", 0))
        return one.getsockname()[1], other.getsockname()[1]


def _context(certificate: Path) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    return context


def _run(loop: asyncio.AbstractEventLoop, serving: Any) -> None:
    with contextlib.suppress(asyncio.CancelledError):
        loop.run_until_complete(serving)
    loop.close()


def _stop(loop: asyncio.AbstractEventLoop) -> None:
    for task in asyncio.all_tasks(loop):
        task.cancel()


async def _serve_all(
    sites: Sequence[SmallSite],
    where: Mapping[str, Address],
    contexts: Mapping[str, ssl.SSLContext],
    started: threading.Event,
) -> None:
    plain: dict[str, Origin] = {}
    secure: dict[str, Origin] = {}
    by_host: dict[str, ssl.SSLContext] = {}
    for site in sites:
        address = where[site.key]
        base, twin, twin_name = (
            (secure, plain, "http") if site.scheme == "https" else (plain, secure, "https")
        )
        base[address.host] = Origin(site, address, "base")
        twin[address.host] = Origin(site, address, twin_name)
        plain[address.other_host] = Origin(site, address, "other")
        by_host[address.host] = contexts.get(site.key, contexts[""])
    with tempfile.TemporaryDirectory() as folder:
        servers = [Server(Path(folder), hosts=hosts) for hosts in (plain, secure)]
        async with asyncio.TaskGroup() as group:
            for address in where.values():
                context = by_host[address.host]
                group.create_task(_accept(_listening(address.ip, address.port), servers, context))
                other = _listening(address.other_host, address.port)
                group.create_task(_accept(other, servers, None))
            started.set()


def _listening(host: str, port: int) -> socket.socket:
    listening = socket.create_server((host, port), backlog=_BACKLOG)
    listening.setblocking(False)
    return listening


async def _accept(
    listening: socket.socket, servers: Sequence[Server], context: ssl.SSLContext | None
) -> None:
    loop = asyncio.get_running_loop()
    async with asyncio.TaskGroup() as group:
        with listening:
            while True:
                connection, _ = await loop.sock_accept(listening)
                group.create_task(_talk(connection, servers, context))


async def _talk(
    connection: socket.socket, servers: Sequence[Server], context: ssl.SSLContext | None
) -> None:
    """Answer a connection, by TLS where its first byte says so."""
    loop = asyncio.get_running_loop()
    is_tls = await _first_byte(connection) == _TLS_HELLO
    server = servers[1 if is_tls else 0]
    reader = asyncio.StreamReader(limit=_HEAD_LIMIT)
    with contextlib.suppress(OSError):
        await loop.connect_accepted_socket(
            lambda: asyncio.StreamReaderProtocol(reader, server.serve),
            connection,
            ssl=context if is_tls else None,
        )


async def _first_byte(connection: socket.socket) -> bytes:
    loop, readable = asyncio.get_running_loop(), asyncio.Event()
    connection.setblocking(False)
    loop.add_reader(connection, readable.set)
    try:
        await readable.wait()
    finally:
        loop.remove_reader(connection)
    with contextlib.suppress(OSError):
        return connection.recv(1, socket.MSG_PEEK)
    return b""
