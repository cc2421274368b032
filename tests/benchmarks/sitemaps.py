"""Processor seconds and peak memory to read sitemaps, ours beside other readers.

``python tests/benchmarks/sitemaps.py [ENTRIES]``: one sitemap of 50,000 URLs with 10 alternates
each, each reader in a fresh process, in turns, the best of three runs. Two files: in ``near``, the
versions of a page stand next to each other, so that their URLs come up again soon; in ``far`` no
URL comes up twice.

What judging costs is measured against ``plain``: the same entries and links, as tuples of what is
written, by lxml's iterparse, without normal forms, keys, dates, codes, lines or problems.

``python tests/benchmarks/sitemaps.py shapes [ENTRIES]``: the twelve files of :mod:`sitemap_shapes`,
ours and Scrapy's helper in turns in one process, the best of five runs. Scrapy's helper reads no
text files: it is given the same URLs as XML. Of a feed it makes nothing, but parses it.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import sitemap_shapes
from lxml import etree

if TYPE_CHECKING:
    from collections.abc import Callable

SITEMAP = "http://www.sitemaps.org/schemas/sitemap/0.9"
XHTML = "http://www.w3.org/1999/xhtml"
CODES = ("en", "de", "fr", "es", "it", "nl-BE", "pt-BR", "sv-SE", "zh-Hant-TW", "x-default")
URL = "https://www.example.com/sitemap.xml"
RUNS = 3
RUNS_OF_SHAPES = 5
OTHERS = ("--with", "ultimate-sitemap-parser", "--with", "advertools")


class Measure(NamedTuple):
    """One reader on one file."""

    entries: int
    seconds: float
    "Of the processor."
    peak: int
    "Bytes."


def sitemap(entries: int, *, is_far: bool) -> str:
    """A urlset of pages in ten languages."""
    parts = [
        f'<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="{SITEMAP}" xmlns:xhtml="{XHTML}">'
    ]
    for n in range(entries):
        page = n if is_far else n // len(CODES)
        own = CODES[n % len(CODES)]
        links = "".join(
            f'<xhtml:link rel="alternate" hreflang="{code}" href="{address(code, page)}"/>\n'
            for code in CODES
        )
        lastmod = f"2026-{n % 9 + 1:02}-{n % 28 + 1:02}T{n % 24:02}:{n % 60:02}:00+00:00"
        parts.append(
            f"<url>\n<loc>{address(own, page)}</loc>\n<lastmod>{lastmod}</lastmod>\n{links}</url>"
        )
    return "\n".join([*parts, "</urlset>\n"])


def address(code: str, page: int) -> str:
    """The version of a page in one language."""
    return f"https://www.example.com/{code.lower()}/teas/a-tea-with-a-name/{page}"


def ours(path: Path) -> int:
    """Our reader, in pieces as they come from the network."""
    from sitemap_audit.parsing.sitemap import Limits, SitemapReader

    with path.open("rb") as file:
        reader = SitemapReader(
            iter(lambda: file.read(65_536), b""),
            sitemap_id=1,
            url=f"https://www.example.com/{path.name}",
            limits=Limits(unpacked=2**30),
        )
        for batch in reader.batches():
            del batch
    return reader.facts.entries


def plain(path: Path) -> int:
    """What is written, as tuples, and no more."""
    count = 0
    with path.open("rb") as file:
        for _, element in etree.iterparse(file, tag=f"{{{SITEMAP}}}url", collect_ids=False):
            position, records = count + 1, []
            links = element.findall(f"{{{XHTML}}}link")
            for number, link in enumerate(links, 1):
                rel, code, href = link.get("rel"), link.get("hreflang"), link.get("href")
                records.append((1, URL, position, number, rel, code, href))
            loc = element.findtext(f"{{{SITEMAP}}}loc")
            lastmod = element.findtext(f"{{{SITEMAP}}}lastmod")
            count += bool((1, URL, position, loc, lastmod, len(links)))
            element.clear()
            while element.getprevious() is not None:
                del element.getparent()[0]
    return count


def scrapy(path: Path) -> int:
    """Scrapy's helper."""
    from scrapy.utils.sitemap import Sitemap

    return sum(1 for _ in Sitemap(path.read_bytes()))


def usp(path: Path) -> int:
    """ultimate-sitemap-parser."""
    from usp.tree import sitemap_from_str

    tree = sitemap_from_str(path.read_text("utf-8"))
    return sum(1 for _ in tree.all_pages())


def advertools(path: Path) -> int:
    """advertools, which reads an address and not a file."""
    import advertools as adv

    return len(adv.sitemap_to_df(path.as_uri()))


READERS: dict[str, Callable[[Path], int]] = {
    "sitemap-audit": ours,
    "plain": plain,
    "scrapy": scrapy,
    "ultimate-sitemap-parser": usp,
    "advertools": advertools,
}


