"""One process writes an audit on a store at a time; a killed one is replaced."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest
from commanding import PATIENCE, wait_for
from object_store import BUCKET, s3_server

from sitemap_audit.errors import AuditError, UsageError
from sitemap_audit.storage import lease as leases
from sitemap_audit.storage.fsspec_files import open_store
from sitemap_audit.storage.lease import LEASE_FILE, Lease

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture(autouse=True)
def long(monkeypatch: pytest.MonkeyPatch) -> None:
    """A lease holds for longer than anything that keeps a test waiting."""
    monkeypatch.setattr(leases, "HELD_SECONDS", PATIENCE)


@pytest.fixture(scope="module", autouse=True)
def server() -> Iterator[None]:
    with s3_server():
        yield


@pytest.fixture(params=["s3", "file", "memory"])
def audit(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an audit on each kind of store."""
    if request.param == "file":
        (tmp_path / "audit").mkdir()
        return f"file://{tmp_path}/audit"
    bucket = BUCKET if request.param == "s3" else ""
    return f"{request.param}://{bucket}/{uuid4().hex}"


def stored(audit: str) -> dict[str, Any]:
    files, path, _ = open_store(f"{audit}/{LEASE_FILE}")
    record: dict[str, Any] = json.loads(files.cat_file(path))
    return record


def replace(audit: str, **values: Any) -> None:
    """Change the stored lease, as another process does."""
    files, path, _ = open_store(f"{audit}/{LEASE_FILE}")
    files.pipe_file(path, json.dumps(stored(audit) | values).encode())


def is_there(audit: str) -> bool:
    files, path, _ = open_store(f"{audit}/{LEASE_FILE}")
    return bool(files.exists(path))


def ago(seconds: float) -> str:
    return (datetime.now(UTC) - timedelta(seconds=seconds)).isoformat()


def test_the_second_of_two_is_refused_until_the_first_releases(audit: str) -> None:
    with Lease(audit) as first:
        with pytest.raises(UsageError, match=r"process \d+ on .* has been writing it since .*UTC"):
            Lease(audit)
        first.require()
    assert not is_there(audit)
    with Lease(audit) as next_one:
        assert next_one.taken_over is None


def test_a_lease_whose_time_has_passed_is_taken_over(audit: str) -> None:
    with Lease(audit) as first:
        replace(audit, until=ago(1))
        with Lease(audit) as second:
            assert second.taken_over is not None
            assert second.taken_over.startswith("Process ")
            first._renew()
            with pytest.raises(AuditError, match="another process has taken the audit over"):
                first.require()
            first.release()
            assert is_there(audit), "the first one deletes the lease of the second"
            second.require()


def test_a_lease_is_renewed(audit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leases, "HELD_SECONDS", 0.3)
    with Lease(audit) as lease:
        until = stored(audit)["until"]
        wait_for(lambda: stored(audit)["until"] > until)
        assert not lease.is_lost


def test_what_is_no_lease_is_not_taken_over(audit: str) -> None:
    with Lease(audit):
        replace(audit, until="soon")
        with pytest.raises(UsageError, match=r"lock\.json: it is not a lease\. Delete it"):
            Lease(audit)
        files, path, _ = open_store(f"{audit}/{LEASE_FILE}")
        files.pipe_file(path, b"[]")
        with pytest.raises(UsageError, match="it is not a lease"):
            Lease(audit)


def test_of_two_that_replace_a_lease_at_the_same_time_one_gets_it() -> None:
    audit = f"s3://{BUCKET}/{uuid4().hex}"
    with Lease(audit) as lease:
        replace(audit, until=ago(1))
        seen = lease._read()
        with Lease(audit):
            assert not lease._write(seen)
            assert not lease._is_own(lease._read())


def test_a_request_that_arrived_twice_is_no_other_process(monkeypatch: pytest.MonkeyPatch) -> None:
    audit = f"s3://{BUCKET}/{uuid4().hex}"
    files = open_store(audit).files
    write = files.pipe_file

    def twice(path: str, content: bytes, **how: str) -> None:
        write(path, content, **how)
        write(path, content, **how)  # refused: the object has changed since

    monkeypatch.setattr(files, "pipe_file", twice)
    with Lease(audit) as lease:
        lease._renew()
        lease.require()


def test_a_killed_process_leaves_a_lease_that_ends() -> None:
    audit = f"s3://{BUCKET}/{uuid4().hex}"
    hold = (
        "import sys, time; from sitemap_audit.storage import lease\n"
        f"lease.HELD_SECONDS = {PATIENCE}\n"
        "with lease.Lease(sys.argv[1]): print('held', flush=True); time.sleep(600)"
    )
    with subprocess.Popen(
        [sys.executable, "-c", hold, audit], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        process.kill()
    with pytest.raises(UsageError, match=rf"process {process.pid} on .*If it was killed, try"):
        Lease(audit)
    replace(audit, until=ago(0))  # its time has passed
    with Lease(audit) as lease:
        assert lease.taken_over is not None
        assert str(process.pid) in lease.taken_over


def test_a_store_that_cannot_be_written_is_an_error_with_its_url() -> None:
    with pytest.raises(OSError, match="bucket") as raised:
        Lease("s3://no-such-bucket/audit")
    assert raised.value.filename == "s3://no-such-bucket/audit"
