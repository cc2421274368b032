"""Peak memory of a crawl whose pages, sitemaps and robots.txt are as hostile as the limits allow.

``python tests/benchmarks/hostile.py [SHAPE...]`` (default: each of SHAPES alone, then ``mix``, the
worst of them at once from eight hosts). A server on loopback, beside the process tree that is
measured.
``--workers N`` behind the shapes sets the number of worker processes.

Memory is the proportional set size (PSS) of the crawl and every process below it: what they share
is counted once, so that the sum is what the machine has to have. What a browser or the checks take
is not part of it: the audit is killed when the crawl ends.
"""

from __future__ import annotations

import gzip
import itertools
import random
import string
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import ExitStack, suppress
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import psutil

if TYPE_CHECKING:
    from collections.abc import Callable

LIMIT = 400
"MB that a crawl may take."
LOOK = 0.02
"Seconds between two looks."
MIB = 2**20
PAGE = 2 * MIB
"Bytes of a page that are read."
SITEMAP = 50 * MIB
ROBOTS = 2 * MIB
PAGES = 6
"Of each shape."
HOSTS = [f"127.0.0.{number}" for number in range(1, 9)]
NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'


def filled(piece: str, before: str = "", after: str = "", size: int = PAGE) -> str:
    """As many times as there is room for."""
    room = size - len(before.encode()) - len(after.encode())
    return before + piece * (room // len(piece.encode())) + after


def _attributes() -> str:
    letters = itertools.product(string.ascii_lowercase, repeat=3)
    names = " ".join("".join(each) for each in itertools.islice(letters, 4_900))
    return filled(f"<p {names}>", size=PAGE // 2)


def _urlset(entry: str, before: str = "") -> str:
    return filled(entry, f"<urlset {NAMESPACE}>{before}", "</urlset>", SITEMAP)


def _numbered(line: str, size: int) -> str:
    """Lines that differ, by words of letters."""
    words = itertools.chain.from_iterable(
        itertools.product(string.ascii_lowercase, repeat=length) for length in itertools.count(1)
    )
    lines = (line.format("".join(word)) for word in words)
    return "".join(itertools.islice(lines, size // len(line)))[:size]


SHAPES: dict[str, Callable[[], str]] = {
    "page:elements": lambda: filled("<p>", size=PAGE * 2 // 7),
    "page:attributes": lambda: filled("<p a b c>", size=PAGE // 4),
    "page:many-attributes": _attributes,
    "page:heads": lambda: filled("<p a b>", after="<p></head>" * 20, size=PAGE // 4),
    "page:remade": lambda: filled("<p>x", f"<p><b {'a ' * 20}>", size=30_000),
    "page:links": lambda: filled("<link rel>", size=PAGE // 2),
    "page:directives": lambda: filled("a,", '<meta name=robots content="', '">'),
    "page:cells": lambda: filled("<td>1", "<table>", size=PAGE * 7 // 16),
    "page:texts": lambda: filled("<br>a", size=PAGE * 7 // 16),
    "page:words": lambda: filled("中文"),
    "page:json": lambda: filled(",{}", '<script type=application/ld+json>["dateModified"', "]"),
    "page:long-urls": lambda: filled(f"<link rel=alternate hreflang=de href=/{'a' * 65_000}>"),
    "page:annotations": lambda: filled(f"<link rel=canonical href=/{'a' * 180}>"),
    "page:bytes": lambda: random.Random(0).randbytes(8 * MIB).hex(),  # incompressible
    "page:options": lambda: filled("<option>", "<select>"),
    "sitemap:long-locs": lambda: _urlset(f"<url><loc>http://e.com/{'a' * 64_000}</loc></url>"),
    "sitemap:locs": lambda: _urlset("<url><loc>http://e.com/</loc></url>"),
    "sitemap:elements": lambda: _urlset("<a/>", "<url>"),
    "sitemap:entry": lambda: _urlset("<url>" + "<a/>" * 900_000 + "</url>"),
    "sitemap:alternates": lambda: _urlset(
        "<url><loc>http://e.com/</loc>" + "<link hreflang='a' href='b'/>" * 130_000 + "</url>"
    ),
    "sitemap:attributes": lambda: _urlset(
        "<url " + " ".join(f"a{n}=''" for n in range(9_000)) + "/>"
    ),
    "sitemap:depth": lambda: _urlset("<a>"),
    "sitemap:text": lambda: _urlset("a"),
    "sitemap:line": lambda: "a" * SITEMAP,
    "sitemap:lines": lambda: filled("a\n", size=SITEMAP),
    "sitemap:images": lambda: _urlset(
        "<url><loc>http://e.com/</loc>"
        + "<image><loc>http://e.com/</loc></image>" * 1_000
        + "</url>"
    ),
    "sitemap:bad-entries": lambda: _urlset("<url><loc>&</url>"),
    "robots:lines": lambda: filled("a\n", size=ROBOTS),
    "robots:rules": lambda: filled("allow:/\n", "user-agent:*\n", size=ROBOTS),
    "robots:bytes": lambda: filled(f"sitemap:{'é' * 8_000}\n", size=ROBOTS),
    "robots:other-rules": lambda: "user-agent:*\n" + _numbered("allow:/{}\n", ROBOTS),
    "robots:patterns": lambda: "user-agent:*\n" + _numbered("allow:*{}*\n", ROBOTS),
    "robots:agents": lambda: _numbered("user-agent:{}\n", ROBOTS),
    "robots:sitemaps": lambda: filled("sitemap:a\n", size=ROBOTS),
}
EVERYWHERE = "every-"
"Before the name of a robots.txt: all hosts have it; else the first one."


MIX = (
    *("page:cells", "page:heads", "page:remade", "page:long-urls", "page:bytes"),
    *("sitemap:long-locs", "sitemap:alternates", "every-robots:other-rules"),
)
"Those that take most, alone."


@cache
def body(shape: str) -> bytes:
    """Of a shape, gzip."""
    return gzip.compress(SHAPES[shape.removeprefix(EVERYWHERE)]().encode(), 1)


class Handler(BaseHTTPRequestHandler):
    """Responds with what its path names: /page:elements-3."""

    shapes: tuple[str, ...] = ()

    def do_GET(self) -> None:
        """Respond."""
        name = self.path.strip("/").rpartition(".")[0]
        if self.path == "/robots.txt":
            self._robots()
        elif self.path == "/list.xml":
            urls = "".join(f"<url><loc>{url}</loc></url>" for url in self._pages())
            self._send(gzip.compress(f"<urlset {NAMESPACE}>{urls}</urlset>".encode()), "text/xml")
        elif name in SHAPES:
            self._send(body(name), "text/html" if name.startswith("page:") else "text/xml")
        else:
            self._send(gzip.compress(b"<title>a</title>"), "text/html")

    def _robots(self) -> None:
        port = self.headers["Host"].rpartition(":")[2]
        named = [f"http://{HOSTS[0]}:{port}/{each}.xml" for each in self.shapes if each[0] == "s"]
        named.append(f"http://{HOSTS[0]}:{port}/list.xml")
        own = "".join(f"Sitemap: {url}\n" for url in named)
        is_first = self.headers["Host"].startswith(f"{HOSTS[0]}:")
        worst = [
            each
            for each in self.shapes
            if each.startswith(EVERYWHERE) or (is_first and each[0] == "r")
        ]
        rest = b"".join(map(body, worst))
        self._send(gzip.compress(own.encode()) + rest, "text/plain")

    def _pages(self) -> list[str]:
        port = self.headers["Host"].rpartition(":")[2]
        shapes = [each for each in self.shapes if each[0] == "p"]
        is_one = len(self.shapes) == 1 and not self.shapes[0].startswith(EVERYWHERE)
        hosts = itertools.cycle(HOSTS[:1] if is_one else HOSTS)
        number_of = PAGES if shapes else 2 * len(HOSTS)
        return [
            f"http://{next(hosts)}:{port}/{shape}.{number}"
            for number in range(number_of)
            for shape in shapes or ["page"]
        ]

    def _send(self, content: bytes, kind: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        with suppress(OSError):
            self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        """Nothing is logged."""


class Measure(NamedTuple):
    """The peak of a crawl, in MB."""

    whole: float
    "Of the process tree."
    crawl: float
    "Of the process that crawls, by itself."
    workers: float
    "Of all others, by themselves."
    processes: int
    seconds: float
    cpu: float


def measure(shapes: tuple[str, ...], workers: str | None) -> Measure:
    """Crawl a site of these shapes."""
    handler = type("Shapes", (Handler,), {"shapes": shapes})
    with ExitStack() as stack:
        to = stack.enter_context(tempfile.TemporaryDirectory())
        servers = [ThreadingHTTPServer((HOSTS[0], 0), handler)]
        port = servers[0].server_address[1]
        servers += [ThreadingHTTPServer((host, port), handler) for host in HOSTS[1:]]
        for server in servers:
            stack.callback(server.shutdown)
            threading.Thread(target=server.serve_forever, daemon=True).start()
        site = f"http://{HOSTS[0]}:{port}"
        command = [sys.executable, "-m", "sitemap_audit", site, "-o", to, "--select", "robots"]
        command += ["--allow-private", "--max-urls", "100000"]
        command += ["--workers", workers] if workers else []
        nowhere = subprocess.DEVNULL
        return watch(subprocess.Popen(command, stdout=nowhere, stderr=nowhere), Path(to))


def watch(audit: subprocess.Popen[bytes], folder: Path) -> Measure:
    """Look at the memory of an audit until its crawl ends."""
    began = time.monotonic()
    tops = [0.0, 0.0, 0.0]
    processes, cpu = 1, 0.0
    root = psutil.Process(audit.pid)
    while audit.poll() is None and not has_ended(folder):
        with suppress(psutil.Error):
            tree = [root, *root.children(recursive=True)]
            figures = [proportional(each.pid) for each in tree]
            now = [sum(figures), figures[0], sum(figures[1:])]
            tops = [max(pair) for pair in zip(tops, now, strict=True)]
            processes = max(processes, len(tree))
            cpu = max(cpu, sum(sum(each.cpu_times()[:2]) for each in tree))
        time.sleep(LOOK)
    seconds = time.monotonic() - began
    with suppress(psutil.Error):
        for each in [*root.children(recursive=True), root]:
            each.kill()
    audit.wait()
    whole, crawl, others = tops
    return Measure(whole, crawl, others, processes, seconds, cpu)


def has_ended(folder: Path) -> bool:
    """Whether the crawl is over and the checks begin."""
    return any("Closing spider" in log.read_text() for log in folder.glob("*/*/audit.log"))


def proportional(process: int) -> float:
    """The proportional set size of a process; 0 when it has ended."""
    try:
        rollup = Path(f"/proc/{process}/smaps_rollup").read_text()
    except OSError:
        return 0.0
    return (
        sum(int(line.split()[1]) for line in rollup.splitlines() if line.startswith("Pss:")) / 1024
    )


def main(arguments: list[str]) -> None:
    """Print a table."""
    workers = None
    if "--workers" in arguments:
        at = arguments.index("--workers")
        workers = arguments[at + 1]
        del arguments[at : at + 2]
    heads = ("all, MB", "crawl", "others", "processes", "seconds", "processor")
    print(f"{'shape':24}" + "".join(f"{head:>11}" for head in heads))
    for name in arguments or [*SHAPES, "mix"]:
        measured = measure(MIX if name == "mix" else (name,), workers)
        print(f"{name:24}" + "".join(f"{figure:11.0f}" for figure in measured), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
