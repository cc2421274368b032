"""Is the event loop held while a big sitemap is read? The longest gap of a heartbeat.

``python tests/benchmarks/heartbeat.py``: a sitemap of 50,000 URLs with ten alternates each (about
45 MB) is read while pages are fetched; beside it the same number of pages from small sitemaps.
A gap may be the machine's, when others use it; so it is also told how much processor time the
process had in one, which is what it can have held the loop itself.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

HERE = Path(__file__).parent
BEAT = 0.005


class Heartbeat:
    """Scrapy extension: beats while the crawl runs; prints the longest gap in milliseconds."""

    def __init__(self, crawler: Crawler) -> None:
        from scrapy import signals

        crawler.signals.connect(self.begin, signal=signals.engine_started)
        crawler.signals.connect(self.end, signal=signals.spider_idle)
        self._longest = self._most_worked = 0.0
        self._fetched_while_reading = 0
        self._crawler = crawler

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Heartbeat:
        return cls(crawler)

    def begin(self) -> None:
        """Begin to beat."""
        self._task = asyncio.ensure_future(self._beat())

    async def _beat(self) -> None:
        while True:
            before, worked = time.perf_counter(), time.process_time()
            await asyncio.sleep(BEAT)
            self._longest = max(self._longest, time.perf_counter() - before - BEAT)
            self._most_worked = max(self._most_worked, time.process_time() - worked)
            stats = self._crawler.stats
            if not stats.get_value("audit/sitemaps"):
                self._fetched_while_reading = stats.get_value("audit/pages", 0)

    def end(self) -> None:
        """Say the longest gap."""
        self._task.cancel()
        gaps = f"{1000 * self._longest:.0f} {1000 * self._most_worked:.0f}"
        print(gaps, self._fetched_while_reading, flush=True)


def measure(alternates: int) -> tuple[int, int, int]:
    """Longest gap, most work in one, in milliseconds; pages fetched before a sitemap was read."""
    server = subprocess.Popen(
        [sys.executable, HERE / "server.py", "50000", *([str(alternates)] if alternates else [])],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert server.stdout is not None
    base = server.stdout.readline().strip()
    try:
        with tempfile.TemporaryDirectory() as folder:
            command = [sys.executable, "-m", "scrapy", "crawl", "sitemap", "--nolog"]
            arguments = [f"site={base}", f"output={folder}", "max_urls=3000", "follow=no"]
            settings = ['EXTENSIONS={"heartbeat.Heartbeat": 1}']
            done = subprocess.run(
                [*command, *(x for a in arguments for x in ("-a", a)), "-s", settings[0]],
                capture_output=True,
                text=True,
                check=True,
                cwd=HERE.parent.parent,
                env=os.environ | {"PYTHONPATH": str(HERE)},
            )
            gap, worked, fetched = map(int, done.stdout.split())
            return gap, worked, fetched
    finally:
        server.kill()


def main() -> None:
    """Print a table."""
    print(f"{'':36}{'longest gap, ms':>16}{'of it worked':>14}{'pages fetched meanwhile':>25}")
    for name, alternates in (("one sitemap, 10 alternates a URL", 10), ("10 small sitemaps", 0)):
        gap, worked, fetched = measure(alternates)
        print(f"{name:36}{gap:16}{worked:14}{fetched:25}")


if __name__ == "__main__":
    main()
