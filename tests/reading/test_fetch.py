"""How a request without an answer is told: in words, without codes of the system."""

from __future__ import annotations

import errno
import socket

import aiohttp
import pytest
from scrapy import Request

from sitemap_audit.items import FetchError
from sitemap_audit.reading.fetch import failed


@pytest.mark.parametrize(
    ("error", "kind", "detail"),
    [
        pytest.param(
            ConnectionResetError(errno.ECONNRESET, "Connection reset by peer"),
            FetchError.RESET,
            "closed by the server",
            id="reset",
        ),
        pytest.param(
            aiohttp.ServerDisconnectedError(),
            FetchError.RESET,
            "closed by the server without a response",
            id="disconnected",
        ),
        pytest.param(
            OSError(
                errno.ECONNREFUSED,
                "Cannot connect to host a.example:80 [Connect call failed ('192.0.2.1', 80)]",
            ),
            FetchError.REFUSED,
            "a.example:80",
            id="refused",
        ),
        pytest.param(
            OSError(errno.EHOSTUNREACH, "No route to host"),
            FetchError.UNREACHABLE,
            "No route to host",
            id="no route",
        ),
        pytest.param(
            socket.gaierror(socket.EAI_NONAME, "Name or service not known"),
            FetchError.RESOLVER,
            "Name or service not known",
            id="no such name, said once",
        ),
        pytest.param(
            socket.gaierror(socket.EAI_AGAIN, "Temporary failure in name resolution"),
            FetchError.RESOLVER,
            "Temporary failure in name resolution",
            id="DNS does not answer",
        ),
    ],
)
def test_a_failure_is_told_in_words(error: OSError, kind: FetchError, detail: str) -> None:
    fetch = failed(error, Request("https://www.example.com/"))
    assert (fetch.error, fetch.error_detail) == (kind, detail)
