"""The checks in a process of their own: stopped, killed, out of disk, out of memory, done again."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from commanding import NO_BYTE_CODE
from mockserver import served

sys.path.insert(0, str(Path(__file__).parents[1] / "benchmarks"))

import stored_audit

from sitemap_audit.machine.lock import take_lock

if TYPE_CHECKING:
    from collections.abc import Callable

COMMAND = [sys.executable, "-m", "sitemap_audit", "check"]
PAGES = 20_000
ONE_CHECK = ("--select", "status/not-found")


@pytest.fixture(scope="module")
def audit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A stored audit that takes seconds to judge."""
    folder = tmp_path_factory.mktemp("stored")
    stored_audit.write(folder, PAGES)
    return folder


@pytest.fixture
def folder(audit: Path, tmp_path: Path) -> Path:
    """The same data, with a record of its own."""
    (tmp_path / "data").mkdir()
    for table in (audit / "data").iterdir():
        (tmp_path / "data" / table.name).symlink_to(table)
    (tmp_path / "run.json").write_text(json.dumps(stored_audit.RUN))
    return tmp_path


def record(folder: Path) -> dict[str, Any]:
    """The run.json of an audit."""
    run: dict[str, Any] = json.loads((folder / "run.json").read_text("utf-8"))
    return run


def started(folder: Path, *options: str, **how: Any) -> subprocess.Popen[str]:
    """The command, under way."""
    return subprocess.Popen(
        [*COMMAND, str(folder), *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        **how,
    )


def judging(process: subprocess.Popen[str], folder: Path) -> int:
    """The process that judges, once it is at work."""
    for _ in range(600):
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        if children and (folder / ".analysis" / "tables.duckdb").exists():
            return int(children[0])
        time.sleep(0.05)
    raise AssertionError("no process judges")


def assert_judged_again(folder: Path) -> None:
    """The checks run again, and end; nothing is left of what went before."""
    with started(folder, *ONE_CHECK) as process:
        output, _ = process.communicate(timeout=600)
    assert process.returncode == 0, output
    assert record(folder)["complete"] is True
    assert record(folder)["incomplete_because"] == []
    assert "not_judged" not in record(folder)
    left = {path.name for path in folder.rglob(".*")}
    assert left <= {".lock"}


def stop(number: signal.Signals) -> Callable[[subprocess.Popen[str], int], None]:
    return lambda process, _: process.send_signal(number)


def kill_the_child(_: subprocess.Popen[str], child: int) -> None:
    os.kill(child, signal.SIGKILL)


@pytest.mark.parametrize(
    ("stop", "sentence"),
    [
        pytest.param(stop(signal.SIGINT), "The checks were stopped before their end.", id="Ctrl-C"),
        pytest.param(stop(signal.SIGTERM), "The checks were stopped before their end.", id="TERM"),
        pytest.param(kill_the_child, "The checks were killed, most likely since", id="no memory"),
    ],
)
def test_checks_that_are_stopped_say_so_and_run_again(
    stop: Callable[[subprocess.Popen[str], int], None], sentence: str, folder: Path
) -> None:
    with started(folder) as process:
        stop(process, judging(process, folder))
        output, _ = process.communicate(timeout=600)
    assert process.returncode == 3, output
    assert "Traceback" not in output
    assert f"NOT COMPLETE  {sentence}" in output
    assert f"'sitemap-audit check {folder}' runs them again." in output
    assert "sitemap-audit resume" not in output
    assert record(folder)["complete"] is False
    assert_judged_again(folder)


def test_the_checks_end_with_the_process_that_began_them(folder: Path) -> None:
    with started(folder) as process:
        child = judging(process, folder)
        process.kill()
    while Path(f"/proc/{child}/cmdline").exists() and Path(f"/proc/{child}/cmdline").read_text():
        time.sleep(0.05)  # what has ended has no command any more
    assert record(folder)["incomplete_because"] == [
        f"The checks have not ended. 'sitemap-audit check {folder}' runs them again."
    ]
    assert (folder / ".analysis").exists()
    assert_judged_again(folder)


def test_a_disk_that_is_full_ends_in_a_sentence(folder: Path) -> None:
    def fill() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (3_000_000, resource.RLIM_INFINITY))

    with started(folder, preexec_fn=fill, env=os.environ | NO_BYTE_CODE) as process:
        output, _ = process.communicate(timeout=600)
    assert process.returncode == 3, output
    assert "Traceback" not in output
    assert f"The audit cannot be written to {folder}: " in output
    assert "Make room there." in output
    assert_judged_again(folder)


def test_ctrl_c_after_the_crawl_stops_the_checks(tmp_path: Path) -> None:
    site = Path(__file__).parents[1] / "sites" / "clean" / "site"
    command = [sys.executable, "-m", "sitemap_audit"]
    with (
        served(site) as addresses,
        subprocess.Popen(
            [*command, addresses["base"], "-o", str(tmp_path)],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        ) as process,
    ):
        while not list(tmp_path.glob("*/*/.analysis/tables.duckdb")):
            assert process.poll() is None
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=600)
    assert process.returncode == 3, output
    assert "NOT COMPLETE  The checks were stopped before their end." in output
    (folder,) = tmp_path.glob("*/*")
    assert record(folder)["reason"] == "finished"
    assert_judged_again(folder)


def test_a_check_that_does_not_exist_is_said_and_changes_nothing(folder: Path) -> None:
    with started(folder, "--select", "no/such") as process:
        output, _ = process.communicate(timeout=600)
    assert process.returncode == 2
    assert "no/such" in output
    assert record(folder) == stored_audit.RUN


@pytest.mark.parametrize("command", ["check", "report"])
def test_a_folder_that_another_process_writes_is_left_alone(folder: Path, command: str) -> None:
    lock = take_lock(folder)
    try:
        done = subprocess.run(
            [*COMMAND[:-1], command, str(folder)],
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
        )
    finally:
        os.close(lock)
    assert done.returncode == 2
    assert "is being written by another process" in done.stderr
    assert record(folder) == stored_audit.RUN


def test_little_memory_is_enough_and_is_kept_to(folder: Path) -> None:
    done = subprocess.run(
        [*COMMAND, str(folder), "--memory", "300MB"],
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    checks = record(folder)["checks"]["results"]
    assert [check["error"] for check in checks if check["outcome"] == "error"] == []
