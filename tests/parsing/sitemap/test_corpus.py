"""Every file of the corpus is read as the file beside it says, however it comes in."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml
from sitemap_reading import Reading, read

if TYPE_CHECKING:
    from sitemap_audit.items import Entry, SitemapProblem

CORPUS = Path(__file__).parent / "corpus"
FILES = sorted(path for path in CORPUS.iterdir() if path.suffix != ".expected")


def _said(reading: Reading) -> dict[str, Any]:
    facts = reading.facts
    encoding = None if facts.encoding == "utf-8" else facts.encoding
    said = {
        "kind": facts.kind,
        "compression": facts.compression,
        "encoding": encoding,
        "stopped_by": facts.stopped_by,
        "entries": [_entry(entry) for entry in reading.entries],
        "problems": [_problem(problem) for problem in reading.problems],
    }
    return {name: value for name, value in said.items() if value}


def _entry(entry: Entry) -> dict[str, str]:
    place = f"{entry.kind} {entry.position} line {entry.line}"
    return {place: entry.url or str(entry.loc_problem)}


def _problem(problem: SitemapProblem) -> str:
    line = f" {problem.line}" if problem.line else ""
    return f"{problem.code}{line}" + (f":{problem.column}" if problem.column else "")


def _read(path: Path, **options: Any) -> Reading:
    return read(path.read_bytes(), url=f"https://example.com/{path.name}", **options)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_file_is_read_as_it_says(path: Path) -> None:
    expected = yaml.safe_load(path.with_name(f"{path.name}.expected").read_text("utf-8"))
    assert _said(_read(path)) == expected


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_the_size_of_the_chunks_changes_nothing(path: Path) -> None:
    whole = _read(path)
    for size in (1, 7, 100):
        assert _read(path, chunk=size) == whole


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_the_size_of_the_pieces_inside_changes_nothing(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is seen of a file at once does not decide how it is read; only its kind needs a look."""
    whole = _read(path)
    for size in (200, 333):
        monkeypatch.setattr("sitemap_audit.parsing.decompression.PIECE", size)
        reading = _read(path)
        assert reading.entries == whole.entries
        assert sorted(map(_problem, reading.problems)) == sorted(map(_problem, whole.problems))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_file_that_was_damaged_is_still_read(path: Path) -> None:
    chance = random.Random(path.name)
    body = path.read_bytes()
    for _ in range(30):
        damaged = bytearray(body)
        for _ in range(chance.randint(1, 8)):
            place = chance.randrange(len(damaged) or 1)
            damaged[place : place + chance.randint(0, 3)] = chance.choice(
                [b"", b"<", b">", b"&", b'"', b"\0", b"\xff", b"<!--", b"]]>", b"</url>", b"<url>"]
            )
        reading = read(bytes(damaged), url=f"https://example.com/{path.name}")
        assert reading.facts.kind is not None
        assert reading.facts.entries + reading.facts.children == len(reading.entries)
