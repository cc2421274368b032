"""Access logs: lines a second and memory, and other parsers beside it.

``python tests/benchmarks/logs.py import 1000000 5000000``: ``sitemap-audit import`` of logs of so
many lines, in a process of its own. Memory is flat if the last column stays near 1.

``python tests/benchmarks/logs.py parsers 300000``: lines a second of our reader, of
DuckDB's regular expressions and CSV reader, and of apachelogs if it is installed.
"""

from __future__ import annotations

import argparse
import itertools
import json
import random
import sys
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb
import measuring
import pyarrow as pa
from stored_audit import RUN

from sitemap_audit.imports.logs.formats import read_lines, recognize_log
from sitemap_audit.storage.duckdb import DuckDBStore

if TYPE_CHECKING:
    from collections.abc import Callable

SITE = "https://www.example.com"
BOTS = (
    "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
    "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)",
)
BROWSERS = [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)"
    f" Chrome/{version}.0.0.0 Safari/537.36"
    for version in range(100, 140)
]
URLS = 200_000
PATTERN = (
    r'^(\S+) \S+ \S+ \[([^ :]+):[^\]]*\] "([A-Z]+) ([^ "]+)[^"]*" (\d{3}) \S+'
    r' "(?:[^"\\]|\\.)*" "((?:[^"\\]|\\.)*)"'
)


def write_log(path: Path, lines: int) -> None:
    """Write a log in the Combined Log Format: 28 days, a fifth of the requests by bots."""
    source = random.Random(1)
    with path.open("w", encoding="ascii") as file:
        for n in range(lines):
            page = int(source.paretovariate(0.5)) % URLS
            query = f"?q={n % 97}" if n % 10 == 0 else ""
            agent = source.choice(BROWSERS if n % 5 else BOTS)
            file.write(
                f"66.249.{n % 255}.{n % 200} - - [{n * 28 // lines + 1:02}/Jan/2026:13:00:36"
                f' +0000] "GET /p/{page}{query} HTTP/1.1" {200 if n % 20 else 404} {n % 90_000}'
                f' "https://www.google.com/" "{agent}"\n'
            )


def measure_import(sizes: list[int], folder: Path | None) -> None:
    """Print a line for each size."""
    print(
        f"{'lines':>12} {'size':>9} {'seconds':>9} {'CPU':>9} {'lines/s':>9}"
        f" {'peak':>9} {'ratio':>6}"
    )
    least = 0
    for lines in sizes:
        with tempfile.TemporaryDirectory(dir=folder) as temporary:
            audit = Path(temporary) / "www.example.com" / "2026-01-01T12-00-00Z"
            (audit / "data").mkdir(parents=True)
            run = RUN | {"sites": [f"{SITE}/"]}
            (audit / "run.json").write_text(json.dumps(run), encoding="utf-8")
            log = Path(temporary) / "access.log"
            write_log(log, lines)
            words = ["-m", "sitemap_audit", "import", str(audit), str(log)]
            done = measuring.measure([sys.executable, *words])
            assert done.status == 0
            with DuckDBStore(audit, tables=["imported_files", "log_hits"]) as store:
                assert store.value("SELECT SUM(hits) FROM log_hits") == lines
            size = log.stat().st_size
        least = least or done.peak
        print(
            f"{lines:>12,} {size / 1e6:>6,.0f} MB {done.seconds:>7.1f} s {done.cpu:>7.1f} s"
            f" {lines / done.seconds:>9,.0f} {done.peak / 1e6:>6,.0f} MB {done.peak / least:>6.2f}"
        )


def compare_parsers(lines: int) -> None:
    """Print the lines a second of each parser."""
    with tempfile.TemporaryDirectory() as temporary:
        path = Path(temporary) / "access.log"
        write_log(path, lines)
        data = path.read_bytes()

        def by_us() -> None:
            log = recognize_log(data[:10_000].decode().splitlines())
            assert log
            assert read_lines(data, log, lambda *_: None).num_rows == lines

        def by_expression() -> None:
            requests = pa.table({"line": pa.array(data.split(b"\n"), pa.string())})
            with duckdb.connect() as connection:
                connection.register("requests", requests)
                names = "['ip', 'day', 'method', 'url', 'status', 'agent']"
                connection.execute(
                    f"SELECT COUNT(DISTINCT regexp_extract(line, $pattern, {names})) FROM requests",
                    {"pattern": PATTERN},
                )

        def by_duckdb() -> None:
            with duckdb.connect() as connection:
                names = ", ".join(f"'c{n}': 'VARCHAR'" for n in range(10))
                connection.execute(
                    f"CREATE TABLE made AS FROM read_csv('{path}', delim = ' ', quote = '\"',"
                    f" escape = '\\', header = false, auto_detect = false, columns = {{{names}}})"
                )

        _print("read_lines", by_us, lines)
        _print("DuckDB regexp_extract", by_expression, lines)
        _print("DuckDB read_csv", by_duckdb, lines)
        if find_spec("apachelogs"):
            _print("apachelogs", lambda: _by_apachelogs(path), 20_000)


def _by_apachelogs(path: Path) -> None:
    import apachelogs  # type: ignore[import-not-found]  # not among our dependencies

    parser = apachelogs.LogParser(apachelogs.COMBINED)
    with path.open(encoding="ascii") as file:
        assert sum(1 for _ in parser.parse_lines(itertools.islice(file, 20_000))) == 20_000


def _print(name: str, parse: Callable[[], None], lines: int) -> None:
    begun = time.perf_counter()
    parse()
    print(f"{name:<24} {lines / (time.perf_counter() - begun):>10,.0f} lines/s")


def main() -> None:
    """Run one of the benchmarks."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["import", "parsers"])
    parser.add_argument("lines", nargs="+", type=int)
    parser.add_argument("--folder", type=Path, help="for temporary files")
    given = parser.parse_args()
    if given.what == "import":
        measure_import(given.lines, given.folder)
    else:
        compare_parsers(given.lines[0])


if __name__ == "__main__":
    main()
