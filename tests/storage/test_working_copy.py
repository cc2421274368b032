"""Copies of audits on a store: what is uploaded when, and what counts after an interruption."""

from __future__ import annotations

import json
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest
from object_store import BUCKET, S3Server, listed, read, s3_server, write
from rows import make, record_of

from sitemap_audit.audit_place import AuditPlace
from sitemap_audit.errors import AuditError, UsageError
from sitemap_audit.storage.lease import LEASE_FILE
from sitemap_audit.storage.left_parts import left_parts
from sitemap_audit.storage.masked import KEY_FILE
from sitemap_audit.storage.part_reader import read_part
from sitemap_audit.storage.parts import PartList
from sitemap_audit.storage.run_file import read_run, write_run
from sitemap_audit.storage.temporary_copies import bring, bring_records, copies, reading_copy
from sitemap_audit.storage.working_copy import WorkingCopy, stored, working_copy
from sitemap_audit.storage.writer import Writer

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

RUNNING: dict[str, Any] = {"id": "1" * 32, "complete": False, "incomplete_because": ["Running."]}
ENDED = RUNNING | {"complete": True, "incomplete_because": []}


@pytest.fixture(scope="module")
def s3() -> Iterator[S3Server]:
    with s3_server() as server:
        yield server


@pytest.fixture
def audit(s3: S3Server) -> Iterator[str]:
    s3.requests.clear()
    s3.refused.clear()
    yield f"s3://{BUCKET}/{uuid4().hex}/www.example.com/2026-01-31T12-00-00Z"
    s3.refuses = lambda _: False


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setenv("AWS_MAX_ATTEMPTS", "1")
    return tmp_path


@contextmanager
def begun(audit: str) -> Iterator[WorkingCopy]:
    """An audit that has begun, and is not stored yet."""
    base = audit.rsplit("/", 2)[0]
    with copies(base) as root:
        place = root / audit.removeprefix(f"{base}/")
        place.folder.mkdir(parents=True)
        write_run(place.folder, record_of(RUNNING))
        yield WorkingCopy(place, is_new=True)


def add_page(folder: Path, number: int) -> None:
    writer = Writer(folder)
    writer.add(make("pages", id=number, url=f"https://www.example.com/{number}"))
    writer.flush()


def written(s3: S3Server) -> list[str]:
    """The names of the files that were uploaded, in order."""
    return [path.rpartition("/")[2] for method, path in s3.requests if method == "PUT"]


def pages(folder: Path) -> list[int]:
    parts = PartList(folder).parts().values()
    places = [str(folder / "data" / part.table / part.name) for part in parts]
    return sorted(row["id"] for each in places for b in read_part(each) for row in b.to_pylist())


def test_parts_are_uploaded_before_their_list_and_the_record_last(s3: S3Server, audit: str) -> None:
    with begun(audit) as copy:
        add_page(copy.folder, 1)
        copy.send_now()
        part, part_list, record = written(s3)[-3:]
        assert part.startswith("part-")
        assert (part_list, record) == ("parts.csv", "run.json")
        s3.requests.clear()
        copy.send_now()
        assert written(s3) == [], "nothing has changed"
        (copy.folder / "report.html").write_text("x")
        write_run(copy.folder, record_of(ENDED))
        copy.send_now()
        assert written(s3) == [], "a complete record waits for the reports"
        copy.close()
        assert written(s3) == ["run.json", "report.html", "run.json"]
    assert json.loads(read(f"{audit}/run.json"))["complete"] is True
    assert LEASE_FILE not in listed(audit)


def test_a_part_without_its_line_in_the_list_does_not_count(s3: S3Server, audit: str) -> None:
    with begun(audit) as copy:
        add_page(copy.folder, 1)
        copy.send_now()
        add_page(copy.folder, 2)
        s3.refuses = lambda request: request.path.endswith("parts.csv")
        with pytest.raises(OSError, match=r"parts\.csv"):
            copy.send_now()
        assert sum("part-" in name for name in listed(audit)) == 2
        s3.refuses = lambda _: False
        copy.lease.release()  # the machine is lost
    with working_copy(audit) as again:
        assert pages(again.folder) == [1]
        assert PartList(again.folder).damages(record_of(RUNNING), ["pages"]) == []
    assert sum("part-" in name for name in listed(audit)) == 1


def test_a_part_does_not_count_before_there_is_a_list(s3: S3Server, audit: str) -> None:
    with begun(audit) as copy:
        copy.send_now()
        add_page(copy.folder, 1)
        s3.refuses = lambda request: request.path.endswith("parts.csv")
        with pytest.raises(OSError, match=r"parts\.csv"):
            copy.send_now()
        s3.refuses = lambda _: False
        assert sum("part-" in name for name in listed(audit)) == 1
        copy.lease.release()  # the machine is lost
    with working_copy(audit) as again:
        assert pages(again.folder) == []
        assert PartList(again.folder).damages(record_of(RUNNING), ["pages"]) == []


def test_an_upload_that_stops_leaves_an_audit_that_is_not_complete(
    s3: S3Server, audit: str
) -> None:
    with begun(audit) as copy:
        add_page(copy.folder, 1)
        write_run(copy.folder, record_of(ENDED))
        copy.close()
    opened = working_copy(audit)
    copy = opened.__enter__()
    (copy.folder / "findings.csv").write_text("new")
    write_run(copy.folder, record_of(ENDED | {"checked": "again"}))
    s3.refuses = lambda request: request.path.endswith("findings.csv")
    with pytest.raises(AuditError, match="Cannot store the audit in") as raised:
        opened.__exit__(None, None, None)
    assert str(copy.folder) in str(raised.value)
    assert (copy.folder / "findings.csv").read_text() == "new"
    s3.refuses = lambda _: False
    record = json.loads(read(f"{audit}/run.json"))
    assert record["complete"] is False
    assert f"'sitemap-audit check {audit}'" in record["incomplete_because"][0]


