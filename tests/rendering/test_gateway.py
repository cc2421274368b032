"""The browser's way out: real sockets on both sides."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
from typing import TYPE_CHECKING

import pytest

from sitemap_audit.handlers.address_guard import AddressGuard
from sitemap_audit.handlers.connect_to import ConnectOverride
from sitemap_audit.rendering import gateway as gateways
from sitemap_audit.rendering import quota as quotas
from sitemap_audit.rendering.connector import Connector
from sitemap_audit.rendering.gateway import gateway
from sitemap_audit.rendering.quota import Quota

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from sitemap_audit.rendering.gateway import Connect, Streams

GREETING = b"\x05\x01\x00"
OPENED, NOT_ALLOWED, UNREACHABLE, UNKNOWN_COMMAND = 0, 2, 4, 7


def asking_for(host: str, port: int, *, command: int = 1) -> bytes:
    """A SOCKS5 request, by name or by address."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        kind = b"\x03" + bytes((len(host),)) + host.encode()
    else:
        kind = (b"\x01" if address.version == 4 else b"\x04") + address.packed
    return b"\x05" + bytes((command,)) + b"\x00" + kind + port.to_bytes(2, "big")


@contextlib.asynccontextmanager
async def through(dial: Connect, quota: Quota | None = None) -> AsyncIterator[Streams]:
    """A connection with a gateway."""
    async with gateway(dial, quota or Quota(pytest.fail)) as url:
        reader, writer = await asyncio.open_connection("127.0.0.1", port_of(url))
        try:
            yield reader, writer
        finally:
            writer.close()
            with contextlib.suppress(OSError):
                await writer.wait_closed()


def port_of(url: str) -> int:
    return int(url.rpartition(":")[2])


async def asked(streams: Streams, request: bytes) -> int:
    """Greet and ask; the code of the reply."""
    reader, writer = streams
    writer.write(GREETING + request)
    assert await reader.readexactly(2) == b"\x05\x00"
    return (await reader.readexactly(10))[1]


@contextlib.asynccontextmanager
async def server(
    serve: Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]],
) -> AsyncIterator[int]:
    listening = await asyncio.start_server(serve, "127.0.0.1", 0)
    try:
        yield listening.sockets[0].getsockname()[1]
    finally:
        listening.close()


async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.write((await reader.read(100)).upper())
    writer.close()


def direct(*hosts: str) -> Connector:
    """A dialler for an audit of hosts, without a proxy."""
    return Connector(AddressGuard(hosts), lambda _: None)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"], ids=["an address", "a name"])
def test_what_may_be_dialled_is_carried_both_ways(host: str) -> None:
    async def talk() -> bytes:
        async with server(echo) as port, through(direct("127.0.0.1")) as streams:
            assert await asked(streams, asking_for(host, port)) == OPENED
            streams[1].write(b"hello")
            return await streams[0].read()

    assert asyncio.run(talk()) == b"HELLO"


@pytest.mark.parametrize(
    "host",
    ["127.0.0.2", "169.254.169.254", "10.0.0.1", "::1", "::ffff:a00:1", "localhost"],
)
def test_a_private_address_is_refused(host: str) -> None:
    async def talk() -> int:
        async with through(direct("8.8.8.8")) as streams:
            return await asked(streams, asking_for(host, 80))

    assert asyncio.run(talk()) == NOT_ALLOWED


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        pytest.param(asking_for("127.0.0.1", 1), UNREACHABLE, id="nothing listens"),
        pytest.param(asking_for("no-such-name.invalid", 80), UNREACHABLE, id="no such name"),
        pytest.param(asking_for("127.0.0.1", 80, command=3), UNKNOWN_COMMAND, id="UDP"),
    ],
)
def test_what_cannot_be_reached_is_said(request_: bytes, code: int) -> None:
    async def talk() -> int:
        async with through(direct("127.0.0.1")) as streams:
            return await asked(streams, request_)

    assert asyncio.run(talk()) == code


@pytest.mark.parametrize("garbage", [b"", b"GET / HTTP/1.1\r\n\r\n", b"\x05\xff", b"\x04\x01\x00"])
def test_garbage_ends_the_connection(garbage: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gateways, "_HANDSHAKE", 0.2)

    async def talk() -> bytes:
        async with through(direct("127.0.0.1")) as (reader, writer):
            writer.write(garbage)
            return await reader.read()

    assert asyncio.run(talk())[2:] in (b"", b"\x07\x00\x01\x00\x00\x00\x00\x00\x00")


def test_a_connection_goes_elsewhere_where_the_user_says_so() -> None:
    async def talk() -> bytes:
        async with server(echo) as port:
            override = ConnectOverride("www.example.test", 443, "127.0.0.1", port)
            dial = Connector(AddressGuard(["127.0.0.1"]), lambda _: None, [override])
            async with through(dial) as streams:
                assert await asked(streams, asking_for("www.example.test", 443)) == OPENED
                streams[1].write(b"hello")
                return await streams[0].read()

    assert asyncio.run(talk()) == b"HELLO"


