"""How long the views, the clusters and all checks take on a big stored audit, and in what memory.

``python tests/benchmarks/analysis.py 1000000``: pages with ten alternates each. Each view and each
check is listed with its seconds, the slowest first.
"""

from __future__ import annotations

import argparse
import itertools
import resource
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import stored_audit

from sitemap_audit import runner
from sitemap_audit.catalogue import load_checks
from sitemap_audit.store import Store

if TYPE_CHECKING:
    from collections.abc import Iterator


def measure(folder: Path, memory: str) -> Iterator[tuple[str, float]]:
    """What was done, and the seconds it took."""
    checks = load_checks()
    started = time.perf_counter()
    with Store(folder, memory=memory) as store:
        yield "load the tables", time.perf_counter() - started
        yield from views(store)
        started = time.perf_counter()
        runner.run_checks(store, checks)
        yield "all checks", time.perf_counter() - started
        query = 'SELECT "check", outcome, found, seconds, error FROM check_runs'
        for check, outcome, found, seconds, error in store.rows(query):
            yield f"check {check}: {error or outcome}, {found:,}", seconds


def views(store: Store) -> Iterator[tuple[str, float]]:
    """The seconds of each view, and of all."""
    marks = [("", time.perf_counter())]
    make = runner._make

    def timed(store: Store, name: str, query: str) -> None:
        make(store, name, query)
        marks.append((name, time.perf_counter()))

    runner._make = timed
    runner.prepare(store)
    yield "all views", marks[-1][1] - marks[0][1]
    for (_, before), (name, after) in itertools.pairwise(marks):
        yield f"view {name}", after - before


def main() -> None:
    """Measure once and say so."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pages", type=int, nargs="?", default=100_000)
    parser.add_argument("--memory", default="2GB")
    parser.add_argument("--folder", type=Path, help="keep the stored audit here, or find it here")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = chosen.folder or Path(temporary)
        if not (folder / "data").exists():
            stored_audit.write(folder, chosen.pages)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        taken = list(measure(folder, chosen.memory))
    for name, seconds in sorted(taken, key=lambda item: -item[1]):
        print(f"{seconds:8.2f} s  {name}")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"peak memory {peak:,} MB (before: {before:,} MB)")


if __name__ == "__main__":
    main()
