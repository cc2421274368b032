"""What other products report, and the check of ours that finds it: parity.csv, row by row.

Every check that a row names has a small site in ``sites/`` that makes it fire, and a healthy twin
on which it does not. All sites are audited in one run of the command, all twins in another. Beyond
that, a site's file tells all its findings: one fault must not fire its neighbours' checks.
"""

from __future__ import annotations

import csv
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from mockserver.certificates import Certificates

from parity.auditing import audit
from parity.sitefile import FAULTY, HEALTHY, read_site
from sitemap_audit.analysis.catalogue.catalogue import load_checks

if TYPE_CHECKING:
    from parity.auditing import Findings
    from parity.sitefile import Finding, SmallSite

FOLDER = Path(__file__).with_name("sites")
PARITY = Path(__file__).parents[1] / "checks" / "parity.csv"
NAMES = sorted(
    path.relative_to(FOLDER).with_suffix("").as_posix() for path in FOLDER.glob("*/*.site")
)
CHECKS = {name: check.name for check in load_checks() for name in (check.name, *check.aliases)}
WITHOUT_SITES = {
    name for name, check in CHECKS.items() if check.startswith(("change/", "logs/", "search/"))
}
"Checks that compare two audits or read imported files; their examples test them."


def rows() -> list[dict[str, str]]:
    with PARITY.open(encoding="utf-8", newline="") as file:
        return [
            row for row in csv.DictReader(file) if not WITHOUT_SITES & {*row["aliases"].split()}
        ]


def read_all(variant: str) -> list[SmallSite]:
    return [read_site(FOLDER / f"{name}.site", name, variant) for name in NAMES]


@pytest.fixture(scope="module")
def audits(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Findings]:
    """The findings of the sites, and of their twins: a run each for every set of options."""

    def run(kind: tuple[str, tuple[str, ...], Path]) -> Findings:
        variant, options, folder = kind
        sites = [site for site in read_all(variant) if site.options == options]
        return audit(sites, Certificates(folder), folder)

    kinds = {site.options for site in read_all(FAULTY)}
    findings: dict[str, Findings] = {FAULTY: {}, HEALTHY: {}}
    with ThreadPoolExecutor(max_workers=2) as pool:
        asked = [
            (variant, options, tmp_path_factory.mktemp(variant))  # not safe in two threads
            for options in sorted(kinds)
            for variant in findings
        ]
        for (variant, *_), found_there in zip(asked, pool.map(run, asked), strict=True):
            nowhere = findings[variant].get("", Counter()) + found_there[""]
            findings[variant] |= {**found_there, "": nowhere}
    return findings


@pytest.mark.parametrize("row", rows(), ids=lambda row: f"{row['product']}: {row['issue']}")
def test_an_issue_is_found_where_it_is_and_nowhere_else(
    row: dict[str, str], audits: dict[str, Findings]
) -> None:
    aliases, sites = row["aliases"].split(), row["sites"].split()
    assert bool(aliases) != bool(row["without"])
    assert len(aliases) == len(sites)
    for alias, site in zip(aliases, sites, strict=True):
        assert CHECKS[alias] in found(audits[FAULTY][site])
        assert CHECKS[alias] not in found(audits[HEALTHY][site])


@pytest.mark.parametrize("variant", [FAULTY, HEALTHY])
@pytest.mark.parametrize("name", NAMES)
def test_a_site_gives_its_findings_and_no_others(
    name: str, variant: str, audits: dict[str, Findings]
) -> None:
    expected = read_site(FOLDER / f"{name}.site", name, variant).finds
    assert listed(audits[variant][name]) == sorted(" ".join(each).strip() for each in expected)


def test_no_finding_is_on_no_site(audits: dict[str, Findings]) -> None:
    assert [listed(audits[variant][""]) for variant in (FAULTY, HEALTHY)] == [[], []]


def found(findings: Counter[Finding]) -> set[str]:
    """The checks that found something."""
    return {finding.check for finding in findings}


def listed(findings: Counter[Finding]) -> list[str]:
    """Findings as they are written in a site's file."""
    return sorted(" ".join(finding).strip() for finding in findings.elements())
