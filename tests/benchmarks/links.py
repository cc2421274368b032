"""What the links of a link crawl take, by pages: bytes on disk, processor time and memory.

``python tests/benchmarks/links.py 10000 100000``: so many pages of 100 links each, 40 of them in
the navigation of every page, the others to pages of the same section, each with its anchor text.
The links are queued as in a crawl, and written. Each size has a process of its own. Printed are the
bytes of a link in the stored audit, the processor's seconds, the exponent of their growth from one
size to the next (1 is linear), and the peak memory.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from analysis import exponent

from sitemap_audit.frontier.frontier import Frontier
from sitemap_audit.frontier.linked_pages import LinkLimits
from sitemap_audit.frontier.url_records import OutlinkUrl, page_target
from sitemap_audit.items import Outlink, Role
from sitemap_audit.parsing import urls
from sitemap_audit.storage.writer import Writer

SITE = "https://www.example.com"
MENU = 40
LINKS = 100
SECTION = 1_000
"Pages of a section, whose pages link to each other."


def url_of(number: int) -> str:
    """Return the URL of a page."""
    return f"{SITE}/section-{number // SECTION}/article-{number}-of-many" if number else f"{SITE}/"


def write(folder: Path, pages: int) -> float:
    """Queue and write the links of so many pages; return the processor's seconds."""
    rng = random.Random(1)
    frontier = Frontier(folder / "frontier.sqlite", links=LinkLimits(pages, None))
    frontier.add_page(f"{SITE}/", Role.HOME)
    writer = Writer(folder)
    began = time.process_time()
    for number in range(pages):
        first = number // SECTION * SECTION
        section = range(first, min(first + SECTION, pages))
        menu = range(0, min(MENU * SECTION, pages), SECTION)
        targets = dict.fromkeys([*menu, *rng.choices(section, k=LINKS - len(menu))])
        found = [url_of(target) for target in targets]
        outlinks = [OutlinkUrl(url, urls.key(url), urls.near_key(url), True) for url in found]
        rows = [
            Outlink(number, each.key, None, f"Article {target} of many", "content", 1)
            for target, each in zip(targets, outlinks, strict=True)
        ]
        new = frontier.add_outlinks(page_target(url_of(number), Role.LINKED), outlinks)
        writer.add([*rows, *new])
        if writer.is_due:
            writer.flush()
    writer.flush()
    seconds = time.process_time() - began
    frontier.close()
    return seconds


def measure(pages: int) -> dict[str, Any]:
    """Measure one size in this process."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        seconds = write(folder, pages)
        stored = sum(file.stat().st_size for file in folder.glob("data/*/*.parquet"))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return {"seconds": seconds, "bytes": stored / (pages * LINKS), "peak": peak}


def main() -> None:
    """Measure each size and print it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pages", type=int, nargs="*", default=[10_000, 100_000])
    parser.add_argument("--measure", type=int, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.measure:
        print(json.dumps(measure(chosen.measure)))
        return
    print(
        f"{'pages':>10} {'links':>12} {'bytes a link':>13} {'CPU':>8} {'growth':>7} {'memory':>8}"
    )
    earlier: tuple[int, float] | None = None
    for pages in sorted(chosen.pages):
        command = [sys.executable, __file__, "--measure", str(pages)]
        done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
        found = json.loads(done.stdout)
        growth = ""
        if earlier:
            growth = f"{exponent(earlier[1], found['seconds'], pages / earlier[0]):.2f}"
        earlier = pages, found["seconds"]
        print(
            f"{pages:>10,} {pages * LINKS:>12,} {found['bytes']:>13.2f} {found['seconds']:>6.1f} s"
            f" {growth:>7} {found['peak'] / 1e6:>5,.0f} MB",
            flush=True,
        )


if __name__ == "__main__":
    main()
