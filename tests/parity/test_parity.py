"""What other products report, and the check of ours that finds it: parity.csv, row by row.

Every check that a row names has a small site in ``sites/`` that makes it fire, and a healthy twin
on which it does not. All sites are audited in one run of the command, all twins in another. Beyond
that, a site's file tells all its findings: one fault must not fire its neighbours' checks.
"""

from __future__ import annotations

import csv
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from mockserver.certificates import Certificates

from parity.auditing import audit
from parity.sitefile import FAULTY, HEALTHY, read_site
from sitemap_audit.catalogue import load_checks

if TYPE_CHECKING:
    from collections import Counter

    from parity.auditing import Audited
    from parity.sitefile import Finding, SmallSite

FOLDER = Path(__file__).with_name("sites")
PARITY = Path(__file__).parents[1] / "checks" / "parity.csv"
NAMES = sorted(
    path.relative_to(FOLDER).with_suffix("").as_posix() for path in FOLDER.glob("*/*.site")
)
CHECKS = {alias: check.name for check in load_checks() for alias in check.aliases}


def rows() -> list[dict[str, str]]:
    with PARITY.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def read_all(variant: str) -> list[SmallSite]:
    return [read_site(FOLDER / f"{name}.site", name, variant) for name in NAMES]


@pytest.fixture(scope="module")
def audits(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Audited]:
    """Both runs, at the same time."""

    def run(variant: str) -> Audited:
        folder = tmp_path_factory.mktemp(variant)
        return audit(read_all(variant), Certificates(folder), folder)

    with ThreadPoolExecutor() as pool:
        variants = (FAULTY, HEALTHY)
        return dict(zip(variants, pool.map(run, variants), strict=True))


@pytest.mark.parametrize("row", rows(), ids=lambda row: f"{row['product']}: {row['issue']}")
def test_an_issue_is_found_where_it_is_and_nowhere_else(
    row: dict[str, str], audits: dict[str, Audited]
) -> None:
    aliases, sites = row["aliases"].split(), row["sites"].split()
    assert bool(aliases) != bool(row["without"])
    assert len(aliases) == len(sites)
    for alias, site in zip(aliases, sites, strict=True):
        assert CHECKS[alias] in found(audits[FAULTY].findings[site])
        assert CHECKS[alias] not in found(audits[HEALTHY].findings[site])


@pytest.mark.parametrize("variant", [FAULTY, HEALTHY])
@pytest.mark.parametrize("name", NAMES)
def test_a_site_gives_its_findings_and_no_others(
    name: str, variant: str, audits: dict[str, Audited]
) -> None:
    expected = read_site(FOLDER / f"{name}.site", name, variant).finds
    assert listed(audits[variant].findings[name]) == sorted(
        " ".join(each).strip() for each in expected
    )


def test_no_finding_is_on_no_site(audits: dict[str, Audited]) -> None:
    assert [listed(audits[variant].findings[""]) for variant in (FAULTY, HEALTHY)] == [[], []]


def found(findings: Counter[Finding]) -> set[str]:
    """The checks that found something."""
    return {finding.check for finding in findings}


def listed(findings: Counter[Finding]) -> list[str]:
    """Findings as they are written in a site's file."""
    return sorted(" ".join(finding).strip() for finding in findings.elements())
