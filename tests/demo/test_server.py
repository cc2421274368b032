from __future__ import annotations

import gzip
import http.client
import shutil
import socket
import ssl
import time
import urllib.request
import zipfile
import zlib
from contextlib import contextmanager
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import brotli
import pytest
from mockserver import served
from mockserver.server import main

from sitemap_audit import demo
from sitemap_audit.demo.rules import SiteError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from mockserver.certificates import Certificates

RULES = """
[set]
town = "Bath"
lang = "none"
[set.text.de]
teas = ["Assam", "Oolong"]

[[rule]]
path = "/moved"
status = 301
location = "{{other}}/page.html"

[[rule]]
path = "/headers"
body = "x"
type = "text/plain"
headers = {Link = ["<{{base}}/a>; rel=canonical", "<b>"], X-Robots-Tag = "noindex"}

[[rule]]
path = "/{{lang}}/tea-{{n}}"
for = {lang = "en de", n = "1..2"}
body = "{{lang}} {{n}} {{town}} {{path}}"

[[rule]]
path = "/de/tea-2"
set = {town = "Cork"}

[[rule]]
path = "/maze/*"
status = 302
location = "/maze/{{star}}x"

[[rule]]
path = "/a%2fb"
body = "raw"

[[rule]]
path = "/query?a=1"
body = "with a query"

[[rule]]
path = "/german"
body = "{{text.de.teas.2}}"

[[rule]]
path = "/latin"
charset = "iso-8859-1"
body = "é"

[[rule]]
path = "/packed.gz"
body = "packed"
pack = "gzip-twice"

[[rule]]
path = "/encoded-gzip"
body = "encoded"
encoding = "gzip"

[[rule]]
path = "/bomb"
body = "<urlset>"
fill = 3
encoding = "gzip"

[[rule]]
path = "/flaps"
fails = 1
body = "well"

[[rule]]
path = "/short"
cut = 2
body = "short"

[[rule]]
path = "/reset"
reset = true

[[rule]]
path = "/nothing"
status = 204

[[rule]]
path = "/partner"
status = 302
location = "{{origin.partner}}/"

[[rule]]
path = "/closed"
body = "{{closed}}"
"""


FAULTS = """
[[rule]]
path = "/headers"
headers = {Date = ""}
body = "x"

[[rule]]
path = "/encoded-{{how}}"
for = {how = "deflate br"}
body = "encoded"

[[rule]]
path = "/encoded-deflate"
encoding = "deflate"

[[rule]]
path = "/encoded-br"
encoding = "br"

[[rule]]
path = "/slow"
delay = 0.2
body = "slow"

[[rule]]
path = "/drips"
drip = 0.05
body = "drip"

[[rule]]
path = "/cut"
truncate = 3
body = "cut short"

[[rule]]
path = "/garbage"
raw = "no HTTP\\r\\n\\r\\n"
"""
"What the server of the tests sends, and that of the demo does not."


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    (folder / "site.toml").write_text(RULES)
    (folder / "index.html").write_text("home of {{town}} at {{base}}")
    (folder / "page.html").write_text("<p>page</p>")
    (folder / "café.txt").write_text("coffee")
    (folder / "raw.xml").write_bytes(b"\xff{{town}}\xfe")
    (folder / "templates").mkdir()
    (folder / "templates" / "page.html").write_text("hidden")
    (folder / "hosts" / "localhost").mkdir(parents=True)
    (folder / "hosts" / "localhost" / "index.html").write_text("elsewhere")
    (folder / "origins" / "partner").mkdir(parents=True)
    (folder / "origins" / "partner" / "index.html").write_text("partner of {{base}}")
    return folder


@pytest.fixture(scope="module", params=["of the demo", "of the tests"])
def address(request: pytest.FixtureRequest, folder: Path) -> Iterator[str]:
    if request.param == "of the demo":
        with demo.serving(folder) as address:
            yield address
    else:
        with served(folder) as addresses:
            yield addresses["base"]


@pytest.fixture(scope="module")
def faulty(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    faults = tmp_path_factory.mktemp("faults") / "site"
    shutil.copytree(folder, faults)
    (faults / "z.toml").write_text(FAULTS)
    with served(faults) as addresses:
        yield addresses["base"]


Answer = tuple[int, http.client.HTTPMessage, bytes]


@pytest.fixture
def get(address: str) -> Iterator[Callable[[str], Answer]]:
    """Asks for a target over a connection that is kept alive."""
    with asking(address) as get:
        yield get


@pytest.fixture
def get_fault(faulty: str) -> Iterator[Callable[[str], Answer]]:
    with asking(faulty) as get:
        yield get


@contextmanager
def asking(address: str) -> Iterator[Callable[[str], Answer]]:
    connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=120)

    def ask(target: str, **headers: str) -> Answer:
        connection.putrequest("GET", target, skip_host="Host" in headers)
        for name, value in headers.items():
            connection.putheader(name, value)
        connection.endheaders()
        answer = connection.getresponse()
        return answer.status, answer.headers, answer.read()

    yield ask
    connection.close()


