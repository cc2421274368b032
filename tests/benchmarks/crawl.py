"""The crawl and the whole audit beside Scrapy spiders on the same pages, in one run, as ratios.

``python tests/benchmarks/crawl.py tiny [PAGES]`` (default 20000): pages of some 300 bytes; pages a
second against the best bare Scrapy spider we know, which looks at no page.
``python tests/benchmarks/crawl.py real [PAGES]`` (default 1500): pages of 60 to 100 KB shaped like
real ones, gzip; processor and wall seconds against a spider that takes title, canonical, hreflang,
robots and links by parsel, and the peak memory of the process tree.

``crawl`` rows hold all facts stored as Parquet, without checks and reports; ``audit`` rows hold
everything; the ``check`` row, checks and reports of a stored audit, as small as ``tiny 2500``. A
row is the better of two runs, by processor seconds.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from measuring import Measure, measure

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

HERE = Path(__file__).parent
NO_REPORTS = 'EXTENSIONS={"sitemap_audit.report_extension.ReportExtension": null}'
RUNS = 2


class Row(NamedTuple):
    """One candidate."""

    name: str
    measure: Measure
    seconds: float
    "Wall; of the audit and the crawl from the start of the command."


def spider(kind: str, base: str, pages: int) -> Row:
    """A Scrapy spider that is given the URLs."""
    command = [sys.executable, str(HERE / "bare_spider.py"), base, str(pages), kind]
    measured = measure(command)
    return Row(f"Scrapy spider, {kind}", measured, measured.seconds)


def crawl(base: str, *more: str) -> Row:
    """The audit's crawl alone, by Scrapy's own command."""
    with tempfile.TemporaryDirectory() as folder:
        arguments = [f"site={base}", f"output={folder}", "concurrency=32", *more]
        given = [word for argument in arguments for word in ("-a", argument)]
        measured = measure(
            [sys.executable, "-m", "scrapy", "crawl", "sitemap", *given, "-s", NO_REPORTS]
        )
    return Row(" ".join(["crawl", *more]), measured, measured.seconds)


def audit(base: str, *more: str) -> Row:
    """The whole audit."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "sitemap_audit", base, "-o", folder]
        measured = measure([*command, "--concurrency", "32", *more])
    return Row(" ".join(["audit", *more]), measured, measured.seconds)


def check(base: str) -> Row:
    """The checks and the reports of a stored audit, again."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "sitemap_audit"]
        measure([*command, base, "-o", folder, "--concurrency", "32"])
        (run,) = Path(folder).glob("*/*/run.json")
        measured = measure([*command, "check", str(run.parent)])
    return Row("check", measured, measured.seconds)


def best(run: Callable[[], Row]) -> Row:
    """The better of RUNS runs."""
    return min((run() for _ in range(RUNS)), key=lambda row: row.measure.cpu)


@contextmanager
def serving(pages: int, *, are_real: bool) -> Iterator[str]:
    """Serve a site of so many pages; its base URL."""
    server = subprocess.Popen(
        [sys.executable, HERE / "server.py", str(pages), *(["--real"] if are_real else [])],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert server.stdout is not None
    try:
        yield server.stdout.readline().strip()
    finally:
        server.kill()


def compare(pages: int, *, are_real: bool) -> list[Row]:
    """All candidates on a site of so many pages; the first is what the others are held to."""
    first = "extracting" if are_real else "best"
    with serving(pages, are_real=are_real) as base:
        return [
            best(lambda: spider(first, base, pages)),
            best(lambda: spider("best" if are_real else "default", base, pages)),
            best(lambda: crawl(base, "workers=0")),
            best(lambda: crawl(base, "workers=2")),
            best(lambda: crawl(base)),
            best(lambda: audit(base)),
            best(lambda: check(base)),
        ]


def main(kind: str, pages: int) -> None:
    """Print a table."""
    rows = compare(pages, are_real=kind == "real")
    first = rows[0]
    print(
        f"{pages:,} {kind} pages{'':14} status  seconds  pages/s  to first  CPU s  to first"
        "  CPU ms/page  peak MB"
    )
    for name, run, seconds in rows:
        print(
            f"{name:32}{run.status:6}{seconds:9.1f}{pages / seconds:9.0f}"
            f"{first.seconds / seconds:10.2f}{run.cpu:7.1f}{run.cpu / first.measure.cpu:10.2f}"
            f"{run.cpu / pages * 1000:13.2f}{run.peak / 2**20:9.0f}",
            flush=True,
        )


if __name__ == "__main__":
    kind = sys.argv[1] if len(sys.argv) > 1 else "tiny"
    size = int(sys.argv[2]) if len(sys.argv) > 2 else {"tiny": 20_000, "real": 1_500}[kind]
    main(kind, size)
