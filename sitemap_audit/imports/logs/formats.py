"""Recognize access logs, and read their lines, each by itself, into columns of text.

The lines of one log may differ: a server gets another format, two servers write into one file, and
collectors of logs put lines of others between.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote

import pyarrow as pa

from sitemap_audit.imports.cell_values import load
from sitemap_audit.imports.logs.log_lines import (
    Request,
    is_of_other_log,
    percent_encoded,
    read_text,
    title_of,
)
from sitemap_audit.imports.logs.objects import Objects
from sitemap_audit.masking import visible

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

_FIELDS = "#Fields:"
_VALUE = re.compile(r'"(?:[^"]|"")*"(?= |$)|\S+')
_OF_CLOUDFRONT = ("x-edge-", "x-host-header")
_REQUEST = re.compile(r"(?:^|[\s\"])(?:GET|POST|HEAD) (?:/|https?:)")
_ADDRESS = re.compile(r"\b\d{1,3}(?:\.\d{1,3}){3}\b")
_TIME = re.compile(r"\d:\d\d:\d\d")
_OF_W3C = re.compile(r"\d{4}-\d\d-\d\d[ \t]\d\d:\d\d:\d\d[ \t]")
_COLOR = re.compile(r"\x1b\[[\d;]*m")
_SHOWN = 120
"Characters of a line that a sentence shows."


class LogFormat(NamedTuple):
    """The format of a log, or of a part of one."""

    kind: str
    title: str
    objects: Objects
    "Reads its lines that are JSON."
    places: Mapping[str, int] = {}
    "Place of each field in a line, as a line ``#Fields:`` says; empty if there is none."
    width: int = 0
    "Number of values in such a line."

    def read(self, line: str) -> Request | None:
        """Read a line; None if it is of no format that is known."""
        if self.places and (request := self._read_values(line)):
            return request
        at = line.find("{") if line.endswith("}") else -1
        request = self.objects.read(line[at:], line[:at]) if at >= 0 else None
        return request or read_text(line)

    def _read_values(self, line: str) -> Request | None:
        if "\t" in line:
            values = line.split("\t")
        elif '"' in line:
            values = [value.strip('"') for value in _VALUE.findall(line)]
        else:
            values = line.split(" ")
        if len(values) != self.width:
            return None
        found = dict.fromkeys(("host", "agent", "ip", "forwarded", "query"), "")
        found |= {ours: values[place] for ours, place in self.places.items()}
        target, agent, query = found["url"], found["agent"], found["query"]
        target = f"{target}?{query}" if query not in ("", "-") else target
        ip = f"{found['forwarded']},{found['ip']}"
        if self.kind == "cloudfront":
            target, agent = unquote(target), unquote(agent)
        else:
            target, agent = percent_encoded(target), agent.replace("+", " ")
        return Request(target, found["host"], found["status"], agent, found["time"], ip)


def recognize_log(lines: Sequence[str], given: Mapping[str, str] = {}) -> LogFormat | None:
    """Return the format of a log by its first lines; None if it is not a log.

    Args:
        given: names of the user's for fields of JSON, by field of ours.
    """
    objects = Objects(_names()["json"], given)
    log = LogFormat("", "", objects)
    for line in lines:
        if line.startswith(_FIELDS):
            return with_fields(log, line)
        text = _without_colors(line).strip("\ufeff \t\r")
        request = log.read(text) if text and not text.startswith("#") else None
        if request and request.target and request.status and request.time:
            kind, title = ("json", "JSON") if text.endswith("}") else title_of(text)
            return log._replace(kind=kind, title=title)
    return None


def with_fields(log: LogFormat, line: str) -> LogFormat | None:
    """Return the format that a line ``#Fields:`` describes; None if it has no URL."""
    names = line.removeprefix(_FIELDS).split()
    places = _places(names)
    if not {"url", "status", "time"} <= places.keys():
        return None
    is_cloudfront = any(name.startswith(_OF_CLOUDFRONT) for name in names)
    kind, title = ("cloudfront", "CloudFront") if is_cloudfront else ("w3c", "W3C Extended, IIS")
    return LogFormat(kind, title, log.objects, places, len(names))


