"""Requests outside of the crawl: what came of them, and who is trusted and asked."""

from __future__ import annotations

import socket
import ssl
import struct
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest
from commanding import PATIENCE
from mockserver.scripted import answer, scripted

from sitemap_audit.web_apis.web_requests import NoResponseError, responding

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from mockserver.certificates import Certificates


@contextmanager
def resetting(after: bytes) -> Iterator[str]:
    """A server that resets a connection once it has read these bytes; its URL."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            connection, _ = server.accept()
            with connection:
                read = b""
                while after not in read:
                    read += connection.recv(2**16)
                linger = struct.pack("ii", 1, 0)
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)

        thread = threading.Thread(target=serve)
        thread.start()
        yield f"http://127.0.0.1:{server.getsockname()[1]}/"
        thread.join()


def fault(url: str, data: bytes = b"") -> NoResponseError:
    with pytest.raises(NoResponseError) as caught, responding(url, {}, PATIENCE, data):
        pass
    return caught.value


def test_it_is_known_whether_a_request_was_sent_whole() -> None:
    with resetting(b"POST") as url:
        assert not fault(url, b"a" * 50_000_000).was_sent
    with resetting(b"\r\n\r\na") as url:
        told = fault(url, b"a")
    assert told.was_sent
    assert str(told) == "Connection reset by peer"
    told = fault("http://127.0.0.1:1/", b"a")
    assert not told.was_sent
    assert str(told) == "Connection refused"


def test_what_is_no_response_of_http_gets_a_sentence() -> None:
    with scripted(lambda _: b"SSH-2.0\r\n\r\n") as server:
        told = fault(server.address, b"a")
    assert str(told) == "its response is not HTTP (BadStatusLine)"
    assert told.was_sent


def test_the_body_of_a_redirect_is_not_read() -> None:
    """requests reads it whole where it looks for the target."""
    head = b"HTTP/1.1 302 Found\r\nLocation: http://[\r\nContent-Length: 9999999\r\n\r\n"
    with scripted(lambda _: head) as server, responding(server.address, {}, 5) as response:
        assert response.status_code == 302


def test_no_password_of_netrc_and_no_header_but_the_given_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "netrc").write_text("machine 127.0.0.1 login a password b\n")
    monkeypatch.setenv("NETRC", str(tmp_path / "netrc"))
    with scripted(lambda _: answer("")) as server:
        with responding(server.address, {"User-Agent": "us"}, 5):
            pass
        (asked,) = server.asked
    assert asked.headers.keys() == {"host", "user-agent", "accept-encoding"}
    assert asked.headers["accept-encoding"] == "identity"


def test_the_authorities_of_the_system_are_trusted_and_the_proxy_of_the_environment_used(
    certificates: Certificates, monkeypatch: pytest.MonkeyPatch
) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificates.good())
    with scripted(lambda _: answer(""), tls=context) as server:
        assert "certificate verify failed" in str(fault(server.address, b"a"))
        monkeypatch.setenv("SSL_CERT_FILE", str(certificates.authority))
        with responding(server.address, {}, 5) as response:
            assert response.status_code == 200
        monkeypatch.setenv("https_proxy", "http://127.0.0.1:1")
        monkeypatch.setenv("all_proxy", "socks5://127.0.0.1:1")
        told = fault(server.address, b"a")
        assert (str(told), told.was_sent) == ("Connection refused", False)
        monkeypatch.setenv("no_proxy", "127.0.0.1")
        with responding(server.address, {}, 5) as response:
            assert response.status_code == 200
