"""What other products report, and the check of ours that finds it: parity.csv, row by row.

Every check that a row names has a small site in ``sites/`` that makes it fire, and a healthy twin
on which it does not. All sites and twins of the same options are audited in one run of the command.
Beyond that, a site's file tells all its findings: one fault must not fire its neighbours' checks.
"""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from mockserver.certificates import Certificates

from parity.auditing import audit
from parity.sitefile import FAULTY, HEALTHY, read_site
from sitemap_audit.analysis.catalogue.catalogue import load_checks

if TYPE_CHECKING:
    from parity.auditing import Findings
    from parity.sitefile import Finding

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


SITES = {
    (variant, name): read_site(FOLDER / f"{name}.site", name, variant)
    for variant in (FAULTY, HEALTHY)
    for name in NAMES
}


@pytest.fixture(scope="module")
def audits(tmp_path_factory: pytest.TempPathFactory) -> Findings:
    """The findings of all sites and their twins: a run for every set of options."""
    findings: Findings = {"": Counter()}
    for options in sorted({site.options for site in SITES.values()}):
        folder = tmp_path_factory.mktemp("parity")
        sites = [site for site in SITES.values() if site.options == options]
        found_there = audit(sites, Certificates(folder), folder)
        findings |= {**found_there, "": findings[""] + found_there[""]}
    return findings


def test_an_issue_is_found_where_it_is_and_nowhere_else(audits: Findings) -> None:
    for row in rows():
        issue = f"{row['product']}: {row['issue']}"
        aliases, sites = row["aliases"].split(), row["sites"].split()
        assert bool(aliases) != bool(row["without"]), issue
        assert len(aliases) == len(sites), issue
        for alias, site in zip(aliases, sites, strict=True):
            assert CHECKS[alias] in found(audits[f"{FAULTY} {site}"]), issue
            assert CHECKS[alias] not in found(audits[f"{HEALTHY} {site}"]), issue


@pytest.mark.parametrize("variant", [FAULTY, HEALTHY])
@pytest.mark.parametrize("name", NAMES)
def test_a_site_gives_its_findings_and_no_others(name: str, variant: str, audits: Findings) -> None:
    site = SITES[variant, name]
    assert listed(audits[site.key]) == sorted(" ".join(each).strip() for each in site.finds)


def test_no_finding_is_on_no_site(audits: Findings) -> None:
    assert listed(audits[""]) == []


def found(findings: Counter[Finding]) -> set[str]:
    """The checks that found something."""
    return {finding.check for finding in findings}


def listed(findings: Counter[Finding]) -> list[str]:
    """Findings as they are written in a site's file."""
    return sorted(" ".join(finding).strip() for finding in findings.elements())
