"""A server that speaks HTTP/2 and HTTP/1.1 over TLS, as well or as badly as a test wants."""

from __future__ import annotations

import asyncio
import contextlib
import ssl
import threading
from concurrent.futures import Future
from dataclasses import dataclass
from typing import TYPE_CHECKING

from h2 import events
from h2.config import H2Configuration
from h2.connection import H2Connection
from h2.errors import ErrorCodes
from h2.exceptions import ProtocolError
from h2.settings import SettingCodes, Settings

from mockserver.scripted import Asked, Scripted, parse

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator
    from pathlib import Path

    Act = Callable[["Stream"], Awaitable[None]]
    Script = Callable[[Asked], "bytes | Said | Awaitable[bytes]"]

OF_HTTP1 = ("connection", "keep-alive", "transfer-encoding")
"Headers that no answer by HTTP/2 has."


@dataclass(frozen=True)
class Said:
    """What is said by either protocol."""

    http1: bytes | None
    "To be followed by the end of the connection; None says nothing and does not end it."
    http2: Act


class Stream:
    """A request by HTTP/2 that is being answered."""

    def __init__(self, connection: _Connection, number: int) -> None:
        self._connection, self.number = connection, number
        self.h2 = connection.h2

    def begin(self, status: str, *headers: tuple[str, str]) -> None:
        """Send the headers."""
        said = [(name.encode(), value.encode("latin-1")) for name, value in headers]
        self.h2.send_headers(self.number, [(b":status", status.encode()), *said])
        self.flush()

    async def body(self, content: bytes) -> None:
        """Send a part of the body, as fast as the client takes it."""
        view = memoryview(content)
        while view:
            room = min(
                self.h2.local_flow_control_window(self.number), self.h2.max_outbound_frame_size
            )
            if not room:
                await self._connection.heard()
                continue
            self.h2.send_data(self.number, bytes(view[:room]))
            view = view[room:]
            self.flush()
            await self._connection.writer.drain()

    def end(self) -> None:
        """All of the body has been sent."""
        self.h2.end_stream(self.number)
        self.flush()

    def reset(self, code: ErrorCodes = ErrorCodes.INTERNAL_ERROR) -> None:
        """Send no more."""
        self.h2.reset_stream(self.number, code)
        self.flush()

    def goaway(self, last: int, code: ErrorCodes = ErrorCodes.NO_ERROR) -> None:
        """Say that the connection ends, and that no stream after the last one is looked at."""
        before = self.h2.state_machine.state
        self.h2.close_connection(code, last_stream_id=last)
        self.h2.state_machine.state = before
        self.flush()

    def hang_up(self) -> None:
        """End the connection without a word."""
        self._connection.writer.transport.abort()

    def flush(self) -> None:
        """Send what is to be sent."""
        self._connection.flush()


async def nothing(_: Stream) -> None:
    """Never answer."""


def plainly(message: bytes) -> Act:
    """The same as an answer by HTTP/1.1; where it is none, the stream is reset."""

    async def act(stream: Stream) -> None:
        head, _, body = message.partition(b"\r\n\r\n")
        first, *lines = head.decode("latin-1").split("\r\n")
        if not first.startswith("HTTP/1.1 "):
            return stream.reset()
        fields = [line.partition(":") for line in lines]
        headers = [(name.lower(), value.strip()) for name, _, value in fields]
        if ("transfer-encoding", "chunked") in headers:
            body = b"".join(_chunks(body))
        stream.begin(first.split()[1], *(each for each in headers if each[0] not in OF_HTTP1))
        await stream.body(body)
        return stream.end()

    return act


def _chunks(body: bytes) -> Iterator[bytes]:
    while body:
        size, _, rest = body.partition(b"\r\n")
        yield rest[: int(size, 16)]
        body = rest[int(size, 16) + 2 :]


class _Connection:
    def __init__(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        answer: Callable[[Asked], Awaitable[bytes | Said]],
        most: int,
    ) -> None:
        self.writer, self._reader, self._answer, self._most = writer, reader, answer, most
        self.h2 = H2Connection(H2Configuration(client_side=False, header_encoding="utf-8"))
        self._heard = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()

    async def speak(self) -> None:
        limits = {SettingCodes.MAX_CONCURRENT_STREAMS: self._most}
        self.h2.local_settings = Settings(client=False, initial_values=limits)
        self.h2.initiate_connection()
        self.flush()
        while data := await self._reader.read(65_536):
            for event in self.h2.receive_data(data):
                if isinstance(event, events.RequestReceived):
                    self._begin(event)
            self.flush()
            self._heard.set()
        for task in self._tasks:
            task.cancel()

    def _begin(self, event: events.RequestReceived) -> None:
        headers = {str(name): str(value) for name, value in event.headers}
        asked = Asked(headers[":method"], headers[":path"], headers)
        task = asyncio.create_task(self._act(asked, Stream(self, event.stream_id)))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _act(self, asked: Asked, stream: Stream) -> None:
        said = await self._answer(asked)
        act = plainly(said) if isinstance(said, bytes) else said.http2
        with contextlib.suppress(ProtocolError, ConnectionError):  # the client has gone
            await act(stream)

    async def heard(self) -> None:
        self._heard.clear()
        await self._heard.wait()

    def flush(self) -> None:
        self.writer.write(self.h2.data_to_send())


@contextlib.contextmanager
def http2(
    script: Script,
    certificate: Path,
    *,
    host: str = "127.0.0.1",
    most: int = 100,
    clients: Path | None = None,
) -> Iterator[Scripted]:
    """Answer every request by the script while the block runs.

    ``most`` streams a connection are allowed; ``clients`` is the authority that those who ask
    have to have a certificate of.
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    if clients is not None:
        context.load_verify_locations(clients)
        context.verify_mode = ssl.CERT_REQUIRED
    context.load_cert_chain(certificate)
    context.set_alpn_protocols(["h2", "http/1.1"])

    async def answer(asked: Asked) -> bytes | Said:
        server.asked.append(asked)
        said = script(asked)
        return said if isinstance(said, bytes | Said) else await said

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        served.add(asyncio.current_task())  # the loop does not hold it
        with contextlib.suppress(ProtocolError, ConnectionError, asyncio.IncompleteReadError):
            if writer.get_extra_info("ssl_object").selected_alpn_protocol() == "h2":
                await _Connection(reader, writer, answer, most).speak()
            else:
                await _speak_http1(reader, writer, answer)
        writer.close()

    async def listen() -> None:
        listening = await asyncio.start_server(serve, host, 0, ssl=context)
        port = listening.sockets[0].getsockname()[1]
        stop = asyncio.Event()
        started.set_result((port, asyncio.get_running_loop(), stop))
        await stop.wait()
        listening.close()

    served: set[asyncio.Task[None] | None] = set()
    started: Future[tuple[int, asyncio.AbstractEventLoop, asyncio.Event]] = Future()
    thread = threading.Thread(target=asyncio.run, args=(listen(),))
    thread.start()
    port, loop, stop = started.result()
    server = Scripted(f"https://{host}:{port}")
    try:
        yield server
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join()


async def _speak_http1(
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    answer: Callable[[Asked], Awaitable[bytes | Said]],
) -> None:
    asked = parse((await reader.readuntil(b"\r\n\r\n")).decode("latin-1"))
    said = await answer(asked)
    message = said if isinstance(said, bytes) else said.http1
    if message is None:
        await reader.read()  # until the client gives up
    else:
        writer.write(message)
        await writer.drain()
