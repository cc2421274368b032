"""Folders of slices: what the tasks on a cluster have written, until it counts.

Each attempt at a slice writes into its own folder, ``slices/ROUND-SLICE-ATTEMPT`` of the audit. A
later attempt begins with links to the parts of the one before it. So the latest attempt holds
everything that is to be kept, and its URLs count once, even if an earlier attempt still runs. Its
parts are moved into the audit when the task has ended, or when the audit is resumed. Of an audit on
a store the folders are there (:mod:`.slice_places`).
"""

from __future__ import annotations

import os
import re
import shutil
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from sitemap_audit.items import TABLES
from sitemap_audit.storage.parts import LIST, Part, PartList, part_path, read_list
from sitemap_audit.storage.received import FOLDER as RECEIVED
from sitemap_audit.storage.remote_files import SLICES
from sitemap_audit.storage.run_file import LOG_FILE, RUN_FILE
from sitemap_audit.storage.slice_places import slices_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from contextlib import AbstractContextManager
    from pathlib import Path

    from sitemap_audit.audit_place import AuditPlace
    from sitemap_audit.storage.slice_places import LocalSlices

FOLDER = SLICES
STOP_FILE = "stop"
"File in the folder of slices: the crawlers stop when it is there."
_NAME = re.compile(r"(\d+)-(\d+)-(\d+)")


class SliceName(NamedTuple):
    """The name of an attempt."""

    round: int
    "A number that no other round of the audit has, nor of an earlier run of it."
    slice: int
    attempt: int

    def __str__(self) -> str:
        return "-".join(map(str, self))

    @property
    def targets_file(self) -> str:
        """The name of the file of the URLs to fetch."""
        return f"{self.round}-{self.slice}.jsonl.gz"

    def folder(self, audit: Path) -> Path:
        """Return the folder of the attempt on this machine."""
        return audit / FOLDER / str(self)

    def targets(self, audit: Path) -> Path:
        """Return the file of the URLs to fetch on this machine."""
        return audit / FOLDER / self.targets_file


class Standing(NamedTuple):
    """How an attempt stands."""

    is_stopped: bool
    "Whether the audit is being stopped."
    is_latest: bool
    "Whether it counts: it is there, and no later attempt has begun."


def attempts(audit: AuditPlace, *numbers: int) -> list[SliceName]:
    """Return the attempts that have begun, the earliest of each slice first.

    Args:
        numbers: of the round, and of the slice, if others do not matter.

    Raises:
        OSError: the folder cannot be read.
    """
    place = slices_of(audit)
    return _begun(place, [name for name in _names(place) if name[: len(numbers)] == numbers])


def _names(place: LocalSlices) -> list[SliceName]:
    found = map(_NAME.fullmatch, place.names())
    return sorted(SliceName(*map(int, name.groups())) for name in found if name)


def _begun(place: LocalSlices, names: list[SliceName]) -> list[SliceName]:
    return [name for name in names if place.has(f"{name}/{RUN_FILE}")]


def standing(audit: AuditPlace, name: SliceName) -> Standing:
    """Return how an attempt stands.

    Raises:
        OSError: the folder cannot be read.
    """
    place = slices_of(audit)
    names = place.names()
    found = [SliceName(*map(int, each.groups())) for each in map(_NAME.fullmatch, names) if each]
    later = [each for each in found if each[:2] == name[:2] and each.attempt > name.attempt]
    return Standing(STOP_FILE in names, name in found and not _begun(place, later))


def begin_round(audit: AuditPlace, names: Iterable[SliceName]) -> None:
    """Show the files of the URLs to fetch to the executors.

    Raises:
        OSError: the folder cannot be written.
    """
    slices_of(audit).share([name.targets_file for name in names])


def stop(audit: AuditPlace) -> None:
    """Stop the crawlers of all slices.

    Raises:
        OSError: the folder cannot be written.
    """
    slices_of(audit).write(STOP_FILE, b"")


def clear(audit: AuditPlace) -> None:
    """Delete the folder of slices, unless an attempt in it is to be kept.

    Raises:
        OSError: the folder cannot be written.
    """
    if not attempts(audit):
        slices_of(audit).delete("")


def prepare(audit: AuditPlace, name: SliceName) -> None:
    """Bring what an attempt needs to the machine of its executor.

    Raises:
        OSError: the folder cannot be read or written.
    """
    slices_of(audit).prepare(name.targets_file)


def sending(audit: AuditPlace, name: SliceName) -> AbstractContextManager[Callable[[], None]]:
    """Show what an attempt writes to others while the block runs; see :class:`LocalSlices`."""
    return slices_of(audit).sending(str(name))


def of_slice(audit: AuditPlace, name: SliceName) -> list[SliceName]:
    """Return the attempts at the same slice that have begun, the earliest first."""
    return attempts(audit, name.round, name.slice)


def take_over(audit: AuditPlace, name: SliceName) -> bool:
    """Link the parts of the previous attempt into a new one; return whether there are any.

    Raises:
        OSError: the folder cannot be written.
    """
    earlier = [each for each in of_slice(audit, name) if each.attempt < name.attempt]
    if not earlier:
        return False
    slices_of(audit).bring(str(earlier[-1]))
    before, folder = earlier[-1].folder(audit.folder), name.folder(audit.folder)
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


def bring(audit: AuditPlace, name: SliceName) -> Path:
    """Bring what an attempt has written to this machine, and return its folder.

    Raises:
        OSError: the folder cannot be read.
    """
    slices_of(audit).bring(str(name))
    return name.folder(audit.folder)


def rows_written(audit: AuditPlace, name: SliceName, table: str = "pages") -> int:
    """Return the rows of a table that an attempt has written.

    Raises:
        OSError: the folder cannot be read.
    """
    parts = read_list(slices_of(audit).read(f"{name}/data/{LIST}")).values()
    return sum(part.rows for part in parts if part.table == table)


def commit(audit: AuditPlace, name: SliceName) -> None:
    """Move what an attempt has written into the audit, and delete the others at its slice.

    If it is interrupted, :func:`recover` ends it.

    Raises:
        OSError: the folder cannot be written.
    """
    place, own = slices_of(audit), audit.folder
    folder = name.folder(own)
    for other in _names(place):
        if other[:2] == name[:2] and other != name:
            place.delete(str(other))
    place.bring(str(name))
    parts = _ordered(folder)
    for part in parts:
        part_path(own, part.table, part.number).parent.mkdir(parents=True, exist_ok=True)
    if parts:
        PartList(own).extend(parts)
    for part in parts:
        with suppress(FileNotFoundError):  # moved before the interruption
            part_path(folder, part.table, part.number).rename(
                part_path(own, part.table, part.number)
            )
    for received in (folder / RECEIVED).glob("*.gz"):
        (own / RECEIVED).mkdir(exist_ok=True)
        received.rename(own / RECEIVED / received.name)
    _append_log(folder / LOG_FILE, own / LOG_FILE)
    place.settle()
    place.delete(str(name))
    place.delete(name.targets_file)


def recover(audit: AuditPlace) -> None:
    """Move what tasks had written when the audit was killed into the audit.

    Crawlers that still run are stopped first, so that nothing is written after that.

    Raises:
        OSError: the folder cannot be written.
        UsageError: a crawler does not stop.
    """
    place = slices_of(audit)
    if place.names():
        place.write(STOP_FILE, b"")
    for name in {name[:2]: name for name in attempts(audit)}.values():
        with place.ended(str(name)):
            commit(audit, name)
    place.delete("")


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