@contextmanager
def connected(address: str) -> Iterator[socket.socket]:
    parts = urlsplit(address)
    with socket.create_connection((parts.hostname, parts.port), timeout=120) as connection:
        yield connection


def exchange(address: str, request: str) -> bytes:
    with connected(address) as connection:
        connection.sendall(request.encode())
        return b"".join(iter(lambda: connection.recv(65_536), b""))


@pytest.mark.parametrize(
    ("target", "body"),
    [
        pytest.param("/page.html", b"<p>page</p>", id="a file"),
        pytest.param("/page.html?x=1", b"<p>page</p>", id="a file with a query"),
        pytest.param("/caf%C3%A9.txt", b"coffee", id="a file by its escaped name"),
        pytest.param("/raw.xml", b"\xffBath\xfe", id="a file that is not UTF-8"),
        pytest.param("/en/tea-1", b"en 1 Bath /en/tea-1", id="one of many by a rule"),
        pytest.param("/de/tea-2", b"de 2 Cork /de/tea-2", id="a later rule changes a value"),
        pytest.param("/a%2fb", b"raw", id="an escaped path as it is"),
        pytest.param("/query?a=1", b"with a query", id="a rule with a query"),
        pytest.param("/short", b"sho", id="a body without its end"),
        pytest.param("/german", b"Oolong", id="a value of a list"),
        pytest.param("/latin", "é".encode("latin-1"), id="another charset"),
    ],
)
def test_a_target_answers_with_its_body(
    get: Callable[[str], Answer], target: str, body: bytes
) -> None:
    status, _, received = get(target)
    assert (status, received) == (200, body)


@pytest.mark.parametrize(
    "target",
    ["/absent", "/a%2Fb", "/query?a=2", "/templates/page.html", "/site.toml", "/../secret", "/%00"],
)
def test_what_is_neither_rule_nor_file_is_not_found(
    get: Callable[[str], Answer], target: str
) -> None:
    assert get(target)[0] == 404


def test_the_home_page_is_filled(get: Callable[[str], Answer], address: str) -> None:
    _, headers, body = get("/")
    assert body == f"home of Bath at {address}".encode()
    assert headers["Content-Type"] == "text/html; charset=utf-8"


def test_a_host_of_its_own_has_its_own_site(address: str) -> None:
    port = urlsplit(address).port
    assert exchange(address, f"GET / HTTP/1.0\r\nHost: localhost:{port}\r\n\r\n").endswith(
        b"\r\n\r\nelsewhere"
    )


def test_an_origin_has_a_port_of_its_own(get: Callable[[str], Answer], address: str) -> None:
    location = get("/partner")[1]["Location"]
    assert urlsplit(location).port != urlsplit(address).port
    with urllib.request.urlopen(location) as answer:  # noqa: S310
        assert answer.read() == f"partner of {address}".encode()


def test_a_redirect_names_the_other_host(get: Callable[[str], Answer], address: str) -> None:
    status, headers, _ = get("/moved")
    assert status == 301
    assert headers["Location"] == f"{address.replace('127.0.0.1', 'localhost')}/page.html"


def test_a_redirect_can_go_on_for_ever(get: Callable[[str], Answer]) -> None:
    assert [get(f"/maze/{star}")[1]["Location"] for star in ("", "x")] == ["/maze/x", "/maze/xx"]


def test_headers_may_be_repeated(get: Callable[[str], Answer], address: str) -> None:
    _, headers, _ = get("/headers")
    assert headers.get_all("Link") == [f"<{address}/a>; rel=canonical", "<b>"]
    assert headers["X-Robots-Tag"] == "noindex"
    assert [*headers].count("Date") == 1
    assert "Server" not in headers


def test_headers_may_be_left_out(get_fault: Callable[[str], Answer]) -> None:
    assert "Date" not in get_fault("/headers")[1]


def test_a_file_may_be_packed_twice(get: Callable[[str], Answer]) -> None:
    _, headers, body = get("/packed.gz")
    assert headers["Content-Type"] == "application/gzip"
    assert gzip.decompress(gzip.decompress(body)) == b"packed"


@pytest.mark.parametrize(
    ("how", "decode"),
    [("gzip", gzip.decompress), ("deflate", zlib.decompress), ("br", brotli.decompress)],
)
def test_a_body_may_be_encoded(
    get_fault: Callable[[str], Answer], how: str, decode: Callable[[bytes], bytes]
) -> None:
    _, headers, body = get_fault(f"/encoded-{how}")
    assert headers["Content-Encoding"] == how
    assert decode(body) == b"encoded"


def test_a_body_may_be_gzip(get: Callable[[str], Answer]) -> None:
    _, headers, body = get("/encoded-gzip")
    assert headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(body) == b"encoded"


