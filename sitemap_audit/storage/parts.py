"""Keep the list of an audit's parts, data/parts.csv, to detect missing or replaced parts.

Each written part adds a line. On a store (fsspec) a file cannot be appended to: the list of an
audit there is copied with the parts.
"""

from __future__ import annotations

import json
import os
import re
from contextlib import suppress
from hashlib import file_digest
from typing import IO, TYPE_CHECKING, Any, NamedTuple

import xxhash

from sitemap_audit.errors import file_name_in_errors
from sitemap_audit.items import TABLES
from sitemap_audit.machine.files import write_whole

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from sitemap_audit.run_record import RunRecord

LIST = "parts.csv"
_LINE = re.compile(rb"[a-z_]+(?:,[0-9]{1,19}){3},[0-9a-f]+")
HEAD = "table,number,rows,bytes,hash\n"
_SET_ASIDE = ".set-aside-"
_MOST_TOLD = 3
"Tables that a sentence on damages describes."
RESULTS = ("findings", "causes", "check_runs")
"Tables of results of the checks; 'check' makes them again."
IMPORTED = (
    *("imported_unreadable", "imported_urls", "log_hits", "submitted_sitemaps"),
    *("submitted_counts", "inspected_urls", "imported_files"),
)
"Tables of imports, the row of the file last: rows without it are ignored."


class Part(NamedTuple):
    """A part as written."""

    table: str
    number: int
    rows: int
    bytes: int
    hash: str
    "xxh3 of its bytes, seeded with the audit's ID, so that parts of other audits differ."

    @property
    def name(self) -> str:
        return f"part-{self.number}.parquet"


class Damage(NamedTuple):
    """Missing, damaged or foreign parts of a table."""

    table: str
    lost: int
    "Minimum number of stored rows that are in no intact part."
    stored: int
    "Rows that were stored, by the list of parts or run.json."
    numbers: frozenset[int]
    "Numbers of the missing, damaged and foreign parts, as far as known."
    is_known: bool
    "Whether ``numbers`` is complete: the parts account for all stored rows."
    foreign: int
    "Number of parts that are not in the list of the audit."

    @property
    def sentence(self) -> str:
        """Describe the damage in a sentence."""
        faults = []
        if self.lost:
            faults.append(f"lacks {self.lost:,} of the {self.stored:,} rows that were stored")
        if self.foreign:
            parts = "a part" if self.foreign == 1 else f"{self.foreign:,} parts"
            faults.append(f"has {parts} that this audit did not store")
        if not faults:  # a part without rows, for example no findings
            faults.append("has a part that cannot be read, or is not as it was stored")
        return f"data/{self.table} {' and '.join(faults)}"


def part_path(folder: Path, table: str, number: int) -> Path:
    """Return the path of a part."""
    return folder / "data" / table / f"part-{number}.parquet"


