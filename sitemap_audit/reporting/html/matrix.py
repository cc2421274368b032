"""The hreflang matrix of report.html: a row and a column for each language code."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sitemap_audit.reporting.html.content import fragment

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sitemap_audit.storage import Store

_MOST = 60
"Codes that are shown: those with most annotations that are not valid."
_ROOMY = 12
"Codes up to which a cell has room for all its counts."
STATES = {
    "return link missing": ("missing", "✗"),
    "target error": ("broken", "!"),
    "not checked": ("unchecked", "?"),
    "valid": ("valid", "✓"),
}
"Of an annotation, the worst first, with the class and the sign of a cell."
_ROWS = """
SELECT source_code, target_code, missing, broken, "unknown", returned
FROM locale_pairs
ORDER BY source_code, target_code
"""


class Count(NamedTuple):
    """The annotations of a cell in one state."""

    kind: str
    sign: str
    number: int


class Cell(NamedTuple):
    """From the pages of one code to those of another."""

    kind: str
    "Of its worst state; 'none' where no page annotates the other code."
    counts: Sequence[Count]
    title: str
    link: str


class Line(NamedTuple):
    """A row of the matrix."""

    code: str
    cells: Sequence[Cell]
    problems: int
    "Annotations that are not valid."
    is_valid: bool


class Matrix(NamedTuple):
    """The whole table."""

    codes: Sequence[str]
    lines: Sequence[Line]
    is_roomy: bool
    all_codes: int
    "More than there are columns where the table is cut."


def read_matrix(store: Store) -> Matrix | None:
    """Read the matrix; None where no page has hreflang annotations."""
    pairs = {(source, target): counts for source, target, *counts in store.rows(_ROWS)}
    if not pairs:
        return None
    problems: dict[str, int] = {}
    for (source, target), (*bad, _) in pairs.items():
        for code in (source, target):
            problems[code] = problems.get(code, 0) + sum(bad)
    shown = sorted(sorted(problems), key=lambda code: -problems[code])[:_MOST]
    codes = sorted(shown, key=lambda code: (code == "none", code))
    is_roomy = len(codes) <= _ROOMY
    lines = [_line(source, codes, pairs, is_roomy=is_roomy) for source in codes]
    return Matrix(codes, lines, is_roomy, len(problems))


def _line(
    source: str,
    codes: Sequence[str],
    pairs: dict[tuple[str, str], list[int]],
    *,
    is_roomy: bool,
) -> Line:
    cells = [_cell(source, target, pairs.get((source, target)), is_roomy) for target in codes]
    bad = sum(sum(pairs[source, target][:3]) for target in codes if (source, target) in pairs)
    return Line(source, cells, bad, is_valid=not bad)


def _cell(source: str, target: str, numbers: list[int] | None, is_roomy: bool) -> Cell:
    if numbers is None:
        return Cell("same" if source == target else "none", (), "", "")
    counts = [
        Count(*STATES[state], number)
        for state, number in zip(STATES, numbers, strict=True)
        if number
    ]
    told = ", ".join(
        f"{number:,} {state}" for state, number in zip(STATES, numbers, strict=True) if number
    )
    shown = counts if is_roomy else counts[:1]
    title = f"{source} → {target}: {told}"
    return Cell(counts[0].kind, shown, title, fragment("pairs", source=source, code=target))