def test_a_bomb_is_small_until_it_is_opened(get: Callable[[str], Answer]) -> None:
    _, headers, body = get("/bomb")
    assert headers["Transfer-Encoding"] == "chunked"
    assert len(body) < 10_000
    assert len(gzip.decompress(body)) == len("<urlset>") + 3_000_000


def test_a_page_that_flaps_recovers(get: Callable[[str], Answer]) -> None:
    assert [get("/flaps")[0] for _ in range(3)] == [503, 200, 200]


@pytest.mark.parametrize(("target", "seconds"), [("/slow", 0.2), ("/drips", 0.15)])
def test_an_answer_may_take_its_time(
    get_fault: Callable[[str], Answer], target: str, seconds: float
) -> None:
    started = time.monotonic()
    assert get_fault(target)[2].decode() == target[1:].removesuffix("s")
    assert time.monotonic() - started >= seconds


def test_a_body_may_be_cut_short(get_fault: Callable[[str], Answer]) -> None:
    with pytest.raises(http.client.IncompleteRead) as cut:
        get_fault("/cut")
    assert (cut.value.partial, cut.value.expected) == (b"cut", 6)


def test_a_connection_may_be_reset(get: Callable[[str], Answer]) -> None:
    with pytest.raises(ConnectionResetError):
        get("/reset")


def test_an_answer_may_be_no_http(faulty: str) -> None:
    assert exchange(faulty, "GET /garbage HTTP/1.1\r\n\r\n") == b"no HTTP\r\n\r\n"


def test_nothing_listens_at_the_closed_address(get: Callable[[str], Answer]) -> None:
    closed = get("/closed")[2].decode()
    with pytest.raises(ConnectionRefusedError), connected(closed):
        pass


def test_a_status_without_a_body_has_none(get: Callable[[str], Answer]) -> None:
    status, headers, body = get("/nothing")
    assert (status, body, headers["Content-Length"]) == (204, b"", None)


def test_head_has_the_length_and_no_body(address: str) -> None:
    answer = exchange(address, "HEAD /page.html HTTP/1.0\r\n\r\n")
    assert b"Content-Length: 11\r\n" in answer
    assert answer.endswith(b"\r\n\r\n")


def test_what_is_no_http_is_not_answered(faulty: str) -> None:
    assert exchange(faulty, "hello\r\n\r\n") == b""


def test_a_rule_with_an_unknown_key_is_refused(tmp_path: Path) -> None:
    (tmp_path / "site.toml").write_text('[[rule]]\npath = "/"\nbdoy = "x"')
    with pytest.raises(SiteError, match="bdoy"), demo.serving(tmp_path):
        pass


def test_the_program_says_where_it_serves_and_logs(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("home")
    log = tmp_path / "log"
    with (
        served(tmp_path, log=log) as addresses,
        urllib.request.urlopen(addresses["base"]) as answer,  # noqa: S310
    ):
        assert list(addresses) == ["base", "other", "closed"]
        assert answer.read() == b"home"
    assert log.read_text() == "127.0.0.1 GET / 200\n"


def test_the_program_speaks_tls(tmp_path: Path, certificates: Certificates) -> None:
    (tmp_path / "index.html").write_text("home at {{base}}")
    trusted = ssl.create_default_context(cafile=certificates.authority)
    with (
        served(tmp_path, certificate=certificates.good()) as addresses,
        urllib.request.urlopen(addresses["base"], context=trusted) as answer,  # noqa: S310
    ):
        assert answer.read() == f"home at {addresses['base']}".encode()


@pytest.mark.parametrize(
    ("kind", "reason"), [("expired", "expired"), ("wrong_host", "IP address mismatch")]
)
def test_a_certificate_may_be_bad(
    tmp_path: Path, certificates: Certificates, kind: str, reason: str
) -> None:
    trusted = ssl.create_default_context(cafile=certificates.authority)
    with (
        served(tmp_path, certificate=getattr(certificates, kind)()) as addresses,
        connected(addresses["base"]) as connection,
        pytest.raises(ssl.SSLCertVerificationError, match=reason),
    ):
        trusted.wrap_socket(connection, server_hostname="127.0.0.1")


def test_the_program_needs_a_folder(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main([])
    assert "folder" in capsys.readouterr().err


def test_a_site_may_lie_in_a_zip_file(tmp_path: Path) -> None:
    packed = tmp_path / "site.zip"
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr(
            "site/site.toml", '[[rule]]\npath = "/moved"\nlocation = "/"\nstatus = 301'
        )
        archive.writestr("site/de/index.html", "Willkommen")
    with (
        demo.serving(zipfile.Path(packed, "site/")) as address,
        urllib.request.urlopen(f"{address}/de/") as answer,  # noqa: S310
    ):
        assert answer.read() == b"Willkommen"
