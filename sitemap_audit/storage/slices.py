"""Folders of slices: what the tasks on a cluster have written, until it counts.

Each attempt at a slice writes into its own folder, ``slices/ROUND-SLICE-ATTEMPT`` of the audit. A
later attempt begins with links to the parts of the one before it. So the latest attempt holds
everything that is to be kept, and its URLs count once, even if an earlier attempt still runs. Its
parts are moved into the audit when the task has ended, or when the audit is resumed.
"""

from __future__ import annotations

import os
import re
import shutil
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from sitemap_audit.items import TABLES
from sitemap_audit.machine.lock import take_lock
from sitemap_audit.storage.parts import Part, PartList, part_path
from sitemap_audit.storage.received import FOLDER as RECEIVED
from sitemap_audit.storage.run_record import LOG_FILE, RUN_FILE

if TYPE_CHECKING:
    from pathlib import Path

FOLDER = "slices"
STOP_FILE = "stop"
"File in the folder of slices: the crawlers stop when it is there."
_NAME = re.compile(r"(\d+)-(\d+)-(\d+)")


class SliceName(NamedTuple):
    """The name of an attempt."""

    round: int
    slice: int
    attempt: int

    def folder(self, audit: Path) -> Path:
        """Return the folder of the attempt."""
        return audit / FOLDER / "-".join(map(str, self))

    def targets(self, audit: Path) -> Path:
        """Return the file of the URLs to fetch."""
        return audit / FOLDER / f"{self.round}-{self.slice}.jsonl.gz"


def attempts(audit: Path, *places: int) -> list[SliceName]:
    """Return the attempts that have begun, the earliest of each slice first.

    Args:
        places: number of the round, and of the slice, if others do not matter.
    """
    pattern = "-".join([*map(str, places), "*"])
    begun = (audit / FOLDER).glob(f"{pattern}/{RUN_FILE}")
    names = (_NAME.fullmatch(path.parent.name) for path in begun)
    return sorted(SliceName(*map(int, name.groups())) for name in names if name)


def of_slice(audit: Path, name: SliceName) -> list[SliceName]:
    """Return the attempts at the same slice that have begun, the earliest first."""
    return attempts(audit, name.round, name.slice)


def take_over(audit: Path, name: SliceName) -> bool:
    """Link the parts of the previous attempt into a new one; return whether there are any.

    Raises:
        OSError: the folder cannot be written.
    """
    earlier = [each for each in of_slice(audit, name) if each.attempt < name.attempt]
    if not earlier:
        return False
    before, folder = earlier[-1].folder(audit), name.folder(audit)
    parts = _ordered(before)
    for part in parts:
        path = part_path(folder, part.table, part.number)
        path.parent.mkdir(parents=True, exist_ok=True)
        _link(part_path(before, part.table, part.number), path)
    for received in (before / RECEIVED).glob("*.gz"):
        (folder / RECEIVED).mkdir(exist_ok=True)
        _link(received, folder / RECEIVED / received.name)
    if parts:
        PartList(folder).extend(parts)
    return bool(parts)


def rows_written(audit: Path, name: SliceName, table: str = "pages") -> int:
    """Return the rows of a table that an attempt has written."""
    parts = PartList(name.folder(audit)).parts().values()
    return sum(part.rows for part in parts if part.table == table)


def commit(audit: Path, name: SliceName) -> None:
    """Move what an attempt has written into the audit, and delete the others at its slice.

    If it is interrupted, :func:`recover` ends it.

    Raises:
        OSError: the folder cannot be written.
    """
    folder = name.folder(audit)
    for path in folder.parent.glob(f"{name.round}-{name.slice}-*"):
        if path != folder:
            shutil.rmtree(path, ignore_errors=True)
    parts = _ordered(folder)
    for part in parts:
        part_path(audit, part.table, part.number).parent.mkdir(parents=True, exist_ok=True)
    if parts:
        PartList(audit).extend(parts)
    for part in parts:
        with suppress(FileNotFoundError):  # moved before the interruption
            part_path(folder, part.table, part.number).rename(
                part_path(audit, part.table, part.number)
            )
    for received in (folder / RECEIVED).glob("*.gz"):
        (audit / RECEIVED).mkdir(exist_ok=True)
        received.rename(audit / RECEIVED / received.name)
    _append_log(folder / LOG_FILE, audit / LOG_FILE)
    shutil.rmtree(folder, ignore_errors=True)
    name.targets(audit).unlink(missing_ok=True)


def recover(audit: Path) -> None:
    """Move what tasks had written when the audit was killed into the audit.

    Crawlers that still run are stopped first, so that nothing is written after that.

    Raises:
        OSError: the folder cannot be written.
        UsageError: a crawler does not stop.
    """
    if not (audit / FOLDER).exists():
        return
    (audit / FOLDER / STOP_FILE).touch()
    for name in {name[:2]: name for name in attempts(audit)}.values():
        lock = take_lock(name.folder(audit))
        try:
            commit(audit, name)
        finally:
            os.close(lock)
    shutil.rmtree(audit / FOLDER, ignore_errors=True)


def _ordered(folder: Path) -> list[Part]:
    """Return the listed parts of an attempt, those of a fetch before the fetch itself."""
    order = {table: place for place, table in enumerate(TABLES)}
    return sorted(PartList(folder).parts().values(), key=lambda part: order[part.table])


def _link(source: Path, path: Path) -> None:
    try:
        os.link(source, path)
    except FileExistsError:
        return
    except OSError:  # a file system without links
        shutil.copyfile(source, path)


def _append_log(source: Path, log: Path) -> None:
    with suppress(OSError), source.open("rb") as lines, log.open("ab") as file:
        shutil.copyfileobj(lines, file)
