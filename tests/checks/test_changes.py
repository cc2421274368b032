"""What the checks say is to be changed: in a closed vocabulary, and by every check that can."""

from __future__ import annotations

import csv
import re
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from checks.examples.changing import with_change
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
from sitemap_audit.analysis.catalogue.findings import ACTIONS, CHANGE, PLACES
from sitemap_audit.analysis.runner import run_checks, views_of
from sitemap_audit.parsing import urls

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from checks.examples.manual import Example, Row
    from sitemap_audit.analysis.catalogue.catalogue import Check

WITHOUT = Path(__file__).with_name("without-change.csv")
with WITHOUT.open(encoding="utf-8", newline="") as _file:
    EXCUSED = {row["check"]: row["reason"] for row in csv.DictReader(_file)}
OF_FAULTS = [check for check in CHECKS if not check.is_of_changes]
"Changes since the previous audit say what changed; what to change there is in the findings."
TELLING = [check for check in OF_FAULTS if check.name not in EXCUSED]

every_check = pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.name)


def changes(cases: Iterable[Example]) -> list[Row]:
    """The findings that say what to change."""
    return [row for case in cases for row in case.finds if row["action"] is not None]


def test_a_check_says_what_to_change_or_why_it_cannot() -> None:
    assert all(EXCUSED.values())
    told = {check.name for check in CHECKS if changes(examples(check))}
    assert sorted([*told, *EXCUSED]) == sorted(check.name for check in OF_FAULTS)


@every_check
def test_a_change_is_whole_and_in_the_words_that_are_documented(check: Check) -> None:
    for row in (row for case in of_manual(check) for row in case.finds):
        if all(row[name] is None for name in CHANGE):
            continue
        assert row["action"] in ACTIONS
        assert row["place"] in PLACES
        assert row["change_url"] is not None
        assert (row["to"] is None) == (row["action"] in ("remove", "move"))
        assert row["from"] is None or row["action"] != "add"
        assert row["from"] is not None or row["action"] != "move"


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
        written = row["from"] or ""
        is_without_scheme = row["to"].endswith(f"//{written}")
        if is_without_scheme or urls.read_link(written, row["change_url"] or "").url == row["to"]:
            continue  # the same URL, written in another way
        known = "SELECT COUNT(*) FROM indexability WHERE url = $url AND is_indexable"
        sitemap = "SELECT COUNT(*) FROM sitemaps WHERE url = $url AND entries > 0"
        is_known = store.value(f"{known} AND status = 200", to)
        is_known = is_known or store.value(f"{sitemap} AND status = 200", to)
        assert is_known, "it is not known to be indexable"


@every_check
def test_expected_fix_and_change_do_not_contradict_each_other(check: Check) -> None:
    for row in (row for case in examples(check) for row in case.finds):
        expected, fix, to = (_urls_in(row[name]) for name in ("expected", "fix", "to"))
        agreeing = {url for url in expected for other in fix if other.startswith(url)}
        assert not (expected and fix) or agreeing, "the fix names another URL"
        assert not (to and fix) or to & fix, "the change names another URL than the fix"
        begun = {url for url in expected for other in to if other.startswith(url)}
        assert not (to and expected) or begun or row["change_url"] in expected
        if row["place"] == "loc" and row["action"] != "add" and row["fix"]:
            is_removed = re.match("(?i)take it out|remove", row["fix"]) is not None
            assert is_removed == (row["action"] == "remove")


def _urls_in(text: str | None) -> set[str]:
    found = re.findall(r"https?://[^\s\"'<>,;()]+", unescape(text or ""))
    return {url.rstrip(".:") for url in found}


REVEALED = {
    "canonical/chain": {"canonical/canonicalized"},
    "redirect/listed-url-redirects": {"entry/loc-wrong-www"},
}
"""Errors that the fault has hidden: a page is judged on its first fault alone.

A page that names the end of the chain is still a copy of it, and a URL on www is still listed in a
sitemap on the bare host.
"""
_OF_PLACE = {
    **dict.fromkeys(("loc", "lastmod"), "entry"),
    "canonical": "canonical",
    **dict.fromkeys(("hreflang", "hreflang-url", "hreflang-code", "lang"), "hreflang"),
    **dict.fromkeys(("meta", "head", "body", "robots"), "indexability"),
}
"""By place: the subject whose errors a change could bring."""
_MOST_ROUNDS = 8
"""Several entries or annotations may have the fault, of which a finding names one."""


@pytest.mark.parametrize("check", TELLING, ids=lambda check: check.name)
def test_a_change_that_is_done_ends_the_finding_and_brings_no_error(check: Check) -> None:
    """It is done to the text of what a server sends, where an example gives it, else to rows."""
    done = 0
    for finding, example in told(check):
        done += 1
        changed = ended(check, finding, example)
        if example not in of_manual(check) or finding["place"] not in _OF_PLACE:
            continue
        its_subject = _OF_PLACE[finding["place"] or ""]
        errors = [
            each for each in CHECKS if each.severity == "error" if each.subject == its_subject
        ]
        left = set(found_in(changed, errors))
        new = left - set(found_in(example, errors)) if left else left
        assert not {name for name, *_ in new} - REVEALED.get(check.name, set())
    assert done, "no example says what to change"


def told(check: Check) -> Iterator[tuple[Row, Example]]:
    """Of each example, a finding for each kind of change."""
    for example in examples(check):
        if example in of_manual(check):  # whose findings are told whole
            found = [{"check": check.name, **row} for row in example.finds]
        else:
            found = list(found_in(example, [check]).values()) if example.finds else []
        kinds = {(row["place"], row["action"]): row for row in found if row["action"]}
        for finding in kinds.values():
            yield finding, example


def ended(check: Check, finding: Row, example: Example) -> Example:
    """The example with the change done, and with those of other findings of the same subject."""
    changed, current = example, finding
    for _ in range(_MOST_ROUNDS):
        done = with_change(changed, current)
        assert done is not None, f"the place is not found: {example.title}"
        changed = done
        left = found_in(changed, [check]).get(subject(finding))
        if left is None or (left["action"] is None and left["observed"] != finding["observed"]):
            return changed
        current = left
        assert current["action"] is not None
    raise AssertionError(f"the finding is still there: {example.title}")


def subject(finding: Row) -> tuple[str | None, ...]:
    """What makes a finding the same one."""
    names = ("check", "url", "sitemap_url", "related_url")
    return tuple(finding[name] for name in names)


def found_in(example: Example, checks: list[Check]) -> dict[tuple[str | None, ...], Row]:
    """The findings of some checks, by their subject."""
    store = used_store().take(example)
    used_store().prepare(views_of(checks))
    run_checks(store, checks, parameters_of(checks[0], example) if len(checks) == 1 else {})
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
    with_change_last = sorted(found, key=lambda row: row["action"] is not None)
    return {subject(row): row for row in with_change_last}
