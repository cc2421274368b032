"""Pages a second and peak memory: the whole audit beside a Scrapy spider that only fetches.

``python tests/benchmarks/crawl.py [PAGES...]`` (default 5000 50000), in one run on one machine. The
audit's time holds everything: sitemaps, pages, checks, reports.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent


class Measure(NamedTuple):
    """One run."""

    name: str
    pages: int
    seconds: float
    peak: int
    "Bytes."
    fetched: int


def measure(name: str, pages: int, command: list[str]) -> Measure:
    """Run a command; its seconds, and the peak memory of the process."""
    began = time.perf_counter()
    # Compiled modules are kept, as they are wherever a program is used more than once.
    environment = os.environ | {"PYTHONDONTWRITEBYTECODE": ""}
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment
    )
    _, _, usage = os.wait4(process.pid, 0)
    return Measure(name, pages, time.perf_counter() - began, usage.ru_maxrss * 1024, pages)


def fetched(folder: Path) -> int:
    """Listed URLs that an audit below ``folder`` has fetched, by its ledger."""
    (run,) = folder.glob("*/*/run.json")
    return int(json.loads(run.read_text())["ledger"]["fetched"])


def compare(pages: int) -> list[Measure]:
    """All candidates on a site of so many pages."""
    server = subprocess.Popen(
        [sys.executable, HERE / "server.py", str(pages)], stdout=subprocess.PIPE, text=True
    )
    assert server.stdout is not None
    base = server.stdout.readline().strip()
    try:
        bare = [sys.executable, str(HERE / "bare_spider.py"), base, str(pages)]
        with tempfile.TemporaryDirectory() as folder:
            audit = [
                sys.executable,
                "-m",
                "sitemap_audit",
                base,
                "-o",
                folder,
                "--concurrency",
                "32",
            ]
            ours = measure("sitemap-audit", pages, audit)
            ours = ours._replace(fetched=fetched(Path(folder)))
        return [
            ours,
            measure("bare spider, best settings", pages, [*bare, "best"]),
            measure("bare spider, default settings", pages, [*bare, "default"]),
        ]
    finally:
        server.kill()


def main(sizes: list[int]) -> None:
    """Print a table."""
    print(
        f"{'':32}{'pages':>8}{'fetched':>9}{'seconds':>9}{'pages/s':>9}{'to best':>9}{'peak MB':>9}"
    )
    for size in sizes:
        measures = compare(size)
        best = measures[1].seconds
        for each in measures:
            print(
                f"{each.name:32}{size:8}{each.fetched:9}{each.seconds:9.1f}"
                f"{size / each.seconds:9.0f}{best / each.seconds:9.2f}{each.peak / 2**20:9.0f}"
            )


if __name__ == "__main__":
    main([int(size) for size in sys.argv[1:]] or [5_000, 50_000])
