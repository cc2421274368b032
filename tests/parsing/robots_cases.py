"""The cases of robots.yaml and robots_recorded.csv."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import yaml

if TYPE_CHECKING:
    from collections.abc import Iterator

HERE = Path(__file__).parent
WRITTEN = HERE / "robots.yaml"
RECORDED = HERE / "robots_recorded.csv"
ORIGIN = "https://foo.bar"


class Expected(NamedTuple):
    """What a robots.txt says of a path."""

    name: str
    body: bytes
    bot: str
    path: str
    allowed: bool
    line: int | None
    is_of_parser: bool
    "Whether Google's open-source parser says so, and not its document alone."


def written() -> Iterator[Expected]:
    """Every verdict of robots.yaml."""
    for case in yaml.safe_load(WRITTEN.read_text("utf-8")):
        body = case["robots"].encode() if "robots" in case else case["bytes"].encode("latin-1")
        for verdict in case["verdicts"].splitlines():
            path, said, *line = verdict.split()
            assert said in ("allowed", "disallowed"), verdict
            yield Expected(
                case["case"],
                body,
                case.get("bot", "FooBot"),
                path,
                said == "allowed",
                int(line[0]) if line else None,
                case.get("only") != "document",
            )


def recorded() -> Iterator[Expected]:
    """Every row of robots_recorded.csv."""
    with RECORDED.open(encoding="ascii", newline="") as file:
        for row in csv.DictReader(file):
            line = int(row["line"]) or None
            body = row["robots"].encode().decode("unicode_escape").encode("latin-1")
            is_allowed = row["verdict"] == "allowed"
            yield Expected("recorded", body, row["bot"], row["path"], is_allowed, line, True)
