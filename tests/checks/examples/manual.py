"""Read the examples in a check's manual: the rows given, and the expected findings.

An example is a ``###`` heading and Markdown tables below it. A line with a table's name in
backticks stands before the rows given for it; ``finds:`` stands before the findings expected, and
``nothing`` takes the place of the last table where there is none. A table named ``parameters``
(one row) sets the check's parameters. Whole responses of a server may be given in place of rows
(see :mod:`checks.examples.responses`); the audit's parsers read them.

A cell that is empty is NULL. Text in double quotes is what stands between them (``""`` is the
empty text, ``" x"`` keeps its space), ``\\|`` is a bar, ``\\n`` a line feed and ``{a*300}`` three
hundred times ``a``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from checks.examples.responses import Response, repeated, split_responses
from sitemap_audit.analysis.catalogue.findings import CHANGE, TOLD
from sitemap_audit.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Row: TypeAlias = dict[str, str | None]
"""A row of a table: what its cells say, by column."""

COLUMNS = (*TOLD, *CHANGE)
"""Columns that an expected finding may have."""

_HEADING = re.compile(r"^### +(.+)$", re.MULTILINE)
_TABLE_NAME = re.compile(r"`([a-z_]+)`")
_RULE = re.compile(r"\|[\s:|-]+\|")
_BAR = re.compile(r"(?<!\\)\|")
_ESCAPES = {r"\|": "|", r"\n": "\n"}


class ExampleError(UsageError):
    """An example is not valid; the message says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """One example: rows and responses given, and the expected findings."""

    title: str
    given: dict[str, list[Row]]
    "Rows by table."
    responses: tuple[Response, ...] = ()
    parameters: Row
    finds: list[Row]
    "Every finding has all of COLUMNS."
    columns: tuple[str, ...] = COLUMNS
    "Those of them that its table names."


def read_examples(text: str, columns: Sequence[str] = COLUMNS) -> tuple[Example, ...]:
    """The examples below a manual's heading "Example".

    Args:
        columns: that what is found may have.

    Raises:
        ExampleError: one of them is not in the form that this module describes.
    """
    before, *parts = _HEADING.split(text)
    if before.strip() or not parts:
        raise ExampleError(
            "its examples must each stand below a heading '### …' that names the case"
        )
    cases = zip(parts[::2], parts[1::2], strict=True)
    return tuple(_example(title.strip(), body, columns) for title, body in cases)


def _example(title: str, body: str, columns: Sequence[str]) -> Example:
    responses, body = split_responses(body)
    blocks = dict(_blocks(title, body))
    if "finds" not in blocks:
        raise ExampleError(f"its example '{title}' has no line 'finds:' with a table, or 'nothing'")
    found = blocks.pop("finds")
    finds = [_finding(title, row, columns) for row in found]
    parameters = blocks.pop("parameters", [{}])
    if len(parameters) != 1:
        raise ExampleError(f"its example '{title}' must give its parameters in one row")
    return Example(
        title=title,
        given=blocks,
        responses=responses,
        parameters=parameters[0],
        finds=finds,
        columns=tuple(found[0] if found else columns),
    )


def _finding(title: str, row: Row, columns: Sequence[str]) -> Row:
    unknown = sorted(set(row) - set(columns))
    if unknown:
        message = (
            f"its example '{title}' finds a column '{unknown[0]}'; a finding has"
            f" {', '.join(columns)}"
        )
        raise ExampleError(message)
    return {column: row.get(column) for column in columns}


def _blocks(title: str, body: str) -> Iterator[tuple[str, list[Row]]]:
    """The tables of an example, by name; the expected findings are named ``finds``."""
    name: str | None = None
    table: list[str] = []
    for line in [*body.splitlines(), "`end`"]:
        text = line.strip()
        if not text:
            continue
        if text.startswith("|") or (name == "finds" and text == "nothing"):
            table.append(text)
            continue
        if name is not None:
            yield name, _rows(title, name, table)
        name, table = _name(title, text), []


def _name(title: str, text: str) -> str:
    if text == "finds:":
        return "finds"
    if named := _TABLE_NAME.fullmatch(text):
        return named[1]
    raise ExampleError(
        f"its example '{title}' has the line '{text}'; expected a table's name in backticks, "
        "a row that starts with a bar, 'finds:' or 'nothing'"
    )


def _rows(title: str, name: str, table: list[str]) -> list[Row]:
    if name == "finds" and table == ["nothing"]:
        return []
    if len(table) < 3 or not _RULE.fullmatch(table[1]):
        raise ExampleError(
            f"its example '{title}' has no rows for '{name}', or no rule below the head"
        )
    head = [cell.strip() for cell in _cells(table[0])]
    return [_row(title, name, head, line) for line in table[2:]]


def _row(title: str, name: str, head: list[str], line: str) -> Row:
    cells = _cells(line)
    if len(cells) != len(head):
        raise ExampleError(
            f"its example '{title}' has a row of {len(cells)} cells for '{name}', "
            f"expected {len(head)}: {line}"
        )
    return dict(zip(head, map(_value, cells), strict=True))


def _cells(line: str) -> list[str]:
    return _BAR.split(line.removeprefix("|").removesuffix("|"))


def _value(cell: str) -> str | None:
    text = cell.strip()
    if not text:
        return None
    if len(text) > 1 and text[0] == text[-1] == '"':
        text = text[1:-1]
    for written, meant in _ESCAPES.items():
        text = text.replace(written, meant)
    return repeated(text)
