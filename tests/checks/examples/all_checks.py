"""The examples of every check: of its manual, and of its file of cases."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from checks.examples.manual import COLUMNS, Example, Row, read_examples
from checks.examples.together import run_together
from sitemap_audit.analysis.catalogue.catalogue import Check, load_checks

if TYPE_CHECKING:
    from collections.abc import Iterable

    from checks.examples.together import Run

CHECKS = load_checks()
CASES = Path(__file__).parents[1] / "cases"
"""More cases of a check than its manual has room for, in the same form.

A case's ``finds:`` may leave columns out; those that it names must be as it says.
"""


def examples(check: Check) -> tuple[Example, ...]:
    """Those of the check's manual, then those of its file of cases."""
    file = CASES / f"{check.name}.md"
    more = read_examples(file.read_text(encoding="utf-8")) if file.exists() else ()
    return (*of_manual(check), *more)


def of_manual(check: Check) -> tuple[Example, ...]:
    return _read(check.example)


_read = cache(read_examples)


def run_examples(checks: Iterable[Check], **more: Any) -> dict[str, list[Run]]:
    """Run checks on their examples.

    They are run together; those that find not what they say then, again without the others, and at
    last each alone.
    """
    pairs = [(check, example) for check in checks for example in examples(check)]
    runs = dict(enumerate(run_together(pairs, **more)))
    left = _not_as_told(pairs, runs)
    runs |= zip(left, run_together([pairs[number] for number in left], **more), strict=True)
    for number in _not_as_told(pairs, runs):
        runs[number] = run_together([pairs[number]], **more)[0]
    by_check: dict[str, list[Run]] = {check.name: [] for check, _ in pairs}
    for number, (check, _) in enumerate(pairs):
        by_check[check.name].append(runs[number])
    return by_check


def _not_as_told(pairs: list[tuple[Check, Example]], runs: dict[int, Run]) -> list[int]:
    return [
        number
        for number, (check, example) in enumerate(pairs)
        if runs[number].error is not None
        or found(check, example, runs[number].found) != found(check, example, example.finds)
    ]


def found(check: Check, example: Example, rows: list[Row]) -> list[list[str | None]]:
    """Findings in the columns of which the example tells, in the order of these."""
    columns = COLUMNS if example in of_manual(check) else example.columns
    values = [[row[column] for column in columns] for row in rows]
    return sorted(values, key=lambda row: [value or "" for value in row])
