"""Keep the list of an audit's parts, data/parts.csv, to detect missing or replaced parts.

Each written part adds a line. Audits without the list are verified by the row counts in run.json,
and get a list when they are next checked, reported or resumed. Remote storages (fsspec) have no
list, because files there cannot be appended to.
"""

from __future__ import annotations

import csv
import json
import os
from contextlib import suppress
from hashlib import file_digest
from io import StringIO
from typing import TYPE_CHECKING, Any, NamedTuple

import xxhash

from sitemap_audit.errors import file_name_in_errors
from sitemap_audit.items import TABLES
from sitemap_audit.machine.files import write_whole

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

LIST = "parts.csv"
_HEAD = "table,number,rows,bytes,hash\n"
_ASIDE = ".set-aside-"
RESULTS = ("findings", "causes", "check_runs")
"Tables of results of the checks; 'check' makes them again."


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
    "Minimum number of missing rows."
    stored: int
    "Rows that were stored."
    numbers: frozenset[int]
    "Numbers of the damaged parts, as far as known."
    is_known: bool
    "Whether ``numbers`` is complete."
    foreign: int
    "Parts that the audit did not write."

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

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._path = folder / "data" / LIST
        self._seed: int | None = None

    @property
    def exists(self) -> bool:
        """Whether the audit has a list."""
        return self._path.exists()

    def add(self, table: str, number: int, rows: int) -> None:
        """Add a written part, in place of one with the same number.

        Raises:
            OSError: the disk is full or cannot be written.
        """
        part = self._measure(table, number, rows)
        with file_name_in_errors(self._path), self._path.open("a+b") as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(max(0, size - 1))
            line = "" if size else _HEAD
            line += "\n" if size and file.read(1) != b"\n" else ""  # a truncated line
            file.write(f"{line}{_line(part)}".encode())
            file.flush()
            os.fsync(file.fileno())

    def parts(self) -> dict[tuple[str, int], Part]:
        """Return the parts by table and number; empty if there is no list."""
        try:
            text = self._path.read_text("utf-8", "replace")
        except FileNotFoundError:
            return {}
        parts = {}
        for row in csv.reader(StringIO(text)):
            with suppress(ValueError, TypeError):  # the header, a truncated line
                table, number, rows, size, digest = row
                part = Part(table, int(number), int(rows), int(size), digest)
                parts[part.table, part.number] = part
        return parts

    def rewrite(self, parts: Iterable[Part]) -> None:
        """Write the whole list again, atomically.

        Raises:
            OSError: the disk is full or cannot be written.
        """
        text = _HEAD + "".join(map(_line, parts))
        write_whole(self._path, lambda file: file.write(text.encode()))

    def adopt(self) -> None:
        """Make the list for an older audit from its parts, after masking them.

        Raises:
            OSError: the disk is full or cannot be written.
        """
        if self.exists or not (self._folder / "data").is_dir():
            return
        from sitemap_audit.storage.masked import (
            Masking,
            mask_part,
        )  # late import: Arrow uses memory

        masking, parts = Masking(self._folder), []
        for table, number in self._there():
            if table in _LISTED:
                with suppress(ValueError):  # unreadable findings, which are made again
                    mask_part(part_path(self._folder, table, number), masking)
                    rows = rows_of(self._folder, table, number)
                    parts.append(self._measure(table, number, rows))
        self.rewrite(parts)

    def damages(self, run: Mapping[str, Any], tables: Iterable[str]) -> list[Damage]:
        """Return the damage by table.

        Args:
            run: the run.json.
        """
        counts = run.get("counts")
        counts = counts if isinstance(counts, dict) else {}
        listed, there, is_listed = self.parts(), self._there(), self.exists
        damages = []
        for table in tables:
            here = {number for name, number in there if name == table}
            if is_listed:
                own = {number: part for (name, number), part in listed.items() if name == table}
                whole = {number for number, part in own.items() if self._is_whole(part)}
            else:
                own = {number: self._counted(table, number) for number in here}
                whole = {number for number, part in own.items() if part.hash}
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

    def set_aside(self, damages: Iterable[Damage]) -> None:
        """Rename damaged parts and those of their fetches, so that these are fetched again."""
        listed = self.parts()
        for damage in damages:
            fetches = _FETCH_TABLES.get(damage.table)
            goes_by_part = fetches in _IN_ONE_PART and damage.is_known
            for number in damage.numbers:
                self._hide(listed, damage.table, number)
            for table, number in self._there():
                is_doubtful = table == damage.table and not damage.is_known
                is_of_fetches = table == fetches or {table, fetches} == {"robots", "robots_lines"}
                is_same = not goes_by_part or number in damage.numbers
                if is_doubtful or (is_of_fetches and is_same):
                    self._hide(listed, table, number)
        if self.exists:
            self.rewrite(listed.values())
        self.adopt()

    def _hide(self, listed: dict[tuple[str, int], Part], table: str, number: int) -> None:
        listed.pop((table, number), None)
        path = part_path(self._folder, table, number)
        with suppress(FileNotFoundError):
            path.rename(path.with_name(f"{_ASIDE}{path.name}"))

    def _there(self) -> list[tuple[str, int]]:
        """Return the existing parts by table and number."""
        paths = sorted((self._folder / "data").glob("*/part-*.parquet"))
        names = ((path.parent.name, path.stem.removeprefix("part-")) for path in paths)
        return [(table, int(number)) for table, number in names if number.isdecimal()]

    def _is_whole(self, part: Part) -> bool:
        try:
            return self._measure(part.table, part.number, part.rows) == part
        except OSError:
            return False

    def _counted(self, table: str, number: int) -> Part:
        """Describe a part of an audit without a list; an unreadable one never matches."""
        try:
            return self._measure(table, number, rows_of(self._folder, table, number))
        except (OSError, ValueError):
            return Part(table, number, 0, -1, "")

    def _measure(self, table: str, number: int, rows: int) -> Part:
        with part_path(self._folder, table, number).open("rb") as file:
            digest = file_digest(file, lambda: xxhash.xxh3_64(seed=self._own_seed()))
            return Part(table, number, rows, file.tell(), digest.hexdigest())

    def _own_seed(self) -> int:
        """Return the hash seed from the ID in run.json; zero if there is none."""
        if self._seed is None:
            with suppress(OSError, ValueError, TypeError, KeyError, AttributeError):
                record: dict[str, Any] = json.loads((self._folder / "run.json").read_bytes())
                self._seed = int(record["id"], 16) % 2**64
        return self._seed or 0


_LISTED = {*TABLES, *RESULTS}
_FETCHED = {"entr": "sitemaps", "sitemap_": "sitemaps", "page_": "pages", "render_": "renders"}
_FETCH_TABLES = {
    table: fetches
    for table in TABLES
    for beginning, fetches in {**_FETCHED, "robots": "robots"}.items()
    if table.startswith(beginning)
}
"Table of the fetches, by table of their parts."
_IN_ONE_PART = {"pages", "renders"}
"Tables of fetches whose rows are all in parts with the same number."


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


def look_over(folder: Path, run: Mapping[str, Any], tables: Iterable[str] = tuple(TABLES)) -> str:
    """Describe missing or replaced parts of an audit in a sentence; empty if there are none."""
    damages = PartList(folder).damages(run, tables)
    return "; ".join(damage.sentence for damage in damages)