class PartList:
    """The list of parts of one audit on a local disk."""

    def __init__(self, folder: Path, left: Mapping[str, int] | None = None) -> None:
        """Keep the list of the audit in a folder.

        Args:
            left: the parts that are on a store alone, of :func:`left_parts`.
        """
        self._folder, self._left = folder, left or {}
        self._path = folder / "data" / LIST
        self._seed: int | None = None

    def add(self, table: str, number: int, rows: int) -> None:
        """Add a written part, in place of one with the same number.

        Raises:
            OSError: the disk is full or cannot be written.
        """
        self.extend([self._measure(table, number, rows)])

    def extend(self, parts: Iterable[Part]) -> None:
        """Add parts that another list of this audit has, such as that of a slice.

        Raises:
            OSError: the disk is full or cannot be written.
        """
        with file_name_in_errors(self._path), self._path.open("a+b") as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(max(0, size - 1))
            line = "" if size else HEAD
            line += "\n" if size and file.read(1) != b"\n" else ""  # a truncated line
            file.write(f"{line}{''.join(map(_line, parts))}".encode())
            file.flush()
            os.fsync(file.fileno())

    def parts(self) -> dict[tuple[str, int], Part]:
        """Return the parts by table and number; empty if there is no list."""
        try:
            return read_list(self._path.read_bytes())
        except FileNotFoundError:
            return {}

    def rewrite(self, parts: Iterable[Part]) -> None:
        """Write the whole list again, atomically.

        Raises:
            OSError: the disk is full or cannot be written.
        """
        text = HEAD + "".join(map(_line, parts))
        write_whole(self._path, lambda file: file.write(text.encode()))

    def replace(self, table: str, parts: Iterable[Part]) -> None:
        """Put parts on the list in place of all others of a table.

        Raises:
            OSError: the disk is full or cannot be written.
        """
        others = (part for part in self.parts().values() if part.table != table)
        self.rewrite([*others, *parts])

    def remove(self, table: str, *, from_number: int) -> None:
        """Take the parts of a table from a number on off the list.

        Raises:
            OSError: the disk is full or cannot be written.
        """
        kept = (
            part
            for part in self.parts().values()
            if part.table != table or part.number < from_number
        )
        self.rewrite(kept)

    def damages(self, run: RunRecord, tables: Iterable[str]) -> list[Damage]:
        """Return the damage by table.

        Args:
            run: the run record; its ``counts`` are the rows by table.
        """
        counts = run.counts or {}
        listed, there = self.parts(), self._existing_parts()
        damages = []
        for table in tables:
            here = {number for name, number in there if name == table}
            own = {number: part for (name, number), part in listed.items() if name == table}
            whole = {number for number, part in own.items() if self._is_intact(part)}
            written = sum(part.rows for part in own.values())
            counted = counts.get(table)
            stored = max(written, counted if isinstance(counted, int) else 0)
            lost = stored - sum(own[number].rows for number in whole)
            foreign = here - own.keys()
            at_fault = frozenset(here | own.keys()) - whole
            if at_fault or lost:
                is_known = written == stored
                damages.append(Damage(table, lost, stored, at_fault, is_known, len(foreign)))
        return damages

    def describe(self, damages: Sequence[Damage]) -> str:
        """Describe damages in a sentence; empty if there are none."""
        told = [damage.sentence for damage in damages[:_MOST_TOLD]]
        if more := len(damages) - len(told):
            told.append(f"{more} more {'table is' if more == 1 else 'tables are'} damaged")
        lead = f"data/{LIST} has damaged lines: " if damages and self._has_damaged_lines() else ""
        return lead + "; ".join(told)

    def _has_damaged_lines(self) -> bool:
        with suppress(FileNotFoundError):
            lines = self._path.read_bytes().removeprefix(HEAD.encode()).split(b"\n")
            return not all(_LINE.fullmatch(line) for line in lines if line)
        return False

    def set_aside(self, damages: Iterable[Damage]) -> None:
        """Rename damaged parts and those with their fetches, so that a resume fetches again."""
        listed = self.parts()
        for damage in damages:
            fetches = _FETCH_TABLES.get(damage.table)
            goes_by_part = fetches in _IN_ONE_PART and damage.is_known
            for number in damage.numbers:
                self._rename_part(listed, damage.table, number)
            for table, number in self._existing_parts():
                is_doubtful = table == damage.table and not damage.is_known
                is_of_fetches = table == fetches
                is_same = not goes_by_part or number in damage.numbers
                if is_doubtful or (is_of_fetches and is_same):
                    self._rename_part(listed, table, number)
        self.rewrite(listed.values())

    def _rename_part(self, listed: dict[tuple[str, int], Part], table: str, number: int) -> None:
        listed.pop((table, number), None)
        path = part_path(self._folder, table, number)
        with suppress(FileNotFoundError):
            path.rename(path.with_name(f"{_SET_ASIDE}{path.name}"))

    def _existing_parts(self) -> list[tuple[str, int]]:
        """Return the existing parts by table and number."""
        paths = sorted((self._folder / "data").glob("*/part-*.parquet"))
        paths += (self._folder / name for name in self._left)
        names = ((path.parent.name, path.stem.removeprefix("part-")) for path in paths)
        return [(table, int(number)) for table, number in names if number.isdecimal()]

    def _is_intact(self, part: Part) -> bool:
        if (size := self._left.get(f"data/{part.table}/{part.name}")) is not None:
            return size == part.bytes
        try:
            return self._measure(part.table, part.number, part.rows) == part
        except OSError:
            return False

    def _measure(self, table: str, number: int, rows: int) -> Part:
        with part_path(self._folder, table, number).open("rb") as file:
            return measure(file, table, number, rows, self.hash_seed())

    def hash_seed(self) -> int:
        """Return the hash seed from the ID in run.json; zero if there is none."""
        if self._seed is None:
            with suppress(OSError, ValueError, TypeError, KeyError, AttributeError):
                record: dict[str, Any] = json.loads((self._folder / "run.json").read_bytes())
                self._seed = int(record["id"], 16) % 2**64
        return self._seed or 0


_FETCHED = {
    "robots_": "robots",
    "entr": "sitemaps",
    "sitemap_": "sitemaps",
    "page_": "pages",
    "render_": "renders",
}
_IMPORTED = dict.fromkeys(IMPORTED[:-1], "imported_files")
_FETCH_TABLES = {
    table: fetches
    for table in TABLES
    for beginning, fetches in {**_FETCHED, **_IMPORTED}.items()
    if table.startswith(beginning)
}
"Table of the fetches, or imports, that the rows of a table belong to, by table."
_IN_ONE_PART = {"robots", "pages", "renders", "imported_files"}
"Tables of fetches that have all their rows in parts with one number."


def measure(file: IO[bytes], table: str, number: int, rows: int, seed: int) -> Part:
    """Return the line of a part in the list of parts, from its content."""
    # Its stub names the methods of a file one by one, with readinto, which IO does not have.
    digest = file_digest(file, lambda: xxhash.xxh3_64(seed=seed))  # type: ignore[arg-type]
    return Part(table, number, rows, file.tell(), digest.hexdigest())


def read_list(content: bytes) -> dict[tuple[str, int], Part]:
    """Return the parts that a list of parts names, by table and number.

    Other lines are skipped: the header, truncated and damaged ones.
    """
    lines = (_LINE.fullmatch(line) for line in content.split(b"\n"))
    named = (line[0].decode().split(",") for line in lines if line)
    parts = (
        Part(table, int(number), int(rows), int(size), digest)
        for table, number, rows, size, digest in named
    )
    return {(part.table, part.number): part for part in parts}


def _line(part: Part) -> str:
    return ",".join(map(str, part)) + "\n"


def rows_of(folder: Path, table: str, number: int) -> int:
    """Read the number of rows from a part's footer.

    Raises:
        OSError, ValueError: it cannot be read.
    """
    import pyarrow.parquet as pq  # late import: it uses memory

    rows: int = pq.read_metadata(part_path(folder, table, number)).num_rows
    return rows


def describe_damage(folder: Path, run: RunRecord, tables: Iterable[str] = tuple(TABLES)) -> str:
    """Describe missing or replaced parts of an audit in a sentence; empty if there are none."""
    parts = PartList(folder)
    return parts.describe(parts.damages(run, tables))
