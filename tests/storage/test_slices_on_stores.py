"""Attempts at slices of an audit on a store: what they have listed there counts once."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest
from object_store import BUCKET, S3Server, listed, read, s3_server, write
from rows import make, record_of

from sitemap_audit.items import TABLES
from sitemap_audit.storage.duckdb import DuckDBStore
from sitemap_audit.storage.lease import LEASE_FILE
from sitemap_audit.storage.masked import KEY_FILE
from sitemap_audit.storage.parts import PartList, read_list
from sitemap_audit.storage.run_file import LOG_FILE, write_run
from sitemap_audit.storage.slice_places import working_place
from sitemap_audit.storage.slices import (
    FOLDER,
    SliceName,
    attempts,
    begin_round,
    commit,
    prepare,
    recover,
    rows_written,
    sending,
    standing,
    stop,
    take_over,
)
from sitemap_audit.storage.temporary_copies import copies
from sitemap_audit.storage.working_copy import WorkingCopy, working_copy
from sitemap_audit.storage.writer import Writer

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sitemap_audit.audit_place import AuditPlace

RUNNING: dict[str, Any] = {"id": "1" * 32, "complete": False, "incomplete_because": ["Running."]}
FIRST = SliceName(7, 0, 0)
SECOND = FIRST._replace(attempt=1)


@pytest.fixture(scope="module")
def s3() -> Iterator[S3Server]:
    with s3_server() as server:
        yield server


@pytest.fixture
def audit(s3: S3Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[AuditPlace]:
    """The copy of an audit in which a round has begun, on the machine of the command."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setenv("AWS_MAX_ATTEMPTS", "1")
    base = f"s3://{BUCKET}/{uuid4().hex}"
    with copies(base) as root:
        place = root / "www.example.com" / "2026-01-31T12-00-00Z"
        folder = place.folder
        (folder / FOLDER).mkdir(parents=True)
        write_run(folder, record_of(RUNNING))
        copy = WorkingCopy(place, is_new=True)
        writer = Writer(folder)
        writer.add(make("robots", origin="https://a.example"))
        writer.flush()
        FIRST.targets(folder).write_bytes(b"targets")
        begin_round(place, [FIRST])
        yield place
        s3.refuses = lambda _: False
        copy.close()


@contextmanager
def attempt(audit: AuditPlace, name: SliceName, *numbers: int) -> Iterator[Path]:
    """Write pages as an attempt on another machine, each with its number as ID."""
    with working_place(audit.shared) as there:
        prepare(there, name)
        folder = name.folder(there.folder)
        folder.mkdir(parents=True)
        take_over(there, name)
        write_run(folder, record_of(RUNNING))
        (folder / LOG_FILE).write_text(f"{name}\n")
        with sending(there, name) as send_rest:
            first = 1_000 * (name.attempt + 1) + numbers[0]
            writer = Writer(folder, first=first, audit=there.folder)
            for number in numbers:
                page = f"https://a.example/{number}"
                writer.add(make("pages", id=number, url_key=number, url=page))
            writer.flush()
            send_rest()
            yield there.folder


def pages(folder: Path) -> list[int]:
    with DuckDBStore(folder, tables=("pages",), in_memory=True) as store:
        return sorted(number for (number,) in store.stream("SELECT id FROM pages"))


def listed_pages(audit: AuditPlace) -> int:
    """The rows of pages that the list of parts on the store names."""
    parts = read_list(read(f"{audit}/data/parts.csv")).values()
    return sum(part.rows for part in parts if part.table == "pages")


def test_an_executor_gets_what_its_slice_needs_and_nothing_else(audit: AuditPlace) -> None:
    with attempt(audit, FIRST, 1) as there:
        assert there != audit.folder
        assert FIRST.targets(there).read_bytes() == b"targets"
        assert (there.parent / KEY_FILE).read_bytes() == (
            audit.parent.folder / KEY_FILE
        ).read_bytes()
        assert [path.name for path in (there / "data").iterdir()] == ["robots"]
        assert not there.is_relative_to(audit.parent.folder)
    assert not there.exists()


def test_the_second_attempt_keeps_what_the_first_has_stored(audit: AuditPlace) -> None:
    with attempt(audit, FIRST, 1, 2):
        assert standing(audit, FIRST) == (False, True)
    with attempt(audit, SECOND, 3):
        assert standing(audit, FIRST) == (False, False)
        assert standing(audit, SECOND) == (False, True)
        stop(audit)
        assert standing(audit, SECOND) == (True, True)
    assert attempts(audit) == [FIRST, SECOND]
    assert rows_written(audit, SECOND) == 3
    commit(audit, SECOND)
    assert pages(audit.folder) == [1, 2, 3]
    assert listed_pages(audit) == 3
    assert PartList(audit.folder).damages(record_of({"counts": {"pages": 3}}), TABLES) == []
    assert (audit.folder / LOG_FILE).read_text() == f"{SECOND}\n"
    assert [name for name in listed(str(audit)) if name.startswith(FOLDER)] == [f"{FOLDER}/stop"]


def test_what_a_store_refuses_is_taken_once_by_another_machine(
    s3: S3Server, audit: AuditPlace
) -> None:
    with attempt(audit, FIRST, 1, 2):
        pass
    s3.refuses = lambda request: request.method == "PUT" and request.path.endswith("parts.csv")
    with pytest.raises(OSError, match="Reduce your request rate"):
        commit(audit, FIRST)
    assert listed_pages(audit) == 0
    assert attempts(audit) == [FIRST]
    s3.refuses = lambda _: False
    # The command is killed, and resumed elsewhere, twice.
    for _ in range(2):
        delete_lease(str(audit))
        with working_copy(str(audit)) as copy:
            recover(copy.place)
            assert pages(copy.folder) == [1, 2]
    assert listed_pages(audit) == 2
    assert not [name for name in listed(str(audit)) if name.startswith(FOLDER)]


def delete_lease(audit: str) -> None:
    """Let the lease of a command that was killed be over."""
    import fsspec

    files, path = fsspec.core.url_to_fs(f"{audit}/{LEASE_FILE}")
    if files.exists(path):
        files.rm_file(path)


def test_what_a_lost_crawler_uploads_late_counts_for_nothing(audit: AuditPlace) -> None:
    with attempt(audit, FIRST, 1):
        late = read(f"{audit}/{FOLDER}/{FIRST}/data/parts.csv")
        commit(audit, FIRST)
        assert standing(audit, FIRST).is_latest is False
    write(f"{audit}/{FOLDER}/{FIRST}/data/parts.csv", late)
    later = FIRST._replace(round=8)
    later.targets(audit.folder).write_bytes(b"targets")
    begin_round(audit, [later])
    with attempt(audit, later, 2):
        pass
    recover(audit)
    assert pages(audit.folder) == [1, 2]
    assert listed_pages(audit) == 2
    assert not [name for name in listed(str(audit)) if name.startswith(FOLDER)]
