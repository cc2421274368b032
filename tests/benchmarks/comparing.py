"""How long it takes to compare two big stored audits, beside judging one of them.

``python tests/benchmarks/comparing.py 100000 1000000``: two audits of so many pages with ten
alternates each, some per cent of which changed from one to the other. The later one is judged
without a comparison, then with one, each in a process of its own and without reports. Printed are
the processor's seconds of judging and of the comparison (its views, checks and causes), its share
of judging (at most a half), the peak memory, and the exponent of the growth from one size to the
next (1 is linear); then the views and checks of the comparison that take longest.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from analysis import Times, exponent
from stored_audit import write

from sitemap_audit.analysis import runner, views
from sitemap_audit.analysis.catalogue.catalogue import load_checks
from sitemap_audit.analysis.causes import find_causes, views_of_causes
from sitemap_audit.analysis.comparison.change_causes import group_changes
from sitemap_audit.analysis.comparison.changes import CHANGE_TABLES, find_changes
from sitemap_audit.analysis.comparison.compared_tables import STATES
from sitemap_audit.analysis.comparison.previous import Compared, pinned_audit
from sitemap_audit.audit_place import AuditPlace
from sitemap_audit.evaluation.opening import open_store
from sitemap_audit.machine.resources import allowed
from sitemap_audit.storage.parts import RESULTS
from sitemap_audit.storage.run_file import read_run


def measure(folder: Path, memory: str, old: Path | None) -> dict[str, Any]:
    """Judge a stored audit, compare it with ``old``; return the seconds, the peak and the changes.

    Args:
        old: the audit to compare with; None to judge only.
    """
    times, checks = Times(), load_checks()
    views.make_view = times.wrap("view {}", views.make_view)
    runner._run = times.wrap("check {}", runner._run)
    chosen = [check for check in checks if not check.is_of_changes]
    of_changes = [check for check in checks if check.is_of_changes] if old else []
    previous = pinned_audit(old) if old else None
    compared = previous and Compared(previous, None, None)
    with (
        times.of("all"),
        open_store(AuditPlace(folder), allowed(memory), compared=compared) as store,
    ):
        runner.prepare(store, [*chosen, *of_changes], also={STATES, *views_of_causes()})
        runner.run_checks(store, chosen)
        find_causes(store, chosen)
        for table in (*RESULTS, STATES):
            store.save(table)
        if previous is not None:
            with times.of("comparison"):
                with times.of("changes of findings"):
                    find_changes(store, folder, previous, chosen, read_run(folder))
                runner.run_checks(store, of_changes, into=runner.CHANGES)
                with times.of("causes of changes"):
                    group_changes(store, [*chosen, *of_changes])
                for table in CHANGE_TABLES:
                    store.save(table)
        rows = 'SELECT "check", COUNT(*) FROM changes GROUP BY "check"'
        changes = dict(store.rows(rows)) if previous else {}
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    seconds = {name: part.processor for name, part in times.parts.items()}
    return {"seconds": seconds, "peak": peak, "changes": changes}


def measured(folder: Path, memory: str, old: Path | None = None) -> dict[str, Any]:
    """Measure in a process of its own."""
    command = [sys.executable, __file__, "--measure", str(folder), "--memory", memory]
    command += ["--old", str(old)] if old else []
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def main() -> None:
    """Measure each size and print it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pages", type=int, nargs="*", default=[10_000, 100_000])
    parser.add_argument("--memory", default="2GB")
    parser.add_argument("--slowest", type=int, default=12, help="so many views and checks")
    parser.add_argument("--measure", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--old", type=Path, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.measure:
        print(json.dumps(measure(chosen.measure, chosen.memory, chosen.old)))
        return
    print(f"{'pages':>12} {'judged':>9} {'compared':>9} {'share':>6} {'growth':>7} {'memory':>9}")
    earlier: tuple[int, float] | None = None
    for pages in sorted(chosen.pages):
        with tempfile.TemporaryDirectory() as temporary:
            nights = [Path(temporary, name) for name in ("old", "new")]
            for night, folder in enumerate(nights):
                write(folder, pages, night=night)
            measured(nights[0], chosen.memory)
            judged = measured(nights[1], chosen.memory)
            both = measured(nights[1], chosen.memory, nights[0])
        alone = judged["seconds"]["all"]
        of_comparison = {
            name: seconds
            for name, seconds in both["seconds"].items()
            if name not in judged["seconds"]
        }
        made = (value for name, value in of_comparison.items() if name.startswith("view "))
        added = of_comparison["comparison"] + sum(made)
        growth = f"{exponent(earlier[1], added, pages / earlier[0]):.2f}" if earlier else ""
        earlier = pages, added
        print(
            f"{pages:>12,} {alone:>7.1f} s {added:>7.1f} s {added / alone:>6.0%} {growth:>7}"
            f" {both['peak'] / 1e6:>6,.0f} MB",
            flush=True,
        )
    print()
    for name in sorted(of_comparison, key=lambda name: -of_comparison[name])[: chosen.slowest]:
        print(f"{of_comparison[name]:>9.2f} s  {name}")
    print(f"{sum(both['changes'].values()):,} changes:", both["changes"])


if __name__ == "__main__":
    main()
