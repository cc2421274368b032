"""Recognize the format of an access log, and read its lines into columns of text.

pyarrow's CSV parser splits the lines: 390,000 to 790,000 a second on one and two cores, where
DuckDB's regular expressions split 35,000 and apachelogs 5,000 (``tests/benchmarks/logs.py``).
"""

from __future__ import annotations

import json
import re
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import pyarrow as pa
import pyarrow.csv as pc

from sitemap_audit.imports.values import load

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

FIELDS = ("url", "request", "query", "host", "status", "agent", "time", "ip")
"Columns of a table of requests. A column that a log does not have is missing."
_CLF = re.compile(
    r'(?P<host>\S+ )?\S+ \S+ \S+ \[\d{2}/\w{3}/\d{4}:[^\]]*\] "(?:[^"\\]|\\.)*" \d{3} \S+'
    r'(?P<more> "(?:[^"\\]|\\.)*" "(?:[^"\\]|\\.)*")?(?P<rest>.*)'
)
_ALB = re.compile(r"(?:https?|h2|grpcs?|wss?) \d{4}-\d{2}-\d{2}T\S+ \S+ \S+ ")
_CELL = re.compile(r'"(?:[^"\\]|\\.)*"\S*|\S+')
_BLOCK = 2**22
"Bytes that pyarrow gives to a thread at once."


class LogFormat(NamedTuple):
    """The format of a log, or of a part of one."""

    kind: str
    title: str
    places: Mapping[str, int]
    "Place of each field in a line; empty if the lines are JSON."
    width: int = 0
    "Number of values in a line."
    delimiter: str = " "
    is_quoted: bool = True
    is_encoded: bool = False
    "Whether values are percent-encoded once more, as CloudFront does."
    names: Mapping[str, str] = {}
    "Names of the user's for fields of JSON, by field of ours."


def recognize_log(lines: Sequence[str], given: Mapping[str, str] = {}) -> LogFormat | None:
    """Return the format of a log by its first lines; None if it is not a log.

    Args:
        given: names of the user's for fields of JSON, by field of ours.
    """
    for line in lines:
        if line.startswith("#Fields:"):
            data = next((each for each in lines if each and not each.startswith("#")), "")
            return w3c_format(line, "\t" if "\t" in data else " ")
    written = [line for line in lines if line.strip() and not line.startswith("#")][:50]
    if any(line.startswith("{") for line in written[:5]):
        return _json_format(written, given)
    for line in written:
        if _ALB.match(line):
            places = {"time": 1, "ip": 3, "status": 8, "request": 12, "agent": 13}
            return LogFormat("alb", "AWS load balancer", places, _width(line))
        if match := _CLF.fullmatch(line):
            return _clf_format(match)
    return None


def _clf_format(match: re.Match[str]) -> LogFormat:
    first = 1 if match["host"] else 0
    places = {"ip": first, "time": first + 3, "request": first + 5, "status": first + 6}
    places |= {"host": 0} if first else {}
    kind, title = "common", "Common Log Format"
    if match["more"]:
        places["agent"] = first + 9
        kind, title = "combined", "Combined Log Format"
    if first:
        kind, title = f"vhost-{kind}", f"{title} with host"
    return LogFormat(kind, title, places, _width(match[0]))


def _width(line: str) -> int:
    return len(_CELL.findall(line))


def w3c_format(line: str, delimiter: str) -> LogFormat | None:
    """Return the format that a line ``#Fields:`` describes; None if it has no URL."""
    names = line.removeprefix("#Fields:").split()
    places = {
        ours: names.index(found)
        for ours, theirs in load_fields()["w3c"].items()
        if (found := next((name for name in theirs if name in names), None))
    }
    if not {"url", "status", "time"} <= places.keys():
        return None
    is_cloudfront = delimiter == "\t"
    kind, title = ("cloudfront", "CloudFront") if is_cloudfront else ("w3c", "W3C Extended, IIS")
    return LogFormat(kind, title, places, len(names), delimiter, False, is_cloudfront)


