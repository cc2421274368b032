"""The page on performance: each figure stands with the program that prints it."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parent.parent
BENCHMARKS = ROOT / "tests" / "benchmarks"
PAGE = (ROOT / "docs" / "performance.md").read_text("utf-8")
PROGRAM = re.compile(r"`(?:[^`]*tests/benchmarks/)?(\w+\.py)((?: [^`]+)?)`")
FIGURE = re.compile(r"\d\s?(?:s|ms|µs|seconds?|minutes?|[KMG]i?B|%|times|pages (?:per|a) second)\b")
MEASURED = re.compile(r"\b(?:takes?|took|peaks?|CPU time|(?:per|a) second)\b")


def paragraphs(page: str) -> Iterator[tuple[str, list[str]]]:
    """The text of each paragraph, and the rows of the table below it."""
    text = ""
    for block in re.split(r"\n\s*\n", page):
        prose = [line for line in block.splitlines() if not line.startswith("|")]
        rows = [line for line in block.splitlines() if line.startswith("|")]
        text = "\n".join(prose) if prose else text
        if prose or rows:
            yield text, rows[2:]


def without_program(page: str) -> list[str]:
    """The rows of tables, and the measured sentences, for which no program is named."""
    found = []
    for text, rows in paragraphs(page):
        if not PROGRAM.search(text):
            sentences = re.split(r"(?<=[.:;]) ", " ".join(text.split()))
            found += [each for each in sentences if FIGURE.search(each) and MEASURED.search(each)]
            found += [row for row in rows if not PROGRAM.search(row)]
    return found


@cache
def words_of(program: str) -> set[str]:
    """The options of a program, and what it can be told to do: by its strings and its docstring."""
    tree = ast.parse((BENCHMARKS / program).read_text("utf-8"))
    texts = {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " not in node.value
    }
    usage = re.findall(r"``(.+?)``", ast.get_docstring(tree) or "", re.DOTALL)
    return texts | {word for each in usage for word in re.findall(r"[\w-]+", each)}


def unknown(page: str) -> list[str]:
    """The programs that there are not, and the arguments that a program does not know."""
    found = []
    for program, arguments in PROGRAM.findall(page):
        if not (BENCHMARKS / program).exists():
            found.append(program)
            continue
        words = re.split(r"[ :]", arguments.strip())
        names = [word.replace("--no-", "--") for word in words if not word.isdigit()]
        found += [f"{program} {name}" for name in names if name and name not in words_of(program)]
    return found


def test_every_figure_has_its_program() -> None:
    assert without_program(PAGE) == []
    assert len([row for _, rows in paragraphs(PAGE) for row in rows]) > 20


def test_every_program_is_there_and_knows_its_arguments() -> None:
    assert unknown(PAGE) == []
    assert len(PROGRAM.findall(PAGE)) > 10


PLANTED = """\
# Performance

Workers start after 0.4 seconds of parsing. At most 50 texts are compared.

`python tests/benchmarks/crawl.py real`

| | pages per second |
|---|---|
| crawl | 202 |

Text between.

| | peak |
|---|---|
| whole audit | 326 MB |
| `memory.py 10000` | 224 MB |

A million pages take 286 MB. `memory.py 60000:links 60000:wings` says how much; it takes 5 s.

`analysis.py --no-reports --annotated 10 20 --fast` and `python tests/benchmarks/gone.py`:

| pages | CPU time |
|---|---|
| 10 | 5 s |
"""


def test_a_figure_without_its_program_and_an_unknown_argument_are_seen() -> None:
    assert without_program(PLANTED) == ["| whole audit | 326 MB |"]
    alone = PLANTED.replace("`memory.py 60000:links 60000:wings` says how much; it", "It")
    assert without_program(alone)[1:] == ["A million pages take 286 MB.", "It takes 5 s."]
    assert unknown(PLANTED) == ["memory.py wings", "analysis.py --fast", "gone.py"]
