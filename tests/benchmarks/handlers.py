"""Scrapy's download handlers beside each other, with HTTP/1.1 and with HTTP/2.

``python tests/benchmarks/handlers.py [PAGES]`` (default 5000): a spider that only fetches, with the
best settings we know, by each handler that Scrapy has and those of its incubator, from an nginx on
this machine that serves one small page over http and, certificate and all, over https. ``uv``
installs what is needed; nginx is to be there.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import trustme
from measuring import measure

if TYPE_CHECKING:
    from collections.abc import Iterator

HERE = Path(__file__).parent
SCRAPY = "scrapy.core.downloader.handlers"
INCUBATOR = "scrapy_download_handlers_incubator"
EXTRAS = f"{INCUBATOR.replace('_', '-')}[curl-cffi,httpx,niquests,pyreqwest,wreq]"
HANDLERS = {
    "HTTP11 (Scrapy's default)": f"{SCRAPY}.http11.HTTP11DownloadHandler",
    "aiohttp": f"{SCRAPY}._aiohttp.AiohttpDownloadHandler",
    "httpx": f"{SCRAPY}._httpx.HttpxDownloadHandler",
    "niquests": f"{INCUBATOR}.NiquestsDownloadHandler",
    "pyreqwest": f"{INCUBATOR}.PyreqwestDownloadHandler",
    "wreq": f"{INCUBATOR}.WreqDownloadHandler",
    "curl_cffi": f"{INCUBATOR}.CurlCffiDownloadHandler",
    "Twisted, HTTP/2": f"{SCRAPY}.http2.H2DownloadHandler",
    "httpx, HTTP/2": f"{SCRAPY}._httpx.HttpxDownloadHandler?HTTPX_HTTP2_ENABLED=1",
    "niquests, HTTP/2": f"{INCUBATOR}.NiquestsDownloadHandler?NIQUESTS_HTTP2_ENABLED=1",
    "pyreqwest, HTTP/2": f"{INCUBATOR}.PyreqwestDownloadHandler?PYREQWEST_HTTP2_ENABLED=1",
    "wreq, HTTP/2": f"{INCUBATOR}.WreqDownloadHandler?WREQ_HTTP2_ENABLED=1",
    "curl_cffi, HTTP/2": f"{INCUBATOR}.CurlCffiDownloadHandler?CURL_CFFI_HTTP_VERSION=v2",
}
PAGE = "<!doctype html><title>Page</title><p>" + "Words of a page. " * 50
CONFIGURATION = """\
daemon off; worker_processes 1; pid {folder}/pid; error_log {folder}/error.log;
events {{ }}
http {{
    access_log off; keepalive_requests 1000000;
    server {{
        listen 127.0.0.1:{http}; listen 127.0.0.1:{https} ssl http2;
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


def main(pages: int) -> None:
    """Print a table."""
    print(f"{pages:,} pages{'':18}{'http/s':>9}{'CPU ms':>9}{'https/s':>9}{'CPU ms':>9}")
    with served(8097, 8098):
        for name, handler in HANDLERS.items():
            bases = [] if "HTTP/2" in name else ["http://127.0.0.1:8097"]
            cells = [cell(base, pages, handler) for base in [*bases, "https://127.0.0.1:8098"]]
            print(f"{name:28}{''.join(cells):>36}", flush=True)


def cell(base: str, pages: int, handler: str) -> str:
    """Pages a second and processor milliseconds a page."""
    command = ["uv", "run", "--quiet", "--with", EXTRAS, "python", str(HERE / "bare_spider.py")]
    with tempfile.TemporaryFile() as output:
        run = measure([*command, base, str(pages), handler], output=output.fileno())
        output.seek(0)
        last = output.read().split()[-1:]
    if last != [str(pages).encode()]:
        return f"{'failed':>18}"
    return f"{pages / run.seconds:9.0f}{run.cpu / pages * 1000:9.2f}"


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5_000)
