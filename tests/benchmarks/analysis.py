"""How long the analysis of a big stored audit takes, in what memory, and how that grows.

``python tests/benchmarks/analysis.py 100000 1000000``: audits of so many pages with ten alternates
each are written, then judged and reported, each in a process of its own. Printed are the seconds,
the processor's seconds, the peak memory and the most that lay on disk meanwhile (tables and what is
spilled, beside the stored audit) at each size, with the exponent of the growth from one to the next
(1 is linear, 2 is quadratic); then the steps, views and checks that take longest.

Three million pages took 6 GB of disk: 0.5 for the stored audit, the rest for the tables and what is
spilled; ten million need some 25 GB, and three times that with the CSV files; ``--no-reports``
leaves the reports out.

``--links`` measures the checks of a link crawl alone, on pages with a hundred internal links each.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import resource
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_MEGA = 1_000_000
_STEP = 0.2
"Seconds between two looks at the disk."
_BLOCK = 512
"Bytes, whatever the file system's own blocks: POSIX, st_blocks."


class Part(NamedTuple):
    """What a part of the analysis took."""

    seconds: float
    processor: float
    "Of all cores."


class Times:
    """What each part took, by name."""

    def __init__(self) -> None:
        self.parts: dict[str, Part] = {}

    @contextmanager
    def of(self, name: str) -> Iterator[None]:
        """Measure a part."""
        wall, processor = time.perf_counter(), time.process_time()
        yield
        self.parts[name] = Part(time.perf_counter() - wall, time.process_time() - processor)

    def wrap(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function, measured as often as it is called; ``{}`` is its second argument."""

        def measured(*arguments: Any, **named: Any) -> Any:
            with self.of(name.format(getattr(arguments[1], "name", arguments[1]))):
                return function(*arguments, **named)

        return measured


@contextmanager
def watched(folder: Path) -> Iterator[list[int]]:
    """The most bytes that the files of a folder take while the block runs, as its one number."""
    peak, ended = [0], threading.Event()

    def watch() -> None:
        while not ended.wait(_STEP):
            peak[0] = max(peak[0], on_disk(folder))

    thread = threading.Thread(target=watch)
    thread.start()
    try:
        yield peak
    finally:
        ended.set()
        thread.join()


def on_disk(folder: Path) -> int:
    """Bytes of disk that the files below a folder take now."""
    total = 0
    for parent, _, names in os.walk(folder):
        for name in names:
            with suppress(FileNotFoundError):  # gone meanwhile
                total += Path(parent, name).stat().st_blocks * _BLOCK
    return total


def measure(folder: Path, memory: str, subject: str | None, *, reports: bool) -> None:
    """Judge and report a stored audit; print what it took as JSON."""
    from sitemap_audit.machine.resources import SCRATCH

    with watched(folder / SCRATCH) as disk:
        result = judge(folder, memory, subject, reports=reports)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    print(json.dumps(result | {"peak": peak, "disk": disk[0]}))


def judge(folder: Path, memory: str, subject: str | None, *, reports: bool) -> dict[str, Any]:
    """Judge and report a stored audit; what each part took, and what was found.

    Args:
        subject: run only its checks.
    """
    from sitemap_audit.analysis import runner, views
    from sitemap_audit.analysis.catalogue.catalogue import load_checks
    from sitemap_audit.analysis.causes import find_causes, views_of_causes
    from sitemap_audit.audit_place import AuditPlace
    from sitemap_audit.machine.resources import allowed
    from sitemap_audit.report.report import Report
    from sitemap_audit.reports import csv, workbook
    from sitemap_audit.storage.duckdb import DuckDBStore
    from sitemap_audit.storage.run_file import read_run

    times = Times()
    checks = [check for check in load_checks() if subject in (None, check.subject)]
    run = read_run(folder)
    views.make_view = times.wrap("view {}", views.make_view)
    runner._run = times.wrap("check {}", runner._run)
    with times.of("all"):
        with times.of("tables"):
            store = DuckDBStore(folder, memory=allowed(memory))
        with times.of("views"):
            runner.prepare(store, checks if subject else None, also=views_of_causes())
        with times.of("checks"):
            runner.run_checks(store, checks)
        with times.of("causes"):
            find_causes(store, checks)
            for table in ("findings", "causes", "check_runs"):
                store.save(table)
        if reports:
            views.make_reported(store)
            report = Report(store, checks, run)
            with times.of("csv"):
                csv.write_tables(report, AuditPlace(folder))
            with times.of("workbook"):
                workbook.write_workbook(report, folder)
        broken = store.rows("SELECT \"check\", error FROM check_runs WHERE outcome = 'error'")
        found = store.value("SELECT COUNT(*) FROM findings")
        store.close()
    return {"parts": times.parts, "found": found, "broken": broken}


