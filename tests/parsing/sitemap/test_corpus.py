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


@pytest.fixture(scope="module")
def whole() -> dict[Path, Reading]:
    """The files, each read in one go."""
    return {path: _read(path) for path in FILES}


def test_a_file_is_read_as_it_says(whole: dict[Path, Reading]) -> None:
    expected = {
        path.name: yaml.safe_load(path.with_name(f"{path.name}.expected").read_text("utf-8"))
        for path in FILES
    }
    assert {path.name: _said(reading) for path, reading in whole.items()} == expected


def test_the_size_of_the_chunks_changes_nothing(whole: dict[Path, Reading]) -> None:
    sizes = [(path, size) for path in FILES for size in (1, 7, 100)]
    assert [
        (path.name, size) for path, size in sizes if _read(path, chunk=size) != whole[path]
    ] == []


@pytest.mark.parametrize("size", [200, 333])
def test_the_size_of_the_pieces_inside_changes_nothing(
    whole: dict[Path, Reading], size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is seen of a file at once does not decide how it is read; only its kind needs a look."""
    monkeypatch.setattr("sitemap_audit.parsing.decompression.PIECE", size)
    assert {path.name: _found(_read(path)) for path in FILES} == {
        path.name: _found(reading) for path, reading in whole.items()
    }


def _found(reading: Reading) -> tuple[list[Entry], list[str]]:
    return reading.entries, sorted(map(_problem, reading.problems))


@pytest.mark.thorough
def test_a_file_that_was_damaged_is_still_read() -> None:
    wrong = []
    for path in FILES:
        chance = random.Random(path.name)
        for _ in range(30):
            body = _damaged(path.read_bytes(), chance)
            reading = read(body, url=f"https://example.com/{path.name}")
            facts = reading.facts
            if facts.kind is None or facts.entries + facts.children != len(reading.entries):
                wrong.append((path.name, body))
    assert wrong == []


def _damaged(body: bytes, chance: random.Random) -> bytes:
    damaged = bytearray(body)
    for _ in range(chance.randint(1, 8)):
        place = chance.randrange(len(damaged) or 1)
        damaged[place : place + chance.randint(0, 3)] = chance.choice(
            [b"", b"<", b">", b"&", b'"', b"\0", b"\xff", b"<!--", b"]]>", b"</url>", b"<url>"]
        )
    return bytes(damaged)
