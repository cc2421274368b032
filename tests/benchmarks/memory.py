"""Peak memory while an audit crawls, at sizes from small to huge.

``python tests/benchmarks/memory.py [LISTED...]`` (default 10000 100000 1000000 10000000:no-pages):
each a number of listed URLs; with ``:links`` behind it, each page has a hundred links, which
``:crawl`` follows (``--crawl``); with ``:no-pages`` behind it only the sitemaps are read, with
``:no-pages:10`` sitemaps of 50,000 URLs with ten alternates each. A server on loopback makes
sitemaps and pages as they are asked for; the analysis at the end is stopped and not counted.
"""

from __future__ import annotations

import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import pyarrow.parquet as pq

HERE = Path(__file__).parent
LOOK = 0.1
"Seconds between two looks."
PATIENCE = 30
"Seconds until an audit that has not ended is told so again."


class Measure(NamedTuple):
    """One audit; memory in MiB."""

    listed: int
    fetched: int
    seconds: float
    crawl: float
    "Of the process that crawls."
    readers: float
    "Of all processes that it starts, together."


def measure(listed: int, *options: str, alternates: int = 0, links: int = 0) -> Measure:
    """Audit a site of so many listed URLs, each with so many alternates and links."""
    command = [sys.executable, str(HERE / "server.py"), str(listed), str(alternates)]
    command += ["--links", str(links)]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    base = server.stdout.readline().strip()
    try:
        with tempfile.TemporaryDirectory() as folder:
            return crawl(base, Path(folder), *options)
    finally:
        server.kill()
        server.wait()


def crawl(base: str, folder: Path, *options: str) -> Measure:
    """Audit, looking at the memory of the processes until the crawl ends."""
    command = [sys.executable, "-m", "sitemap_audit", base, "-o", str(folder)]
    command += ["--concurrency", "64", "--select", "robots", *options]
    began = time.monotonic()
    audit = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    ours = others = 0.0
    while audit.poll() is None and not has_ended(folder):
        ours = max(ours, resident(audit.pid))
        others = max(others, sum(map(resident, children(audit.pid))))
        time.sleep(LOOK)
    seconds = time.monotonic() - began
    while audit.poll() is None:  # the first one may come while the crawl ends, and stop nothing
        audit.send_signal(signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            audit.wait(PATIENCE)
    return Measure(stored(folder, "entries"), stored(folder, "pages"), seconds, ours, others)


def stored(folder: Path, table: str) -> int:
    """The rows that an audit has stored of a table."""
    parts = folder.glob(f"*/*/data/{table}/part-*.parquet")
    return sum(pq.read_metadata(part).num_rows for part in parts)


def has_ended(folder: Path) -> bool:
    """Whether the crawl is over and the analysis begins."""
    return any("Closing spider" in log.read_text() for log in folder.glob("*/*/audit.log"))


def resident(process: int) -> float:
    """Memory of a process; 0 when it has ended."""
    try:
        lines = Path(f"/proc/{process}/status").read_text().splitlines()
    except OSError:
        return 0.0
    return sum(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024


def children(process: int) -> list[int]:
    """The processes that a process has started."""
    try:
        text = Path(f"/proc/{process}/task/{process}/children").read_text()
    except OSError:
        return []
    return [int(child) for child in text.split()]


def main(sizes: list[str]) -> None:
    """Print a table."""
    heads = ("listed", "fetched", "seconds", "crawl, MB", "to first", "readers, MB")
    print("".join(f"{head:>14}" for head in heads))
    first = 0.0
    for size in sizes:
        number, *how = size.split(":")
        match how:
            case []:
                each = measure(int(number))
            case ["links" | "crawl" as what]:
                options = ["--crawl"] if what == "crawl" else []
                each = measure(int(number), *options, links=100)
            case _:
                alternates = int(how[1]) if how[1:] else 0
                each = measure(int(number), "--no-pages", alternates=alternates)
        first = first or each.crawl
        print(
            f"{each.listed:14,}{each.fetched:14,}{each.seconds:14.0f}{each.crawl:14.0f}"
            f"{each.crawl / first:14.2f}{each.readers:14.0f}",
            flush=True,
        )


if __name__ == "__main__":
    main(sys.argv[1:] or ["10000", "100000", "1000000", "10000000:no-pages"])
