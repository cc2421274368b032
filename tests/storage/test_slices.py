"""Attempts at slices: what they have written counts once, whatever happens to them."""

from __future__ import annotations

import itertools
import json
import os
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

import pytest
from commanding import PATIENCE, wait_for
from rows import make, record_of

from sitemap_audit.audit_place import AuditPlace
from sitemap_audit.errors import UsageError
from sitemap_audit.machine import lock
from sitemap_audit.machine.lock import take_lock
from sitemap_audit.storage.duckdb import DuckDBStore
from sitemap_audit.storage.parts import describe_damage
from sitemap_audit.storage.received import FOLDER as RECEIVED
from sitemap_audit.storage.run_file import LOG_FILE, RUN_FILE
from sitemap_audit.storage.slices import (
    FOLDER,
    STOP_FILE,
    SliceName,
    attempts,
    commit,
    recover,
    rows_written,
    take_over,
)
from sitemap_audit.storage.writer import Writer

if TYPE_CHECKING:
    from collections.abc import Iterable

RUN = {"id": "0123456789abcdef0123456789abcdef", "counts": {}}
FIRST = SliceName(1, 0, 0)
SECOND = FIRST._replace(attempt=1)


@pytest.fixture
def audit(tmp_path: Path) -> Path:
    """The folder of an audit with slices."""
    (tmp_path / FOLDER).mkdir()
    (tmp_path / RUN_FILE).write_text(json.dumps(RUN))
    return tmp_path


def begin(audit: Path, name: SliceName) -> None:
    """Begin an attempt as the crawler does."""
    folder = name.folder(audit)
    folder.mkdir()
    take_over(AuditPlace(audit), name)
    (folder / RUN_FILE).write_text(json.dumps(RUN))


def write(audit: Path, name: SliceName, *numbers: int) -> None:
    """Write pages as an attempt, each with its number as ID."""
    writer = Writer(name.folder(audit), first=1_000 * (name.attempt + 1) + numbers[0], audit=audit)
    for number in numbers:
        writer.add(make("pages", id=number, url_key=number, url=f"https://a.example/{number}"))
    writer.flush()


def pages(audit: Path) -> list[int]:
    """Return the numbers of the stored pages."""
    with DuckDBStore(audit, tables=("pages",), in_memory=True) as store:
        return sorted(number for (number,) in store.stream("SELECT id FROM pages"))


def assert_whole(audit: Path, numbers: Iterable[int]) -> None:
    assert pages(audit) == sorted(numbers)
    assert describe_damage(audit, record_of({"counts": {"pages": len(pages(audit))}})) == ""


def test_the_second_attempt_keeps_what_the_first_has_written_before(audit: Path) -> None:
    begin(audit, FIRST)
    write(audit, FIRST, 1, 2)
    begin(audit, SECOND)
    write(audit, FIRST, 3)  # it still runs, but a URL counts once
    write(audit, SECOND, 3, 4)
    assert rows_written(AuditPlace(audit), SECOND) == 4
    commit(AuditPlace(audit), SECOND)
    assert attempts(AuditPlace(audit)) == []
    assert_whole(audit, [1, 2, 3, 4])


def test_an_attempt_that_died_before_it_began_does_not_count(audit: Path) -> None:
    begin(audit, FIRST)
    write(audit, FIRST, 1)
    SECOND.folder(audit).mkdir()
    take_over(AuditPlace(audit), SECOND)  # and killed
    third = FIRST._replace(attempt=2)
    begin(audit, third)
    assert attempts(AuditPlace(audit)) == [FIRST, third]
    write(audit, third, 2)
    recover(AuditPlace(audit))
    assert_whole(audit, [1, 2])


def test_attempts_are_in_the_order_of_their_numbers(audit: Path) -> None:
    names = [FIRST._replace(attempt=attempt) for attempt in range(11)]
    for name in names:
        begin(audit, name)
        write(audit, name, name.attempt)
    assert attempts(AuditPlace(audit)) == names
    assert attempts(AuditPlace(audit), 1, 1) == []
    recover(AuditPlace(audit))
    assert_whole(audit, range(11))


def test_what_was_received_and_logged_goes_to_the_audit(audit: Path) -> None:
    for name, content in ((FIRST, "one"), (SECOND, "two")):
        begin(audit, name)
        folder = name.folder(audit) / RECEIVED
        folder.mkdir(exist_ok=True)
        (folder / f"{content}.gz").write_text(content)
        (name.folder(audit) / LOG_FILE).write_text(f"{content}\n")
    commit(AuditPlace(audit), SECOND)
    assert {path.name for path in (audit / RECEIVED).iterdir()} == {"one.gz", "two.gz"}
    assert (audit / LOG_FILE).read_text() == "two\n"


@pytest.mark.parametrize("renamed", range(3))
def test_a_commit_that_was_interrupted_is_ended(
    audit: Path, renamed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(audit, FIRST)
    write(audit, FIRST, 1)
    write(audit, FIRST, 2)
    moves, rename = itertools.count(), Path.rename

    def stop(path: Path, target: Path) -> Path:
        if next(moves) == renamed:
            raise KeyboardInterrupt
        return rename(path, target)

    with monkeypatch.context() as patched:
        patched.setattr(Path, "rename", stop)
        if renamed < 2:
            with pytest.raises(KeyboardInterrupt):
                commit(AuditPlace(audit), FIRST)
    recover(AuditPlace(audit))
    assert_whole(audit, [1, 2])
    assert not (audit / FOLDER).exists()


def test_a_crawler_that_still_runs_is_stopped_before_the_audit_goes_on(
    audit: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lock, "PATIENCE", PATIENCE)
    begin(audit, FIRST)
    held = take_lock(FIRST.folder(audit))

    def end() -> None:
        wait_for((audit / FOLDER / STOP_FILE).exists)
        write(audit, FIRST, 1)
        os.close(held)

    Thread(target=end).start()
    recover(AuditPlace(audit))
    assert_whole(audit, [1])


def test_a_crawler_that_does_not_stop_gets_a_sentence(
    audit: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lock, "PATIENCE", 0.2)
    begin(audit, FIRST)
    write(audit, FIRST, 1)
    held = take_lock(FIRST.folder(audit))
    with pytest.raises(UsageError, match="another process"):
        recover(AuditPlace(audit))
    os.close(held)
    recover(AuditPlace(audit))
    assert_whole(audit, [1])
