"""A server that does everything to a client that it can: each has a bound, and a plain record."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
import zlib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import brotli
import pytest
from commanding import ROOT, WIDE, Ended, audit, impatient, page, sitemap
from mockserver.scripted import ReceivedRequest, answer, scripted

from sitemap_audit.handlers.session import MAX_HEADERS
from sitemap_audit.parsing.decoders import zstd

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator


MEGABYTE = 2**20
ESCAPES = "red \x1b[31m bell \x07 C1 \x9b31m turned \u202egnp.exe end"
XML = '<?xml version="1.0"?>'
NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'


COMPRESS: dict[str, Callable[[bytes], bytes]] = {
    "br": lambda data: brotli.compress(data, quality=5),
    "deflate": zlib.compress,
    "zstd": zstd.compress,
}


@cache
def bomb(encoding: str) -> bytes:
    """More than is read of a sitemap."""
    return COMPRESS[encoding](bytes(64 * MEGABYTE))


def plain(head: str, body: str = "") -> bytes:
    """An answer as it is written."""
    return f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n{head}\r\n\r\n{body}".encode("latin-1")


def endless_headers() -> Iterator[bytes]:
    yield b"HTTP/1.1 200 OK\r\n"
    for number in range(200_000):
        yield f"X-{number}: {'x' * 1000}\r\n".encode()


def endless_trailers() -> Iterator[bytes]:
    yield plain("Transfer-Encoding: chunked", "5\r\nhello\r\n0\r\n" + "X: x\r\n" * MAX_HEADERS)
    for number in range(200_000):
        yield f"X-{number}: {'x' * 1000}\r\n".encode()


def slow_headers() -> Iterator[bytes]:
    yield b"HTTP/1.1 200 OK\r\n"
    for number in range(100):
        time.sleep(0.3)
        yield f"X-{number}: x\r\n".encode()


class Hostile:
    """The server's script."""

    def __init__(self) -> None:
        self.address = ""
        self.sent = 0
        "Bytes of an endless robots.txt."

    def __call__(self, asked: ReceivedRequest) -> bytes | Iterable[bytes]:
        path = asked.target.strip("/").partition("?")[0]
        if path == "robots.txt":
            return self.robots()
        if path.startswith("ring-"):
            target = f"/ring-{int(path[5:]) + 1}"
            return answer(status="302 Found", headers=[f"Location: {target}"])
        if path.startswith("index"):
            children = "".join(
                f"<sitemap><loc>{self.address}/{path}-{n}</loc></sitemap>" for n in range(12)
            )
            return answer(
                f"{XML}<sitemapindex {NAMESPACE}>{children}</sitemapindex>", kind="text/xml"
            )
        if path.startswith("map-"):
            return self.sitemap(path.removeprefix("map-"))
        return self.page(path)

    def robots(self) -> Iterator[bytes]:
        names = ("list", "entities", "line", "br", "deflate", "zstd")
        yield plain("Connection: close", "User-agent: *\nDisallow: /none\n")
        for name in names:
            yield f"Sitemap: {self.address}/map-{name}\n".encode()
        yield f"Sitemap: {self.address}/index\n".encode()
        while True:
            yield b"# nothing\n" * 6_000
            self.sent += 60_000

    def sitemap(self, name: str) -> bytes | Iterable[bytes]:
        match name:
            case "list":
                urls = [f"{self.address}/{path}" for path in PAGES]
                return answer(sitemap(*urls), kind="application/xml")
            case "entities":
                declared = '<!DOCTYPE urlset [<!ENTITY f SYSTEM "file:///etc/hostname">]>'
                entry = f"<url><loc>{self.address}/&f;</loc></url>"
                text = f"{XML}{declared}<urlset {NAMESPACE}>{entry}</urlset>"
                return answer(text, kind="application/xml")
            case "line":
                return [plain("Connection: close"), *[b"a" * MEGABYTE] * 64]
        return answer(bomb(name), kind="text/xml", headers=[f"Content-Encoding: {name}"])

    def page(self, path: str) -> bytes | Iterable[bytes]:
        if path in PAGES:
            return PAGES[path]()
        return answer(page(path), status="404 Not Found" if "no-such" in path else "200 OK")


