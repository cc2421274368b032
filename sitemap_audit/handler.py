"""The download handler: Scrapy's aiohttp handler, and what an audit needs beyond it.

* The body of a sitemap goes to a file as it comes, so that memory does not grow with it, and what
  has come is kept when the rest does not.
* A certificate is verified. Where it fails, the answer is fetched all the same without, and the
  request's ``tls_problem`` says what is wrong.
"""

from __future__ import annotations

import ssl
import time
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import aiohttp
from scrapy.core.downloader.handlers._aiohttp import AiohttpDownloadHandler
from scrapy.exceptions import (
    DownloadConnectionRefusedError,
    DownloadFailedError,
    DownloadTimeoutError,
)
from scrapy.utils._download_handlers import make_response

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from scrapy import Request
    from scrapy.crawler import Crawler
    from scrapy.http import Response

MAX_HEADER = 256 * 2**10
"Bytes of one header line."
TLS_PROBLEMS = {
    9: "untrusted",
    10: "expired",
    18: "self-signed",
    19: "untrusted",
    20: "untrusted",
    21: "untrusted",
    62: "wrong-host",
    64: "wrong-host",
}
"By OpenSSL's verify code (X509_V_ERR_…)."


class AuditDownloadHandler(AiohttpDownloadHandler):
    """Fetches pages into memory and sitemaps into files."""

    # Since 2.19 it is what Scrapy uses wherever it runs without a reactor.
    experimental = False

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        # Link headers of many languages are longer than the 8,190 bytes that aiohttp takes.
        self._session._max_field_size = self._session._max_line_size = MAX_HEADER
        self._verified = self._ssl_context
        self._unverified = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        self._unverified.check_hostname = False
        self._unverified.verify_mode = ssl.CERT_NONE

    async def download_request(self, request: Request) -> Response:
        """Fetch; a second time without verifying where the certificate is at fault."""
        started = time.monotonic()
        try:
            return await super().download_request(request)
        except (DownloadConnectionRefusedError, DownloadFailedError) as error:
            if (problem := tls_problem(error)) is None:
                raise
            request.meta["tls_problem"] = problem
            started = time.monotonic()
            return await super().download_request(request)
        finally:
            request.meta["download_seconds"] = time.monotonic() - started

    @asynccontextmanager
    async def _make_request(
        self,
        request: Request,
        timeout: float,  # noqa: ASYNC109 - the base class's signature
    ) -> AsyncIterator[Any]:
        # The base class reads the context right when the request is made, before it first waits.
        self._ssl_context = self._unverified if "tls_problem" in request.meta else self._verified
        async with super()._make_request(request, timeout) as response:
            yield response

    async def _read_response(self, response: Any, request: Request) -> Response:
        if "spool" not in request.meta:
            return await super()._read_response(response, request)
        request.meta["stopped_by"] = await self._spool(response, request)
        headers = self._extract_headers(response)
        return make_response(**self._build_base_response_args(response, request, headers))

    async def _spool(self, response: Any, request: Request) -> str | None:
        """Write the body to the request's file; why it is not whole, where it is not."""
        left: int = request.meta["download_maxsize"]
        with Path(request.meta["spool"]).open("wb") as file:  # noqa: ASYNC230 - to the page cache
            try:
                async for chunk in self._iter_body_chunks(response):
                    file.write(chunk)
                    left -= len(chunk)
                    if left < 0:
                        return "size"
            except aiohttp.ClientPayloadError:
                return "truncated"
            except TimeoutError as error:
                if not file.tell():
                    raise DownloadTimeoutError(str(error)) from error
                return "time"
        return None


def tls_problem(error: BaseException) -> str | None:
    """What is wrong with a certificate; None where the error is of another kind."""
    cause = error.__cause__
    if isinstance(cause, aiohttp.ClientConnectorCertificateError):
        fault = cause.certificate_error
        code = fault.verify_code if isinstance(fault, ssl.SSLCertVerificationError) else 0
        return TLS_PROBLEMS.get(code, "untrusted")
    return None
