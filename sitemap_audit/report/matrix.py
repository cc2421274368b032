"""Read the hreflang matrix: a row and a column for each language code."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sitemap_audit.steps import step

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sitemap_audit.storage import Store

_MOST = 60
"Codes that are shown: those with most annotations that are not valid."
_ROOMY = 12
"Codes up to which a cell has room for all its counts."
SIGNS = {"not returned": "✗", "target error": "!", "not checked": "?", "valid": "✓"}
"Of the states of an annotation, the worst first."


class Cell(NamedTuple):
    """From the pages of one code to those of another."""

    source: str
    target: str
    counts: Mapping[str, int]
    "Annotations by state, the worst first; empty where no page annotates the other code."

    @property
    def state(self) -> str:
        """The worst state; '' where there is no annotation."""
        return next(iter(self.counts), "")

    @property
    def sentence(self) -> str:
        """All of it: 'en → de: 12 not returned, 30 valid'."""
        told = ", ".join(f"{number:,} {state}" for state, number in self.counts.items())
        return f"{self.source} → {self.target}: {told}"


class Line(NamedTuple):
    """A row of the matrix."""

    code: str
    cells: Sequence[Cell]
    problems: int
    "Annotations that are not valid."


class Matrix(NamedTuple):
    """The whole table."""

    codes: Sequence[str]
    lines: Sequence[Line]
    is_roomy: bool
    "Whether a cell has room for all its counts."
    all_codes: int
    "More than there are columns where the table is cut."


def read_matrix(store: Store) -> Matrix | None:
    """Read the matrix; None where no page has hreflang annotations."""
    pairs = {
        (source, target): counts for source, target, *counts in store.rows(step("report/locales"))
    }
    if not pairs:
        return None
    problems: dict[str, int] = {}
    for (source, target), (*bad, _) in pairs.items():
        for code in (source, target):
            problems[code] = problems.get(code, 0) + sum(bad)
    shown = sorted(sorted(problems), key=lambda code: -problems[code])[:_MOST]
    codes = sorted(shown, key=lambda code: (code == "none", code))
    lines = [_line(source, codes, pairs) for source in codes]
    return Matrix(codes, lines, len(codes) <= _ROOMY, len(problems))


def _line(
    source: str, codes: Sequence[str], pairs: Mapping[tuple[str, str], Sequence[int]]
) -> Line:
    cells = [_cell(source, target, pairs.get((source, target), ())) for target in codes]
    bad = sum(sum(cell.counts.values()) - cell.counts.get("valid", 0) for cell in cells)
    return Line(source, cells, bad)


def _cell(source: str, target: str, numbers: Sequence[int]) -> Cell:
    counts = dict(zip(SIGNS, numbers, strict=False))
    return Cell(source, target, {state: number for state, number in counts.items() if number})
