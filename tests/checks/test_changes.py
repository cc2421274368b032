"""What the checks say is to be changed: in a closed vocabulary, and by every check that can."""

from __future__ import annotations

import csv
import re
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

from checks.examples.all_checks import CHECKS, examples, of_manual
from checks.examples.changing import with_change
from checks.examples.together import run_together
from sitemap_audit.analysis.catalogue.findings import ACTIONS, CHANGE, PLACES
from sitemap_audit.parsing import urls

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from checks.examples.manual import Example, Row
    from checks.examples.together import Run

    Subject = tuple[str | None, ...]
    from sitemap_audit.analysis.catalogue.catalogue import Check

WITHOUT = Path(__file__).with_name("without-change.csv")
with WITHOUT.open(encoding="utf-8", newline="") as _file:
    EXCUSED = {row["check"]: row["reason"] for row in csv.DictReader(_file)}
OF_FAULTS = [check for check in CHECKS if not check.is_of_changes]
"Changes since the previous audit say what changed; what to change there is in the findings."
TELLING = [check for check in OF_FAULTS if check.name not in EXCUSED]


def changes(cases: Iterable[Example]) -> list[Row]:
    """The findings that say what to change."""
    return [row for case in cases for row in case.finds if row["action"] is not None]


def test_a_check_says_what_to_change_or_why_it_cannot() -> None:
    assert all(EXCUSED.values())
    told = {check.name for check in CHECKS if changes(examples(check))}
    assert sorted([*told, *EXCUSED]) == sorted(check.name for check in OF_FAULTS)


def test_a_change_is_whole_and_in_the_words_that_are_documented() -> None:
    for check in CHECKS:
        for row in (row for case in of_manual(check) for row in case.finds):
            if all(row[name] is None for name in CHANGE):
                continue
            assert row["action"] in ACTIONS, check.name
            assert row["place"] in PLACES, check.name
            assert row["change_url"] is not None, check.name
            assert (row["to"] is None) == (row["action"] in ("remove", "move")), check.name
            assert row["from"] is None or row["action"] != "add", check.name
            assert row["from"] is not None or row["action"] != "move", check.name


def test_expected_fix_and_change_do_not_contradict_each_other() -> None:
    for check in CHECKS:
        for row in (row for case in examples(check) for row in case.finds):
            expected, fix, to = (_urls_in(row[name]) for name in ("expected", "fix", "to"))
            agreeing = {url for url in expected for other in fix if other.startswith(url)}
            assert not (expected and fix) or agreeing, f"{check.name}: the fix names another URL"
            assert not (to and fix) or to & fix, f"{check.name}: the change names another URL"
            begun = {url for url in expected for other in to if other.startswith(url)}
            assert not (to and expected) or begun or row["change_url"] in expected, check.name
            if row["place"] == "loc" and row["action"] != "add" and row["fix"]:
                is_removed = re.match("(?i)take it out|remove", row["fix"]) is not None
                assert is_removed == (row["action"] == "remove"), check.name


def _urls_in(text: str | None) -> set[str]:
    found = re.findall(r"https?://[^\s\"'<>,;()]+", unescape(text or ""))
    return {url.rstrip(".:") for url in found}