def test_what_is_gone_is_deleted_and_what_is_hidden_stays(s3: S3Server, audit: str) -> None:
    assert s3
    with begun(audit) as copy:
        (copy.folder / "old.csv").write_text("old")
        (copy.folder / ".frontier.sqlite").write_text("hidden")
        (copy.folder.parent / KEY_FILE).write_bytes(b"key")
        copy.close()
    assert listed(audit) == ["old.csv", "run.json"]
    with working_copy(audit) as again:
        assert (again.folder.parent / KEY_FILE).read_bytes() == b"key"
        (again.folder / "old.csv").unlink()
    assert listed(audit) == ["run.json"]


def test_a_discarded_audit_leaves_nothing(s3: S3Server, audit: str) -> None:
    assert s3
    with begun(audit) as copy:
        copy.send_now()
        assert listed(audit) == ["data/parts.csv", LEASE_FILE, "run.json"]
        for path in copy.folder.iterdir():
            path.unlink()
        copy.folder.rmdir()
        copy.close()
    assert listed(audit) == []


def test_an_audit_that_is_there_is_not_overwritten(s3: S3Server, audit: str) -> None:
    assert s3
    write(f"{audit}/run.json", b"{}")
    with copies(audit.rsplit("/", 2)[0]) as root:
        place = root / "www.example.com" / audit.rpartition("/")[2]
        place.folder.mkdir(parents=True)
        with pytest.raises(UsageError, match="another audit began there"), stored(place):
            pass
    assert listed(audit) == ["run.json"]


def test_after_it_was_taken_over_nothing_is_written(s3: S3Server, audit: str) -> None:
    with begun(audit) as copy:
        copy.send_now()
        lease = json.loads(read(f"{audit}/{LEASE_FILE}"))
        write(f"{audit}/{LEASE_FILE}", json.dumps(lease | {"token": "another"}).encode())
        copy.lease._renew()
        s3.requests.clear()
        add_page(copy.folder, 1)
        with pytest.raises(AuditError, match="another process has taken the audit over"):
            copy.send_now()
        with pytest.raises(AuditError, match=r"taken the audit over\. It is kept in [^:]*\.$"):
            copy.close()
        assert [
            each for each in s3.requests if each.method != "HEAD" and each.method != "GET"
        ] == []
        assert copy.folder.exists()
    assert LEASE_FILE in listed(audit)


def test_a_reader_copies_the_data_and_earlier_records(s3: S3Server, audit: str) -> None:
    with begun(audit) as copy:
        add_page(copy.folder, 1)
        (copy.folder / "report.html").write_text("not read")
        copy.close()
    s3.requests.clear()
    with reading_copy(audit) as place:
        assert pages(place.folder) == [1]
        assert not (place.folder / "report.html").exists()
        assert (str(place), str(place / "data")) == (audit, f"{audit}/data")
    assert not place.folder.exists()
    assert not [each for each in s3.requests if each.method in ("PUT", "DELETE")]

    with copies(audit.rsplit("/", 2)[0]) as root:
        host = root / "www.example.com"
        bring_records(host)
        (run,) = host.folder.glob("*/run.json")
        assert not (run.parent / "data").exists()
        bring(host.at(run.parent))
        assert pages(run.parent) == [1]


def test_a_copy_that_leaves_its_parts_on_the_store_deletes_none(s3: S3Server, audit: str) -> None:
    with begun(audit) as copy:
        add_page(copy.folder, 1)
        write_run(copy.folder, record_of(ENDED))
        copy.close()
    before = listed(audit)
    with working_copy(audit, leaves_parts=True) as copy:
        assert left_parts(copy.place)
        assert not list(copy.folder.glob("data/*/part-*"))
        (copy.folder / "findings.csv").write_text("new")
    assert listed(audit) == sorted([*before, "findings.csv"])
    opened = working_copy(audit, leaves_parts=True)
    copy = opened.__enter__()
    (copy.folder / "findings.csv").unlink()
    s3.refuses = lambda request: request.method == "PUT"
    with pytest.raises(AuditError, match=r"Cannot store the reports of s3://.*Run the command"):
        opened.__exit__(None, None, None)
    s3.refuses = lambda _: False
    assert not copy.folder.exists()
    assert listed(audit) == sorted([*before, "findings.csv"])


def test_a_part_that_is_gone_from_the_store_is_missed_without_a_copy(audit: str) -> None:
    with begun(audit) as copy:
        add_page(copy.folder, 1)
        write_run(copy.folder, record_of(ENDED))
        copy.close()
    (part,) = (name for name in listed(audit) if "part-" in name)
    write(f"{audit}/{part}", b"another size")
    with working_copy(audit, leaves_parts=True) as copy:
        (damage,) = PartList(copy.folder, left_parts(copy.place)).damages(
            record_of(ENDED), ["pages"]
        )
    assert damage.lost == 1


def test_a_local_folder_is_no_copy(tmp_path: Path) -> None:
    place = AuditPlace(tmp_path)
    bring(place)
    bring_records(place)
    with stored(place):
        assert list(tmp_path.iterdir()) == []


def test_an_error_of_what_knows_only_the_folder_names_the_url(tmp_path: Path) -> None:
    base, missing = "s3://audits/all", r"No audit in s3://audits/all/host: run\.json"
    with pytest.raises(UsageError, match=missing), copies(base) as root:
        read_run(root.folder / "host")
    with pytest.raises(OSError, match="s3://audits/all/none"), copies(base) as root:
        (root.folder / "none").read_bytes()
    assert list(tmp_path.iterdir()) == []
