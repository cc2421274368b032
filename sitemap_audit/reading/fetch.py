"""Convert Scrapy's responses and failures to fetch results."""

from __future__ import annotations

import errno
import re
import ssl
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import aiohttp
from scrapy.exceptions import (
    CannotResolveHostError,
    DownloadCancelledError,
    DownloadConnectionRefusedError,
    DownloadFailedError,
    DownloadTimeoutError,
    IgnoreRequest,
    ResponseDataLossError,
)

from sitemap_audit.handlers.dns_errors import UnresolvedError, dns_error_of
from sitemap_audit.handlers.ignored_requests import NotFetched
from sitemap_audit.handlers.session import HeadersTooLongError
from sitemap_audit.handlers.spool import BODY_TRUNCATED
from sitemap_audit.items import FetchError
from sitemap_audit.machine.clock import clock
from sitemap_audit.masking import visible, without_userinfo
from sitemap_audit.middlewares.first_failure import FIRST_FAILURE
from sitemap_audit.parsing import urls
from sitemap_audit.parsing.dates import read_http_date
from sitemap_audit.parsing.robots_rules import Decision
from sitemap_audit.reading.facts import Fetch

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scrapy import Request
    from scrapy.http import Response
    from twisted.python.failure import Failure


def meta_of(response: Response) -> dict[str, Any]:
    """Return the meta of a response; empty for a saved response without a request."""
    return response.request.meta if response.request is not None else {}


def spool_of(response: Response) -> Path | None:
    """Return the file of the body; None if the body is in memory."""
    name = meta_of(response).get("spool")
    return Path(name) if name is not None and Path(name).exists() else None


def received_of(response: Response) -> bytes:
    """Return the body as received, and delete its file."""
    if (spool := spool_of(response)) is None:
        return response.body
    received = spool.read_bytes()
    spool.unlink()
    return received


def robots_of(meta: Mapping[str, Any]) -> Decision:
    """Return the robots.txt verdict for the evaluated bot from a request's meta."""
    return Decision(*meta.get("robots", ()))


_FLAGS = {
    "dataloss": FetchError.TRUNCATED,
    "undecodable": FetchError.UNDECODABLE,
}
"Errors by response flag: of Scrapy and of PageDecoding."
_DETAILS = {
    FetchError.TRUNCATED: "The connection ended before the whole body had come.",
    FetchError.UNDECODABLE: "The body is not what its Content-Encoding says.",
}


def cached_at(response: Response) -> datetime | None:
    """Return when a cached response was received (UTC); None if it was fetched now."""
    if "cached" not in response.flags:
        return None
    meta = meta_of(response)
    if (timestamp := meta.get("cache_timestamp")) is not None:  # set by Scrapy's storages
        return datetime.fromtimestamp(timestamp, UTC)
    date = response.headers.get("Date") or b""  # the middleware adds a missing one
    return read_http_date(date.decode("latin-1")).at or clock.now()


def fetched(response: Response) -> Fetch:
    """Return the result of a response; cached responses have no connection data."""
    meta = meta_of(response)
    received = cached_at(response)
    is_now = received is None
    location = _location(next(iter(response.headers.getlist("Location")), None))
    is_redirect = response.status in (301, 302, 303, 307, 308)
    redirect = urls.read_link(location, response.url) if is_redirect else None
    error = next((_FLAGS[flag] for flag in response.flags if flag in _FLAGS), None)
    return Fetch(
        status=response.status,
        error=error,
        error_detail=_DETAILS[error] if error else None,
        tls_problem=meta.get("tls_problem"),
        attempts=meta.get("retry_times", 0) + is_now,
        latency=meta.get("download_latency") if is_now else None,
        seconds=meta.get("download_seconds") if is_now else None,
        protocol=response.protocol if is_now else None,
        ip_address=str(response.ip_address) if is_now and response.ip_address else None,
        headers=headers_of(response),
        location=location,
        redirect=redirect,
        target=urls.target(response.url, location or "") if redirect and redirect.url else None,
        fetched_at=clock.now(),
        cached_at=received,
        is_truncated=BODY_TRUNCATED in response.flags,
        file=visible(meta["built_file"]) if "built_file" in meta else None,
        robots_lines=tuple(
            (visible(file), line, value) for file, line, value in meta.get("built_robots", ())
        ),
        **_first_failure(meta),
    )


def _first_failure(meta: Mapping[str, Any]) -> dict[str, Any]:
    """Return how the first try of a retried request failed."""
    failure = meta.get(FIRST_FAILURE) if meta.get("retry_times") else None
    if isinstance(failure, int):
        return {"first_status": failure}
    return {"first_error": classify(failure) if isinstance(failure, Exception) else failure}


