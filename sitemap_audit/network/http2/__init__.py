"""HTTP/2 with the servers that speak it; loaded where it is asked for.

h2 knows the protocol, and what is here carries its bytes. httpx2, which does so too, leaves the
stream of an answer that is not read to its end open: after a body that is too large, what else the
connection is asked for stalls (encode/httpcore#943), and a sound page would be told as a timeout.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

import aiohttp

from sitemap_audit.errors import UsageError

if TYPE_CHECKING:
    from sitemap_audit.options import Options

ALPN = ("h2", "http/1.1")
"What is offered to a server, the best first."


class Http2Error(aiohttp.ClientError):
    """HTTP/2 brought no answer, or not all of it; what HTTP/1.1 brings is to count."""


class UnprocessedError(Http2Error):
    """The server has not looked at the request: it may be sent by another connection."""


def require_http2(options: Options) -> None:
    """Say before anything is fetched that HTTP/2 cannot be spoken, where it is to be.

    Raises:
        UsageError: it is asked for, and h2 is not installed.
    """
    if options.http2 and find_spec("h2") is None:
        raise UsageError(
            "HTTP/2 needs h2, which is not installed. Install it (pip install"
            " 'sitemap-audit[http2]'), or leave --http2 out."
        )
