"""CSV parts replace one file and are replaced by it, on a disk and on a store."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import uuid4

import pytest
from object_store import BUCKET, S3Server, listed, read, s3_server, write
from rows import record_of

from sitemap_audit.audit_place import AuditPlace
from sitemap_audit.storage.csv_parts import keep_file, keep_parts, parts_of, tables_in_parts
from sitemap_audit.storage.fsspec_files import opened, remove_folder
from sitemap_audit.storage.run_file import write_run
from sitemap_audit.storage.working_copy import working_copy

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture(scope="module")
def s3() -> Iterator[S3Server]:
    with s3_server() as server:
        yield server


@pytest.fixture
def audit(s3: S3Server) -> str:
    assert s3  # its address is in the environment
    return f"s3://{BUCKET}/{uuid4().hex}/www.example.com/2026-01-31T12-00-00Z"


@pytest.fixture
def copy(audit: str, tmp_path: Path) -> AuditPlace:
    """The working copy of an audit on a store."""
    return AuditPlace(tmp_path, audit)


def test_parts_on_a_disk_are_numbered_in_order(tmp_path: Path) -> None:
    places = [tmp_path / f"{number}.csv" for number in range(12)]
    for place in places:
        place.write_text(place.stem)
    keep_parts(AuditPlace(tmp_path), "findings", list(map(str, places)))
    parts = parts_of(AuditPlace(tmp_path), "findings")
    assert parts == [f"findings/part-{number:05}.csv" for number in range(1, 13)]
    assert [(tmp_path / part).read_text() for part in parts] == [str(n) for n in range(12)]
    keep_file(AuditPlace(tmp_path), "findings")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_with_other_files_stays(tmp_path: Path) -> None:
    (tmp_path / "findings").mkdir()
    for name in ("part-00001.csv", "notes.txt"):
        (tmp_path / "findings" / name).touch()
    keep_file(AuditPlace(tmp_path), "findings")
    assert [path.name for path in tmp_path.rglob("*")] == ["findings", "notes.txt"]


def test_parts_on_a_store_replace_what_is_there(audit: str, copy: AuditPlace) -> None:
    names = ("findings.csv", "findings/part-00001.csv", "findings/part-00003.csv", "pages.csv")
    for name in names:
        write(f"{audit}/{name}", b"old")
    for number in (7, 8):
        write(f"{audit}/.findings.unfinished/{number}-0.csv", b"%d" % number)
    (copy.folder / "findings.csv").write_text("old")
    keep_parts(
        copy,
        "findings",
        [f"{audit}/.findings.unfinished/{each}-0.csv" for each in (7, 8)],
    )
    assert listed(audit) == ["findings/part-00001.csv", "findings/part-00002.csv", "pages.csv"]
    assert [read(f"{audit}/{part}") for part in parts_of(copy)] == [b"7", b"8"]
    assert list(copy.folder.iterdir()) == []
    assert tables_in_parts(copy) == {"findings"}
    with opened(f"{audit}/findings/part-00002.csv") as file:
        assert file.readline() == b"8"
    keep_file(copy, "findings")
    assert listed(audit) == ["pages.csv"]


def test_a_folder_of_a_store_is_removed_whole(audit: str) -> None:
    for name in (".t.unfinished/1.csv", ".t.unfinished/2.csv", "pages.csv"):
        write(f"{audit}/{name}", b"x")
    for _ in range(2):
        remove_folder(f"{audit}/.t.unfinished")
        assert listed(audit) == ["pages.csv"]


def test_a_working_copy_leaves_the_parts_of_its_store_alone(audit: str, tmp_path: Path) -> None:
    write_run(tmp_path, record_of({"id": "1" * 32, "complete": True, "incomplete_because": []}))
    write(f"{audit}/run.json", (tmp_path / "run.json").read_bytes())
    write(f"{audit}/findings/part-00001.csv", b"x")
    with working_copy(audit) as working:
        assert not (working.folder / "findings").exists()
        (working.folder / "report.html").write_text("new")
    assert listed(audit) == ["findings/part-00001.csv", "report.html", "run.json"]
