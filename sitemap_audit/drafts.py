"""Drafts: what has been read of pages since the last part was written, kept on disk as it comes.

A part is written every few thousand rows. What comes in between is in memory, and in a draft: a
file of one line of JSON a page, named as the part that its rows are to become. A process that is
killed leaves its draft behind, and whoever takes over makes the part of it.
"""

from __future__ import annotations

import json
import os
from collections import defaultdict
from datetime import datetime
from typing import TYPE_CHECKING, Any, get_args, get_type_hints

from sitemap_audit.items import TABLES, Page

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from sitemap_audit.items import Row

FOLDER = ".drafts"
_NAMES = {record: name for name, record in TABLES.items()}
_TIMES = {
    name: [
        place
        for place, kind in enumerate(get_type_hints(record).values())
        if datetime in (kind, *get_args(kind))
    ]
    for name, record in TABLES.items()
}
"By table: the places of the columns that are moments."


class Draft:
    """The draft of one part; its file is there once there is something to keep."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: int | None = None

    def add(self, records: Sequence[Row]) -> None:
        """Keep the records of one page.

        Raises:
            OSError: the disk is full or cannot be written.
        """
        if self._file is None:
            self._path.parent.mkdir(exist_ok=True)
            self._file = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
        rows = [[_NAMES[type(record)], *record] for record in records]
        line = json.dumps(rows, default=datetime.isoformat).encode() + b"\n"
        while line:
            line = line[os.write(self._file, line) :]

    def close(self) -> None:
        """Nothing more is added."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def discard(self) -> None:
        """The part is there: its draft need not be."""
        self._path.unlink(missing_ok=True)


def draft_of(folder: Path, writer: int, part: int) -> Path:
    """Where the draft of a part is kept."""
    return folder / FOLDER / f"{writer}-{part}.jsonl"


def left_behind(folder: Path, writer: int | None = None) -> Iterator[tuple[Path, int]]:
    """The drafts that are there, of one writer or of all, and the number of the part of each."""
    pattern = f"{'*' if writer is None else writer}-*.jsonl"
    for path in sorted((folder / FOLDER).glob(pattern)):
        yield path, int(path.stem.partition("-")[2])


def read(path: Path) -> Iterator[list[Row]]:
    """The records of each page in a draft, whose line is whole."""
    with path.open("rb") as file:
        for line in file:
            try:
                records = [_record(*row) for row in json.loads(line)]
            except (ValueError, TypeError, KeyError):
                continue  # a line that was being written when the process was killed
            if records and isinstance(records[-1], Page):
                yield records


def _record(name: str, *values: Any) -> Row:
    columns = list(values)
    for place in _TIMES[name]:
        if columns[place] is not None:
            columns[place] = datetime.fromisoformat(columns[place])
    return TABLES[name](*columns)


def by_table(pages: Iterator[list[Row]]) -> dict[str, list[Row]]:
    """The records of pages, put together by table."""
    tables: dict[str, list[Row]] = defaultdict(list)
    for records in pages:
        for record in records:
            tables[_NAMES[type(record)]].append(record)
    return tables
