"""A stored audit opens as it is; one that other columns were stored for has another format."""

from __future__ import annotations

import csv
import json
import shutil
from dataclasses import fields
from typing import TYPE_CHECKING

import pyarrow.parquet as pq
import pytest
from commanding import run
from make_stored_audit import FIXTURES

from sitemap_audit.analysis.runner import prepare
from sitemap_audit.items import TABLES, column_names
from sitemap_audit.run_record import RunRecord
from sitemap_audit.storage.duckdb import DuckDBStore
from sitemap_audit.storage.run_file import stored_run

if TYPE_CHECKING:
    from pathlib import Path

STORED = FIXTURES / "stored_audit"
FINDINGS = [
    ("entry/lastmod-invalid", "/de/index.html", "11"),
    ("redirect/listed-url-redirects", "/moved.html", "12"),
    ("status/not-found", "/gone.html", "14"),
    ("hreflang/missing-self", "/de/index.html", "11"),
    ("hreflang/missing-x-default", "/index.html", "5"),
]
"""Check, path and line, in the report's order."""
ANEW = "raise FORMAT in sitemap_audit/storage/run_file.py, then python tests/make_stored_audit.py"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the stored audit."""
    folder = tmp_path / "audit"
    shutil.copytree(STORED, folder)
    return folder


def test_a_stored_audit_has_the_rows_that_it_had(folder: Path) -> None:
    run = stored_run(folder)
    with DuckDBStore(folder) as store:
        prepare(store)
        counts = {name: store.value(f"SELECT COUNT(*) FROM {name}") for name in run.counts or ()}
    assert counts == run.counts


def test_a_stored_audit_is_checked_and_reported_again(folder: Path) -> None:
    told = json.loads((folder / "run.json").read_text())
    told["options"]["select"] = ["entry", "hreflang", "redirect", "status"]
    (folder / "run.json").write_text(json.dumps(told))
    done = run("check", folder)
    assert done.returncode == 0, done.stderr
    assert findings(folder) == FINDINGS
    for report in ("findings.csv", "report.xlsx"):
        (folder / report).unlink()
    assert run("report", folder).returncode == 0
    assert findings(folder) == FINDINGS
    assert (folder / "report.xlsx").exists()


def findings(folder: Path) -> list[tuple[str, str, str]]:
    with (folder / "findings.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    return [(row["check"], row["url"].partition("876")[2][1:], row["line"]) for row in rows]


def test_a_table_with_other_columns_has_another_format() -> None:
    for part in STORED.glob("data/*/*.parquet"):
        if part.parent.name in TABLES:
            columns = column_names(TABLES[part.parent.name])
            assert pq.read_schema(part).names == list(columns), ANEW


def test_a_record_with_other_keys_has_another_format() -> None:
    keys = json.loads((STORED / "run.json").read_text("utf-8")).keys()
    assert keys == {"format", *(field.name for field in fields(RunRecord))}, ANEW
