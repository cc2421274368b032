"""How long the reports of a stored audit take, and in what memory, beside openpyxl.

``python tests/benchmarks/workbook.py 100000``: an audit of so many URLs, of which a tenth has
alternates, with two findings each. Measured are ``sitemap-audit report`` and ``sitemap-audit
lookup`` as users run them, and alone, each in a process of its own that opens the audit and makes
the views first: the CSV files, report.html, the workbook with every row in it, and a bare
write-only workbook of the same rows that has no style, link or care. The ratio is of the
processor's seconds of the part alone; the peak is that of the process, with what ``open`` takes.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import measuring
import stored_audit

from sitemap_audit.analysis import runner
from sitemap_audit.analysis.catalogue.catalogue import Check, load_checks
from sitemap_audit.analysis.causes import find_causes, views_of_causes
from sitemap_audit.analysis.comparison.changes import load_changes
from sitemap_audit.analysis.comparison.compared_tables import STATES
from sitemap_audit.analysis.views import make_reported
from sitemap_audit.audit_place import AuditPlace
from sitemap_audit.evaluation import report_writing
from sitemap_audit.report.report import Report
from sitemap_audit.reports import csv, html, workbook
from sitemap_audit.storage.csv_parts import HTML
from sitemap_audit.storage.duckdb import DuckDBStore
from sitemap_audit.storage.parts import RESULTS
from sitemap_audit.storage.run_file import read_run

_CHECKS = (
    "status/not-found",
    "status/server-error",
    "indexability/noindex",
    "hreflang/missing-return-link",
)
_FINDINGS = """
CREATE OR REPLACE TABLE findings AS SELECT
    ($names)[1 + (entries.position + number) % 4] AS "check", entries.url, entries.sitemap_url,
    entries.url || '/' || number AS related_url, entries.line,
    'Returns 404 after ' || entries.position || ' ms' AS observed, '200' AS expected,
    'Remove from the sitemap' AS fix, CAST(NULL AS VARCHAR) AS kind,
    entries.sitemap_url AS change_url, 'remove' AS "action", 'loc' AS place, entries.loc AS "from",
    CAST(NULL AS VARCHAR) AS "to", 'In ' || entries.sitemap_url || ', line ' || entries.line
        || ': remove loc ' || entries.loc AS "change",
    RIGHT(MD5(entries.url || number), 16) AS finding_id, CAST(NULL AS VARCHAR) AS root_id
