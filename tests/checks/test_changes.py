"""What the checks say is to be changed: in a closed vocabulary, and by every check that can."""

from __future__ import annotations

import csv
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from checks.examples.changing import DONE_TO_ROWS, with_change
from checks.examples.manual import COLUMNS
from checks.test_every_check import (
    CHECKS,
    PAIRS,
    examples,
    of_manual,
    parameters_of,
    run_example,
    used_store,
)
from sitemap_audit.analysis.findings import ACTIONS, CHANGE, PLACES
from sitemap_audit.analysis.runner import run_checks, views_of
from sitemap_audit.parsing import urls

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


LISTED_INSTEAD = [
    (check, number)
    for number, (check, example) in enumerate(PAIRS)
    if any(row["place"] == "loc" and row["to"] is not None for row in example.finds)
]
"""The checks and the numbers of their examples that say what to list."""


@pytest.mark.parametrize(
    "number",
    [number for _, number in LISTED_INSTEAD],
    ids=[f"{check.name}-{number}" for check, number in LISTED_INSTEAD],
)
def test_a_url_to_list_is_known_to_be_indexable_and_is_not_listed(number: int) -> None:
    """Advice never costs the reader a page."""
    found = run_example(number).findings
    store = used_store().take(PAIRS[number][1])
    used_store().prepare({"indexability", "listed"})
    for row in found:
        if row["place"] != "loc" or row["to"] is None:
            continue
        to = {"url": row["to"]}
        listed = "SELECT COUNT(*) FROM listed WHERE url = $url AND url = loc"
        assert not store.value(listed, to), "it is listed already"
        if urls.read_link(row["from"], row["change_url"] or "").url == row["to"]:
            continue  # the same URL, written in another way
        known = "SELECT COUNT(*) FROM indexability WHERE url = $url AND is_indexable"
        sitemap = "SELECT COUNT(*) FROM sitemaps WHERE url = $url AND entries > 0"
        is_known = store.value(f"{known} AND status = 200", to)
        is_known = is_known or store.value(f"{sitemap} AND status = 200", to)
        assert is_known, "it is not known to be indexable"


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
_OF_PLACE = {"canonical": "canonical", "loc": "entry", "lastmod": "entry"}
"""The subject whose errors a change could bring; elsewhere hreflang."""
_MOST_ROUNDS = 5
"""Several entries or annotations may have the fault, of which a finding names one."""
TOLD = [
    (check, number)
    for number, (check, example) in enumerate(PAIRS)
    if example in of_manual(check) and any(row["place"] in DONE_TO_ROWS for row in example.finds)
]
"""The checks and the numbers of their manuals' examples whose changes can be done to rows."""


@pytest.mark.parametrize(
    "number", [number for _, number in TOLD], ids=[f"{check.name}-{n}" for check, n in TOLD]
)
def test_a_change_that_is_done_ends_the_finding_and_brings_no_error(number: int) -> None:
    check, example = PAIRS[number]
    before = found_in(example, [check])
    kinds = {(row["place"], row["action"]): row for row in before.values()}
    for (place, _), finding in kinds.items():
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
        errors = [
            other
            for other in CHECKS
            if other.severity == "error" and other.subject == _OF_PLACE.get(place or "", "hreflang")
        ]
        new = set(found_in(changed, errors)) - set(found_in(example, errors))
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