async def heard(reader: asyncio.StreamReader, most: int = -1) -> bytes:
    """What comes until the end; nothing where the connection is reset."""
    try:
        return await reader.read(most)
    except ConnectionError:
        return b""


async def endless(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError), contextlib.closing(writer):
        while True:
            writer.write(b"x" * 10_000)
            await writer.drain()


def test_a_body_without_end_is_cut_and_so_is_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "MAX_BYTES", 300_000)
    exceeded: list[str] = []

    async def talk() -> tuple[int, int]:
        quota = Quota(exceeded.append)
        async with server(endless) as port:
            request = asking_for("127.0.0.1", port)
            async with through(direct("127.0.0.1"), quota) as streams:
                assert await asked(streams, request) == OPENED
                first = len(await heard(streams[0]))
            async with through(direct("127.0.0.1"), quota) as streams:
                return first, len(await heard(streams[0]))

    first, second = asyncio.run(talk())
    assert 0 < first <= 300_000
    assert (second, exceeded) == (0, ["It sent and received more than 300,000 bytes."])


def test_an_upload_without_end_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "MAX_BYTES", 300_000)
    received = 0
    exceeded: list[str] = []

    async def sink(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal received
        with contextlib.closing(writer):
            while chunk := await heard(reader, 10_000):
                received += len(chunk)

    async def talk() -> None:
        async with (
            server(sink) as port,
            through(direct("127.0.0.1"), Quota(exceeded.append)) as (reader, writer),
        ):
            assert await asked((reader, writer), asking_for("127.0.0.1", port)) == OPENED
            with contextlib.suppress(OSError):
                while not exceeded:
                    writer.write(b"x" * 10_000)
                    await writer.drain()

    asyncio.run(talk())
    assert received <= 300_000


def test_connections_without_end_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "MAX_REQUESTS", 2)
    exceeded: list[str] = []

    async def talk() -> list[bytes]:
        quota = Quota(exceeded.append)
        greetings = []
        async with server(echo) as port:
            for _ in range(3):
                async with through(direct("127.0.0.1"), quota) as (reader, writer):
                    writer.write(GREETING + asking_for("127.0.0.1", port))
                    greetings.append(await heard(reader, 2))
        return greetings

    assert asyncio.run(talk()) == [b"\x05\x00", b"\x05\x00", b""]
    assert exceeded == ["It opened more than 2 connections."]


def test_a_gateway_that_is_closed_ends_its_connections() -> None:
    async def talk() -> bytes:
        async with server(endless) as port:
            async with gateway(direct("127.0.0.1"), Quota(pytest.fail)) as url:
                streams = await asyncio.open_connection("127.0.0.1", port_of(url))
                assert await asked(streams, asking_for("127.0.0.1", port)) == OPENED
            await heard(streams[0])  # comes to an end
            streams[1].close()
            with pytest.raises(ConnectionRefusedError):
                await asyncio.open_connection("127.0.0.1", port_of(url))
            return await heard(streams[0])

    assert asyncio.run(talk()) == b""


def test_a_proxy_is_asked_for_a_tunnel_and_shown_the_login() -> None:
    heard: list[bytes] = []

    async def proxy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        heard.append(await reader.readuntil(b"\r\n\r\n"))
        writer.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
        await echo(reader, writer)

    async def talk() -> bytes:
        async with server(proxy) as port:
            address = f"http://user:p%40ss@127.0.0.1:{port}"
            dial = Connector(AddressGuard(), lambda _: address)
            async with through(dial) as streams:
                assert await asked(streams, asking_for("8.8.8.8", 443)) == OPENED
                streams[1].write(b"hello")
                return await streams[0].read()

    assert asyncio.run(talk()) == b"HELLO"
    assert heard == [
        b"CONNECT 8.8.8.8:443 HTTP/1.1\r\nHost: 8.8.8.8:443\r\n"
        b"Proxy-Authorization: Basic dXNlcjpwQHNz\r\n\r\n"
    ]


@pytest.mark.parametrize(
    ("host", "code"),
    [
        pytest.param("10.0.0.1", NOT_ALLOWED, id="a private address"),
        pytest.param("8.8.8.8", UNREACHABLE, id="the proxy refuses"),
    ],
)
def test_a_proxy_is_not_asked_for_what_may_not_be_dialled(host: str, code: int) -> None:
    async def refuse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 403 Forbidden\r\n\r\n")
        writer.close()

    async def talk() -> int:
        async with server(refuse) as port:
            dial = Connector(AddressGuard(), lambda _: f"http://127.0.0.1:{port}")
            async with through(dial) as streams:
                return await asked(streams, asking_for(host, 443))

    assert asyncio.run(talk()) == code