REVEALED = {
    "hreflang/missing-self": {"hreflang/missing-return-link"},
    "redirect/listed-url-redirects": {"entry/loc-wrong-www"},
}
"""Errors that the fault has hidden: a page is judged on its first fault alone.

A page without hreflang that gets its own annotation has no return links yet, and a URL on www is
still listed in a sitemap on the bare host.
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


ERRORS = [
    check for check in CHECKS if check.severity == "error" if check.subject in _OF_PLACE.values()
]
KNOWN = {
    "listed": "SELECT url FROM listed WHERE url = loc",
    "indexable": """
        SELECT served_url AS url FROM indexability WHERE is_indexable AND status = 200
        UNION ALL SELECT requested FROM sitemaps WHERE entries > 0 AND status = 200
    """,
}


@pytest.fixture(scope="module")
def faults(runs: dict[str, list[Run]]) -> dict[str, list[str]]:
    """What is wrong with the changes of each check: together, and else alone."""
    changes = [each for check in TELLING if check.name in runs for each in told(check, runs)]
    found: dict[str, list[str]] = {name: [] for name in runs}
    for change, fault in zip(changes, faults_of(changes), strict=True):
        if fault and (alone := faults_of([change])[0]):
            found[change.check.name].append(f"{change.example.title}: {alone}")
    return found


telling = pytest.mark.parametrize("check", TELLING, ids=lambda check: check.name)


@telling
def test_a_url_to_list_is_known_to_be_indexable_and_is_not_listed(
    check: Check, runs: dict[str, list[Run]]
) -> None:
    """Advice never costs the reader a page."""
    for run in runs[check.name]:
        listed, indexable = ({row["url"] for row in run.read[name]} for name in KNOWN)
        for row in run.found:
            if row["place"] != "loc" or row["to"] is None:
                continue
            assert row["to"] not in listed, "it is listed already"
            written = row["from"] or ""
            is_without_scheme = row["to"].endswith(f"//{written}")
            read = urls.read_link(written, row["change_url"] or "")
            if not is_without_scheme and read.url != row["to"]:  # it is not only written anew
                assert row["to"] in indexable, "it is not known to be indexable"


@telling
def test_a_change_that_is_done_ends_the_finding_and_brings_no_error(
    check: Check, runs: dict[str, list[Run]], faults: dict[str, list[str]]
) -> None:
    """It is done to the text of what a server sends, where an example gives it, else to rows."""
    assert list(told(check, runs)), "no example says what to change"
    assert faults[check.name] == []


class Change(NamedTuple):
    """A finding whose change is to be done."""

    check: Check
    example: Example
    finding: Row
    errors: set[Subject]
    "Of the example before."


def told(check: Check, runs: dict[str, list[Run]]) -> Iterator[Change]:
    """Of each example, a finding for each kind of change."""
    for example, run in zip(examples(check), runs[check.name], strict=True):
        kinds = {(row["place"], row["action"]): row for row in run.found if row["action"]}
        for finding in kinds.values():
            yield Change(check, example, finding, errors_of(run, finding))


def faults_of(changes: Sequence[Change]) -> list[str | None]:
    """Do the changes, and those of other findings of the same subject; tell what is wrong."""
    faults: dict[int, str | None] = {}
    current = dict(enumerate(changes))
    for _ in range(_MOST_ROUNDS):
        done: dict[int, Change] = {}
        for number, change in current.items():
            changed = with_change(change.example, change.finding)
            if changed is None:
                faults[number] = "the place is not found"
            else:
                done[number] = change._replace(example=changed)
        runs = run_together([(each.check, each.example) for each in done.values()], also=ERRORS)
        current = {}
        for (number, change), run in zip(done.items(), runs, strict=True):
            with_change_last = sorted(run.found, key=lambda row: row["action"] is not None)
            by_subject = {subject(row): row for row in with_change_last}
            left = by_subject.get(subject(change.finding))
            before = changes[number]
            if left is None or (
                left["action"] is None and left["observed"] != before.finding["observed"]
            ):
                faults[number] = new_errors(before, run)
            elif left["action"] is None:
                faults[number] = "the finding is still there, without a change"
            else:
                current[number] = change._replace(finding=left)
    return [faults.get(number, "the finding is still there") for number in range(len(changes))]


def new_errors(change: Change, run: Run) -> str | None:
    """The errors that a change has brought to an example of the manual."""
    if change.example not in of_manual(change.check):
        return None
    new = errors_of(run, change.finding) - change.errors
    names = {str(name) for name, *_ in new} - REVEALED.get(change.check.name, set())
    return f"it brings {sorted(names)}" if names else None


def errors_of(run: Run, finding: Row) -> set[Subject]:
    """The errors of the subject whose errors a change could bring."""
    its_subject = _OF_PLACE.get(finding["place"] or "")
    names = {check.name for check in ERRORS if check.subject == its_subject}
    return {subject(row) for row in (*run.found, *run.others) if row["check"] in names}


def subject(finding: Row) -> Subject:
    """What makes a finding the same one."""
    names = ("check", "url", "sitemap_url", "related_url")
    return tuple(finding[name] for name in names)
