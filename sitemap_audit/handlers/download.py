"""Download handler of the audit, based on Scrapy's aiohttp handler.

* A body larger than ``DOWNLOAD_MAXSIZE`` is truncated, as search engines do (see :mod:`.session`).
* The body of a sitemap is streamed to a file, so that memory does not grow. Slow bodies are
  accepted (see :mod:`.spool`).
* Certificates are verified. If that fails, the URL is fetched without verification and without
  credentials, and ``meta["tls_problem"]`` has the reason.
* Connections go to public IP addresses and to those of the audited site (see
  :mod:`.address_guard`).
* Credentials, signatures and proxies are added when the request is sent; they are not on the
  Request object (see :mod:`.credentials` and :mod:`.signing`).
"""

from __future__ import annotations

import time
from contextlib import asynccontextmanager, nullcontext
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from scrapy.core.downloader.handlers._aiohttp import AiohttpDownloadHandler
from scrapy.exceptions import (
    CannotResolveHostError,
    DownloadConnectionRefusedError,
    DownloadFailedError,
)
from scrapy.http import Headers
from scrapy.utils._download_handlers import make_response

from sitemap_audit.crawl_settings import AS_BOT, options_of
from sitemap_audit.handlers.address_guard import guard_of
from sitemap_audit.handlers.connect_to import read_connect_overrides
from sitemap_audit.handlers.credentials import read_credentials
from sitemap_audit.handlers.dns_errors import DnsErrors, UnresolvedError
from sitemap_audit.handlers.engine import is_ending
from sitemap_audit.handlers.host_map import read_host_map
from sitemap_audit.handlers.ignored_requests import CannotContinueError, NotFetched, Stopped
from sitemap_audit.handlers.session import (
    HeadersTooLongError,
    TruncatedResponse,
    are_headers_too_long,
    open_session,
)
from sitemap_audit.handlers.signing import SIGNED, has_signature, read_signer
from sitemap_audit.handlers.spool import (
    ALLOW_SLOW_BODY,
    BODY_TRUNCATED,
    header_timeout,
    max_seconds,
    spool,
)
from sitemap_audit.handlers.tls import TlsContexts, tls_problem
from sitemap_audit.items import FetchError
from sitemap_audit.machine.resources import missing_handle, out_of_handles
from sitemap_audit.masking import is_masked

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from scrapy import Request
    from scrapy.crawler import Crawler
    from scrapy.http import Response

    from sitemap_audit.handlers.credentials import Identity


