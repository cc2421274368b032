"""Whole small sites, audited by the real command over HTTP.

``sites/<scenario>/`` holds ``site/`` (see :mod:`mockserver.rules`), ``scenario.toml`` (what
is asked for, under which certificate, and the exit status) and ``expected.csv``: every finding with
the reason for it, by its check, its subject (the URL, else the sitemap) and the related URL.
Addresses are written as in the site's files, without ``{{base}}``. Sites are audited together where
their options and exit status let them.
"""

from __future__ import annotations

import csv
import re
import tomllib
from collections import Counter
from contextlib import ExitStack
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pyarrow.parquet as parquet
import pytest
from advice import Change, disputed, removed, unsafe
from commanding import impatient, only, record, run
from mockserver import served
from mockserver.certificates import Certificates

from sitemap_audit import demo
from sitemap_audit.analysis.catalogue.catalogue import load_checks

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

SITES = Path(__file__).parent / "sites"
PIPED = {"COLUMNS": ""}
"Environment in which the width of a line is not known."
BY_WORKERS = "hostile"
"The site whose pages are read by worker processes: to start those takes longer than most sites."
SCENARIOS = {
    path.parent.name: tomllib.loads(path.read_text("utf-8"))
    for path in sorted(SITES.glob("*/scenario.toml"))
}
PLAIN = (
    *("clean", "clean-10-languages", "generators", "linked", "misspelled", "no-sitemap"),
    *("redirected-hreflang", "tls", "unnamed"),
)
TOGETHER = (
    *(PLAIN, ("blocked", "broken-xml", "down"), ("as-googlebot", "media", "redirects")),
    *(("demo",), ("hostile",), ("linked",), ("rendered",)),
)
SLOW = ("hostile", "rendered")
"Sites that take long: test_hostile.py and rendering/ show the like in less time."
STORED = ("check", "url", "line", "fix", "change_url", "action", "place", "from", "to")
"Columns of findings, as in Change."


class Finding(NamedTuple):
    """What a line of expected.csv says."""

    check: str
    subject: str
    related: str


class Audit(NamedTuple):
    """What a run of the command left."""

    status: int
    output: str
    findings: dict[str, Counter[Finding]]
    'By scenario; of the name "" those that are on no site\'s address.'
    ids: set[str]
    changes: list[Change]
    faults: dict[str, str]
    "Why a URL is not indexable."
    run: Mapping[str, Any]


def test_every_check_is_planted_in_the_demo_or_says_why_not() -> None:
    with (SITES / "demo" / "not-planted.csv").open(encoding="utf-8", newline="") as file:
        excused = {row["check"]: row["reason"] for row in csv.DictReader(file)}
    shown = {finding.check for finding in planted("demo")}
    assert all(excused.values())
    checks = [check.name for check in load_checks() if not check.is_of_changes]
    assert sorted([*shown, *excused]) == sorted(checks)


def test_every_site_is_audited() -> None:
    assert {*chain(*TOGETHER)} == {*SCENARIOS}


