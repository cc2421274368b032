"""Limit the total size of response headers, as browsers do.

aiohttp limits the length and the number of header lines and rejects responses that exceed either.
This module limits the total bytes instead, so 150 Link headers with hreflang are fine. A response
with larger headers is not checked. A Content-Length sent twice is read, as browsers do.
"""

from __future__ import annotations

import functools
import re
from typing import TYPE_CHECKING, Any

from aiohttp.client_proto import ResponseHandler
from scrapy.exceptions import DownloadCancelledError

if TYPE_CHECKING:
    import aiohttp

LONGEST = 384 * 2**10
"""Maximum bytes of all header lines, as in Firefox (``network.http.max_response_header_size`` in
its StaticPrefList.yaml); Chromium has 256 KiB (``kMaxHeaderBufSize`` in its
net/http/http_stream_parser.h)."""
_LENGTH = re.compile(rb"\r\nContent-Length:[ \t]*([0-9, \t]+)(?=\r\n|\Z)", re.IGNORECASE)
_SHORTEST_LINE = len("a:\n")
_ROOM = 2**20
"More than one read returns, so that this limit applies before aiohttp's limit per line."
_SEPARATORS = len(": \r\n")


class HeadersTooLongError(DownloadCancelledError):
    """The headers or trailers of a response exceed LONGEST."""

    def __init__(self) -> None:
        super().__init__(f"Its header lines have more than {LONGEST:,} bytes.")


class _Protocol(ResponseHandler):
    """aiohttp's protocol, with a count of the bytes outside the body."""

    _beside_body = 0
    "Bytes of headers (also of 1xx responses) and trailers."
    _has_head = False

    def set_response_params(self, **given: Any) -> None:
        """Reset the count: a request is sent, and the headers of its response follow."""
        self._beside_body, self._has_head = 0, False
        super().set_response_params(**given)

    def data_received(self, data: bytes) -> None:
        """Process data; close the connection if the bytes outside the body exceed the limit."""
        body = self._payload
        read = body.total_bytes if body is not None else 0
        had_head = self._has_head
        if not had_head:
            self._beside_body += len(data)
            data = _with_one_length(data)
        super().data_received(data)
        if not had_head and self._has_head:
            self._beside_body = 0
        elif body is not None and had_head and not self._reading_paused:
            grew = body.total_bytes > read
            self._beside_body = 0 if grew else self._beside_body + len(data)
        if self._beside_body > LONGEST:
            self._refuse()

    def feed_data(self, data: Any, size: int = 0) -> None:
        """Check the size of complete headers."""
        message, _ = data
        if message.code >= 200 or message.code == 101:
            self._has_head = True
            if self._beside_body > LONGEST and _size(message.raw_headers) > LONGEST:
                self._refuse()
                return
        super().feed_data(data, size)

    def _refuse(self) -> None:
        error = HeadersTooLongError()
        if self._payload is not None and self._has_head:
            self._payload.set_exception(error)
        self.set_exception(error)
        if self.transport is not None:
            self.transport.close()


def _with_one_length(data: bytes) -> bytes:
    """Replace several Content-Lengths that are the same by one, as RFC 9112, 6.3, allows."""
    head, end, body = data.partition(b"\r\n\r\n")
    lines = _LENGTH.findall(head)
    lengths = {length.strip() for line in lines for length in line.split(b",")}
    if len(lengths) != 1 or lines == [*lengths]:
        return data
    return b"%b\r\nContent-Length: %b%b%b" % (_LENGTH.sub(b"", head), lengths.pop(), end, body)


def _size(headers: tuple[tuple[bytes, bytes], ...]) -> int:
    return sum(len(name) + len(value) + _SEPARATORS for name, value in headers)


def allow_long_headers(session: aiohttp.ClientSession) -> None:
    """Make a session limit the total size of headers instead of each line."""
    session._max_field_size = session._max_line_size = LONGEST + _ROOM
    session._max_headers = (LONGEST + _ROOM) // _SHORTEST_LINE
    connector: Any = session.connector
    connector._factory = functools.partial(_Protocol, loop=session._loop)
