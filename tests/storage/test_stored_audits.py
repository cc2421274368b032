"""Audits that were stored by earlier versions open as they are.

``tests/fixtures/stored_audit`` was made before run.json had a format; its tables are format 1.
``tests/make_stored_audit.py`` made the others; ``compared_audit`` is the second of two
audits of the same site, with the states of URLs and the tables of changes.
"""

from __future__ import annotations

import csv
import json
import shutil
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from commanding import run
from make_stored_audit import FIXTURES

from sitemap_audit.analysis.runner import prepare
from sitemap_audit.storage.duckdb import DuckDBStore
from sitemap_audit.storage.parts import RESULTS
from sitemap_audit.storage.run_file import FORMAT, stored_run

if TYPE_CHECKING:
    from pathlib import Path

FINDINGS = {
    "stored_audit": [
        ("entry/lastmod-invalid", "/de/index.html", "7"),
        ("hreflang/missing-return-link", "/index.html", "3"),
        ("status/not-found", "/gone.html", "8"),
        ("entry/priority-invalid", "/de/index.html", "7"),
        ("hreflang/missing-x-default", "/index.html", "3"),
    ],
    "stored_audit_1": [
        ("entry/lastmod-invalid", "/de/index.html", "11"),
        ("redirect/listed-url-redirects", "/moved.html", "12"),
        ("status/not-found", "/gone.html", "14"),
        ("hreflang/missing-self", "/de/index.html", "11"),
        ("hreflang/missing-x-default", "/index.html", "5"),
    ],
}
FINDINGS["compared_audit"] = FINDINGS["stored_audit_1"]
"""Check, path and line, in the report's order."""


@pytest.fixture(params=FINDINGS)
def stored(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, Path]:
    """The name of a stored audit, and a copy of it."""
    folder = tmp_path / "audit"
    shutil.copytree(FIXTURES / request.param, folder)
    return request.param, folder


def test_a_stored_audit_has_the_rows_that_it_had(stored: tuple[str, Path]) -> None:
    _, folder = stored
    run = stored_run(folder)
    with DuckDBStore(folder) as store:
        prepare(store)
        counts = {name: store.value(f"SELECT COUNT(*) FROM {name}") for name in run.counts or ()}
    assert counts == run.counts


def test_a_stored_audit_is_checked_and_reported_again(stored: tuple[str, Path]) -> None:
    name, folder = stored
    told = json.loads((folder / "run.json").read_text())
    told["options"]["select"] = ["entry", "hreflang", "redirect", "status"]
    (folder / "run.json").write_text(json.dumps(told))
    done = run("check", folder)
    assert done.returncode == 0, done.stderr
    assert findings(folder) == FINDINGS[name]
    for report in ("findings.csv", "report.xlsx"):
        (folder / report).unlink()
    assert run("report", folder).returncode == 0
    assert findings(folder) == FINDINGS[name]
    assert (folder / "report.xlsx").exists()


def test_findings_that_an_earlier_version_stored_are_to_be_judged_again(tmp_path: Path) -> None:
    folder = tmp_path / "audit"
    shutil.copytree(FIXTURES / "stored_audit_1", folder)
    (part,) = (folder / "data" / "check_runs").glob("*.parquet")
    pq.write_table(pq.read_table(part).drop_columns(["rank"]), part)
    done = run("report", folder)
    assert done.returncode == 2
    assert f"Judge it again first: 'sitemap-audit check {folder}'." in done.stderr


def test_an_audit_stored_under_the_earlier_name_of_a_check_is_reported_and_compared(
    tmp_path: Path,
) -> None:
    names = {"before": "hreflang/named-by-nobody", "now": "hreflang/no-incoming"}
    for year, (audit, name) in enumerate(names.items(), 2026):
        folder = tmp_path / audit
        shutil.copytree(FIXTURES / "stored_audit_1", folder)
        told = json.loads((folder / "run.json").read_text())
        told["started_at"] = told["started_at"].replace("2026", str(year))
        (folder / "run.json").write_text(json.dumps(told))
        _rename_stored(folder, "hreflang/missing-self", name)
    done = run("report", tmp_path / "before")
    assert done.returncode == 0, done.stderr
    assert ("hreflang/no-incoming", "/de/index.html", "11") in findings(tmp_path / "before")
    done = run("compare", tmp_path / "before", tmp_path / "now")
    assert done.returncode == 0, done.stderr
    compared = tmp_path / "now" / "compared-with-before" / "run.json"
    changes = json.loads(compared.read_text())["changes"]
    assert changes["sentence"].endswith("no changes; 1 URL (1 blocked by robots.txt) not compared.")


def _rename_stored(audit: Path, old: str, new: str) -> None:
    """Give a check another name in the results of a stored audit."""
    for table in RESULTS:
        (part,) = (audit / "data" / table).glob("*.parquet")
        rows = pq.read_table(part)
        at = rows.schema.get_field_index("check")
        checks = [new if name == old else name for name in rows["check"].to_pylist()]
        pq.write_table(rows.set_column(at, "check", pa.array(checks, pa.string())), part)


def findings(folder: Path) -> list[tuple[str, str, str]]:
    with (folder / "findings.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    return [(row["check"], row["url"].partition("876")[2][1:], row["line"]) for row in rows]


def test_there_is_a_stored_audit_of_each_format() -> None:
    kept = {path.name for path in FIXTURES.glob("stored_audit_*")}
    assert kept == {f"stored_audit_{number}" for number in range(1, FORMAT + 1)}
