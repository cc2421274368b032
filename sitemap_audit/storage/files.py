"""Read and write the files of an audit, on a local disk or any storage of fsspec.

fsspec's own transactions are not used: for a local disk they write to the system's temporary
folder, from which a file is not moved in one step.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from sitemap_audit.errors import UsageError, file_name_in_errors
from sitemap_audit.machine.copies import url_of
from sitemap_audit.machine.files import foreign_files
from sitemap_audit.masking import quoted
from sitemap_audit.options.kinds import is_url
from sitemap_audit.storage.left_parts import left_places
from sitemap_audit.storage.parts import PartList
from sitemap_audit.storage.places import (
    Store,
    open_store,
    store_errors,
    upload,
    write_whole,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from fsspec import AbstractFileSystem

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


class AuditFiles:
    """The files of one audit."""

    def __init__(self, folder: Path | str) -> None:
        """Use ``folder``: a path, or a URL such as ``s3://bucket/audit``."""
        self.place = str(folder).rstrip("/") if is_url(folder) else str(folder)
        self.local: Path | None = None
        "The folder, if it is local."
        self._store: Store | None = None
        if is_url(folder):
            self._store = open_store(self.place)
        else:
            self.local = Path(folder)
            self._list = PartList(self.local)

    @property
    def storage(self) -> AbstractFileSystem | None:
        """The fsspec file system; None if the folder is local."""
        return self._store.files if self._store else None

    def path(self, table: str, number: int) -> str:
        """Return the path or URL of a part."""
        return f"{self.place}/data/{table}/part-{number}.parquet"

    def parts(self, table: str = "*") -> list[str]:
        """Return the paths or URLs of all parts of a table, or of every table.

        Parts that a copy has left on the store are among them.

        Raises:
            OSError: the store cannot be read.
        """
        pattern = f"data/{table}/part-*.parquet"
        if self._store is None:
            left = left_places(Path(self.place), table)
            return [*(str(path) for path in Path(self.place).glob(pattern)), *left]
        files, root, _ = self._store
        with store_errors(self.place):
            files.invalidate_cache()  # other processes write there, too
            paths = files.glob(f"{root}/{pattern}")
        return [f"{self.place}{path.removeprefix(root)}" for path in paths]

    def shared_parts(self, table: str) -> list[str]:
        """Return the parts of a table where other machines see them: those of a copy by their URLs.

        Raises:
            OSError: the store cannot be read.
        """
        url = url_of(self.local) if self.local is not None else None
        if url is None:
            parts = self.parts(table)
            return parts if self.local is None else [str(Path(part).absolute()) for part in parts]
        listed = (part for part in self._list.parts().values() if part.table == table)
        return [f"{url}/data/{table}/{part.name}" for part in listed]

    def select(self, table: str) -> str | None:
        """Return the DuckDB query that reads the parts of a table; None if there are none.

        A folder ``status=200`` in the path does not become a column (hive_partitioning), and
        ``*``, ``?`` and ``[`` in a local path are escaped: they are no glob pattern.
        """
        parts = sorted(self.parts(table), key=lambda part: (len(part), part))
        if self.local is not None and any(map(is_url, parts)):
            raise UsageError(
                f"Cannot read {self.place}: with --cluster its data stay on the store. Run the"
                " command without --cluster."
            )
        if self.local is not None:
            parts = [re.sub(r"[*?\[]", r"[\g<0>]", str(Path(part).absolute())) for part in parts]
        named = ", ".join(map(in_sql, parts))
        how = "union_by_name = true, hive_partitioning = false"
        return f"SELECT * FROM read_parquet([{named}], {how})" if parts else None

    def write_whole(self, path: str, write: Callable[[BinaryIO], object]) -> None:
        """Write a file whole or not at all.

        Raises:
            OSError: it cannot be written.
        """
        write_whole(path, write)

    def move_whole(self, made: Path, path: str) -> None:
        """Move a local file to the path of a part. A local audit needs it on the same disk.

        Raises:
            OSError: it cannot be written.
        """
        if is_url(path):
            upload(made, path)
            made.unlink()
            return
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        with file_name_in_errors(Path(path)), made.open("rb") as file:
            os.fsync(file.fileno())
        made.replace(path)

    def add_to_list(self, table: str, number: int, rows: int) -> None:
        """Add a written part to the list of parts; remote storages have no list.

        Raises:
            OSError: it cannot be written.
        """
        if self.local is not None:
            self._list.add(table, number, rows)

    def replace_parts(self, table: str, made: Sequence[tuple[Path, int]]) -> None:
        """Move local files to the parts of a table, in place of all earlier ones.

        Args:
            made: paths, on the same disk as a local audit, and their rows.

        Raises:
            OSError: they cannot be written.
        """
        for number, (path, rows) in enumerate(made):
            self.move_whole(path, self.path(table, number))
            self.add_to_list(table, number, rows)
        if self.local is None:
            return
        kept = {Path(self.path(table, number)) for number in range(len(made))}
        surplus = {Path(part) for part in self.parts(table)} - kept
        for part in surplus:
            part.unlink()
        if surplus:
            self._list.remove(table, from_number=len(made))
