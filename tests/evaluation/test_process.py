"""The checks in a process of their own: stopped, killed, out of disk, out of memory, done again."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import psutil
import pytest
from commanding import (
    CLEAN,
    PATIENCE,
    file_size_limit,
    forked,
    never_ending_checks,
    record,
    run,
    wait_for,
)
from mockserver import served
from rows import list_parts

sys.path.insert(0, str(Path(__file__).parents[1] / "benchmarks"))

import stored_audit

from sitemap_audit.storage.csv_parts import files_of
from sitemap_audit.storage.parts import LIST

if TYPE_CHECKING:
    from collections.abc import Callable

    from preloaded import Running

    Stop = Callable[[Running, psutil.Process], None]

PAGES = 300
MANY_PAGES = 10_000
ONE_CHECK = ["status/not-found"]


@pytest.fixture(scope="module")
def audit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A stored audit that takes seconds to judge."""
    folder = tmp_path_factory.mktemp("stored")
    stored_audit.write(folder, PAGES)
    return folder


@pytest.fixture
def folder(audit: Path, tmp_path: Path) -> Path:
    """The same data, with a record of its own."""
    shutil.copytree(audit / "data", tmp_path / "data", copy_function=os.link)
    (tmp_path / "run.json").write_text(json.dumps(stored_audit.RUN))
    (tmp_path / "data" / LIST).unlink()  # else the folders would have one list
    list_parts(tmp_path)
    return tmp_path


@pytest.fixture(scope="module")
def judged(audit: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same data with its reports."""
    folder = tmp_path_factory.mktemp("judged")
    shutil.copytree(audit / "data", folder / "data")
    told = stored_audit.RUN | {"options": {"select": ONE_CHECK}}
    (folder / "run.json").write_text(json.dumps(told))
    done = run("check", folder)
    assert done.returncode == 0, done.stderr
    return folder


def analysis_process(process: Running, folder: Path) -> psutil.Process:
    """The process that judges, once it is at work."""
    wait_for((folder / ".analysis" / "tables.duckdb").exists)
    (child,) = psutil.Process(process.pid).children()
    return child


def assert_judged_again(folder: Path) -> None:
    """The checks run again, and end; nothing is left of what went before."""
    told = record(folder)
    told["options"]["select"] = ONE_CHECK  # of the audit, as if it had asked for no other
    (folder / "run.json").write_text(json.dumps(told))
    done = run("check", folder)
    assert done.returncode == 0, done.stderr
    assert record(folder)["complete"] is True
    assert record(folder)["incomplete_because"] == []
    assert record(folder)["not_judged"] is None
    left = {path.name for path in folder.rglob(".*")}
    assert left <= {".lock"}


def stop(number: signal.Signals) -> Stop:
    return lambda process, _: process.send_signal(number)


def kill_the_child(_: Running, child: psutil.Process) -> None:
    child.kill()


STOPPED = "The checks were stopped before their end."
KILLED = "The checks were killed, most likely because"
STOPS = [(stop(signal.SIGINT), STOPPED), (stop(signal.SIGTERM), STOPPED), (kill_the_child, KILLED)]
"Ctrl-C, the end of the machine, and too little memory; what the checks say of it."


@pytest.mark.thorough
def test_checks_that_are_stopped_say_so_and_run_again(folder: Path) -> None:
    for end, sentence in STOPS:
        assert not (folder / ".analysis").exists()
        with forked("check", folder, before=never_ending_checks) as process:
            end(process, analysis_process(process, folder))
            output, _ = process.communicate(timeout=PATIENCE)
        assert process.returncode == 3, output
        assert "Traceback" not in output
        assert f"NOT COMPLETE  {sentence}" in output
        assert f"'sitemap-audit check {folder}' runs them again." in output
        assert "sitemap-audit resume" not in output
        assert record(folder)["complete"] is False

    with forked("check", folder, before=never_ending_checks) as alone:
        child = analysis_process(alone, folder)
        alone.kill()
    assert psutil.wait_procs([child], timeout=PATIENCE)[1] == [], "it ends with its parent"
    assert record(folder)["incomplete_because"] == [
        f"The checks have not finished. 'sitemap-audit check {folder}' runs them again."
    ]
    assert (folder / ".analysis").exists()
    assert_judged_again(folder)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("command", "ending"),
    [
        ("check", signal.SIGTERM),
        ("report", signal.SIGINT),
    ],
)
def test_ctrl_c_again_and_again_while_reports_are_written_leaves_whole_files(
    command: str, ending: signal.Signals, judged: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "copy"
    shutil.copytree(judged, folder)
    before = (folder / "findings.csv").stat().st_mtime_ns
    with forked(command, folder) as process:
        wait_for(lambda: (folder / "findings.csv").stat().st_mtime_ns != before)
        for number in (signal.SIGINT, signal.SIGINT, ending):
            process.send_signal(number)
        output, _ = process.communicate(timeout=PATIENCE)
    assert "Traceback" not in output
    is_complete = record(folder)["complete"]
    assert is_complete or f"'sitemap-audit check {folder}' runs them" in json.dumps(record(folder))
    for path in files_of(folder):
        assert path.read_bytes() == (judged / path.relative_to(folder)).read_bytes()
    assert run(command, folder).returncode == 0
    assert record(folder)["complete"] is True
    assert {path.name for path in folder.rglob(".*")} <= {".lock"}


@pytest.mark.parametrize(
    ("command", "size", "sentence"),
    [
        ("check", 300_000, "The audit cannot be written to {}: .*{}/.+: File too large"),
        ("check", 100, "Cannot use {}/run.json: File too large"),
        ("report", 100, "The audit cannot be written to {}: .*{}/.+: File too large"),
    ],
)
def test_a_disk_that_is_full_ends_in_a_sentence_that_names_the_file(
    command: str, size: int, sentence: str, folder: Path
) -> None:
    done = run(command, folder, before=file_size_limit(size))
    output = done.stdout + done.stderr
    assert done.returncode == 3, output
    assert "Traceback" not in output
    assert re.search(sentence.replace("{}", re.escape(str(folder))), output), output
    if size > 100:
        assert_judged_again(folder)


def test_ctrl_c_after_the_crawl_stops_the_checks(tmp_path: Path) -> None:
    words = ("-o", tmp_path, "--workers", 0)
    with (
        served(CLEAN) as addresses,
        forked(addresses["base"], *words, before=never_ending_checks) as process,
    ):
        wait_for(lambda: list(tmp_path.glob("*/*/.analysis/tables.duckdb")))
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 3, output
    assert "NOT COMPLETE  The checks were stopped before their end." in output
    (folder,) = tmp_path.glob("*/*")
    assert record(folder)["reason"] == "finished"


def test_a_check_that_does_not_exist_is_said_and_changes_nothing(folder: Path) -> None:
    done = run("check", folder, "--select", "no/such")
    assert done.returncode == 2
    assert "no/such" in done.stderr
    assert record(folder) == stored_audit.RUN


@pytest.mark.thorough
def test_little_memory_is_enough_and_is_kept_to(tmp_path: Path) -> None:
    stored_audit.write(tmp_path, MANY_PAGES)
    done = run("check", tmp_path, "--memory", "300MB")
    assert done.returncode == 0, done.stdout + done.stderr
    checks = record(tmp_path)["checks"]["results"]
    assert [check["error"] for check in checks if check["outcome"] == "error"] == []
