"""Audits of built pages in a folder, beside audits of pages like them from a server, as a ratio.

``python tests/benchmarks/built.py [PAGES] [SERVED]`` (default 10000 and 1500): pages of 60 to 100
KB shaped like real ones in a folder, read by ``--pages`` without a socket, against those of
``crawl.py real``. Seconds and processor seconds per page; ``to served`` is the ratio. Needs 90 MB
of disk for each 1,000 pages.
"""

from __future__ import annotations

import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import real_pages
import server
from crawl import NO_REPORTS, Row, audit, best, crawl, serving
from measuring import measure

if TYPE_CHECKING:
    from collections.abc import Iterator

BASE = "https://www.example.com"


@contextmanager
def built(pages: int) -> Iterator[Path]:
    """Write a site into a folder: the same pages, sitemaps and robots.txt as the server's."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "p").mkdir()
        for number in range(pages):
            html = real_pages.page(number, BASE)
            (folder / "p" / f"{number}.html").write_text(html, encoding="utf-8")
        starts = range(0, pages, server.PER_SITEMAP)
        for first in starts:
            last = min(first + server.PER_SITEMAP, pages)
            urlset = server.sitemap(BASE, first, last, 0)
            (folder / f"sitemap-{first}.xml").write_text(urlset, encoding="utf-8")
        lines = "".join(f"Sitemap: {BASE}/sitemap-{first}.xml\n" for first in starts)
        (folder / "robots.txt").write_text(lines)
        yield folder


def of_folder(folder: Path, *, with_reports: bool) -> Row:
    """The audit of a folder, or its crawl alone."""
    with tempfile.TemporaryDirectory() as output:
        if with_reports:
            options = ["--base", BASE, "--pages", folder, "--offline", "-o", output]
            command = [sys.executable, "-m", "sitemap_audit", folder, *options]
        else:
            options = [f"site={folder}", f"base={BASE}", f"pages_from={folder}", "offline=true"]
            given = [word for option in (*options, f"output={output}") for word in ("-a", option)]
            command = [sys.executable, "-m", "scrapy", "crawl", "sitemap", *given]
            command += ["-s", NO_REPORTS]
        measured = measure([*map(str, command)])
    return Row("audit" if with_reports else "crawl", measured, measured.seconds)


def main(pages: int, served: int) -> None:
    """Print a table."""
    with serving(served, are_real=True) as base:
        of_server = [best(lambda: crawl(base)), best(lambda: audit(base))]
    with built(pages) as folder:
        of_pages = [
            best(lambda: of_folder(folder, with_reports=False)),
            best(lambda: of_folder(folder, with_reports=True)),
        ]
    print(f"{'':6} pages      status  ms/page  to served  CPU ms/page  to served  peak MB")
    for ours, theirs in zip(of_pages, of_server, strict=True):
        for row, count, where in ((theirs, served, "served"), (ours, pages, "folder")):
            seconds, cpu = (each / count * 1000 for each in (row.seconds, row.measure.cpu))
            first, first_cpu = (
                each / served * 1000 for each in (theirs.seconds, theirs.measure.cpu)
            )
            print(
                f"{row.name:6}{count:7,} {where}{row.measure.status:5}{seconds:9.2f}"
                f"{seconds / first:11.2f}{cpu:13.2f}{cpu / first_cpu:11.2f}"
                f"{row.measure.peak / 2**20:9.0f}",
                flush=True,
            )


if __name__ == "__main__":
    main(*(int(given) for given in [*sys.argv[1:], *("10000", "1500")[len(sys.argv) - 1 :]]))
