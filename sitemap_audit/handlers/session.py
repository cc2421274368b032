"""The aiohttp session: limits of headers, truncated bodies, guarded connections, ``--connect-to``.

Scrapy's handler makes a session without these, which has no parameters for them.
"""

from __future__ import annotations

import functools
import re
import sys
from typing import TYPE_CHECKING, Any

import aiohttp
from aiohttp.client_proto import ResponseHandler
from aiohttp.http_exceptions import BadHttpMessage, LineTooLong
from scrapy.core.downloader.handlers._aiohttp import _ClientResponse
from scrapy.exceptions import DownloadCancelledError

from sitemap_audit.handlers.connect_to import overridden

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

    from aiohttp.abc import ResolveResult
    from aiohttp.tracing import Trace

    from sitemap_audit.handlers.connect_to import ConnectOverride

MAX_HEADER_BYTES = 384 * 2**10
"""Maximum bytes of all header lines, or of one, such as Link with all hreflang annotations: as many
as Firefox reads (``network.http.max_response_header_size`` in its StaticPrefList.yaml)."""
MAX_HEADERS = 256
"Maximum number of header lines: 200 Link headers fit; Chromium keeps 180 cookies of a site."
_LENGTH = re.compile(rb"\r\nContent-Length:[ \t]*([0-9, \t]+)(?=\r\n|\Z)", re.IGNORECASE)


class HeadersTooLongError(DownloadCancelledError):
    """A response has more than MAX_HEADERS header lines, or more than MAX_HEADER_BYTES of them."""

    def __init__(self) -> None:
        super().__init__(
            f"It has more than {MAX_HEADERS} header lines, or {MAX_HEADER_BYTES:,} bytes of them."
        )


def are_headers_too_long(error: BaseException | None) -> bool:
    """Return whether aiohttp refused a response, somewhere in a chain of exceptions, for that."""
    while error is not None:
        if isinstance(error, LineTooLong):
            return True
        if isinstance(error, BadHttpMessage) and error.message.startswith("Too many headers"):
            return True
        error = error.__cause__
    return False


class TruncatedResponse(_ClientResponse):
    """A response whose body is truncated to ``most`` bytes; 0 for no limit."""

    most = 0
    is_truncated = False

    async def pieces(self) -> AsyncIterator[bytes]:
        """Yield the chunks of the body up to the limit."""
        room = self.most or sys.maxsize
        async for piece in self.content.iter_any():
            self.is_truncated = len(piece) > room
            yield piece[:room]
            if self.is_truncated:
                return
            room -= len(piece)


class _Protocol(ResponseHandler):
    """aiohttp's protocol; reads a Content-Length that is sent twice, as browsers do.

    aiohttp limits the number and the length of header lines, and not their sum.
    """

    _has_head = False
    _head_bytes = 0

    def set_response_params(self, **given: Any) -> None:
        self._has_head, self._head_bytes = False, 0
        super().set_response_params(**given)

    def data_received(self, data: bytes) -> None:
        if not self._has_head:
            head, end, body = data.partition(b"\r\n\r\n")
            self._has_head = bool(end)
            self._head_bytes += len(head)
            if self._head_bytes > MAX_HEADER_BYTES:
                self.set_exception(LineTooLong("headers", MAX_HEADER_BYTES))
                self.abort()
                return
            data = _with_one_length(head) + end + body
        super().data_received(data)


def _with_one_length(head: bytes) -> bytes:
    """Replace several Content-Lengths that are the same by one, as RFC 9112, 6.3, allows."""
    lines = _LENGTH.findall(head)
    lengths = {length.strip() for line in lines for length in line.split(b",")}
    if len(lengths) != 1 or lines == [*lengths]:
        return head
    return b"%b\r\nContent-Length: %b" % (_LENGTH.sub(b"", head), lengths.pop())


class _Connector(aiohttp.TCPConnector):
    """aiohttp's connector; connects to another server where ``--connect-to`` names one."""

    def __init__(self, overrides: Sequence[ConnectOverride], **given: Any) -> None:
        super().__init__(**given)
        self._factory = functools.partial(_Protocol, loop=self._loop)  # type: ignore[assignment]
        self._overrides = overrides

    # Its resolver would get host names only, no IP addresses.
    async def _resolve_host(
        self, host: str, port: int, traces: Sequence[Trace] | None = None
    ) -> list[ResolveResult]:
        return await super()._resolve_host(*overridden(self._overrides, host, port), traces)


def open_session(overrides: Sequence[ConnectOverride], **connector: Any) -> aiohttp.ClientSession:
    """Open a session like that of Scrapy's handler, with the limits of this module.

    Args:
        overrides: those of ``--connect-to``.
        connector: parameters of aiohttp's TCPConnector.
    """
    return aiohttp.ClientSession(
        connector=_Connector(overrides, **connector),
        cookie_jar=aiohttp.DummyCookieJar(),
        auto_decompress=False,
        response_class=TruncatedResponse,
        skip_auto_headers=("Accept", "Accept-Encoding", "Content-Type", "User-Agent"),
        max_line_size=MAX_HEADER_BYTES,
        max_field_size=MAX_HEADER_BYTES,
        max_headers=MAX_HEADERS,
        middlewares=[_without_empty_body],
    )


async def _without_empty_body(
    request: aiohttp.ClientRequest, send: aiohttp.ClientHandlerType
) -> aiohttp.ClientResponse:
    """Send no Content-Length of the empty body that Scrapy's handler gives every request."""
    if not request.body or not request.body.size:
        await request.update_body(None)
    return await send(request)
