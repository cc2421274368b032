"""Read a line of an access log in JSON by the names of its fields (``fields.toml``)."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from sitemap_audit.imports.logs.log_columns import read_day, read_status
from sitemap_audit.imports.logs.log_lines import (
    NO_AGENT,
    Request,
    find_time,
    percent_encoded,
    read_text,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

_CAN_READ: Mapping[str, Callable[[str], object]] = {"status": read_status, "time": read_day}
_DEEPEST = 2
"Texts in each other in which a request is looked for."
_MOST_SHAPES = 1_000
_SHOWN = 4
"Names of a field, the most general ones, that a sentence names."
_REQUEST_LINE = re.compile(r"[A-Za-z]+ \S")


class Objects:
    """Reads objects of JSON, and remembers which fields those of one shape have."""

    def __init__(self, names: Mapping[str, Sequence[str]], given: Mapping[str, str]) -> None:
        """Read by ``names`` of fields, by field of ours; ``given`` are names of the user's."""
        self._names = {**names, **{ours: [theirs] for ours, theirs in given.items()}}
        self._shapes: dict[tuple[str, ...], dict[str, list[list[str]]]] = {}

    def read(self, line: str, prefix: str = "", depth: int = 0) -> Request | None:
        """Read a line; None if it is no object.

        Args:
            prefix: what a collector of logs wrote before it.
            depth: number of texts that it is in.
        """
        row = parse(line)
        return None if row is None else self._request(row, prefix, depth)

    def describe_missing(self, line: str, option: str) -> str:
        """Say which field of a request an object has not; empty if it is none, or has no field."""
        row = parse(line)
        if not row:
            return ""
        request = self._request(row, "", 0)
        wanted = {"url": request.target, "status": request.status, "time": request.time}
        missing = [ours for ours, value in wanted.items() if not value] or ["time"]
        names = [f"{ours} ({', '.join(self._names[ours][-_SHOWN:])} or others)" for ours in missing]
        return (
            f"its lines are JSON, but have no {' and no '.join(names)}. They have"
            f" {', '.join(list(row)[:12])[:400]}. Name the field: {option} '{missing[0]}=FIELD'."
            " A list of URLs is read as CSV."
        )

    def _request(self, row: dict[str, Any], prefix: str, depth: int) -> Request:
        own = self._own(row, prefix)
        if (own.target and own.status) or depth >= _DEEPEST:
            return own
        for value in row.values():  # Docker, Kubernetes, Cloud Logging: the line is inside
            inner = None
            if isinstance(value, str):
                text = value.strip()
                inner = self.read(text, "", depth + 1) if text[:1] == "{" else read_text(text)
            elif isinstance(value, dict):
                inner = self._own({**row, **value}, prefix)
            if inner is not None and inner.target and inner.status:
                return inner if inner.time else inner._replace(time=own.time)
        return own

    def _own(self, row: dict[str, Any], prefix: str) -> Request:
        """Return the request that the fields of an object themselves are."""
        found = self._values(row)
        target = found["url"]
        if not target and _REQUEST_LINE.match(found["request"]):
            target = found["request"]
        else:
            path = found["path"] or found["request"]
            is_relative = path and not path.startswith("/") and "://" not in path
            target = target or (f"/{path}" if is_relative else path)
            query = found["query"].removeprefix("?")
            if target and "?" not in target and query not in ("", "-"):
                target = f"{target}?{query}"
        agent = found["agent"] or (NO_AGENT if self._shapes[tuple(row)]["agent"] else "")
        if found["encoded"]:
            target, agent = unquote(target), unquote(agent)
        time = found["time"] or find_time(prefix) or ""
        ip = ",".join(filter(None, (found["forwarded"], found["ip"])))
        return Request(target, found["host"], found["status"], agent, time.strip("[]"), ip)

    def _values(self, row: dict[str, Any]) -> dict[str, str]:
        shape = tuple(row)
        if shape not in self._shapes:
            if len(self._shapes) >= _MOST_SHAPES:
                self._shapes.clear()
            there = {name.casefold(): name for name in reversed(row)}
            self._shapes[shape] = {
                ours: [path for name in names if (path := _path(name, there))]
                for ours, names in self._names.items()
            }
        return {
            ours: _value(row, paths, _CAN_READ.get(ours, bool))
            for ours, paths in self._shapes[shape].items()
        }


def parse(line: str) -> dict[str, Any] | None:
    """Return the object that a line is; None if it is none."""
    for text in (line, percent_encoded(line)):  # nginx without escape=json
        try:
            row = json.loads(text)
        except (ValueError, RecursionError):
            continue
        return row if isinstance(row, dict) else None
    return None


def _path(name: str, there: Mapping[str, str]) -> list[str] | None:
    """Return the names that lead to a field, the first one as it is written there."""
    whole = there.get(name.casefold())
    if whole is not None:
        return [whole]
    first, *rest = name.split(".")
    begin = there.get(first.casefold())
    return [begin, *rest] if begin is not None and rest else None


def _member(value: Any, name: str) -> Any:
    if not isinstance(value, dict):
        return None
    if name in value:
        return value[name]
    wanted = name.casefold()
    return next((other for each, other in value.items() if each.casefold() == wanted), None)


def _value(
    row: dict[str, Any], paths: Sequence[Sequence[str]], can_read: Callable[[str], object]
) -> str:
    """Return the first value that can be read, else the first one."""
    unread = ""
    for path in paths:
        value: Any = row
        for name in path:
            value = _member(value, name)
        value = value[0] if isinstance(value, list) and value else value
        if isinstance(value, str | int | float):
            text = str(value)
            if can_read(text):
                return text
            unread = unread or text
    return unread
