"""The list of an audit's parts, data/parts.csv: by it what is lost or replaced is noticed.

A line is added when a part is written. Audits of before the list are measured by the rows that
run.json counts, and get one when they are next checked, reported or resumed. Storages that fsspec
reaches have none: nothing can be added to a file there.
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

from sitemap_audit.errors import naming
from sitemap_audit.items import TABLES
from sitemap_audit.machine.files import write_whole

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

LIST = "parts.csv"
_HEAD = "table,number,rows,bytes,hash\n"
_ASIDE = ".set-aside-"
RESULTS = ("findings", "causes", "check_runs")
"Tables of what the checks found; 'check' makes them again."


class Part(NamedTuple):
    """A part as it was written."""

    table: str
    number: int
    rows: int
    bytes: int
    hash: str
    "xxh3 of its bytes, seeded by the ID of the audit: no part of another audit has it."

    @property
    def name(self) -> str:
        return f"part-{self.number}.parquet"


class Damage(NamedTuple):
    """What of a table is not as it was stored."""

    table: str
    lost: int
    "Rows, at least."
    stored: int
    "Rows that there were."
    numbers: frozenset[int]
    "Of the parts at fault, as far as they are known."
    is_known: bool
    "Whether these are all."
    foreign: int
    "Parts that the audit did not store."

    @property
    def sentence(self) -> str:
        """What is wrong."""
        faults = []
        if self.lost:
            faults.append(f"lacks {self.lost:,} of the {self.stored:,} rows that were stored")
        if self.foreign:
            parts = "a part" if self.foreign == 1 else f"{self.foreign:,} parts"
            faults.append(f"has {parts} that this audit did not store")
        return f"data/{self.table} {' and '.join(faults)}"


def part_path(folder: Path, table: str, number: int) -> Path:
    """Where a part lies."""
    return folder / "data" / table / f"part-{number}.parquet"


class PartList:
    """The list of one audit on a local disk."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._path = folder / "data" / LIST
        self._seed: int | None = None

    @property
    def exists(self) -> bool:
        """Whether the audit has a list."""
        return self._path.exists()

    def add(self, table: str, number: int, rows: int) -> None:
        """Note a part that has been written; one of the same number replaces it.

        Raises:
            OSError: the disk is full or cannot be written.
        """
        part = self._measure(table, number, rows)
        with naming(self._path), self._path.open("a+b") as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(max(0, size - 1))
            line = "" if size else _HEAD
            line += "\n" if size and file.read(1) != b"\n" else ""  # one that was cut short
            file.write(f"{line}{_line(part)}".encode())
            file.flush()
            os.fsync(file.fileno())

    def parts(self) -> dict[tuple[str, int], Part]:
        """The parts by table and number; none where there is no list."""
        try:
            text = self._path.read_text("utf-8", "replace")
        except FileNotFoundError:
            return {}
        parts = {}
        for row in csv.reader(StringIO(text)):
            with suppress(ValueError, TypeError):  # the head, a line that was cut short
                table, number, rows, size, digest = row
                part = Part(table, int(number), int(rows), int(size), digest)
                parts[part.table, part.number] = part
        return parts

    def rewrite(self, parts: Iterable[Part]) -> None:
        """Write the list anew, whole or not at all.

        Raises:
            OSError: the disk is full or cannot be written.
        """
        text = _HEAD + "".join(map(_line, parts))
        write_whole(self._path, lambda file: file.write(text.encode()))

    def adopt(self) -> None:
        """Make the list of an audit of before it, of the parts that are there, once masked.

        Raises:
            OSError: the disk is full or cannot be written.
        """
        if self.exists or not (self._folder / "data").is_dir():
            return
        from sitemap_audit.storage.masked import Masking, mask_part  # late: Arrow takes memory

        masking, parts = Masking(self._folder), []
        for table, number in self._there():
            if table in _LISTED:
                with suppress(ValueError):  # findings that cannot be read, which are made again
                    mask_part(part_path(self._folder, table, number), masking)
                    rows = rows_of(self._folder, table, number)
                    parts.append(self._measure(table, number, rows))
        self.rewrite(parts)

    def damages(self, run: Mapping[str, Any], tables: Iterable[str]) -> list[Damage]:
        """What is not as it was stored, by table.

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
        """Rename what is damaged, and the fetches that it was part of: they are made again."""
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
        """The parts that are there, by table and number."""
        paths = sorted((self._folder / "data").glob("*/part-*.parquet"))
        names = ((path.parent.name, path.stem.removeprefix("part-")) for path in paths)
        return [(table, int(number)) for table, number in names if number.isdecimal()]

    def _is_whole(self, part: Part) -> bool:
        try:
            return self._measure(part.table, part.number, part.rows) == part
        except OSError:
            return False

    def _counted(self, table: str, number: int) -> Part:
        """A part of an audit without a list; one that cannot be read is never whole."""
        try:
            return self._measure(table, number, rows_of(self._folder, table, number))
        except (OSError, ValueError):
            return Part(table, number, 0, -1, "")

    def _measure(self, table: str, number: int, rows: int) -> Part:
        with part_path(self._folder, table, number).open("rb") as file:
            digest = file_digest(file, lambda: xxhash.xxh3_64(seed=self._own_seed()))
            return Part(table, number, rows, file.tell(), digest.hexdigest())

    def _own_seed(self) -> int:
        """The number of the audit, by the ID in its run.json; zero where it has none."""
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
"By table of what is part of a fetch: the table of the fetches."
_IN_ONE_PART = {"pages", "renders"}
"Fetches whose rows are all in parts of one number."


def _line(part: Part) -> str:
    return ",".join(map(str, part)) + "\n"


def rows_of(folder: Path, table: str, number: int) -> int:
    """The rows of a part, by what its end says.

    Raises:
        OSError, ValueError: it cannot be read.
    """
    import pyarrow.parquet as pq  # late: it takes memory

    rows: int = pq.read_metadata(part_path(folder, table, number)).num_rows
    return rows


def look_over(folder: Path, run: Mapping[str, Any], tables: Iterable[str] = tuple(TABLES)) -> str:
    """What of a stored audit is lost or replaced, in a sentence; an empty text where nothing is."""
    damages = PartList(folder).damages(run, tables)
    return "; ".join(damage.sentence for damage in damages)