FROM entries CROSS JOIN range(2) AS numbers(number)
"""


def make(folder: Path, urls: int) -> None:
    """Write the stored audit with its findings."""
    stored_audit.write(folder, urls, annotated=urls // 10)
    checks = _checks()
    with DuckDBStore(folder) as store:
        also = report_writing.views_of_reports() | views_of_causes() | {STATES}
        runner.prepare(store, checks, also=also)
        runner.run_checks(store, checks)
        store.execute(_FINDINGS, {"names": list(_CHECKS)})
        store.create_sorted("findings", 'SELECT * FROM findings ORDER BY "check", url, related_url')
        store.execute("UPDATE check_runs SET outcome = 'failed', found = $n", {"n": urls // 2})
        find_causes(store, checks)
        for table in (*RESULTS, STATES):
            store.save(table)


def _checks() -> list[Check]:
    return [check for check in load_checks() if check.name in _CHECKS]


def only_open(report: Report, folder: Path) -> None:
    """What every part takes before it begins."""


def tables(report: Report, folder: Path) -> None:
    """The CSV files."""
    csv.write_tables(report, AuditPlace(folder))


def page(report: Report, folder: Path) -> None:
    """report.html."""
    html.write_html(report, folder / HTML)


def book(report: Report, folder: Path) -> None:
    """The workbook, every row in it."""
    workbook.write_workbook(report, folder)


def bare(report: Report, folder: Path) -> None:
    """The same rows in sheets of openpyxl, with no style, link or care."""
    from openpyxl import Workbook

    from sitemap_audit.reports.sheets import table_sheets as shown

    made = Workbook(write_only=True)
    for table in (shown.FINDINGS, shown.URLS, shown.REDIRECTS, shown.PAIRS, shown.SITEMAPS):
        written: Any = made.create_sheet(table.name)
        for row in report.stream(table.rows).rows(workbook.MOST_ROWS):
            written.append(table.convert(row))
    made.save(folder / "bare.xlsx")


_PARTS = {"open": only_open, "csv": tables, "html": page, "workbook": book, "bare": bare}


def measure(name: str, audit: Path) -> None:
    """Do one part and print what it took as JSON."""
    record = read_run(audit)
    with (
        tempfile.TemporaryDirectory(dir=audit) as temporary,
        DuckDBStore(audit, memory=report_writing.REPORT_MEMORY) as store,
    ):
        runner.prepare(store, (), also=report_writing.views_of_reports())
        for table in RESULTS:
            store.load(table)
        load_changes(store)
        make_reported(store)
        report = Report(store, _checks(), record, place=AuditPlace(Path(temporary)))
        used = time.process_time()
        _PARTS[name](report, Path(temporary))
        used = time.process_time() - used
        size = sum(path.stat().st_size for path in Path(temporary).rglob("*") if path.is_file())
    print(json.dumps({"seconds": used, "peak": peak(), "size": size}))


def peak() -> int:
    """The peak of this process in bytes; that of getrusage(2) has the parent's, too."""
    lines = Path("/proc/self/status").read_text("utf-8").splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM"))


def measured(name: str, audit: Path) -> dict[str, float]:
    """What one part takes, in a process of its own."""
    command = [sys.executable, __file__, "--measure", name, "--audit", str(audit)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    result: dict[str, float] = json.loads(done.stdout)
    return result


def of_command(name: str, *arguments: str) -> None:
    """Measure a command of the program and say so."""
    command = [sys.executable, "-m", "sitemap_audit", name, *arguments]
    each = measuring.measure(command)
    print(
        f"  {name:10} {each.cpu:7.1f} s of CPU  {each.seconds:7.1f} s  {each.peak / 1e6:6,.0f} MB"
        f" peak  (the command, status {each.status})",
        flush=True,
    )


def main() -> None:
    """Measure each size and say so."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("urls", type=int, nargs="*", default=[100_000])
    parser.add_argument("--audit", type=Path, help="keep the stored audit here, or find it")
    parser.add_argument("--measure", choices=_PARTS, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.measure:
        measure(chosen.measure, chosen.audit)
        return
    for urls in chosen.urls:
        with tempfile.TemporaryDirectory() as temporary:
            compare(chosen.audit or Path(temporary) / "audit", urls)


def compare(audit: Path, urls: int) -> None:
    """Measure the commands and every part of one size."""
    if not (audit / "data").exists():
        make(audit, urls)
    with DuckDBStore(audit, tables=(), in_memory=True) as store:
        store.load("findings")
        found = store.value("SELECT COUNT(*) FROM findings")
        url = store.value("SELECT MAX(url) FROM findings")
    print(f"{urls:,} URLs, {found:,} findings", flush=True)
    of_command("lookup", str(audit), url)
    of_command("report", str(audit))
    results: dict[str, dict[str, float]] = {}
    for name in _PARTS:
        result = results[name] = measured(name, audit)
        print(
            f"  {name:10} {result['seconds']:7.1f} s of CPU  {result['peak'] / 1e6:6,.0f} MB peak"
            f"  {result['size'] / 1e6:7,.1f} MB written",
            flush=True,
        )
    seconds = {name: result["seconds"] for name, result in results.items()}
    print(f"  html: {seconds['html'] / seconds['workbook']:.2f} of the workbook")
    print(f"  workbook: {seconds['workbook'] / seconds['bare']:.2f} of bare openpyxl")


if __name__ == "__main__":
    main()