_STEPS = ("tables", "views", "checks", "causes", "csv", "workbook", "all")


def judged(
    folder: Path,
    pages: int,
    memory: str,
    subject: str | None,
    *,
    reports: bool,
    annotated: int | None = None,
) -> dict[str, Any]:
    """What the analysis of an audit takes, in a process of its own.

    Args:
        annotated: how many pages have alternates; None for all.
    """
    here = Path(__file__)
    if not (folder / "data").exists():
        generator = here.with_name("linked_audit.py" if subject else "stored_audit.py")
        sizes = [pages] if annotated is None else [pages, annotated]
        subprocess.run([sys.executable, generator, folder, *map(str, sizes)], check=True)
    command = [sys.executable, str(here), "--measure", str(folder), "--memory", memory]
    command += [] if reports else ["--no-reports"]
    command += ["--links"] if subject else []
    environment = os.environ | {"PYTHONPATH": str(here.parents[2])}
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, env=environment)
    result: dict[str, Any] = json.loads(done.stdout)
    result["parts"] = {name: Part(*part) for name, part in result["parts"].items()}
    return result


def exponent(before: float, after: float, growth: float) -> float:
    """The power of the size that the seconds grow by."""
    return math.log(max(after, 1e-3) / max(before, 1e-3)) / math.log(growth)


def show(results: dict[int, dict[str, Any]], slowest: int) -> None:
    """Print the table of the sizes, then the slowest parts of the biggest."""
    sizes = list(results)
    columns = f"{'growth':>7} {'memory':>9} {'disk':>10} {'findings':>12}"
    print(f"{'pages':>12} {'seconds':>8} {'CPU':>8} {columns}")
    for place, size in enumerate(sizes):
        whole, growth = results[size]["parts"]["all"], ""
        if place:
            earlier = results[sizes[place - 1]]["parts"]["all"]
            times = size / sizes[place - 1]
            growth = f"{exponent(earlier.processor, whole.processor, times):.2f}"
        peak, disk = (f"{results[size][name] / _MEGA:,.0f} MB" for name in ("peak", "disk"))
        print(
            f"{size:>12,} {whole.seconds:>8.1f} {whole.processor:>8.1f} {growth:>7} {peak:>9}"
            f" {disk:>10} {results[size]['found']:>12,}"
        )
    print()
    for name, line in _lines(results, slowest):
        print(f"{line}  {name}")
    for size, result in results.items():
        for check, error in result["broken"]:
            print(f"{size:,}: {check} could not run: {error}")


def _lines(results: dict[int, dict[str, Any]], slowest: int) -> Iterator[tuple[str, str]]:
    sizes = list(results)
    last = results[sizes[-1]]["parts"]
    yield "", "  ".join([f"{size:>11,}" for size in sizes] + ["growth", " share"])
    known = [name for name in _STEPS if name in last]
    steps = [name for name in last if name not in known]
    steps = sorted(steps, key=lambda name: -last[name].processor)[:slowest]
    for name in (*known, *steps):
        used = [results[size]["parts"].get(name, Part(0, 0)).processor for size in sizes]
        growth = f"{exponent(used[-2], used[-1], sizes[-1] / sizes[-2]):6.2f}" if used[1:] else ""
        share = f"{last[name].processor / last['all'].processor:6.1%}"
        yield name, "  ".join([f"{each:>9.2f} s" for each in used] + [growth, share])


def main() -> None:
    """Measure each size and say so."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pages", type=int, nargs="*", default=[10_000, 100_000])
    parser.add_argument("--memory", default="2GB")
    parser.add_argument("--annotated", type=int, help="so many pages have alternates, not all")
    parser.add_argument("--folder", type=Path, help="keep the stored audits here, or find them")
    parser.add_argument("--slowest", type=int, default=20, help="so many views and checks")
    parser.add_argument(
        "--reports", action=argparse.BooleanOptionalAction, default=True, help="write them, too"
    )
    parser.add_argument("--links", action="store_true", help="checks of a link crawl alone")
    parser.add_argument("--measure", type=Path, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    subject = "links" if chosen.links else None
    if chosen.measure:
        measure(chosen.measure, chosen.memory, subject, reports=chosen.reports)
        return
    with tempfile.TemporaryDirectory() as temporary:
        folder = chosen.folder or Path(temporary)
        results = {
            pages: judged(
                folder / str(pages),
                pages,
                chosen.memory,
                subject,
                reports=chosen.reports,
                annotated=chosen.annotated,
            )
            for pages in sorted(chosen.pages)
        }
    print(f"{os.cpu_count()} cores, --memory {chosen.memory}")
    show(results, chosen.slowest)


if __name__ == "__main__":
    main()
