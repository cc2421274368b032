"""An audit whose pages a cluster fetches gives what the plain audit gives."""

from __future__ import annotations

import csv
import re
from collections import Counter
from contextlib import ExitStack
from importlib.resources import as_file, files
from typing import TYPE_CHECKING, NamedTuple

import pytest
from commanding import ROOT, only, record, run
from mockserver import served

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

PROBE = re.compile("no-such-page-[0-9a-f]{16}")
"The path of a probe depends on the port."
MASTER = "local-cluster[2,1,1024]"


class Audit(NamedTuple):
    """What an audit of both sites left."""

    status: int
    output: str
    folder: Path
    findings: Counter[tuple[str, ...]]
    requests: Counter[tuple[str, ...]]
    "Host, method and target, as often as they were requested."


@pytest.fixture(scope="module")
def audits(tmp_path_factory: pytest.TempPathFactory) -> tuple[Audit, Audit]:
    """Return the plain audit of two sites of two hosts each, and that on a cluster."""
    folder = tmp_path_factory.mktemp("equality")
    return audited(folder / "plain"), audited(folder / "cluster", "--cluster", MASTER)


def audited(folder: Path, *options: str) -> Audit:
    """Audit the demo site and one of redirects over two hosts; each audit has its own server."""
    folder.mkdir()
    with ExitStack() as stack:
        demo = stack.enter_context(as_file(files("sitemap_audit.demo") / "site"))
        sites = (demo, ROOT / "tests" / "sites" / "redirects" / "site")
        logs = [folder / f"{number}.log" for number in range(len(sites))]
        addresses: dict[str, str] = {}
        for number, (site, log) in enumerate(zip(sites, logs, strict=True)):
            found = stack.enter_context(served(site, log=log))
            addresses |= {address: f"{{{number}.{name}}}" for name, address in found.items()}
        bases = [address for address, name in addresses.items() if name.endswith(".base}")]
        ended = run(*bases, "-o", folder, "--workers", "0", *options)
        audit = only(folder)
        with (audit / "findings.csv").open(encoding="utf-8-sig", newline="") as file:
            findings = Counter(finding(row, addresses) for row in csv.DictReader(file))
        requests = Counter(
            tuple(with_names(part, addresses) for part in (log.name, *line.split()[:3]))
            for log in logs
            for line in log.read_text().splitlines()
        )
    return Audit(ended.returncode, ended.stdout + ended.stderr, audit, findings, requests)


def finding(row: Mapping[str, str], addresses: Mapping[str, str]) -> tuple[str, ...]:
    """A finding by its identity."""
    subject = row["url"] or row["sitemap_url"]
    return tuple(
        with_names(each, addresses) for each in (row["check"], subject, row["related_url"])
    )


def with_names(text: str, addresses: Mapping[str, str]) -> str:
    """A text with the names of addresses in place of their ports."""
    text = PROBE.sub("probe", text)
    for address, name in addresses.items():
        text = text.replace(address, name).replace(address.partition("://")[2], name)
    return text


def test_the_findings_are_the_same(audits: tuple[Audit, Audit]) -> None:
    plain, cluster = audits
    assert cluster.status == plain.status == 0, cluster.output
    assert cluster.findings - plain.findings == Counter()
    assert plain.findings - cluster.findings == Counter()


def test_every_url_is_requested_as_often(audits: tuple[Audit, Audit]) -> None:
    for audit, other in (audits, audits[::-1]):
        more = audit.requests - other.requests
        assert {target for *_, target in more} <= repeated(audit.folder), more


def repeated(folder: Path) -> set[str]:
    """The targets of the pages that were requested more than once, by their ``attempts``."""
    with (folder / "pages.csv").open(encoding="utf-8-sig", newline="") as file:
        return {
            "/" + row["url"].split("/", 3)[3]
            for row in csv.DictReader(file)
            if int(row["attempts"] or 0) > 1
        }


def test_the_pages_are_counted_once(audits: tuple[Audit, Audit]) -> None:
    plain, cluster = (record(audit.folder) for audit in audits)
    assert cluster["ledger"] == plain["ledger"]
    assert cluster["counts"]["pages"] == plain["counts"]["pages"]
    assert not (audits[1].folder / "slices").exists()
    assert "Round 2: " in (audits[1].folder / "audit.log").read_text()
