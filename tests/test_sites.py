"""Whole small sites, audited by the real command over HTTP.

``sites/<scenario>/`` holds ``site/`` (see :mod:`sitemap_audit.demo.rules`), ``scenario.toml`` (what
is asked for, under which certificate, and the exit status) and ``expected.csv``: every finding with
the reason for it, by its check, its subject (the URL, else the sitemap) and the related URL.
Addresses are written as in the site's files, without ``{{base}}``.
"""

from __future__ import annotations

import csv
import re
import tomllib
from collections import Counter
from importlib.resources import as_file, files
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from commanding import only, record, run
from mockserver import served
from mockserver.certificates import Certificates

from sitemap_audit.analysis.catalogue.catalogue import load_checks

if TYPE_CHECKING:
    from collections.abc import Mapping

SITES = Path(__file__).parent / "sites"
BY_WORKERS = {"demo", "hostile"}
"""Sites whose pages are read by worker processes; starting those takes longer than most sites."""
SCENARIOS = sorted(path.parent.name for path in SITES.glob("*/scenario.toml"))


class Finding(NamedTuple):
    """What a line of expected.csv says."""

    check: str
    subject: str
    related: str


class Audit(NamedTuple):
    """What a run of the command left."""

    status: int
    output: str
    findings: Counter[Finding]
    ids: set[str]
    run: Mapping[str, Any]


def test_every_check_is_planted_in_the_demo_or_says_why_not() -> None:
    with (SITES / "demo" / "not-planted.csv").open(encoding="utf-8", newline="") as file:
        excused = {row["check"]: row["reason"] for row in csv.DictReader(file)}
    shown = {finding.check for finding in planted("demo")}
    assert all(excused.values())
    checks = [check.name for check in load_checks() if not check.is_of_changes]
    assert sorted([*shown, *excused]) == sorted(checks)


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_site_gives_the_findings_that_were_planted(name: str, tmp_path: Path) -> None:
    scenario = tomllib.loads((SITES / name / "scenario.toml").read_text("utf-8"))
    audit = audited(name, scenario, tmp_path)
    assert audit.status == scenario["exit"], audit.output
    assert len(audit.ids) == audit.findings.total(), "an identity of several findings"
    expected = planted(name)
    assert listed(audit.findings - expected) == [], "found, not planted"
    assert listed(expected - audit.findings) == [], "planted, not found"
    assert audit.run["complete"] is (scenario["exit"] not in (2, 3))
    ledger = audit.run["ledger"]
    assert ledger["listed"] == sum(ledger["outcomes"].values())
    assert ledger["listed"] == ledger["fetched"] + ledger["refused"] + ledger["not_checked"]
    assert ledger.items() >= scenario.get("ledger", {}).items()


def test_a_link_crawl_changes_no_other_finding(tmp_path: Path) -> None:
    scenario = tomllib.loads((SITES / "linked" / "scenario.toml").read_text("utf-8"))
    assert scenario.pop("options") == ["--crawl"]
    others = (each for each in listed(planted("linked")) if not each.startswith("links/"))
    assert listed(audited("linked", scenario, tmp_path).findings) == [*others]


def audited(name: str, scenario: Mapping[str, Any], folder: Path) -> Audit:
    """Serve a scenario's site and audit it."""
    with as_file(files("sitemap_audit.demo") / "site") as demo_site:
        site = demo_site if name == "demo" else SITES / name / "site"
        certificates = Certificates(folder)
        kind = scenario.get("certificate")
        certificate = getattr(certificates, kind)() if kind else None
        with served(site, certificate=certificate) as addresses:
            targets = scenario.get("targets", ["{{base}}"])
            given = [with_addresses(target, addresses) for target in targets]
            given += ["-o", str(folder), *scenario.get("options", [])]
            given += [] if name in BY_WORKERS else ["--workers", "0"]
            trusted = {"SSL_CERT_FILE": str(certificates.authority)}
            ended = run(*given, folder=folder, environment=trusted)
        report = only(folder)
        with (report / "findings.csv").open(encoding="utf-8-sig", newline="") as file:
            rows = list(csv.DictReader(file))
        findings = Counter(found(row, addresses) for row in rows)
        ids = {row["id"] for row in rows}
        return Audit(ended.returncode, ended.stdout + ended.stderr, findings, ids, record(report))


def found(row: Mapping[str, str], addresses: Mapping[str, str]) -> Finding:
    """A finding of a report."""
    subject, related = row["url"] or row["sitemap_url"], row["related_url"]
    return Finding(row["check"], without(subject, addresses), without(related, addresses))


def planted(name: str) -> Counter[Finding]:
    """The findings that a scenario expects."""
    with (SITES / name / "expected.csv").open(encoding="utf-8", newline="") as file:
        return Counter(
            Finding(row["check"], row["subject"], row["related"]) for row in csv.DictReader(file)
        )


def with_addresses(text: str, addresses: Mapping[str, str]) -> str:
    """Fill in where the site is served."""
    for name, address in addresses.items():
        text = text.replace("{{" + name + "}}", address)
    return text


def without(text: str, addresses: Mapping[str, str]) -> str:
    """The opposite: a text that is the same in every run."""
    for name, address in addresses.items():
        short = "" if name == "base" else "{{" + name + "}}"
        text = re.sub(re.escape(address) + r"(?!\d)", short, text)
    return text


def listed(findings: Counter[Finding]) -> list[str]:
    """Findings for people, one a line."""
    return sorted(" ".join(filter(None, finding)) for finding in findings.elements())
