"""Send HTTP requests outside of the crawl, and follow no redirects: data goes to no other URL."""

from __future__ import annotations

import http.client
import io
import ssl
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

from requests import Request, RequestException
from requests.adapters import HTTPAdapter
from urllib3.exceptions import ConnectTimeoutError, NewConnectionError

from sitemap_audit.errors import error_message

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from requests import Response

_BEFORE_REQUEST = (NewConnectionError, ConnectTimeoutError, ssl.SSLCertVerificationError)
"Errors of a connection that is not there yet."


class NoResponseError(Exception):
    """No response came; the message says why."""

    def __init__(self, why: str, *, was_sent: bool) -> None:
        super().__init__(why)
        self.was_sent = was_sent
        "False if the request did not reach the server whole: it can be sent again."


class _Body(io.BytesIO):
    """A body that knows whether it was sent whole: then it is read once more."""

    was_sent = False

    def read(self, size: int | None = -1, /) -> bytes:
        """Read the next bytes."""
        data = super().read(size)
        self.was_sent = not data
        return data


@contextmanager
def responding(
    url: str,
    headers: Mapping[str, str],
    seconds: float,
    data: bytes = b"",
    *,
    method: str | None = None,
) -> Iterator[Response]:
    """Send a request and yield the response; its body is not read yet.

    Not by a session of requests: that takes passwords from netrc, and reads the whole body of a
    redirect, also where it follows none.

    Args:
        seconds: timeout of the connection, and of each pause in the response.
        method: POST if there is data, else GET, if it is not given.

    Raises:
        NoResponseError: there is none.
    """
    body, paths = _Body(data), ssl.get_default_verify_paths()
    is_direct = proxy_bypass(urlsplit(url).netloc)
    with closing(HTTPAdapter()) as adapter:
        try:
            method = method or ("POST" if data else "GET")
            request = Request(method, url, headers, data=body if data else None)
            response = adapter.send(
                request.prepare(),
                stream=True,
                timeout=seconds,
                verify=paths.cafile or paths.capath or True,
                proxies={} if is_direct else {**getproxies(), "all": ""},
            )
        except RequestException as error:
            was_sent = body.was_sent if data else _has_connected(error)
            raise NoResponseError(_reason(error), was_sent=was_sent) from None
        with response:
            yield response


def _has_connected(error: BaseException) -> bool:
    """Whether a request without a body may have reached the server."""
    inner: BaseException | None = error
    while inner is not None:
        if isinstance(inner, _BEFORE_REQUEST):
            return False
        inner = inner.__context__
    return True


def _reason(error: BaseException) -> str:
    """Return the message of what requests and urllib3 wrap."""
    inner: BaseException | None = error
    while inner is not None:
        if isinstance(inner, OSError) and not isinstance(inner, RequestException):
            return error_message(inner)
        if isinstance(inner, http.client.HTTPException):
            return f"its response is not HTTP ({type(inner).__name__})"
        inner = inner.__context__
    return error_message(error)