def measured(name: str, path: Path) -> Measure | None:
    """Run one reader in a process of its own; None where it fails."""
    extra = OTHERS if name in ("ultimate-sitemap-parser", "advertools") else ()
    python = ["uv", "run", *extra, "python"] if extra else [sys.executable]
    command = [*python, __file__, name, str(path)]
    process = subprocess.run(command, capture_output=True, text=True, check=False)
    if process.returncode:
        sys.stderr.write(f"{name}: {process.stderr.strip().splitlines()[-1]}\n")
        return None
    return Measure(**json.loads(process.stdout.splitlines()[-1]))


def best(measures: list[Measure | None]) -> Measure | None:
    """The run that took least; None where one failed."""
    ended = [measure for measure in measures if measure is not None]
    return min(ended, key=lambda m: m.seconds) if len(ended) == len(measures) else None


def peak() -> int:
    """The most memory of this process in bytes; getrusage tells the one that started it, too."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) * 1024


def run(name: str, path: Path) -> None:
    """Read, and print a measure; the modules that a reader needs are loaded beforehand."""
    reader = READERS[name]
    with tempfile.TemporaryDirectory() as folder:
        small = Path(folder) / "small.xml"
        small.write_text(sitemap(1, is_far=True), "utf-8")
        reader(small)
    began = time.process_time()
    entries = reader(path)
    seconds = time.process_time() - began
    print(json.dumps(Measure(entries, seconds, peak())._asdict()))


def compare(entries: int, *, is_far: bool) -> None:
    """Print a table of all readers on one file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "sitemap.xml"
        path.write_text(sitemap(entries, is_far=is_far), "utf-8")
        title = f"{'far' if is_far else 'near'}, {path.stat().st_size / 1e6:.0f} MB"
        runs = [{name: measured(name, path) for name in READERS} for _ in range(RUNS)]
    print(f"{title:28}{'entries':>9}{'seconds':>9}{'to scrapy':>11}{'to plain':>10}{'peak MB':>9}")
    measures = {name: best([run[name] for run in runs]) for name in READERS}
    for name, measure in measures.items():
        print(f"{name:28}{row(measure, measures['scrapy'], measures['plain'])}")


def row(measure: Measure | None, *others: Measure | None) -> str:
    """A line of the table: what was measured, and its seconds to those of others."""
    if measure is None:
        return f"{'failed':>9}"
    ratios = [f"{measure.seconds / other.seconds:.2f}" if other else "" for other in others]
    return (
        f"{measure.entries:9}{measure.seconds:9.2f}{ratios[0]:>11}{ratios[1]:>10}"
        f"{measure.peak / 1e6:9.0f}"
    )


def seconds(reader: Callable[[Path], int], path: Path) -> float:
    """Of the processor, of one run."""
    began = time.process_time()
    reader(path)
    return time.process_time() - began


def compare_shapes(entries: int) -> None:
    """Print a table of our reader and Scrapy's helper on files shaped like real ones."""
    print(f"{'':14}{'MB':>7}{'ours':>9}{'scrapy':>9}   microseconds an entry, and the ratio")
    sums = [0.0, 0.0]
    with tempfile.TemporaryDirectory() as folder:
        for name, shape in sitemap_shapes.SHAPES.items():
            path = Path(folder) / ("sitemap.txt" if name == "text" else "sitemap.xml")
            path.write_text(shape(entries), "utf-8")
            other = path.with_name("other.xml")
            other.write_text(sitemap_shapes.as_xml(path.read_text("utf-8")), "utf-8")
            runs = [(seconds(ours, path), seconds(scrapy, other)) for _ in range(RUNS_OF_SHAPES)]
            taken = [min(run[reader] for run in runs) for reader in (0, 1)]
            sums = [total + more for total, more in zip(sums, taken, strict=True)]
            each = "".join(f"{value / entries * 1e6:9.1f}" for value in taken)
            size = path.stat().st_size / 1e6
            print(f"{name:14}{size:7.1f}{each}{taken[0] / taken[1]:7.2f}", flush=True)
    print(f"{'in sum':39}{sums[0] / sums[1]:7.2f}")


def main(arguments: list[str]) -> None:
    """Compare, or run the one reader that is named."""
    if arguments and arguments[0] in READERS:
        run(arguments[0], Path(arguments[1]))
        return
    if arguments[:1] == ["shapes"]:
        compare_shapes(int(arguments[1]) if arguments[1:] else 20_000)
        return
    entries = int(arguments[0]) if arguments else 50_000
    for is_far in (False, True):
        compare(entries, is_far=is_far)


if __name__ == "__main__":
    main(sys.argv[1:])
