"""Sites as five generators build them, read from their folder: the planted faults are found."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pyarrow.parquet as parquet
import pytest
from advice import Change, disputed, removed, unsafe
from commanding import only, record, run

from local_files.built_sites import BASE, BY_DEFAULT, GENERATORS, plant, write

EXPECTED = Path(__file__).with_name("built_sites.csv")
"Each finding of a planted fault: one a line, with the file and the line that it names."
PAGES = 15
OF_CHANGES = ["check", "url", "line", "fix", "change_url", "action", "place", "from", "to"]
"Columns of findings, as in Change."
NOT_CHECKED = {
    "hugo": [
        "1 canonical URL could not be read (by --offline): its status and noindex are not known."
    ],
    "mkdocs": [
        "1 canonical URL could not be read (not known what the host serves): its status and noindex"
        " are not known."
    ],
    "plain": ["1 URL is blocked by robots.txt: its canonical and hreflang are not known."],
}
WATCH = """
import sys
with open("connected", "a") as file:
    print("watching", file=file)
def note(event, arguments):
    is_named = event == "socket.connect" and isinstance(arguments[1], tuple)
    if is_named or event in ("socket.getaddrinfo", "socket.bind", "socket.sendto"):
        with open("connected", "a") as file:
            print(event, arguments, file=file)
sys.addaudithook(note)
"""
"Code that writes down each connection and each lookup of a name, also in processes forked later."


class Finding(NamedTuple):
    """What a line of built_sites.csv says."""

    check: str
    url: str
    related: str
    file: str
    line: str


@pytest.mark.parametrize(
    "generator",
    [
        pytest.param(name, marks=[pytest.mark.thorough] * (name not in {"mkdocs", "plain"}))
        for name in GENERATORS
    ],
)
def test_a_built_site_has_the_findings_that_were_planted(generator: str, tmp_path: Path) -> None:
    write(generator, PAGES, tmp_path / "public")
    plant(generator, tmp_path / "public")
    hosting = GENERATORS[generator].hosting
    done = run(
        *("./public", "--base", BASE, "--pages", "public", "--hosting", hosting, "--offline"),
        *("-o", "reports", "--workers", 0),
        folder=tmp_path,
        patch=WATCH,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    report = only(tmp_path / "reports")
    with (report / "findings.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    found, defaults = Counter(map(finding, rows)), BY_DEFAULT[generator]
    ours = Counter(each for each in found.elements() if each.check not in defaults)
    expected = planted(generator)
    assert sorted((ours - expected).elements()) == [], "found, not planted"
    assert sorted((expected - ours).elements()) == [], "planted, not found"
    assert Counter(row["check"] for row in rows if row["check"] in defaults) == defaults

    stored = parquet.read_table(report / "data" / "findings", columns=OF_CHANGES).to_pylist()
    changes = [Change(*row.values()) for row in stored]
    states = parquet.read_table(report / "data" / "url_states").to_pylist()
    faults = {row["url"]: row["reasons"] for row in states if row["is_indexable"] is False}
    assert disputed(changes) == []
    ours_alone = [change for change in changes if change.check not in defaults]
    assert unsafe(ours_alone, faults) + removed(ours_alone, faults) == []
    told = record(report)
    assert told["complete"]
    assert [each["sentence"] for each in told["not_checked"]] == NOT_CHECKED.get(generator, [])
    assert (tmp_path / "connected").read_text() == "watching\n"


def finding(row: dict[str, str]) -> Finding:
    """A finding of a report, without what is the same for all: the host and the folder."""
    return Finding(
        row["check"],
        row["url"].removeprefix(BASE),
        row["related_url"].removeprefix(BASE),
        row["file"].removeprefix("public/"),
        row["file_line"],
    )


def planted(generator: str) -> Counter[Finding]:
    """The findings that a generator's faults lead to."""
    with EXPECTED.open(encoding="utf-8", newline="") as file:
        return Counter(
            Finding(row["check"], row["url"], row["related"], row["file"], row["line"])
            for row in csv.DictReader(file)
            if row["generator"] == generator
        )
