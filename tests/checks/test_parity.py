"""What other products report, and the check of ours that finds it: parity.csv, row by row."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from sitemap_audit.catalogue import load_checks

PARITY = Path(__file__).with_name("parity.csv")
ALIASES = {alias for check in load_checks() for alias in check.aliases}


def rows() -> list[dict[str, str]]:
    with PARITY.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("row", rows(), ids=lambda row: f"{row['product']}: {row['issue']}")
def test_an_issue_has_its_checks_or_the_reason_why_not(row: dict[str, str]) -> None:
    aliases = row["aliases"].split()
    assert bool(aliases) != bool(row["without"])
    assert set(aliases) - ALIASES == set()
