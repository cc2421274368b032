"""How long 200,000 findings take to report, beside openpyxl that writes the same cells and no more.

Each runs in a process of its own, for its peak memory: ``cd tests; python -m reporting.benchmark``.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reporting import sample
from sitemap_audit.reporting import csv, machine, workbook

if TYPE_CHECKING:
    from sitemap_audit.store import Store

FINDINGS = 200_000
CHECKS = sample.CHECKS[:4]
_MAKE = """
CREATE OR REPLACE TABLE findings AS SELECT
    ($names)[1 + i % 4] AS "check",
    'https://www.example.com/de/products/category-' || i % 97 || '/item-' || i AS url,
    'https://www.example.com/sitemaps/products-' || i % 40 || '.xml' AS sitemap_url,
    'https://www.example.com/fr/products/category-' || i % 97 || '/item-' || i AS related_url,
    i AS line, 'hreflang="fr", and no link back' AS observed, 'hreflang="de"' AS expected
FROM range($rows) AS numbers(i)
"""


def _store() -> Store:
    store = sample.audit()
    store.execute(_MAKE, {"names": [check.name for check in CHECKS], "rows": FINDINGS})
    store.execute("UPDATE check_runs SET found = $n WHERE found > 0", {"n": FINDINGS // 4})
    return store


def nothing(store: Store, folder: Path) -> None:
    """What the store alone takes."""


def tables(store: Store, folder: Path) -> None:
    """The CSV files."""
    csv.write_tables(store, CHECKS, folder)


def report(store: Store, folder: Path) -> None:
    """The workbook, every finding in it."""
    record = machine.run_record(store, CHECKS, sample.RUN)
    workbook.write_workbook(store, CHECKS, record, folder / "report.xlsx")


def bare(store: Store, folder: Path) -> None:
    """The same cells in sheets of openpyxl, with no style, link or care."""
    from openpyxl import Workbook

    book = Workbook(write_only=True)
    for check in CHECKS:
        sheet: Any = book.create_sheet(check.name.replace("/", " ")[:31])
        query = (
            "SELECT url, related_url, observed, expected, sitemap_url, line FROM findings "
            'WHERE "check" = $name ORDER BY url'
        )
        for frame in store.frames(query, {"name": check.name}):
            for row in frame.itertuples(index=False, name=None):
                sheet.append(row)
    book.save(folder / "bare.xlsx")


def _measure(name: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        store = _store()
        started, used = time.perf_counter(), time.process_time()
        globals()[name](store, Path(folder))
        seconds, used = time.perf_counter() - started, time.process_time() - used
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        size = sum(path.stat().st_size for path in Path(folder).iterdir()) / 1e6
        times = f"{seconds:6.1f} s {used:6.1f} s of CPU"
        print(f"{name:8} {times} {peak:6.0f} MiB peak {size:6.1f} MB written")  # noqa: T201


if __name__ == "__main__":
    if len(sys.argv) > 1:
        _measure(sys.argv[1])
    else:
        for part in ("nothing", "tables", "bare", "report"):
            subprocess.run([sys.executable, "-m", "reporting.benchmark", part], check=True)
