"""Audits on a cluster whose driver and disks fail: nothing is lost or doubled.

Executors and the store fail in test_stores.py.
"""

from __future__ import annotations

import csv
import os
import signal
from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

import psutil
import pytest
from cluster_processes import crawlers, executors, full
from commanding import PATIENCE, only, record, run, started, wait_for
from processes import below
from slow_site import HEAVY, SlowSite

from sitemap_audit.audit_place import AuditPlace
from sitemap_audit.storage.slices import attempts, rows_written

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.thorough
CONCURRENCY = 4
OPTIONS = (
    *("--concurrency", CONCURRENCY, "--timeout", PATIENCE),
    *("--workers", 0, "--select", "status"),
)
ON_CLUSTER = ("--cluster", "local-cluster[2,1,1024]")
IN_ONE_PROCESS = ("--cluster", "local[2]")
"The driver's process runs the tasks: it starts sooner."
PAGES = 150
"Pages of each of two hosts."


class Result(NamedTuple):
    """What an audit found."""

    ledger: dict[str, Any]
    pages: Counter[tuple[str, ...]]
    findings: Counter[tuple[str, ...]]


def result(folder: Path) -> Result:
    """Read the result of an audit."""
    return Result(
        record(folder)["ledger"],
        rows(folder / "tables/pages.csv", "url", "status"),
        rows(folder / "findings.csv", "check", "url"),
    )


def rows(file: Path, *columns: str) -> Counter[tuple[str, ...]]:
    """Read some columns of a report."""
    with file.open(encoding="utf-8-sig", newline="") as lines:
        return Counter(tuple(row[name] for name in columns) for row in csv.DictReader(lines))


def plain_result(site: SlowSite, output: Path) -> Result:
    """Audit a site without a cluster."""
    ended = run(*site.bases, "-o", output, *OPTIONS)
    assert ended.returncode == 0, ended.stderr
    return result(only(output))


def written(folder: Path) -> list[int]:
    """The pages that attempts have written, where there are any."""
    return [
        rows
        for name in attempts(AuditPlace(folder))
        if (rows := rows_written(AuditPlace(folder), name))
    ]


def test_a_driver_and_disks_that_fail_cost_nothing(tmp_path: Path) -> None:
    output = tmp_path / "cluster"
    with SlowSite(PAGES, hosts=2, heavy=HEAVY).running() as site:
        undisturbed = plain_result(site, tmp_path / "plain")
        killed_on_a_full_disk(site, output)
        folder = only(output)
        assert record(folder)["complete"] is False
        resumed_without_room(site, folder)
        ended = run("resume", folder, *IN_ONE_PROCESS)
        assert ended.returncode == 0, ended.stderr
        assert result(folder) == undisturbed


def killed_on_a_full_disk(site: SlowSite, output: Path) -> None:
    """Audit while one executor cannot write, and kill the driver when the other has its slice."""
    site.count_anew(hold_after=0)
    with started(*site.bases, "-o", output, *OPTIONS, *ON_CLUSTER) as process:
        driver = psutil.Process(process.pid)
        wait_for(lambda: len(crawlers(driver)) == 2 and len(site.asked) == 2 * CONCURRENCY)
        (folder,) = output.glob("*/*")
        full(executors(process)[0])
        site.count_anew(hold_again=True)  # what the first attempt could not write
        site.answer_held()
        wait_for(lambda: [name for name in attempts(AuditPlace(folder)) if name.attempt == 1])
        wait_for(lambda: written(folder))
        others = driver.children(recursive=True)
        os.kill(process.pid, signal.SIGKILL)
        _, left = psutil.wait_procs(others, PATIENCE)
        assert not left


def resumed_without_room(site: SlowSite, folder: Path) -> None:
    """Resume an audit while no executor can write."""
    before = sum(written(folder))
    site.count_anew(hold_after=0)
    with started("resume", folder, *IN_ONE_PROCESS) as process:
        wait_for(lambda: site.asked)
        (java,) = below(process.pid, "SparkSubmit")
        full(java)
        site.count_anew()
        site.answer_held()
        said, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 3, said
    assert "Traceback" not in said
    assert "were not fetched and are not checked: each attempt on the cluster failed" in said
    assert "cannot write: " in said
    assert f"sitemap-audit resume {folder}" in said
    assert before <= record(folder)["ledger"]["fetched"] < 2 * PAGES