class AuditDownloadHandler(AiohttpDownloadHandler):
    """Fetch pages into memory and sitemaps into files."""

    # Scrapy 2.19 uses it whenever it runs without a reactor.
    experimental = False
    # Created with the first request: after a usage error there is no audit.
    lazy = True

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        options = options_of(crawler.settings)
        follows = crawler.settings.getbool("HTTPPROXY_ENABLED")
        self._credentials = read_credentials(options, environment=follows)
        self._host_map = read_host_map(options)
        self._guard = guard_of(crawler.settings)
        self._signer = read_signer(options, self._guard.hosts)
        self._dns_errors = DnsErrors(self._guard.hosts)
        self._contexts = TlsContexts(crawler.settings, self._ssl_context)
        self._session.detach()
        self._session = open_session(
            read_connect_overrides(options),
            local_addr=self._bind_address,
            limit=self._pool_size_total,
            limit_per_host=self._pool_size_per_host,
            socket_factory=self._guard.open_socket,
        )

    async def download_request(self, request: Request) -> Response:
        """Fetch a request, from the mapped host if ``--map`` applies.

        Raises:
            NotFetched: the IP address is not allowed, or the URL contains a masked secret.
            Stopped: the crawl is stopping.
            CannotContinueError: the disk is full, or no file handle is left.
        """
        if is_masked(request.url):  # from a resumed audit
            raise NotFetched(FetchError.IGNORED, "The URL holds a secret, which is not stored.")
        if is_ending(self.crawler):
            raise Stopped("The crawl was stopped.")
        fetched = self._host_map.fetched(request)
        try:
            response = await self._download_noting_seconds(fetched)
        except CannotResolveHostError as error:
            raise await self._unresolved(fetched, error) from error
        finally:
            request.meta.update(fetched.meta)
        return self._host_map.mapped_response(request, fetched, response)

    async def _unresolved(self, request: Request, error: CannotResolveHostError) -> Exception:
        """Return the exception for a host name that could not be resolved."""
        if self._extract_proxy_url_with_creds(request) is not None:
            return NotFetched(FetchError.PROXY, f"The proxy's host name: {error}")
        name = getattr(error.__cause__, "host", None) or urlsplit(request.url).hostname or ""
        return UnresolvedError(str(error), await self._dns_errors.classify(name, error))

    async def _download_noting_seconds(self, request: Request) -> Response:
        started = time.monotonic()
        try:
            return await self._download(request)
        except Exception as error:
            if (ours := out_of_handles(error) or missing_handle()) is not None:
                raise CannotContinueError(ours) from error
            raise
        finally:
            request.meta["download_seconds"] = time.monotonic() - started

    async def _download(self, request: Request) -> Response:
        """Fetch a request; retry without verification if the certificate is invalid."""
        try:
            return await super().download_request(request)
        except (DownloadConnectionRefusedError, DownloadFailedError) as error:
            if are_headers_too_long(error):
                raise HeadersTooLongError from error
            if (problem := tls_problem(error)) is None:
                raise
            request.meta["tls_problem"] = problem
            response = await super().download_request(request)
            host = urlsplit(request.url).hostname
            request.meta["tls_problem"] = self._contexts.refined(problem, host)
            return response

    @asynccontextmanager
    async def _make_request(
        self,
        request: Request,
        timeout: float,  # noqa: ASYNC109 - the base class's signature
    ) -> AsyncIterator[Any]:
        url = request.url
        is_proxied = self._extract_proxy_url_with_creds(request) is not None
        if is_proxied:
            await self._guard.check_name(urlsplit(url).hostname or "", url)
        limit = (
            header_timeout(request, timeout) if ALLOW_SLOW_BODY in request.meta else nullcontext()
        )
        async with self._guard.connecting(url, is_proxied=is_proxied):
            # The base class reads this attribute before its first await.
            self._ssl_context = self._contexts.get(
                self._identity(request), is_verified="tls_problem" not in request.meta
            )
            async with (
                limit as head,
                super()._make_request(request, max_seconds(request, timeout)) as response,
            ):
                assert isinstance(response, TruncatedResponse)
                if head is not None:
                    head.reschedule(None)
                if is_proxied and response.status == 407:
                    raise NotFetched(FetchError.PROXY, "The proxy asks for a user and a password.")
                response.most = request.meta.get("download_maxsize", self._default_maxsize) or 0
                yield response

    def _identity(self, request: Request) -> Identity | None:
        """Return the credentials for a request; None if the server is not verified."""
        identity = self._credentials.of(request.url)
        if identity is not None and "tls_problem" in request.meta and not identity.unverified:
            return None
        return identity

    def _request_headers(self, request: Request) -> Headers:  # type: ignore[override]  # no longer static
        headers = super()._request_headers(request)
        identity = self._identity(request)
        if identity is not None:
            headers.update(identity.headers)
        # A signature would say that a request as a bot is the audit's.
        may_sign = "tls_problem" not in request.meta and AS_BOT not in request.meta
        if self._signer and may_sign and not (identity and has_signature(identity.headers)):
            signature = self._signer.headers(request.method, request.url)
            headers.update(signature)
            request.meta[SIGNED] = bool(signature)
        return headers

    @staticmethod
    def _extract_headers(response: Any) -> Headers:
        """Return the headers as bytes: aiohttp's text may not be encodable."""
        return Headers(list(response.raw_headers))

    def _extract_proxy_url_with_creds(self, request: Request) -> str | None:
        """Return the proxy set by a middleware of the project, otherwise that of the audit."""
        if "proxy" in request.meta:
            return super()._extract_proxy_url_with_creds(request)
        return self._credentials.proxy_of(request.url)

    async def _read_response(self, response: Any, request: Request) -> Response:
        if "spool" not in request.meta:
            read = await super()._read_response(response, request)
            if response.is_truncated:
                read.flags.append(BODY_TRUNCATED)
            return read
        request.meta["stopped_by"] = None
        request.meta["stopped_by"] = await spool(response, request, self.crawler)
        headers = self._extract_headers(response)
        return make_response(**self._build_base_response_args(response, request, headers))

    @staticmethod
    def _iter_body_chunks(response: Any) -> AsyncIterator[bytes]:
        """Return the chunks of a body, which end at the size limit."""
        chunks: AsyncIterator[bytes] = response.pieces()
        return chunks

    @staticmethod
    def _cancel_maxsize(*_: Any, **__: Any) -> None:  # type: ignore[override]
        """Cancel no download whose Content-Length is over the size limit: it is truncated."""
