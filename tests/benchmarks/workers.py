"""One process that fetches pages beside two: pages a second, and processor seconds a page.

``python tests/benchmarks/workers.py [PAGES] [WORKERS...]`` (default 10000, 1 and 2) audits a site
of small pages, whose server takes a fraction of a core,
and counts from the first page's answer to the last one's.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pyarrow.parquet as pq

if TYPE_CHECKING:
    from datetime import datetime

HERE = Path(__file__).parent


class Measure(NamedTuple):
    """One audit."""

    workers: int
    pages: int
    seconds: float
    "From the first page's answer to the last one's."
    ours: float
    "Processor seconds of the audit, checks and reports not counted."
    served: float
    "Processor seconds of the server."


def measure(workers: int, pages: int) -> Measure:
    """Audit a site with so many workers."""
    server = subprocess.Popen(
        [sys.executable, HERE / "server.py", str(pages)], stdout=subprocess.PIPE, text=True
    )
    assert server.stdout is not None
    base = server.stdout.readline().strip()
    try:
        with tempfile.TemporaryDirectory() as folder:
            ours = crawl(base, Path(folder), workers)
            fetched, seconds = crawled(Path(folder))
        return Measure(workers, fetched, seconds, ours, processor_seconds(server.pid))
    finally:
        server.kill()
        server.wait()


def crawl(base: str, folder: Path, workers: int) -> float:
    """Audit; the processor seconds until the checks begin, of all processes."""
    command = [sys.executable, "-m", "sitemap_audit", base, "-o", str(folder)]
    command += ["--concurrency", "64", "--workers", str(workers), "--select", "robots"]
    audit = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    used = 0.0
    while audit.poll() is None:
        if any("Closing spider" in log.read_text() for log in folder.glob("*/*/audit.log")):
            break
        used = processor_seconds(audit.pid)
        time.sleep(0.2)
    audit.wait()
    return used


def processor_seconds(process: int) -> float:
    """Processor seconds of a process and of those that it has started, so far."""
    stat = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    own = sum(map(int, stat[11:15])) / os.sysconf("SC_CLK_TCK")
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return own + sum(processor_seconds(int(child)) for child in children)


def crawled(folder: Path) -> tuple[int, float]:
    """Listed pages that were fetched, and the seconds between the first and the last."""
    (run,) = folder.glob("*/*/run.json")
    pages = pq.read_table(run.parent / "data" / "pages", columns=["role", "fetched_at"]).to_pylist()
    times: list[datetime] = [page["fetched_at"] for page in pages if page["role"] == "listed"]
    fetched = json.loads(run.read_text())["ledger"]["fetched"]
    return fetched, (max(times) - min(times)).total_seconds()


def main(pages: int, counts: list[int]) -> None:
    """Print a table."""
    heads = ("workers", "pages", "pages/s", "to one", "CPU ms/page", "server ms/page")
    print("".join(f"{head:>16}" for head in heads))
    first = 0.0
    for count in counts:
        each = measure(count, pages)
        rate = each.pages / each.seconds
        first = first or rate
        print(
            f"{each.workers:16}{each.pages:16,}{rate:16.0f}{rate / first:16.2f}"
            f"{1000 * each.ours / each.pages:16.2f}{1000 * each.served / each.pages:16.2f}"
        )


if __name__ == "__main__":
    given = [int(each) for each in sys.argv[1:]]
    main(given[0] if given else 10_000, given[1:] or [1, 2])
