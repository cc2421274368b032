"""Pages that attack private networks from a real browser, where each IP address has a server."""

from __future__ import annotations

import contextlib
import shutil
import socket
from typing import TYPE_CHECKING

import pytest
from commanding import command
from mockserver.network import network
from mockserver.scripted import ReceivedRequest, answer, scripted

from sitemap_audit.storage.duckdb import DuckDBStore

if TYPE_CHECKING:
    from pathlib import Path

PUBLIC, OTHER = "93.184.216.34", "93.184.216.35"
SITE = "http://www.example.com"
INNER = "http://10.0.0.7:8080"
SECOND = (
    "const again = document.createElement('script');"
    "again.src = 'http://turning.example.net:8080/second.js'; document.head.append(again)"
)
HOSTS = (
    "10.0.0.7:8080",
    "both.example.net:8080",
    "private.example.net:8080",
    "169.254.169.254",
    "[fd00:ec2::254]",
    "2130706433:8080",
    "0x7f.1:8080",
    "0.0.0.0:8080",
    "localhost:8080",
    "[::1]:8080",
    "[::ffff:10.0.0.7]:8080",
    "[64:ff9b::a00:7]:8080",
    "[2002:a00:7::1]:8080",
)
PAGES = {
    "/hosts": "".join(f"<script src='http://{host}/script.js'></script>" for host in HOSTS),
    "/rebinding": "<script src='http://turning.example.net/first.js'></script>",
    "/redirect": "<script src='/to-private.js'></script>",
    "/frame": f"<script>onload = () => document.body.innerHTML = '<iframe src={INNER}></iframe>'"
    "</script>",
    "/socket": f"<script>new WebSocket('{INNER.replace('http', 'ws')}/socket')</script>",
    "/hints": f"<link rel=preconnect href='{INNER}'><link rel=prefetch href='{INNER}/prefetch'>"
    "<link rel=dns-prefetch href='//looked-up.example.net'>",
    "/webrtc": "<script>const peer = new RTCPeerConnection({iceServers: ["
    "{urls: 'stun:10.0.0.7:3478'},"
    "{urls: 'turn:10.0.0.7:3478?transport=tcp', username: 'a', credential: 'b'},"
    "{urls: 'turn:10.0.0.7:3478', username: 'a', credential: 'b'}]});"
    "peer.createDataChannel('a'); peer.createOffer().then(it => peer.setLocalDescription(it))"
    "</script>",
    "/transport": "<script>new WebTransport('https://10.0.0.7:8080/a').ready.catch(() => 0)"
    "</script>",
    "/leave": f"<script>location = '{INNER}/leave'</script>",
    "/form": f'<script>onload = () => {{ document.body.innerHTML = "<form method=post'
    f" action='{INNER}/form'></form>\"; document.forms[0].submit() }}</script>",
}


@pytest.mark.parametrize(
    "browser", ["chromium-headless-shell", pytest.param("chromium", marks=pytest.mark.thorough)]
)
def test_no_page_reaches_a_private_network(browser: str, tmp_path: Path) -> None:
    (tmp_path / "network").mkdir()
    with contextlib.ExitStack() as stack:
        internet = stack.enter_context(network(tmp_path / "network"))
        internet.names |= {
            "www.example.com": [PUBLIC, "10.0.0.7"],
            "both.example.net": ["10.0.0.8", OTHER],
            "private.example.net": ["10.0.0.9"],
            "turning.example.net": [OTHER],
        }

        def attacking(asked: ReceivedRequest) -> bytes:
            match asked.target:
                case "/robots.txt":
                    return answer(f"Sitemap: {SITE}/sitemap.txt", kind="text/plain")
                case "/sitemap.txt":
                    return answer("\n".join(SITE + each for each in PAGES), kind="text/plain")
                case "/first.js":
                    internet.names["turning.example.net"] = ["10.0.0.7"]
                    return answer(SECOND, kind="text/javascript")
                case "/to-private.js":
                    return answer(status="302 Found", headers=[f"Location: {INNER}/redirected"])
            head = PAGES.get(asked.target, "")
            return answer(
                f"<!doctype html><html><head><title>a</title>{head}</head><body>b</body></html>"
            )

        servers = [
            stack.enter_context(scripted(attacking, listening=internet.listen("::", port)))
            for port in (80, 8080, 3478)
        ]
        udp = [
            stack.enter_context(internet.listen("::", port, socket.SOCK_DGRAM))
            for port in (3478, 8080)
        ]
        output = tmp_path / "out"
        given = (SITE, "-o", output, "--select", "rendering/title-changed", "--workers", 0)
        rendered = ("--render", "all", "--browser", shutil.which(browser))
        slow = ("--render-timeout", 120)  # on a slow machine
        done = command(*given, *rendered, *slow, output=output, before=internet.enter)
        assert done.folder is not None, done.output
        for each in udp:
            each.setblocking(False)
            with contextlib.suppress(BlockingIOError):
                raise AssertionError(f"UDP came from a page: {each.recvfrom(100)}")
    assert [server.connected for server in servers] == [{PUBLIC, OTHER}, {OTHER}, set()]
    assert {asked.target for asked in servers[0].asked} >= {*PAGES, "/first.js", "/to-private.js"}
    assert {asked.target for asked in servers[1].asked} == {"/script.js"}  # of both.example.net
    assert internet.looked_up.count("turning.example.net") > 2  # a second time, for second.js
    assert "looked-up.example.net" not in internet.looked_up
    with DuckDBStore(done.folder) as store:
        assert store.rows("SELECT problem FROM renders") == [(None,)] * len(PAGES)
