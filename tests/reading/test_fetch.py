"""How a request without an answer is told: in words, without codes of the system."""

from __future__ import annotations

import errno
import socket

import aiohttp
import pytest
from scrapy import Request
from scrapy.http import Response

from sitemap_audit.items import FetchError
from sitemap_audit.reading.fetch import failed, fetched


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


SENT = [
    ("Link", "</gemüse>; rel=canonical".encode(), "</gemüse>; rel=canonical"),
    ("Link", "</новости>".encode(), "</новости>"),
    ("Link", b"</k\xe4se>", "</k\ufffdse>"),
    ("X-Robots-Tag", b"noindex\xa0", "noindex\ufffd"),
    ("Refresh", "0; url=/ä".encode(), "0; url=/ä"),
    ("Server", b"a\0b", "ab"),
    ("Location", "/ä".encode(), "/ä"),
]


@pytest.mark.parametrize(("name", "value", "text"), SENT)
def test_headers_are_read_as_utf_8(name: str, value: bytes, text: str) -> None:
    response = Response("https://example.com/", headers={name: value})
    assert fetched(response).header(name.lower()) == text


def test_the_content_type_of_a_response_is_the_last_valid_one() -> None:
    sent = {"Content-Type": [b"text/plain", b"text/html; charset=utf-8"]}
    response = Response("https://example.com/", headers=sent)
    assert fetched(response).content_type == "text/html; charset=utf-8"


def test_a_redirect_is_read_in_either_encoding() -> None:
    for sent in ("/ä".encode(), "/ä".encode("latin-1")):
        response = Response("https://example.com/", status=301, headers={"Location": sent})
        redirect = fetched(response).redirect
        assert redirect is not None
        assert redirect.url == "https://example.com/%C3%A4"