@cache
def load_fields() -> dict[str, dict[str, list[str]]]:
    """Return the names of fields, by format and field of ours."""
    return load("logs/fields.toml")


def _json_format(lines: Sequence[str], given: Mapping[str, str]) -> LogFormat | None:
    for line in lines:
        row = _object(line)
        there = {ours for ours in FIELDS if row and _json_value(row, ours, given) is not None}
        if {"status", "time"} <= there and {"url", "request"} & there:
            return LogFormat("json", "JSON", {}, names=given)
    return None


def describe_json(lines: Sequence[str], given: Mapping[str, str], option: str) -> str:
    """Say which field is missing in lines of JSON; empty if they are not JSON."""
    row = next(filter(None, map(_object, lines[:5])), None)
    if row is None:
        return ""
    missing = [
        f"{ours} ({', '.join(_names(ours, given))})"
        for ours in ("url", "status", "time")
        if _json_value(row, ours, given) is None
        and (ours != "url" or _json_value(row, "request", given) is None)
    ]
    return (
        f"its lines are JSON, but have no {' and no '.join(missing)}. They have"
        f" {', '.join(list(row)[:12])[:400]}. Name the field:"
        f" {option} '{missing[0].partition(' ')[0]}=FIELD'."
    )


def _object(line: str | bytes) -> dict[str, Any] | None:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return row if isinstance(row, dict) else None


def _is_unicode(text: str) -> bool:
    """Whether a text has no lone surrogate, which JSON can write and no table can hold."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _names(ours: str, given: Mapping[str, str]) -> list[str]:
    """Return the names that a field of JSON may have."""
    return [given[ours]] if ours in given else load_fields()["json"].get(ours, [])


def _json_value(row: dict[str, Any], ours: str, given: Mapping[str, str]) -> str | None:
    for path in _names(ours, given):
        value: Any = row
        for name in path.split("."):
            value = value.get(name) if isinstance(value, dict) else None
        value = value[0] if isinstance(value, list) and value else value
        if isinstance(value, str | int | float):
            return str(value)
    return None


def read_lines(
    piece: bytes, log: LogFormat, unreadable: Callable[[str, bytes, int], None]
) -> pa.Table:
    """Return the requests in whole lines of a log, a column of text for each field.

    Args:
        unreadable: called with the reason, the text and the number of lines that cannot be read.
    """
    if not piece.isascii():
        piece = piece.decode("utf-8", "backslashreplace").encode("utf-8", "backslashreplace")
    if log.kind == "json":
        return _read_json(piece, log.names, unreadable)
    names = [str(place) for place in range(log.width)]
    wanted = [str(place) for place in log.places.values()]

    def skip(row: Any) -> str:
        text = row.text.encode("utf-8", "replace")
        unreadable("columns", text, text.count(b"\n") + 1)
        return "skip"

    table = pc.read_csv(
        pa.BufferReader(piece),
        pc.ReadOptions(column_names=names, block_size=_BLOCK),
        pc.ParseOptions(
            delimiter=log.delimiter,
            quote_char='"' if log.is_quoted else False,
            double_quote=False,
            escape_char="\\" if log.is_quoted else False,
            invalid_row_handler=skip,
        ),
        pc.ConvertOptions(
            check_utf8=False,
            column_types=dict.fromkeys(wanted, pa.string()),
            include_columns=wanted,
            strings_can_be_null=False,
        ),
    )
    return table.rename_columns(list(log.places))


def _read_json(
    piece: bytes, given: Mapping[str, str], unreadable: Callable[[str, bytes, int], None]
) -> pa.Table:
    columns: dict[str, list[str]] = {name: [] for name in FIELDS}
    for line in piece.split(b"\n"):
        if not line.strip():
            continue
        row = _object(line) or {}
        read = [_json_value(row, name, given) or "" for name in FIELDS]
        if not row or not _is_unicode("".join(read)):
            unreadable("json", line, 1)
            continue
        for values, value in zip(columns.values(), read, strict=True):
            values.append(value)
    return pa.table({name: pa.array(values, pa.string()) for name, values in columns.items()})
