"""How long the head of a response may be: as long as a browser takes.

aiohttp bounds each header line and the number of them, and a response that exceeds either is an
invalid one to it. Here the bytes of the head count, however they are spread over lines: 150 Link
lines of hreflang are fine. What is longer says nothing about the server but that we stopped.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from aiohttp.client_proto import ResponseHandler
from scrapy.exceptions import DownloadCancelledError

if TYPE_CHECKING:
    import aiohttp

LONGEST = 384 * 2**10
"""Bytes of all header lines: those that Firefox takes (``network.http.max_response_header_size`` in
its StaticPrefList.yaml); Chromium takes 256 KiB (``kMaxHeaderBufSize`` in its
net/http/http_stream_parser.h)."""
_SHORTEST_LINE = len("a:\n")
_ROOM = 2**20
"More than comes at once: aiohttp is not to call a line too long before it is counted here."
_SEPARATORS = len(": \r\n")


class HeadTooLongError(DownloadCancelledError):
    """A response whose head, or what follows its body in place of more, is longer than is read."""

    def __init__(self) -> None:
        super().__init__(f"Its header lines have more than {LONGEST:,} bytes.")


class _Protocol(ResponseHandler):
    """aiohttp's, which counts the bytes that are no body."""

    _beside_body = 0
    "Of the head; of an announcement (1xx), too, and of what comes behind the body."
    _has_head = False

    def set_response_params(self, **given: Any) -> None:
        """A request is made: what comes now is the head of its response."""
        self._beside_body, self._has_head = 0, False
        super().set_response_params(**given)

    def data_received(self, data: bytes) -> None:
        """Read on, and end the connection where no body comes."""
        body = self._payload
        read = body.total_bytes if body is not None else 0
        had_head = self._has_head
        if not had_head:
            self._beside_body += len(data)
        super().data_received(data)
        if not had_head and self._has_head:
            self._beside_body = 0
        elif body is not None and had_head and not self._reading_paused:
            grew = body.total_bytes > read
            self._beside_body = 0 if grew else self._beside_body + len(data)
        if self._beside_body > LONGEST:
            self._refuse()

    def feed_data(self, data: Any, size: int = 0) -> None:
        """A head is whole, and may be too long all the same."""
        message, _ = data
        if message.code >= 200 or message.code == 101:
            self._has_head = True
            if self._beside_body > LONGEST and _size(message.raw_headers) > LONGEST:
                self._refuse()
                return
        super().feed_data(data, size)

    def _refuse(self) -> None:
        error = HeadTooLongError()
        if self._payload is not None and self._has_head:
            self._payload.set_exception(error)
        self.set_exception(error)
        if self.transport is not None:
            self.transport.close()


def _size(headers: tuple[tuple[bytes, bytes], ...]) -> int:
    return sum(len(name) + len(value) + _SEPARATORS for name, value in headers)


def take_long_heads(session: aiohttp.ClientSession) -> None:
    """Have a session count the bytes of a head in place of its lines."""
    session._max_field_size = session._max_line_size = LONGEST + _ROOM
    session._max_headers = (LONGEST + _ROOM) // _SHORTEST_LINE
    connector: Any = session.connector
    connector._factory = functools.partial(_Protocol, loop=session._loop)