LINKS = [f'<https://example.com/{n:04}>; rel="alternate"; hreflang="en-{n:04}"' for n in range(200)]
LARGE = page("large", head='<link rel="canonical" href="/large">') + " " * 18 * MEGABYTE


def _pieces(body: bytes) -> Iterator[bytes]:
    for start in range(0, len(body), MEGABYTE):
        yield body[start : start + MEGABYTE]


PAGES: dict[str, Callable[[], bytes | Iterable[bytes]]] = {
    "bomb-br": lambda: answer(bomb("br"), headers=["Content-Encoding: br"]),
    "bomb-deflate": lambda: answer(bomb("deflate"), headers=["Content-Encoding: deflate"]),
    "bomb-zstd": lambda: answer(bomb("zstd"), headers=["Content-Encoding: zstd"]),
    "large": lambda: answer(LARGE),
    "large-without-length": lambda: [plain("Connection: close"), *_pieces(LARGE.encode())],
    "large-encoded": lambda: answer(
        zlib.compress(LARGE.encode()), headers=["Content-Encoding: deflate"]
    ),
    "large-file": lambda: answer(LARGE, kind="application/pdf"),
    "many-headers": endless_headers,
    "many-announced": lambda: [b"HTTP/1.1 103 Early Hints\r\n\r\n"] * 100_000,
    "many-trailers": endless_trailers,
    "header-of-300-kb": lambda: answer(page("long"), headers=["X-Long: " + "x" * 300_000]),
    "links": lambda: answer(page("links"), headers=[f"Link: {link}" for link in LINKS[:150]]),
    "cookies": lambda: answer(page("cookies"), headers=[f"Set-Cookie: c{n}=1" for n in range(200)]),
    "reason": lambda: answer(page("reason"), status="200 " + "O" * 20_000),
    "long-header": lambda: plain("X-Long: " + "x" * 400_000),
    "long-headers": lambda: plain("\r\n".join(["X-Long: " + "x" * 100_000] * 5)),
    "long-link": lambda: answer(page("long"), headers=[f"Link: {', '.join(LINKS)}"]),
    "slow-headers": slow_headers,
    "short-length": lambda: plain("Content-Length: 5", page("short")),
    "long-length": lambda: plain("Content-Length: 5000", page("long")),
    "negative-length": lambda: plain("Content-Length: -5", page("negative")),
    "two-lengths": lambda: plain("Content-Length: 5\r\nContent-Length: 6", page("two")),
    "same-length": lambda: plain("Content-Length: 5\r\nX: y\r\ncontent-length: 5", "hello"),
    "length-list": lambda: plain("Content-Length: 5, 5", "hello"),
    "no-chunks": lambda: plain("Transfer-Encoding: chunked", "no chunk\r\n"),
    "chunk-size": lambda: plain("Transfer-Encoding: chunked", "ffffffffffffffffff\r\nx"),
    "escapes": lambda: answer(page(ESCAPES), headers=["X-Robots-Tag: \x9b31m, no\x1btag"]),
    "nul": lambda: answer(page("nul \0 end")),
    "ring-0": lambda: answer(status="302 Found", headers=["Location: /ring-1"]),
}


PROGRAM = f"""{impatient("/slow-headers")}
from sitemap_audit import addon
from sitemap_audit.frontier import waiting_sitemaps
addon.SETTINGS["RETRY_TIMES"] = 0
waiting_sitemaps.MOST_NESTED[3] = 100
from sitemap_audit.__main__ import main
main()
"""
FEW = ("--select", "entry,redirect,robots,sitemap,status", "--workers", "0")


class Result(NamedTuple):
    """What the audit left, and what it took."""

    ended: Ended
    peak: int
    "Bytes."
    sent: int


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory) -> Result:
    """The audit of the hostile server."""
    folder = tmp_path_factory.mktemp("hostile")
    hostile = Hostile()
    with scripted(hostile) as server, (folder / "output").open("w+b") as output:
        hostile.address = server.address
        options = ["-o", str(folder), "--memory", "500MB", *FEW]
        process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, server.address, *options],
            stdout=output,
            stderr=subprocess.STDOUT,
            cwd=ROOT,
            env=os.environ | WIDE,
        )
        peak = peak_of(process)
        output.seek(0)
        (run,) = folder.glob("*/*/run.json")
        ended = Ended(process.returncode, output.read().decode(), run.parent)
    return Result(ended, peak, hostile.sent)


