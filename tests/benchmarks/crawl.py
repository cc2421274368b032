"""Pages a second, processor time and memory: the whole audit beside others on the same pages.

``python tests/benchmarks/crawl.py [PAGES...]`` (default 20000), one after the other, in one run on
one machine. The audit's time holds everything: sitemaps, pages, checks, reports; beside it stands
the time until the last page was stored, which is what the others are held to. The others:

* a Scrapy spider that only fetches, with the best settings we know, and with default settings;
* an asyncio client (aiohttp, uvloop) that fetches, parses and keeps a page's title, canonical and
  alternates;
* advertools' crawl of a list of URLs, and its crawl_headers, where ``uv`` can install it.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from measuring import Measure, measure

HERE = Path(__file__).parent
ADVERTOOLS = ["uv", "run", "--quiet", "--no-project", "--with", "advertools"]
PEERS = {
    "Scrapy spider, best settings": [sys.executable, "bare_spider.py", "best"],
    "Scrapy spider, default settings": [sys.executable, "bare_spider.py", "default"],
    "asyncio client that parses": [sys.executable, "plain_client.py", "32"],
    "advertools.crawl": [*ADVERTOOLS, "python", "advertools_crawl.py", "crawl"],
    "advertools.crawl_headers": [*ADVERTOOLS, "python", "advertools_crawl.py", "headers"],
}


class Row(NamedTuple):
    """One candidate."""

    name: str
    fetched: int
    measure: Measure
    seconds: float
    "Until the last page was there, from the start of the command."


def audit(base: str, *more: str) -> Row:
    """The audit, with further options."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "sitemap_audit", base, "-o", folder]
        began = time.time()
        measured = measure([*command, "--concurrency", "32", *more])
        (run,) = Path(folder).glob("*/*/run.json")
        fetched = int(json.loads(run.read_text())["ledger"]["fetched"])
        last = max(part.stat().st_mtime for part in run.parent.glob("data/pages/*.parquet"))
    return Row(" ".join(["sitemap-audit", *more]), fetched, measured, last - began)


def peer(name: str, base: str, pages: int) -> Row:
    """Another program; it is given the URLs, and prints how many it has fetched."""
    *start, script, kind = PEERS[name]
    with tempfile.TemporaryFile() as output:
        command = [*start, str(HERE / script), base, str(pages), kind]
        measured = measure(command, output=output.fileno())
        output.seek(0)
        last = output.read().split()[-1:]
    fetched = int(last[0]) if last and last[0].isdigit() else 0
    return Row(name, fetched, measured, measured.seconds)


def compare(pages: int) -> list[Row]:
    """All candidates on a site of so many pages; the first peer is what the others are held to."""
    server = subprocess.Popen(
        [sys.executable, HERE / "server.py", str(pages)], stdout=subprocess.PIPE, text=True
    )
    assert server.stdout is not None
    base = server.stdout.readline().strip()
    try:
        ours: tuple[list[str], ...] = ([], ["--workers", "1"], ["--workers", "2"])
        return [
            *(peer(name, base, pages) for name in PEERS),
            *(audit(base, *more) for more in ours),
        ]
    finally:
        server.kill()


def main(sizes: list[int]) -> None:
    """Print a table a size."""
    for size in sizes:
        rows = compare(size)
        best = rows[0].seconds
        print(
            f"{size:,} pages{'':21} fetched  seconds  pages/s  to best"
            "  with checks and reports  CPU ms/page  peak MB"
        )
        for name, fetched, run, seconds in rows:
            print(
                f"{name:32}{fetched:8}{seconds:9.1f}{fetched / seconds:9.0f}"
                f"{best / seconds:9.2f}{run.seconds:19.1f} ({best / run.seconds:.2f})"
                f"{run.cpu / size * 1000:13.2f}{run.peak / 2**20:9.0f}",
                flush=True,
            )


if __name__ == "__main__":
    main([int(size) for size in sys.argv[1:]] or [20_000])
