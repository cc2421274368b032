"""Document the columns of the CSV files: meaning, unit, and when a cell is empty.

Columns of stored tables have their text in :mod:`sitemap_audit.items`; columns that are computed
for a report have theirs in ``column-docs.csv``. The command ``explain --columns``,
``docs/columns.md`` and the comments in the workbook show the same texts.
"""

from __future__ import annotations

import csv
import re
from collections import defaultdict
from datetime import datetime
from functools import cache
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING, NamedTuple

from sitemap_audit.analysis.catalogue.findings import ACTIONS, PLACES
from sitemap_audit.errors import UsageError
from sitemap_audit.items import TABLES, column_texts, column_types

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_STORED_ONLY = {
    "pages": frozenset({"content_hash", "modified"}),  # to compare audits
    "entries": frozenset({"filtered"}),  # the outcome says it
}
"Columns by table that no CSV has."
FINGERPRINT = "simhash"
"A column with numbers of more digits than a spreadsheet keeps: in CSV a letter is before them."


class CsvFile(NamedTuple):
    """A CSV file."""

    stored: str | None = None
    "The stored table that its columns come from, if any."
    is_always_there: bool = True
    "Whether it is written without rows."


class Column(NamedTuple):
    """A column of a CSV, as its readers need it."""

    name: str
    meaning: str
    unit: str
    empty: str
    "When a cell is empty: 'if no response came', 'never'."

    @property
    def text(self) -> str:
        """All of it as text, for a comment."""
        unit = "" if self.unit == "text" else f"\nUnit: {self.unit}."
        return f"{self.meaning}{unit}\nEmpty: {self.empty}."


def csv_names(table: str) -> dict[str, str]:
    """The columns of a stored table that its CSV has, each with its name there.

    IDs and keys are left out; the name of a date and time ends with ``_utc``.
    """
    left_out = _STORED_ONLY.get(table, frozenset())
    return {
        name: f"{name}_utc" if kind is datetime else name
        for name, (kind, _) in column_types(table).items()
        if name not in left_out and not _is_machine(name)
    }


def _is_machine(name: str) -> bool:
    return name == "id" or name.endswith(("_id", "_key"))


def find_table(written: str) -> str:
    """The CSV table of this name: 'findings', 'findings.csv'.

    Raises:
        UsageError: there is none.
    """
    name = Path(written).name.removesuffix(".csv").lower().replace("-", "_")
    if name not in CSV_FILES:
        raise UsageError(f"There is no CSV file '{written}'. There are {', '.join(CSV_FILES)}.")
    return name


@cache
def columns_of(table: str) -> tuple[Column, ...]:
    """The columns of a CSV table, in their order.

    Raises:
        KeyError: there is no such CSV.
    """
    source = CSV_FILES[table].stored
    stored = list(_stored(source)) if source else []
    computed = [_read(row["column"], row["unit"], row["text"]) for row in _texts()[table]]
    place = _FIRST_COMPUTED.get(table, len(stored))
    return (*stored[:place], *computed, *stored[place:])


@cache
def _texts() -> Mapping[str, list[dict[str, str]]]:
    """Return the rows of column-docs.csv by CSV table."""
    source = (files("sitemap_audit.analysis.catalogue") / "column-docs.csv").read_text(
        encoding="utf-8"
    )
    text = Template(source).substitute(actions=" | ".join(ACTIONS), places=", ".join(PLACES))
    rows: defaultdict[str, list[dict[str, str]]] = defaultdict(list)
    for row in csv.DictReader(text.splitlines()):
        rows[row["table"]].append(row)
    return rows


def comments(table: str, names: Mapping[str, str]) -> dict[str, str]:
    """What columns of a CSV mean, by the heads that a sheet of the workbook gives them.

    Args:
        names: the columns by head.
    """
    texts = {each.name: each.text for each in columns_of(table)}
    return {head: texts[name] for head, name in names.items()}


def _stored(table: str) -> Iterator[Column]:
    texts, kinds = column_texts(TABLES[table]), column_types(table)
    for name, shown in csv_names(table).items():
        kind, may_be_null = kinds[name]
        unit = "text" if name == FINGERPRINT else _unit(kind, texts[name])
        yield _read(shown, unit, texts[name], may_be_null=may_be_null)


def _unit(kind: type, text: str) -> str:
    if kind is datetime:
        return "date and time, UTC"
    if kind is bool:
        return "True or False"
    if kind not in (int, float):
        return "text"
    if "econds" in text.split(";")[0]:
        return "seconds"
    return "bytes" if re.search(r"\b[Bb]ytes\b", text.split(";")[0]) else "number"


def _read(name: str, unit: str, text: str, *, may_be_null: bool = False) -> Column:
    """Take a text apart: its meaning, and after '; NULL' when the cell is empty."""
    text = " ".join(text.split()).removesuffix(".")
    text = re.sub(r"; else NULL$", "; NULL otherwise", text)
    meaning, *rest = re.split(r"[;.] NULL ", text, maxsplit=1)
    empty = rest[0] if rest else ""
    default = "if it is not known" if may_be_null else "never"
    empty = _EMPTY.get(empty, empty).replace("NULL", "empty") or default
    return Column(name, f"{meaning}.", unit, empty)


_EMPTY = {"if none": "if there is none", "elsewhere": "otherwise"}

CSV_FILES = {
    "findings": CsvFile(),
    "causes": CsvFile(),
    "changes": CsvFile(is_always_there=False),
    "ignored": CsvFile(is_always_there=False),
    "checks": CsvFile(),
    "urls": CsvFile(),
    "pages": CsvFile("pages"),
    "sitemaps": CsvFile("sitemaps"),
    "sitemap_problems": CsvFile("sitemap_problems"),
    "entries": CsvFile("entries"),
    "ledger": CsvFile(),
    "alternates": CsvFile(),
    "hreflang_clusters": CsvFile(is_always_there=False),
    "hreflang_cluster_members": CsvFile(is_always_there=False),
    "locale_pairs": CsvFile(is_always_there=False),
    "canonicals": CsvFile("page_canonicals"),
    "device_forms": CsvFile("page_forms", is_always_there=False),
    "directives": CsvFile("page_directives"),
    "renders": CsvFile("renders", is_always_there=False),
    "bot_answers": CsvFile("bot_answers", is_always_there=False),
    "robots": CsvFile("robots"),
    "robots_lines": CsvFile("robots_lines", is_always_there=False),
    "bot_access": CsvFile(is_always_there=False),
    "not_checked": CsvFile(is_always_there=False),
    "url_sources": CsvFile(is_always_there=False),
    "directories": CsvFile(is_always_there=False),
    "google_comparison": CsvFile(is_always_there=False),
    "submitted_sitemaps": CsvFile(is_always_there=False),
    "images": CsvFile("entry_images", is_always_there=False),
    "videos": CsvFile("entry_videos", is_always_there=False),
    "news": CsvFile("entry_news", is_always_there=False),
}
"The CSV tables, in the order of the reports."
_FIRST_COMPUTED = {"pages": 1}
"Position of the first computed column, where stored columns follow it."