def peak_of(process: subprocess.Popen[bytes]) -> int:
    """Wait for a process to end; the most bytes that it has held.

    What the system says of an ended one counts the memory of the process that started it.
    """
    peak = 0
    while process.poll() is None:
        with Path(f"/proc/{process.pid}/status").open(encoding="utf-8") as file:
            status = file.read()
        held = re.search(r"VmHWM:\s+(\d+) kB", status)
        peak = max(peak, int(held[1]) * 1024 if held else 0)
        time.sleep(0.05)
    return peak


def test_it_ends_in_a_report_within_bounds(result: Result) -> None:
    assert "Traceback" not in result.ended.output
    ledger = result.ended.run["ledger"]
    assert ledger["listed"] == sum(ledger["outcomes"].values())
    assert result.peak < 700 * MEGABYTE
    assert result.sent < 60 * MEGABYTE, "robots.txt is read so far"
    assert result.ended.run["counts"]["sitemaps"] < 300


@pytest.mark.parametrize(
    ("path", "status", "error"),
    [
        pytest.param("bomb-br", "200", "", id="brotli bomb"),
        pytest.param("bomb-deflate", "200", "", id="deflate bomb"),
        pytest.param("bomb-zstd", "200", "", id="zstd bomb"),
        pytest.param("many-headers", "", "headers-too-large", id="endless headers"),
        pytest.param("long-header", "", "headers-too-large", id="a header of 400 kB"),
        pytest.param("long-headers", "", "headers-too-large", id="five headers of 100 kB"),
        pytest.param("many-announced", "", "reset", id="early hints and nothing else"),
        pytest.param("many-trailers", "", "headers-too-large", id="endless trailers"),
        pytest.param("header-of-300-kb", "200", "", id="a header of 300 kB"),
        pytest.param("links", "200", "", id="150 Link lines"),
        pytest.param("cookies", "200", "", id="200 cookies"),
        pytest.param("reason", "200", "", id="a status line of 20 kB"),
        pytest.param("long-link", "200", "", id="a Link header of 12 kB"),
        pytest.param("slow-headers", "", "timeout", id="slow headers"),
        pytest.param("short-length", "", "invalid-response", id="a length that is too short"),
        pytest.param("long-length", "200", "truncated", id="a length that is too long"),
        pytest.param("negative-length", "", "invalid-response", id="a length below nothing"),
        pytest.param("two-lengths", "", "invalid-response", id="two lengths"),
        pytest.param("same-length", "200", "", id="one length twice"),
        pytest.param("length-list", "200", "", id="one length twice in a line"),
        pytest.param("no-chunks", "", "invalid-response", id="chunks that are none"),
        pytest.param("chunk-size", "", "invalid-response", id="a chunk of endless size"),
        pytest.param("escapes", "200", "", id="escape sequences"),
        pytest.param("nul", "200", "", id="a NUL"),
        pytest.param("ring-0", "302", "", id="endless redirects"),
        pytest.param("ring-20", "302", "", id="the last redirect that is followed"),
    ],
)
def test_a_page_has_a_plain_record(result: Result, path: str, status: str, error: str) -> None:
    row = result.ended.page(f"/{path}")
    assert (row["status"], row["error"]) == (status, error), row["error_detail"]


def test_headers_that_are_too_long_are_not_checked(result: Result) -> None:
    findings = result.ended.table("findings").query("check == 'status/no-response'")
    too_long = {"many-headers", "long-header", "long-headers", "many-trailers"}
    assert not {url.rpartition("/")[2] for url in findings["url"]} & too_long
    outcomes = result.ended.run["ledger"]["outcomes"]
    assert outcomes["failed:headers-too-large"] == len(too_long)


READ = str(2 * MEGABYTE)