@pytest.mark.parametrize(
    "names",
    [
        pytest.param(each, id=" ".join(each), marks=[pytest.mark.thorough] * (each[0] in SLOW))
        for each in TOGETHER
    ],
)
def test_sites_give_the_findings_that_were_planted(names: tuple[str, ...], tmp_path: Path) -> None:
    scenarios = [SCENARIOS[name] for name in names]
    options = [] if names == PLAIN else [*chain(*(each.get("options", []) for each in scenarios))]
    audit = audited(names, options, tmp_path)
    assert audit.status == max(each["exit"] for each in scenarios), audit.output
    assert long_lines(audit.output) == []
    if "demo" in names:
        assert [line for told in outputs(only(tmp_path)) for line in long_lines(told)] == []
    assert unsafe(audit.changes, audit.faults) == []
    assert removed(audit.changes, audit.faults) == []
    assert disputed(audit.changes) == []
    total = sum(found.total() for found in audit.findings.values())
    assert len(audit.ids) == total, "an identity of several findings"
    expected = {name: planted(name) for name in names} | {"": Counter[Finding]()}
    if names == PLAIN:  # a link crawl changes no other finding
        linked = expected["linked"]
        expected["linked"] = Counter(
            each for each in linked.elements() if not each.check.startswith("links/")
        )
    for name in expected:
        assert listed(audit.findings[name] - expected[name]) == [], f"{name}: found, not planted"
        assert listed(expected[name] - audit.findings[name]) == [], f"{name}: planted, not found"
    assert audit.run["complete"] is (audit.status not in (2, 3))
    ledger = audit.run["ledger"]
    assert ledger["listed"] == sum(ledger["outcomes"].values())
    assert ledger["listed"] == ledger["fetched"] + ledger["refused"] + ledger["not_fetched"]
    if names == PLAIN:  # of the clean sites nothing is left to say
        assert [cause["sentence"] for cause in audit.run["not_checked"]] == [
            "2 URLs are blocked by robots.txt: their canonicals and hreflang are not known.",
            "1 URL could not be read (connection refused): its canonical and hreflang are not"
            " known.",
        ]
    if all("ledger" in each for each in scenarios):
        counts = ("listed", "fetched", "refused", "not_fetched")
        told = {name: sum(each["ledger"][name] for each in scenarios) for name in counts}
        assert ledger.items() >= told.items()


def audited(names: Sequence[str], options: Sequence[str], folder: Path) -> Audit:
    """Serve the sites of scenarios and audit them in one run."""
    certificates = Certificates(folder)
    given = ["-o", str(folder), *options]
    given += [] if BY_WORKERS in names else ["--workers", "0"]
    where: dict[str, dict[str, str]] = {}
    with ExitStack() as stack:
        for name in names:
            kind = SCENARIOS[name].get("certificate")
            certificate = getattr(certificates, kind)() if kind else None
            server = (
                demo.serving_origins()
                if name == "demo"
                else served(SITES / name / "site", certificate=certificate)
            )
            where[name] = stack.enter_context(server)
            targets = SCENARIOS[name].get("targets", ["{{base}}"])
            given += [with_addresses(target, where[name]) for target in targets]
        trusted = {"SSL_CERT_FILE": str(certificates.authority)}
        words = [word for name in names for word in SCENARIOS[name].get("impatient", ())]
        patch = "".join(impatient(word, seconds=3) for word in words)
        ended = run(*given, folder=folder, environment=trusted | PIPED, patch=patch)
    report = only(folder)
    with (report / "findings.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    findings = {name: Counter[Finding]() for name in (*names, "")}
    for row in rows:
        subject = row["url"] or row["sitemap_url"]
        name = next((each for each in names if without(subject, where[each]) != subject), "")
        findings[name][found(row, where.get(name, {}))] += 1
    ids = {row["id"] for row in rows}
    told, states = (read_parquet(report, table) for table in ("findings", "url_states"))
    return Audit(
        ended.returncode,
        ended.stdout + ended.stderr,
        findings,
        ids,
        [Change(*(row[name] for name in STORED)) for row in told],
        {row["url"]: row["reasons"] for row in states if row["is_indexable"] is False},
        record(report),
    )


def outputs(folder: Path) -> Iterator[str]:
    """What the commands on an audit and their errors say."""
    url = f"{record(folder)['sites'][0]}planted/cluster-nobody/en"
    for command in (
        *(("fix", folder, "--force"), ("lookup", folder, url), ("checks",), ("compare", folder)),
        *(("explain", "--columns", "findings"), ("explain", "hreflang/missing-return-link")),
    ):
        ended = run(*command, environment=PIPED)
        yield ended.stdout + ended.stderr


def long_lines(text: str) -> list[str]:
    """The lines of more than 80 characters, but for those that are a single URL or path."""
    return [line for line in text.splitlines() if len(line) > 80 and " " in line.strip()]


def read_parquet(report: Path, table: str) -> list[dict[str, Any]]:
    """Read a stored table."""
    rows: list[dict[str, Any]] = parquet.read_table(report / "data" / table).to_pylist()
    return rows


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