def _places(names: Sequence[str]) -> dict[str, int]:
    return {
        ours: names.index(found)
        for ours, theirs in _names()["w3c"].items()
        if (found := next((name for name in theirs if name in names), None))
    }


@cache
def _names() -> dict[str, dict[str, list[str]]]:
    """Return the names of fields, by format and field of ours."""
    return load("logs/fields.toml")


def describe_log(lines: Sequence[str], given: Mapping[str, str], option: str) -> str:
    """Say why a file that looks like a log cannot be read, and what to do; empty if it does not."""
    objects = Objects(_names()["json"], given)
    for line in lines:
        if line.startswith(_FIELDS):
            places = _places(line.removeprefix(_FIELDS).split())
            missing = [
                _names()["w3c"][ours][0] for ours in ("url", "status", "time") if ours not in places
            ]
            return (
                f"its line #Fields: has no {' and no '.join(missing)}. Log these fields, too, or"
                " import another log."
            )
    written = [line.strip() for line in lines if line.strip() and not line.startswith("#")]
    if told := next(filter(None, (objects.describe_missing(line, option) for line in written)), ""):
        return told
    begin = written[0] if written else ""
    if begin == "[" or begin.startswith("[{"):
        return "its JSON is one list. Write one object a line: jq -c '.[]' FILE."
    if begin == "{":
        return "its JSON has objects of several lines. Write one object a line: jq -c . FILE."
    if _OF_W3C.match(begin):
        return "its line #Fields: is missing, which names its values. Put it at the beginning."
    if is_of_other_log(begin):
        return "it is an error log. Import the access log."
    like = (line for line in written if _is_like_a_request(line))
    if found := next(like, None):
        return (
            "it looks like an access log, but its format is not known; a line is:"
            f" {visible(found[:_SHOWN])}. Write the log in the Combined Log Format, or as JSON, one"
            " object a line, with the fields url, status, time, agent, ip and host."
        )
    return ""


def _is_like_a_request(line: str) -> bool:
    return bool(_REQUEST.search(line) or (_ADDRESS.search(line) and _TIME.search(line)))


def read_lines(
    piece: bytes, log: LogFormat, unreadable: Callable[[str, int, str], None]
) -> pa.Table:
    """Return the requests in whole lines of a log, a column of text for each field, and the place.

    Args:
        unreadable: called with the reason, the place and the text of each line that cannot be read.
    """
    requests, places = [], []
    text = _without_colors(piece.decode("utf-8", "backslashreplace"))
    for place, line in enumerate(text.split("\n")):
        if not (line := line.strip("\ufeff \t\r")):
            continue
        request = log.read(line)
        if request is None and is_of_other_log(line):
            unreadable("request", place, line)
        elif request is None or ("\\u" in line and not _is_unicode("".join(request))):
            unreadable("json" if line.startswith("{") else "format", place, line)
        elif request.status and not request.target:  # JSON with a URL of another name
            unreadable("format", place, line)
        else:
            requests.append(request)
            places.append(place)
    columns = zip(*requests, strict=True) if requests else ((),) * len(Request._fields)
    made = {
        name: pa.array(texts, pa.string())
        for name, texts in zip(Request._fields, columns, strict=True)
    }
    return pa.table({**made, "place": pa.array(places, pa.int64())})


def _without_colors(text: str) -> str:
    """Remove what colors a text on a terminal, as Docker Compose writes it."""
    return _COLOR.sub("", text) if "\x1b" in text else text


def _is_unicode(text: str) -> bool:
    """Whether a text has no lone surrogate, which JSON can write and no table can hold."""
    if text.isascii():
        return True
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
