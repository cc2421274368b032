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

from sitemap_audit.storage.csv_parts import files_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

pytestmark = pytest.mark.thorough
PROBE = re.compile("no-such-page-[0-9a-f]{16}")
"The path of a probe depends on the port."
MASTER = "local[2]"
"One process with two tasks; executors of their own fetch in test_faults.py and test_stores.py."
OPTIONS = ("--workers", "0", "--select", "status,redirect")
"Few checks: what others find rests on the same tables, and test_judging.py runs all."
OF_THE_MOMENT = {
    "attempts",
    "body_hash",
    "bytes",
    "content_hash",
    "excerpt",
    "fetched_at_utc",
    "first_status",
    "lastmod",
    "lastmod_at_utc",
    "latency",
    "publication_at_utc",
    "publication_date",
    "received_hash",
    "seconds",
    "sent_at_utc",
    "unpacked",
}
"Columns with times, or of content with ports or times; a slow page is requested once more."
IDENTITY = ["check", "url", "sitemap_url", "related_url"]
"Columns of a finding; a cause shows one of its URLs, the first by its address."


class Audit(NamedTuple):
    """What an audit of both sites left."""

    status: int
    output: str
    folder: Path
    tables: dict[str, Counter[tuple[str, ...]]]
    "The rows of each CSV file."
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
        ended = run(*bases, "-o", folder, *OPTIONS, *options)
        audit = only(folder)
        tables = {path.name: rows(path, addresses) for path in files_of(audit)}
        requests = Counter(
            tuple(with_names(part, addresses) for part in (log.name, *line.split()[:3]))
            for log in logs
            for line in log.read_text().splitlines()
        )
    return Audit(ended.returncode, ended.stdout + ended.stderr, audit, tables, requests)


def rows(path: Path, addresses: Mapping[str, str]) -> Counter[tuple[str, ...]]:
    """The rows of a CSV file, without what another audit cannot have."""
    with path.open(encoding="utf-8-sig", newline="") as file:
        reader = csv.DictReader(file)
        given = [name for name in reader.fieldnames or () if name not in OF_THE_MOMENT]
        names = {"findings.csv": IDENTITY, "causes.csv": ["check", "urls"]}.get(path.name, given)
        return Counter(tuple(with_names(row[name], addresses) for name in names) for row in reader)


def with_names(text: str, addresses: Mapping[str, str]) -> str:
    """A text with the names of addresses in place of their ports."""
    text = PROBE.sub("probe", text)
    for address, name in addresses.items():
        text = text.replace(address, name).replace(address.partition("://")[2], name)
    return text


def test_every_table_is_the_same(audits: tuple[Audit, Audit]) -> None:
    plain, cluster = audits
    assert cluster.status == plain.status == 0, cluster.output
    assert len(plain.tables) > 20
    assert plain.tables["findings.csv"].total() > 80
    assert cluster.tables.keys() == plain.tables.keys()
    for name, of_plain in plain.tables.items():
        assert cluster.tables[name] - of_plain == Counter(), name
        assert of_plain - cluster.tables[name] == Counter(), name


def test_every_url_is_requested_as_often(audits: tuple[Audit, Audit]) -> None:
    for audit, other in (audits, audits[::-1]):
        more = audit.requests - other.requests
        assert {target for *_, target in more} <= repeated(audit.folder), more


def repeated(folder: Path) -> set[str]:
    """The targets of the pages that were requested more than once, by their ``attempts``."""
    with (folder / "tables/pages.csv").open(encoding="utf-8-sig", newline="") as file:
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
