"""Connections by HTTP/2, with servers that do as they should and with others."""

from __future__ import annotations

import asyncio
import socket
import ssl
from typing import TYPE_CHECKING, NamedTuple

import aiohttp
import pytest
from aiohttp.abc import ResolveResult
from h2.errors import ErrorCodes
from mockserver.http2 import Said, Stream, http2, nothing
from mockserver.scripted import Asked, Scripted, answer, scripted
from yarl import URL

from sitemap_audit.network.addresses import AddressGuard
from sitemap_audit.network.fetches import NotFetched
from sitemap_audit.network.http2 import ALPN, Http2Error
from sitemap_audit.network.http2.session import Http2Session

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

    from aiohttp import AddrInfoType
    from mockserver.certificates import Certificates

    from sitemap_audit.network.http2.response import Http2Response

MEGABYTE = 2**20


class Client(NamedTuple):
    """A session that trusts a test's authority."""

    session: Http2Session
    context: ssl.SSLContext
    address: str

    async def ask(self, path: str, *, seconds: float = 10) -> Http2Response:
        return await self.session.request(
            "GET",
            URL(self.address + path, encoded=True),
            headers=[("User-Agent", "test"), ("Connection", "keep-alive")],
            timeout=aiohttp.ClientTimeout(total=seconds),
            ssl=self.context,
        )

    async def get(self, path: str, *, seconds: float = 10) -> bytes:
        """The body."""
        async with await self.ask(path, seconds=seconds) as response:
            return b"".join([piece async for piece in response.iter_any()])


def any_socket(info: AddrInfoType) -> socket.socket:
    return socket.socket(*info[:3])


async def itself(host: str, port: int) -> list[ResolveResult]:
    """The addresses of a host that is one."""
    return [ResolveResult(hostname=host, host=host, port=port, family=0, proto=0, flags=0)]


def run(
    use: Callable[[Client], Awaitable[object]],
    server: Scripted,
    certificates: Certificates,
    open_socket: Callable[[AddrInfoType], socket.socket] = any_socket,
) -> None:
    """Have a client used."""

    async def main() -> None:
        context = ssl.create_default_context(cafile=certificates.authority)
        context.set_alpn_protocols(list(ALPN))
        session = Http2Session(itself, open_socket)
        try:
            async with asyncio.timeout(60):
                await use(Client(session, context, server.address))
        finally:
            await session.close()

    asyncio.run(main())


def connections(client: Client) -> int:
    (opened,) = client.session._connections.values()
    return sum(each.is_open for each in opened)


def test_an_answer_is_what_the_server_said(certificates: Certificates) -> None:
    async def use(client: Client) -> None:
        async with await client.ask("/a%7Eb?c=d") as response:
            body = b"".join([piece async for piece in response.content.iter_any()])
        assert (response.status, body) == (404, b"not here")
        assert (b"link", "<é>".encode("latin-1")) in response.raw_headers
        assert response.version == (2, 0)
        assert response._peername[0] == "127.0.0.1"
        assert response._ssl_object.getpeercert(binary_form=True)

    said = answer("not here", status="404 Not Found", headers=["Link: <é>"])
    with http2(lambda _: said, certificates.good()) as server:
        run(use, server, certificates)
    (asked,) = server.asked
    assert (asked.method, asked.target) == ("GET", "/a%7Eb?c=d")
    assert asked.headers[":authority"] == server.address.removeprefix("https://")
    assert asked.headers["user-agent"] == "test"
    assert "connection" not in asked.headers


def test_requests_at_once_share_a_connection(certificates: Certificates) -> None:
    async def use(client: Client) -> None:
        bodies = await asyncio.gather(*(client.get(f"/{number}") for number in range(50)))
        assert bodies == [f"/{number}".encode() for number in range(50)]
        assert connections(client) == 1

    with http2(lambda asked: answer(asked.target), certificates.good()) as server:
        run(use, server, certificates)


def test_what_a_connection_has_no_room_for_goes_by_another(certificates: Certificates) -> None:
    async def use(client: Client) -> None:
        bodies = await asyncio.gather(*(client.get(f"/{number}") for number in range(10)))
        assert bodies == [f"/{number}".encode() for number in range(10)]
        assert 1 < connections(client) <= 4

    asked_for: list[str] = []
    fourth = asyncio.Event()

    async def with_a_fourth(asked: Asked) -> bytes:
        asked_for.append(asked.target)
        if len(asked_for) == 4:
            fourth.set()
        await fourth.wait()
        return answer(asked.target)

    with http2(with_a_fourth, certificates.good(), most=3) as server:
        run(use, server, certificates)


def test_a_body_that_is_not_read_to_its_end_stops_no_other(certificates: Certificates) -> None:
    async def endless(stream: Stream) -> None:
        stream.begin("200")
        while True:
            await stream.body(b"x" * MEGABYTE)

    async def use(client: Client) -> None:
        for _ in range(20):  # more than all windows together
            async with await client.ask("/endless") as response:
                async for _ in response.iter_any():
                    break
            assert await client.get("/small") == b"small"
        assert connections(client) == 1

    def script(asked: Asked) -> bytes | Said:
        return Said(b"", endless) if asked.target == "/endless" else answer("small")

    with http2(script, certificates.good()) as server:
        run(use, server, certificates)


def test_a_large_body_is_held_in_memory_in_small_parts_only(certificates: Certificates) -> None:
    megabytes = 64

    async def large(stream: Stream) -> None:
        stream.begin("200")
        for _ in range(megabytes):
            await stream.body(b"x" * MEGABYTE)
        stream.end()

    async def use(client: Client) -> None:
        size = most = 0
        async with await client.ask("/large", seconds=60) as response:
            async for piece in response.iter_any():
                size += len(piece)
                await asyncio.sleep(0)  # a reader that is slower than the server
                most = max(most, sum(held for _, held in response._pieces))
        assert size == megabytes * MEGABYTE
        assert most <= MEGABYTE

    with http2(lambda _: Said(b"", large), certificates.good()) as server:
        run(use, server, certificates)


