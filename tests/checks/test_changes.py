"""What the checks say is to be changed: in a closed vocabulary, and by every check that can."""

from __future__ import annotations

import csv
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from checks.examples.changing import with_change
from checks.examples.manual import COLUMNS
from checks.test_every_check import (
    CHECKS,
    PAIRS,
    examples,
    findings,
    of_manual,
    parameters_of,
    used_store,
)
from sitemap_audit.analysis.findings import ACTIONS, CHANGE, PLACES
from sitemap_audit.analysis.runner import run_checks, views_of
from sitemap_audit.parsing import urls

if TYPE_CHECKING:
    from collections.abc import Iterable

    from checks.examples.manual import Example, Row
    from sitemap_audit.analysis.catalogue import Check

DOABLE = {"canonical", "entry", "hreflang"}
"""Subjects whose errors a change of an entry or an annotation could bring."""

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


CHANGED = [
    (check, number)
    for number, (check, example) in enumerate(PAIRS)
    if any(row["action"] is not None for row in example.finds)
]
"""The checks and the numbers of their examples that say what to change."""


@pytest.mark.parametrize(
    "number", [number for _, number in CHANGED], ids=[f"{c.name}-{n}" for c, n in CHANGED]
)
def test_a_url_to_list_instead_is_known_to_be_indexable_and_is_not_listed(number: int) -> None:
    """Advice never costs the reader a page."""
    check, example = PAIRS[number]
    store = used_store().take(example)
    used_store().prepare({"indexability", "listed", *views_of([check])})
    run_checks(store, [check], parameters_of(check, example))
    for row in findings(store):
        if row["place"] != "loc" or row["to"] is None:
            continue
        listed = store.value(
            "SELECT COUNT(*) FROM listed WHERE url = $url AND url = loc", {"url": row["to"]}
        )
        assert not listed, "it is listed already"
        if (
            row["from"] is not None
            and urls.read_link(row["from"], row["change_url"]).url == row["to"]
        ):
            continue  # the same URL, written in another way
        sound = (
            "SELECT (SELECT COUNT(*) FROM indexability"
            " WHERE url = $url AND is_indexable AND status = 200)"
            " + (SELECT COUNT(*) FROM sitemaps WHERE url = $url AND status = 200 AND entries > 0)"
        )
        assert store.value(sound, {"url": row["to"]}), "it is not known to be indexable"


@every_check
def test_what_is_expected_is_what_is_to_be_written(check: Check) -> None:
    for row in changes(of_manual(check)):
        if row["place"] not in ("loc", "canonical", "hreflang-url"):
            continue
        named = re.findall(r"https?://\S+[^\s,;:)]", row["expected"] or "")
        if named and (row["to"] or "").startswith("http"):
            assert any((row["to"] or "").startswith(name) for name in named)


REVEALED = {
    "canonical/chain": {"canonical/elsewhere"},
    "redirect/listed-url-redirects": {"entry/loc-wrong-www"},
}
"""Errors that the fault has hidden: a page is judged on its first fault alone.

A page that names the end of the chain is still a copy of it, and a URL on www is still listed in a
sitemap on the bare host.
"""
ERRORS = [check for check in CHECKS if check.severity == "error" and check.subject in DOABLE]
_MOST_ROUNDS = 5
"""Several entries or annotations may have the fault, of which a finding names one."""


@pytest.mark.parametrize(
    "number", [number for _, number in CHANGED], ids=[f"{c.name}-{n}" for c, n in CHANGED]
)
def test_a_change_that_is_done_ends_the_finding_and_brings_no_error(number: int) -> None:
    check, example = PAIRS[number]
    before = found_in(example, [check])
    for finding in before.values():
        if finding["action"] is None:
            continue
        changed, left = example, before
        for _ in range(_MOST_ROUNDS):
            current = left.get(subject(finding))
            done = with_change(changed, current) if current and current["action"] else None
            if done is None:
                break
            changed, left = done, found_in(done, [check])
        if changed is example:
            continue  # it is done elsewhere than in the rows
        assert subject(finding) not in left
        if example in of_manual(check):
            new = set(found_in(changed, ERRORS)) - set(found_in(example, ERRORS))
            assert not {name for name, *_ in new} - REVEALED.get(check.name, set())


def subject(finding: Row) -> tuple[str | None, ...]:
    """What makes a finding the same one."""
    names = ("check", "url", "sitemap_url", "related_url")
    return tuple(finding[name] for name in names)


def found_in(example: Example, checks: list[Check]) -> dict[tuple[str | None, ...], Row]:
    """The findings of some checks, by their subject."""
    store = used_store().take(example)
    used_store().prepare(views_of(checks))
    known = {
        name: value for owner in checks for name, value in parameters_of(owner, example).items()
    }
    run_checks(store, checks, known if len(checks) == 1 else {})
    columns = ("check", *COLUMNS)
    rows = store.rows(
        ", ".join(f'"{name}"' for name in columns).join(("SELECT ", " FROM findings"))
    )
    found = [
        {
            name: None if value is None else str(value)
            for name, value in zip(columns, row, strict=True)
        }
        for row in rows
    ]
    return {subject(row): row for row in found}
