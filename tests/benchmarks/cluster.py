"""Audits on Apache Spark beside the plain ones, in one run, as ratios.

``python tests/benchmarks/cluster.py judge [PAGES …]`` (default 100000): stored audits of so many
pages with ten alternates each are judged by DuckDB and by 1 and 2 executors of one core: seconds
from the first table to the last finding, processor seconds of all processes, bytes shuffled for
each stored row, and the exponent of the growth from one size to the next. The findings are the
same, or it stops.

``python tests/benchmarks/cluster.py fetch [PAGES]`` (default 20000): pages a second by 1 and 2
executors of one core. The pages are on four hosts, each a server process that answers after
``--answer`` seconds: with 0.2, the concurrency of a host is the limit, not the processor.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import psutil
import pyarrow.parquet as pq

if TYPE_CHECKING:
    from collections.abc import Iterator

HERE = Path(__file__).parent
HOSTS = 4
CONCURRENCY = 8
"Requests to a host at once, the option's default."
MASTERS = {
    "plain": None,
    "1 executor": "local-cluster[1,1,1024]",
    "2 executors": "local-cluster[2,1,1024]",
}
JUDGES = {
    "DuckDB": "",
    "1 executor": "local-cluster[1,1,4096]",
    "2 executors": "local-cluster[2,1,4096]",
}
STEP = 0.2
"Seconds between two looks at the processes."


class Row(NamedTuple):
    """One candidate."""

    name: str
    pages: int
    fetching: float
    "Seconds between the first and the last page."
    seconds: float
    "Seconds of the whole command."
    cpu: float
    "Processor seconds of all its processes."

    @property
    def rate(self) -> float:
        """Pages a second while it fetched."""
        return self.pages / self.fetching


def fetch(pages: int, answer: float) -> None:
    """Print how fast pages are fetched."""
    best = HOSTS * CONCURRENCY / answer if answer else 0
    with ExitStack() as stack:
        addresses = [f"127.0.0.{number + 1}" for number in range(HOSTS)]
        bases = [stack.enter_context(site(pages // HOSTS, host, answer)) for host in addresses]
        rows = [audit(name, bases, master) for name, master in MASTERS.items()]
    print(f"{pages:,} pages on {HOSTS} hosts, each answered after {answer:g} s")
    if best:
        print(f"{CONCURRENCY} at once for each host: {best:,.0f} pages/s at most")
    head = ("", "pages", "pages/s", "ratio", "seconds", "cpu s", "ratio")
    print(("{:12}" + "{:>9}" * 6).format(*head))
    plain = rows[0]
    for row in rows:
        print(
            f"{row.name:12}{row.pages:>9,}{row.rate:>9.0f}{row.rate / plain.rate:>9.2f}"
            f"{row.seconds:>9.0f}{row.cpu:>9.0f}{row.cpu / plain.cpu:>9.2f}"
        )


class Judged(NamedTuple):
    """What judging an audit took."""

    name: str
    pages: int
    rows: int
    "Stored."
    seconds: float
    cpu: float
    "Processor seconds of all processes."
    shuffled: int
    "Bytes."
    findings: int
    digest: str
    "Of the findings' IDs."


def judge(sizes: list[int], names: list[str]) -> None:
    """Print how fast stored audits are judged."""
    head = ("", "pages", "seconds", "ratio", "cpu s", "ratio", "bytes/row", "growth", "findings")
    print(("{:12}" + "{:>11}" * 8).format(*head), flush=True)
    earlier: dict[str, Judged] = {}
    for pages in sizes:
        with tempfile.TemporaryDirectory() as temporary:
            folder = Path(temporary) / "audit"
            subprocess.run(
                [sys.executable, HERE / "stored_audit.py", folder, str(pages)], check=True
            )
            done = []
            for name in names if not earlier else dict.fromkeys((names[0], names[-1])):
                done.append(judged(name, pages, folder))
                _print(done[-1], done[0], earlier.get(name))
                earlier[name] = done[-1]
            if len({(each.findings, each.digest) for each in done}) > 1:
                raise SystemExit("The findings differ.")


def _print(row: Judged, first: Judged, earlier: Judged | None) -> None:
    growth = ""
    if earlier is not None:
        growth = (
            f"{math.log(row.seconds / earlier.seconds) / math.log(row.pages / earlier.pages):.2f}"
        )
    print(
        f"{row.name:12}{row.pages:>11,}{row.seconds:>11.0f}{row.seconds / first.seconds:>11.2f}"
        f"{row.cpu:>11.0f}{row.cpu / first.cpu:>11.2f}{row.shuffled / row.rows:>11.0f}"
        f"{growth:>11}{row.findings:>11,}",
        flush=True,
    )


def judged(name: str, pages: int, folder: Path) -> Judged:
    """Judge an audit in a process of its own."""
    command = [sys.executable, str(HERE / "cluster.py"), "measure", str(folder), JUDGES[name]]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    cpu: list[float] = []
    watch = threading.Thread(target=_watch, args=(psutil.Process(process.pid), cpu))
    watch.start()
    told, _ = process.communicate()
    watch.join()
    if process.returncode:
        raise SystemExit(f"{name}: judging ended with status {process.returncode}")
    return Judged(name=name, pages=pages, cpu=cpu[-1], **json.loads(told.splitlines()[-1]))


def measure(folder: Path, master: str) -> None:
    """Judge an audit, and print what it took."""
    from sitemap_audit.analysis import runner
    from sitemap_audit.analysis.catalogue.catalogue import load_checks
    from sitemap_audit.analysis.causes import find_causes, views_of_causes
    from sitemap_audit.audit_place import AuditPlace
    from sitemap_audit.evaluation.opening import open_store

    checks = [check for check in load_checks() if not check.is_of_changes]
    parts = folder.glob("data/*/*.parquet")
    rows = sum(pq.ParquetFile(part).metadata.num_rows for part in parts)
    with open_store(AuditPlace(folder), 4 << 30, master or None) as store:
        began = time.perf_counter()
        runner.prepare(store, checks, also=views_of_causes())
        runner.run_checks(store, checks)
        find_causes(store, checks)
        seconds = time.perf_counter() - began
        broken = store.rows("SELECT \"check\", error FROM check_runs WHERE outcome = 'error'")
        if broken:
            raise SystemExit(f"These checks could not run: {broken}")
        digest = hashlib.sha256()
        for finding in store.stream("SELECT finding_id FROM findings ORDER BY number"):
            digest.update(str(finding).encode())
        shuffled = _shuffled(store) if master else 0
        findings = store.value("SELECT COUNT(*) FROM findings")
    told = {"rows": rows, "seconds": seconds, "shuffled": shuffled, "findings": findings}
    print(json.dumps(told | {"digest": digest.hexdigest()}))


def _shuffled(store: Any) -> int:
    """Return the bytes that executors have written for others."""
    known = store._session.sparkContext._jsc.sc().statusStore().executorList(False)
    return sum(known.apply(place).totalShuffleWrite() for place in range(known.size()))


@contextmanager
def site(pages: int, host: str, answer: float) -> Iterator[str]:
    """Serve the pages of a host in a process of its own."""
    command = [sys.executable, str(HERE / "server.py"), str(pages), "--host", host]
    with subprocess.Popen(
        [*command, "--delay", str(answer)], stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        try:
            yield server.stdout.readline().strip()
        finally:
            server.kill()


def audit(name: str, bases: list[str], master: str | None) -> Row:
    """Audit the hosts with few checks."""
    options = ["--concurrency", str(CONCURRENCY), "--select", "status"]
    options += ["--cluster", master] if master else []
    with tempfile.TemporaryDirectory() as output:
        command = [sys.executable, "-m", "sitemap_audit", *bases, "-o", output, *options]
        began = time.perf_counter()
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        cpu: list[float] = []
        watch = threading.Thread(target=_watch, args=(psutil.Process(process.pid), cpu))
        watch.start()
        status = process.wait()
        seconds = time.perf_counter() - began
        watch.join()
        if status:
            raise SystemExit(f"{name}: the audit ended with status {status}")
        pages, fetching = _fetched(Path(output))
    return Row(name, pages, fetching, seconds, cpu[-1])


def _fetched(output: Path) -> tuple[int, float]:
    """Return the listed pages, and the seconds between the first and the last."""
    (folder,) = output.glob("*/*/data/pages")
    listed = pq.read_table(folder, columns=["fetched_at"], filters=[("role", "=", "listed")])
    times = listed["fetched_at"].to_pylist()
    return len(times), (max(times) - min(times)).total_seconds()


def _watch(process: psutil.Process, cpu: list[float]) -> None:
    """Sum the processor seconds of a process and all below it, until it ends."""
    spent: dict[tuple[int, float], float] = {}
    while True:
        with suppress(psutil.Error):
            for each in (process, *process.children(recursive=True)):
                with suppress(psutil.Error):
                    times = each.cpu_times()
                    spent[each.pid, each.create_time()] = times.user + times.system
        cpu.append(sum(spent.values()))
        if not process.is_running() or process.status() == psutil.STATUS_ZOMBIE:
            return
        time.sleep(STEP)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parts = parser.add_subparsers(required=True, dest="part")
    fetching = parts.add_parser("fetch")
    fetching.add_argument("pages", type=int, nargs="?", default=20_000)
    fetching.add_argument("--answer", type=float, default=0.2)
    judging = parts.add_parser("judge")
    judging.add_argument("pages", type=int, nargs="*", default=[100_000])
    judging.add_argument("--only", nargs="*", choices=JUDGES, default=list(JUDGES))
    measuring = parts.add_parser("measure", help="for this program itself")
    measuring.add_argument("folder", type=Path)
    measuring.add_argument("master")
    given = parser.parse_args()
    if given.part == "fetch":
        fetch(given.pages, given.answer)
    elif given.part == "judge":
        judge(sorted(given.pages), given.only)
    else:
        measure(given.folder, given.master)
