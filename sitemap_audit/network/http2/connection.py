"""A connection by HTTP/2 (RFC 9113), with a stream for each request."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, cast

from h2 import events
from h2.config import H2Configuration
from h2.connection import ConnectionState, H2Connection
from h2.errors import ErrorCodes
from h2.exceptions import FrameTooLargeError, ProtocolError
from h2.settings import SettingCodes, Settings

from sitemap_audit.network.http2 import Http2Error, UnprocessedError
from sitemap_audit.network.http2.response import Http2Response

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

WINDOW = 16 * 2**20
"Bytes that may have come by a connection and not be read yet."
STREAM_WINDOW = 2**20
"The same of one answer."
MAX_HEADERS = 256 * 2**10
"Bytes of all headers of one answer; aiohttp takes as much for one header."
FRAME_HEADER = 9
"Bytes, the first three of which say how many follow."
IDLE = 15.0
"Seconds that a connection without requests is kept."


class Http2Connection(asyncio.Protocol):
    """Takes requests while it :attr:`has_room`."""

    transport: asyncio.Transport

    def __init__(self) -> None:
        # What is wrong with a header is the audit's to say.
        lenient = H2Configuration(
            header_encoding=None, validate_inbound_headers=False, normalize_inbound_headers=False
        )
        self._h2 = H2Connection(lenient)
        self._h2.local_settings = Settings(
            client=True,
            initial_values={
                SettingCodes.ENABLE_PUSH: 0,
                SettingCodes.INITIAL_WINDOW_SIZE: STREAM_WINDOW,
                SettingCodes.MAX_HEADER_LIST_SIZE: MAX_HEADERS,
            },
        )
        self._h2.decoder.max_header_list_size = MAX_HEADERS
        self._loop = asyncio.get_running_loop()
        self._responses: dict[int, Http2Response] = {}
        self._unread = bytearray()
        self._takes_requests = True
        self._idle: asyncio.TimerHandle | None = None
        self.is_open = True
        self.heard_at = 0.0
        "When the server last said something, by the event loop's clock."
        self.ready: asyncio.Future[None] = self._loop.create_future()
        "Done when the server has sent its settings, without which it speaks no HTTP/2."

    @property
    def has_room(self) -> bool:
        """Whether it takes a further request now."""
        most = self._h2.remote_settings.max_concurrent_streams
        return self._takes_requests and len(self._responses) < most

    @property
    def protocol(self) -> str | None:
        """What server and client have agreed on while they began to encrypt (ALPN)."""
        chosen: str | None = self.transport.get_extra_info("ssl_object").selected_alpn_protocol()
        return chosen

    def ask(self, headers: Iterable[tuple[bytes, bytes]], deadline: float) -> Http2Response:
        """Send a request without a body.

        Raises:
            UnprocessedError: the connection cannot take it.
        """
        self._keep()
        try:
            stream = self._h2.get_next_available_stream_id()
            self._h2.send_headers(stream, headers, end_stream=True)
        except ProtocolError as error:
            self._takes_requests = False
            raise UnprocessedError(str(error)) from error
        response = self._responses[stream] = Http2Response(self, stream, deadline)
        self._flush()
        return response

    def acknowledge(self, stream: int, size: int) -> None:
        """So much of an answer has been read: the server may send as much again."""
        if self.is_open and size:
            self._h2.acknowledge_received_data(size, stream)
            self._flush()

    def release(self, stream: int, unread: int) -> None:
        """Have the server send no more of an answer of which so much has not been read."""
        response = self._responses.pop(stream)
        if not self.is_open:
            return
        self._h2.acknowledge_received_data(unread, stream)
        if not response.is_whole:
            with suppress(ProtocolError):  # the server has reset it itself
                self._h2.reset_stream(stream, ErrorCodes.CANCEL)
        self._flush()
        self._rest()

    def close(self, why: str) -> None:
        """Have nothing more to do with the server; what is still asked for fails."""
        self._takes_requests = self.is_open = False
        self._keep()
        self.transport.abort()
        for response in self._responses.values():
            response.fail(Http2Error(why))
        if not self.ready.done():
            self.ready.set_exception(Http2Error(why))
            self.ready.exception()  # nobody may be waiting any more

    def _rest(self) -> None:
        """Where nothing is asked for, close the connection: in a while, or at once."""
        self._keep()
        if not self._responses:
            seconds = IDLE if self._takes_requests else 0
            self._idle = self._loop.call_later(seconds, self.close, "It is idle.")

    def _keep(self) -> None:
        if self._idle is not None:
            self._idle.cancel()
            self._idle = None

    def _flush(self) -> None:
        said = self._h2.data_to_send()
        if said and not self.transport.is_closing():
            self.transport.write(said)

    # What the event loop calls.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin to speak."""
        # uvloop's does not say that it is one.
        self.transport = cast("asyncio.Transport", transport)
        self._h2.initiate_connection()
        self._h2.increment_flow_control_window(WINDOW - self._h2.inbound_flow_control_window)
        self._flush()

    def data_received(self, data: bytes) -> None:
        """Hand on what the server says."""
        self.heard_at = self._loop.time()
        try:
            for frame in self._frames(data):
                for event in self._h2.receive_data(frame):
                    self._note(event)
        except ProtocolError as error:
            self.close(f"The server does not keep to HTTP/2: {error}")
        else:
            self._flush()

    def pause_writing(self) -> None:
        """More waits to be sent than requests ever are."""
        self.close("The server asks, and does not read the answers.")

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing more will come."""
        self.close(f"The server closed the connection ({exc or 'without a word'}).")

    def _frames(self, data: bytes) -> Iterator[bytes]:
        """Whole frames (RFC 9113, 4.1), each by itself: h2 takes none that follow a GOAWAY."""
        self._unread += data
        while len(self._unread) >= FRAME_HEADER:
            size = int.from_bytes(self._unread[:3], "big")
            if size > self._h2.max_inbound_frame_size:
                raise FrameTooLargeError(f"It sends a frame of {size} bytes.")
            end = FRAME_HEADER + size
            if len(self._unread) < end:
                return
            frame = bytes(self._unread[:end])
            del self._unread[:end]
            yield frame

    def _note(self, event: events.Event) -> None:
        if isinstance(event, events.RemoteSettingsChanged):
            if not self.ready.done():
                self.ready.set_result(None)
        elif isinstance(event, events.ConnectionTerminated):
            self._note_end(event)
        elif (stream := getattr(event, "stream_id", None)) in self._responses:
            _hand_on(event, self._responses[stream])

    def _note_end(self, event: events.ConnectionTerminated) -> None:
        """GOAWAY: what the server has begun to answer may still come (RFC 9113, 6.8)."""
        self._takes_requests = False
        if event.error_code == ErrorCodes.NO_ERROR:
            # To h2 the connection is closed.
            self._h2.state_machine.state = ConnectionState.CLIENT_OPEN
        last = event.last_stream_id or 0
        for stream, response in self._responses.items():
            if stream > last:
                response.fail(UnprocessedError("The server closes the connection."))
        self._rest()


def _hand_on(event: events.Event, response: Http2Response) -> None:
    match event:
        case events.ResponseReceived():
            response.begin([(bytes(name), bytes(value)) for name, value in event.headers])
        case events.DataReceived():
            response.add(event.data, event.flow_controlled_length)
        case events.StreamEnded():
            response.end()
        case events.StreamReset(error_code=ErrorCodes.REFUSED_STREAM):
            response.fail(UnprocessedError("The server takes no further stream."))
        case events.StreamReset():
            response.fail(Http2Error(f"The server reset the stream ({event.error_code!r})."))
