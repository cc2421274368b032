"""Audits on a store: crawled, killed, resumed, checked and compared by the commands."""

from __future__ import annotations

import io
import json
import re
import signal
import subprocess
import sys
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pandas as pd
import pytest
from commanding import CLEAN, only, run, wait_for
from mockserver import many_pages, served
from object_store import BUCKET, S3Server, listed, read, s3_server, write

import sitemap_audit
from sitemap_audit.storage.lease import LEASE_FILE

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

FAST = ("--workers", "0", "--select", "status,redirect,robots")
OFTEN = (
    "from sitemap_audit import pipelines; from sitemap_audit.storage import working_copy, writer\n"
    "writer.Writer.__init__.__kwdefaults__['seconds'] = 0.2\n"
    "pipelines.POLL_SECONDS = working_copy._SECONDS = 0.2\n"
)
"Parts and uploads come often, as in a long audit."
PAGES = 150
ONCE = {"AWS_MAX_ATTEMPTS": "1"}


@pytest.fixture(scope="module")
def s3() -> Iterator[S3Server]:
    with s3_server() as server:
        yield server


@pytest.fixture
def output(s3: S3Server) -> Iterator[str]:
    """The URL of a new folder of audits."""
    s3.requests.clear()
    s3.refused.clear()
    yield f"s3://{BUCKET}/{uuid4().hex}"
    s3.refuses = lambda _: False


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of temporary copies."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    return folder


def audits(output: str) -> list[str]:
    """The URLs of the audits of an output folder, the earliest first."""
    names = [name for name in listed(output) if re.fullmatch("[^/]*/[^/]*/run.json", name)]
    return [f"{output}/{name.removesuffix('/run.json')}" for name in names]


def record(url: str) -> dict[str, Any]:
    run_record: dict[str, Any] = json.loads(read(f"{url}/run.json"))
    return run_record


def rows(content: bytes, *columns: str) -> list[tuple[Any, ...]]:
    table = pd.read_csv(io.BytesIO(content), dtype=str, keep_default_na=False)
    return sorted(table[list(columns)].itertuples(index=False, name=None))


def test_an_audit_is_stored_checked_and_compared(
    s3: S3Server, output: str, tmp_path: Path, temporary: Path
) -> None:
    with served(CLEAN) as addresses:
        site = addresses["base"]
        local = run(site, "-o", tmp_path / "local", *FAST)
        first = run(site, "-o", output, *FAST)
        s3.requests.clear()
        second = run(site, "-o", output, *FAST)
    for done in (local, first, second):
        assert done.returncode == 0, done.stderr
    earlier, audit = audits(output)
    assert f"Reports: {audit}\n" in second.stdout

    folder = only(tmp_path / "local")
    for name in ("findings", "pages", "entries"):
        columns = ("url",)
        assert rows(read(f"{audit}/{name}.csv"), *columns) == rows(
            (folder / f"{name}.csv").read_bytes(), *columns
        )
    written = {path.relative_to(folder).as_posix() for path in folder.rglob("*.csv")}
    assert {name for name in listed(audit) if name.endswith(".csv")} == written
    ends = [each for each in s3.requests if each.method in ("PUT", "DELETE")][-2:]
    assert [(method, path.rpartition("/")[2]) for method, path in ends] == [
        ("PUT", "run.json"),
        ("DELETE", LEASE_FILE),
    ]
    assert record(audit)["changes"]["compared_with"] == record(earlier)["started_at"]
    assert record(audit)["options"]["output"] == output
    for name in set(listed(audit)) - {"audit.log"}:  # Scrapy logs where it writes it
        assert str(temporary).encode() not in read(f"{audit}/{name}"), name

    host = audit.split("/")[-2]
    for arguments, told in (
        (("check", audit, "--select", "status"), f"Reports: {audit}/selected\n"),
        (("report", audit), f"Reports: {audit}\n"),
        (("history", host, "-o", output), audit.rpartition("/")[2]),
        (("lookup", audit, "/"), "Status        200"),
        (("lookup", "/", "-o", output), "Status        200"),
        (("compare", earlier, audit), f"Reports: {audit}/compared-with-"),
        (("compare", host, "-o", output), f"Reports: {audit}/compared-with-"),
        (("resume", audit), f"The audit in {audit} is complete"),
    ):
        done = run(*arguments)
        assert done.returncode == 0, done.stderr
        assert told in done.stdout, arguments
        assert str(temporary) not in done.stdout + done.stderr
    assert f"{audit}/selected/run.json" in {f"{audit}/{name}" for name in listed(audit)}
    assert list(temporary.iterdir()) == []


def test_the_library_audits_and_loads(output: str, temporary: Path) -> None:
    with served(CLEAN) as addresses:
        audit = sitemap_audit.audit(
            addresses["base"], output=output, workers=0, select="status", quiet=True
        )
    (url,) = audits(output)
    with audit:
        assert len(audit.pages) == record(url)["counts"]["pages"] > 0
        assert repr(audit).startswith(f"<Audit {url}: complete")
    with sitemap_audit.load(url) as again:
        assert len(again.entries) > 0
    del audit, again
    assert list(temporary.iterdir()) == []


def start(*arguments: object) -> subprocess.Popen[str]:
    """Start the command with frequent uploads."""
    program = f"{OFTEN}from sitemap_audit.cli import main\nmain()"
    return subprocess.Popen(
        [sys.executable, "-c", program, *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def stored_pages(output: str) -> int:
    return sum("/data/pages/part-" in name for name in listed(output))


def expire(audit: str) -> None:
    """Let a minute pass for the lease of an audit."""
    lease = json.loads(read(f"{audit}/{LEASE_FILE}"))
    write(f"{audit}/{LEASE_FILE}", json.dumps(lease | {"until": lease["since"]}).encode())


def test_an_audit_killed_on_one_machine_is_resumed_on_another(
    output: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with many_pages(PAGES, delay=0.05) as site:
        with start(site.base, "-o", output, "--concurrency", "4", *FAST) as process:
            wait_for(lambda: stored_pages(output) >= 2)
            process.send_signal(signal.SIGKILL)
        (audit,) = audits(output)
        assert record(audit)["complete"] is False
        other = tmp_path / "other machine"
        other.mkdir()
        monkeypatch.setenv("TMPDIR", str(other))
        refused = run("resume", audit)
        assert refused.returncode == 2
        assert re.search(rf"Cannot write {audit}: process {process.pid} on ", refused.stderr)
        # A part that was uploaded, and not listed before the machine was switched off.
        (part, *_) = (name for name in listed(audit) if "/pages/part-" in name)
        write(f"{audit}/data/pages/part-1.parquet", read(f"{audit}/{part}"))
        expire(audit)
        done = run("resume", audit)
    assert done.returncode == 0, done.stderr
    assert f"Process {process.pid} on " in done.stderr
    assert "is taken over" in done.stderr
    assert record(audit)["complete"] is True
    urls = rows(read(f"{audit}/pages.csv"), "url")
    assert len(urls) == len(set(urls)) == record(audit)["counts"]["pages"]
    assert len(urls) >= PAGES
    assert "data/pages/part-1.parquet" not in listed(audit)
    assert LEASE_FILE not in listed(audit)