def headers_of(response: Response) -> list[tuple[str, str]]:
    """Return names and values, decoded as UTF-8; U+FFFD stands for other bytes."""
    return [
        (key.decode("latin-1"), value.decode("utf-8", "replace").replace("\0", ""))
        for key, values in response.headers.items()
        for value in values
    ]


def _location(sent: bytes | None) -> str | None:
    """Decode a Location header as UTF-8 if valid, as browsers and crawlers do."""
    if sent is None:
        return None
    try:
        return sent.decode().replace("\0", "")
    except UnicodeError:
        return sent.decode("latin-1").replace("\0", "")


def failed(failure: Failure | BaseException, request: Request) -> Fetch:
    """Return the result of a request without a response."""
    error: BaseException = getattr(failure, "value", failure)  # a Failure is an exception itself
    kind = classify(error)
    return Fetch(
        status=None,
        error=kind,
        error_detail=_sentence(error),
        tls_problem=request.meta.get("tls_problem"),
        attempts=_attempts(kind, error, request.meta.get("retry_times", 0)),
        latency=None,
        seconds=request.meta.get("download_seconds"),
        protocol=None,
        ip_address=None,
        headers=[],
        location=None,
        redirect=None,
        fetched_at=clock.now(),
    )


def _attempts(kind: FetchError, error: BaseException, retried: int) -> int:
    """Return the number of requests sent; those of a throttled host returned 429 or 503."""
    if kind == FetchError.THROTTLED:
        return retried
    return 0 if isinstance(error, IgnoreRequest) else retried + 1


def _sentence(error: BaseException) -> str:
    text = " ".join(_CODE.sub("", _CONTEXT.sub("", str(error))).split())
    text = without_userinfo(text or type(error).__name__, is_prose=True)[:500]
    text = _NO_CONNECTION.sub(r"\1", text)
    text = next((words for mark, words in _IN_WORDS.items() if mark in text), text)
    return text.encode("utf-8", "replace").decode("utf-8")


# aiohttp's message contains an object address, which differs in every run.
_CONTEXT = re.compile(r" ssl:<ssl\.SSLContext[^>]*>")
_CODE = re.compile(r"\[Errno -?\d+\] ?")
# Its error code says the rest: only the host and port are new.
_NO_CONNECTION = re.compile(
    r"Cannot connect to host (\S+) \[(?:Connect call failed|Multiple exceptions: \[|Name or ).*"
)
_IN_WORDS = {
    "Connection reset by peer": "closed by the server",
    "Broken pipe": "closed by the server",
    "Server disconnected": "closed by the server without a response",
}
"Plain words for messages of the system and aiohttp."
_ERRNO = {
    errno.ECONNREFUSED: FetchError.REFUSED,
    errno.ECONNRESET: FetchError.RESET,
    errno.EPIPE: FetchError.RESET,
    errno.ETIMEDOUT: FetchError.TIMEOUT,
    errno.ENETUNREACH: FetchError.UNREACHABLE,
    errno.EHOSTUNREACH: FetchError.UNREACHABLE,
}
_BY_TYPE: list[tuple[Any, FetchError]] = [
    (CannotResolveHostError, FetchError.RESOLVER),
    (DownloadTimeoutError, FetchError.TIMEOUT),
    (TimeoutError, FetchError.TIMEOUT),
    (aiohttp.ClientHttpProxyError, FetchError.PROXY),
    (aiohttp.ClientProxyConnectionError, FetchError.PROXY),
    (ResponseDataLossError, FetchError.TRUNCATED),
    (HeadersTooLongError, FetchError.HEADERS_TOO_LARGE),
    (DownloadCancelledError, FetchError.TOO_LARGE),
    (aiohttp.ClientSSLError, FetchError.TLS),
    (ssl.SSLError, FetchError.TLS),
    (aiohttp.ServerDisconnectedError, FetchError.RESET),
    (aiohttp.ClientResponseError, FetchError.INVALID_RESPONSE),
    (ConnectionResetError, FetchError.RESET),
]


def classify(error: BaseException) -> FetchError:
    """Return the FetchError of an exception, by its type and that of its cause."""
    if isinstance(error, NotFetched):
        return error.reason
    if isinstance(error, UnresolvedError):
        return error.kind
    if dns_error_of(error) is not None:
        return FetchError.RESOLVER  # a single lookup
    for each in (error, error.__cause__):
        for kind, result in _BY_TYPE:
            if isinstance(each, kind):
                return result
        number = each.errno if isinstance(each, OSError) else None
        if number in _ERRNO:
            return _ERRNO[number]
    if isinstance(error, DownloadConnectionRefusedError):
        return FetchError.REFUSED
    if isinstance(error, DownloadFailedError):
        return FetchError.RESET
    # An IgnoreRequest of a middleware of the project; ours have a reason.
    return FetchError.IGNORED if isinstance(error, IgnoreRequest) else FetchError.OTHER