@pytest.mark.parametrize(
    ("path", "size"),
    [
        ("large", str(len(LARGE))),
        ("large-without-length", ""),
        ("large-encoded", ""),
        ("large-file", str(len(LARGE))),
        ("bomb-br", ""),
        ("bomb-deflate", ""),
        ("bomb-zstd", ""),
    ],
)
def test_of_a_page_that_is_too_large_the_beginning_is_read(
    result: Result, path: str, size: str
) -> None:
    row = result.ended.page(f"/{path}")
    assert (row["status"], row["error"]) == ("200", ""), row["error_detail"]
    assert (row["bytes"], row["cut_at"]) == (size, READ)
    assert (row["title"] == "large") == (row["parsed"] == "True" and path[:5] == "large")
    findings = result.ended.table("findings").query("check == 'status/too-large'")
    assert findings["url"].str.endswith(f"/{path}").any() == (path != "large-file")


def test_a_long_header_is_read_and_redirects_end(result: Result) -> None:
    assert len(result.ended.table("alternates").query("source == 'header'")) == 200 + 150
    assert not result.ended.table("pages")["url"].str.endswith("/ring-21").any()


@pytest.mark.parametrize("name", ["br", "deflate", "zstd"])
def test_a_sitemap_that_is_a_bomb_is_read_so_far(result: Result, name: str) -> None:
    sitemaps = result.ended.table("sitemaps")
    (row,) = sitemaps[sitemaps["url"].str.endswith(f"/map-{name}")].to_dict("records")
    assert (row["status"], row["complete"]) == ("200", "False")
    assert int(row["unpacked"]) <= 58 * MEGABYTE


def test_a_line_of_64_mb_is_read_so_far(result: Result) -> None:
    sitemaps = result.ended.table("sitemaps")
    (row,) = sitemaps[sitemaps["url"].str.endswith("/map-line")].to_dict("records")
    assert row["complete"] == "False"


def test_an_entity_is_neither_resolved_nor_asked_for(result: Result) -> None:
    findings = result.ended.table("findings")
    found = findings[findings["sitemap_url"].str.endswith("/map-entities")]["check"]
    assert {"sitemap/doctype", "entry/loc-malformed"} <= set(found)
    hostname = (ROOT / "/etc/hostname").read_text().strip()
    assert not result.ended.table("pages")["url"].str.endswith(f"/{hostname}").any()


def test_endless_indexes_end_and_it_is_said(result: Result) -> None:
    assert result.ended.status == 3
    assert "nested too deep" in result.ended.output


UNSAFE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def test_nothing_that_a_terminal_obeys_is_shown_or_left(result: Result) -> None:
    folder = result.ended.folder
    assert folder is not None
    texts = {"output": result.ended.output}
    for path in folder.rglob("*"):
        if path.is_file() and path.suffix in (".csv", ".json", ".log"):
            texts[path.name] = path.read_text("utf-8-sig")
    assert {name: UNSAFE.search(text) for name, text in texts.items() if UNSAFE.search(text)} == {}
    assert "red \ufffd[31m bell \ufffd" in texts["pages.csv"]


@pytest.mark.parametrize(
    "host",
    ["..", "%2e%2e%2f", "...", "a/../..", "\x1b]0;x\x07.example"],
    ids=["dots", "escaped dots", "three dots", "a path", "an escape sequence"],
)
def test_a_host_that_is_a_path_makes_no_folder_elsewhere(host: str, tmp_path: Path) -> None:
    done = audit(f"http://{host}/", output=tmp_path / "deep" / "out")
    assert sorted(path.name for path in tmp_path.iterdir()) in ([], ["deep"])
    assert not UNSAFE.search(done.output)
    if (tmp_path / "deep").exists():
        assert [path.name for path in (tmp_path / "deep").iterdir()] == ["out"]


def test_a_host_name_may_be_of_any_length(tmp_path: Path) -> None:
    done = audit(f"http://{'a' * 60}.{'b' * 600}.example/", output=tmp_path)
    assert done.status in (2, 3)
    assert "Traceback" not in done.output
    assert all(len(path.name) <= 120 for path in tmp_path.iterdir())
