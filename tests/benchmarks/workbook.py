"""How long the findings of an audit take to report, beside openpyxl that writes the same cells.

``python tests/benchmarks/workbook.py 200000``: the CSV files, the workbook with every finding in
it, and a bare write-only workbook of the same cells that has no style, link or care; each in a
process of its own. The ratio is of the processor's seconds. The peak is that of the process; what
the audit itself takes, before anything is reported, is told in the first line.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sitemap_audit.storage import Store

_MAKE = """
CREATE OR REPLACE TABLE findings AS SELECT
    ($names)[1 + i * 4 // $rows] AS "check",
    'https://www.example.com/de/products/category-' || i % 97 || '/item-' || i AS url,
    'https://www.example.com/sitemaps/products-' || i % 40 || '.xml' AS sitemap_url,
    'https://www.example.com/fr/products/category-' || i % 97 || '/item-' || i AS related_url,
    i AS line, 'hreflang="fr", and no link back' AS observed, 'hreflang="de"' AS expected,
    CAST(NULL AS VARCHAR) AS fix, CAST(NULL AS VARCHAR) AS kind,
    '/de/products/category-{n}/{slug}' AS pattern, 'pattern' AS cause_by,
    '/de/products/category-{n}/{slug}' AS cause,
    CAST(NULL AS VARCHAR) AS change_url, CAST(NULL AS VARCHAR) AS action,
    CAST(NULL AS VARCHAR) AS place, CAST(NULL AS VARCHAR) AS "from",
    CAST(NULL AS VARCHAR) AS "to", CAST(NULL AS VARCHAR) AS "change",
    RIGHT(MD5(CAST(i AS VARCHAR)), 16) AS finding_id, CAST(NULL AS VARCHAR) AS root_id
FROM range($rows) AS numbers(i)
"""


def nothing(store: Store, folder: Path, rows: int) -> None:
    """What the audit alone takes."""


def tables(store: Store, folder: Path, rows: int) -> None:  # noqa: ARG001
    """The CSV files."""
    from reporting import sample

    from sitemap_audit.reporting import csv

    csv.write_tables(store, sample.CHECKS, folder)


def report(store: Store, folder: Path, rows: int) -> None:  # noqa: ARG001
    """The workbook, every finding in it."""
    from reporting import sample

    from sitemap_audit.reporting import machine, workbook

    record = machine.run_record(store, sample.CHECKS, sample.RUN)
    workbook.write_workbook(store, sample.CHECKS, record, folder)


def bare(store: Store, folder: Path, rows: int) -> None:  # noqa: ARG001
    """The same rows in a sheet of openpyxl, with no style, link or care."""
    from openpyxl import Workbook

    from sitemap_audit.reporting.sheets import tables

    book = Workbook(write_only=True)
    table = tables.findings({})
    sheet: Any = book.create_sheet(table.name)
    for row in store.stream(table.sql):
        sheet.append(table.convert(row))
    book.save(folder / "bare.xlsx")


_PARTS = {part.__name__: part for part in (nothing, tables, bare, report)}


def measure(name: str, rows: int) -> None:
    """Do one part and print what it took as JSON."""
    from reporting import sample

    with tempfile.TemporaryDirectory() as temporary:
        store = sample.audit(Path(temporary))
        names = [check.name for check in sample.CHECKS[:4]]
        store.execute(_MAKE, {"names": names, "rows": rows})
        store.execute("UPDATE check_runs SET found = $n WHERE found > 0", {"n": rows // 4})
        folder = Path(temporary) / "reports"
        folder.mkdir()
        used = time.process_time()
        _PARTS[name](store, folder, rows)
        used = time.process_time() - used
        size = sum(path.stat().st_size for path in folder.iterdir())
        store.close()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    print(json.dumps({"seconds": used, "peak": peak, "size": size}))


def measured(name: str, rows: int) -> dict[str, float]:
    """What one part takes, in a process of its own."""
    here = Path(__file__)
    paths = os.pathsep.join(str(path) for path in (here.parents[2], here.parents[1]))
    done = subprocess.run(
        [sys.executable, here, "--measure", name, str(rows)],
        check=True,
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": paths},
    )
    result: dict[str, float] = json.loads(done.stdout)
    return result


def main() -> None:
    """Measure each size and say so."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("findings", type=int, nargs="*", default=[200_000])
    parser.add_argument("--measure", choices=_PARTS, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.measure:
        measure(chosen.measure, chosen.findings[0])
        return
    for rows in chosen.findings:
        print(f"{rows:,} findings")
        results = {name: measured(name, rows) for name in _PARTS}
        for name, result in results.items():
            ratio = result["seconds"] / results["bare"]["seconds"]
            print(
                f"  {name:8} {result['seconds']:7.1f} s of CPU  {ratio:5.2f} of bare"
                f"  {result['peak'] / 1e6:6,.0f} MB peak  {result['size'] / 1e6:7,.1f} MB written"
            )


if __name__ == "__main__":
    main()
