"""The IndexNow protocol: the key, its file, and requests with up to 10,000 URLs of one host.

https://www.indexnow.org/documentation
"""

from __future__ import annotations

import json
import re
import secrets
from contextlib import suppress
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from requests import RequestException

from sitemap_audit import __version__
from sitemap_audit.errors import UsageError
from sitemap_audit.machine.stopping import Stop
from sitemap_audit.masking import quoted, visible
from sitemap_audit.submission.service import Response
from sitemap_audit.web_apis.stoppable import TimeLimitError, run_stoppable
from sitemap_audit.web_apis.web_requests import NoResponseError, responding

if TYPE_CHECKING:
    from collections.abc import Mapping

MAX_URLS = 10_000
"Maximum URLs of one request."
_KEY = re.compile(r"[a-zA-Z0-9-]{8,128}")
_SECONDS = 30.0
"Timeout of a connection, and of each pause in a response."
_SECONDS_IN_ALL = 120.0
"Maximum seconds for one request and its response."
_BYTES = 4096
"Bytes that are read of a response."
_MESSAGE = 200
"Characters that are kept of a response."
_HEADERS = {"User-Agent": f"sitemap-audit/{__version__}"}


def new_key() -> str:
    """Return a random key of 32 hexadecimal digits."""
    return secrets.token_hex(16)


def read_key(text: str) -> str:
    """Return the key.

    Raises:
        UsageError: it is not 8 to 128 letters, digits or hyphens.
    """
    if not _KEY.fullmatch(text):
        raise UsageError(
            f"--key is {quoted(text)}; it must be 8 to 128 characters of a-z, A-Z, 0-9 and -."
            " --new-key makes one."
        )
    return text


def read_url(text: str, name: str) -> str:
    """Return a URL of http or https.

    Raises:
        UsageError: it is none, or has a user name.
    """
    try:
        parts = urlsplit(text)
        is_url = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_url = False
    if not is_url or "@" in parts.netloc or re.search(r"[^!-~]", text):
        raise UsageError(f"{name} is {quoted(text)}; it must be a URL of http or https.")
    return text


def key_fault(url: str, key: str) -> str | None:
    """Fetch a key file, and compare it; return what is wrong with it, or None."""
    response = _send(url, _HEADERS)
    if response.status is None:
        return f"{url} cannot be fetched: {response.text}"
    if response.status != 200:
        return f"{url} returns {response.status}"
    if response.text != key:
        return f"{url} does not contain the key alone"
    return None


def post(endpoint: str, body: Mapping[str, Any]) -> Response:
    """Send URLs to an endpoint."""
    headers = _HEADERS | {"Content-Type": "application/json; charset=utf-8"}
    return _send(endpoint, headers, json.dumps(body).encode())


def _send(url: str, headers: Mapping[str, str], data: bytes = b"") -> Response:
    try:  # requests limits each pause, and not their sum
        return run_stoppable(lambda: _receive(url, headers, data), Stop(), _SECONDS_IN_ALL)
    except TimeLimitError:
        return Response(None, f"no response in {_SECONDS_IN_ALL:.0f} seconds")
    except NoResponseError as error:
        return Response(None, str(error), was_sent=error.was_sent)


def _receive(url: str, headers: Mapping[str, str], data: bytes) -> Response:
    with responding(url, headers, _SECONDS, data) as response:
        text = b""
        with suppress(RequestException):  # the status is what counts
            for piece in response.iter_content(_BYTES):
                text += piece
                if len(text) >= _BYTES:
                    break
        line = visible(" ".join(text[:_BYTES].decode("utf-8-sig", "replace").split()))
        retry_after = response.headers.get("Retry-After")
        return Response(response.status_code, line[:_MESSAGE], retry_after=retry_after)
