"""Read and write the files of an audit."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from sitemap_audit.errors import UsageError, file_name_in_errors
from sitemap_audit.machine.files import foreign_files, write_whole
from sitemap_audit.masking import quoted
from sitemap_audit.storage.left_parts import noted_parts
from sitemap_audit.storage.parts import PartList, part_path

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sitemap_audit.audit_place import AuditPlace

_LONGEST = (os.pathconf("/", "PC_PATH_MAX") if hasattr(os, "pathconf") else 4096) - 200
"Maximum bytes of a folder's path; the rest of the system's limit is for files in it."


def in_sql(path: str | Path) -> str:
    """Quote a path for SQL."""
    return "'" + str(path).replace("'", "''") + "'"


def refuse_folder(folder: Path) -> None:
    """Refuse a folder whose path DuckDB cannot open, or whose path is too long.

    Raises:
        UsageError: the folder cannot store an audit.
    """
    if "\0" in str(folder):
        raise UsageError(f"{quoted(str(folder))} cannot be a folder: its name contains a NUL.")
    for path in dict.fromkeys((str(folder.absolute()), os.path.realpath(folder))):
        for is_wrong, why in (
            ("?" in path, "its path holds a question mark"),
            (os.sep == "/" and "\\" in path, "its path holds a backslash"),
            (re.search("[\ud800-\udfff]", path), "its path is not UTF-8"),
            (len(os.fsencode(path)) > _LONGEST, "its path is too long"),
        ):
            if is_wrong:
                raise UsageError(
                    f"Cannot store an audit in {folder}: {why}. Rename the folder, or choose"
                    " another one with -o."
                )


def refuse_foreign_files(folder: Path) -> None:
    """Refuse a folder of ours with a link that leads out of it, a pipe or a device.

    Commands would read and write another file through a link. The folder itself and those above it
    may be links.

    Raises:
        UsageError: there is one.
    """
    if (found := next(foreign_files(folder), None)) is not None:
        what = "a link out of the folder" if Path(found).is_symlink() else "no regular file"
        raise UsageError(
            f"Cannot use {folder}: {os.path.relpath(found, folder)} is {what}. Remove it, and"
            " restore what belongs there from a copy."
        )


def shared_parts(place: AuditPlace, table: str) -> list[str]:
    """Return the parts of a table where other machines see them: those of a copy by their URLs."""
    if place.url is None:
        return [str(path.absolute()) for path in AuditFiles(place.folder).parts(table)]
    listed = PartList(place.folder).parts().values()
    return [f"{place.url}/data/{table}/{part.name}" for part in listed if part.table == table]


class AuditFiles:
    """The files of one audit in its folder, or in the local copy of it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._list = PartList(folder)

    def parts(self, table: str = "*") -> list[Path]:
        """Return the paths of all parts of a table, or of every table."""
        return [*self.folder.glob(f"data/{table}/part-*.parquet")]

    def select(self, table: str) -> str | None:
        """Return the DuckDB query that reads the parts of a table; None if there are none.

        A folder ``status=200`` in the path does not become a column (hive_partitioning), and
        ``*``, ``?`` and ``[`` in a local path are escaped: they are no glob pattern.
        """
        if any(name.startswith(f"data/{table}/") for name in noted_parts(self.folder)):
            raise UsageError(
                f"Cannot read {self.folder}: with --cluster its data stay on the store. Run the"
                " command without --cluster."
            )
        paths = [str(path.absolute()) for path in self.parts(table)]
        paths.sort(key=lambda path: (len(path), path))
        named = ", ".join(in_sql(re.sub(r"[*?\[]", r"[\g<0>]", path)) for path in paths)
        how = "union_by_name = true, hive_partitioning = false"
        return f"SELECT * FROM read_parquet([{named}], {how})" if paths else None

    def add(self, table: str, number: int, write: Callable[[BinaryIO], int]) -> int:
        """Write a part whole or not at all, and add it to the list of parts; return its rows.

        Args:
            write: writes the rows, and returns their number.

        Raises:
            OSError: it cannot be written.
        """
        rows = 0

        def count(file: BinaryIO) -> None:
            nonlocal rows
            rows = write(file)

        write_whole(part_path(self.folder, table, number), count)
        self._list.add(table, number, rows)
        return rows

    def replace_parts(self, table: str, made: Sequence[tuple[Path, int]]) -> None:
        """Move local files to the parts of a table, in place of all earlier ones.

        Args:
            made: paths, on the same disk, and their rows.

        Raises:
            OSError: they cannot be written.
        """
        for number, (path, rows) in enumerate(made):
            _move(path, part_path(self.folder, table, number))
            self._list.add(table, number, rows)
        kept = {part_path(self.folder, table, number) for number in range(len(made))}
        surplus = {*self.parts(table)} - kept
        for part in surplus:
            part.unlink()
        if surplus:
            self._list.remove(table, from_number=len(made))


def _move(made: Path, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with file_name_in_errors(path), made.open("rb") as file:
        os.fsync(file.fileno())
    made.replace(path)
