"""What other products report, and the check of ours that finds it: parity.csv, row by row.

Every check that a row names has a small site in ``sites/`` that makes it fire, and a healthy twin
on which it does not. All sites and twins of the same options are audited in one run of the command.
Beyond that, a site's file tells all its findings: one fault must not fire its neighbours' checks.
"""

from __future__ import annotations

import csv
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from mockserver.certificates import Certificates

from parity.auditing import audit
from parity.sitefile import FAULTY, HEALTHY, read_site
from sitemap_audit.analysis.catalogue.catalogue import load_checks

if TYPE_CHECKING:
    from collections.abc import Iterable

    from parity.sitefile import Finding

FOLDER = Path(__file__).with_name("sites")
PARITY = Path(__file__).parents[1] / "checks" / "parity.csv"
NAMES = sorted(
    path.relative_to(FOLDER).with_suffix("").as_posix() for path in FOLDER.glob("*/*.site")
)
VARIANTS = (FAULTY, HEALTHY)
WITHOUT_SITES = {
    check.name for check in load_checks() if check.subject in ("change", "logs", "search")
}
"Checks that compare two audits or read imported files; their examples test them."
SITES = {
    (variant, name): read_site(FOLDER / f"{name}.site", name, variant)
    for variant in VARIANTS
    for name in NAMES
}
SLOW = ((), ("--render", "all"), ("--media", "10"))
"Options whose sites are many or take long; the examples of the checks are the short test of them."
OPTIONS = sorted({site.options for site in SITES.values()})


def rows() -> list[dict[str, str]]:
    with PARITY.open(encoding="utf-8", newline="") as file:
        return [row for row in csv.DictReader(file) if not WITHOUT_SITES & {*row["checks"].split()}]


def test_an_issue_has_a_site_that_makes_its_check_fire_and_a_twin_that_does_not() -> None:
    for row in rows():
        issue = f"{row['product']}: {row['issue']}"
        checks, sites = row["checks"].split(), row["sites"].split()
        assert bool(checks) != bool(row["without"]), issue
        assert len(checks) == len(sites), issue
        for check, site in zip(checks, sites, strict=True):
            fires, silent = ({each.check for each in SITES[v, site].finds} for v in VARIANTS)
            assert check in fires, issue
            assert check not in silent, issue


@pytest.mark.parametrize(
    "options",
    [
        pytest.param(
            each, id=" ".join(each) or "plain", marks=[pytest.mark.thorough] * (each in SLOW)
        )
        for each in OPTIONS
    ],
)
def test_sites_give_their_findings_and_no_others(options: tuple[str, ...], tmp_path: Path) -> None:
    sites = [site for site in SITES.values() if site.options == options]
    expected = {site.key: listed(site.finds) for site in sites} | {"": []}
    audited = audit(sites, Certificates(tmp_path), tmp_path)
    found = {key: listed(findings.elements()) for key, findings in audited.items()}
    wrong = {key for key in expected if found[key] != expected[key]}
    assert {key: found[key] for key in wrong} == {key: expected[key] for key in wrong}


def listed(findings: Iterable[Finding]) -> list[str]:
    """Findings as they are written in a site's file."""
    return sorted(" ".join(finding).strip() for finding in findings)
