"""What the audit says is to be changed is changed, and the site audited again.

The findings whose change was made are gone, and none is new, but for those of ``known.csv``, which
says of each what hid it before. Its patterns are those of :mod:`fnmatch`.
"""

from __future__ import annotations

import csv
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from round_trip.trip import Finding
from round_trip.trips import LARGER, LINKED, SMALL, make

if TYPE_CHECKING:
    from collections.abc import Sequence

    from round_trip.trips import Made


with Path(__file__).with_name("known.csv").open(encoding="utf-8", newline="") as _file:
    _ROWS = list(csv.DictReader(_file))


def faults_of(name: str, made: Made) -> str:
    """Return what is not as it was promised, and lines of known.csv that are not so any more."""
    trip = made.trip
    assert trip.applied or trip.by_fix
    known = [
        Finding(row["check"], row["subject"], row["related"])
        for row in _ROWS
        if row["trip"] == name
    ]
    found = [*(trip.new + trip.still_there)]
    found += [
        Finding("contradiction", row["change_url"], row["place"]) for row, *_ in trip.contradictions
    ]
    found += [
        Finding("place not found", row["change_url"], row["place"]) for row in trip.not_applied
    ]
    found = [_short(each, made.bases) for each in found]
    unknown = {each for each in found if not any(_fits(each, line) for line in known)}
    past = {line for line in known if not any(_fits(each, line) for each in found)}
    lines = [f"not known: {' '.join(each)}" for each in unknown]
    lines += [f"not there any more: {' '.join(each)}" for each in past]
    return "\n".join(sorted(lines))


def _short(finding: Finding, bases: Sequence[str]) -> Finding:
    texts = list(finding)
    for base in bases:
        texts = [text.replace(base, "") for text in texts]
    return Finding(*texts)


def _fits(found: Finding, line: Finding) -> bool:
    return all(map(fnmatchcase, found, line))


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("name", "sites"),
    [
        ("small", SMALL),
        ("larger", LARGER),
        ("linked", LINKED),
        ("demo", ("demo",)),
    ],
)
def test_changes_mend_what_they_promise(name: str, sites: tuple[str, ...], tmp_path: Path) -> None:
    assert faults_of(name, make(sites, tmp_path)) == ""
