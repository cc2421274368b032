"""What the checks say is to be changed: in a closed vocabulary, and by every check that can."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from checks.test_every_check import CHECKS, examples, of_manual
from sitemap_audit.analysis.findings import ACTIONS, CHANGE, PLACES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from checks.examples.manual import Example, Row
    from sitemap_audit.analysis.catalogue import Check

every_check = pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.name)


def changes(cases: Iterable[Example]) -> list[Row]:
    """The findings that say what to change."""
    return [row for case in cases for row in case.finds if row["action"] is not None]


def test_a_check_says_what_to_change_or_why_it_cannot() -> None:
    path = Path(__file__).with_name("without-change.csv")
    with path.open(encoding="utf-8", newline="") as file:
        excused = {row["check"]: row["reason"] for row in csv.DictReader(file)}
    assert all(excused.values())
    told = {check.name for check in CHECKS if changes(examples(check))}
    assert sorted([*told, *excused]) == sorted(check.name for check in CHECKS)


@every_check
def test_a_change_is_whole_and_in_the_words_that_are_documented(check: Check) -> None:
    for row in (row for case in of_manual(check) for row in case.finds):
        if all(row[name] is None for name in CHANGE):
            continue
        assert row["action"] in ACTIONS
        assert row["place"] in PLACES
        assert row["change_url"] is not None
        assert (row["to"] is None) == (row["action"] == "remove")
        assert row["from"] is None or row["action"] != "add"