def test_goaway_lets_come_what_was_begun_and_sends_the_rest_again(
    certificates: Certificates,
) -> None:
    waiting = []

    async def act(stream: Stream) -> None:
        if stream.number == 1:
            waiting.append(stream)
        elif stream.number == 3 and len(waiting) == 1:
            waiting.clear()
            stream.goaway(1)
            first = Stream(stream._connection, 1)
            first.begin("200")
            await first.body(b"begun")
            first.end()
        else:
            await answered(stream)

    async def answered(stream: Stream) -> None:
        stream.begin("200")
        await stream.body(b"again")
        stream.end()

    def script(asked: Asked) -> Said:
        is_again = [each.target for each in server.asked].count(asked.target) > 1
        return Said(b"", answered if is_again else act)

    async def use(client: Client) -> None:
        bodies = await asyncio.gather(*map(client.get, ["/first", "/second"]))
        assert bodies == [b"begun", b"again"]

    with http2(script, certificates.good()) as server:
        run(use, server, certificates)
    assert [asked.target for asked in server.asked] == ["/first", "/second", "/second"]


async def reset(stream: Stream) -> None:
    stream.reset()


async def refuse(stream: Stream) -> None:
    stream.reset(ErrorCodes.REFUSED_STREAM)


async def reset_in_the_body(stream: Stream) -> None:
    stream.begin("200")
    await stream.body(b"half of")
    stream.reset()


async def hang_up_in_the_body(stream: Stream) -> None:
    stream.begin("200")
    await stream.body(b"half of")
    stream.hang_up()


async def end_early(stream: Stream) -> None:
    stream.begin("200", ("content-length", "100"))
    await stream.body(b"short")
    stream.end()


async def give_up(stream: Stream) -> None:
    stream.goaway(0, ErrorCodes.INTERNAL_ERROR)
    stream.hang_up()


async def announce_a_lot(stream: Stream) -> None:
    stream._connection.writer.write(b"\xff\xff\xff\0\0\0\0\0\x01" + b"x" * 1000)


async def say_a_lot(stream: Stream) -> None:
    stream.begin("200", *((f"x-{number}", "x" * 10_000) for number in range(40)))
    stream.end()


@pytest.mark.parametrize(
    "act",
    [
        reset,
        refuse,
        reset_in_the_body,
        hang_up_in_the_body,
        end_early,
        give_up,
        announce_a_lot,
        say_a_lot,
    ],
    ids=lambda act: act.__name__.replace("_", " "),
)
def test_what_does_not_come_whole_is_an_error(
    act: Callable[[Stream], Awaitable[None]], certificates: Certificates
) -> None:
    async def use(client: Client) -> None:
        with pytest.raises(Http2Error):
            await client.get("/bad")
        assert await client.get("/good") == b"good"

    def script(asked: Asked) -> bytes | Said:
        return Said(b"", act) if asked.target == "/bad" else answer("good")

    with http2(script, certificates.good()) as server:
        run(use, server, certificates)


def test_an_answer_that_does_not_come_in_time_stops_no_other(certificates: Certificates) -> None:
    async def use(client: Client) -> None:
        late = asyncio.create_task(client.get("/late", seconds=1))
        while not late.done():
            assert await client.get("/good") == b"good"
        with pytest.raises(TimeoutError):
            await late
        assert connections(client) == 1

    def script(asked: Asked) -> bytes | Said:
        return Said(None, nothing) if asked.target == "/late" else answer("good")

    with http2(script, certificates.good()) as server:
        run(use, server, certificates)


def test_a_connection_that_has_fallen_silent_is_given_up(certificates: Certificates) -> None:
    async def use(client: Client) -> None:
        assert await client.get("/early") == b"good"  # what the two sides agree on is said by then
        with pytest.raises(TimeoutError):
            await client.get("/late", seconds=0.5)
        assert connections(client) == 0

    def script(asked: Asked) -> bytes | Said:
        return Said(None, nothing) if asked.target == "/late" else answer("good")

    with http2(script, certificates.good()) as server:
        run(use, server, certificates)


def test_a_server_without_http2_is_asked_once(certificates: Certificates) -> None:
    async def use(client: Client) -> None:
        assert client.session.may_speak_with(client.address)
        with pytest.raises(Http2Error, match="does not speak"):
            await client.get("/")
        assert not client.session.may_speak_with(client.address)
        assert not client.session.may_speak_with("http://127.0.0.1/")

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificates.good())
    with scripted(lambda _: answer("one"), tls=context) as server:
        run(use, server, certificates)


@pytest.mark.parametrize("kind", ["expired", "wrong_host"])
def test_a_bad_certificate_is_no_connection(kind: str, certificates: Certificates) -> None:
    async def use(client: Client) -> None:
        with pytest.raises(Http2Error, match="certificate verify failed"):
            await client.get("/")

    certificate: Path = getattr(certificates, kind)()
    with http2(lambda _: answer("secret"), certificate) as server:
        run(use, server, certificates)
    assert server.asked == []


def test_a_private_address_is_not_dialled(certificates: Certificates) -> None:
    guard = AddressGuard(["8.8.8.8"])

    async def use(client: Client) -> None:
        await guard.learn()
        with pytest.raises(NotFetched, match="no public address"), guard.dialling("https://a/"):
            await client.get("/")

    with http2(lambda _: answer("secret"), certificates.good()) as server:
        run(use, server, certificates, guard.open_socket)
    assert server.asked == []
