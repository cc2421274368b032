"""Scrapy's download handlers beside each other.

``python tests/benchmarks/download_handlers.py [PAGES [ROUNDS]]`` (default 5000 and 2): a spider
that only fetches, with the best settings we know, by each handler that Scrapy has and those of its
incubator, each in a process of its own, from an nginx on this machine that serves one small page
over http and, certificate and all, over https. The rounds alternate, and the best counts; processor
time is that of the crawl, without what is loaded before. ``uv`` installs what is needed; nginx is
to be there.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import trustme
from bare_spider import BareSpider, settings
from scrapy.crawler import AsyncCrawlerProcess

if TYPE_CHECKING:
    from collections.abc import Iterator

HERE = Path(__file__).parent
SCRAPY = "scrapy.core.downloader.handlers"
INCUBATOR = "scrapy_download_handlers_incubator"
HTTP, HTTPS = "http://127.0.0.1:8097", "https://127.0.0.1:8098"


class Candidate(NamedTuple):
    """A handler, with what has to be installed for it."""

    handler: str
    package: str = "scrapy"


def of_incubator(extra: str, handler: str) -> Candidate:
    """One of the incubator's; the extras of two of them may exclude each other."""
    name = f"{INCUBATOR}.{handler}DownloadHandler"
    return Candidate(name, f"{INCUBATOR.replace('_', '-')}[{extra}]")


CANDIDATES = {
    "HTTP11 (Scrapy's default)": Candidate(f"{SCRAPY}.http11.HTTP11DownloadHandler"),
    "aiohttp": Candidate(f"{SCRAPY}._aiohttp.AiohttpDownloadHandler"),
    "httpx2": Candidate(f"{SCRAPY}._httpx.HttpxDownloadHandler", "httpx2"),
    "niquests": of_incubator("niquests", "Niquests"),
    "pyreqwest": of_incubator("pyreqwest", "Pyreqwest"),
    "wreq": of_incubator("wreq", "Wreq"),
    "curl_cffi": of_incubator("curl-cffi", "CurlCffi"),
}
PAGE = "<!doctype html><title>Page</title><p>" + "Words of a page. " * 50
CONFIGURATION = """\
daemon off; worker_processes 1; pid {folder}/pid; error_log {folder}/error.log;
events {{ }}
http {{
    access_log off; keepalive_requests 1000000;
    server {{
        listen 127.0.0.1:{http}; listen 127.0.0.1:{https} ssl;
        ssl_certificate {folder}/chain.pem; ssl_certificate_key {folder}/key.pem;
        default_type text/html; root {folder}; try_files /page.html =404;
    }}
}}
"""


@contextmanager
def served(http: int, https: int) -> Iterator[None]:
    """A page at every address."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        certificate = trustme.CA().issue_cert("127.0.0.1")
        certificate.private_key_pem.write_to_path(folder / "key.pem")
        certificate.cert_chain_pems[0].write_to_path(folder / "chain.pem")
        (folder / "page.html").write_text(PAGE)
        configuration = folder / "nginx.conf"
        configuration.write_text(CONFIGURATION.format(folder=folder, http=http, https=https))
        server = subprocess.Popen(["nginx", "-c", configuration])
        time.sleep(1)
        try:
            yield
        finally:
            server.terminate()
            server.wait()


def main(pages: int, rounds: int) -> None:
    """Print a table."""
    cells: dict[tuple[str, str], list[tuple[float, float]]] = defaultdict(list)
    with served(8097, 8098):
        for _ in range(rounds):
            for name, candidate in CANDIDATES.items():
                for base in (HTTP, HTTPS):
                    cells[name, base] += measured(base, pages, candidate)
    print(f"{pages:,} pages{'':18}{'http/s':>9}{'CPU ms':>9}{'https/s':>9}{'CPU ms':>9}")
    for name in CANDIDATES:
        print(f"{name:28}{shown(cells[name, HTTP])}{shown(cells[name, HTTPS])}", flush=True)


def shown(runs: list[tuple[float, float]]) -> str:
    """Pages a second and processor milliseconds a page, the best of runs."""
    if not runs:
        return " " * 18
    return f"{max(rate for rate, _ in runs):9.0f}{min(cost for _, cost in runs):9.2f}"


def measured(base: str, pages: int, candidate: Candidate) -> list[tuple[float, float]]:
    """One run in a process of its own; none, and why on the screen, where it fails."""
    command = ["uv", "run", "--quiet", "--no-sync", "--with", candidate.package, "python"]
    command += [__file__, "one", base, str(pages), candidate.handler]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    fetched, seconds, cpu = done.stdout.split()[-3:] or (0, 0, 0)
    if int(fetched) != pages:
        print(f"{candidate.handler} fetched {fetched}: {done.stderr.splitlines()[-1:]}", flush=True)
        return []
    return [(pages / float(seconds), float(cpu) / pages * 1000)]


def one(base: str, pages: int, handler: str) -> None:
    """Crawl in this process, and print how many pages came, in which time."""
    began, cpu = time.perf_counter(), time.process_time()
    process = AsyncCrawlerProcess(settings(handler))
    process.crawl(BareSpider, base=base, pages=pages)
    process.start()
    print(time.perf_counter() - began, time.process_time() - cpu)


if __name__ == "__main__":
    if sys.argv[1:2] == ["one"]:
        one(sys.argv[2], int(sys.argv[3]), sys.argv[4])
    else:
        numbers = [int(argument) for argument in sys.argv[1:]]
        main(*numbers, *(5_000, 2)[len(numbers) :])
